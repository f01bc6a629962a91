"""What the terminal shows beside what it shall show, and the bytes between the two."""

from __future__ import annotations

from petui.tui.wire.emission import Painter
from petui.tui.wire.frames import Canvas, Row
from petui.tui.wire.scrolls import Scroll, find_scroll


class Shadow:
    """The cells that Textual has drawn, and those that the terminal was sent; nothing is read or written here."""

    def __init__(self, columns: int, rows: int) -> None:
        """For a terminal of a size, whose content is unknown."""
        self._canvas = Canvas(columns, rows)
        self._sent: list[Row] = []
        self._painter = Painter(columns)
        self._known = False

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
        if not self._known:
            self._begin_anew()
        changed = [y for y in sorted(canvas.touched) if y < len(canvas.rows) and canvas.rows[y] != self._sent[y]]
        if scroll := find_scroll(canvas.rows, self._sent, changed):
            self._scroll(scroll)
            changed = sorted({*changed, *range(scroll.top, scroll.bottom + 1)})
        for y in changed:
            painter.paint(y, canvas.rows[y], self._sent[y])
            self._sent[y] = canvas.rows[y].copy()
        canvas.touched.clear()
        self._place_cursor()
        return painter.taken()

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
        self._canvas.touched.update(range(rows))
        self._known = True

    def _scroll(self, scroll: Scroll) -> None:
        """Move lines on the terminal, and what is known of them."""
        top, bottom, shift = scroll
        self._painter.scroll(top, bottom, shift)
        bare = [Row.blank(self._canvas.columns) for _ in range(abs(shift))]
        band = self._sent[top : bottom + 1]
        self._sent[top : bottom + 1] = [*band[shift:], *bare] if shift > 0 else [*bare, *band[:shift]]

    def _place_cursor(self) -> None:
        """Leave the hidden cursor where Textual has it, for input methods; the upper left corner is where none is."""
        canvas = self._canvas
        y, x = canvas.y, canvas.x
        if (y or x) and y < len(canvas.rows) and x < canvas.columns:
            self._painter.move(y, x)
