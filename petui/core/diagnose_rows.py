"""Tables whose rows are right but stand at other positions: repeated, missing, clamped, out of order, rounded."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from petui.core.bugs import BUGS
from petui.core.casework import Case, Point, points_of
from petui.core.comparing import Bools, Indices, block_of, blocks
from petui.core.diagnose_naming import Wanted, frame_name
from petui.core.diagnosis import Cause
from petui.core.phase import Floats
from petui.core.precision import brains
from petui.core.recovery import Frame, Turning, coarse_to_fine, decoded, frames_of

# The share of sampled rows that must be right at their own positions.
_MOST_ROWS = 0.75
# Of one pair alone every table of angles would do.
_LEAST_WIDTH = 3
# As many whole turns of the slowest pair are looked through, before and after.
_MOST_TURNS = 8


def starts_of(case: Case, point: Point) -> list[int]:
    """Positions that the first row may be meant for."""
    if case.declared.start is not None:
        return [case.declared.start]
    return list(dict.fromkeys([*(each.start for each in point.conventions), 0, 1]))


def wanted_at(case: Case, point: Point, start: int) -> Wanted:
    """The best known convention of a point, and where its first row should be."""
    best = point.conventions[0]
    return Wanted(best, best.start if case.declared.start is None else start)


def row_slips(case: Case, turned: list[Turning]) -> tuple[Wanted, list[Cause]] | None:
    """What happened to the rows, where all of them are those of a convention at some position."""
    if case.count < 2 or case.width < _LEAST_WIDTH:
        return None
    for point in points_of(case.width, case.declared.base, case.declared.convention):
        for start in starts_of(case, point):
            for bug, words, positions in _usual_positions(case, start):
                if _holds(case, point, positions):
                    wanted = wanted_at(case, point, start)
                    return wanted, [BUGS[bug].cause(**words), *_late(wanted, start)]
    for point in points_of(case.width, case.declared.base, case.declared.convention):
        found = _decoded_slips(case, point, turned)
        if found is not None:
            return found
    return None


def _late(wanted: Wanted, start: int) -> list[Cause]:
    if start == wanted.start:
        return []
    bug = "start-at-one" if start == wanted.start + 1 else "start"
    return [BUGS[bug].cause(start=start, wanted=wanted.start)]


def _holds(case: Case, point: Point, positions: Floats) -> bool:
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
    with np.errstate(over="ignore"):
        rounded = (("float16", right.astype(np.float16).astype(np.float64)), ("bfloat16", brains(right)))
    for name, positions in rounded:
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


def _decoded_slips(case: Case, point: Point, turned: list[Turning]) -> tuple[Wanted, list[Cause]] | None:
    """The position of every row from its angles, where most rows are right at theirs."""
    name = frame_name(point.conventions[0], case.width)
    frame = next((each for each in frames_of(case.width) if each.name == name), None)
    if frame is None or frame.sines.size == 0 or not any(each.frame is frame for each in turned):
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
    causes = named_positions(case, positions, wanted, right)
    return (wanted, causes) if causes else None


def _located(
    case: Case, point: Point, frame: Frame, index: Indices, values: Floats, start: int
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


def named_positions(case: Case, positions: Floats, wanted: Wanted, right: Bools) -> list[Cause]:
    """What sets decoded positions apart from those wanted: one cause, and another for rows that are right nowhere."""
    meant = wanted.positions(case.count)
    moved = np.unique((positions - meant)[right])
    found = np.where(right, positions, meant + moved[0] if moved.size == 1 else meant)
    off = np.flatnonzero(found != meant)
    if not off.size:
        return []
    causes = _late(wanted, int(found[0])) if moved.size == 1 else [_of_positions(found, meant, off)]
    wrong = np.flatnonzero(~right)
    if wrong.size:
        bug = "zero-rows" if case.scan.zero_rows[wrong].all() else "damaged-rows"
        causes.append(BUGS[bug].cause(times=wrong.size, row=int(wrong[0])))
    return causes


def _repeated(row: int, *, late: bool) -> dict[str, object]:
    later = ", and all later rows are late by one" if late else "; later rows are right"
    return {"row": row, "later": later, "change": "Remove" if late else "Compute anew"}


def _of_positions(found: Floats, wanted: Floats, off: Indices) -> Cause:
    row = int(off[0])
    words: dict[str, object] = {"row": row, "position": f"{found[row]:g}", "wanted": f"{wanted[row]:g}"}
    moved = found - wanted
    if (found == found[0]).all():
        return BUGS["every-row-the-same"].cause(start=f"{found[0]:g}")
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
