r"""Tables of any sweep in any layout, exact at whole positions, as fast as memory lets them be.

Every whole position p = a + r of a table is a coarse step a and a fine one r. With Z(p) = sin p\omega + i·cos p\omega
the table is Z(a + r) = Z(a)·(cos r\omega - i·sin r\omega): one complex product per pair, where both factors come from
the exact phase. Small tables, fractions and positions far from each other are computed cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from petui.core.parameters import Positions, checked_dtype, checked_positions
from petui.core.phase import Floats
from petui.core.precision import NumberFormat
from petui.core.slots import Group, slots_of
from petui.core.steps import Steps, steps_of
from petui.core.sweep import Columns, Sweep
from petui.core.waves import Points, Waves, points_of, sines_and_cosines_of

# Products computed at once: half a megabyte, which stays in the processor's cache until it is written.
_CELLS = 1 << 15
# Numbers that NumPy converts at once: a few kilobytes, which stay in the cache next to the processor.
_CONVERTED = 256
# A product is off by less than 1e-15; below this that may be more than 1e-12 of it.
_SMALL = 2.0**-10


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The slots of one group of pairs in a table being written."""

    table: NDArray[np.floating]
    group: Group
    waves: Waves
    form: NumberFormat
    multiplier: float


def sweep_table(
    positions: Positions,
    sweep: Sweep,
    columns: Columns,
    dtype: object = np.float64,
    *,
    multiplier: float = 1.0,
    fast: bool = False,
) -> NDArray[np.floating]:
    r"""For each position and slot: multiplier · sin or cos of pos·\omega of the slot's pair.

    Args:
        positions: One position or a sequence of them.
        sweep: The frequencies.
        columns: What stands in each slot wanted.
        dtype: As for petui.core.encode.
        multiplier: What every value is multiplied by.
        fast: As for petui.core.encode.

    Returns:
        Shape (positions, slots); a single position gives shape (slots,).

    Raises:
        ParameterError: If a position is not finite or out of range.
    """
    array, form, slots = checked_positions(positions), checked_dtype(dtype), slots_of(columns)
    rows = array.reshape(-1)
    table = np.empty((len(rows), len(columns)), dtype=form.stored)
    if slots.blank.size:
        table[:, slots.blank] = 0
    steps = steps_of(rows, sum(group.count for group in slots.groups))
    for group in slots.groups:
        part = _Part(table, group, Waves.of(sweep, group.pairs), form, multiplier)
        if steps is None:
            _write_cells(part, rows)
        else:
            _write_products(part, rows, steps, fast and form.name == "float32")
    return table.reshape(*array.shape, len(columns))


def _rows_at_once(group: Group) -> int:
    return max(1, _CELLS // group.count)


def _write_cells(part: _Part, positions: Floats) -> None:
    """Every cell from its own phase."""
    rows = _rows_at_once(part.group)
    for first in range(0, len(positions), rows):
        points = points_of(positions[first : first + rows], part.waves)
        if part.multiplier != 1:
            points *= part.multiplier
        _copy(part, slice(first, first + rows), points.view(np.float64))


def _copy(part: _Part, rows: slice, waves: NDArray[np.floating]) -> None:
    """Put interleaved waves of some rows into their slots, rounded."""
    if part.form.name == "bfloat16":
        waves = part.form.rounded(waves)
    for slots, places in part.group.moves:
        part.table[rows, slots] = waves[:, places]


def _write_products(part: _Part, positions: Floats, steps: Steps, fast: bool) -> None:
    """Every cell as the product of a coarse and a fine step."""
    coarse, fine = _factors(part, steps)
    if fast:
        coarse, fine = coarse.astype(np.complex64), fine.astype(np.complex64)
    kept = np.empty((_rows_at_once(part.group), part.group.count), dtype=coarse.dtype)
    size = np.setbufsize(_CONVERTED)
    try:
        for rows, left, right in _blocks(steps, coarse, fine, len(kept)):
            _write_block(part, positions, rows, left, right, kept[: rows.stop - rows.start], fast)
    finally:
        np.setbufsize(size)


def _factors(part: _Part, steps: Steps) -> tuple[Points, Points]:
    """Z of the coarse steps, times the multiplier, and the turns of the fine ones."""
    coarse, back = points_of(steps.coarse, part.waves), points_of(steps.fine, part.waves)
    fine = np.empty_like(back)
    fine.real, fine.imag = back.imag, -back.real
    return coarse * part.multiplier if part.multiplier != 1 else coarse, fine


def _blocks(steps: Steps, coarse: Points, fine: Points, most: int) -> Iterator[tuple[slice, Points, Points]]:
    """Rows of the table, at most `most` at once, and the two factors of each."""
    if steps.picked is not None:
        one, two = steps.picked
        for first in range(0, len(one), most):
            rows = slice(first, min(first + most, len(one)))
            yield rows, coarse[one[rows]], fine[two[rows]]
        return
    # The same fine steps with every coarse one, so that they are read from the cache.
    for first in range(0, len(fine), most):
        turns = fine[first : first + most]
        for number, start in enumerate(range(first, steps.rows, len(fine))):
            count = min(len(turns), steps.rows - start)
            yield slice(start, start + count), coarse[number], turns[:count]


def _write_block(
    part: _Part, positions: Floats, rows: slice, left: Points, right: Points, kept: Points, fast: bool
) -> None:
    straight, name = part.group.straight, part.form.name
    if straight is not None and name in ("float64", "float32") and not fast:
        # Written where it belongs, and converted on the way.
        out = part.table[rows, straight].view(np.complex128 if name == "float64" else np.complex64)
        np.multiply(left, right, out=out, casting="same_kind")
        if name == "float64":
            _mend(part, positions[rows], out.view(np.float64))
        return
    np.multiply(left, right, out=kept)
    if name == "float64":
        _mend(part, positions[rows], kept.view(np.float64))
    _copy(part, rows, kept.view(kept.real.dtype))


def _mend(part: _Part, positions: Floats, waves: Floats) -> None:
    """Compute by themselves the cells where a product has cancelled: the small ones whose angle is not small."""
    rows, places = np.nonzero(np.abs(waves) < _SMALL * abs(part.multiplier))
    pairs = places >> 1
    turned = np.abs(positions[rows] * part.waves.omega[pairs]) >= 1
    if not turned.any():
        return
    rows, places, pairs = rows[turned], places[turned], pairs[turned]
    sines, cosines = sines_and_cosines_of(positions[rows], part.waves.at(pairs))
    waves[rows, places] = np.where(places & 1, cosines, sines) * part.multiplier
