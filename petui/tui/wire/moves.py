"""The shortest ways of a cursor from cell to cell, by what all terminals know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

# Backspaces up to here are shorter than a move to the left.
_BACKSPACES = 3
# Newlines up to here are shorter than an address.
_NEWLINES = 2


@lru_cache(16384)
def shortest(y: int, x: int, to_y: int, to_x: int, columns: int) -> str:
    """What brings the cursor from one cell to another.

    Args:
        y: The row where it is; negative where that is unknown.
        x: The column where it is; `columns` or more behind the last one.
        to_y: The row where it shall be.
        to_x: The column where it shall be.
        columns: The width of the terminal.
    """
    if (y, x) == (to_y, to_x):
        return ""
    address = f"\x1b[{to_y + 1};{to_x + 1}H" if to_x else f"\x1b[{to_y + 1}H" if to_y else "\x1b[H"
    return address if y < 0 else min((address, *_ways(to_y - y, x, to_x, inside=x < columns)), key=_length)


def _length(way: str) -> int:
    """Bytes on the line, where the return that a line discipline adds to a newline comes too."""
    return len(way) + way.count("\n")


def _ways(down: int, x: int, to_x: int, *, inside: bool) -> Iterator[str]:
    """The relative ways; from behind the last column only back to the first, as terminals differ on where that is."""
    if 0 <= down <= _NEWLINES:
        # A terminal's line discipline may add a return to a newline: only from the first column both are the same.
        yield "\r" * (x > 0) + "\n" * down + rightwards(to_x)
    if inside:
        vertical = _vertical(down)
        yield vertical + (rightwards(to_x - x) if to_x >= x else _left(x - to_x))
        yield f"{vertical}\r{rightwards(to_x)}"


def _vertical(down: int) -> str:
    """Rows down, or up where it is negative; an index of one row is a byte shorter, and within the screen the same."""
    if not down:
        return ""
    if abs(down) == 1:
        return "\x1bD" if down > 0 else "\x1bM"
    return f"\x1b[{abs(down)}{'B' if down > 0 else 'A'}"


def rightwards(count: int) -> str:
    """Columns to the right, none of which are written."""
    return "" if not count else "\x1b[C" if count == 1 else f"\x1b[{count}C"


def _left(count: int) -> str:
    return "\b" * count if count <= _BACKSPACES else f"\x1b[{count}D"
