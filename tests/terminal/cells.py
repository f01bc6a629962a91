"""The cells of a terminal in memory: all of them, their text, and how two screens differ."""

from __future__ import annotations

from typing import Any

import pyte

# A relative move, or a cursor position with small numbers.
_MOVE = 4


def cells_of(screen: pyte.Screen) -> list[list[Any]]:
    """Every cell of a screen, row by row."""
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


def text_of(screen: pyte.Screen) -> str:
    """A screen as one text, without what a blank row ends with."""
    return "\n".join(line.rstrip() for line in screen.display)


def difference(before: list[list[Any]], after: list[list[Any]]) -> tuple[int, int]:
    """How many cells differ, all where the sizes do; and the bytes of their characters with a move for each run."""
    same_size = [len(row) for row in before] == [len(row) for row in after]
    cells = size = 0
    for y, row in enumerate(after):
        running = False
        for x, cell in enumerate(row):
            other = not same_size or cell != before[y][x]
            cells += other
            size += len(cell.data.encode()) * other + _MOVE * (other and not running)
            running = other
    return cells, size
