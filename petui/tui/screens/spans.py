"""Frames that hold the changed columns of a row alone, where Textual 8.2.8 would begin at a widget's left edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, CompositorMap
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from petui.tui.widgets.rows import RowsPane

# Row and column are counted from 1.
_MOVE = "\x1b[{};{}H".format
# A row, and columns of it from the first to before the second.
_Span = tuple[int, int, int]


class SpansUpdate(ChopsUpdate):
    """Changed spans of rows, cut on both sides."""

    def render_segments(self, console: Console) -> str:
        """What draws the spans: to each a move, and its text and colours."""
        written: list[str] = []
        for y, first, last in self.spans:
            for (left, strip), right in zip(self.chops[y].items(), self.chop_ends[y], strict=False):
                if strip is None or left >= last or right <= first:
                    continue
                begin, end = max(left, first), min(right, last)
                part = strip if (begin, end) == (left, right) else strip.crop(begin - left, end - left)
                written += (_MOVE(y + 1, begin + 1), part.render(console))
        return "".join(written)


class Piece(NamedTuple):
    """What is drawn from a cell on."""

    y: int
    x: int
    segments: Sequence[Segment]


class PiecesUpdate(ChopsUpdate):
    """Pieces of rows, none over another."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        """A frame of these."""
        super().__init__([], [], [])
        self.pieces = pieces

    def render_segments(self, console: Console) -> str:
        """What draws the pieces: to each a move, and its text and colours."""
        colors, written = console._color_system or ColorSystem.TRUECOLOR, list[str]()
        for y, x, segments in self.pieces:
            written.append(_MOVE(y + 1, x + 1))
            for text, style, _ in segments:
                # A style remembers the colours it was first written in; Textual's whole frames do as this does.
                written.append(Strip.render_style(style, text, colors) if style else text)
        return "".join(written)


class _Place(NamedTuple):
    """Where a widget is on the screen, as far as it is seen."""

    widget: Widget
    left: int
    right: int
    rows: range


class SpansCompositor(Compositor):
    """Puts together frames of spans."""

    @property
    def full_map(self) -> CompositorMap:
        """Where every widget is; one that is asked for between layouts is painted where it differs from the last."""
        before, found = self._full_map, super().full_map
        if found is not before:
            # Textual 8.2.8 forgets what this changes, and paints the screen whole after most of it.
            changed = (place.clip.intersection(place.region) for _, place in found.items() ^ before.items())
            self._dirty_regions.update(filter(None, changed))
        return found

    def render_partial_update(self) -> ChopsUpdate | None:
        """What has changed since the last frame; None where nothing has."""
        pieces = self._pieces(self._regions_to_spans(self._dirty_regions))
        if pieces:
            self._dirty_regions.clear()
            return PiecesUpdate(pieces)
        update = super().render_partial_update()
        return None if update is None else SpansUpdate(update.chops, update.spans, update.chop_ends)

    def _pieces(self, spans: Iterable[_Span]) -> list[Piece]:
        """The spans if all of them are text of panes of rows: no other widget is asked then. Else []."""
        places = [
            _Place(widget, seen.x, seen.right, range(seen.y, seen.bottom))
            for widget, (region, clip) in self.visible_widgets.items()
            if (seen := region.intersection(clip))
        ]
        insides: dict[RowsPane, Region] = {}
        pieces: list[Piece] = []
        for y, left, right in spans:
            pane = _front(places, y, left, right)
            if not isinstance(pane, RowsPane):
                return []
            if pane not in insides:
                insides[pane] = pane.content_region
            inside = insides[pane]
            if left < inside.x or right > inside.right or not inside.y <= y < inside.bottom:
                return []
            pieces.append(Piece(y, left, pane.piece(y - inside.y, left - inside.x, right - inside.x)))
        return pieces


def _front(places: Sequence[_Place], y: int, left: int, right: int) -> Widget | None:
    """What is seen in all of a span, of widgets from front to back; None where that are several."""
    for place in places:
        if left < place.right and place.left < right and y in place.rows:
            return place.widget if place.left <= left and right <= place.right else None
    return None
