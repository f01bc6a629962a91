"""Which positions a table can be made of by products: whole ones, as coarse and fine steps."""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from petui.core.parameters import MAX_POSITION
from petui.core.phase import Floats
from petui.records import dataclass

# Fewer cells than this, or rows, are sooner computed by themselves.
_LEAST_CELLS = 8 << 10
_LEAST_ROWS = 24


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Positions as sums coarse + fine, all of them whole.

    Attributes:
        rows: How many positions.
        coarse: The coarse steps.
        fine: The fine steps.
        picked: The number of the coarse and of the fine step of each position; None where each coarse step takes every
            fine one in order, the last as many as are left.
    """

    rows: int
    coarse: Floats
    fine: Floats
    picked: tuple[NDArray[np.intp], NDArray[np.intp]] | None


def steps_of(positions: Floats, pairs: int) -> Steps | None:
    """The steps of some positions; None where there is no gain in products."""
    rows = len(positions)
    if rows < _LEAST_ROWS or rows * pairs < _LEAST_CELLS or (positions != np.floor(positions)).any():
        return None
    stride = positions[1] - positions[0]
    if stride and (positions[1:] - positions[:-1] == stride).all():
        fine = 1 << (isqrt(rows).bit_length() - 1)
        return Steps(rows, positions[::fine].copy(), np.arange(fine) * stride, None)
    return _picked(positions)


def _picked(positions: Floats) -> Steps | None:
    """Positions in any order, where they share enough of their steps."""
    rows = len(positions)
    least = positions.min()
    span = positions.max() - least
    if span >= MAX_POSITION:
        return None
    fine = 1 << (int(min(span**0.5, rows / 8)).bit_length())
    number = np.floor((positions - least) / fine)
    used, one = np.unique(number, return_inverse=True)
    if 2 * (len(used) + fine) > rows:
        return None
    rest = (positions - least - number * fine).astype(np.intp)
    return Steps(rows, used * fine + least, np.arange(fine, dtype=np.float64), (one.astype(np.intp), rest))
