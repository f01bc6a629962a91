"""Heat map: rows are positions, columns are slots, and darker or denser means nearer to the greatest value."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.encoded import encoded, encoded_as
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
    worded,
)
from petui.plot.ruler import four_decimals
from petui.plot.window import Window, row_label, said_slots, shown_rows, shown_slots, slot_ruler, window_of

MIN_WIDTH = 20
MIN_HEIGHT = 5
HEAT_LEVELS = 9
UNICODE_SHADES = " ░▒▓█"
ASCII_SHADES = " .:-=+*#%@"
_LEGEND_CELLS = 20
_UPPER, _LOWER = "▀", "▄"


@needs("Heat maps", MIN_WIDTH, MIN_HEIGHT)
def heat(
    lab: Lab, width: int, height: int, *, ascii: bool = False, halves: bool = False, beside: Lab | None = None
) -> Picture:
    """The encoding table as shades, around the current position.

    Values are never averaged: where slots outnumber the columns every so manieth pair is picked, the current slot's
    pair for the one that it follows, and the heading says which. Shades rise from the least value (blank) through 0
    to the greatest (full); the styles heat0 to heat8 give the same in nine levels for colour. With `halves` a row
    of text holds two positions where the sequence has more than there are rows: cells are half blocks in a style such
    as "heat7 on heat3", or blanks " on heat3", which only a colour for each level tells apart. With `beside` the scale
    goes to the greatest value of both tables.
    """
    most = max(encoded(each).multiplier for each in (lab, beside or lab))
    rows = height - 3
    two = halves and not ascii and (lab.length > rows or lab.pos >= lab.length)
    window = window_of(lab, width, 2 * rows if two else rows, beside)
    lines = [_heading(lab, window, width, ascii), slot_ruler(lab, window, width, ascii=ascii)]
    room = width - window.left
    if two:
        halved = _half_body(lab.convention, lab.d_model, lab.base, most, window, room)
        lines += [_half_row(lab, window, index, body) for index, body in enumerate(halved)]
    else:
        body = _body(lab.convention, lab.d_model, lab.base, most, window, room, ascii)
        lines += [_marked_row(lab, window, index, each, ascii) for index, each in enumerate(body)]
    lines.append(_legend(lab, most, width, "█" * HEAT_LEVELS if two else ASCII_SHADES if ascii else UNICODE_SHADES))
    return Picture(filled(lines, width, height), _says(lab, most, window))


@lru_cache(maxsize=16)
def _body(
    name: str, d_model: int, base: float, most: float, window: Window, width: int, ascii: bool
) -> tuple[Line, ...]:
    """The shaded cells, one line of `width` characters per position."""
    shares = _shares(name, d_model, base, most, window)
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    levels, glyphs = bins(shares, HEAT_LEVELS), bins(shares, len(shades))
    lines = []
    for row_levels, row_glyphs in zip(levels.tolist(), glyphs.tolist(), strict=True):
        cells = zip(row_levels, row_glyphs, strict=True)
        lines.append(fitted([(shades[glyph] * window.cell, f"heat{level}") for level, glyph in cells], width))
    return tuple(lines)


@lru_cache(maxsize=16)
def _half_body(name: str, d_model: int, base: float, most: float, window: Window, width: int) -> tuple[Line, ...]:
    """The cells as half blocks, one line of `width` characters per two positions."""
    levels = bins(_shares(name, d_model, base, most, window), HEAT_LEVELS)
    lines = []
    for row in range(0, window.rows, 2):
        lower = levels[row + 1].tolist() if row + 1 < window.rows else [None] * len(window.slots)
        pairs = zip(levels[row].tolist(), lower, strict=True)
        cells = [(_halves(*pair), len(list(same))) for pair, same in groupby(pairs)]
        lines.append(fitted([(glyph * window.cell * count, style) for (glyph, style), count in cells], width))
    return tuple(lines)


def _halves(upper: int, lower: int | None) -> Run:
    """A cell of two levels: blank where they are one, else with the higher one before the lower.

    So the same two levels have the same style whichever is above, and a line takes fewer changes of colour.
    """
    if lower is None:
        return _UPPER, f"heat{upper}"
    if upper == lower:
        return " ", f" on heat{lower}"
    return _UPPER if upper > lower else _LOWER, f"heat{max(upper, lower)} on heat{min(upper, lower)}"


def _both(glyph: str, style: str) -> tuple[str, str]:
    """The styles of a cell's upper and lower half; "" for a lower one that is not there."""
    front, _, behind = style.partition(" on ")
    if glyph == " ":
        return behind, behind
    return (front, behind) if glyph == _UPPER else (behind, front)


def _shares(name: str, d_model: int, base: float, most: float, window: Window) -> Floats:
    """The shown values as parts of `most`, shape (rows, slots shown); only these are computed."""
    table = encoded_as(name, d_model, base)
    positions = np.arange(window.first, window.first + window.rows)
    return table.values(positions, window.slots) / most


def bins(values: Floats, count: int) -> NDArray[np.int64]:
    """The bin of each value, -1 … 1 cut into `count` equal bins."""
    return np.clip(np.floor((values + 1) / 2 * count), 0, count - 1).astype(np.int64)


def bin_of(value: float, count: int) -> int:
    """The bin of one value, as `bins` has it."""
    return min(count - 1, max(0, int((value + 1) / 2 * count)))


def shade_of(share: float, *, ascii: bool) -> str:
    """The character that is as dense as a number from -1 to 1 is high, in every view the same."""
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    return shades[bin_of(share, len(shades))]


def _marked_row(lab: Lab, window: Window, index: int, body: Line, ascii: bool) -> Line:
    """A row with its position before it; the current one has a pointer, its current slot a cursor."""
    position = window.first + index
    label = row_label(position, window.left, current=position == lab.pos, ascii=ascii)
    if position != lab.pos:
        return (label, *body)
    first = window.column(lab.slot)
    begins, text = starts(body), line_text(body)
    style = body[bisect_right(begins, first) - 1][1]
    for column in range(first, first + window.cell):
        body = with_cell(body, starts(body), column, text[column], f"{style} cursor")
    return (label, *joined(body))


def _half_row(lab: Lab, window: Window, index: int, body: Line) -> Line:
    """A row of two positions, labelled by the upper one or the current one; the current cell's half is the accent."""
    upper = window.first + 2 * index
    if lab.pos not in (upper, upper + 1):
        return (row_label(upper, window.left, current=False, ascii=False), *body)
    column = window.column(lab.slot)
    begins = starts(body)
    at = bisect_right(begins, column) - 1
    above, below = _both(body[at][0][0], body[at][1])
    style = (
        f"cursor on {below}" if lab.pos == upper and below else "cursor" if lab.pos == upper else f"{above} on cursor"
    )
    return (
        row_label(lab.pos, window.left, current=True, ascii=False),
        *joined(with_cell(body, begins, column, _UPPER, style)),
    )


def _heading(lab: Lab, window: Window, width: int, ascii: bool) -> Line:
    rows, slots = shown_rows(lab, window, ascii=ascii), shown_slots(lab, window)
    heads = [f"Heat map, {rows}, {slots[0]}", *(f"{rows}, {each}" for each in slots[:2]), *slots[-2:]]
    return worded(heads, width, "heading")


def _legend(lab: Lab, greatest: float, width: int, shades: str) -> Line:
    """The shades from the least value to the greatest, made by the same rule as the cells, and what the columns are."""
    table = encoded(lab)
    cells = _LEGEND_CELLS if width >= 40 else len(shades)
    scale = np.linspace(-1.0, 1.0, cells)
    most = f"{greatest:.4g}"
    runs: list[Run] = [(f"-{most} [", "axis")]
    for level, glyph in zip(bins(scale, HEAT_LEVELS).tolist(), bins(scale, len(shades)).tolist(), strict=True):
        runs.append((shades[glyph], f"heat{level}"))
    runs.append((f"] {most}", "axis"))
    room = width - sum(len(text) for text, _ in runs)
    notes = [f"   rows: positions, {table.layout}", f"   {table.layout}", ""]
    return fitted([*runs, (first_that_fits(notes, room), "muted")], width)


def _says(lab: Lab, greatest: float, window: Window) -> str:
    table = encoded(lab)
    value = float(table.values(lab.pos, [lab.slot])[0])
    most = f"{greatest:.4g}"
    return (
        f"Heat map of positions {window.first} to {window.last} by {said_slots(lab, window)} at d_model {lab.d_model}, "
        f"from -{most} (blank) to {most} (full); "
        f"the current cell, position {lab.pos} and slot {lab.slot}, is {four_decimals(value)}."
    )
