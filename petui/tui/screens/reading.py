"""Panes beside a text that is read: the text and its answer line, and how much room each has."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from petui.tui.arrangement import PANES, Arrangement, arrange
from petui.tui.commands import Command
from petui.tui.screens.base import make_actions
from petui.tui.screens.panes import PanesScreen
from petui.tui.session import Session
from petui.tui.widgets.answerline import AnswerLine
from petui.tui.widgets.bars import Bar
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.plotpane import PlotPane
from petui.tui.widgets.table import EncodingTable

# Rows: the three bars, the answer line, the lower pane of a stack with its title.
_BARS = 3
_ANSWER = 1
_LOWER_LEAST = 6
# A circle and a dial can be drawn from six rows on.
_PLOT_LEAST = 7
_LOWER_MOST = 10


class ReadingScreen(PanesScreen, inherit_bindings=True):
    """A text with table and plot, as many of them as there is room for."""

    PANES: ClassVar[tuple[str, ...]] = PANES

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """A screen of a session with these commands."""
        super().__init__(session, commands, ascii=ascii)
        # The text where no pane was chosen.
        self._current = "derivation"
        self._chosen = False
        self._lower = "table"
        self._lower_height: int | None = None

    def compose_body(self) -> ComposeResult:
        """Panes above, the parameters below."""
        with Container(id="panes", classes="body"):
            with Container(id="upper"):
                with Vertical(id="reading"):
                    yield LinesPane(id="derivation")
                    yield AnswerLine()
                yield EncodingTable(id="table", ascii=self.ascii)
            yield PlotPane(id="plot", ascii=self.ascii)
        yield Bar(id="parameters")

    def settle_in(self) -> None:
        """Take hold of the panes."""
        super().settle_in()
        self.derivation = self.query_one("#derivation", LinesPane)
        self.answer_line = self.query_one(AnswerLine)
        self.answer_input = self.answer_line.input

    @property
    def reading(self) -> LinesPane:
        """The text of the step."""
        return self.derivation

    def arranged_for(self, width: int, height: int) -> Arrangement:
        """The panes that a size has room for."""
        return arrange(width, height, self._current, self._lower, self._zoomed)

    def fit(self, width: int, height: int) -> None:
        """Arrange the panes for the size."""
        super().fit(width, height)
        self.query_one("#upper").display = any(pane in self.arranged.panes for pane in ("derivation", "table"))
        # A hidden text has no width to be set for, so that nothing else would free the height of a pane left alone.
        if self.arranged.kind != "stacked":
            self.fit_lower(0)

    def show_pane(self, pane: str, shown: bool) -> None:
        """Show a pane or not; the text has its answer line with it."""
        self.query_one("#reading" if pane == "derivation" else f"#{pane}").display = shown

    def fit_lower(self, text_lines: int) -> None:
        """In a stack of two, give the text what the lower pane can spare."""
        height: int | None = None
        if self.arranged.kind == "stacked":
            spare = self.size.height - _BARS - _ANSWER - text_lines
            least = _PLOT_LEAST if self._lower == "plot" else _LOWER_LEAST
            height = max(least, min(_LOWER_MOST, spare))
        if height != self._lower_height:
            # Set again, even the same height has everything arranged anew.
            self._lower_height = height
            for pane in (self.table, self.plot):
                pane.styles.height = height

    def go_to_pane(self, pane: str) -> None:
        """Let a pane be the current one, and show it."""
        self._chosen = True
        if pane != "derivation":
            self._lower = pane
        super().go_to_pane(pane)

    def put_below(self, pane: str) -> None:
        """Let the table or the plot stand below the text where only one has room; the learner can change it."""
        if pane and pane != self._lower:
            self._lower = pane
            if self._current != "derivation":
                self._current = pane
            self.fit(*self.size)

    def show_plot(self) -> None:
        """Bring the plot to be seen."""
        self._current = self._lower = "plot"
        self.fit(*self.size)

    def command_zoom(self) -> None:
        """One pane alone, or all again."""
        if not self._chosen:
            # Who has chosen no pane wants to see the picture; the text has most of the room already.
            self._current = "derivation" if self._zoomed else self._lower
        super().command_zoom()

    def unzoom(self) -> None:
        """Show the text again where another pane has the whole screen."""
        if self._zoomed and self._current != "derivation":
            self.command_zoom()


make_actions(ReadingScreen)
