"""Rotary caches are told from weights, and their two pairings from one another."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.diagnosis.rotarycache import cache_pairing
from petui.core.encoding import encode


@given(
    st.integers(2, 300), st.integers(2, 40), st.integers(0, 5000), st.booleans(), st.sampled_from(["<f8", "<f4", "<f2"])
)
def test_a_cache_has_every_wave_twice(rows: int, pairs: int, start: int, sines: bool, number: str) -> None:
    """Side by side where it is interleaved, in both halves where it is half-split."""
    waves = encode(range(start, start + rows), 2 * pairs)[:, 0 if sines else 1 :: 2].astype(number)
    assert cache_pairing(np.repeat(waves, 2, axis=1)) == "interleaved"
    assert cache_pairing(np.tile(waves, 2)) == "half-split"
    assert cache_pairing(encode(range(start, start + rows), 2 * pairs)) is None
    spoilt = np.tile(waves, 2)
    spoilt[-1, 0] += 1
    assert cache_pairing(spoilt) is None


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((8, 8)),
        np.ones((8, 8)),
        np.tile([[1.0, 2.0, 1.0, 2.0]], (1, 1)),
        np.full((8, 8), np.nan),
        np.random.default_rng(3).normal(size=(16, 8)),
        np.tile(np.arange(8), (8, 2)),
        np.tile(np.arange(8.0), (8, 2)),
        np.tile(np.random.default_rng(3).random((8, 3)), 3),
    ],
)
def test_others_are_none(rows: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Constants, a single row, noise, whole and large numbers, an odd width."""
    assert cache_pairing(rows) is None
