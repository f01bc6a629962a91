"""Heat map: rows are positions, columns are slots, and darker or denser means nearer to 1."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from petui.core.encoding import encode
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.core.phase import Floats, phase_words, quarter_and_rest, sines_and_cosines
from petui.plot.picture import (
    Line,
    Picture,
    Run,
    filled,
    first_that_fits,
    fitted,
    joined,
    line_text,
    needs,
    starts,
    with_cell,
)
from petui.plot.ruler import Tick, four_decimals, ordinal, plural, ruler

MIN_WIDTH = 20
MIN_HEIGHT = 5
HEAT_LEVELS = 9
UNICODE_SHADES = " ░▒▓█"
ASCII_SHADES = " .:-=+*#%@"
_WIDEST_CELL = 8
_LEGEND_CELLS = 20


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the table that is shown.

    Attributes:
        first: First position.
        rows: Positions shown, one per row.
        first_pair: First pair shown.
        stride: Every how manieth pair is shown, always with its sine and its cosine.
        pairs: Pairs shown.
        cell: Columns per slot.
        left: Columns of the row labels.
    """

    first: int
    rows: int
    first_pair: int
    stride: int
    pairs: int
    cell: int
    left: int


@needs("Heat maps", MIN_WIDTH, MIN_HEIGHT)
def heat(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """The encoding table as shades, around the current position.

    Values are never averaged: where slots outnumber the columns every so manieth pair is picked, the current slot's
    pair among them, and the heading says which. Shades rise from -1 (blank) through 0 to 1 (full); the styles heat0
    to heat8 give the same in nine levels for colour.
    """
    window = _window(lab, width, height)
    lines = [_heading(lab, window, width, ascii), _slot_ruler(lab, window, width, ascii)]
    for index, body in enumerate(_body(lab.d_model, lab.base, window, width - window.left, ascii)):
        lines.append(_marked_row(lab, window, index, body, ascii))
    lines.append(_legend(lab, width, ascii))
    return Picture(filled(lines, width, height), _says(lab, window))


def _window(lab: Lab, width: int, height: int) -> Window:
    """What fits: all of a short sequence, else a window that moves by half a page and always holds `pos`."""
    rows = min(height - 3, lab.length) if lab.pos < lab.length else height - 3
    first = first_row(lab.pos, lab.length, rows)
    left = len(str(first + rows - 1)) + 2
    columns = width - left
    pairs = (lab.d_model + 1) // 2
    if lab.d_model <= columns:
        return Window(first, rows, 0, 1, pairs, min(_WIDEST_CELL, columns // lab.d_model), left)
    stride = -(-pairs // (columns // 2))
    start = lab.slot // 2 % stride
    return Window(first, rows, start, stride, len(range(start, pairs, stride)), 1, left)


def first_row(pos: int, length: int, rows: int) -> int:
    """The first of `rows` positions that hold `pos`; it stands still while `pos` moves within half a page."""
    half = max(1, rows // 2)
    start = max(0, pos // half * half - half // 2)
    end = length if pos < length else MAX_LAB_POSITION + 1
    return max(0, min(start, end - rows))


@lru_cache(maxsize=16)
def _body(d_model: int, base: float, window: Window, width: int, ascii: bool) -> tuple[Line, ...]:
    """The shaded cells, one line of `width` characters per position."""
    table = _values(d_model, base, window)
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    levels, glyphs = _bins(table, HEAT_LEVELS), _bins(table, len(shades))
    lines = []
    for row_levels, row_glyphs in zip(levels.tolist(), glyphs.tolist(), strict=True):
        cells = zip(row_levels, row_glyphs, strict=True)
        lines.append(fitted([(shades[glyph] * window.cell, f"heat{level}") for level, glyph in cells], width))
    return tuple(lines)


def _values(d_model: int, base: float, window: Window) -> Floats:
    """The picked columns, shape (rows, slots shown); only these are computed."""
    positions = np.arange(window.first, window.first + window.rows)
    if window.stride == 1:
        return np.asarray(encode(positions, d_model, base, last_slot=2 * window.pairs), dtype=np.float64)
    picked = window.first_pair + window.stride * np.arange(window.pairs)
    high, low = phase_words(d_model, base)
    sines, cosines = sines_and_cosines(
        *quarter_and_rest(positions.astype(np.uint64)[:, None], high[picked][None, :], low[picked][None, :])
    )
    table = np.stack([sines, cosines], axis=2).reshape(window.rows, -1)
    return table[:, : -1 if 2 * int(picked[-1]) + 1 >= d_model else None]


def _bins(values: Floats, count: int) -> NDArray[np.int64]:
    """The bin of each value, -1 … 1 cut into `count` equal bins."""
    return np.clip(np.floor((values + 1) / 2 * count), 0, count - 1).astype(np.int64)


def _marked_row(lab: Lab, window: Window, index: int, body: Line, ascii: bool) -> Line:
    """A row with its position before it; the current one has a pointer, its current slot a cursor."""
    position = window.first + index
    number = f"{position:{window.left - 2}d}"
    if position != lab.pos:
        return ((f" {number} ", "axis"), *body)
    first = _column(window, lab.slot)
    begins, text = starts(body), line_text(body)
    style = body[bisect_right(begins, first) - 1][1]
    for column in range(first, first + window.cell):
        body = with_cell(body, starts(body), column, text[column], f"{style} cursor")
    return ((f"{'>' if ascii else '▶'}{number} ", "cursor strong"), *joined(body))


def _column(window: Window, slot: int) -> int:
    """The column of a slot whose pair is shown, counted from the left edge of the cells."""
    return ((slot // 2 - window.first_pair) // window.stride * 2 + slot % 2) * window.cell


def _slot_ruler(lab: Lab, window: Window, width: int, ascii: bool) -> Line:
    """The slots above the columns, in their pairs' colours; the current one has a pointer."""
    mark, pointer = (".", "v") if ascii else ("╷", "▼")
    named = window.cell >= len(str(lab.d_model - 1)) + 6
    ticks = []
    for slot in _ticked_slots(lab.d_model, window):
        label = f"{slot} {'cos' if slot % 2 else 'sin'}" if named else str(slot)
        ticks.append(Tick(_column(window, slot), label, f"pair{slot // 2}"))
    label = f"{lab.slot} {'cos' if lab.slot % 2 else 'sin'}" if named else str(lab.slot)
    current = Tick(_column(window, lab.slot), label, "cursor strong")
    corner = first_that_fits(["slot", ""], window.left - 1)
    line = ruler(ticks, width - window.left, mark, current=current, pointer=pointer)
    return joined([*fitted([(corner, "axis")], window.left), *line])


def _ticked_slots(d_model: int, window: Window) -> list[int]:
    """Slots that may be ticked: all where cells are wide, else first slots of pairs an even number of columns apart."""
    room = len(str(d_model - 1)) + 3
    if window.cell >= room:
        return list(range(d_model))
    apart = -(-room // (2 * window.cell))
    apart = next(size for size in (2**power for power in range(32)) if size >= apart)
    return [2 * (window.first_pair + window.stride * at) for at in range(0, window.pairs, apart)]


def _heading(lab: Lab, window: Window, width: int, ascii: bool) -> Line:
    dash = "-" if ascii else "–"
    rows = f"positions {window.first}{dash}{window.first + window.rows - 1}"
    if lab.pos < lab.length and window.rows < lab.length:
        rows += f" of {lab.length}"
    if window.stride == 1:
        columns = f"all {plural(lab.d_model, 'slot')}"
        heads = [f"Heat map, {rows}, {columns}", f"{rows}, {columns}", columns]
    else:
        every = f"every {ordinal(window.stride)} pair"
        picked = f"{every} of slots from {2 * window.first_pair} of {lab.d_model}"
        heads = [
            f"Heat map, {rows}, {picked}",
            f"{rows}, {every} of {lab.d_model} slots",
            f"{every}, {lab.d_model} slots",
            every,
        ]
    return fitted([(first_that_fits(heads, width), "heading")], width)


def _legend(lab: Lab, width: int, ascii: bool) -> Line:
    """The shades from -1 to 1, made by the same rule as the cells, and what the columns are."""
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    cells = _LEGEND_CELLS if width >= 40 else len(shades)
    scale = np.linspace(-1.0, 1.0, cells)
    runs: list[Run] = [("-1 [", "axis")]
    for level, glyph in zip(_bins(scale, HEAT_LEVELS).tolist(), _bins(scale, len(shades)).tolist(), strict=True):
        runs.append((shades[glyph], f"heat{level}"))
    runs.append(("] 1", "axis"))
    room = width - cells - 7
    notes = ["   rows: positions, even slots sin, odd slots cos", "   even slots sin, odd cos", ""]
    return fitted([*runs, (first_that_fits(notes, room), "muted")], width)


def _says(lab: Lab, window: Window) -> str:
    value = float(encode(lab.pos, lab.d_model, lab.base, first_slot=lab.slot, last_slot=lab.slot + 1)[0])
    every = (
        "all slots"
        if window.stride == 1
        else f"every {ordinal(window.stride)} pair of slots from slot {2 * window.first_pair}"
    )
    last = window.first + window.rows - 1
    return (
        f"Heat map of positions {window.first} to {last} by {every} at d_model {lab.d_model}, "
        f"from -1 (blank) to 1 (full); "
        f"the current cell, position {lab.pos} and slot {lab.slot}, is {four_decimals(value)}."
    )
