"""The words of a sweep's phases, bit by bit."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.phase import phase_words
from petui.core.sweep import Sweep


def words_of(sweep: Sweep) -> list[int]:
    """Each 128-bit fraction of a turn, as mpmath has it with ample digits."""
    with mpmath.workprec(2600):
        first = mpmath.mpf(sweep.factor) / (2 * mpmath.pi) * mpmath.mpf(2) ** 128
        ratio = mpmath.mpf(sweep.base) ** (-1 / mpmath.mpf(sweep.pairs_per_base)) if sweep.pairs > 1 else 1
        return [int(mpmath.floor(first * ratio**pair)) % (1 << 128) for pair in range(sweep.pairs)]


@settings(max_examples=60)
@given(
    pairs=st.integers(0, 40),
    over=st.sampled_from([0.5, 1.0, 19.5, 39.0, 64.0]),
    base=st.one_of(st.floats(1, 1e300), st.floats(0.25, 1e6), st.sampled_from([10000.0, 1.0, 0.5])),
    factor=st.one_of(st.floats(1e-6, 1e6), st.sampled_from([1.0, float(np.pi), 512 * float(np.pi)])),
)
@example(pairs=256, over=256.0, base=10000.0, factor=1.0)
@example(pairs=255, over=254.0, base=10000.0, factor=1.0)
@example(pairs=1, over=0.0, base=10000.0, factor=1.0)
def test_every_bit_is_right(pairs: int, over: float, base: float, factor: float) -> None:
    """The guard bits take all the rounding of the products."""
    sweep = Sweep(pairs, over, base, factor)
    high, low = sweep.words
    assert [int(one) << 64 | int(two) for one, two in zip(high, low, strict=True)] == words_of(sweep)


def test_the_last_words_of_a_long_sweep() -> None:
    """After 2^14 products."""
    sweep = Sweep(1 << 14, float(1 << 14), 10000.0)
    high, low = sweep.words
    with mpmath.workprec(400):
        for pair in (1, 5000, (1 << 14) - 1):
            exact = mpmath.mpf(10000) ** (-mpmath.mpf(pair) / (1 << 14)) / (2 * mpmath.pi) * mpmath.mpf(2) ** 128
            assert int(high[pair]) << 64 | int(low[pair]) == int(mpmath.floor(exact))


def test_words_are_kept_and_cannot_be_changed() -> None:
    """They are shared by all who ask."""
    words = phase_words(8, 8.0, 10000.0)
    assert Sweep(8, 8.0).words[0] is phase_words(8, 8.0, 10000.0, 1.0)[0]
    for word in words:
        with pytest.raises(ValueError, match="read-only"):
            word[0] = 1
