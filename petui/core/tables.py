r"""Tables of any sweep in any layout, exact at whole positions, as fast as memory lets them be.

Every whole position p = a + r of a table is a coarse step a and a fine one r. With Z(p) = sin p\omega + i·cos p\omega
the table is Z(a + r) = Z(a)·(cos r\omega - i·sin r\omega): one complex product per pair, where both factors come from
the exact phase. Small tables, fractions and positions far from each other are computed cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import ParameterError
from petui.core.parameters import Positions, checked_dtype, checked_positions
from petui.core.phase import Floats
from petui.core.precision import NumberFormat
from petui.core.slots import Group, slots_of
from petui.core.steps import Steps, steps_of
from petui.core.sweep import Columns, Sweep
from petui.core.waves import Points, Waves, points_of, sines_and_cosines_of, turns_of, waves_of
from petui.records import dataclass

# Rows of a table, and the factors whose products they are.
_Block: TypeAlias = tuple[slice, Points, Points]

# Pairs computed at once: whole rows of usual widths are fastest; but what formats of 16 bits need on the way is
# several times as large as their tables' rows.
_MOST_PAIRS = 1024
_PAIRS = {"float16": 128, "bfloat16": 128}
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
    # Whether the table's memory was there before: then whole blocks are best copied to it.
    reused: bool


def sweep_table(
    positions: Positions,
    sweep: Sweep,
    columns: Columns,
    dtype: object = np.float64,
    *,
    multiplier: float = 1.0,
    fast: bool = False,
    out: NDArray[np.floating] | None = None,
) -> NDArray[np.floating]:
    r"""For each position and slot: multiplier · sin or cos of pos·\omega of the slot's pair.

    Args:
        positions: One position or a sequence of them.
        sweep: The frequencies.
        columns: What stands in each slot wanted.
        dtype: As for petui.core.encode.
        multiplier: What every value is multiplied by.
        fast: As for petui.core.encode.
        out: As for petui.core.encode.

    Returns:
        Shape (positions, slots); a single position gives shape (slots,).

    Raises:
        ParameterError: If a position is not finite or out of range, or `out` is of another shape or dtype.
    """
    array, form = checked_positions(positions), checked_dtype(dtype)
    slots = slots_of(columns, _PAIRS.get(form.name, _MOST_PAIRS))
    rows = array.reshape(-1)
    shape = (*array.shape, len(columns))
    table = _table_of(shape, form, out).reshape(len(rows), len(columns))
    if slots.blank.size:
        table[:, slots.blank] = 0
    steps = steps_of(rows, sum(group.count for group in slots.groups))
    for group in slots.groups:
        part = _Part(table, group, waves_of(sweep, group), form, multiplier, out is not None)
        if steps is None:
            _write_cells(part, rows)
        else:
            _write_products(part, rows, steps, fast and form.name == "float32")
    return table.reshape(shape)


def _table_of(shape: tuple[int, ...], form: NumberFormat, out: NDArray[np.floating] | None) -> NDArray[np.floating]:
    """Room for a table; raises ParameterError where the room given does not fit."""
    if out is None:
        return np.empty(shape, dtype=form.stored)
    if not isinstance(out, np.ndarray):
        raise ParameterError(
            f"out is of type {type(out).__name__}", where="out", mend=f"give an array of {form.stored} of shape {shape}"
        )
    if out.shape != shape or out.dtype != form.stored or not out.flags.c_contiguous or not out.flags.writeable:
        raise ParameterError(
            f"out is {out.dtype} of shape {out.shape}, but the table is {form.stored} of shape {shape}",
            where="out",
            mend="give a writable C-contiguous array of that shape",
        )
    return out


def _rows_at_once(part: _Part) -> int:
    """Rows of a block: fewer where it takes room of its own, and more of that to be rounded."""
    return max(1, (_CELLS if part.form.name not in _PAIRS else _CELLS // 2) // part.group.count)


def _write_cells(part: _Part, positions: Floats) -> None:
    """Every cell from its own phase."""
    rows = _rows_at_once(part)
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
    size = np.setbufsize(_CONVERTED)
    try:
        _multiply(part, positions, _blocks(steps, coarse, fine, _rows_at_once(part)), coarse.dtype)
    finally:
        np.setbufsize(size)


def _multiply(part: _Part, positions: Floats, blocks: Iterator[_Block], computed: np.dtype[Any]) -> None:
    """The products of some blocks of rows, computed in a dtype."""
    target = _target(part)
    direct = target is not None and not (part.reused and computed == target.dtype == np.complex64)
    room = np.empty((0 if direct else _rows_at_once(part), part.group.count), dtype=computed)
    for rows, left, right in blocks:
        # Written where they belong, and converted on the way; or put there, where they are not so in the table.
        products = target[rows] if target is not None and direct else room[: rows.stop - rows.start]
        folded = products.reshape(len(left), -1, part.group.count) if left.ndim == 3 else products
        np.multiply(left, right, out=folded, casting="same_kind")
        if part.form.name == "float64":
            _mend(part, positions[rows], products.view(np.float64))
        if target is None:
            _copy(part, rows, products.view(room.real.dtype))
        elif not direct:
            target[rows] = products


def _target(part: _Part) -> NDArray[Any] | None:
    """The table as complex numbers, where its slots are whole pairs in order and its dtype has such numbers."""
    kind = {"float64": np.complex128, "float32": np.complex64}.get(part.form.name)
    straight = part.group.straight
    return None if kind is None or straight is None else part.table[:, straight].view(kind)


def _factors(part: _Part, steps: Steps) -> tuple[Points, Points]:
    """Z of the coarse steps, times the multiplier, and the turns of the fine ones."""
    coarse = points_of(steps.coarse, part.waves)
    if part.multiplier != 1:
        coarse *= part.multiplier
    return coarse, turns_of(steps.fine, part.waves)


def _blocks(steps: Steps, coarse: Points, fine: Points, most: int) -> Iterator[_Block]:
    """Rows of the table, at most `most` at once, and the two factors of each; later ones take the place of earlier."""
    if steps.picked is not None:
        yield from _picked_blocks(steps.rows, coarse, fine, steps.picked, most)
        return
    whole, several = steps.rows // len(fine), most // len(fine)
    if several > 1:
        for first in range(0, whole, several):
            last = min(first + several, whole)
            yield slice(first * len(fine), last * len(fine)), coarse[first:last, None], fine[None]
    else:
        whole = 0
    for number in range(whole, len(coarse)):
        begin = number * len(fine)
        for first in range(0, min(len(fine), steps.rows - begin), most):
            count = min(most, len(fine) - first, steps.rows - begin - first)
            yield slice(begin + first, begin + first + count), coarse[number], fine[first : first + count]


def _picked_blocks(
    count: int, coarse: Points, fine: Points, picked: tuple[NDArray[np.intp], NDArray[np.intp]], most: int
) -> Iterator[_Block]:
    one, two = picked
    left, right = np.empty((2, min(most, count), coarse.shape[1]), dtype=coarse.dtype)
    for first in range(0, count, most):
        rows = slice(first, min(first + most, count))
        size = rows.stop - first
        # Every index is in range; clipping spares NumPy a copy that it makes to raise errors.
        np.take(coarse, one[rows], axis=0, out=left[:size], mode="clip")
        np.take(fine, two[rows], axis=0, out=right[:size], mode="clip")
        yield rows, left[:size], right[:size]


def _mend(part: _Part, positions: Floats, waves: Floats) -> None:
    """Compute by themselves the cells where a product has cancelled: the small ones whose angle is not small."""
    small = np.abs(waves) < _SMALL * abs(part.multiplier)
    rows, places = np.divmod(np.flatnonzero(small), waves.shape[1])
    pairs = places >> 1
    turned = np.abs(positions[rows] * part.waves.omega[pairs]) >= 1
    if not turned.any():
        return
    rows, places, pairs = rows[turned], places[turned], pairs[turned]
    sines, cosines = sines_and_cosines_of(positions[rows], part.waves.at(pairs))
    waves[rows, places] = np.where(places & 1, cosines, sines) * part.multiplier
