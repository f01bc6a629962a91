"""Tables whose rows are right but stand at other positions: repeated, missing, clamped, out of order, rounded."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, GridPoint, starts_of, tries
from petui.core.diagnosis.comparing import block_of, blocks
from petui.core.diagnosis.damage import damages
from petui.core.diagnosis.findings import Cause
from petui.core.diagnosis.naming import Wanted, frame_for, moved_start, wanted_at
from petui.core.diagnosis.recovery import Frame, Turning, coarse_to_fine, decoded
from petui.core.diagnosis.slotwaves import Bools, Indices
from petui.core.phase import Floats
from petui.core.precision import FORMATS, NARROW
from petui.records import dataclass

# The share of sampled rows that must be right at their own positions.
_MOST_ROWS = 0.75
# Of one pair alone every table of angles would do.
_LEAST_WIDTH = 3
# As many whole turns of the slowest pair are looked through, before and after.
_MOST_TURNS = 8


def row_slips(case: Case, turned: list[Turning]) -> tuple[Wanted, list[Cause]] | None:
    """What happened to the rows, where all of them are those of a convention at some position."""
    if case.count < 2 or case.width < _LEAST_WIDTH:
        return None
    for point, start in tries(case):
        for bug, words, positions in _usual_positions(case, start):
            if _holds(case, point, positions):
                wanted = wanted_at(case, point, start)
                return wanted, [BUGS[bug].cause(**words), *moved_start(wanted, start)]
    read = [found for found in (_decoded_slips(case, point, turned) for point in case.points) if found is not None]
    # The plainest reading counts; where only cells, rows or columns are off in it, that is damage and no slip of rows.
    best = min(read, key=lambda found: (len(found.slips), found.bad), default=None)
    return (best.wanted, best.causes) if best is not None and best.slips else None


@dataclass(frozen=True, slots=True)
class _Decoded:
    """One reading of rows by the positions that their angles tell.

    Attributes:
        wanted: What was meant.
        slips: What sets the positions apart from those wanted.
        bad: How many cells are off even so.
        damage: What is wrong with these.
    """

    wanted: Wanted
    slips: list[Cause]
    bad: int
    damage: list[Cause]

    @property
    def causes(self) -> list[Cause]:
        """All there is to be said."""
        return [*self.slips, *self.damage]


def _holds(case: Case, point: GridPoint, positions: Floats) -> bool:
    if case.misses(point.waves, positions[case.sample.index]).any():
        return False
    return case.compared(point.waves, positions).bad == 0


def _usual_positions(case: Case, start: int) -> Iterator[tuple[str, dict[str, object], Floats]]:
    """Positions that programs give by known slips, each with its name and what fills its text."""
    rows = np.arange(case.count)
    right = start + rows.astype(np.float64)
    repeats = case.scan.repeats
    if repeats[1:].all():
        return
    for name in NARROW:
        positions = FORMATS[name].rounded(right).astype(np.float64)
        if np.isfinite(positions).all() and not np.array_equal(positions, right):
            yield f"positions-in-{name}", {}, positions
    if start < 0:
        yield "sign-lost", {}, np.abs(right)
    if repeats[-2:].all():
        last = int(np.flatnonzero(~repeats)[-1])
        yield "positions-clamped", {"row": last + 1, "last": last + start}, np.minimum(right, start + last)
    if repeats.any():
        times = int(np.argmax(~repeats[1:])) + 1
        if times > 1:
            yield "duplicated-rows", {"times": times}, start + np.floor(rows / times)
        odd = int(np.argmax(repeats))
        yield "duplicated-row", _repeated(odd, late=True), right - (rows >= odd)
    again = case.scan.like_first
    if again[1:].any():
        period = int(np.argmax(again[1:])) + 1
        if period > 1:
            yield "positions-wrapped", {"period": period}, start + (rows % period).astype(np.float64)


def _decoded_slips(case: Case, point: GridPoint, turned: list[Turning]) -> _Decoded | None:
    """The position of every row from its angles, where most rows are right at theirs."""
    frame = frame_for(point.conventions[0], case.width)
    if frame is None or frame.sines.size == 0 or frame.name not in {each.frame.name for each in turned}:
        return None
    start = starts_of(case, point)[0]
    _, right = _located(case, point, frame, case.sample.index, case.sample.values, start)
    if right.mean() < _MOST_ROWS:
        return None
    positions, right = np.empty(case.count), np.empty(case.count, dtype=bool)
    for index in blocks(case.rows):
        values = block_of(case.rows, index)
        positions[index], right[index] = _located(case, point, frame, index, values, start)
    if right.mean() < _MOST_ROWS:
        return None
    wanted = wanted_at(case, point, start)
    found = _filled(positions, wanted.line[np.arange(case.count)], right)
    slips = _named_positions(found, wanted)
    comparison = case.compared(point.waves, found)
    damage = damages(case, point, found, comparison) if slips and comparison.bad else []
    return _Decoded(wanted, slips, comparison.bad, damage)


def _located(
    case: Case, point: GridPoint, frame: Frame, index: Indices, values: Floats, start: int
) -> tuple[Floats, Bools]:
    """The whole position of each row, and whether the row is right there; other turns of the slowest pair are tried."""
    omega = point.waves.omega[frame.sines]
    used = coarse_to_fine(omega)
    angles = np.arctan2(values[:, frame.sines[used]], values[:, frame.cosines[used]])
    hints = start + index.astype(np.float64)
    turn = 2 * pi / float(omega[used[0]])
    turns = min(int(case.count / turn) + 1, _MOST_TURNS)
    positions, right = hints.copy(), np.zeros(len(index), dtype=bool)
    for by in sorted(range(-turns, turns + 1), key=abs):
        left = np.flatnonzero(~right)
        if not left.size:
            break
        found = np.round(decoded(angles[left], omega[used], hints[left] + by * turn))
        found = np.where(np.isfinite(found), found, hints[left])
        exact = point.waves.values(found)
        with np.errstate(invalid="ignore", over="ignore"):
            good = (np.abs(values[left] - exact) <= case.precision.allowed(found, point.waves, exact)).all(axis=1)
        positions[left[good]], right[left[good]] = found[good], True
    return positions, right


def _filled(positions: Floats, meant: Floats, right: Bools) -> Floats:
    """Positions, with those of rows that are right nowhere taken from their neighbours."""
    rows, good = np.arange(len(right)), np.flatnonzero(right)
    moved = (positions - meant)[good]
    before = moved[np.maximum(np.searchsorted(good, rows, side="right") - 1, 0)]
    after = moved[np.minimum(np.searchsorted(good, rows), len(good) - 1)]
    either = np.where(after == 0, after, before)
    return np.where(right, positions, meant + either)


def _named_positions(found: Floats, wanted: Wanted) -> list[Cause]:
    """What sets decoded positions apart from those wanted; nothing where they are the same."""
    meant = wanted.line[np.arange(len(found))]
    off = np.flatnonzero(found != meant)
    if not off.size:
        return []
    moved = np.unique(found - meant)
    return moved_start(wanted, int(found[0])) if moved.size == 1 else [_of_positions(found, meant, off)]


def _repeated(row: int, *, late: bool) -> dict[str, object]:
    later = ", and all later rows are late by one" if late else "; later rows are right"
    return {"row": row, "later": later, "change": "Remove" if late else "Compute anew"}


def _of_positions(found: Floats, wanted: Floats, off: Indices) -> Cause:
    row = int(off[0])
    words: dict[str, object] = {"row": row, "position": f"{found[row]:g}", "wanted": f"{wanted[row]:g}"}
    moved = found - wanted
    if (found == found[0]).all():
        # Rows of 0 and 1 alone may be stripes as well.
        doubt = "" if found[0] else ", if rows of 0 and 1 are an encoding at all"
        return BUGS["every-row-the-same"].cause(start=f"{found[0]:g}", doubt=doubt)
    if off.size == 1:
        if row and found[row] == found[row - 1]:
            return BUGS["duplicated-row"].cause(**_repeated(row, late=False))
        return BUGS["shifted-row"].cause(what=f"that of position {found[row]:g}", **words)
    if np.array_equal(np.sort(found), np.sort(wanted)):
        by = int(np.flatnonzero(found == wanted[0])[0])
        if by and np.array_equal(found, np.roll(wanted, by)):
            return BUGS["rolled-rows"].cause(by=by)
        if np.array_equal(found, wanted[::-1]):
            return BUGS["reversed-rows"].cause(start=f"{found[0]:g}", last=f"{found[-1]:g}")
        return BUGS["rows-out-of-order"].cause(**words)
    if row and off.size == len(found) - row and (moved[row:] == moved[row]).all():
        if moved[row] == -1:
            return BUGS["duplicated-row"].cause(**_repeated(row, late=True))
        if moved[row] > 0:
            words |= {"position": f"{found[row] - moved[row]:g}", "by": f"{moved[row]:g}"}
            return BUGS["missing-row"].cause(**words)
    return BUGS["irregular-positions"].cause(**words)
