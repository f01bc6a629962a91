"""Tables that are right but for some rows, columns or cells: zeros, constants, what is not finite, strays."""

from __future__ import annotations

import numpy as np

from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, GridPoint, tries
from petui.core.diagnosis.comparing import Comparison, Line
from petui.core.diagnosis.findings import Cause
from petui.core.diagnosis.naming import Wanted, moved_start, wanted_at
from petui.core.diagnosis.slotwaves import Indices
from petui.core.phase import Floats

# Shares of a table that may be damaged while the rest still shows what it is.
_MOST_COLUMNS = 0.35
_MOST_ROWS = 0.5
_MOST_CELLS = 0.05
# By so much more than other cells of their rows.
_OUTSTANDING = 8.0
_ROWS_LOOKED_AT = 64
# So many telling cells of a sample must be right: those that are neither 0 nor ±1 in the table's precision.
_LEAST_TELLING = 6


def damage(case: Case) -> tuple[Wanted, list[Cause]] | None:
    """The convention of which most of a table is right, and what is wrong in the rest."""
    best: tuple[float, GridPoint, int] | None = None
    for point, start in tries(case):
        share = _damaged_share(case, point, start)
        if share is not None and (best is None or share < best[0]):
            best = (share, point, start)
    if best is None:
        return None
    _, point, start = best
    positions = Line(start)
    causes = damages(case, point, positions, case.compared(point.waves, positions))
    wanted = wanted_at(case, point, start)
    return (wanted, [*causes, *moved_start(wanted, start)]) if causes else None


def _damaged_share(case: Case, point: GridPoint, start: int) -> float | None:
    """The share of sampled cells that is off, where what is left shows the convention; else None."""
    filled = ~case.scan.zero_rows[case.sample.index]
    if filled.sum() < 2:
        return None
    positions = (start + case.sample.index).astype(np.float64)
    off = case.misses(point.waves, positions)[filled]
    columns = off.mean(axis=0) > 0.5
    # Of slow cosines a constant one may look right in most rows.
    columns |= off.any(axis=0) & case.scan.constant
    if columns.all() or columns.sum() > max(1, _MOST_COLUMNS * case.width):
        return None
    rest = off[:, ~columns]
    rows = rest.mean(axis=1) > 0.25
    if rows.mean() > _MOST_ROWS or rest[~rows].mean() > _MOST_CELLS:
        return None
    kept = np.flatnonzero(filled)[~rows]
    exact = point.waves.values(positions[kept])[:, ~columns]
    slack = 4 * case.precision.rounding
    size = np.abs(exact) / abs(point.waves.scale)
    if ((size > slack) & (size < 1 - slack)).sum() < _LEAST_TELLING:
        return None
    return float(off.mean())


def damages(case: Case, point: GridPoint, positions: Floats | Line, comparison: Comparison) -> list[Cause]:
    """The damage by kind, of a table whose rows are at positions: what is not finite, zeros, columns, rows, cells."""
    found: list[Cause] = []
    if not comparison.bad:
        return found
    left = comparison.bad
    if case.scan.broken:
        found.append(_not_finite(case))
        left -= case.scan.broken
    zero = np.flatnonzero(case.scan.zero_rows)
    if zero.size:
        found.append(_zero_rows(case, zero))
        left -= int(comparison.bad_rows[zero].sum())
    if left <= 0:
        return found
    columns = _wrong_columns(case, comparison, zero.size)
    found += _of_columns(case, point, columns)
    left -= int((comparison.bad_columns[columns] - zero.size).sum())
    rows = np.maximum(comparison.bad_rows.astype(np.int64) - columns.size, 0)
    rows[zero] = 0
    wrong = np.flatnonzero(rows)
    if left <= 0:
        return found
    if wrong.size and wrong.size <= max(1, 0.25 * case.count) and rows[wrong].mean() >= 0.3 * case.width:
        rolled = _rolled_row(case, point, positions, int(wrong[0])) if wrong.size == 1 else None
        found.append(rolled or BUGS["damaged-rows"].cause(times=wrong.size, row=int(wrong[0])))
    elif left <= max(3, _MOST_CELLS * case.count * case.width) and _stand_out(case, point, positions, wrong):
        found.append(BUGS["damaged-cells"].cause(times=left))
    return found


def _stand_out(case: Case, point: GridPoint, positions: Floats | Line, wrong: Indices) -> bool:
    """Whether the cells that are off are so by much more than the others, as those of noise are not."""
    if case.precision.exact:
        return True
    at = wrong[:: max(1, wrong.size // _ROWS_LOOKED_AT)]
    exact = point.waves.values(positions[at])
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(np.asarray(case.rows[at], dtype=np.float64) - exact)
    off = ~(error <= case.precision.allowed(positions[at], point.waves, exact))
    usual = float(np.sqrt((error[~off] ** 2).mean())) if (~off).any() else 0.0
    return bool(np.median(error[off]) > _OUTSTANDING * usual)


def _rolled_row(case: Case, point: GridPoint, at: Floats | Line, row: int) -> Cause | None:
    """The one row that is right but for being moved along its slots."""
    positions = at[np.array([row])]
    exact = point.waves.values(positions)
    allowed = np.broadcast_to(case.precision.allowed(positions, point.waves, exact), exact.shape)
    got = np.asarray(case.rows[row], dtype=np.float64)
    for by in (1, -1, 2, -2, case.width // 2):
        if (np.abs(np.roll(got, -by) - exact) <= allowed).all():
            words = {"row": row, "what": f"moved by {by} along its slots", "wanted": f"{positions[0]:g}"}
            return BUGS["shifted-row"].cause(**words)
    return None


def _not_finite(case: Case) -> Cause:
    row, column = case.scan.first_broken or (0, 0)
    value = float(case.rows[row, column])
    what = "not a number (NaN)" if np.isnan(value) else "infinite"
    return BUGS["not-finite"].cause(times=case.scan.broken, what=what)


def _zero_rows(case: Case, zero: Indices) -> Cause:
    first = int(zero[0])
    if zero.size > 1 and zero.size == case.count - first:
        return BUGS["truncated-rows"].cause(row=first, rows=case.count)
    return BUGS["zero-rows"].cause(times=zero.size, row=first)


def _wrong_columns(case: Case, comparison: Comparison, zero_rows: int) -> Indices:
    """Columns that are off far down, or constant; none where they are too many."""
    counts = comparison.bad_columns - zero_rows
    wrong = np.flatnonzero((counts > max(2, 0.2 * case.count)) | ((counts > 0) & case.scan.constant))
    return wrong if wrong.size <= max(1, _MOST_COLUMNS * case.width) else wrong[:0]


def _of_columns(case: Case, point: GridPoint, wrong: Indices) -> list[Cause]:
    constant = [int(column) for column in wrong if case.scan.constant[column]]
    if constant or not wrong.size:
        return [_constant_column(case, point, column) for column in constant[:4]]
    return [BUGS["damaged-columns"].cause(times=wrong.size, column=int(wrong[0]))]


def _constant_column(case: Case, point: GridPoint, column: int) -> Cause:
    columns = point.conventions[0].columns(case.width)
    return BUGS["constant-column"].cause(
        column=column,
        value=f"{float(case.rows[0, column]):.6g}",
        function="cosine" if columns.cosine[column] else "sine",
        pair=int(columns.pair[column]),
    )
