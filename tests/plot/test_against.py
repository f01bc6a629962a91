"""Two Labs in one picture: side by side or one below the other, each headed by what is its own."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.lab import Lab
from petui.lessons.schema import VIEWS as NAMES
from petui.plot.encoded import told_apart
from petui.plot.picture import line_text
from petui.plot.views import COMPARING, VIEWS, view

labs = st.builds(
    lambda d_model, slot, **rest: Lab(d_model=d_model, slot=slot % d_model, **rest),
    d_model=st.sampled_from([4, 8, 9, 64, 512]),
    slot=st.integers(0, 600),
    pos=st.integers(0, 10_000),
    base=st.sampled_from([100.0, 10000.0]),
    dtype=st.sampled_from(["float64", "float16", "bfloat16"]),
    convention=st.sampled_from(["paper", "tensor2tensor", "musicgen"]),
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(NAMES), labs, labs, st.integers(1, 140), st.integers(1, 60), st.booleans())
@example("waves", Lab(), Lab(), 1, 1, False)
def test_two_labs_have_the_size_of_one(name: str, lab: Lab, other: Lab, width: int, height: int, ascii: bool) -> None:
    """Whatever the Labs and the size; both are in the words."""
    picture = view(name, lab, width, height, ascii=ascii, against=other)
    rows = [line_text(line) for line in picture.lines]
    assert [len(row) for row in rows] == [width] * height
    assert not ascii or all(row.isascii() for row in rows)
    assert lab.convention in picture.says or name in COMPARING
    assert picture.says.isascii()


@pytest.mark.parametrize("name", sorted(set(NAMES) - COMPARING))
@pytest.mark.parametrize(("width", "height"), [(120, 20), (60, 40), (40, 40), (30, 12)])
def test_each_picture_stands_below_its_own_name(name: str, width: int, height: int) -> None:
    """Its convention heads it, and below is what the view alone draws at that size."""
    lab, other = Lab(), Lab(convention="tensor2tensor")
    rows = [line_text(line) for line in view(name, lab, width, height, against=other).lines]
    if "│ tensor2tensor" in rows[0]:
        half = (width - 3) // 2
        left = VIEWS[name](lab, half, height - 1).lines
        assert [row[:half] for row in rows] == ["paper".ljust(half), *map(line_text, left)]
    else:
        assert rows[0].rstrip() == "paper"
        assert rows[height - height // 2].rstrip() == "tensor2tensor"
        upper = VIEWS[name](lab, width, height - height // 2 - 1).lines
        assert rows[1 : height - height // 2] == [line_text(line) for line in upper]


def test_fields_that_differ_are_named() -> None:
    """And no others; the convention always."""
    lab = Lab(d_model=16, dtype="float16")
    assert told_apart(lab, lab) == ("paper", "paper")
    assert told_apart(lab, Lab(base=100.0)) == (
        "paper, d_model 16, base 10000, dtype float16",
        "paper, d_model 8, base 100, dtype float64",
    )


@pytest.mark.parametrize("name", NAMES)
def test_another_convention_is_named(name: str) -> None:
    """In the words, and in the heading where there is room; the paper's goes without saying."""
    picture = view(name, Lab(convention="tensor2tensor"), 120, 24)
    assert "tensor2tensor" in line_text(picture.lines[0])
    assert "The convention is tensor2tensor." in picture.says
    assert name == "difference" or "paper" not in view(name, Lab(), 120, 24).says


def test_waves_have_the_frequencies_of_the_convention() -> None:
    """tensor2tensor's second pair at d_model 8 turns by 0.0464 radians, the paper's by 0.1."""
    says = [view("waves", Lab(convention=name), 100, 40).says for name in ("paper", "tensor2tensor")]
    assert "pair 1 (omega 0.1, wavelength 62.83" in says[0]
    assert "pair 1 (omega 0.04642, wavelength 135.4" in says[1]


def test_a_multiplied_table_has_its_own_scale() -> None:
    """Values of x-transformers' are divided by the square root of the width: heat map and similarity say so."""
    lab = Lab(convention="x-transformers-scaled")
    assert line_text(view("heat", lab, 80, 20).lines[-1]).startswith("-0.3536 [")
    assert "D(0) = d/2" not in line_text(view("similarity", lab, 80, 20).lines[0])
    assert "the squared norm, is 0.5000" in view("similarity", lab, 80, 20).says
    assert "multiplied by 0.3536" in view("waves", lab, 80, 20).says
