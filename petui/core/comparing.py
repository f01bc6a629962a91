r"""Tables held against exact values: what may differ in a number format, where they differ first, and how many cells.

Rows are read in blocks, so that a table may be far larger than memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil, log2
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.diagnosis import Declared
from petui.core.diagnosis import Rows as Rows
from petui.core.phase import Floats
from petui.core.precision import brains
from petui.core.sweep import Columns

Bools: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.int64]

# Cells of one block: 4 MB of float64.
_BLOCK_CELLS = 1 << 19
# A flat tolerance beyond this says nothing of a sine; then each cell's own angle decides.
_WIDEST_FLAT = 0.02
# What legitimate arithmetic does to an angle, relative to the position; rounding of a value up to 1 comes on top.
_PHASE = {"float64": 4e-16, "float32": 2e-7, "float16": 2e-7, "bfloat16": 2e-7}
_ROUNDING = {"float64": 5e-16, "float32": 6e-8, "float16": 2.5e-4, "bfloat16": 2e-3}
_LEAST_POSITION = 10.0
# Of figures with so many times as much between a format's numbers as between their own, so many tell the format.
_ROOM = 3.0
_LEAST_PRINTED = 20


@dataclass(frozen=True, slots=True)
class Precision:
    """How far from exact values a table may be.

    Attributes:
        name: The number format.
        rounding: Half a unit in the last place of values up to 1, and half a unit of the last printed decimal.
        phase: Error of an angle for each position, at one radian per position.
        rtol: Relative tolerance that the owner asks for instead.
        atol: Absolute tolerance likewise.
    """

    name: str
    rounding: float
    phase: float
    rtol: float | None = None
    atol: float | None = None

    def allowed(self, positions: Floats, waves: Waves, expected: Floats) -> Floats:
        """What each cell may be off, shape (rows, 1) or (rows, slots)."""
        if self.rtol is not None or self.atol is not None:
            return np.asarray((self.atol or 0.0) + (self.rtol or 0.0) * np.abs(expected))
        size = abs(waves.scale)
        top = 2.0 ** ceil(log2(size)) if size > 0 else 1.0
        reach = np.maximum(np.abs(positions) * waves.fastest, _LEAST_POSITION)[:, None]
        flat: Floats = self.phase * reach * size
        if flat.size and flat.max() > _WIDEST_FLAT * size:
            turned = np.abs(positions)[:, None] * waves.phase_weights[None, :]
            own = self.phase * size * np.maximum(turned, _LEAST_POSITION)
            flat = np.minimum(flat, np.maximum(own, _WIDEST_FLAT * size))
        return self.rounding * top + flat


def precision_of(name: str, declared: Declared) -> Precision:
    """The precision that a number format promises; figures from text promise no more than single precision."""
    phase = _PHASE[name]
    if declared.resolution > 1e-12:
        phase = max(phase, _PHASE["float32"])
    return Precision(name, _ROUNDING[name] + declared.resolution, phase, declared.rtol, declared.atol)


def held_format(values: Floats, stored: str) -> str:
    """The narrowest number format that holds every value: that of the array, unless it was widened."""
    telling = values[np.isfinite(values) & (values != 0) & (np.abs(values) != 1)]
    if telling.size < 4:
        return stored
    for name, rounded in (("bfloat16", _brain), ("float16", _half), ("float32", _single)):
        if _ROUNDING[name] > _ROUNDING[stored] and np.array_equal(rounded(telling), telling):
            return name
    return stored


def printed_format(values: Floats, resolution: float, stored: str) -> str:
    """The narrow number format whose every number these figures may be, where others would not be so by chance."""
    telling = values[np.isfinite(values) & (np.abs(values) > 2 * resolution) & (np.abs(values) < 1)]
    for name, rounded in (("bfloat16", _brain), ("float16", _half)):
        # Half a step of the format at each value; between its numbers there must be room for other figures.
        steps = _ROUNDING[name] * 2.0 ** np.ceil(np.log2(np.abs(telling)))
        wide = telling[steps > _ROOM * resolution]
        if wide.size >= _LEAST_PRINTED and (np.abs(rounded(wide) - wide) <= resolution * (1 + 1e-6)).all():
            return name
    return stored


def _brain(values: Floats) -> Floats:
    return brains(values)


def _half(values: Floats) -> Floats:
    with np.errstate(over="ignore", under="ignore"):
        return values.astype(np.float16).astype(np.float64)


def _single(values: Floats) -> Floats:
    with np.errstate(over="ignore", under="ignore"):
        return values.astype(np.float32).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Waves:
    r"""What stands in each slot: scale · sin or cos of p·\omega, or 0.

    Attributes:
        omega: Radians per position, shape (slots,).
        cosine: Whether a slot holds a cosine, shape (slots,).
        empty: Whether a slot is always 0, shape (slots,).
        scale: What every value is multiplied by.
        power: Exponents of (p/base) that stand for the angle instead of p·\omega, shape (slots,); mostly None.
        base: The base of `power`.
        silent: The position whose row is all zeros; None where there is none.
    """

    omega: Floats
    cosine: Bools
    empty: Bools
    scale: float = 1.0
    power: Floats | None = None
    base: float = 1.0
    silent: int | None = None

    @property
    def fastest(self) -> float:
        """The highest frequency, at least 1."""
        return max(1.0, float(np.abs(self.omega).max(initial=0.0)))

    @property
    def phase_weights(self) -> Floats:
        """By how much an angle's error grows with the position; slow frequencies are powers, and less exact."""
        size = np.abs(self.omega)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.where(size > 0, size * (1 + 0.6 * np.abs(np.log(size))), 0.0))

    def scaled(self, scale: float) -> Waves:
        """The same waves of another height."""
        return replace(self, scale=scale)

    def values(self, positions: Floats) -> Floats:
        """The rows at positions, shape (positions, slots)."""
        out = np.zeros((len(positions), len(self.omega)))
        for function, slots in ((np.sin, ~self.cosine & ~self.empty), (np.cos, self.cosine & ~self.empty)):
            if slots.any():
                out[:, slots] = function(self._angles(positions, slots))
        if self.scale != 1:
            out *= self.scale
        if self.silent is not None:
            out[positions == self.silent] = 0.0
        return out

    def _angles(self, positions: Floats, slots: Bools) -> Floats:
        if self.power is None:
            return np.asarray(np.multiply.outer(positions, self.omega[slots]))
        with np.errstate(all="ignore"):
            angles = (positions[:, None] / self.base) ** self.power[slots][None, :]
        return np.where(np.isfinite(angles), angles, 0.0)


def waves_of(omega: Floats, columns: Columns, scale: float = 1.0) -> Waves:
    """The waves of frequencies, one for each pair, in slots."""
    return Waves(omega[np.maximum(columns.pair, 0)], columns.cosine, columns.pair < 0, scale)


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How a table differs from what was expected, counted over all of it.

    Attributes:
        bad: How many cells are off by more than allowed.
        bad_rows: For each row, how many of its cells are.
        bad_columns: Likewise for each column.
        first: Row and column of the first such cell.
        max_error: The largest difference there is among finite cells.
        tolerance: What was allowed there.
    """

    bad: int
    bad_rows: Indices
    bad_columns: Indices
    first: tuple[int, int] | None
    max_error: float
    tolerance: float


# Gives the exact values of the rows of a block, by row number.
Expected: TypeAlias = Callable[[Indices], Floats]


def blocks(rows: Rows) -> Iterator[Indices]:
    """The row numbers of a table, a block at a time."""
    count, width = rows.shape
    step = max(1, _BLOCK_CELLS // max(1, width))
    for first in range(0, count, step):
        yield np.arange(first, min(first + step, count))


def block_of(rows: Rows, index: Indices) -> Floats:
    """The rows of one block as float64, never the array itself."""
    with np.errstate(all="ignore"):
        return np.array(rows[index[0] : index[-1] + 1], dtype=np.float64)


def compare(rows: Rows, expected: Expected, positions: Floats, waves: Waves, precision: Precision) -> Comparison:
    """Every cell of a table held against exact values."""
    count, width = rows.shape
    bad_rows, bad_columns = np.zeros(count, dtype=np.int64), np.zeros(width, dtype=np.int64)
    first: tuple[int, int] | None = None
    worst, allowed_there, bad_cells = 0.0, precision.rounding, 0
    for index in blocks(rows):
        exact = expected(index)
        with np.errstate(invalid="ignore", over="ignore"):
            error = np.abs(block_of(rows, index) - exact)
        allowed = precision.allowed(positions[index], waves, exact)
        # Written so that what is not a number is off.
        off = ~(error <= allowed)
        if off.any():
            bad_rows[index] = off.sum(axis=1)
            bad_columns += off.sum(axis=0)
            bad_cells += int(bad_rows[index].sum())
            if first is None:
                row = int(np.argmax(bad_rows[index] > 0))
                first = (int(index[row]), int(np.argmax(off[row])))
            error[~np.isfinite(error)] = 0.0
        place = int(np.argmax(error))
        if error.size and error.flat[place] > worst:
            worst = float(error.flat[place])
            allowed_there = float(np.broadcast_to(allowed, error.shape).flat[place])
    return Comparison(bad_cells, bad_rows, bad_columns, first, worst, allowed_there)


def first_difference(
    rows: Rows, expected: Expected, positions: Floats, waves: Waves, precision: Precision
) -> tuple[tuple[int, int], float, float] | None:
    """The first cell that is off, what stands there and what should; None where no cell is."""
    for index in blocks(rows):
        # Mostly the first rows differ: they cost less than a block.
        for part in (index[:8], index[8:]):
            if part.size == 0:
                continue
            got, exact = block_of(rows, part), expected(part)
            with np.errstate(invalid="ignore", over="ignore"):
                off = ~(np.abs(got - exact) <= precision.allowed(positions[part], waves, exact))
            if off.any():
                row = int(np.argmax(off.any(axis=1)))
                column = int(np.argmax(off[row]))
                return (int(part[row]), column), float(got[row, column]), float(exact[row, column])
    return None
