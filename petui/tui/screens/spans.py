"""Frames that hold the changed columns of a row alone, where Textual 8.2.8 would begin at a widget's left edge."""

from __future__ import annotations

from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor, CompositorMap

# Row and column are counted from 1.
_MOVE = "\x1b[{};{}H".format


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

    def render_partial_update(self) -> SpansUpdate | None:
        """What has changed since the last frame; None where nothing has."""
        update = super().render_partial_update()
        return None if update is None else SpansUpdate(update.chops, update.spans, update.chop_ends)
