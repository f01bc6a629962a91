r"""Similarity: D(k) = PE(p)·PE(p + k) = \sum cos(k·\omega_i) against the offset k, on both sides of 0."""

from __future__ import annotations

from functools import lru_cache
from math import pi
from typing import TypeAlias

import numpy as np

from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.canvas import Cells, Grid
from petui.plot.encoded import Encoded, encoded, encoded_as
from petui.plot.lanes import COLUMNS_PER_PERIOD
from petui.plot.mirror import left_from_right
from petui.plot.picture import Line, Picture, filled, first_that_fits, fitted, joined, needs, worded
from petui.plot.ruler import Tick, four_decimals, position_ticks, ruler, short
from petui.plot.sheet import Sheet, place_marks
from petui.records import dataclass

MIN_WIDTH = 24
MIN_HEIGHT = 5
_CAPTION_HEIGHT = 8
_COLUMNS_PER_DOT = 3
_SAMPLES_PER_COLUMN = 4
_PAIRS_AT_ONCE = 256
_RISE_HEIGHT = 12
_MOST_STRETCHES = 6


_Key: TypeAlias = tuple[str, int, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """D(k), before the current offset is known.

    Attributes:
        table: The encoding.
        wanted: The largest offset of the sequence.
        grid: Its cells and limits; x is the offset.
        cells: The drawn curve.
        values: D at the whole offsets -K … K.
        gutter: Columns of the scale.
    """

    table: Encoded
    wanted: int
    grid: Grid
    cells: Cells
    values: tuple[float, ...]
    gutter: int

    @property
    def most(self) -> int:
        """K, the largest offset shown."""
        return len(self.values) // 2

    @property
    def even(self) -> bool:
        """Whether D is a function of the offset alone, as every pair has its sine and its cosine."""
        return self.table.lone_pair is None

    @property
    def norm(self) -> float:
        """D(0), the squared norm."""
        return self.values[self.most]

    def column(self, offset: float) -> int:
        """The column of an offset; those of k and -k are as far from the middle."""
        middle = self.grid.width // 2
        away = self.grid.column(abs(offset)) - middle
        return middle + away if offset >= 0 else middle - away

    def rises(self) -> tuple[bool, ...]:
        """For each offset k from 0 on but the last, whether D(k + 1) is above D(k)."""
        ahead = self.values[self.most :]
        least = 1e-12 * self.table.d_model * self.table.multiplier**2
        return tuple(ahead[k + 1] > ahead[k] + least for k in range(self.most))

    def first_rise(self) -> int | None:
        """The first offset from 0 on after which D rises; None where it falls over the whole window."""
        return next((k for k, rises in enumerate(self.rises()) if rises), None)

    def stretches(self) -> list[tuple[int, int]]:
        """The offsets from 0 on between which D rises, first and last of each stretch."""
        edges = np.flatnonzero(np.diff(np.concatenate([[False], self.rises(), [False]]).astype(np.int8))).tolist()
        return list(zip(edges[::2], edges[1::2], strict=True))


@needs("Similarities", MIN_WIDTH, MIN_HEIGHT)
def similarity(lab: Lab, width: int, height: int, *, ascii: bool = False, beside: Lab | None = None) -> Picture:
    """D(k) over the offsets up to `length` - 1, with the current offset marked, and its mirror image at -k.

    Where the fastest wave would have fewer than four columns to a period fewer offsets are shown, and it is said.
    At an odd d_model the last sine has no cosine, so that D depends on the position: it is drawn for the current one.
    With `beside` the scale is that of both.
    """
    curve = curve_of(lab, width, height, ascii=ascii, beside=beside)
    value = dot(lab)
    lines = [_heading(curve, lab, value, width), *_plot(curve, lab, value, width)]
    if height >= _RISE_HEIGHT:
        lines.append(_rise_marks(curve, width))
    lines.append(_ruler(curve, lab, width))
    if height >= _CAPTION_HEIGHT:
        lines.insert(1, _caption(curve, lab, width))
    return Picture(filled(lines, width, height), _says(curve, lab, value))


def dot(lab: Lab) -> float:
    """PE(pos)·PE(pos + offset); for an even d_model from the offset alone, so that it is the same at ±k.

    With a row of padding, which is all zeros, it is 0.
    """
    table = encoded(lab)
    if table.padding in (lab.pos, lab.pos + lab.offset):
        return 0.0
    return float(_similar(table, _place(lab), np.array([float(lab.offset)]))[0])


def _place(lab: Lab) -> int | None:
    """The current position where D depends on it."""
    return None if encoded(lab).lone_pair is None else lab.pos


def curve_of(lab: Lab, width: int, height: int, *, ascii: bool, beside: Lab | None = None) -> Curve:
    """The cached part of `similarity`; the same object whatever the offset, and at an even d_model the position."""
    rows = height - 2 - (height >= _CAPTION_HEIGHT) - (height >= _RISE_HEIGHT)
    key, other = ((each.convention, each.d_model, each.base) for each in (lab, beside or lab))
    return _curve(key, other, _place(lab), max(1, lab.length - 1), width, rows, ascii)


@lru_cache(maxsize=16)
def _curve(key: _Key, other: _Key, pos: int | None, wanted: int, width: int, rows: int, ascii: bool) -> Curve:
    table, beside = encoded_as(*key), encoded_as(*other)
    gutter = _gutter_width(max(table.pairs, beside.pairs))
    columns = _odd(width - gutter)
    most = shown_offsets(wanted, columns)
    values = _similar(table, pos, np.arange(-most, most + 1.0))
    offsets = np.linspace(-most, most, _SAMPLES_PER_COLUMN * columns + 1)
    drawn = _similar(table, pos, offsets)
    lows, highs = zip(*(_limits(each, offsets) for each in (table, beside)), strict=True)
    grid = Grid(columns, rows, (-float(most), float(most)), (min(lows), max(highs)), ascii)
    cells = grid.curve(offsets, drawn)
    cells = left_from_right(cells) if pos is None else cells
    return Curve(table, wanted, grid, cells, tuple(values.tolist()), gutter)


def _limits(table: Encoded, offsets: Floats) -> tuple[float, float]:
    """Between which D is; where a pair has no cosine at every position, so that the scale stands still."""
    unit = table.multiplier**2
    lowest = min(0.0, float(_cosines(table, offsets).min()))
    return lowest if table.lone_pair is None else lowest - unit, unit * table.pairs


def _odd(count: int) -> int:
    """The count, or one less: with a middle column both sides are alike."""
    return count - 1 + count % 2


def shown_offsets(wanted: int, columns: int) -> int:
    """K, such that -K … K over the columns leave the fastest wave, of 2π positions, four columns to a period."""
    most = int(2 * pi / COLUMNS_PER_PERIOD * (columns - 1) / 2)
    if wanted <= most:
        return wanted
    return most // 10 * 10 if most >= 20 else max(1, most)


def _similar(table: Encoded, pos: int | None, offsets: Floats) -> Floats:
    """D at the offsets; `pos` only where a pair has no cosine."""
    similar = _cosines(table, offsets)
    if pos is None or table.lone_pair is None:
        return similar
    last = table.waves(np.append(pos + offsets, pos), [table.lone_pair])[0][:, 0]
    return np.asarray(similar + table.multiplier**2 * last[:-1] * last[-1], dtype=np.float64)


def _cosines(table: Encoded, offsets: Floats) -> Floats:
    r"""The sum of cos(k·\omega_i) over the pairs that have a cosine; held for the keys that move the position."""
    return table.multiplier**2 * np.asarray(_summed(table, tuple(offsets.tolist())))


@lru_cache(maxsize=32)
def _summed(table: Encoded, offsets: tuple[float, ...]) -> tuple[float, ...]:
    sizes, places = np.unique(np.abs(offsets), return_inverse=True)
    total = np.zeros(len(sizes))
    whole = table.pairs if table.lone_pair is None else table.lone_pair
    for first in range(0, whole, _PAIRS_AT_ONCE):
        pairs = range(first, min(first + _PAIRS_AT_ONCE, whole))
        total += table.waves(sizes, pairs)[1].sum(axis=1)
    return tuple(total[places].tolist())


# ---- lines -----------------------------------------------------------------------------------------------------------


def _gutter_width(pairs: int) -> int:
    """Columns of the scale: its longest number, a blank and the axis."""
    return max(len(str(pairs)), 5) + 2


def _plot(curve: Curve, lab: Lab, value: float, width: int) -> list[Line]:
    """The scale, the curve, and the marks of the current offset."""
    grid = curve.grid
    sheet = Sheet(grid.width, grid.height)
    sheet.lay(curve.cells, 0, 0, "value")
    whole = "o" if grid.ascii else "•"
    if grid.width >= _COLUMNS_PER_DOT * len(curve.values):
        for offset, number in enumerate(curve.values, -curve.most):
            sheet.put(grid.row(number), curve.column(offset), whole, "value strong")
    _mark(curve, lab, value, sheet)
    _lines_at_zero(curve, sheet)
    return [fitted([*_scale(curve, row, curve.gutter), *line], width) for row, line in enumerate(sheet.lines())]


def _mark(curve: Curve, lab: Lab, value: float, sheet: Sheet) -> None:
    """The current offset: a bar, and a mark at its value; a ring at the same height at -k."""
    if abs(lab.offset) > curve.most:
        return
    grid, ascii = curve.grid, curve.grid.ascii
    column, row = curve.column(lab.offset), grid.row(value)
    current, mirrored = place_marks(ascii=ascii)
    for at in range(grid.height):
        sheet.fill(at, column, "|" if ascii else "│", "cursor")
    if curve.even and lab.offset and curve.table.padding not in (lab.pos, lab.pos + lab.offset):
        sheet.put(row, curve.column(-lab.offset), mirrored, "value strong")
    sheet.put(row, column, current, "cursor strong")


def _lines_at_zero(curve: Curve, sheet: Sheet) -> None:
    """Faint lines where k is 0, and where D is 0 if that is not the lowest row."""
    grid, ascii = curve.grid, curve.grid.ascii
    for row in range(grid.height):
        sheet.fill(row, grid.width // 2, ":" if ascii else "┊", "axis")
    if grid.row(0.0) < grid.height - 1:
        for column in range(grid.width):
            sheet.fill(grid.row(0.0), column, "-" if ascii else "─", "axis")


def _scale(curve: Curve, row: int, gutter: int) -> Line:
    grid = curve.grid
    numbers = {grid.height - 1: (_signed(grid.up[0]), "└+"), grid.row(0.0): ("0", "├+"), 0: (_signed(grid.up[1]), "┌+")}
    if grid.row(0.0) == grid.height - 1:
        numbers[grid.height - 1] = ("0", "└+")
    number, glyphs = numbers.get(row, ("", "│|"))
    return ((f"{number:>{gutter - 1}}{glyphs[grid.ascii]}", "axis"),)


def _signed(value: float) -> str:
    """A number in five characters or so."""
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def _ruler(curve: Curve, lab: Lab, width: int) -> Line:
    """The offsets, with a pointer at the current one; where that is outside, the pointer shows its side."""
    grid, gutter = curve.grid, curve.gutter
    mark, pointer, left, right = ("'", "^", "<", ">") if grid.ascii else ("╵", "▲", "◄", "►")
    column = curve.column(max(-curve.most, min(lab.offset, curve.most)))
    if abs(lab.offset) > curve.most:
        pointer = right if lab.offset > 0 else left
    ticks = position_ticks(-curve.most, curve.most, curve.column)
    current = Tick(column, str(lab.offset), "cursor strong")
    line = ruler(ticks, grid.width, mark, current=current, pointer=pointer)
    return fitted([*fitted([(first_that_fits(["offset", "k"], gutter - 1), "axis")], gutter), *line], width)


def _rise_marks(curve: Curve, width: int) -> Line:
    """Below the columns where D rises away from 0, a slope as it is seen in the plot."""
    grid, gutter = curve.grid, curve.gutter
    up, down = ("/", "\\") if grid.ascii else ("╱", "╲")
    rises = curve.rises()
    marks = [" "] * grid.width
    for column in range(grid.width):
        offset = (2 * column / (grid.width - 1) - 1) * curve.most if grid.width > 1 else 0.0
        if rises[min(curve.most - 1, int(abs(offset)))]:
            marks[column] = up if offset > 0 else down
    return fitted([*fitted([("rises", "axis")], gutter), ("".join(marks), "wrong")], width)


def _heading(curve: Curve, lab: Lab, value: float, width: int) -> Line:
    """What is drawn, D at the current offset and the squared norm."""
    dot, square = (".", "^2") if curve.grid.ascii else ("·", "²")
    number = f"D({lab.offset}) = {four_decimals(value)}"
    norm = f"norm{square} D(0) = {_norm(curve)}"
    if curve.even:
        half = "d/2 = " if 2 * curve.norm == curve.table.d_model else ""
        norm = f"norm{square} D(0) = {half}{_norm(curve)}"
    where = "" if curve.even else f" at p = {lab.pos}"
    heads = [f"Similarity D(k) = PE(p){dot}PE(p+k){where}   ", "Similarity   ", ""]
    tails = [f"   {norm}", f"   of {_norm(curve)}", ""]
    for head, tail in [(heads[0], tails[0]), (heads[1], tails[0]), (heads[2], tails[0]), (heads[2], tails[1])]:
        if len(head + number + tail) <= width:
            return fitted([(head, "heading"), (number, "cursor strong"), (tail, "strong")], width)
    return fitted([(number, "cursor strong")], width)


def _norm(curve: Curve) -> str:
    """The squared norm; where every pair has both, and nothing multiplies them, the number of pairs."""
    return str(curve.table.pairs) if curve.even and curve.table.multiplier == 1 else four_decimals(curve.norm)


def _caption(curve: Curve, lab: Lab, width: int) -> Line:
    """What to see, and how much of it is shown."""
    ascii = curve.grid.ascii
    shown = f"offsets to {'+-' if ascii else '±'}{curve.most}"
    if curve.most < curve.wanted:
        shown += f" of {'+-' if ascii else '±'}{curve.wanted}"
    rise = curve.first_rise()
    rises = f"first rise after k = {rise}" if rise is not None else "no rise in the window"
    alike = "the same at k and -k, whatever p" if curve.even else f"odd d_model: depends on p, here p = {lab.pos}"
    notes = [f"{shown}; {alike}; {rises}", f"{shown}; {rises}", shown]
    return joined(worded(notes, width, "muted"))


def _said_stretches(curve: Curve) -> str:
    """Between which offsets D rises; of many stretches the first."""
    found = curve.stretches()
    listed = ", ".join(f"{first} to {last}" for first, last in found[:_MOST_STRETCHES])
    more = f" and {len(found) - _MOST_STRETCHES} more stretches" if len(found) > _MOST_STRETCHES else ""
    return f" (between {listed}{more})"


def _says(curve: Curve, lab: Lab, value: float) -> str:
    of = f" of {curve.wanted}" if curve.most < curve.wanted else ""
    rise = curve.first_rise()
    falls = (
        f"it first rises after offset {rise}{_said_stretches(curve)}"
        if rise is not None
        else "it does not rise in this window"
    )
    if curve.even:
        but = "" if curve.table.padding is None else f" but {curve.table.padding}, whose row is all zeros"
        kind = f"for every p alike{but}, and the same at k and -k"
        norm = ("half of d_model, " if 2 * curve.norm == curve.table.d_model else "") + _norm(curve)
        mirror = f", and at offset {-lab.offset} the same" if lab.offset and value else ""
    else:
        kind = f"for p = {lab.pos}, for at an odd d_model it depends on p"
        norm, mirror = _norm(curve), ""
    return (
        f"Similarity D(k) = PE(p) times PE(p + k) at d_model {lab.d_model}, base {short(lab.base)}, {kind}, over "
        f"offsets {-curve.most} to {curve.most}{of}; D(0), the squared norm, is {norm}; {falls}; "
        f"at offset {lab.offset} D is {four_decimals(value)}{mirror}."
    )
