"""Difference: cell by cell one table less another, by sign and size: two conventions, or any two Labs."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.encoded import encoded, told_apart
from petui.plot.heat import HEAT_LEVELS, bins
from petui.plot.picture import Line, Picture, Run, filled, fitted, needs, worded
from petui.plot.turns import signed
from petui.plot.window import Window, row_label, said_slots, shown_rows, shown_slots, slot_ruler, window_of
from petui.records import dataclass

MIN_WIDTH = 24
MIN_HEIGHT = 6
# Two values of at most 1 differ by at most 2.
REACH = 2.0
_SHADES = "░▒▓█"
_ASCII_SHADES = ":*%#"
# Marks of a cell of one column, where there is no room for a sign and a shade: up to a quarter of the reach, and more.
_ONE_COLUMN = {False: ("−▼", "+▲"), True: ("-=", "+#")}


@dataclass(frozen=True, slots=True)
class Compared:
    """Two tables over one window, and how they differ.

    Attributes:
        window: What is shown.
        names: What each is called.
        cells: The first less the second, shape (rows, slots shown).
        ours: The first's values.
        theirs: The second's.
    """

    window: Window
    names: tuple[str, str]
    cells: Floats
    ours: Floats
    theirs: Floats

    @property
    def largest(self) -> tuple[int, int]:
        """Row and column, in `cells`, of the largest difference of either sign."""
        row, column = np.unravel_index(int(np.abs(self.cells).argmax()), self.cells.shape)
        return int(row), int(column)

    @property
    def differing(self) -> int:
        """How many shown cells differ."""
        return int(np.count_nonzero(self.cells))


def compared(lab: Lab, against: Lab | None, width: int, height: int) -> Compared:
    """Both tables over the first Lab's window; the second is the paper's convention unless given.

    Of the second its position, slot, offset and length do not matter. Of the wider one only the slots are shown that
    both have.
    """
    other = against or lab.changed(convention="paper")
    other = other.changed(pos=lab.pos, slot=min(lab.slot, other.d_model - 1), offset=lab.offset, length=lab.length)
    least = min(lab.d_model, other.d_model)
    window = window_of(lab.changed(slot=min(lab.slot, least - 1)), width, height - 4)
    window = replace(window, slots=tuple(slot for slot in window.slots if slot < least))
    ours, theirs = _table(lab.changed(pos=0, slot=0), window), _table(other.changed(pos=0, slot=0), window)
    names = told_apart(lab, other.changed(slot=lab.slot) if lab.slot < other.d_model else other)
    return Compared(window, names, ours - theirs, ours, theirs)


@lru_cache(maxsize=16)
def _table(lab: Lab, window: Window) -> Floats:
    positions = np.arange(window.first, window.first + window.rows)
    return encoded(lab).values(positions, window.slots, lab.dtype)


@needs("Differences", MIN_WIDTH, MIN_HEIGHT)
def difference(lab: Lab, width: int, height: int, *, ascii: bool = False, against: Lab | None = None) -> Picture:
    """The Lab's table less that of `against`, or of the paper's convention, around the current position.

    A cell is marked + or - and shaded by the size of its difference, from nothing to 2 whatever is shown; the styles
    heat0 to heat8 say the same in colour. The largest difference shown is named below.
    """
    found = compared(lab, against, width, height)
    shown = lab.changed(slot=min(lab.slot, found.window.slots[-1]))
    lines = [_heading(shown, found, width, ascii), _largest(shown, found, width)]
    lines.append(slot_ruler(shown, found.window, width, ascii=ascii))
    for index, row in enumerate(found.cells.tolist()):
        lines.append(_row(shown, found.window, index, row, width, ascii))
    lines.append(_legend(found.window.cell, width, ascii))
    return Picture(filled(lines, width, height), _says(shown, found))


def _heading(lab: Lab, found: Compared, width: int, ascii: bool) -> Line:
    minus = "-" if ascii else "−"
    ours, theirs = found.names
    names, short_names = f"{ours} {minus} {theirs}", f"{ours.split(',')[0]} {minus} {theirs.split(',')[0]}"
    rows, slots = shown_rows(lab, found.window, ascii=ascii), shown_slots(lab, found.window)[-1]
    heads = [
        *(f"{names}; {rows}, {slots}" for names in (f"Difference {names}", names, f"Difference {short_names}")),
        *(f"{names}; {rows}" for names in (names, f"Difference {short_names}", short_names)),
        f"Difference; {rows}",
        short_names,
        "Difference",
    ]
    return worded(heads, width, "heading")


def _largest(lab: Lab, found: Compared, width: int) -> Line:
    """The largest difference shown, with both values; or that there is none."""
    if not found.differing:
        same = "choose another convention to compare" if found.names[0] == found.names[1] else "they agree"
        texts = [f"no cell shown differs: {same}", "no cell shown differs"]
        return worded(texts, width, "strong")
    row, column = found.largest
    slot, position = found.window.slots[column], found.window.first + row
    size = signed(float(found.cells[row, column]), plus=True)
    ours, theirs = (signed(float(each[row, column])) for each in (found.ours, found.theirs))
    of = f"{found.differing} of {found.cells.size} cells differ"
    texts = [
        f"largest {size} at position {position}, slot {slot}: {ours} less {theirs}; {of}",
        f"largest {size} at position {position}, slot {slot}: {ours} less {theirs}",
        f"largest {size} at position {position}, slot {slot}",
        f"{size} at {position}, slot {slot}",
        f"largest {size}",
    ]
    return worded(texts, width, "strong")


def cell_text(value: float, width: int, *, ascii: bool) -> str:
    """A difference in `width` columns: its sign, and a shade of its size; a dot where there is none."""
    if not value:
        return ("." if ascii else "·").ljust(width)
    size = abs(value) / REACH
    marks = _ONE_COLUMN[ascii][value > 0]
    if width == 1:
        return marks[size > 0.25]
    shades = _ASCII_SHADES if ascii else _SHADES
    shade = shades[min(len(shades) - 1, int(size * len(shades)))]
    return (marks[0] + shade * max(1, width - 2)).ljust(width)


def _row(lab: Lab, window: Window, index: int, cells: list[float], width: int, ascii: bool) -> Line:
    position = window.first + index
    runs: list[Run] = [row_label(position, window.left, current=position == lab.pos, ascii=ascii)]
    levels = bins(np.asarray(cells) / REACH, HEAT_LEVELS).tolist()
    for slot, value, level in zip(window.slots, cells, levels, strict=True):
        style = f"heat{level}" if value else "muted"
        here = position == lab.pos and slot == lab.slot
        runs.append((cell_text(value, window.cell, ascii=ascii), f"{style} cursor" if here else style))
    return fitted(runs, width)


def _legend(cell: int, width: int, ascii: bool) -> Line:
    """The marks on a scale from -2 to 2, made by the same rule as the cells."""
    nothing, minus = (".", "-") if ascii else ("·", "−")
    sizes = (-1.75, -1.25, -0.75, -0.25, 0.0, 0.25, 0.75, 1.25, 1.75)
    wide = min(cell, 2)
    marks = dict.fromkeys(cell_text(size, wide, ascii=ascii).strip() for size in sizes)
    scale = f"{minus}2 [{('' if wide == 1 else ' ').join(marks)}] 2"
    notes = [
        f"{scale}   {minus} less, + more, {nothing} the same",
        f"{scale}   {nothing} the same",
        scale,
        f"{minus} less, + more",
    ]
    return worded(notes, width, "muted")


def _says(lab: Lab, found: Compared) -> str:
    window = found.window
    ours, theirs = found.names
    head = (
        f"Difference of {ours} less {theirs}, positions {window.first} to {window.last} by {said_slots(lab, window)} "
        f"at d_model {lab.d_model}"
    )
    if not found.differing:
        return f"{head}: no cell shown differs."
    row, column = found.largest
    here = ""
    if lab.slot in window.slots:
        place = lab.pos - window.first, window.slots.index(lab.slot)
        here = (
            f"; the current cell, position {lab.pos} and slot {lab.slot}, is {signed(float(found.ours[place]))} less "
            f"{signed(float(found.theirs[place]))}, which is {signed(float(found.cells[place]), plus=True)}"
        )
    return (
        f"{head}: {found.differing} of {found.cells.size} cells differ; the largest difference is "
        f"{signed(float(found.cells[row, column]), plus=True)}, at position {window.first + row} and slot "
        f"{window.slots[column]}{here}."
    )
