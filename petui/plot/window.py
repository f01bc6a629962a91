"""The part of a table that a map of cells shows, and what stands at its edges: positions at the left, slots above."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.encoded import Encoded, encoded
from petui.plot.picture import Line, Run, first_that_fits, fitted, joined
from petui.plot.ruler import Tick, ordinal, plural, ruler
from petui.records import dataclass

WIDEST_CELL = 8


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the table that is shown.

    Attributes:
        first: First position.
        rows: Positions shown.
        slots: Slots shown, in their order.
        stride: Every how manieth pair is shown, with all its slots, counted from 0 but for the current slot's pair.
        cell: Columns per slot.
        left: Columns of the row labels.
    """

    first: int
    rows: int
    slots: tuple[int, ...]
    stride: int
    cell: int
    left: int

    @property
    def last(self) -> int:
        """Last position."""
        return self.first + self.rows - 1

    def column(self, slot: int) -> int:
        """The column of a slot that is shown, counted from the left edge of the cells."""
        return bisect_left(self.slots, slot) * self.cell


def window_of(lab: Lab, width: int, rows: int, beside: Lab | None = None) -> Window:
    """What fits: all of a short sequence, else a window that moves by half a page and always holds `pos`.

    Where slots outnumber the columns every so manieth pair is picked; the current slot's pair stands for the one of
    them that it follows, so that all other columns stay where they are.

    Args:
        lab: What is shown.
        width: Columns of the picture.
        rows: Most positions.
        beside: A Lab whose row labels have as many columns.
    """
    other_left = rows_of(beside or lab, rows)[2]
    first, rows, left = rows_of(lab, rows)
    left = max(left, other_left)
    columns = width - left
    if lab.d_model <= columns:
        return Window(first, rows, tuple(range(lab.d_model)), 1, min(WIDEST_CELL, columns // lab.d_model), left)
    slots, stride = _picked(encoded(lab), lab.slot, columns)
    return Window(first, rows, slots, stride, 1, left)


def _picked(table: Encoded, slot: int, columns: int) -> tuple[tuple[int, ...], int]:
    """The slots of every so manieth pair, and the current slot; a column that is always 0 is not shown for itself."""
    current = table.pair_of(slot)
    stride = -(-table.pairs // ((columns - (current is None)) // 2))
    pair = table.columns.pair
    shown = (pair >= 0) & (pair % stride == 0)
    if current is not None:
        shown[pair == stood_for(current, stride)] = False
        shown[pair == current] = True
    shown[slot] = True
    return tuple(np.flatnonzero(shown).tolist()), stride


def stood_for(pair: int, stride: int) -> int:
    """The pair in whose place a pair is shown; itself where it is one of those that are picked."""
    return pair - pair % stride


def rows_of(lab: Lab, most: int) -> tuple[int, int, int]:
    """The first position shown, how many of at most `most` are, and the columns of their labels."""
    rows = min(most, lab.length) if lab.pos < lab.length else most
    first = first_row(lab.pos, lab.length, rows)
    return first, rows, len(str(first + rows - 1)) + 2


def first_row(pos: int, length: int, rows: int) -> int:
    """The first of `rows` positions that hold `pos`; it stands still while `pos` moves within half a page."""
    half = max(1, rows // 2)
    start = max(0, pos // half * half - half // 2)
    end = length if pos < length else MAX_LAB_POSITION + 1
    return max(0, min(start, end - rows))


def row_label(position: int, left: int, *, current: bool, ascii: bool) -> Run:
    """A position in `left` columns; the current one has a pointer."""
    if current:
        return f"{'>' if ascii else '►'}{position:{left - 2}d} ", "cursor strong"
    return f" {position:{left - 2}d} ", "axis"


def slot_ruler(lab: Lab, window: Window, width: int, *, ascii: bool) -> Line:
    """The slots above the columns, in their pairs' colours; the current one has a pointer."""
    table = encoded(lab)
    mark, pointer = (".", "v") if ascii else ("╷", "▼")
    named = window.cell >= len(str(lab.d_model - 1)) + 6
    ticks = [
        Tick(window.column(slot), f"{slot} {table.function_of(slot)}" if named else str(slot), slot_style(table, slot))
        for slot in _ticked_slots(lab.d_model, window)
    ]
    label = f"{lab.slot} {table.function_of(lab.slot)}" if named else str(lab.slot)
    current = Tick(window.column(lab.slot), label, "cursor strong")
    corner = first_that_fits(["slot", ""], window.left - 1)
    line = ruler(ticks, width - window.left, mark, current=current, pointer=pointer)
    return joined([*fitted([(corner, "axis")], window.left), *line])


def slot_style(table: Encoded, slot: int) -> str:
    """The colour of a slot's pair; quiet where it is always 0."""
    pair = table.pair_of(slot)
    return "muted" if pair is None else f"pair{pair}"


def _ticked_slots(d_model: int, window: Window) -> tuple[int, ...]:
    """Slots that may be ticked: all where cells are wide, else some an even number of columns apart."""
    room = len(str(d_model - 1)) + 3
    if window.cell >= room:
        return window.slots
    apart = -(-room // (2 * window.cell))
    apart = next(size for size in (2**power for power in range(32)) if size >= apart)
    return window.slots[:: 2 * apart]


def shown_rows(lab: Lab, window: Window, *, ascii: bool) -> str:
    """`positions 0–9`, and of how many where it is not all of the sequence."""
    rows = f"positions {window.first}{'-' if ascii else '–'}{window.last}"
    return f"{rows} of {lab.length}" if lab.pos < lab.length and window.rows < lab.length else rows


def shown_slots(lab: Lab, window: Window) -> list[str]:
    """Which slots are shown, the fullest words first."""
    if window.stride == 1:
        return [f"all {plural(lab.d_model, 'slot')}"]
    every = f"every {ordinal(window.stride)} pair"
    all_of = f"{every} of {lab.d_model} slots"
    return [all_of + _instead(lab, window, ", pair {} for pair {}"), all_of, f"{every}, {lab.d_model} slots", every]


def said_slots(lab: Lab, window: Window) -> str:
    """Which slots are shown, in a sentence."""
    if window.stride == 1:
        return "all slots"
    every = f"every {ordinal(window.stride)} pair of slots"
    return every + _instead(lab, window, ", the current pair {} in the place of pair {},")


def _instead(lab: Lab, window: Window, words: str) -> str:
    """Words for the current pair where it is not one of those that are picked; else nothing."""
    current = encoded(lab).pair_of(lab.slot)
    if current is None or current % window.stride == 0:
        return ""
    return words.format(current, stood_for(current, window.stride))
