"""Tables whose values are off everywhere: turned in sign, added to, rounded, or computed in a narrower format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from petui.core.diagnosis.allowance import own_rounding
from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, GridPoint, starts_of, tries
from petui.core.diagnosis.comparing import Line
from petui.core.diagnosis.findings import Cause
from petui.core.diagnosis.naming import Wanted, frame_for, moved_start, wanted_at
from petui.core.diagnosis.recovery import Turning
from petui.core.diagnosis.slotwaves import Indices
from petui.core.phase import Floats
from petui.core.precision import FORMATS, NARROW

# Beyond such a bound a sine says nothing of its angle.
_TELLING = 0.3
_LEAST_TELLING = 12
# Errors far below the bound are not those of the format.
_LEAST_SHARE = 0.03
# So many rows are off by them; of a table that is rounded to the same format, many are right again.
_MOST_OFF = 0.5
_OWN_ROWS = 0.15
# How sure a sum must be seen, in standard errors, and rows looked at for it.
_SIGNIFICANT = 8.0
_ROWS_OF_A_SUM = 512
_CELLS_OF_A_SUM = 1 << 19
_CLOSE = 1e-2
_FEW_COLUMNS = 0.35
# So many points may be off their circle in a table with a few other faults.
_MOST_ROUND = 0.9


def _tries(case: Case) -> Iterator[tuple[GridPoint, int, Floats, Floats]]:
    """Each convention and first position, with the sampled rows' positions and exact values."""
    for point, start in tries(case):
        positions = (start + case.sample.index).astype(np.float64)
        yield point, start, positions, point.waves.values(positions)


def whole_slips(case: Case) -> tuple[Wanted, list[Cause]] | None:
    """The sign of every value, or one row added to every row."""
    for point, start, positions, exact in _tries(case):
        wanted = wanted_at(case, point, start)
        if len(positions) < 4:
            continue
        if not case.misses(point.waves.scaled(-point.waves.scale), positions).any():
            return wanted, [BUGS["sign-flipped"].cause(), *moved_start(wanted, start)]
        shift = case.sample.values - exact
        allowed = case.precision.allowed(positions, point.waves, exact)
        top = 2 * max(1.0, float(np.abs(shift[0]).max()))
        if not (np.abs(shift - shift[0]) <= 2 * allowed * top).all() or np.abs(shift[0]).max() <= 3 * allowed.max():
            continue
        # Where only some columns are moved, these are damaged.
        few = int((np.abs(shift[0]) > 3 * allowed.max()).sum()) <= max(1, _FEW_COLUMNS * case.width)
        if not few and _tells(exact - exact[0], 4 * float(allowed.max()) * top):
            return wanted, [BUGS["constant-added"].cause(), *moved_start(wanted, start)]
    return None


def moved_columns(case: Case) -> tuple[Wanted, list[Cause]] | None:
    """Columns that are all there, in another order."""
    if case.count < 4:
        return None
    for point, start, positions, exact in _tries(case):
        source = _sources(case, point, positions, exact)
        if source is None or not _tells(exact - exact[0], 100 * case.precision.rounding):
            continue
        waves = point.waves
        moved_waves = replace(waves, omega=waves.omega[source], cosine=waves.cosine[source], empty=waves.empty[source])
        if case.compared(moved_waves, Line(start)).bad:
            continue
        wanted = wanted_at(case, point, start)
        column = int(np.flatnonzero(source != np.arange(case.width))[0])
        words = {"how": _order(source), "convention": wanted.convention.name}
        moved = BUGS["columns-out-of-order"].cause(column=column, source=int(source[column]), **words)
        return wanted, [moved, *moved_start(wanted, start)]
    return None


def _order(source: Indices) -> str:
    """What was done to the order of all columns, where that has a name."""
    own, by = np.arange(len(source)), int(np.flatnonzero(source == 0)[0])
    if np.array_equal(source, own[::-1]):
        return ", the last one first (reversed)"
    return f", rolled by {by}" if np.array_equal(source, np.roll(own, by)) else ""


def _sources(case: Case, point: GridPoint, positions: Floats, exact: Floats) -> Indices | None:
    """Which column of a convention each column is, each once; itself where it may be."""
    allowed = case.precision.allowed(positions, point.waves, exact)
    values, width = case.sample.values, case.width
    if (np.abs(values[:, ::-1] - exact) <= allowed).all():
        return np.arange(width)[::-1]
    source, free = np.full(width, -1), np.ones(width, dtype=bool)
    own = ~case.misses(point.waves, positions).any(axis=0)
    source[own], free[own] = np.flatnonzero(own), False
    for column in np.flatnonzero(~own):
        error = np.abs(values[:, [column]] - exact)
        fitting = np.flatnonzero((error <= allowed).all(axis=0) & free)
        if not fitting.size:
            return None
        nearest = fitting[np.argmin(error[:, fitting].sum(axis=0))]
        source[column], free[nearest] = nearest, False
    return source if (source != np.arange(width)).any() else None


def _tells(values: Floats, slack: float) -> bool:
    return int((np.abs(values) > slack).sum()) >= _LEAST_TELLING


def narrow_arithmetic(case: Case, *, everywhere: bool = True) -> tuple[Wanted, list[Cause], str] | None:
    """The format whose rounding explains errors that grow with the angle; its name comes last.

    Args:
        case: The table.
        everywhere: Whether errors must be in most rows, as they are unless angles are small.
    """
    tries = [each for each in _tries(case) if _on_circles(case, each[0])]
    for name in ("float32", *NARROW):
        unit = FORMATS[name].half_unit
        if unit <= 2 * case.precision.phase and name == "float32":
            continue
        for point, start, positions, exact in tries:
            seen = not everywhere or _spread(case, point, positions, own=name == case.held)
            if seen and _computed_in(case, point, positions, exact, name):
                wanted = wanted_at(case, point, start)
                return wanted, [BUGS[f"computed-in-{name}"].cause(), *moved_start(wanted, start)], name
    return None


def _computed_in(case: Case, point: GridPoint, positions: Floats, exact: Floats, name: str) -> bool:
    size = np.abs(point.waves.omega)
    with np.errstate(divide="ignore", invalid="ignore"):
        steepness = np.where(size > 0, 3 + 2 * np.abs(np.log(size)), 3.0)
    angles = np.abs(positions)[:, None] * size[None, :]
    own = max(own_rounding(name), case.precision.rounding)
    bound = (own + FORMATS[name].half_unit * steepness * angles) * abs(point.waves.scale)
    telling = bound < _TELLING
    error = np.abs(case.sample.values - exact)
    inside = error <= bound
    if not inside[telling].all() or telling.mean() < 0.2 or not (error > _LEAST_SHARE * bound)[telling].any():
        return False
    # Cells that moved by much more than the bound since position 0 show that it is this convention.
    still = np.where(point.waves.cosine, 1.0, 0.0) * point.waves.scale
    moved = telling & (np.abs(exact - still) > 3 * bound) & ~point.waves.empty
    return int((moved & inside).sum()) >= _LEAST_TELLING


def _on_circles(case: Case, point: GridPoint) -> bool:
    """Whether sine and cosine of each pair are those of one angle, as they are not where noise is added."""
    frame = frame_for(point.conventions[0], case.width)
    if frame is None or not frame.sines.size:
        return False
    scale = abs(point.waves.scale)
    radii = np.hypot(case.sample.values[:, frame.sines], case.sample.values[:, frame.cosines])
    return bool((np.abs(radii - scale) <= (8 * case.precision.rounding + 1e-12) * scale).mean() > _MOST_ROUND)


def _spread(case: Case, point: GridPoint, positions: Floats, *, own: bool) -> bool:
    """Whether errors are everywhere, as those of arithmetic, and not in a few rows or columns."""
    off = case.misses(point.waves, positions)
    moved = np.flatnonzero(positions != 0)
    rows, columns = (_OWN_ROWS, 1) if own else (_MOST_OFF, max(2, case.width // 6))
    return moved.size > 0 and bool(off[moved].any(axis=1).mean() > rows) and int(off.any(axis=0).sum()) >= columns


def decimals_of(case: Case) -> int | None:
    """How many decimals all values were rounded to, 2 to 8; None where they have more."""
    values = case.sample.values
    if case.declared.resolution or not np.isfinite(values).all() or np.array_equal(values, np.round(values)):
        return None
    own = own_rounding(case.held)
    for digits in range(2, 9):
        unit = 10.0**-digits
        if unit > 20 * own and (np.abs(values - np.round(values, digits)) <= own * np.maximum(1, np.abs(values))).all():
            return digits
    return None


def small_errors(case: Case) -> tuple[Wanted, list[Cause]] | None:
    """The convention that all sampled cells are within a hundredth of, where that says anything."""
    for point, start, _, exact in _tries(case):
        worst = float(np.abs(case.sample.values - exact).max()) / abs(point.waves.scale)
        if worst < _CLOSE and _tells(exact - exact[0], 10 * worst * abs(point.waves.scale)):
            wanted = wanted_at(case, point, start)
            words = {"convention": wanted.convention.name, "error": f"{worst:.1g}"}
            return wanted, [BUGS["inexact"].cause(**words), *moved_start(wanted, start)]
    return None


def sums(case: Case, turned: list[Turning]) -> tuple[Wanted, list[Cause]] | None:
    """The convention that stands in a table with something added to it, where that cannot be chance."""
    # What is added to a pair takes it off its circle.
    whole = {each.frame.name for each in turned if each.even.all()}
    count = min(case.count, _ROWS_OF_A_SUM, max(64, _CELLS_OF_A_SUM // case.width))
    if count < 8:
        return None
    values = np.array(case.rows[:count], dtype=np.float64)
    if not np.isfinite(values).all():
        return None
    values -= values.mean(axis=0)
    best: tuple[float, Wanted, float, int] | None = None
    for point in case.points:
        frame = frame_for(point.conventions[0], case.width)
        if frame is not None and frame.name in whole:
            continue
        for start in starts_of(case, point):
            exact = point.waves.values(start + np.arange(count, dtype=np.float64))
            sure, spread = _significance(values, exact - exact.mean(axis=0))
            if sure > _SIGNIFICANT and (best is None or sure > best[0]):
                best = (sure, wanted_at(case, point, start), spread, start)
    if best is None:
        return None
    sure, wanted, spread, start = best
    what = f"of standard deviation {spread:.2g}; the encoding shows at {sure:.0f} standard errors"
    return wanted, [BUGS["embeddings-added"].cause(what=what), *moved_start(wanted, start)]


def _significance(values: Floats, exact: Floats) -> tuple[float, float]:
    """By how many standard errors an encoding of its full height is seen, 0 where its height is another."""
    weight = float((exact * exact).sum())
    if not weight > 0:
        return 0.0, 0.0
    height = float((values * exact).sum()) / weight
    rest = values - height * exact
    variance = rest.var(axis=0)
    if not variance.max() > 0:
        return 0.0, 0.0
    # Rows that resemble their neighbours count for fewer.
    alike = float((rest[1:] * rest[:-1]).sum() / max((rest * rest).sum(), 1e-300))
    alike = min(max(alike, 0.0), 0.99)
    error = float(np.sqrt((variance * (exact * exact).sum(axis=0)).sum())) / weight
    error *= float(np.sqrt((1 + alike) / (1 - alike)))
    if abs(height - 1) > 4 * error + 0.02:
        return 0.0, 0.0
    return height / error, float(np.sqrt(variance.mean()))
