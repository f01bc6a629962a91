"""Rotary, ALiBi and T5 against what their public implementations give, and by their laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import ParameterError
from petui.core.relatives import alibi_bias, alibi_slope, t5_bucket
from petui.core.rotary import rotated

EIGHT = np.arange(1.0, 9.0)
# Each is what a public implementation gives for 1 … 8 at positions 0 to 3, rounded to six decimals.
INTERLEAVED = [
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    [-1.14264, 1.922076, 2.585679, 4.279517, 4.939751, 6.049699, 6.991997, 8.006996],
    [-2.234742, 0.077004, 2.145523, 4.516274, 4.879008, 6.098794, 6.983986, 8.013984],
    [-1.272233, -1.838865, 1.683929, 4.707907, 4.817777, 6.147278, 6.975968, 8.020965],
]
HALVES = [
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    [-3.667052, 1.391008, 2.929851, 3.991998, 3.542983, 6.169692, 7.02965, 8.003996],
    [-4.962634, 0.768117, 2.85941, 3.983992, -1.171437, 6.277739, 7.058596, 8.007984],
    [-1.695593, 0.137552, 2.788682, 3.975982, -4.808843, 6.32306, 7.086837, 8.011964],
]
OFFSETS = [-200, -128, -127, -91, -90, -64, -32, -16, -15, -9, -8, -7, -2, -1, 0, 1, 2, 7, 8, 9, 11, 12, 15, 16, 22]
OFFSETS += [23, 32, 45, 46, 64, 90, 91, 127, 128, 200]
BOTH = [15, 15, 15, 15, 14, 14, 12, 10, 9, 8, 8, 7, 2, 1, 0, 17, 18, 23, 24, 24, 24, 25, 25, 26, 26]
BOTH += [27, 28, 28, 29, 30, 30, 31, 31, 31, 31]
CAUSAL = [31, 31, 31, 29, 29, 26, 21, 16, 15, 9, 8, 7, 2, 1, *[0] * 21]
SLOPES = {
    4: [0.25, 0.0625, 0.015625, 0.00390625],
    6: [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125],
    8: [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625],
    12: [*(2.0**-n for n in range(1, 9)), 0.70710678, 0.35355339, 0.1767767, 0.08838835],
}

vectors = st.lists(st.floats(-10, 10), min_size=4, max_size=4).map(np.array)
positions = st.integers(0, 100_000)


@pytest.mark.parametrize(("halves", "rows"), [(False, INTERLEAVED), (True, HALVES)])
def test_rotary_vectors(halves: bool, rows: list[list[float]]) -> None:
    """Both layouts at the positions 0 to 3."""
    for pos, row in enumerate(rows):
        # The public ones compute in float32.
        np.testing.assert_allclose(rotated(EIGHT, pos, halves=halves), row, atol=2e-6)


@given(vectors, vectors, positions, positions, st.integers(0, 1000), st.booleans())
def test_rotary_products_depend_on_the_distance_alone(
    query: np.ndarray, key: np.ndarray, first: int, second: int, shift: int, halves: bool
) -> None:
    """Moving both on changes no product; turning changes no length."""
    here = rotated(query, first, halves=halves) @ rotated(key, second, halves=halves)
    there = rotated(query, first + shift, halves=halves) @ rotated(key, second + shift, halves=halves)
    assert here == pytest.approx(there, abs=1e-9)
    assert np.linalg.norm(rotated(query, first, halves=halves)) == pytest.approx(np.linalg.norm(query), abs=1e-12)


def test_the_layouts_are_a_permutation_of_each_other() -> None:
    """Half-split on the rows 0, 2, 1, 3 gives the interleaved score; without it another number."""
    query, key, order = np.array([1.0, 2.0, 3.0, 4.0]), np.array([4.0, 3.0, 2.0, 1.0]), [0, 2, 1, 3]
    interleaved = rotated(query, 3) @ rotated(key, 1)
    assert interleaved == pytest.approx(1.190051, abs=1e-6)
    assert rotated(query, 3, halves=True) @ rotated(key, 1, halves=True) == pytest.approx(-3.456429, abs=1e-6)
    permuted = rotated(query[order], 3, halves=True) @ rotated(key[order], 1, halves=True)
    assert permuted == pytest.approx(interleaved, abs=1e-12)


def test_an_odd_vector_has_no_pairs() -> None:
    """It is refused, not cut."""
    with pytest.raises(ParameterError, match="3 slots"):
        rotated(np.ones(3), 1)


@pytest.mark.parametrize("heads", SLOPES)
def test_alibi_slopes(heads: int) -> None:
    """As the reference has them, for powers of two and between."""
    np.testing.assert_allclose([alibi_slope(head, heads) for head in range(heads)], SLOPES[heads], rtol=1e-6)
    assert alibi_bias(0, heads, 7, 3) == alibi_bias(0, heads, 3, 7) == -4 * alibi_slope(0, heads)


@pytest.mark.parametrize(("head", "heads"), [(-1, 4), (4, 4), (0.5, 4), (0, 0), (0, 2.5)])
def test_there_is_no_such_head(head: float, heads: float) -> None:
    """Refused with its name."""
    with pytest.raises(ParameterError, match="head"):
        alibi_slope(head, heads)


def test_t5_buckets() -> None:
    """As the public implementation sorts them."""
    assert [t5_bucket(offset) for offset in OFFSETS] == BOTH
    assert [t5_bucket(offset, both=False) for offset in OFFSETS] == CAUSAL


@given(st.integers(1, 600), st.sampled_from([8, 16, 32, 64]), st.sampled_from([64, 128, 256]), st.booleans())
def test_buckets_never_fall_with_the_distance(distance: int, buckets: int, furthest: int, both: bool) -> None:
    """And stay within those there are; the two sides have none in common."""
    near, far = (t5_bucket(-each, buckets, furthest, both=both) for each in (distance, distance + 1))
    assert 0 <= near <= far < buckets
    if both:
        assert t5_bucket(distance, buckets, furthest) == near + buckets // 2


@pytest.mark.parametrize("arguments", [(0.5, 32, 128), (1, 3, 128), (1, 32, 8), (1, 5.5, 128)])
def test_impossible_buckets_are_refused(arguments: tuple[float, float, float]) -> None:
    """Never a division by zero."""
    with pytest.raises(ParameterError):
        t5_bucket(*arguments)
