"""Collisions: which rows a number format makes alike."""

from __future__ import annotations

import numpy as np
import pytest

from petui.core.lab import Lab
from petui.plot.collisions import Alike, alike_rows, collisions_of


@pytest.mark.parametrize(
    ("dtype", "first"), [("float16", (2048, 2049)), ("bfloat16", (256, 257)), ("float32", (2**24, 2**24 + 1))]
)
def test_positions_in_a_format_collide_where_it_loses_whole_numbers(dtype: str, first: tuple[int, int]) -> None:
    """From its precision on, computed throughout; rounded once no two rows are alike."""
    start = max(0, first[0] - 300)
    found = collisions_of(Lab(dtype=dtype, d_model=8, pos=first[0]), start, start + 600)
    assert found.computed.first == first
    assert found.once == Alike(0, None, 0)
    assert f"rows {first[0]} and {first[1]} are the first alike" in found.in_words(dtype)


@pytest.mark.parametrize(("dtype", "first"), [("float16", (2, 712)), ("bfloat16", (1, 711))])
def test_a_single_pair_collides_after_710_positions_rounded_once(dtype: str, first: tuple[int, int]) -> None:
    """710 is 113 turns but for 6e-5: at d_model 2 the first rounded rows are alike."""
    assert collisions_of(Lab(dtype=dtype, d_model=2), 0, 2000).once.first == first


def test_float64_has_no_collision() -> None:
    """And says so once for both."""
    found = collisions_of(Lab(), 0, 2000)
    assert found.once == found.computed == Alike(0, None, 0)
    assert found.in_words("float64") == "in float64, rounded once or computed throughout, no two rows are alike"


def test_rows_are_compared_as_numbers() -> None:
    """-0 is 0; what is not a number is alike with nothing, and counted."""
    rows = np.array([[0.0, 1.0], [np.nan, 1.0], [2.0, 1.0], [-0.0, 1.0], [np.nan, 1.0], [0.0, 1.0]])
    assert alike_rows(rows, 10) == Alike(2, (10, 13), 2)


def test_beyond_the_range_rows_have_no_value() -> None:
    """Positions above 65504 in half precision."""
    found = collisions_of(Lab(dtype="float16", pos=70_000), 70_000, 70_010)
    assert found.computed == Alike(0, None, 11)
    assert "11 rows have no value" in found.in_words("float16")
