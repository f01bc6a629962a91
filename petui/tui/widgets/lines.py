"""A pane of styled lines, drawn by the line API."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from petui.lessons.cells import Line, clip
from petui.tui.widgets.rows import RowsPane

_MARKS = (" PgUp", " PgDn")
# Columns of a mark for more above or below.
MARK_WIDTH = max(map(len, _MARKS))


class LinesPane(RowsPane):
    """Lines of (text, style name) runs, from `top` on; a subclass or its owner sets them by `show`."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        """An empty pane."""
        super().__init__(id=id, classes=classes)
        self.lines: tuple[Line, ...] = ()
        self.top = 0

    def show(self, lines: Sequence[Line], *, in_view: int | None = None) -> None:
        """Draw other lines; keep line `in_view` and what follows it to be seen where one is named."""
        self.lines = tuple(lines)
        if in_view is None:
            self.top = min(self.top, self._last_top)
        else:
            self.top = min(in_view, self._last_top)
        self.change()

    @property
    def _last_top(self) -> int:
        return max(0, len(self.lines) - max(1, self.content_size.height))

    def scroll_lines(self, count: int) -> None:
        """Move the lines by `count` (down is positive) as far as they go."""
        self.top = max(0, min(self.top + count, self._last_top))
        self.change()

    @property
    def below(self) -> int:
        """How many lines lie below the pane."""
        return max(0, len(self.lines) - self.top - self.content_size.height)

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """The lines from `top` on, with a word at the end of the first or last where there is more above or below."""
        rows = list(self.lines[self.top : self.top + height])
        if self.below and rows:
            rows[-1] = self._marked(rows[-1], _MARKS[1], width)
        if self.top and rows:
            rows[0] = self._marked(self.lines[self.top], _MARKS[0], width)
        return rows

    def _marked(self, line: Line, mark: str, width: int) -> Line:
        """A line with a word at its end."""
        room = width - len(mark)
        if room < len(mark):
            return line
        used = sum(cell_len(text) for text, _ in line)
        return (*(line if used <= room else clip(line, room)), (" " * max(0, room - used), ""), (mark, "muted"))

    def on_resize(self) -> None:
        """Keep within the lines; what was drawn from further down is drawn anew."""
        if self.top > self._last_top:
            self.top = self._last_top
            self.change()
