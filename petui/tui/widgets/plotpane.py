"""The plot pane: one view of the Lab at a time, beside a pinned one where there is one."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import var

from petui.core.lab import Lab
from petui.lessons.cells import Line
from petui.lessons.schema import VIEW_TITLES, VIEWS
from petui.tui.widgets.painted import PaintedPane


class PlotPane(PaintedPane):
    """Draws a view of the Lab.

    Attributes:
        lab: What is drawn.
        pinned: What it is compared with.
        view: Which view: a name of petui.lessons.schema.VIEWS.
    """

    lab: var[Lab] = var(Lab, init=False)
    pinned: var[Lab | None] = var(None, init=False)
    view: var[str] = var("waves", init=False)

    def __init__(self, *, id: str | None = None, ascii: bool = False) -> None:
        """Waves at the default Lab."""
        super().__init__(id=id)
        self.ascii = ascii
        self.border_title = Content(VIEW_TITLES["waves"])

    def watch_lab(self) -> None:
        """Draw the other Lab."""
        self.change()

    def watch_pinned(self) -> None:
        """Draw with or without what is pinned."""
        self._entitle()
        self.change()

    def watch_view(self) -> None:
        """Draw the other view."""
        self._entitle()
        self.change()

    def _entitle(self) -> None:
        title = VIEW_TITLES[self.view]
        self.border_title = Content(title if self.pinned is None else f"{title}, now and pinned")

    def turn(self, by: int) -> None:
        """Go `by` views on."""
        self.view = VIEWS[(VIEWS.index(self.view) + by) % len(VIEWS)]

    def painted(self, width: int, height: int) -> Sequence[Line]:
        """The view at that size."""
        # plotext comes with the first plot, not with the app.
        from petui.plot import views

        return views.view(
            self.view, self.lab, width, height, ascii=self.ascii, against=self.pinned, halves=self._has_many_colors
        ).lines

    @property
    def _has_many_colors(self) -> bool:
        """Whether each level of a heat map has a colour of its own: 256 colours or more, and a theme that uses them."""
        few = self.app.console.color_system in (None, "standard", "windows") or self.app.theme.startswith("ansi")
        return not few and not self.app.no_color
