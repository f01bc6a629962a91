"""What the terminal shows beside what it shall show, and the bytes between the two."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from petui.tui.wire.emission import Painter
from petui.tui.wire.frames import Canvas, Row
from petui.tui.wire.runs import is_settled, may_part, runs_between
from petui.tui.wire.scrolls import Scroll, find_scroll


class Shadow:
    """The cells that Textual has drawn, and those that the terminal was sent; nothing is read or written here."""

    def __init__(self, columns: int, rows: int) -> None:
        """For a terminal of a size, whose content is unknown."""
        self._canvas = Canvas(columns, rows)
        self._sent: list[Row] = []
        self._painter = Painter(columns)
        self._known = False
        # Where Textual has it when no line has the focus.
        self._cursor = (0, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._canvas.columns, len(self._canvas.rows)

    def take(self, text: str) -> None:
        """Read what Textual writes for a frame; whatever is neither text, colour nor cursor is left out.

        Args:
            text: A frame or a part of it; a sequence may end in the next part.
        """
        self._canvas.draw(text)

    def emit(self) -> str:
        """What makes the terminal show all that was taken; "" where nothing changed."""
        canvas, painter = self._canvas, self._painter
        anew = not self._known
        if anew:
            self._begin_anew()
        changes = self._changes()
        if not anew and (scroll := find_scroll(canvas.rows, self._sent, changes)):
            self._scroll(scroll)
            canvas.touch_all(range(scroll.top, scroll.bottom + 1))
            changes = self._changes()
        self._paint(changes, may_order=not anew)
        canvas.touched.clear()
        return painter.taken()

    def _changes(self) -> dict[int, list[int]]:
        """The columns that differ from what was sent, by the numbers of rows, rising; no row without any."""
        rows = self._canvas.rows
        touched = [(y, spans) for y, spans in sorted(self._canvas.touched.items()) if y < len(rows)]
        found = ((y, rows[y].differs(self._sent[y], spans)) for y, spans in touched)
        return {y: columns for y, columns in found if columns}

    def resize(self, columns: int, rows: int) -> None:
        """Follow the terminal's size; what it shows then is unknown."""
        self._canvas.resize(columns, rows)
        self.invalidate()

    def invalidate(self) -> None:
        """Take the terminal's content as unknown: it is cleared and painted whole the next time."""
        self._known = False

    def _begin_anew(self) -> None:
        columns, rows = self.size
        self._painter.clear(columns)
        self._sent = [Row.blank(columns) for _ in range(rows)]
        self._canvas.touch_all(range(rows))
        self._known = True

    def _scroll(self, scroll: Scroll) -> None:
        """Move lines on the terminal, and what is known of them."""
        top, bottom, shift = scroll
        self._painter.scroll(top, bottom, shift)
        bare = [Row.blank(self._canvas.columns) for _ in range(abs(shift))]
        band = self._sent[top : bottom + 1]
        self._sent[top : bottom + 1] = [*band[shift:], *bare] if shift > 0 else [*bare, *band[:shift]]

    def _paint(self, changes: Mapping[int, Sequence[int]], *, may_order: bool) -> None:
        """Write the columns that differ in some rows, and place the cursor.

        To look for a better order among all the runs of a screen takes milliseconds and hardly ever finds one.
        """
        rows, sent = self._canvas.rows, self._sent
        runs = [run for y, columns in changes.items() for run in runs_between(y, rows[y], sent[y], columns)]
        parts = may_order and may_part(runs, (row for y in changes for row in (rows[y], sent[y])))
        self._painter.paint(runs, rows, may_part=parts)
        for y in changes:
            rows[y].odd = not is_settled(rows[y])
            sent[y] = rows[y].copy()
        self._place_cursor(changes)

    def _place_cursor(self, changed: Container[int]) -> None:
        """Leave the hidden cursor where Textual has it, for input methods, when it moved or its line was written."""
        y, x = place = self._canvas.y, self._canvas.x
        inside = y < len(self._canvas.rows) and x < self._canvas.columns
        if inside and (place != self._cursor or y in changed):
            self._painter.move(y, x)
        self._cursor = place
