"""Biases on an attention score by the distance of query and key: ALiBi's slopes and T5's buckets.

ALiBi (Press et al. 2022, arXiv:2108.12409) takes a slope times the distance from the score. T5 (Raffel et al. 2020)
sorts the offsets into buckets and adds one learned number per bucket. Rotary embedding, which turns the queries and
keys themselves, is in `rotary`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, log2

import numpy as np
from numpy.typing import ArrayLike, NDArray

from petui.core.bounds import whole_within
from petui.core.errors import ParameterError
from petui.core.parameters import Positions, checked_positions
from petui.core.phase import Floats

_MOST_HEADS = 4096
_MOST_BUCKETS = 4096
_MOST_CELLS = 1 << 28
# Beyond this the whole powers that place the buckets' ends grow without use.
_FURTHEST = 1 << 32


def alibi_slope(head: float, heads: float) -> float:
    """How steeply a head's bias falls with the distance, per position.

    2^(-8(head+1)/heads) where the number of heads is a power of two; otherwise those of the next smaller power, then
    every second one of the next larger power, as the published implementation has it.

    Args:
        head: From 0.
        heads: How many heads there are.

    Raises:
        ParameterError: If there is no such head, or more than 4096.
    """
    count = whole_within("heads", heads, 1, _MOST_HEADS)
    head = whole_within("head", head, 0, count - 1)
    whole = 1 << floor(log2(count))
    if head < whole:
        return float(2.0 ** (-8 * (head + 1) / whole))
    return float(2.0 ** (-8 * (2 * (head - whole) + 1) / (2 * whole)))


def alibi_slopes(heads: int) -> Floats:
    """The slopes of all heads, see `alibi_slope`: shape (heads,), float64, per position.

    Raises:
        ParameterError: If there are no heads, or more than 4096.
    """
    count = whole_within("heads", heads, 1, _MOST_HEADS)
    return np.array([alibi_slope(head, count) for head in range(count)])


def alibi_bias(head: float, heads: float, query: float, key: float) -> float:
    """What ALiBi adds to the score of a query and a key: minus the slope times their distance in positions."""
    # 0 - 0 is 0, where -0 would be shown with its sign.
    return 0.0 - alibi_slope(head, heads) * abs(query - key)


def alibi_biases(heads: int, queries: Positions, keys: Positions | None = None) -> Floats:
    """What ALiBi adds to every score of every head: -slope·|query - key|.

    Keys after the query are not masked. Libraries that add slope·key instead differ by one number per query, which
    the softmax over keys before it takes out.

    Args:
        heads: How many heads there are.
        queries: Positions of the queries, shape (queries,).
        keys: Positions of the keys, shape (keys,); those of the queries by default.

    Returns:
        Shape (heads, queries, keys), float64.

    Raises:
        ParameterError: If there are no heads or too many, or a position is not finite.
    """
    slopes = alibi_slopes(heads)
    distances = np.abs(_offsets(queries, queries if keys is None else keys, len(slopes)))
    return 0.0 - slopes[:, None, None] * distances


def _offsets(queries: Positions, keys: Positions, heads: int = 1) -> Floats:
    """The keys' positions minus the queries', shape (queries, keys); so many heads of it have to fit."""
    rows = np.atleast_1d(checked_positions(queries, where="queries"))
    columns = np.atleast_1d(checked_positions(keys, where="keys"))
    if rows.ndim > 1 or columns.ndim > 1:
        raise ParameterError("the positions of queries and keys are one row of numbers each", where="queries, keys")
    if heads * rows.size * columns.size > _MOST_CELLS:
        raise ParameterError(
            f"{heads} tables of {rows.size} queries and {columns.size} keys are beyond 2^28 numbers",
            where="queries, keys",
            mend="give fewer positions at once",
        )
    return columns[None, :] - rows[:, None]


def t5_bucket(offset: float, buckets: float = 32, furthest: float = 128, *, both: bool = True) -> int:
    """The bucket of T5 that an offset falls into; all offsets of one bucket share one learned bias.

    Near offsets have a bucket each, farther ones share buckets that widen with the logarithm of the distance, and from
    `furthest` on all share the last. With n buckets for a side, e = n/2 exact ones and a distance from e on, the bucket
    is e + floor((n - e)·log(distance/e) / log(furthest/e)); its ends are found in whole numbers, not by logarithms.

    Args:
        offset: Key's position minus query's, in positions.
        buckets: How many buckets there are.
        furthest: The distance from which on nothing is told apart.
        both: Half the buckets are for keys behind the query (an encoder); else those all fall into bucket 0.

    Raises:
        ParameterError: If a number is not whole, or there are too few buckets.
    """
    return int(t5_buckets(offset, buckets, furthest, both=both))


def t5_buckets(
    offsets: ArrayLike, buckets: float = 32, furthest: float = 128, *, both: bool = True
) -> NDArray[np.int64]:
    """The bucket of every offset, see `t5_bucket`: an array of any shape gives one of the same shape.

    Raises:
        ParameterError: If a number is not whole, or there are too few buckets.
    """
    whole = checked_positions(offsets, where="offsets")
    if (whole != np.floor(whole)).any():
        raise ParameterError("an offset of T5 is not a whole number", where="offsets")
    count = whole_within("buckets", buckets, 4 if both else 2, _MOST_BUCKETS)
    side = count // 2 if both else count
    if not side // 2 < furthest <= _FURTHEST:
        raise ParameterError(
            f"the furthest distance {furthest:g} is not beyond the {side // 2} exact ones, or beyond 2^32",
            where="furthest",
        )
    distances = np.abs(whole) if both else np.maximum(0, -whole)
    found = np.searchsorted(_starts(side, float(furthest)), distances, side="right") - 1
    return np.asarray(found + side * (whole > 0) if both else found, dtype=np.int64)


def t5_bucket_table(
    queries: Positions, keys: Positions | None = None, buckets: float = 32, furthest: float = 128, *, both: bool = True
) -> NDArray[np.int64]:
    """The bucket of every query and key, shape (queries, keys); a head's bias is its learned numbers at these.

    Args:
        queries: Positions of the queries, shape (queries,).
        keys: Positions of the keys, shape (keys,); those of the queries by default.
        buckets: How many buckets there are.
        furthest: The distance from which on nothing is told apart.
        both: Half the buckets are for keys behind the query; else those all fall into bucket 0.

    Raises:
        ParameterError: If a number is not whole, or there are too few buckets.
    """
    return t5_buckets(_offsets(queries, queries if keys is None else keys), buckets, furthest, both=both)


@lru_cache(maxsize=32)
def _starts(side: int, furthest: float) -> Floats:
    """The least distance of each bucket of one side, shape (side,): 0 … exact, then ever wider."""
    exact = side // 2
    shared = side - exact
    ratio = Fraction(furthest) / exact
    starts = [*range(exact), *(_first_beyond(exact, ratio**step, shared) for step in range(shared))]
    return np.array(starts, dtype=np.float64)


def _first_beyond(exact: int, power: Fraction, root: int) -> int:
    """The least whole distance with (distance/exact)^root ≥ power."""
    distance: int = ceil(exact * 2.0 ** (_log2(power) / root)) + 1
    while distance > exact and Fraction(distance - 1, exact) ** root >= power:
        distance -= 1
    return distance


def _log2(number: Fraction) -> float:
    """log2 of a fraction whose whole numbers may be beyond float64."""
    return log2(number.numerator) - log2(number.denominator)
