"""The panes that follow one Lab, their arrangement, and the commands that change it."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.reactive import reactive

from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.tui.arrangement import PANES, Arrangement, arrange
from petui.tui.commands import Command
from petui.tui.screens.base import TutorScreen, make_actions
from petui.tui.session import Session
from petui.tui.widgets.answerline import AnswerLine
from petui.tui.widgets.bars import Bar, parameter_line
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.plotpane import PlotPane
from petui.tui.widgets.table import EncodingTable, worked_cell

# Rows: the three bars, the answer line, the lower pane of a stack with its title.
_BARS = 3
_ANSWER = 1
_LOWER_LEAST = 6
# A circle and a dial can be drawn from six rows on.
_PLOT_LEAST = 7
_LOWER_MOST = 10


class PanesScreen(TutorScreen, inherit_bindings=True):
    """Text, table, plot, parameters and footer; every pane is drawn from one Lab.

    Attributes:
        lab: The one state; panes follow it.
        arranged: Which panes are shown.
    """

    lab: reactive[Lab] = reactive(Lab, init=False)

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """A screen of a session with these commands."""
        super().__init__(session, commands, ascii=ascii)
        self.arranged = Arrangement("tiny", ())
        # The pane that the learner has gone to; the text where none was chosen.
        self._current = "derivation"
        self._chosen = False
        self._lower = "table"
        self._zoomed = False

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
        self.derivation = self.query_one("#derivation", LinesPane)
        self.table = self.query_one(EncodingTable)
        self.plot = self.query_one(PlotPane)
        self.answer_line = self.query_one(AnswerLine)
        self.answer_input = self.answer_line.input
        self.table.data_bind(lab=PanesScreen.lab)
        self.plot.data_bind(lab=PanesScreen.lab)

    @property
    def reading(self) -> LinesPane:
        """The text of the step."""
        return self.derivation

    # ---- showing ----------------------------------------------------------------------------------------------------

    def fit(self, width: int, height: int) -> None:
        """Arrange the panes for the size."""
        self.arranged = arrange(width, height, self._current, self._lower, self._zoomed)
        for name in ("wide", "tall", "one"):
            self.set_class(self.arranged.kind == name or (name == "one" and self.arranged.single), f"-{name}")
        for pane in PANES:
            shown = pane in self.arranged.panes
            self.query_one("#reading" if pane == "derivation" else f"#{pane}").display = shown
        self.query_one("#upper").display = any(pane in self.arranged.panes for pane in ("derivation", "table"))
        # A hidden text has no width to be set for, so that nothing else would free the height of a pane left alone.
        if self.arranged.kind != "stacked":
            self.fit_lower(0)
        super().fit(width, height)

    def fit_lower(self, text_lines: int) -> None:
        """In a stack of two, give the text what the lower pane can spare."""
        height: int | None = None
        if self.arranged.kind == "stacked":
            spare = self.size.height - _BARS - _ANSWER - text_lines
            least = _PLOT_LEAST if self._lower == "plot" else _LOWER_LEAST
            height = max(least, min(_LOWER_MOST, spare))
        for pane in (self.table, self.plot):
            pane.styles.height = height

    def watch_lab(self) -> None:
        """Numbers in the text follow the Lab."""
        if self.is_mounted:
            self.refresh_page()

    @property
    def line_examples(self) -> str:
        """What may be typed in the command line here."""
        return f"pos 3, d_model 512, {super().line_examples}"

    def refresh_bars(self) -> None:
        """Parameters, and the keys or the notice."""
        self.query_one("#parameters", Bar).say(parameter_line(self.lab, self.bar_width, ascii=self.ascii))
        super().refresh_bars()

    # ---- parameters -------------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """A new Lab, or the reason why not."""
        try:
            self.lab = self.lab.changed(**changes)
        except PetuiError as error:
            self.refuse(error)

    def _step(self, name: str, by: int) -> None:
        """A parameter one step on or back, or the reason why not."""
        try:
            self.lab = self.lab.stepped(name, by)
        except PetuiError as error:
            self.refuse(error)

    def set_field(self, name: str, value: str) -> None:
        """Set a value as typed; without one, say what it is."""
        if not value:
            self.say(f"{name} is {getattr(self.lab, name)}")
            return
        try:
            self.lab = self.lab.changed_by_text(name, value)
        except PetuiError as error:
            self.refuse(error)

    def command_up(self) -> None:
        """One position up."""
        self._step("pos", -1)

    def command_down(self) -> None:
        """One position down."""
        self._step("pos", 1)

    def command_left(self) -> None:
        """One slot to the left."""
        self._step("slot", -1)

    def command_right(self) -> None:
        """One slot to the right."""
        self._step("slot", 1)

    command_pos_less = command_up
    command_pos_more = command_down

    def command_d_model_less(self) -> None:
        """Half the width, rounded down."""
        self._step("d_model", -1)

    def command_d_model_more(self) -> None:
        """Twice the width."""
        self._step("d_model", 1)

    def command_offset_less(self) -> None:
        """The offset smaller by one."""
        self._step("offset", -1)

    def command_offset_more(self) -> None:
        """The offset larger by one."""
        self._step("offset", 1)

    def on_encoding_table_cell_picked(self, message: EncodingTable.CellPicked) -> None:
        """A clicked cell becomes the current one."""
        self.change(pos=message.pos, slot=message.slot)

    # ---- panes ------------------------------------------------------------------------------------------------------

    def command_pane(self) -> None:
        """The next pane: shown below, or taken for zooming."""
        self._current = PANES[(PANES.index(self._current) + 1) % len(PANES)]
        self._chosen = True
        if self._current != "derivation":
            self._lower = self._current
        self.fit(*self.size)
        names = {"derivation": "text", "table": "table", "plot": "plot"}
        self.say(f"Pane: {names[self._current]} (z zooms it)")

    def put_below(self, pane: str) -> None:
        """Let the table or the plot stand below the text where only one has room; the learner can change it."""
        if pane and pane != self._lower:
            self._lower = pane
            if self._current != "derivation":
                self._current = pane
            self.fit(*self.size)

    def command_zoom(self) -> None:
        """One pane alone, or all again."""
        self._zoomed = not self._zoomed
        if not self._chosen:
            # Who has chosen no pane wants to see the picture; the text has most of the room already.
            self._current = self._lower if self._zoomed else "derivation"
        self.fit(*self.size)

    def unzoom(self) -> None:
        """Show the text again where another pane has the whole screen."""
        if self._zoomed and self._current != "derivation":
            self.command_zoom()

    def command_view(self) -> None:
        """The next plot."""
        self._turn(1)

    def command_view_before(self) -> None:
        """The plot before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        if "plot" in self.arranged.panes:
            self.plot.turn(by)
        else:
            self._current = self._lower = "plot"
            self.fit(*self.size)

    def command_pin(self) -> None:
        """Keep the row above the table, or let it go."""
        self.table.pinned = None if self.table.pinned is not None else self.lab

    def command_copy(self) -> None:
        """The worked cell to the clipboard."""
        text = worked_cell(self.lab, 500)[0]
        self.app.copy_to_clipboard(text)
        self.say(f"Copied: {text}")


make_actions(PanesScreen)
