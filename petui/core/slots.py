"""How the waves of frequency pairs get into the slots of a row: what a writer of tables copies where.

Waves come interleaved: place 2k holds the sine and place 2k + 1 the cosine of the k-th pair of a group.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.sweep import Columns
from petui.records import dataclass

Index: TypeAlias = slice | NDArray[np.intp]

# Columns of wider tables are not worth the memory that keeps them.
_WIDEST_KEPT = 1 << 15
# A layout of more runs than this is copied slot by slot.
_MOST_RUNS = 16


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Some pairs, and the slots that hold their waves.

    Attributes:
        pairs: Which pairs, in rising order.
        count: How many.
        moves: Slots, and the places that they are copied from.
        straight: Slots that hold every place in order, where there are such and no others.
    """

    pairs: Index
    count: int
    moves: tuple[tuple[Index, Index], ...]
    straight: slice | None


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """The slots of a row.

    Attributes:
        groups: The pairs and where their waves go.
        blank: Slots that are always 0.
    """

    groups: tuple[Group, ...]
    blank: NDArray[np.intp]


def slots_of(columns: Columns, most: int) -> Slots:
    """What is to be copied where, in groups of at most so many pairs; kept for the columns last used."""
    pair, cosine = np.asarray(columns.pair, dtype=np.int64), np.asarray(columns.cosine, dtype=bool)
    found = _slots_of if len(pair) <= _WIDEST_KEPT else _slots_of.__wrapped__
    return found(pair.tobytes(), cosine.tobytes(), most)


@lru_cache(maxsize=32)
def _slots_of(pair_bytes: bytes, cosine_bytes: bytes, most: int) -> Slots:
    pair, cosine = np.frombuffer(pair_bytes, dtype=np.int64), np.frombuffer(cosine_bytes, dtype=bool)
    order = 2 * pair + cosine
    if len(pair) and pair[0] >= 0 and bool((order[1:] - order[:-1] == 1).all()):
        return Slots(tuple(_interleaved(int(order[0]), int(order[-1]) + 1, most)), np.empty(0, dtype=np.intp))
    held = np.flatnonzero(pair >= 0)
    used, number = np.unique(pair[held], return_inverse=True)
    place = 2 * number + cosine[held]
    groups = []
    for first in range(0, len(used), most):
        last = min(first + most, len(used))
        inside = (place >= 2 * first) & (place < 2 * last)
        groups.append(_group(used[first:last], held[inside], place[inside] - 2 * first))
    return Slots(tuple(groups), np.flatnonzero(pair < 0))


def _interleaved(begin: int, end: int, most: int) -> Iterator[Group]:
    """The groups of what is mostly asked for: sines and cosines in turn, from one place up to another."""
    for first in range(begin // 2, (end + 1) // 2, most):
        last = min(first + most, (end + 1) // 2)
        one, two = max(begin, 2 * first), min(end, 2 * last)
        slots, places = slice(one - begin, two - begin, 1), slice(one - 2 * first, two - 2 * first, 1)
        whole = two - one == 2 * (last - first)
        yield Group(slice(first, last, 1), last - first, ((slots, places),), slots if whole else None)


def _group(pairs: NDArray[np.int64], slots: NDArray[np.intp], places: NDArray[np.int64]) -> Group:
    count = len(pairs)
    moves = _runs(slots, places)
    only = moves[0] if len(moves) == 1 else (None, None)
    whole: slice | None = None
    if isinstance(only[0], slice) and isinstance(only[1], slice) and only[0].step == 1:
        whole = only[0] if only[1] == slice(0, 2 * count, 1) else None
    return Group(_index(pairs), count, moves, whole)


def _runs(slots: NDArray[np.intp], places: NDArray[np.int64]) -> tuple[tuple[Index, Index], ...]:
    """Copies by strides where the layout is regular, else one copy slot by slot."""
    steps = np.stack([np.diff(slots), np.diff(places)], axis=1)
    turns = np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1
    runs = []
    first = 0
    while first < len(slots):
        later = turns[np.searchsorted(turns, first, side="right") :]
        last = int(later[0]) if later.size else len(slots) - 1
        runs.append((_index(slots[first : last + 1]), _index(places[first : last + 1])))
        first = last + 1
        if len(runs) > _MOST_RUNS:
            return ((slots, places),)
    return tuple(runs)


def _index(numbers: NDArray[np.int64] | NDArray[np.intp]) -> Index:
    """A slice where the numbers are evenly spaced and rise, else themselves."""
    if len(numbers) == 0:
        return slice(0, 0, 1)
    first, step = int(numbers[0]), int(numbers[1] - numbers[0]) if len(numbers) > 1 else 1
    even = step > 0 and int(numbers[-1]) == first + step * (len(numbers) - 1) and bool((np.diff(numbers) == step).all())
    return slice(first, first + step * (len(numbers) - 1) + 1, step) if even else numbers.astype(np.intp)
