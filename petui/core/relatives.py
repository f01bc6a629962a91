r"""Encodings that act on the distance between two positions: rotary, ALiBi, and the buckets of T5.

Rotary embedding (Su et al. 2021) turns each pair of a query and a key by pos·\omega_i, so that their product depends
on the distance alone. ALiBi (Press et al. 2022) and T5 (Raffel et al. 2020) add a bias per distance to the score.
"""

from __future__ import annotations

from math import floor, log, log2

from petui.core.bounds import whole_within
from petui.core.errors import ParameterError

_MOST_HEADS = 4096


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


def alibi_bias(head: float, heads: float, query: float, key: float) -> float:
    """What ALiBi adds to the score of a query and a key: minus the slope times their distance in positions."""
    return -alibi_slope(head, heads) * abs(query - key)


def t5_bucket(offset: float, buckets: float = 32, furthest: float = 128, *, both: bool = True) -> int:
    """The bucket of T5 that an offset falls into; all offsets of one bucket share one learned bias.

    Near offsets have a bucket each, farther ones share buckets that widen with the logarithm of the distance, and from
    `furthest` on all share the last.

    Args:
        offset: Key's position minus query's, in positions.
        buckets: How many buckets there are.
        furthest: The distance from which on nothing is told apart.
        both: Half the buckets are for keys behind the query (an encoder); else those all fall into bucket 0.

    Raises:
        ParameterError: If a number is not whole, or there are too few buckets.
    """
    if offset != int(offset) or buckets != int(buckets) or buckets < (4 if both else 2):
        raise ParameterError(f"t5_bucket({offset:g}, {buckets:g}, {furthest:g}) needs whole numbers, and 4 buckets")
    count = int(buckets) // 2 if both else int(buckets)
    start = count if both and offset > 0 else 0
    distance = abs(int(offset)) if both else max(0, -int(offset))
    exact = count // 2
    if furthest <= exact:
        raise ParameterError(f"the furthest distance {furthest:g} is not beyond the {exact} exact ones")
    if distance < exact:
        return start + distance
    wide = exact + floor(log(distance / exact) / log(furthest / exact) * (count - exact))
    return start + min(wide, count - 1)
