"""Tables of grids: the cells of a picture one after another, both axes side by side in a row."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from petui.core.diagnosis.casework import Case
from petui.core.diagnosis.comparing import Comparison, compare
from petui.core.diagnosis.findings import Diagnosis, Match
from petui.core.diagnosis.slotwaves import Indices, SlotWaves
from petui.core.errors import ParameterError
from petui.core.phase import Floats
from petui.core.planes import Plane, axis_tables
from petui.core.registry import PLANES

# An inner axis is looked for up to this length.
_LONGEST = 1 << 14
_LEAST_SLOTS = 4


def of_plane(case: Case) -> Diagnosis | None:
    """The conventions of two axes whose grid a whole table is, cell by cell, with or without a row of zeros first."""
    declared = case.declared
    if declared.convention is not None or declared.start is not None or case.width < _LEAST_SLOTS:
        return None
    skipped = int(case.count > 4 and bool(case.scan.zero_rows[0]) and not case.scan.zero_rows[1:].any())
    matches: list[Match] = []
    shapes: set[tuple[int, int]] = set()
    for plane in PLANES.values():
        if len(plane.axes) != 2:
            continue
        for shape in _shape_of(case, plane, skipped):
            compared = _compared(case, plane, shape, skipped)
            if compared is not None and compared.bad == 0:
                shapes.add(shape)
                error, tolerance = compared.max_error, compared.tolerance
                matches.append(Match(plane.name, plane.start, declared.base, 1.0, error, tolerance))
    if not matches:
        return None
    remarks = [f"The rows are the cells of a grid of {high} by {wide}, row by row." for high, wide in sorted(shapes)]
    if skipped:
        remarks.append("Row 0 is all zeros, as that of a class token, and is left out.")
    return Diagnosis(case.shape, "match", tuple(matches), (), tuple(remarks))


def _shape_of(case: Case, plane: Plane, skipped: int) -> Iterator[tuple[int, int]]:
    """The shape of the grid, if rows keep the slots of the outer axis for a whole line of cells."""
    try:
        axis, columns = plane.slots(case.width)
    except ParameterError:
        return
    moved = np.zeros(min(_LONGEST, case.count - skipped), dtype=bool)
    # The sine and the cosine of one pair: one of them moves wherever the pair turns.
    for slot in np.flatnonzero((axis == 0) & (columns.pair == 0)):
        column = np.asarray(case.rows[skipped : skipped + _LONGEST, int(slot)], dtype=np.float64)
        moved |= np.abs(column - column[0]) > 2 * case.precision.rounding
    wide = int(np.argmax(moved))
    high, rest = divmod(case.count - skipped, max(wide, 1))
    if moved.any() and wide > 1 and high > 1 and not rest:
        yield high, wide


def _compared(case: Case, plane: Plane, shape: tuple[int, int], skipped: int) -> Comparison | None:
    """The table held against a grid's; None where some sampled cell is off already."""
    columns = plane.slots(case.width)[1]
    tables = axis_tables(plane, shape, case.width, case.declared.base)
    omega = plane.sweep(case.width, case.declared.base).omega[columns.pair]
    waves = SlotWaves(omega, columns.cosine, np.zeros(case.width, dtype=bool))
    cells = np.stack(np.unravel_index(np.arange(case.count - skipped), shape))

    def expected(index: Indices) -> Floats:
        rows = np.empty((len(index), case.width))
        for number, (slots, table) in enumerate(tables):
            rows[:, slots] = table[cells[number, index]]
        return rows

    along = [np.abs(plane.positions(length)) for length in shape]
    positions = np.maximum(along[0][cells[0]], along[1][cells[1]])
    few = np.unique(np.minimum(case.sample.index, case.count - skipped - 1))
    exact = expected(few)
    error = np.abs(np.asarray(case.rows[few + skipped], dtype=np.float64) - exact)
    if not (error <= case.precision.allowed(positions[few], waves, exact)).all():
        return None
    rows = case.rows if not skipped else case.rows[skipped:]
    return compare(rows, expected, positions, waves, case.precision)
