"""Difference: every cell's sign and size, one scale, the largest named."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.difference import cell_text, compared, difference
from petui.plot.encoded import encoded
from petui.plot.picture import line_text
from petui.plot.turns import signed
from petui.plot.views import view

LESS, MORE = "−▼-=", "+▲#"


@st.composite
def labs(draw: st.DrawFn) -> Lab:
    """A Lab of any even or odd width, in a convention that has both."""
    d_model = draw(st.one_of(st.integers(4, 20), st.sampled_from([129, 512, 16384])))
    return Lab(
        d_model=d_model,
        slot=draw(st.integers(0, d_model - 1)),
        pos=draw(st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION))),
        length=draw(st.integers(1, 200)),
        convention=draw(st.sampled_from(["paper", "tensor2tensor", "marian", "musicgen"])),
        dtype=draw(st.sampled_from(["float64", "float16"])),
    )


@settings(max_examples=60, deadline=None)
@given(labs(), st.one_of(st.none(), labs()), st.integers(24, 140), st.integers(6, 40), st.booleans())
@example(Lab(d_model=12, slot=11), Lab(d_model=3), 80, 20, False)
def test_every_cell_has_its_sign(lab: Lab, against: Lab | None, width: int, height: int, ascii: bool) -> None:
    """A cell begins with a mark of more where the Lab's value is the greater, of less where it is the smaller."""
    found = compared(lab, against, width, height)
    window, other = found.window, against or lab.changed(convention="paper")
    positions = range(window.first, window.first + window.rows)
    ours = encoded(lab).values(positions, window.slots, lab.dtype)
    theirs = encoded(other).values(positions, window.slots, other.dtype)
    picture = difference(lab, width, height, ascii=ascii, against=against)
    rows = [line_text(line) for line in picture.lines]
    for row in range(window.rows):
        for at, slot in enumerate(window.slots[:40]):
            mark = rows[3 + row][window.left + window.column(slot)]
            more, less = ours[row, at] > theirs[row, at], ours[row, at] < theirs[row, at]
            assert (mark in MORE, mark in LESS) == (more, less)
    assert max(window.slots) < min(lab.d_model, other.d_model)


@settings(max_examples=40, deadline=None)
@given(labs(), st.integers(60, 140), st.integers(8, 30))
def test_the_largest_is_named(lab: Lab, width: int, height: int) -> None:
    """With its place; where nothing differs, that."""
    found = compared(lab, None, width, height)
    said = line_text(difference(lab, width, height).lines[1])
    if not found.cells.any():
        assert said.startswith("no cell shown differs")
        return
    row, column = found.largest
    assert abs(found.cells[row, column]) == np.abs(found.cells).max()
    slot = found.window.slots[column]
    size = signed(float(found.cells[row, column]), plus=True)
    assert said.startswith(f"largest {size} at position {found.window.first + row}, slot {slot}")


def test_exchanging_the_two_exchanges_the_signs() -> None:
    """a − b is −(b − a)."""
    ours, theirs = Lab(convention="tensor2tensor"), Lab()
    forth, back = compared(ours, theirs, 80, 20), compared(theirs, ours, 80, 20)
    assert (forth.cells == -back.cells).all()
    assert forth.names == back.names[::-1] == ("tensor2tensor", "paper")


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("width", [1, 2, 3, 8])
def test_marks_grow_with_the_size_and_tell_the_signs(width: int, ascii: bool) -> None:
    """Sizes are told in the same steps for both signs, whatever else is shown; no difference has a mark of its own."""
    sizes = [1e-9, 0.2, 0.7, 1.2, 1.9]
    marks = [[cell_text(sign * size, width, ascii=ascii) for size in sizes] for sign in (1, -1)]
    nothing = cell_text(0.0, width, ascii=ascii)
    assert all(len(mark) == width for row in marks for mark in [*row, nothing])
    assert not set(marks[0]) & set(marks[1])
    assert nothing not in marks[0] + marks[1]
    assert len(set(marks[0])) == len(set(marks[1])) == (2 if width == 1 else 4)


def test_two_labs_are_named_by_what_differs() -> None:
    """Base, dtype and d_model beside the convention, where they differ."""
    picture = view("difference", Lab(dtype="float16"), 100, 20, against=Lab(base=100.0))
    assert line_text(picture.lines[0]).startswith(
        "paper, base 10000, dtype float16 − paper, base 100, dtype float64; positions 0"
    )
    assert "cells differ" in picture.says


def test_a_rounded_table_differs_by_little() -> None:
    """float16 against float64: every difference is below the rounding of a number near 1."""
    found = compared(Lab(dtype="float16"), Lab(), 80, 20)
    assert 0 < np.abs(found.cells).max() <= 2.0**-12


@pytest.mark.parametrize("width", [60, 78, 118])
def test_the_range_stays_in_the_heading(width: int) -> None:
    """However much the two differ in."""
    lab = Lab(pos=4, convention="tensor2tensor", dtype="bfloat16", length=64)
    for other in (lab.changed(convention="paper"), Lab(), Lab(d_model=16, base=500.0)):
        first = line_text(view("difference", lab, width, 10, against=other).lines[0])
        assert re.search(r"positions \d+\N{EN DASH}\d+ of 64", first), first
        assert width < 78 or first.startswith(("Difference tensor2tensor", "tensor2tensor"))
