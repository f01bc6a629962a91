r"""Sines and cosines of positions·\omega from the exact phase, as complex numbers sin + i·cos."""

from __future__ import annotations

from functools import lru_cache
from math import pi
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.phase import Floats, Words, quarter_and_rest, sines_and_cosines
from petui.core.slots import Group
from petui.core.sweep import Sweep
from petui.records import dataclass

Points: TypeAlias = NDArray[np.complex128]

# Cells computed at once: what they need on the way stays in the processor's cache.
_CELLS = 1 << 12
# Slower frequencies have too few bits left in 128 of a turn; no position takes them out of the first quarter turn.
_SLOWEST = 2.0**-70
# What sin + i·cos is multiplied by where its angle grows by so many quarter turns.
_QUARTERS = np.array([1, -1j, -1, 1j])


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

    def at(self, pairs: NDArray[np.intp]) -> Waves:
        """The frequencies of these pairs, one for each position of `sines_and_cosines_of`."""
        slow = None if self.slow is None else self.slow[pairs]
        return Waves(self.omega[pairs], self.high[pairs], self.low[pairs], slow, self.rapid)


@lru_cache(maxsize=64)
def waves_of(sweep: Sweep, group: Group) -> Waves:
    """The frequencies of a group of pairs; kept for those last used."""
    high, low = sweep.words
    omega = _omega_of(sweep)[group.pairs]
    slow = np.abs(omega) < _SLOWEST
    rapid = bool((np.abs(omega) > 1).any())
    return Waves(omega, high[group.pairs], low[group.pairs], slow if slow.any() else None, rapid)


@lru_cache(maxsize=64)
def _omega_of(sweep: Sweep) -> Floats:
    return sweep.omega


def points_of(positions: Floats, waves: Waves) -> Points:
    r"""Z = sin + i·cos of positions·\omega, shape (positions, pairs).

    Each part is within a few 1e-16 of the truth, and a small one within a few units of its last place.
    """
    return _quartered(positions, waves, _QUARTERS, backward="real")


def turns_of(positions: Floats, waves: Waves) -> Points:
    r"""The turn cos - i·sin of positions·\omega, which takes Z of another position to that of their sum; as exact."""
    return _quartered(positions, waves, np.roll(_QUARTERS, -1), backward="imag")


def _quartered(positions: Floats, waves: Waves, quarters: Points, backward: Literal["real", "imag"]) -> Points:
    """What is left of each phase as sin + i·cos, times the number of its quarter; `backward` holds the sine."""
    points = np.empty((len(positions), len(waves.omega)), dtype=np.complex128)
    rows = max(1, _CELLS // max(1, len(waves.omega)))
    for first in range(0, len(positions), rows):
        block = points[first : first + rows]
        quarter, rest = _phases(np.abs(positions[first : first + rows, None]), waves)
        np.sin(rest, out=block.real)
        np.cos(rest, out=block.imag)
        # Its parts are 0 and ±1, so that the product is exact.
        block *= quarters.take(quarter.view(np.int64))
    behind = positions < 0
    if behind.any():
        sines = getattr(points, backward)
        np.negative(sines, out=sines, where=behind[:, None])
    return points


def sines_and_cosines_of(positions: Floats, waves: Waves) -> tuple[Floats, Floats]:
    """Sine and cosine of positions times frequencies, one position for each frequency."""
    sines, cosines = sines_and_cosines(*_phases(np.abs(positions), waves))
    return np.where(positions < 0, -sines, sines), cosines


def _phases(size: Floats, waves: Waves) -> tuple[Words, Floats]:
    """Quarter turns and rests of positive positions times frequencies, broadcast against each other."""
    count = size.astype(np.uint64)
    quarter, rest = quarter_and_rest(count, waves.high, waves.low)
    fraction: Floats = size - count
    if fraction.any():
        rest += _fraction_angle(fraction, waves) if waves.rapid else fraction * waves.omega
    if waves.slow is not None:
        np.copyto(rest, size * waves.omega, where=waves.slow)
    return quarter, rest


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
