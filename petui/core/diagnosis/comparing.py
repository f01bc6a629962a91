"""Tables held against exact values: where they differ first, by how much, and in how many cells.

Rows are read in blocks, so that a table may be far larger than memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.diagnosis.allowance import Precision
from petui.core.diagnosis.findings import Rows
from petui.core.diagnosis.slotwaves import Bools, Indices, SlotWaves
from petui.core.phase import Floats
from petui.records import dataclass

Counts: TypeAlias = NDArray[np.uint32]

# Cells of one block: 4 MB of float64.
BLOCK_CELLS = 1 << 19
# By so many roundings a point of a pair may be off its circle.
_ROUND = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How a table differs from what was expected, counted over all of it.

    Attributes:
        bad: How many cells are off by more than allowed.
        bad_rows: For each row, how many of its cells are; empty where none is.
        bad_columns: Likewise for each column.
        max_error: The largest difference there is among finite cells that can be judged.
        tolerance: What was allowed there.
        blind: Which slots have cells of whose angles arithmetic leaves nothing, and that are not rounded once either.
        blind_row: The first row of such a cell; None where there is none.
        untold: How many rows neighbours could be taken for, since all that would tell them apart is blind.
    """

    bad: int
    bad_rows: Counts
    bad_columns: Indices
    max_error: float
    tolerance: float
    blind: Bools
    blind_row: int | None = None
    untold: int = 0


# Gives the exact values of the rows of a block, by row number.
Expected: TypeAlias = Callable[[Indices], Floats]


@dataclass(frozen=True, slots=True)
class Line:
    """Positions from row to row in equal steps, without room for each."""

    start: float
    step: float = 1.0

    def __getitem__(self, index: Indices) -> Floats:
        """The positions of some rows."""
        return self.start + self.step * index.astype(np.float64)


def blocks(rows: Rows) -> Iterator[Indices]:
    """The row numbers of a table, a block at a time."""
    count, width = rows.shape
    step = max(1, BLOCK_CELLS // max(1, width))
    for first in range(0, count, step):
        yield np.arange(first, min(first + step, count))


def block_of(rows: Rows, index: Indices) -> Floats:
    """The rows of one block as float64, never the array itself."""
    with np.errstate(all="ignore"):
        return np.array(rows[index[0] : index[-1] + 1], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """Some rows held against exact values.

    Attributes:
        error: How far each cell is off, 0 where that is not finite or not judged.
        allowed: What it may be off; infinite where it is blind.
        off: Which cells are off.
        blind: Which cells cannot be judged.
    """

    error: Floats
    allowed: Floats
    off: Bools
    blind: Bools | None


def held(got: Floats, exact: Floats, positions: Floats, waves: SlotWaves, precision: Precision) -> Held:
    """Rows held against exact values, cell by cell; pairs that are blind must at least stand on their circles."""
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(got - exact)
        allowed = precision.allowed(positions, waves, exact)
        # Written so that what is not a number is off.
        off = ~(error <= allowed)
        blind = np.isinf(allowed)
        if not blind.any():
            return Held(error, allowed, off, None)
        blind &= ~(error <= precision.rounded_once(exact))
        size, partners = abs(waves.scale), waves.partners
        paired = partners != np.arange(len(partners))
        radius = np.where(paired, np.hypot(got, got[:, partners]), np.maximum(np.abs(got), size))
        off |= blind & ~(np.abs(radius - size) <= (_ROUND * precision.rounding + 1e-12) * size)
        error[blind] = 0.0
    return Held(error, allowed, off, blind & ~off)


def compare(
    rows: Rows,
    expected: Expected,
    positions: Floats | Line,
    waves: SlotWaves,
    precision: Precision,
    *,
    whole: bool = False,
) -> Comparison:
    """Every cell of a table held against exact values; with `whole`, no further than the first block that is off."""
    count, width = rows.shape
    bad_rows: Counts = np.zeros(0, dtype=np.uint32)
    bad_columns, blind = np.zeros(width, dtype=np.int64), np.zeros(width, dtype=bool)
    blind_row: int | None = None
    worst, allowed_there, bad_cells, untold = 0.0, precision.rounding, 0, 0
    for index in blocks(rows):
        there = positions[index]
        found = held(block_of(rows, index), expected(index), there, waves, precision)
        error = found.error
        if found.off.any():
            if not bad_cells:
                bad_rows = np.zeros(count, dtype=np.uint32)
            bad_rows[index] = found.off.sum(axis=1)
            bad_columns += found.off.sum(axis=0)
            bad_cells += int(bad_rows[index].sum())
            error[~np.isfinite(error)] = 0.0
        if found.blind is not None and found.blind.any():
            blind |= found.blind.any(axis=0)
            blind_row = int(index[np.argmax(found.blind.any(axis=1))]) if blind_row is None else blind_row
            untold += int((~_told(found, waves)).sum())
        place = int(np.argmax(error))
        if error.size and error.flat[place] > worst:
            worst, allowed_there = float(error.flat[place]), float(found.allowed.flat[place])
        if whole and bad_cells:
            break
    return Comparison(bad_cells, bad_rows, bad_columns, worst, allowed_there, blind, blind_row, untold)


def _told(found: Held, waves: SlotWaves) -> Bools:
    """Which rows could not be those of the positions next to them, or have no blind cell."""
    half_a_step = 0.5 * abs(waves.scale) * np.where(waves.empty, 0.0, np.abs(waves.omega))
    blind = np.zeros_like(found.off) if found.blind is None else found.blind
    return np.asarray((~blind & (found.allowed < half_a_step)).any(axis=1) | ~blind.any(axis=1))


def first_difference(
    rows: Rows, expected: Expected, positions: Floats | Line, waves: SlotWaves, precision: Precision
) -> tuple[tuple[int, int], float, float] | None:
    """The first cell that is off, what stands there and what should; None where no cell is."""
    for index in blocks(rows):
        # Mostly the first rows differ: they cost less than a block.
        for part in (index[:8], index[8:]):
            if part.size == 0:
                continue
            got, exact = block_of(rows, part), expected(part)
            with np.errstate(invalid="ignore", over="ignore"):
                off = held(got, exact, positions[part], waves, precision).off
            if off.any():
                row = int(np.argmax(off.any(axis=1)))
                column = int(np.argmax(off[row]))
                return (int(part[row]), column), float(got[row, column]), float(exact[row, column])
    return None
