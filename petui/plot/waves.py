r"""Waves: one lane per frequency pair, sin(pos·\omega_i) and cos(pos·\omega_i) over positions."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from petui.core.lab import Lab
from petui.plot.canvas import Cells, Floats, Grid
from petui.plot.encoded import encoded, encoded_as
from petui.plot.lanes import MIN_HEIGHT, MIN_WIDTH, VALUE_WIDTH, Lane, Layout, Other, layout, marks
from petui.plot.picture import (
    Line,
    Picture,
    Run,
    explained,
    filled,
    first_that_fits,
    fitted,
    joined,
    line_text,
    needs,
    starts,
    with_cell,
)
from petui.plot.ruler import Tick, four_decimals, page_within, position_ticks, ruler, short
from petui.records import dataclass

_COLUMNS_PER_DOT = 3
_SAMPLES_PER_COLUMN = 4
_BRAILLE = 0x2800
_BLANK, _COSINE, _SINE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class DrawnLane:
    """A lane's curves, before the current position is known.

    Attributes:
        lane: What it shows.
        grid: Its cells and limits; x counts positions from `first`.
        first: The first position shown.
        lines: One line per row of the plot.
        texts: The characters of those lines.
        begins: Where the runs of those lines begin.
    """

    lane: Lane
    grid: Grid
    first: int
    lines: tuple[Line, ...]
    texts: Cells
    begins: tuple[tuple[int, ...], ...]

    @property
    def last(self) -> int:
        """The last position shown."""
        return self.first + self.lane.count - 1

    def column(self, position: float) -> int:
        """The plot column of a position."""
        return self.grid.column(position - self.first)


@dataclass(frozen=True, slots=True)
class WavesBase:
    """A picture of waves that lacks only what moves with the position: cursor, its values and the rulers' pointer."""

    layout: Layout
    lanes: tuple[DrawnLane, ...]


def waves(
    lab: Lab,
    width: int,
    height: int,
    *,
    ascii: bool = False,
    first_pair: int = 0,
    pairs: int | None = None,
    other: Other | None = None,
) -> Picture:
    """The waves of as many frequency pairs as fit, with a cursor at the current position.

    Sines are solid and strong, cosines dotted; a dot stands at each whole position where there is room. A lane whose
    waves would have fewer than four columns to a period shows fewer positions, and has a ruler of its own.

    Args:
        lab: What to draw; the window of `length` positions is the one that holds `pos`.
        width: Columns of the picture.
        height: Rows of the picture.
        ascii: Draw in ASCII.
        first_pair: First pair wanted.
        pairs: Most lanes wanted; None for as many as fit.
        other: An encoding beside it that it shares its lanes with, see petui.plot.lanes.layout.

    Returns:
        `height` lines of `width` characters; one line of explanation where there is no room.
    """
    base = waves_base(lab, width, height, ascii=ascii, first_pair=first_pair, pairs=pairs, other=other)
    if base is None:
        return explained("Waves", MIN_WIDTH, MIN_HEIGHT, width, height)
    return overlay_cursor(base, lab.pos)


@needs("Waves", MIN_WIDTH, MIN_HEIGHT)
def waves_at_slot(lab: Lab, width: int, height: int, *, ascii: bool = False, beside: Lab | None = None) -> Picture:
    """`waves` of pairs among which is the current slot's: from pair 0, or further by half of those that are shown."""
    labs = (lab, beside or lab)
    bases = [waves_base(each, width, height, ascii=ascii) for each in labs]
    lanes = min(len(base.lanes) if base is not None else 1 for base in bases)
    first, start = (encoded(each).pairs_at(each.slot, lanes).start for each in labs)
    other = None if beside is None else (beside.convention, beside.d_model, beside.base, start)
    return waves(lab, width, height, ascii=ascii, first_pair=first, pairs=lanes, other=other)


def waves_base(
    lab: Lab,
    width: int,
    height: int,
    *,
    ascii: bool = False,
    first_pair: int = 0,
    pairs: int | None = None,
    other: Other | None = None,
) -> WavesBase | None:
    """The cached part of `waves`; None where there is no room. The same object while `pos` stays in the window."""
    plan = layout(lab.convention, lab.d_model, lab.base, lab.length, width, height, ascii, first_pair, pairs, other)
    if plan is None:
        return None
    return _base(plan, tuple(page_within(lab.pos, plan.span, lane.count) for lane in plan.lanes))


@lru_cache(maxsize=16)
def _base(plan: Layout, firsts: tuple[int, ...]) -> WavesBase:
    # Lanes that stay when others come are not drawn again.
    alone = replace(plan, lanes=())
    return WavesBase(plan, tuple(_drawn(alone, lane, first) for lane, first in zip(plan.lanes, firsts, strict=True)))


@lru_cache(maxsize=64)
def _drawn(plan: Layout, lane: Lane, first: int) -> DrawnLane:
    """A lane's curves and dots as lines."""
    grid = Grid(plan.plot_width, plan.lane_height, (0.0, float(lane.count - 1)), (-1.0, 1.0), plan.ascii)
    offsets = np.linspace(0.0, lane.count - 1, _SAMPLES_PER_COLUMN * plan.plot_width + 1)
    sines, cosines = _pair_waves(plan, lane, first + offsets)
    codes, kinds = _merged(grid.curve(offsets, sines), grid.dotted(offsets, cosines) if lane.cosine else None)
    if grid.width >= _COLUMNS_PER_DOT * lane.count:
        _add_dots(plan, lane, first, grid, codes, kinds)
    lines = _lines(codes, kinds, lane.pair)
    texts = tuple(line_text(line) for line in lines)
    return DrawnLane(lane, grid, first, lines, texts, tuple(starts(line) for line in lines))


def _pair_waves(plan: Layout, lane: Lane, positions: Floats) -> tuple[Floats, Floats]:
    """Sines and cosines of the lane's pair, whether or not the table has the cosine."""
    sines, cosines = encoded_as(plan.name, plan.d_model, plan.base).waves(positions, [lane.pair])
    return sines[:, 0], cosines[:, 0]


def _merged(sine: Cells, cosine: Cells | None) -> tuple[NDArray[np.uint32], NDArray[np.int8]]:
    """Both curves in one grid of code points, and what each cell holds: where they share a cell, marks of both."""
    codes = _codes(sine)
    kinds = np.where(codes != ord(" "), _SINE, _BLANK).astype(np.int8)
    if cosine is None:
        return codes, kinds
    other = _codes(cosine)
    drawn = other != ord(" ")
    kinds[drawn & (kinds == _BLANK)] = _COSINE
    both = drawn & (kinds == _SINE) & (codes >= _BRAILLE)
    return np.where(both, codes | other, np.where(kinds == _COSINE, other, codes)), kinds


def _codes(cells: Cells) -> NDArray[np.uint32]:
    flat = np.frombuffer("".join(cells).encode("utf-32-le"), dtype=np.uint32)
    return flat.reshape(len(cells), -1).copy()


def _add_dots(
    plan: Layout, lane: Lane, first: int, grid: Grid, codes: NDArray[np.uint32], kinds: NDArray[np.int8]
) -> None:
    """A dot at each whole position; the sine's wins a shared cell."""
    table = encoded_as(plan.name, plan.d_model, plan.base)
    sines, cosines = (each[:, 0] for each in table.hands(first + np.arange(lane.count), [lane.pair]))
    sine_mark, cosine_mark = marks(ascii=plan.ascii)
    layers = [(cosines, cosine_mark, _COSINE)] if lane.cosine else []
    for values, mark, kind in [*layers, (sines, sine_mark, _SINE)]:
        for offset, value in enumerate(values.tolist()):
            cell = grid.row(value), grid.column(offset)
            codes[cell], kinds[cell] = ord(mark), kind


def _lines(codes: NDArray[np.uint32], kinds: NDArray[np.int8], pair: int) -> tuple[Line, ...]:
    styles = {_BLANK: "", _COSINE: f"pair{pair}", _SINE: f"pair{pair} strong"}
    lines = []
    for row, row_kinds in zip(codes, kinds, strict=True):
        text = row.tobytes().decode("utf-32-le")
        edges = [0, *(np.flatnonzero(np.diff(row_kinds)) + 1).tolist(), len(text)]
        lines.append(joined((text[a:b], styles[int(row_kinds[a])]) for a, b in pairwise(edges)))
    return tuple(lines)


def overlay_cursor(base: WavesBase, position: int) -> Picture:
    """The finished picture: a cursor, its values and a pointer on each ruler, over the cached curves.

    Args:
        base: What `waves_base` gave for this position's window.
        position: The current position, within the window.
    """
    plan = base.layout
    values = _values_at(plan, position)
    lines: list[Line] = [_header(base)]
    for index, (drawn, value) in enumerate(zip(base.lanes, values, strict=True)):
        lines += _lane_lines(plan, drawn, position, value)
        if plan.ends_group(index):
            lines.append(_ruler_line(plan, drawn, position))
    return Picture(filled(lines, plan.width, plan.height), _says(base, position, values))


def _values_at(plan: Layout, position: int) -> list[tuple[float, ...]]:
    """Sine and, where there is one, cosine of each lane at the position."""
    sines, cosines = encoded_as(plan.name, plan.d_model, plan.base).hands(position, [lane.pair for lane in plan.lanes])
    values = zip(plan.lanes, sines.tolist(), cosines.tolist(), strict=True)
    return [(sine, cosine) if lane.cosine else (sine,) for lane, sine, cosine in values]


def _lane_lines(plan: Layout, drawn: DrawnLane, position: int, values: tuple[float, ...]) -> list[Line]:
    """A lane's rows with the cursor over them: a bar where the cell is blank, a mark at each value."""
    column, bar = drawn.column(position), "|" if plan.ascii else "│"
    cells = {row: (text[column] if text[column] != " " else bar, "cursor") for row, text in enumerate(drawn.texts)}
    for value, mark in reversed(list(zip(values, marks(ascii=plan.ascii), strict=False))):
        cells[drawn.grid.row(value)] = (mark, "cursor strong")
    lines: list[Line] = []
    for row, (line, begins) in enumerate(zip(drawn.lines, drawn.begins, strict=True)):
        left = (*_label(plan, drawn.lane, row, values), *_gutter(plan, drawn.grid, row))
        lines.append((*left, *with_cell(line, begins, column, *cells[row])))
    if plan.spaced:
        label = _label(plan, drawn.lane, plan.lane_height, values)
        lines.append(fitted((*label, (" " * (plan.gutter_width + column), ""), (bar, "cursor")), plan.width))
    return lines


def _label(plan: Layout, lane: Lane, row: int, values: tuple[float, ...]) -> Line:
    text = lane.label[row] if row < len(lane.label) else ""
    style = f"pair{lane.pair} strong"
    for value, mark in zip(values, marks(ascii=plan.ascii), strict=False):
        if text.startswith(mark):
            text = f"{text[:-VALUE_WIDTH]}{four_decimals(value):>{VALUE_WIDTH}}"
            style = style if mark == marks(ascii=plan.ascii)[0] else f"pair{lane.pair}"
    return fitted([(text, style)], plan.label_width)


def _gutter(plan: Layout, grid: Grid, row: int) -> Line:
    """The scale: 1 at the top, 0, -1 at the bottom."""
    scale = {0: (" 1", "┌+"), grid.row(0.0): (" 0", "├+"), grid.height - 1: ("-1", "└+")}
    number, glyphs = scale.get(row, ("  ", "│|"))
    text = f" {number}{glyphs[plan.ascii]}"
    return ((text[-plan.gutter_width :], "axis"),)


def _shown(plan: Layout, drawn: DrawnLane) -> str:
    return f"{drawn.first}{'-' if plan.ascii else '–'}{drawn.last}"


def _ruler_line(plan: Layout, drawn: DrawnLane, position: int) -> Line:
    """The positions below a group of lanes; where the window was narrowed the label says what is shown."""
    shown, lane = _shown(plan, drawn), drawn.lane
    label, style = ["position", "pos", ""], "axis"
    if lane.count < plan.span:
        label, style = [f"shown {shown}", shown, f"{lane.count} of {plan.length}", "part", ""], "strong"
    ticks = position_ticks(drawn.first, drawn.last, drawn.column)
    mark, pointer = ("'", "^") if plan.ascii else ("╵", "▲")
    current = Tick(drawn.column(position), str(position), "cursor strong")
    line = ruler(ticks, plan.plot_width, mark, current=current, pointer=pointer)
    return joined([*fitted([(first_that_fits(label, plan.left - 1), style)], plan.left), *line])


def _header(base: WavesBase) -> Line:
    """Which pairs are shown, and how sine and cosine differ where there is room to say it."""
    plan = base.layout
    first, last = base.lanes[0], base.lanes[-1]
    dash = "-" if plan.ascii else "–"
    shown = f"pair {first.lane.pair}" if first is last else f"pairs {first.lane.pair}{dash}{last.lane.pair}"
    heads = [f"Waves, {shown} of {plan.pairs}", f"{shown} of {plan.pairs}", shown]
    if first is last and first.lane.count < plan.span:
        heads = (
            [*heads[:2], f"{shown}, {_shown(plan, first)}"]
            if plan.width >= 40
            else [f"{shown}, {_shown(plan, first)}", shown]
        )
    key = _key(plan, plan.width - len(heads[-1]) - 3)
    room = plan.width - sum(len(text) for text, _ in key)
    return fitted([(first_that_fits(heads, room), "heading"), *key], plan.width)


def _key(plan: Layout, room: int) -> list[Run]:
    """The fullest key of the marks that fits."""
    sine, cosine = marks(ascii=plan.ascii)
    for solid, dotted in ((f"   sine solid {sine}", f", cosine dotted {cosine}"), (f"   {sine} sin", f" {cosine} cos")):
        if len(solid + dotted) <= room:
            return [(solid, "strong"), (dotted, "muted")]
    return []


def _says(base: WavesBase, position: int, values: list[tuple[float, ...]]) -> str:
    plan = base.layout
    parts = []
    for drawn, value in zip(base.lanes, values, strict=True):
        lane = drawn.lane
        numbers = " and ".join(
            f"{name} {four_decimals(number)}" for name, number in zip(("sine", "cosine"), value, strict=False)
        )
        window = f", drawn over positions {drawn.first} to {drawn.last}" if lane.count < plan.span else ""
        parts.append(
            f"pair {lane.pair} (omega {short(lane.omega)}, wavelength {short(lane.wavelength)}{window}) has {numbers}"
        )
    first = position // plan.span * plan.span
    return (
        f"Waves of {len(values)} of {plan.pairs} frequency pairs at d_model {plan.d_model} over positions {first} to "
        f"{first + plan.span - 1}, sine solid and cosine dotted; at position {position}, " + "; ".join(parts) + "."
    )
