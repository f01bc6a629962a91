"""Embedding + PE: W4's numbers, and the sum of the parts at any width."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.attention import WORDS, word_vectors
from petui.core.lab import Lab
from petui.plot.picture import line_text
from petui.plot.ruler import four_decimals
from petui.plot.sumview import REACH, bar_from_zero, parts_of, sum_view


@pytest.mark.parametrize(
    ("pos", "word", "total"),
    [
        (0, "The", [0.2, 0.5, 0.8, 1.1]),
        (1, "cat", [0.5415, 0.9403, 0.2100, 0.39995]),
        (2, "sat", [1.6093, -0.3161, -0.3800, 1.2998]),
    ],
)
def test_the_sums_of_the_worked_example(pos: int, word: str, total: list[float]) -> None:
    """Of The cat sat, as published."""
    parts = parts_of(Lab(d_model=4, pos=pos))
    assert parts.word == word
    assert parts.total == pytest.approx(total, abs=5.1e-5)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 600), st.integers(0, 10**6), st.integers(34, 140), st.integers(5, 40), st.data())
def test_every_row_adds_up(d_model: int, pos: int, width: int, height: int, data: st.DataObject) -> None:
    """The three numbers of a slot are those of the parts; the current slot is shown."""
    lab = Lab(d_model=d_model, pos=pos, slot=data.draw(st.integers(0, d_model - 1)))
    parts = parts_of(lab)
    rows = [line_text(line) for line in sum_view(lab, width, height).lines[2 : height - 1]]
    shown = {}
    for row in rows:
        found = re.match(r"[► ]\s*(\d+) (sin|cos|zero)", row)
        if found is not None:
            shown[int(found[1])] = re.findall(r"-?\d+\.\d{4}", row)
    assert lab.slot in shown
    for slot, numbers in shown.items():
        values = (parts.embedding[slot], parts.encoding[slot], parts.embedding[slot] + parts.encoding[slot])
        assert numbers == [four_decimals(float(value)) for value in values]


@given(st.integers(1, 16384))
@settings(max_examples=30, deadline=None)
def test_made_up_vectors_are_always_the_same_and_as_large(d_model: int) -> None:
    """Fixed by the width, within the range of the three words, so that no sum leaves the scale."""
    made = word_vectors(d_model)
    assert (made == word_vectors(d_model)).all()
    assert float(np.abs(made).max()) <= float(np.abs(WORDS).max()) == 0.8
    assert REACH > 0.8 + 1


@given(st.floats(-3, 3), st.integers(5, 60), st.booleans())
def test_bars_lie_on_their_side_of_zero(value: float, width: int, ascii: bool) -> None:
    """As wide as asked, longer for more, at least a cell for anything but 0, an arrow beyond the reach."""
    text = "".join(part for part, _ in bar_from_zero(value, width, "value", ascii=ascii))
    half = (width - 1) // 2
    assert len(text) == width
    left, right = text[:half].strip(), text[half + 1 :].strip()
    assert (bool(left), bool(right)) == (value < 0, value > 0)
    assert ({"<", ">", "◄", "►"} & set(text) != set()) is (abs(value) > REACH)
    assert len(left + right) <= half
