"""The plot pane: one view of the Lab at a time."""

from __future__ import annotations

from textual.reactive import reactive

from petui.core.lab import Lab
from petui.lessons.schema import VIEW_TITLES, VIEWS
from petui.tui.widgets.lines import LinesPane


class PlotPane(LinesPane):
    """Draws a view of the Lab.

    Attributes:
        lab: What is drawn.
        view: Which view: a name of petui.lessons.schema.VIEWS.
    """

    lab: reactive[Lab] = reactive(Lab, init=False)
    view: reactive[str] = reactive("waves", init=False)

    def __init__(self, *, id: str | None = None, ascii: bool = False) -> None:
        """Waves at the default Lab."""
        super().__init__(id=id)
        self.ascii = ascii
        self.border_title = VIEW_TITLES["waves"]

    def watch_lab(self) -> None:
        """Draw the other Lab."""
        self.paint()

    def watch_view(self) -> None:
        """Draw the other view."""
        self.border_title = VIEW_TITLES[self.view]
        self.paint()

    def on_resize(self) -> None:
        """Draw at the other size."""
        self.paint()

    def turn(self, by: int) -> None:
        """Go `by` views on."""
        self.view = VIEWS[(VIEWS.index(self.view) + by) % len(VIEWS)]

    def paint(self) -> None:
        """Draw."""
        width, height = self.content_size
        if width < 1 or height < 1:
            return
        # plotext comes with the first plot, not with the app.
        from petui.plot import views

        self.show(views.view(self.view, self.lab, width, height, ascii=self.ascii).lines)
