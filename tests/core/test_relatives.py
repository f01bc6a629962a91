"""ALiBi and T5 against what their public implementations give, and by their laws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui import core
from petui.core.errors import ParameterError
from petui.core.relatives import (
    alibi_bias,
    alibi_biases,
    alibi_slope,
    alibi_slopes,
    t5_bucket,
    t5_bucket_table,
    t5_buckets,
)

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors_biases.json").read_text(encoding="utf-8"))
BUCKETS = VECTORS["buckets"]

rows_of_positions = st.lists(st.integers(0, 5000), min_size=1, max_size=6)
sizes = st.tuples(st.sampled_from([8, 16, 32, 64]), st.sampled_from([64, 128, 256, 100.5]))


@pytest.mark.parametrize("vector", VECTORS["slopes"], ids=lambda vector: f"{vector['heads']} heads")
def test_alibi_slopes(vector: dict[str, Any]) -> None:
    """As the reference has them, for powers of two and between, where one geometric row is a known slip."""
    heads = vector["heads"]
    np.testing.assert_allclose(alibi_slopes(heads), vector["slopes"], rtol=1e-7)
    assert [alibi_slope(head, heads) for head in range(heads)] == alibi_slopes(heads).tolist()
    assert np.allclose(alibi_slopes(heads), vector["naive"]) == (heads in (4, 8))


def test_a_slope_off_by_one_is_another() -> None:
    """Heads counted from 0 in the exponent would make the first slope 1."""
    known = VECTORS["slope_off_by_one"]
    assert alibi_slopes(known["heads"])[0] == known["right"] != known["wrong"]


@given(st.integers(1, 300))
def test_slopes_lie_between_none_and_all_of_the_distance(heads: int) -> None:
    """Each head its own, the last of the first power of two 2^-8."""
    slopes = alibi_slopes(heads)
    assert slopes.shape == (heads,)
    assert len(set(slopes.tolist())) == heads
    assert ((slopes > 0) & (slopes < 1)).all()
    assert slopes[2 ** (heads.bit_length() - 1) - 1] == 2.0**-8


@given(st.integers(1, 12), rows_of_positions, rows_of_positions)
def test_biases_of_all_heads(heads: int, queries: list[int], keys: list[int]) -> None:
    """Every cell is the single bias; none is -0; moving queries and keys together changes nothing."""
    biases = alibi_biases(heads, queries, keys)
    singly = [[[alibi_bias(head, heads, q, k) for k in keys] for q in queries] for head in range(heads)]
    assert biases.tolist() == singly
    assert not np.signbit(biases[biases == 0]).any()
    moved = alibi_biases(heads, [each + 7 for each in queries], [each + 7 for each in keys])
    np.testing.assert_array_equal(biases, moved)
    np.testing.assert_array_equal(alibi_biases(heads, queries), alibi_biases(heads, queries, queries))


def test_a_bias_counts_positions() -> None:
    """Four positions apart, either way."""
    assert alibi_bias(0, 4, 7, 3) == alibi_bias(0, 4, 3, 7) == -1.0
    assert alibi_biases(4, [0, 1, 2])[0].tolist() == [[0, -0.25, -0.5], [-0.25, 0, -0.25], [-0.5, -0.25, 0]]


@pytest.mark.parametrize(("head", "heads"), [(-1, 4), (4, 4), (0.5, 4), (0, 0), (0, 2.5)])
def test_there_is_no_such_head(head: float, heads: float) -> None:
    """Refused with its name."""
    with pytest.raises(ParameterError, match="head"):
        alibi_slope(head, heads)


@pytest.mark.parametrize(
    ("heads", "queries", "said"),
    [
        (0, [1], "heads is 0"),
        (5000, [1], "heads is 5000"),
        (4, ["a"], "queries: positions are numbers"),
        (4, [float("nan")], "not finite"),
        (4, [[1, 2]], "one row"),
        (4096, range(1000), "2\\^28"),
    ],
)
def test_impossible_biases_are_refused(heads: Any, queries: Any, said: str) -> None:
    """Never a traceback, nor all of the memory."""
    with pytest.raises(ParameterError, match=said):
        alibi_biases(heads, queries)


def test_t5_buckets() -> None:
    """As the public implementation sorts them, one by one and all at once."""
    for both, name in ((True, "both"), (False, "causal")):
        wanted = BUCKETS[name]
        assert t5_buckets(BUCKETS["offsets"], BUCKETS["buckets"], BUCKETS["furthest"], both=both).tolist() == wanted
        assert [t5_bucket(offset, both=both) for offset in BUCKETS["offsets"]] == wanted


@given(st.integers(-1000, 1000), sizes, st.booleans())
def test_a_bucket_is_that_of_the_formula(offset: int, size: tuple[int, float], both: bool) -> None:
    """By logarithms of fifty digits, where those of float64 may fall to the wrong side of a whole number."""
    buckets, furthest = size
    side = buckets // 2 if both else buckets
    start = side if both and offset > 0 else 0
    distance = abs(offset) if both else max(0, -offset)
    exact = side // 2
    wanted = distance
    if distance >= exact:
        with mpmath.workdps(50):
            share = mpmath.log(mpmath.mpf(distance) / exact) / mpmath.log(mpmath.mpf(furthest) / exact)
            # A whole number comes out a hair below or above itself.
            wanted = min(exact + int(mpmath.floor(share * (side - exact) + mpmath.mpf(10) ** -40)), side - 1)
    assert t5_bucket(offset, buckets, furthest, both=both) == start + wanted


@given(st.integers(1, 600), sizes, st.booleans())
def test_buckets_never_fall_with_the_distance(distance: int, size: tuple[int, float], both: bool) -> None:
    """And stay within those there are; the two sides have none in common."""
    near, far = (t5_bucket(-each, *size, both=both) for each in (distance, distance + 1))
    assert 0 <= near <= far < size[0]
    if both:
        assert t5_bucket(distance, *size) == near + size[0] // 2


@given(rows_of_positions, rows_of_positions, st.booleans())
def test_a_table_of_buckets(queries: list[int], keys: list[int], both: bool) -> None:
    """The key's position minus the query's, sorted."""
    table = t5_bucket_table(queries, keys, both=both)
    assert table.tolist() == [[t5_bucket(k - q, both=both) for k in keys] for q in queries]
    np.testing.assert_array_equal(t5_bucket_table(queries), t5_bucket_table(queries, queries))


@pytest.mark.parametrize(
    "arguments",
    [
        (0.5, 32, 128),
        (1, 3, 128),
        (1, 32, 8),
        (1, 5.5, 128),
        (1, 1e9, 128),
        (1, 32, float("nan")),
        (1, 32, float("inf")),
        (float("inf"), 32, 128),
        ("a", 32, 128),
    ],
)
def test_impossible_buckets_are_refused(arguments: tuple[Any, Any, Any]) -> None:
    """Never a division by zero."""
    with pytest.raises(ParameterError):
        t5_bucket(*arguments)


def test_some_are_offered_at_the_top() -> None:
    """`from petui.core import alibi_slopes, t5_bucket` are these."""
    assert core.alibi_slopes is alibi_slopes
    assert core.t5_bucket is t5_bucket


def test_a_table_of_few_buckets_and_a_near_end() -> None:
    table = t5_bucket_table([0], list(range(30)), 8, 20)
    assert table[0].tolist() == [t5_bucket(offset, 8, 20) for offset in range(30)]
    assert table.max() == 7
