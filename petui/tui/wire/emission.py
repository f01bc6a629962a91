"""Cells as bytes: the shortest moves and changes of colour that bring a row to what it shall show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from petui.tui.wire.cells import Trust, is_plain, trust
from petui.tui.wire.frames import Row
from petui.tui.wire.pens import blank_style, blank_transition, transition

# Writing so many unchanged cells again is never cheaper than a move.
_WIDEST_GAP = 8
# Backspaces up to here are shorter than a move to the left.
_BACKSPACES = 3
# An erasure with what it saves: three bytes for the rest of a line.
_ERASURE = 4
# Whatever state other programs left: no margins, ASCII, no insertion, no wrapping, no cursor; then an empty screen.
_FROM_ANYTHING = "\x1b[r\x1b(B\x0f\x1b[4l\x1b[?7l\x1b[?25l\x1b[m\x1b[2J"


class Painter:
    """Writes cells for a terminal whose cursor and colours it follows.

    Attributes:
        y: The terminal's row, as far as it is known; -1 where it is not.
        x: The terminal's column; as many as there are columns: behind the last one.
    """

    def __init__(self, columns: int) -> None:
        """A painter for a terminal of which nothing is known."""
        self.y = self.x = -1
        self._columns = columns
        self._pen = ""
        self._out: list[str] = []

    def taken(self) -> str:
        """What was written since the last time."""
        out = "".join(self._out)
        self._out.clear()
        return out

    def clear(self, columns: int) -> None:
        """Begin on an empty screen."""
        self._columns = columns
        self._out.append(_FROM_ANYTHING)
        self._pen = ""
        self.y = -1

    def move(self, y: int, x: int) -> None:
        """Bring the cursor to a cell, by the shortest way that all terminals go."""
        if (y, x) == (self.y, self.x):
            return
        address = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"
        self._out.append(min((address, *self._ways(y, x)), key=len))
        self.y, self.x = y, x

    def _ways(self, y: int, x: int) -> Iterator[str]:
        """The ways from where the cursor is; from behind the last column only back to the first."""
        if self.y < 0:
            return
        down, inside = y - self.y, self.x < self._columns
        if 0 <= down <= 2:
            # A terminal's line discipline may add a return to a newline: only from the first column both are the same.
            yield "\r" * (self.x > 0) + "\n" * down + _right(x)
        if inside and not down:
            yield _right(x - self.x) if x > self.x else _left(self.x - x)
        elif inside and x == self.x:
            count = "" if abs(down) == 1 else str(abs(down))
            yield f"\x1b[{count}{'B' if down > 0 else 'A'}"

    def scroll(self, top: int, bottom: int, count: int) -> None:
        """Move the lines `top` to `bottom` up by `count`, down where it is negative; what is laid bare is blank."""
        sequence, self._pen = blank_transition(self._pen, "")
        self._out.append(f"{sequence}\x1b[{top + 1};{bottom + 1}r")
        self._out.append(f"\x1b[{bottom + 1}H" + "\n" * count if count > 0 else f"\x1b[{top + 1}H" + "\x1bM" * -count)
        self._out.append("\x1b[r")
        self.y = -1

    def paint(self, y: int, wanted: Row, sent: Row) -> None:
        """Write the cells of a row that differ from what was sent."""
        if wanted == sent:
            return
        for start, end in _spans(wanted, sent):
            if end == self._columns and (blank_from := _default_tail(wanted, start)) <= end - _ERASURE:
                self._write(y, start, blank_from, wanted)
                self._erase(y, blank_from)
            else:
                self._write(y, start, end, wanted)

    def _erase(self, y: int, start: int) -> None:
        """Clear to the end of the line: in the default background only, as others are not erased alike everywhere."""
        self.move(y, start)
        sequence, self._pen = blank_transition(self._pen, "")
        self._out.append(f"{sequence}\x1b[K")

    def _write(self, y: int, start: int, end: int, row: Row) -> None:
        """Write the cells from `start` to `end`."""
        if start == end:
            return
        if y == self.y and 0 < start - self.x <= _WIDEST_GAP:
            self._bridge(start, row)
        self.move(y, start)
        chars, styles = row.chars, row.styles
        edges = [start, *(x for x in range(start + 1, end) if styles[x] != styles[x - 1]), end]
        runs = [(left, right, "".join(chars[left:right])) for left, right in pairwise(edges)]
        for number, (left, right, text) in enumerate(runs):
            style = styles[left]
            if style != self._pen:
                following = styles[right] if number + 1 < len(runs) else style
                self._restyle(style, following, blank=text.isspace())
            self._place(y, left, right, text, row)

    def _bridge(self, start: int, row: Row) -> None:
        """Write unchanged cells again up to a column, where that is shorter than a move and needs no other colour."""
        text = "".join(row.chars[self.x : start])
        if len(text.encode()) > len(_right(start - self.x)) or not is_plain(text):
            return
        if all(
            style == self._pen or (char == " " and style == blank_style[self._pen])
            for char, style in zip(row.chars[self.x : start], row.styles[self.x : start], strict=True)
        ):
            self._out.append(text)
            self.x = start

    def _restyle(self, style: str, following: str, *, blank: bool) -> None:
        """Change the colours for a run: a blank one may already take those of the run behind it."""
        if not blank:
            sequence, self._pen = transition(self._pen, style), style
        elif blank_style[self._pen] == style:
            return
        elif blank_style[following] == style:
            sequence, self._pen = transition(self._pen, following), following
        else:
            sequence, self._pen = blank_transition(self._pen, style)
        self._out.append(sequence)

    def _place(self, y: int, left: int, right: int, text: str, row: Row) -> None:
        """Write a run of one style."""
        if is_plain(text):
            self.move(y, left)
            self._out.append(text)
            self.x = right
            return
        for x in range(left, right):
            # An empty cell is the right half of a wide character, which is written with its left.
            if char := row.chars[x]:
                self._place_one(y, x, 1 + (row.chars[x + 1 : x + 2] == [""]), char)

    def _place_one(self, y: int, x: int, width: int, char: str) -> None:
        """Write one cell; one of doubtful width over blanks, and behind it the cursor is placed anew."""
        self.move(y, x)
        known = trust(char)
        if known is Trust.STRANGE:
            self._out.append(" " * width)
            self.y = -1
            self.move(y, x)
        self._out.append(char)
        self.x = x + width
        if known is not Trust.PLAIN:
            self.y = -1


def _right(count: int) -> str:
    return "" if not count else "\x1b[C" if count == 1 else f"\x1b[{count}C"


def _left(count: int) -> str:
    return "\b" * count if count <= _BACKSPACES else f"\x1b[{count}D"


def _spans(wanted: Row, sent: Row) -> Iterator[tuple[int, int]]:
    """The stretches of a row that must be written."""
    cells = zip(wanted.chars, sent.chars, wanted.styles, sent.styles, strict=True)
    changed = [x for x, (char, old, style, before) in enumerate(cells) if char != old or style != before]
    for x in changed:
        # Terminals differ on where such a character ends: what stands right of it may be gone.
        if not is_plain(wanted.chars[x] + sent.chars[x]) and Trust.STRANGE in (
            trust(char) for char in (wanted.chars[x], sent.chars[x]) if char
        ):
            changed = [*(at for at in changed if at < x), *range(x, len(wanted.chars))]
            break
    for _, group in groupby(enumerate(changed), key=lambda numbered: numbered[1] - numbered[0]):
        stretch = [x for _, x in group]
        yield stretch[0], stretch[-1] + 1


def _default_tail(row: Row, start: int) -> int:
    """From which column on, at or right of `start`, a row is as a terminal clears it."""
    x = len(row.chars)
    while x > start and row.chars[x - 1] == " " and not row.styles[x - 1]:
        x -= 1
    return x
