"""A pane whose rows are computed, or say why they cannot be."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from petui.core.errors import PetuiError
from petui.lessons.cells import Line
from petui.lessons.wrapping import Piece, wrap
from petui.tui.widgets.rows import RowsPane


class PaintedPane(RowsPane):
    """A pane that computes its rows when the terminal is painted: of a burst of changes only the last is drawn."""

    @abstractmethod
    def painted(self, width: int, height: int) -> Sequence[Line]:
        """The rows of a pane of that size, which is not empty."""

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """The rows as they are painted, or why not."""
        if not (width > 0 and height > 0):
            return ()
        try:
            return self.painted(width, height)
        except PetuiError as error:
            said = [(error.what, "wrong"), *([(error.mend, "muted")] if error.mend else [])]
            return [line for text, style in said for line in wrap([Piece(text, style)], width)][:height]
