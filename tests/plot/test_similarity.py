"""Similarity: D(k) of the core, symmetric to the cell, never aliased."""

from __future__ import annotations

import re
from math import pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.formula import Formula
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.mirror import left_from_right
from petui.plot.picture import Picture, line_text
from petui.plot.ruler import four_decimals
from petui.plot.similarity import curve_of, dot, similarity

labs = st.builds(
    Lab,
    pos=st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION - 100)),
    d_model=st.one_of(st.integers(1, 20), st.sampled_from([512, 513])),
    base=st.one_of(st.just(10000.0), st.sampled_from([1.0, 1e300])),
    offset=st.integers(-70, 70),
    length=st.integers(1, 100),
)


def texts(picture: Picture) -> list[str]:
    """The characters of a picture, line by line."""
    return [line_text(line) for line in picture.lines]


@settings(max_examples=60, deadline=None)
@given(labs)
def test_dot_is_the_product_of_the_rows(lab: Lab) -> None:
    """D agrees with PE(p)·PE(p + k) row by row, at an odd width at that very position; the sentence says it."""
    expected = Formula(lab).dot(lab.pos, lab.pos + lab.offset)
    assert dot(lab) == pytest.approx(expected, abs=1e-11 * lab.d_model)
    assert f"at offset {lab.offset} D is {four_decimals(dot(lab))}" in similarity(lab, 80, 20).says
    curve = curve_of(lab, 80, 20, ascii=False)
    for offset in {-curve.most, 0, 1, curve.most}:
        value = Formula(lab).dot(lab.pos, lab.pos + offset)
        assert curve.values[curve.most + offset] == pytest.approx(value, abs=1e-11 * lab.d_model)


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(24, 160), st.integers(5, 40), st.booleans())
def test_even_widths_are_symmetric_to_the_cell(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """The drawn curve is its own mirror image, k and -k stand as far from the middle, and D(k) is D(-k)."""
    lab = lab.changed(d_model=2 * lab.d_model)
    curve = curve_of(lab, width, height, ascii=ascii)
    assert left_from_right(curve.cells) == curve.cells
    assert curve.values == curve.values[::-1]
    for offset in range(curve.most + 1):
        assert curve.column(offset) + curve.column(-offset) == curve.grid.width - 1
    assert dot(lab) == dot(lab.changed(offset=-lab.offset, pos=lab.pos + 100))


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(24, 160), st.integers(5, 40), st.booleans())
def test_no_wave_is_aliased(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """The fastest wave, 2π positions long, has four columns to a period; what is left out is said."""
    curve = curve_of(lab, width, height, ascii=ascii)
    assert 2 * pi * (curve.grid.width - 1) / (2 * curve.most) >= 4
    assert curve.most <= max(1, lab.length - 1)
    picture = similarity(lab, width, height, ascii=ascii)
    narrowed = curve.most < max(1, lab.length - 1)
    assert (f"to {curve.most} of {lab.length - 1}" in picture.says) is narrowed
    if narrowed and height >= 8:
        assert f"{curve.most} of {'+-' if ascii else '±'}{lab.length - 1}" in texts(picture)[1]


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(40, 160), st.integers(8, 40))
def test_the_current_offset_stands_at_its_value(lab: Lab, width: int, height: int) -> None:
    """The mark is in the column of k and the row of D(k); beyond the window a pointer shows the side instead."""
    curve = curve_of(lab, width, height, ascii=False)
    picture = similarity(lab, width, height)
    rows = texts(picture)
    left = rows[2].index("┌") + 1
    marks = [(row, text.index("●")) for row, text in enumerate(rows[2:-1]) if "●" in text]
    if abs(lab.offset) > curve.most:
        assert marks == []
        assert rows[-1][left + (curve.grid.width - 1 if lab.offset > 0 else 0)] == ("►" if lab.offset > 0 else "◄")
    else:
        assert marks == [(curve.grid.row(dot(lab)), left + curve.column(lab.offset))]
        assert rows[-1][left + curve.column(lab.offset)] == "▲"


@pytest.mark.parametrize(("d_model", "rise"), [(4, 3), (8, 3), (16, 3), (64, 5), (128, 11), (256, 24), (512, 43)])
def test_first_rise_is_found(d_model: int, rise: int) -> None:
    """D falls at first and then rises: it is not monotone."""
    picture = similarity(Lab(d_model=d_model), 120, 20)
    assert f"first rise after k = {rise}" in texts(picture)[1]
    assert f"it first rises after offset {rise} (between {rise} to " in picture.says


def test_norm_is_named() -> None:
    """An even width names d/2; an odd one its own norm at this position."""
    assert "norm² D(0) = d/2 = 256" in texts(similarity(Lab(d_model=512), 80, 20))[0]
    lab = Lab(d_model=3, pos=200)
    heading = texts(similarity(lab, 80, 20))[0]
    said = re.search(r"D\(0\) = ([0-9.]+)", heading)
    assert said is not None and float(said[1]) == pytest.approx(Formula(lab).norm(200) ** 2, abs=1e-4)
    assert "p = 200" in similarity(lab, 80, 20).says


def test_keys_do_not_draw_the_curve_again() -> None:
    """The curve is the same object for another offset, and at an even width for another position."""
    lab = Lab(d_model=32)
    curve = curve_of(lab, 80, 20, ascii=False)
    assert curve_of(lab.changed(offset=9, pos=17, slot=5), 80, 20, ascii=False) is curve
    assert curve_of(lab.changed(length=10), 80, 20, ascii=False) is not curve
