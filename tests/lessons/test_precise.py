"""Answers as numbers that a learner can compare with."""

from __future__ import annotations

import math

import pytest

from petui.lessons.verdict import precise


@pytest.mark.parametrize("noise", [math.sin(math.pi), math.cos(9 * math.pi / 2), 4 * -0.3 + 6 * 0.2, -0.0])
def test_what_rounding_leaves_of_zero_is_zero(noise: float) -> None:
    """A learner who typed 0 is not told that it is 2.22e-16."""
    assert precise(noise) == "0"


@pytest.mark.parametrize(("value", "text"), [(1e-9, "1e-09"), (-0.25, "-0.25"), (1 / 3, "0.333333")])
def test_small_numbers_stay(value: float, text: str) -> None:
    """Six significant digits, however small a number that is meant."""
    assert precise(value) == text
