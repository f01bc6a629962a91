"""Right values in fewer bits than they need: cut off at a narrow format's last place, or on a few levels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from petui.core.diagnosis.allowance import Precision, own_rounding, precision_of
from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, GridPoint, tries
from petui.core.diagnosis.comparing import Line, block_of, blocks
from petui.core.diagnosis.findings import Cause
from petui.core.diagnosis.naming import Wanted, moved_start, wanted_at
from petui.core.diagnosis.slotwaves import Bools, Indices
from petui.core.phase import Floats
from petui.core.precision import FORMATS, NARROW

# So many cells that rounding would have put elsewhere show that values were cut off.
_LEAST_CUT = 4
# Whole steps from 0 to 1 that numbers of 4, 8 and 16 bits are scaled by.
_LEVELS = (127, 128, 255, 256, 7, 8, 15, 16, 32767, 32768, 65535, 65536)
# By so much of a step numbers may be off it, as the format that they are stored in makes them.
_OFF_STEP = 0.02
_LEAST_SEEN = 12


def truncated(case: Case) -> tuple[Wanted, list[Cause]] | None:
    """The convention that a table is but for its values being cut off towards zero at a narrow format's last place."""
    if case.held not in NARROW or case.declared.resolution:
        return None
    fine = precision_of("float32", replace(case.declared, rtol=None, atol=None))
    for point, start in tries(case):
        positions = Line(start)[case.sample.index]
        exact = point.waves.values(positions)
        if not _cut(case, point, fine, case.sample.values, positions, exact).all():
            continue
        beyond = np.abs(case.sample.values - exact) > 0.51 * _steps(case, exact)
        if int(beyond.sum()) >= _LEAST_CUT and _all_cut(case, point, fine, start):
            wanted = wanted_at(case, point, start)
            return wanted, [BUGS[f"truncated-to-{case.held}"].cause(), *moved_start(wanted, start)]
    return None


def _all_cut(case: Case, point: GridPoint, fine: Precision, start: int) -> bool:
    line = Line(start)
    return all(_block_is_cut(case, point, fine, index, line[index]) for index in blocks(case.rows))


def _block_is_cut(case: Case, point: GridPoint, fine: Precision, index: Indices, positions: Floats) -> bool:
    exact = point.waves.values(positions)
    return bool(_cut(case, point, fine, block_of(case.rows, index), positions, exact).all())


def _cut(case: Case, point: GridPoint, fine: Precision, got: Floats, positions: Floats, exact: Floats) -> Bools:
    """Which values are less than a step nearer to zero than the exact ones, but for what arithmetic does."""
    slack = fine.allowed(positions, point.waves, exact)
    short = (exact - got) * np.where(exact < 0, -1.0, 1.0)
    return np.asarray((short >= -slack) & (short <= _steps(case, exact) + slack))


def _steps(case: Case, exact: Floats) -> Floats:
    """The distance between neighbouring numbers of the narrow format at each exact value."""
    form = FORMATS[case.held]
    return np.asarray(np.maximum(np.ldexp(1.0, np.frexp(exact)[1] - form.bits), form.least))


def levels_of(case: Case) -> int | None:
    """In how many steps from 0 to 1 all values stand; None where they have none, or are whole numbers."""
    values = case.sample.values
    if case.declared.resolution or not np.isfinite(values).all() or np.array_equal(values, np.round(values)):
        return None
    own = own_rounding(case.held)
    for levels in _LEVELS:
        steps = values * levels
        on = np.abs(steps - np.round(steps)) <= own * levels * np.maximum(1, np.abs(values))
        if own * levels < _OFF_STEP and on.all() and np.unique(np.round(steps)).size >= min(_LEAST_SEEN, levels):
            return levels
    return None
