"""A pane of rows of which a frame paints only those that are others than in the frame before."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from petui.lessons.cells import Line
from petui.lessons.source import visible
from petui.tui.styles import style_of

# Asks for a frame without naming a row that is to be painted.
_NO_ROW = Region(0, 0, 0, 0)


# No run of a row breaks it, or jumps.
_BREAKS = str.maketrans("\t\n", "  ")


class _Ink(NamedTuple):
    """A terminal style, and what is seen of it in a blank."""

    style: Style
    seen: object


class _Inks(dict[str, _Ink]):
    """The ink of each style name over the ground of a pane, worked out once."""

    def __init__(self, ground: Style, theme: str, *, colorless: bool) -> None:
        super().__init__()
        self.ground, self.theme, self.colorless = ground, theme, colorless

    def __missing__(self, names: str) -> _Ink:
        style = self.ground + style_of(names, self.theme, self.colorless)
        # A lined or reversed blank looks like no other.
        lined = style.underline or style.reverse or style.strike
        ink = self[names] = _Ink(style, object() if lined else style.bgcolor)
        return ink


class RowsPane(Widget):
    """Rows of (text, style name) runs, compared row by row when a frame begins; what stayed is not painted again."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        """A pane that has yet to be painted."""
        super().__init__(id=id, classes=classes)
        self._changed = True
        self._drawn: tuple[Line, ...] = ()
        self._drawn_size = Size(-1, -1)
        self._inks: _Inks | None = None

    @abstractmethod
    def rows(self, width: int, height: int) -> Sequence[Line]:
        """What the pane shows at that size, a line for each row; missing rows are blank."""

    def change(self) -> None:
        """Have the rows asked for when the next frame begins: of a burst of changes only the last is shown."""
        self._changed = True
        self.refresh(_NO_ROW)

    def restyle(self) -> None:
        """Paint every row, in other colours."""
        self._inks = None
        self._changed = True
        self.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """All but the one that mixes the sixteen colours of a terminal: themes that need it have none of those here."""
        return [each for each in super().get_line_filters() if not isinstance(each, ANSIToTruecolor)]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of a region for a frame."""
        self._settle()
        # Themes, and what a stylesheet says of the pane, may have changed between two frames.
        ground, theme = self.rich_style, self.app.theme
        inks = self._inks
        if inks is None or inks.theme != theme or inks.ground != ground:
            self._inks = self._new_inks(ground)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One row of the pane."""
        if self._changed:
            self._settle()
        return self.strip_of(self._drawn[y] if y < len(self._drawn) else ())

    def strip_of(self, line: Line) -> Strip:
        """A line as a strip of the pane's width."""
        inks = self._inks or self._new_inks(self.rich_style)
        self._inks = inks
        segments = _segments(line, inks)
        columns = cell_len("".join([segment.text for segment in segments]))
        strip = Strip(segments, columns)
        width = self._drawn_size.width
        return strip if columns == width else strip.adjust_cell_length(width, inks.ground)

    def _new_inks(self, ground: Style) -> _Inks:
        return _Inks(ground, self.app.theme, colorless=bool(getattr(self.app, "colorless", False)))

    def _settle(self) -> None:
        """Ask for the rows if they may have changed, and mark those that have as to be painted."""
        size = self.content_size
        if not self._changed and size == self._drawn_size:
            return
        self._changed = False
        before, self._drawn, self._drawn_size = self._drawn, tuple(self.rows(*size)), size
        blanks = ((),) * abs(len(self._drawn) - len(before))
        pairs = zip((*before, *blanks), (*self._drawn, *blanks), strict=False)
        others = [
            Region(left, y, right - left, 1)
            for y, (old, new) in enumerate(pairs)
            if old != new
            for left, right in [_changed_columns(old, new, size.width)]
        ]
        if others:
            self._set_dirty(*others)

    def _exchange_repaint_regions(self) -> Collection[Region]:
        """What a frame has to paint; Textual 8.2.8 asks for it as it begins one."""
        self._settle()
        return super()._exchange_repaint_regions()


def _segments(line: Line, inks: _Inks) -> list[Segment]:
    """The runs in their inks, as few as show the same: a blank takes the ink of what is beside it where it can."""
    segments: list[Segment] = []
    kept, ink, blank = "", inks[""], True
    for text, names in line:
        if not text.isprintable():
            # Whatever came here unread: a tab or an escape would move all that stands behind it.
            text = visible(text).translate(_BREAKS)
        new = inks[names]
        if new is not ink:
            space = text.isspace()
            if not (space or blank) or new.seen != ink.seen:
                if kept:
                    segments.append(Segment(kept, ink.style))
                kept, ink, blank = text, new, space
                continue
            # Of the two, one is blank and takes the other's ink.
            ink = ink if space else new
        kept += text
        blank = blank and (not text or text.isspace())
    return [*segments, Segment(kept, ink.style)] if kept else segments


def _changed_columns(old: Line, new: Line, width: int) -> tuple[int, int]:
    """From which column to before which a row is another one; all of it where signs are not one column each."""
    texts = ["".join([text for text, _ in line]) for line in (old, new)]
    if len(texts[0]) != len(texts[1]) or any(len(text) != cell_len(text) for text in texts):
        return 0, width
    before = sum(len(text) for text, _ in _shared(old, new))
    behind = sum(len(text) for text, _ in _shared(old[::-1], new[::-1]))
    return before, max(before, len(texts[1]) - behind)


def _shared(one: Line, other: Line) -> Iterator[tuple[str, str]]:
    """The runs that both lines begin with."""
    return (mine for mine, _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))
