r"""Sines and cosines of positions·\omega from the exact phase, as complex numbers sin + i·cos."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.phase import Floats, Words, quarter_and_rest, sines_and_cosines
from petui.core.slots import Index
from petui.core.sweep import Sweep

Points: TypeAlias = NDArray[np.complex128]

# Cells computed at once: what they need on the way stays in the processor's cache.
_CELLS = 1 << 13
# Slower frequencies have too few bits left in 128 of a turn; no position takes them out of the first quarter turn.
_SLOWEST = 2.0**-70


@dataclass(frozen=True, slots=True, eq=False)
class Waves:
    r"""Some frequencies of a sweep.

    Attributes:
        omega: \omega, radians per position, shape (pairs,).
        high: High words of \omega/2\pi.
        low: Low words of \omega/2\pi.
        slow: Where the words have too few bits; None where none is so slow.
        rapid: Whether any turns by more than a radian per position.
    """

    omega: Floats
    high: Words
    low: Words
    slow: NDArray[np.bool_] | None
    rapid: bool

    @classmethod
    def of(cls, sweep: Sweep, pairs: Index) -> Waves:
        """The frequencies of some pairs of a sweep."""
        high, low = sweep.words
        omega = sweep.omega[pairs]
        slow = np.abs(omega) < _SLOWEST
        return cls(omega, high[pairs], low[pairs], slow if slow.any() else None, bool((np.abs(omega) > 1).any()))

    def at(self, pairs: NDArray[np.intp]) -> Waves:
        """The frequencies of these pairs, one for each position of `sines_and_cosines_of`."""
        slow = None if self.slow is None else self.slow[pairs]
        return Waves(self.omega[pairs], self.high[pairs], self.low[pairs], slow, self.rapid)


def points_of(positions: Floats, waves: Waves) -> Points:
    """Shape (positions, pairs); within a few 1e-16, and small parts within a few units of their last place."""
    points = np.empty((len(positions), len(waves.omega)), dtype=np.complex128)
    rows = max(1, _CELLS // max(1, len(waves.omega)))
    for first in range(0, len(positions), rows):
        block = slice(first, first + rows)
        points.real[block], points.imag[block] = sines_and_cosines_of(positions[block, None], waves)
    return points


def sines_and_cosines_of(positions: Floats, waves: Waves) -> tuple[Floats, Floats]:
    """Sine and cosine of positions times frequencies, broadcast against each other."""
    size = np.abs(positions)
    count = size.astype(np.uint64)
    quarter, rest = quarter_and_rest(count, waves.high, waves.low)
    fraction: Floats = size - count
    if fraction.any():
        rest += _fraction_angle(fraction, waves) if waves.rapid else fraction * waves.omega
    if waves.slow is not None:
        np.copyto(rest, size * waves.omega, where=waves.slow)
    sines, cosines = sines_and_cosines(quarter, rest)
    if (positions < 0).any():
        np.negative(sines, out=sines, where=positions < 0)
    return sines, cosines


def _fraction_angle(fraction: Floats, waves: Waves) -> Floats:
    r"""fraction·\omega less whole turns, in radians: exact phases where it is no small angle."""
    small = fraction * waves.omega
    whole_turns = np.rint(waves.omega / (2 * pi) - waves.high * 2.0**-64).astype(np.uint64)
    # Products of 32-bit halves keep the upper 64 bits of fraction·high, up to a few units.
    part = (fraction * 2.0**64).astype(np.uint64)
    upper, lower = part >> np.uint64(32), part & np.uint64(0xFFFFFFFF)
    high, rest = waves.high >> np.uint64(32), waves.high & np.uint64(0xFFFFFFFF)
    turns = part * whole_turns + upper * high + ((upper * rest) >> np.uint64(32)) + ((lower * high) >> np.uint64(32))
    return np.where(np.abs(small) < 0.5, small, turns.view(np.int64) * (2 * pi * 2.0**-64))
