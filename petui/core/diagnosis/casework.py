"""A table under examination: what is known of it before any convention is tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from petui.core.conventions import Convention, encode_as
from petui.core.diagnosis.allowance import TELLING, Precision, held_format, precision_of, printed_format
from petui.core.diagnosis.comparing import BLOCK_CELLS, Comparison, Line, blocks, compare
from petui.core.diagnosis.findings import Declared, Rows
from petui.core.diagnosis.recovery import Sample, sample_of
from petui.core.diagnosis.slotwaves import Bools, Indices, SlotWaves, slot_waves
from petui.core.phase import Floats
from petui.core.sequences import CONVENTIONS, convention
from petui.records import dataclass

# So many rows that are all one number are enough to tell a table by.
MANY_ROWS = 64
# So many blind cells are exact, where a table is one that was rounded once.
_MOSTLY = 0.5


def one_number(rows: Rows) -> float | None:
    """The number that all cells are in four blocks all over a long table, which no encoding's are; else None."""
    count, width = rows.shape
    size = max(1, BLOCK_CELLS // max(1, width))
    if count <= max(MANY_ROWS, 4 * size):
        return None
    number = rows[0, 0]
    for first in (0, count // 3, 2 * count // 3, count - size):
        if not (np.asarray(rows[first : first + size]) == number).all():
            return None
    return float(number)


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What one pass over all rows shows.

    Attributes:
        broken: How many cells are not finite.
        broken_rows: Which rows have any.
        first_broken: Row and column of the first of them.
        zero_rows: Which rows are all zeros.
        repeats: Which rows are the same as the row before.
        like_first: Which rows are the same as the first.
        constant: Which columns hold one value in every row.
    """

    broken: int
    broken_rows: Bools
    first_broken: tuple[int, int] | None
    zero_rows: Bools
    repeats: Bools
    like_first: Bools
    constant: Bools


def scanned(rows: Rows) -> Scan:
    """One pass over all rows, in blocks."""
    count, width = rows.shape
    zero, repeats, first_again, broken_rows = (np.zeros(count, dtype=bool) for _ in range(4))
    constant = np.ones(width, dtype=bool)
    broken, place = 0, None
    top = np.array(rows[0])
    before = top
    for index in blocks(rows):
        values = np.asarray(rows[index[0] : index[-1] + 1])
        _mark(zero, index, ~(values != 0).any(axis=1))
        _mark(repeats, index[1:], (values[1:] == values[:-1]).all(axis=1))
        repeats[index[0]] = index[0] > 0 and bool((values[0] == before).all())
        same = values == top
        _mark(first_again, index, same.all(axis=1))
        constant &= same.all(axis=0)
        before = np.array(values[-1])
        off = ~np.isfinite(values)
        if off.any():
            broken += int(off.sum())
            broken_rows[index] = off.any(axis=1)
            place = place or (int(index[np.argmax(off.any(axis=1))]), int(np.argmax(off[np.argmax(off.any(axis=1))])))
    return Scan(broken, broken_rows, place, zero, repeats, first_again, constant)


def _mark(rows: Bools, index: Indices, found: Bools) -> None:
    # Memory of zeros takes no room until it is written to.
    if found.any():
        rows[index] = found


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A table under examination.

    Attributes:
        rows: The table.
        declared: What its owner says.
        sample: Some of its rows.
        scan: What one pass shows.
        stored: The format in which it is stored.
        held: The narrowest format that holds its values.
        precision: What that format allows.
    """

    rows: Rows
    declared: Declared
    sample: Sample
    scan: Scan
    stored: str
    held: str
    precision: Precision

    @property
    def count(self) -> int:
        """How many rows there are."""
        return int(self.rows.shape[0])

    @property
    def width(self) -> int:
        """How many columns there are."""
        return int(self.rows.shape[1])

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.count, self.width

    @property
    def points(self) -> tuple[GridPoint, ...]:
        """The conventions that it may follow, by their waves at its width and the declared base."""
        return grid_points(self.width, self.declared.base, self.declared.convention)

    def point(self, name: str) -> GridPoint:
        """One convention at its width and the declared base."""
        return grid_points(self.width, self.declared.base, name)[0]

    @property
    def strict(self) -> Precision:
        """What is allowed of a match: the tolerance that the owner asks for, where there is one."""
        return replace(self.precision, strict=True)

    def misses(self, waves: SlotWaves, positions: Floats, precision: Precision | None = None) -> Bools:
        """Which cells of the sample are off, where its rows are at these positions."""
        exact = waves.values(positions)
        allowed = (precision or self.precision).allowed(positions, waves, exact)
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray(~(np.abs(self.sample.values - exact) <= allowed))

    def fits(
        self, waves: SlotWaves, start: float, step: float, precision: Precision | None = None, *, blind: bool = False
    ) -> bool:
        """Whether every cell of the sample that can be judged is right; two rows are tried before the others.

        Most must be judged for that, unless any number of them may be `blind`.
        """
        few = slice(1, 3) if len(self.sample.index) > 3 else slice(0, 1)
        positions: Floats = start + step * self.sample.index.astype(np.float64)
        allowed = precision or self.precision
        exact = waves.values(positions[few])
        bounds = allowed.allowed(positions[few], waves, exact)
        with np.errstate(invalid="ignore", over="ignore"):
            error = np.abs(self.sample.values[few] - exact)
        # Where anything would do, nothing is shown.
        if not (error <= bounds).all():
            return False
        judged = float((bounds < np.inf).mean())
        if not judged or (judged < _MOSTLY and not blind):
            return False
        return not self.misses(waves, positions, precision).any()

    def compared(self, waves: SlotWaves, positions: Floats | Line, precision: Precision | None = None) -> Comparison:
        """All of the table held against waves at positions."""

        def expected(index: Indices) -> Floats:
            return waves.values(positions[index])

        return compare(self.rows, expected, positions, waves, precision or self.precision)


def opened(rows: Rows, declared: Declared) -> Case:
    """A table and what can be seen at once."""
    stored = rows.dtype.name if rows.dtype.name in ("float32", "float16") else "float64"
    scan = scanned(rows)
    sample = sample_of(rows, scan.broken_rows)
    printed = declared.resolution > 1e-12
    found = printed_format(sample.values, declared.resolution, stored) if printed else None
    held = declared.dtype or found or held_format(sample.values, stored)
    return Case(rows, declared, sample, scan, stored, held, precision_of(held, declared))


@dataclass(frozen=True, slots=True, eq=False)
class GridPoint:
    """Conventions that have the same waves at a width.

    Attributes:
        conventions: All of them, the best known first.
        waves: What stands in each slot.
    """

    conventions: tuple[Convention, ...]
    waves: SlotWaves


@lru_cache(maxsize=32)
def grid_points(width: int, base: float, only: str | None = None) -> tuple[GridPoint, ...]:
    """Every distinct point of the grid at a width; those of one convention where it is given."""
    found: dict[tuple[object, ...], list[Convention]] = {}
    waves: dict[tuple[object, ...], SlotWaves] = {}
    for each in CONVENTIONS.values() if only is None else (convention(only),):
        if not each.has_width(width):
            continue
        columns, omega = each.columns(width), each.sweep(width, base).omega
        scale = each.multiplier(width)
        key = (columns.pair.tobytes(), columns.cosine.tobytes(), omega.tobytes(), scale, each.padding)
        found.setdefault(key, []).append(each)
        waves.setdefault(key, replace(slot_waves(omega, columns, scale), silent=each.padding))
    return tuple(GridPoint(tuple(found[key]), waves[key]) for key in found)


def starts_of(case: Case, point: GridPoint) -> list[int]:
    """Positions that the first row may be meant for."""
    if case.declared.start is not None:
        return [case.declared.start]
    return list(dict.fromkeys([*(each.start for each in point.conventions), 0, 1]))


def tries(case: Case) -> Iterator[tuple[GridPoint, int]]:
    """Each convention and each position that its first row may be meant for."""
    for point in case.points:
        for start in starts_of(case, point):
            yield point, start


def places_of(each: Convention, count: int, declared: Declared) -> list[tuple[int, int]]:
    """First position and step of the rows that a convention may have."""
    down = each.order in ("distances", "signed-descending")
    if declared.start is not None:
        return [(declared.start, 1), (declared.start, -1)] if down and count > 1 else [(declared.start, 1)]
    places = [(each.start, 1)]
    if each.padding is not None:
        # The table itself, from which the rows of tokens are taken.
        places.append((0, 1))
    if each.order != "tokens":
        lengths = (count // parts for parts in (1, 2, 4) if count % parts == 0)
        orders = (each.positions(length) for length in lengths)
        places += [(own[0], own.step) for own in orders if len(own) == count]
    return list(dict.fromkeys(places))


def exact_comparison(
    case: Case, point: GridPoint, positions: Floats | Line, precision: Precision, *, whole: bool = False
) -> Comparison:
    """All of a table held against the exact rows of a convention; `whole` as for `compare`."""

    def expected(index: Indices) -> Floats:
        return _exact(case, point, positions[index])

    return compare(case.rows, expected, positions, point.waves, precision, whole=whole)


def _exact(case: Case, point: GridPoint, positions: Floats) -> Floats:
    return np.asarray(encode_as(point.conventions[0], positions, case.width, case.declared.base), dtype=np.float64)


def rounded_once(case: Case, point: GridPoint, line: Line, precision: Precision) -> Precision | None:
    """What is allowed of a table where most cells that arithmetic would spoil are exact values; None of any other."""
    positions = line[case.sample.index]
    reach = float(np.abs(positions).max()) * float(point.waves.phase_weights.max(initial=0.0))
    if case.precision.phase * reach <= TELLING:
        return None
    exact = _exact(case, point, positions)
    blind = np.isinf(case.precision.allowed(positions, point.waves, exact))
    once = np.abs(case.sample.values - exact) <= case.precision.rounded_once(exact)
    return replace(precision, exact=True) if blind.any() and once[blind].mean() >= _MOSTLY else None


def exactly_fits(case: Case, point: GridPoint, line: Line, precision: Precision) -> bool:
    """Whether every cell of the sample is right by exact values."""
    positions = line[case.sample.index]
    exact = _exact(case, point, positions)
    return bool((np.abs(case.sample.values - exact) <= precision.allowed(positions, point.waves, exact)).all())
