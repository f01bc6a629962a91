"""The Progress screen: what is due, what was done, and what is not understood yet."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical

from petui.lessons.cells import clip, cut_mark
from petui.tui.keynames import first_key
from petui.tui.screens.base import TutorScreen
from petui.tui.widgets.bars import Bar, progress_line
from petui.tui.widgets.lines import MARK_WIDTH, LinesPane


class ProgressScreen(TutorScreen, inherit_bindings=True):
    """A page of statistics to scroll through, computed anew each time it is entered."""

    KIND = "progress"

    def compose_body(self) -> ComposeResult:
        """The page."""
        with Vertical(id="page", classes="body"):
            yield LinesPane(id="text")

    def begin(self) -> None:
        """Compute, and show the page."""
        self.statistics = self.session.statistics()
        self.reading.top = 0
        self.call_after_refresh(self.refresh_page)

    def come_back(self) -> None:
        """What follows when the screen is shown again: other numbers."""
        self.begin()

    def refresh_page(self) -> None:
        """Set the page for the width there is."""
        # Its plots are of no use before this screen is seen.
        from petui.plain.progresspage import WaysOn, progress_lines

        width = self.reading.content_size.width
        if width < 1:
            return
        ways_on = WaysOn(f"{self._key('quiz')} begins a quiz", f"{self._key('lessons')} lists the lessons.")
        lines = progress_lines(self.statistics, width, ascii=self.ascii, ways_on=ways_on)
        if len(lines) > self.reading.content_size.height and width > MARK_WIDTH:
            # The marks for more above and below stand beside the text, not on it.
            lines = progress_lines(self.statistics, width - MARK_WIDTH, ascii=self.ascii, ways_on=ways_on)
        cut = cut_mark(ascii=self.ascii)
        self.reading.show([clip(line, width, cut) for line in lines])
        self.query_one("#top", Bar).say(progress_line(self.session.problem, self.bar_width, ascii=self.ascii))
        self.refresh_bars()

    def _key(self, name: str) -> str:
        """The key of a command."""
        return next(first_key(command, ascii=self.ascii) for command in self.commands if command.id == name)
