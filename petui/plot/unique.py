r"""Uniqueness: the distance |PE(p) - PE(q)| from the current position p to every other position q.

Over the pairs that have a cosine it is \sqrt(\sum 2 - 2·cos((q - p)·\omega_i)), which depends on q - p alone.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np

from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.bars import part_of_cell
from petui.plot.collisions import Collisions, collisions_of
from petui.plot.encoded import encoded, encoded_as
from petui.plot.picture import Line, Picture, filled, fitted, joined, needs, worded
from petui.plot.ruler import Tick, four_decimals, page_within, position_ticks, ruler, short
from petui.plot.sheet import Sheet
from petui.records import dataclass

MIN_WIDTH = 24
MIN_HEIGHT = 5
_CAPTION_HEIGHT = 6
_COLLISIONS_HEIGHT = 9
_WIDEST_CELL = 8
_PAIRS_AT_ONCE = 256
# Distances that are computed for one window; so many cosines take a tenth of a second.
_MOST_COSINES = 2_000_000
_MOST_POSITIONS = 1 << 14
_FEWEST_POSITIONS = 64
_GUTTER = 7
_ALIKE = 1e-12


@dataclass(frozen=True, slots=True)
class Distances:
    """The distances from one position.

    Attributes:
        d_model: Width of the encoding.
        pos: The position p.
        first: The first position q of the window.
        values: |PE(p) - PE(q)| for each q of the window; 0 at p.
        nearest: The nearest position, or the two that are equally near.
        closest: The smallest distance of any two rows of the window and their offset; None where a pair has no cosine,
            so that it depends on more than the offset.
        most: The top of the scale.
    """

    d_model: int
    pos: int
    first: int
    values: Floats
    nearest: tuple[int, ...]
    closest: tuple[float, int] | None
    most: float

    @property
    def count(self) -> int:
        """Positions of the window."""
        return len(self.values)

    @property
    def last(self) -> int:
        """The last position of the window."""
        return self.first + self.count - 1

    @property
    def least(self) -> float:
        """How far the nearest position is."""
        return float(self.values[self.nearest[0] - self.first])


@dataclass(frozen=True, slots=True)
class Columns:
    """How positions become columns.

    Attributes:
        cell: Columns of a position, 1 where several share a column.
        share: Positions that share a column, 1 where a position has its own.
    """

    cell: int
    share: int

    def column(self, away: float) -> int:
        """The first column of the position so many after the first."""
        return int(away) // self.share * self.cell


@needs("Distances", MIN_WIDTH, MIN_HEIGHT)
def unique(lab: Lab, width: int, height: int, *, ascii: bool = False, beside: Lab | None = None) -> Picture:
    """A bar per position, as high as its row is far from the current one's; the nearest is marked.

    Where positions outnumber the columns a column stands for several and shows the nearest of them, and it is said:
    no close row is lost. The window is the `length` positions that hold `pos`, or as many as can be computed. The scale
    goes to the largest distance that two rows of that width can have, with `beside` of the two widths.
    """
    found = distances(lab, beside)
    columns = _columns(found.count, width - _GUTTER)
    alike = collisions_of(lab, found.first, found.last)
    rows = height - 2 - (height >= _CAPTION_HEIGHT) - (height >= _COLLISIONS_HEIGHT)
    lines = [_heading(found, width), *_bars(found, columns, width, rows, ascii), _ruler(found, columns, width, ascii)]
    if height >= _CAPTION_HEIGHT:
        lines.insert(1, _caption(found, columns, lab, width, ascii))
    if height >= _COLLISIONS_HEIGHT:
        lines.insert(2, worded(alike.briefly(lab.dtype), width, "muted"))
    return Picture(filled(lines, width, height), _says(found, alike, lab))


# ---- numbers ---------------------------------------------------------------------------------------------------------


def distances(lab: Lab, beside: Lab | None = None) -> Distances:
    """The distances from the current position to each of its window."""
    span = max(2, lab.length)
    table, other = encoded(lab), encoded(beside or lab)
    pairs = max(table.pairs, other.pairs)
    count = min(span, max(_FEWEST_POSITIONS, min(_MOST_POSITIONS, _MOST_COSINES // pairs)))
    first = page_within(lab.pos, span, count)
    squares = _squares(lab.convention, lab.d_model, lab.base, count)
    at = lab.pos - first
    from_here = squares[np.abs(np.arange(count) - at)]
    lone = table.lone_pair is not None
    if lone:
        last = _last_sines(lab.convention, lab.d_model, lab.base, first, count)
        from_here = from_here + (last - last[at]) ** 2
    values = np.sqrt(from_here)
    padding = None if table.padding is None else table.padding - first
    if padding is not None and 0 <= padding < count:
        _with_padding(values, at, padding, table.multiplier * sqrt(table.pairs))
    most = max(2.0 * each.multiplier * sqrt(each.pairs) for each in (table, other))
    closest = None
    if not lone:
        closest = _closest(squares, padding)
    return Distances(lab.d_model, lab.pos, first, values, _nearest(values, at, first), closest, most)


def _with_padding(values: Floats, at: int, padding: int, norm: float) -> None:
    """Distances from and to a row that is all zeros are the norms of the others, which are alike."""
    if at == padding:
        values[:] = norm
        values[at] = 0.0
    else:
        values[padding] = norm


def _closest(squares: Floats, padding: int | None) -> tuple[float, int]:
    """The smallest distance of two rows that are not padding, and their offset."""
    offsets = np.arange(1, len(squares))
    pairs = len(squares) - offsets
    if padding is not None and 0 <= padding < len(squares):
        pairs = pairs - (offsets <= padding) - (offsets < len(squares) - padding)
    found = np.where(pairs > 0, squares[1:], np.inf)
    offset = int(offsets[int(np.argmin(found))])
    return float(np.sqrt(squares[offset])), offset


def _nearest(values: Floats, at: int, first: int) -> tuple[int, ...]:
    """The nearest position; with its mirror image where that is equally near."""
    others = values.copy()
    others[at] = np.inf
    best = int(np.argmin(others))
    mirror = 2 * at - best
    if best < mirror < len(values) and abs(values[mirror] - values[best]) <= _ALIKE * values[best]:
        return first + best, first + mirror
    return (first + best,)


@lru_cache(maxsize=8)
def _squares(name: str, d_model: int, base: float, count: int) -> Floats:
    """The squared distances of two rows 0, 1, … count - 1 apart, over the pairs that have a cosine."""
    offsets = np.arange(count)
    total = np.zeros(count)
    table = encoded_as(name, d_model, base)
    whole = table.pairs if table.lone_pair is None else table.lone_pair
    for first in range(0, whole, _PAIRS_AT_ONCE):
        sines, cosines = table.waves(offsets, range(first, min(first + _PAIRS_AT_ONCE, whole)))
        total += (sines**2 + (cosines - 1) ** 2).sum(axis=1)
    total *= table.multiplier**2
    total.setflags(write=False)
    return total


@lru_cache(maxsize=8)
def _last_sines(name: str, d_model: int, base: float, first: int, count: int) -> Floats:
    """The slot of the pair that has no cosine."""
    table = encoded_as(name, d_model, base)
    sines = table.waves(np.arange(first, first + count), [table.pairs - 1])[0][:, 0] * table.multiplier
    sines.setflags(write=False)
    return sines


def _number(distance: float) -> str:
    """A distance to four decimals; a tiny one to three digits, for it is not 0."""
    return four_decimals(distance) if distance >= 0.001 or distance == 0 else short(distance)


# ---- lines -----------------------------------------------------------------------------------------------------------


def _columns(count: int, room: int) -> Columns:
    if count <= room:
        return Columns(min(_WIDEST_CELL, room // count), 1)
    return Columns(1, -(-count // room))


def _bars(found: Distances, columns: Columns, width: int, rows: int, ascii: bool) -> list[Line]:
    """The scale, the bars, the current position's column and the marks of the nearest."""
    sheet = Sheet(width - _GUTTER, rows)
    others = found.values.copy()
    here = found.pos - found.first
    others[here] = np.inf
    heights = np.minimum.reduceat(others, np.arange(0, found.count, columns.share)) / (found.most or 1.0) * rows
    near = {columns.column(position - found.first) for position in found.nearest}
    wide = columns.cell - (columns.cell > 2)
    for index, height in enumerate(heights.tolist()):
        column = index * columns.cell
        if np.isfinite(height):
            _bar(sheet, column, wide, height, "value strong" if column in near else "value", ascii)
        if column in near:
            sheet.put(max(0, rows - int(np.ceil(height)) - 1), column, "v" if ascii else "▼", "strong")
    column = columns.column(here)
    for row in range(rows):
        sheet.put(row, column, "|" if ascii else "│", "cursor")
    return [joined([*_scale(found, row, rows, ascii), *line]) for row, line in enumerate(sheet.lines())]


def _bar(sheet: Sheet, column: int, wide: int, height: float, style: str, ascii: bool) -> None:
    for row in range(sheet.height):
        sign = part_of_cell(height - (sheet.height - 1 - row), ascii)
        if sign != " ":
            sheet.put(row, column, sign * wide, style)


def _scale(found: Distances, row: int, rows: int, ascii: bool) -> Line:
    number = {rows - 1: "0", 0: f"{found.most:.3g}"}.get(row, "")
    glyphs = {rows - 1: "└+", 0: "┌+"}.get(row, "│|")
    return fitted([(f"{number:>{_GUTTER - 1}}{glyphs[ascii]}", "axis")], _GUTTER)


def _ruler(found: Distances, columns: Columns, width: int, ascii: bool) -> Line:
    """The positions, the current one and the nearest first."""
    mark, pointer = ("'", "^") if ascii else ("╵", "▲")
    near = [Tick(columns.column(position - found.first), str(position), "strong") for position in found.nearest]
    ticks = position_ticks(found.first, found.last, lambda position: columns.column(position - found.first))
    current = Tick(columns.column(found.pos - found.first), str(found.pos), "cursor strong")
    line = ruler([*near, *ticks], width - _GUTTER, mark, current=current, pointer=pointer)
    return joined([*fitted([("pos", "axis")], _GUTTER), *line])


def _heading(found: Distances, width: int) -> Line:
    names = " and ".join(map(str, found.nearest))
    here, far = f"p = {found.pos}", _number(found.least)
    offset = abs(found.nearest[0] - found.pos)
    near = [f"nearest q = {names}, offset {offset}, distance {far}", f"nearest q = {names}: {far}", f"nearest {far}"]
    for head in (f"Distance |PE(p) - PE(q)|, {here}   ", f"Distances, {here}   ", f"{here}  "):
        for tail in near:
            if len(head + tail) <= width and (tail != near[-1] or len(f"{here}  {near[1]}") > width):
                return fitted([(head, "heading"), (tail, "strong")], width)
    return fitted([(near[-1], "strong")], width)


def _caption(found: Distances, columns: Columns, lab: Lab, width: int, ascii: bool) -> Line:
    """The closest two rows of all, and what a column is."""
    share = f"a column: the nearest of {columns.share} q" if columns.share > 1 else ""
    of = f"{found.count} rows" if found.count >= lab.length else f"{found.count} of {lab.length} rows"
    if found.closest is None:
        notes = [f"odd d_model: the distance depends on p and q; {of}", of]
    else:
        distance, offset = found.closest
        alike = "; no two are alike" if distance > 0 else ""
        notes = [
            f"closest two of {of}: {offset} apart, distance {_number(distance)}{alike}",
            f"closest of {of}: {offset} apart, {_number(distance)}",
            f"closest: offset {offset}",
        ]
    texts = [f"{note}; {share}" for note in notes] + [share] if share else notes
    return worded(texts, width, "muted")


def _says(found: Distances, alike: Collisions, lab: Lab) -> str:
    names = " and ".join(map(str, found.nearest))
    window = f"positions {found.first} to {found.last}"
    if found.count < lab.length:
        window += f" of {lab.length}"
    if found.closest is None:
        closest = "at an odd d_model the distance depends on both positions, not on their offset alone"
    else:
        distance, offset = found.closest
        differ = "; no two rows are alike" if distance > 0 else ""
        least = f"the smallest distance is {_number(distance)}, at offset {offset}"
        closest = f"over all offsets 1 to {found.count - 1} {least}{differ}"
    fewer = (alike.first, alike.last) != (found.first, found.last)
    looked = f"of positions {alike.first} to {alike.last} " if fewer else ""
    return (
        f"Distances |PE(p) - PE(q)| from p = {found.pos} to each q of {window} at d_model {lab.d_model}, base "
        f"{short(lab.base)}: nearest is q = {names}, offset {abs(found.nearest[0] - found.pos)}, at distance "
        f"{_number(found.least)}; {closest}; {looked}{alike.in_words(lab.dtype)}."
    )
