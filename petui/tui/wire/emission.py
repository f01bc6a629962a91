"""Cells as bytes: the shortest moves and changes of colour that bring a row to what it shall show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from petui.tui.wire.cells import Trust, is_plain, trust
from petui.tui.wire.frames import Row
from petui.tui.wire.moves import rightwards, shortest
from petui.tui.wire.order import arranged
from petui.tui.wire.pens import blank_style, blank_transition, transition
from petui.tui.wire.runs import Kind, Run

# More unchanged cells than a move has bytes are never written again.
_WIDEST_GAP = 4
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
        # While runs are written in another order: by row, which columns are still to come.
        self._waiting: dict[int, bytearray] = {}

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
        self._out.append(shortest(self.y, self.x, y, x, self._columns))
        self.y, self.x = y, x

    def scroll(self, top: int, bottom: int, count: int) -> None:
        """Move the lines `top` to `bottom` up by `count`, down where it is negative; what is laid bare is blank."""
        sequence, self._pen = blank_transition(self._pen, "")
        self._out.append(f"{sequence}\x1b[{top + 1};{bottom + 1}r")
        self._out.append(f"\x1b[{bottom + 1}H" + "\n" * count if count > 0 else f"\x1b[{top + 1}H" + "\x1bM" * -count)
        self._out.append("\x1b[r")
        self.y = -1

    def paint(self, runs: Sequence[Run], rows: Sequence[Row], *, may_part: bool) -> None:
        """Write runs.

        Args:
            runs: The runs, from the top and from the left.
            rows: What the terminal shall show: unchanged cells of it may be written again.
            may_part: Whether the order may be another.
        """
        order = arranged(runs, self._pen, self._columns) if may_part else runs
        if order is not runs:
            for run in order:
                row = self._waiting.setdefault(run.y, bytearray(self._columns))
                row[run.left : run.right] = b"\1" * (run.right - run.left)
        self._paint(order, rows)
        self._waiting.clear()

    def _paint(self, runs: Sequence[Run], rows: Sequence[Row]) -> None:
        """Write runs in their order."""
        for run, following in zip_longest(runs, runs[1:]):
            y, left, right, _, kind, text = run
            if y == self.y and 0 < left - self.x <= _WIDEST_GAP:
                self._bridge(left, rows[y])
            self.move(y, left)
            if self._waiting:
                self._waiting[y][left:right] = bytes(right - left)
            self._restyle(run, following)
            if kind is Kind.ERASED:
                self._out.append("\x1b[K")
            elif kind is Kind.ODD:
                self._write_odd(run, rows[y].chars)
            else:
                self._out.append(text)
                self.x = right

    def _bridge(self, start: int, row: Row) -> None:
        """Write cells up to a column that are unchanged, where that is shorter than a move and needs no other colour.

        Cells that will still be written take a blank.
        """
        cells = slice(self.x, start)
        waiting = self._waiting.get(self.y) or bytes(start)
        held = zip(waiting[cells], row.chars[cells], row.styles[cells], strict=True)
        known = [(" ", self._pen) if waits else (char, style) for waits, char, style in held]
        text = "".join(char for char, _ in known)
        if len(text.encode()) > len(rightwards(start - self.x)) or not is_plain(text):
            return
        if all(style == self._pen or (char == " " and style == blank_style[self._pen]) for char, style in known):
            self._out.append(text)
            self.x = start

    def _restyle(self, run: Run, following: Run | None) -> None:
        """Change the colours for a run: a blank one may already take those of the run behind it."""
        style = run.style
        if style == self._pen:
            return
        if run.kind in (Kind.TEXT, Kind.ODD):
            sequence, self._pen = transition(self._pen, style), style
        elif blank_style[self._pen] == style:
            return
        elif following is not None and blank_style[following.style] == style and run.kind is Kind.BLANK:
            sequence, self._pen = transition(self._pen, following.style), following.style
        else:
            sequence, self._pen = blank_transition(self._pen, style)
        self._out.append(sequence)

    def _write_odd(self, run: Run, chars: Sequence[str]) -> None:
        """Write cells one by one: those of doubtful width over blanks, and behind them the cursor is placed anew."""
        for x in range(run.left, run.right):
            char = chars[x]
            if not char:
                # The right half of a wide character, which is written with its left.
                continue
            self.move(run.y, x)
            width = 1 + (chars[x + 1 : x + 2] == [""])
            known = Trust.PLAIN if is_plain(char) else trust(char)
            if known is Trust.STRANGE:
                self._out.append(" " * width)
                self.y = -1
                self.move(run.y, x)
            self._out.append(char)
            self.x = x + width
            if known is not Trust.PLAIN:
                self.y = -1
