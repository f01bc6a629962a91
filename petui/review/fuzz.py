"""Fuzz: cards that were learnt together do not stay together for ever.

The same card after the same number of reviews always gets the same fuzz, so that replaying a log changes no due day.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from math import floor, inf

# Of the days between two bounds, this part is added to the width.
_PARTS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, inf, 0.05))
_SHORTEST = 2.5
_LEAST = 2
_BITS = 53


@lru_cache(maxsize=4096)
def fuzz_range(days: int, most: int) -> tuple[int, int]:
    """The shortest and the longest interval, in days, that an interval may become; at most `most`.

    Half the width is 1 + 0.15·(days from 2.5 to 7) + 0.1·(days from 7 to 20) + 0.05·(days beyond 20); below 2.5 days
    there is no fuzz.
    """
    if days < _SHORTEST:
        return days, days
    half = 1.0 + sum(part * max(min(days, end) - start, 0.0) for start, end, part in _PARTS)
    high = min(_rounded(days + half), most)
    return min(max(_rounded(days - half), _LEAST), high), high


def fuzzed(days: int, most: int, card: str, reviews: int) -> int:
    """An interval from the range, in days: floor(low + u·(high - low + 1)), u drawn for (card, reviews).

    For one draw it rises with `days`, so that a better rating never gives a shorter interval.
    """
    low, high = fuzz_range(days, most)
    return low if low == high else floor(low + _draw(card, reviews) * (high - low + 1))


def _draw(card: str, reviews: int) -> float:
    """A number in [0, 1), the same on every machine and in every version of Python."""
    digest = blake2b(f"{reviews}/{card}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return (int.from_bytes(digest) >> (64 - _BITS)) / (1 << _BITS)


def _rounded(number: float) -> int:
    return floor(number + 0.5)
