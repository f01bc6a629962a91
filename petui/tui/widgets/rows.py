"""A pane of rows of which a frame paints only those that are others than in the frame before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from petui.lessons.cells import Line, Run
from petui.lessons.source import visible
from petui.tui.styles import style_of
from petui.tui.wire.cells import is_plain

# Unchanged columns between changed ones up to which both are one span.
_NEAR = 4
# No run of a row breaks it, or jumps.
_BREAKS = str.maketrans("\t\n", "  ")


class _Ink(NamedTuple):
    """A terminal style, and what is seen of it in a blank."""

    style: Style
    seen: object


class _Inks(dict[str, _Ink]):
    """The ink of each style name over the ground of a pane, worked out once."""

    def __init__(self, ground: Style, theme: str) -> None:
        super().__init__()
        self.ground, self.theme = ground, theme

    def __missing__(self, names: str) -> _Ink:
        style = self.ground + style_of(names, self.theme)
        # A lined or reversed blank looks like no other.
        lined = style.underline or style.reverse or style.strike
        ink = self[names] = _Ink(style, object() if lined else style.bgcolor)
        return ink


class RowsPane(Widget):
    """Rows of (text, style name) runs, compared row by row when a frame begins; what stayed is not painted again.

    Attributes:
        drawn: The rows of the last frame.
    """

    DEFAULT_CSS = """
    RowsPane { height: 1fr; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        """A pane that has yet to be painted."""
        super().__init__(id=id, classes=classes)
        self._changed = True
        self.drawn: tuple[Line, ...] = ()
        self._drawn_size = Size(-1, -1)
        self._inks: _Inks | None = None

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """What the pane shows at that size, a line for each row; missing rows are blank."""
        raise NotImplementedError

    def change(self) -> None:
        """Have the rows asked for when the next frame begins: of a burst of changes only the last is shown."""
        self._changed = True
        if self.is_mounted and self.is_attached and self.display:
            # What Textual 8.2.8 tells the screen by four messages.
            self.screen._dirty_widgets.add(self)
            self.screen.check_idle()

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
            self._inks = _Inks(ground, theme)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One row of the pane."""
        if self._changed:
            self._settle()
        return self.strip_of(self.drawn[y] if y < len(self.drawn) else ())

    def piece(self, y: int, left: int, right: int) -> list[Segment]:
        """The columns of a row from `left` to before `right`, of what the last frame was settled on.

        Nothing but its inks is over a pane's text: it has no outline, no opacity and no links.
        """
        inks, line = self._known_inks(), self.drawn[y] if y < len(self.drawn) else ()
        if not _is_even(line):
            segments = list(self.strip_of(line).crop(left, right))
        else:
            segments = _segments(_cut(line, left, right), inks)
            missing = right - left - sum([len(segment.text) for segment in segments])
            segments += [Segment(" " * missing, inks.ground)] if missing else []
        for each in self.get_line_filters():
            segments = each.apply(segments, self.background_colors[1])
        return segments

    def strip_of(self, line: Line) -> Strip:
        """A line as a strip of the pane's width."""
        inks = self._known_inks()
        segments = _segments(line, inks)
        columns = cell_len("".join([segment.text for segment in segments]))
        strip = Strip(segments, columns)
        width = self._drawn_size.width
        return strip if columns == width else strip.adjust_cell_length(width, inks.ground)

    def _known_inks(self) -> _Inks:
        """The inks as they were when they were last looked at."""
        if self._inks is None:
            self._inks = _Inks(self.rich_style, self.app.theme)
        return self._inks

    def _settle(self) -> None:
        """Ask for the rows if they may have changed, and mark those that have as to be painted."""
        size = self.content_size
        if not self._changed and size == self._drawn_size:
            return
        self._changed = False
        before, self.drawn, self._drawn_size = self.drawn, tuple(self.rows(*size)), size
        blanks = ((),) * abs(len(self.drawn) - len(before))
        pairs = zip((*before, *blanks), (*self.drawn, *blanks), strict=False)
        others = [
            Region(left, y, right - left, 1)
            for y, (old, new) in enumerate(pairs)
            if old != new
            for left, right in _changed_spans(old, new, size.width)
        ]
        if others:
            self._set_dirty(*others)

    def _exchange_repaint_regions(self) -> Collection[Region]:
        """What a frame has to paint; Textual 8.2.8 asks for it as it begins one."""
        self._settle()
        return super()._exchange_repaint_regions()


def _segments(line: Iterable[Run], inks: _Inks) -> list[Segment]:
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


def _is_even(line: Line) -> bool:
    """Whether every sign of a line takes one column."""
    return is_plain("".join([text for text, _ in line]))


def _cut(line: Line, left: int, right: int) -> Iterator[Run]:
    """What stands in the columns from `left` to before `right`, in a line whose signs take one column each."""
    at = 0
    for text, names in line:
        end = at + len(text)
        if end > left:
            yield text[max(0, left - at) : right - at], names
        if end >= right:
            return
        at = end


def _changed_spans(old: Line, new: Line, width: int) -> list[tuple[int, int]]:
    """The columns in which a row is another one, as spans; all of it where signs are not one column each."""
    if not (_is_even(old) and _is_even(new)):
        return [(0, width)]
    (before, old_end), (now, end) = _placed(old), _placed(new)
    spans = [(at, at + len(run[0])) for at, run in now.items() if before.get(at) != run]
    joined: list[tuple[int, int]] = []
    for left, right in [*spans, (end, max(end, old_end))]:
        if joined and left - joined[-1][1] <= _NEAR:
            left = joined.pop()[0]
        joined.append((left, right))
    return [(left, min(right, width)) for left, right in joined if left < min(right, width)]


def _placed(line: Line) -> tuple[dict[int, Run], int]:
    """The runs of a line by the columns that they begin in, and where it ends."""
    found: dict[int, Run] = {}
    at = 0
    for run in line:
        found[at] = run
        at += len(run[0])
    return found, at
