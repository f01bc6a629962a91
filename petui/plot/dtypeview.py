r"""Dtype: how far the numbers of a format are from the exact values, rounded once and computed in it throughout."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray

from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.core.precision import FORMATS
from petui.plot.canvas import Cells, Grid, Limits
from petui.plot.encoded import encoded_as
from petui.plot.picture import Line, Picture, filled, fitted, joined, needs, worded
from petui.plot.ruler import Tick, page_within, plural, position_ticks, ruler, short
from petui.plot.sheet import Sheet, place_marks
from petui.records import dataclass

MIN_WIDTH = 30
MIN_HEIGHT = 6
_CAPTION_HEIGHT = 8
_GUTTER = 7
_MOST_CELLS = 400_000
_FEWEST_POSITIONS = 16
# The scale of each format in decades, whatever is shown: from below its rounding to above 2, the largest error. Exact
# values are float64 within 1e-15: a smaller error of float64 is not told.
_DECADES = {"float64": (-15, 0.5), "float32": (-9, 0.5), "float16": (-6, 0.5), "bfloat16": (-5, 0.5)}
_RESOLVED = 1e-15


@dataclass(frozen=True, slots=True, eq=False)
class Errors:
    """The errors over one window, the largest of all slots at each position.

    Attributes:
        dtype: The format.
        d_model: Slots of the encoding.
        first: First position.
        once: Of the exact value rounded once; shape (positions,).
        computed: Of the value computed in the format; not a number where the format has none.
        floor: The largest error of rounding a value once.
    """

    dtype: str
    d_model: int
    first: int
    once: Floats
    computed: Floats
    floor: float

    @property
    def count(self) -> int:
        """Positions of the window."""
        return len(self.once)

    @property
    def last(self) -> int:
        """Last position."""
        return self.first + self.count - 1


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """The curves of one window.

    Attributes:
        errors: What they show.
        grid: Cells and limits: positions across, the decimal logarithm of the error up.
        once: The curve of rounding once; blank for float64.
        computed: The curve of computing.
        share: Positions of which a point is the largest.
    """

    errors: Errors
    grid: Grid
    once: Cells
    computed: Cells
    share: int


def errors_of(lab: Lab, beside: Lab | None = None) -> Errors:
    """The errors over the window that holds the current position; the same object while it does."""
    span = max(2, lab.length)
    widest = max(lab.d_model, (beside or lab).d_model)
    count = min(span, max(_FEWEST_POSITIONS, _MOST_CELLS // widest))
    return _errors(lab.convention, lab.d_model, lab.base, lab.dtype, page_within(lab.pos, span, count), count)


@lru_cache(maxsize=16)
def _errors(name: str, d_model: int, base: float, dtype: str, first: int, count: int) -> Errors:
    table = encoded_as(name, d_model, base)
    positions = np.arange(first, first + count)
    exact = table.values(positions)
    once = np.abs(table.values(positions, dtype=dtype) - exact).max(axis=1)
    computed = np.abs(table.computed(positions, dtype) - exact).max(axis=1)
    return Errors(dtype, d_model, first, once, computed, table.multiplier * FORMATS[dtype].half_unit / 2)


@needs("Errors", MIN_WIDTH, MIN_HEIGHT)
def dtype_view(lab: Lab, width: int, height: int, *, ascii: bool = False, beside: Lab | None = None) -> Picture:
    """The largest error of all slots along the positions, on a scale of decades that is each format's own.

    Solid is what a program gets that computes in the format throughout, dotted the exact value rounded once. At
    float64 nothing is dotted, and the scale begins at 1e-15: the exact values are themselves known to that alone.
    Where positions outnumber the columns a point is the largest error of several, and it is said. With `beside` the
    scale holds those of both formats.
    """
    rows = height - 3 - (height >= _CAPTION_HEIGHT)
    lows, highs = zip(*(_DECADES[each.dtype] for each in (lab, beside or lab)), strict=True)
    drawn = _drawn(errors_of(lab, beside), width - _GUTTER, rows, ascii, (min(lows), max(highs)))
    lines = [_heading(drawn.errors, width), _here(drawn, lab, width, ascii), *_plot(drawn, lab)]
    lines.append(_ruler(drawn, lab, width, ascii))
    if height >= _CAPTION_HEIGHT:
        lines.append(_caption(drawn, lab, width))
    return Picture(filled(lines, width, height), _says(drawn, lab))


@lru_cache(maxsize=16)
def _drawn(errors: Errors, width: int, rows: int, ascii: bool, decades: Limits | None = None) -> Drawn:
    share = -(-errors.count // width)
    ends = float(errors.first), float(max(errors.last, errors.first + 1))
    grid = Grid(width, rows, ends, decades or _DECADES[errors.dtype], ascii)
    starts = np.arange(0, errors.count, share, dtype=np.int64)
    # A point stands in the middle of the positions of which it is the largest.
    across = errors.first + np.minimum(starts + (share - 1) / 2, errors.count - 1)
    blank = (" " * width,) * rows
    once = blank if errors.dtype == "float64" else grid.dotted(across, _heights(errors.once, starts, grid))
    return Drawn(errors, grid, once, grid.curve(across, _heights(errors.computed, starts, grid)), share)


def _heights(errors: Floats, starts: NDArray[np.int64], grid: Grid) -> Floats:
    """The decimal logarithms of the largest error of each group; none is below the lowest row, where 0 stands too."""
    largest = np.maximum.reduceat(errors, starts)
    low = grid.up[0]
    return np.asarray(np.log10(np.maximum(largest, 10.0**low)))


def _height(error: float, grid: Grid) -> int | None:
    """The row of an error; None for what is not a number."""
    return grid.row(log10(max(error, 10.0 ** grid.up[0]))) if error == error else None


# ---- lines -----------------------------------------------------------------------------------------------------------


def _number(error: float, dtype: str = "") -> str:
    """An error to three or four digits; of float64 none below what is told."""
    if error != error:
        return "no value"
    if dtype == "float64" and error < _RESOLVED:
        return "below 1e-15"
    return "0" if error == 0 else f"{error:.2g}" if error >= 0.01 else short(error)


def _heading(errors: Errors, width: int) -> Line:
    slots = f"largest of {plural(errors.d_model, 'slot')}"
    heads = [
        f"Error of {errors.dtype} against the exact values, {slots}",
        f"Error of {errors.dtype}, {slots}",
        f"Error of {errors.dtype}",
    ]
    return worded(heads, width, "heading")


def _at(errors: Errors, lab: Lab) -> tuple[float, float]:
    """Both errors at the current position."""
    index = lab.pos - errors.first
    return float(errors.computed[index]), float(errors.once[index])


def _here(drawn: Drawn, lab: Lab, width: int, ascii: bool) -> Line:
    """The marks and what they stand for at the current position."""
    computed, once = (_number(error, lab.dtype) for error in _at(drawn.errors, lab))
    current, other = place_marks(ascii=ascii)
    ours = f"pos {lab.pos}: {current} computed {computed}"
    if drawn.errors.dtype == "float64":
        theirs = ["   exact values known to 1e-15", "   exact to 1e-15", ""]
    else:
        theirs = [f"   {other} rounded once {once} (dotted)", f"   {other} rounded {once}", f"  {other} {once}", ""]
    heads = [ours, f"{current} computed {computed}", f"{current} {computed}"]
    for head in heads:
        for tail in theirs:
            if len(head + tail) <= width and (tail or head == heads[-1]):
                return fitted([(head, "cursor strong"), (tail, "strong")], width)
    return fitted([(heads[-1], "cursor strong")], width)


def _plot(drawn: Drawn, lab: Lab) -> list[Line]:
    grid, ascii = drawn.grid, drawn.grid.ascii
    sheet = Sheet(grid.width, grid.height)
    sheet.lay(drawn.once, 0, 0, "muted")
    sheet.lay(drawn.computed, 0, 0, "value strong")
    column = grid.column(lab.pos)
    for row in range(grid.height):
        sheet.fill(row, column, "|" if ascii else "│", "cursor")
    computed, once = _at(drawn.errors, lab)
    marks = place_marks(ascii=ascii)
    pairs = [(computed, marks[0], "cursor strong")]
    if drawn.errors.dtype != "float64":
        pairs.insert(0, (once, marks[1], "cursor strong"))
    for error, mark, style in pairs:
        place = _height(error, grid)
        if place is not None:
            sheet.put(place, column, mark, style)
    labels = _decades(grid)
    return [joined([*_scale(labels, row, grid), *line]) for row, line in enumerate(sheet.lines())]


def _decades(grid: Grid) -> dict[int, str]:
    """Rows that are labelled: the lowest, for all that is not more, and decades as close as rows allow."""
    low, high = ceil(grid.up[0]), floor(grid.up[1])
    step = max(1, ceil((high - low) / max(1, (grid.height - 1) // 2)))
    labels = {grid.row(decade): f"1e{decade}" if decade else "1" for decade in range(high, low, -step)}
    return labels | {grid.height - 1: f"<1e{low}"}


def _scale(labels: dict[int, str], row: int, grid: Grid) -> Line:
    label = labels.get(row, "")
    glyphs = "┤+" if label else "│|"
    return ((f"{label:>{_GUTTER - 1}}{glyphs[grid.ascii]}", "axis"),)


def _ruler(drawn: Drawn, lab: Lab, width: int, ascii: bool) -> Line:
    grid, errors = drawn.grid, drawn.errors
    mark, pointer = ("'", "^") if ascii else ("╵", "▲")
    current = Tick(grid.column(lab.pos), str(lab.pos), "cursor strong")
    ticks = position_ticks(errors.first, errors.last, grid.column)
    line = ruler(ticks, grid.width, mark, current=current, pointer=pointer)
    return fitted([*fitted([("pos", "axis")], _GUTTER), *line], width)


def _caption(drawn: Drawn, lab: Lab, width: int) -> Line:
    """What rounding once does, how many positions a point stands for, and where whole positions stop being exact."""
    errors = drawn.errors
    notes = [f"rounding once: at most {_number(errors.floor)}"]
    if errors.dtype == "float64":
        notes = ["below 1e-15 nothing is told"]
    if drawn.share > 1:
        notes.append(f"a point: the largest of {drawn.share} positions")
    if errors.count < lab.length:
        notes.append(f"{errors.count} of {lab.length} positions")
    whole = f"whole positions exact to {2 ** FORMATS[errors.dtype].bits}"
    texts = ["; ".join((*notes, whole)), "; ".join(notes), *reversed(notes)]
    return worded(texts, width, "muted")


def _says(drawn: Drawn, lab: Lab) -> str:
    errors = drawn.errors
    computed, once = (_number(error, lab.dtype) for error in _at(errors, lab))
    known = errors.computed[~np.isnan(errors.computed)]
    most = (
        f"at most {_number(float(known.max()), lab.dtype)} over the window" if known.size else "no value in the window"
    )
    lost = errors.count - known.size
    if lost:
        most += f", and no value at {plural(lost, 'position')} beyond its range"
    rounding = (
        f"exact values are themselves known to {_RESOLVED:.0e}, and a smaller error is not told"
        if errors.dtype == "float64"
        else f"the exact value rounded once is off by {once} there, and never by more than {_number(errors.floor)}"
    )
    return (
        f"Error of {errors.dtype} against the exact values at d_model {errors.d_model}, the largest of all slots, over "
        f"positions {errors.first} to {errors.last}: computed in {errors.dtype} throughout it is {computed} at "
        f"position {lab.pos}, {most}; {rounding}; whole positions are exact up to {2 ** FORMATS[errors.dtype].bits}."
    )
