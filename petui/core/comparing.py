r"""Tables held against exact values: what may differ in a number format, where they differ first, and how many cells.

Rows are read in blocks, so that a table may be far larger than memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import ceil, log2
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.diagnosis import Declared
from petui.core.diagnosis import Rows as Rows
from petui.core.phase import Floats
from petui.core.precision import FORMATS
from petui.core.sweep import Columns

Bools: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[np.uint32]

# Cells of one block: 4 MB of float64.
BLOCK_CELLS = 1 << 19
# A cell that may be off by more than this share of the scale says nothing of its angle.
TELLING = 0.1
# By so many roundings a point of a pair may be off its circle.
_ROUND = 8.0
# The frequency 1 is exact in every program; so are whole positions, up to as many bits as numbers have.
_WIDEST_OF_ONE = 0.02
_WHOLE = {name: 2.0 ** max(form.bits, FORMATS["float32"].bits) for name, form in FORMATS.items()}
# Half a unit in the last place of numbers from 1/2 to 1, and the least of all: exact values are themselves off by
# some 1e-15.
_HALF_UNITS = {name: max(form.half_unit / 2, 2.0**-52) for name, form in FORMATS.items()}
_LEAST_HALF_UNITS = {"float64": 2e-15, "float32": 1e-15, "float16": 2.0**-25, "bfloat16": 1e-15}
# No tolerance that an owner asks for makes a search for slips looser than this.
_LOOSEST_SEARCH = 0.01
# What legitimate arithmetic does to an angle, relative to the position; rounding of a value up to 1 comes on top.
_PHASE = {"float64": 4e-16, "float32": 2e-7, "float16": 2e-7, "bfloat16": 2e-7}
_ROUNDING = {"float64": 5e-16, "float32": 6e-8, "float16": 2.5e-4, "bfloat16": 2e-3}
_LEAST_POSITION = 10.0
# Of figures with so many times as much between a format's numbers as between their own, so many tell the format.
_ROOM = 3.0
_LEAST_PRINTED = 20
# A little more than rounding does to numbers.
_SLACK = 1.024
_LEAST_SLACK = 1e-15


@dataclass(frozen=True, slots=True)
class Precision:
    """How far from exact values a table may be.

    Attributes:
        name: The number format.
        rounding: Half a unit in the last place of values up to 1, and half a unit of the last printed decimal.
        phase: Error of an angle for each position, at one radian per position.
        rtol: Relative tolerance that the owner asks for.
        atol: Absolute tolerance likewise.
        resolution: Half a unit of the last printed decimal alone.
        strict: Whether what the owner asks for takes the place of what fits; else it only adds to that.
        exact: Whether cells of whose angles arithmetic leaves nothing are to be exact values, rounded once.
    """

    name: str
    rounding: float
    phase: float
    rtol: float | None = None
    atol: float | None = None
    resolution: float = 0.0
    strict: bool = False
    exact: bool = False

    @property
    def asked(self) -> bool:
        """Whether the owner asks for a tolerance, and it takes the place of what fits."""
        return self.strict and (self.rtol is not None or self.atol is not None)

    def allowed(self, positions: Floats, waves: SlotWaves, expected: Floats) -> Floats:
        """What each cell may be off, shape (rows, slots); infinite where arithmetic leaves nothing of its angle."""
        size = abs(waves.scale)
        if self.asked:
            return np.maximum(np.minimum(self._given(expected), TELLING * size), self.rounded_once(expected))
        top = 2.0 ** ceil(log2(size)) if size > 0 else 1.0
        reach = np.abs(positions)[:, None]
        turned = reach * waves.phase_weights
        if turned.size and turned.max() * self.phase > _WIDEST_OF_ONE:
            exact = (np.abs(waves.omega) == 1) & (reach <= _WHOLE[self.name])
            turned = np.where(exact, np.minimum(turned, _WIDEST_OF_ONE / self.phase), turned)
        own: Floats = self.rounding * top + self.phase * size * np.maximum(turned, _LEAST_POSITION)
        if self.rtol is not None or self.atol is not None:
            own = np.maximum(own, np.minimum(self._given(expected), _LOOSEST_SEARCH * size))
        if own.size and own.max() > TELLING * size:
            blind = own > TELLING * size
            own[blind] = self.rounded_once(expected)[blind] if self.exact else np.inf
        return own

    def rounded_once(self, expected: Floats) -> Floats:
        """Half a unit in the last place of each exact value: what a table may be off that is rounded only once."""
        unit = _HALF_UNITS[self.name] * (1 + 1e-6)
        once = np.ldexp(unit, np.frexp(expected)[1]) + _LEAST_HALF_UNITS[self.name]
        return np.asarray(once + self.resolution)

    def _given(self, expected: Floats) -> Floats:
        return np.asarray((self.atol or 0.0) + (self.rtol or 0.0) * np.abs(expected))


def precision_of(name: str, declared: Declared) -> Precision:
    """The precision that a number format promises; figures from text promise no more than single precision."""
    phase = _PHASE[name]
    if declared.resolution > 1e-12:
        phase = max(phase, _PHASE["float32"])
    rounding = _ROUNDING[name] + declared.resolution
    return Precision(name, rounding, phase, declared.rtol, declared.atol, declared.resolution)


def held_format(values: Floats, stored: str) -> str:
    """The narrowest number format that holds every value: that of the array, unless it was widened."""
    telling = values[np.isfinite(values) & (values != 0) & (np.abs(values) != 1)]
    if telling.size < 4:
        return stored
    for name in ("bfloat16", "float16", "float32"):
        if _ROUNDING[name] > _ROUNDING[stored] and np.array_equal(FORMATS[name].rounded(telling), telling):
            return name
    return stored


def printed_format(values: Floats, resolution: float, stored: str) -> str:
    """The narrow number format whose every number these figures may be, where others would not be so by chance."""
    telling = values[np.isfinite(values) & (np.abs(values) > 2 * resolution) & (np.abs(values) < 1)]
    for name in ("bfloat16", "float16"):
        # Half a step of the format at each value; between its numbers there must be room for other figures.
        steps = _ROUNDING[name] * 2.0 ** np.ceil(np.log2(np.abs(telling)))
        wide = telling[steps > _ROOM * resolution]
        off = np.abs(FORMATS[name].rounded(wide) - wide)
        if wide.size >= _LEAST_PRINTED and (off <= resolution * (1 + 1e-6)).all():
            return name
    return stored


def own_rounding(name: str) -> float:
    """How far a format may have moved a number from 1 to 2, and a little more."""
    return max(_SLACK * FORMATS[name].half_unit, _LEAST_SLACK)


@dataclass(frozen=True, slots=True, eq=False)
class SlotWaves:
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
    # What was worked out before: the same waves are held against many rows.
    _known: dict[str, Floats] = field(default_factory=dict, init=False, repr=False)

    @property
    def phase_weights(self) -> Floats:
        """By how much an angle's error grows with the position; slow frequencies are powers, and less exact."""
        if "weights" not in self._known:
            self._known["weights"] = self._phase_weights()
        return self._known["weights"]

    def _phase_weights(self) -> Floats:
        size = np.where(self.empty, 0.0, np.abs(self.omega))
        with np.errstate(divide="ignore", invalid="ignore"):
            share = size / size.max(initial=0.0)
            return np.asarray(np.where(size > 0, size * (1 + 0.6 * np.abs(np.log(share))), 0.0))

    @property
    def partners(self) -> Indices:
        """The slot of the other wave of the same frequency; the slot itself where there is none, shape (slots,)."""
        slots, found = np.flatnonzero(~self.empty), np.arange(len(self.omega))
        others = {(float(self.omega[slot]), bool(self.cosine[slot])): int(slot) for slot in slots}
        for slot in slots:
            found[slot] = others.get((float(self.omega[slot]), not self.cosine[slot]), slot)
        return found

    def scaled(self, scale: float) -> SlotWaves:
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


def slot_waves(omega: Floats, columns: Columns, scale: float = 1.0) -> SlotWaves:
    """The waves of frequencies, one for each pair, in slots."""
    return SlotWaves(omega[np.maximum(columns.pair, 0)], columns.cosine, columns.pair < 0, scale)


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How a table differs from what was expected, counted over all of it.

    Attributes:
        bad: How many cells are off by more than allowed.
        bad_rows: For each row, how many of its cells are; empty where none is.
        bad_columns: Likewise for each column.
        first: Row and column of the first such cell.
        max_error: The largest difference there is among finite cells that can be judged.
        tolerance: What was allowed there.
        blind: Which slots have cells of whose angles arithmetic leaves nothing, and that are not rounded once either.
        blind_row: The first row of such a cell; None where there is none.
        untold: How many rows neighbours could be taken for, since all that would tell them apart is blind.
    """

    bad: int
    bad_rows: Counts
    bad_columns: Indices
    first: tuple[int, int] | None
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
    first: tuple[int, int] | None = None
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
            if first is None:
                row = int(np.argmax(bad_rows[index] > 0))
                first = (int(index[row]), int(np.argmax(found.off[row])))
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
    return Comparison(bad_cells, bad_rows, bad_columns, first, worst, allowed_there, blind, blind_row, untold)


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
