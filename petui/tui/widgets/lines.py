"""A pane of styled lines, drawn by the line API."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from petui.core.errors import PetuiError
from petui.lessons.cells import Line, clip
from petui.tui.styles import style_of

_MARKS = (" PgUp", " PgDn")
# Columns of a mark for more above or below.
MARK_WIDTH = max(map(len, _MARKS))


class LinesPane(Widget):
    """Lines of (text, style name) runs, from `top` on; a subclass or its owner sets them by `show`."""

    DEFAULT_CSS = """
    LinesPane { height: 1fr; }
    """

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
        self.refresh()

    def restyle(self) -> None:
        """Draw in other colours."""
        self.refresh()

    @property
    def _last_top(self) -> int:
        return max(0, len(self.lines) - max(1, self.content_size.height))

    def scroll_lines(self, count: int) -> None:
        """Move the lines by `count` (down is positive) as far as they go."""
        self.top = max(0, min(self.top + count, self._last_top))
        self.refresh()

    @property
    def below(self) -> int:
        """How many lines lie below the pane."""
        return max(0, len(self.lines) - self.top - self.content_size.height)

    def render_line(self, y: int) -> Strip:
        """One row of the pane."""
        at = self.top + y
        line = self.lines[at] if at < len(self.lines) else ()
        return self.strip_of(self._marked(line, y))

    def _marked(self, line: Line, y: int) -> Line:
        """The line with a word at its end where there is more above or below."""
        mark = ""
        if y == 0 and self.top:
            mark = _MARKS[0]
        elif y == self.content_size.height - 1 and self.below:
            mark = _MARKS[1]
        room = self.content_size.width - len(mark)
        if not mark or room < len(mark):
            return line
        used = sum(cell_len(text) for text, _ in line)
        return (*(line if used <= room else clip(line, room)), (" " * max(0, room - used), ""), (mark, "muted"))

    def strip_of(self, line: Line) -> Strip:
        """A line as a strip of the pane's width."""
        base = self.rich_style
        segments = [Segment(text, base + self.style_named(names)) for text, names in line if text]
        width = self.content_size.width
        return Strip(segments, sum(cell_len(text) for text, _ in line)).adjust_cell_length(width, base)

    def style_named(self, names: str) -> Style:
        """The terminal style of a style name in the app's theme."""
        return style_of(names, self.app.theme, bool(getattr(self.app, "colorless", False)))

    def on_resize(self) -> None:
        """Keep within the lines; what was drawn from further down is drawn anew."""
        if self.top > self._last_top:
            self.top = self._last_top
            self.refresh()


class PaintedPane(LinesPane):
    """A pane that computes its lines when the terminal is painted: of a burst of changes only the last is drawn."""

    def __init__(self, *, id: str | None = None) -> None:
        """A pane that has yet to be drawn."""
        super().__init__(id=id)
        self._stale = True

    @abstractmethod
    def painted(self, width: int, height: int) -> Sequence[Line]:
        """The lines of a pane of that size."""

    def paint(self) -> None:
        """Have the lines computed anew when they are next needed."""
        self._stale = True
        self.refresh()

    def restyle(self) -> None:
        """Compute the lines anew too: they may be others where there are fewer colours."""
        self.paint()

    def on_resize(self) -> None:
        """Draw at the other size."""
        self.paint()

    def render_line(self, y: int) -> Strip:
        """One row of the pane, computed with all others where something has changed."""
        width, height = self.content_size
        if self._stale and width > 0 and height > 0:
            self._stale = False
            self.lines = tuple(self._painted_or_why_not(width, height))
        return super().render_line(y)

    def _painted_or_why_not(self, width: int, height: int) -> Sequence[Line]:
        try:
            return self.painted(width, height)
        except PetuiError as error:
            mend = [((error.mend[:width], "muted"),)] if error.mend else []
            return [((error.what[:width], "wrong"),), *mend]
