"""The panes that follow one Lab: table and plot, what is pinned and copied, and the commands that change the Lab."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.reactive import var

from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.core.parameters import DTYPES
from petui.core.sequences import CONVENTIONS
from petui.lessons.schema import VIEW_TITLES
from petui.tui.arrangement import Arrangement
from petui.tui.commands import Command
from petui.tui.screens.base import TutorScreen, make_actions
from petui.tui.session import Session
from petui.tui.tablemodes import MODES
from petui.tui.widgets.bars import Bar, lab_fields, parameter_line, pinned_words
from petui.tui.widgets.plotpane import PlotPane
from petui.tui.widgets.table import EncodingTable

if TYPE_CHECKING:
    from petui.tui.copying import Copier


class PanesScreen(TutorScreen, inherit_bindings=True):
    """Table, plot, parameters and footer; every pane is drawn from one Lab.

    Attributes:
        PANES: The panes in the order of Tab.
        lab: The one state; panes follow it.
        pinned: A Lab that table and plot are compared with; None for none.
        arranged: Which panes are shown.
    """

    PANES: ClassVar[tuple[str, ...]] = ("table", "plot")

    lab: var[Lab] = var(Lab, init=False)
    pinned: var[Lab | None] = var(None, init=False)

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """A screen of a session with these commands."""
        super().__init__(session, commands, ascii=ascii)
        self.arranged = Arrangement("tiny", ())
        # The pane that the learner has gone to, or begins at.
        self._current = "plot"
        self._zoomed = False

    def compose_body(self) -> ComposeResult:
        """Panes above, the parameters below."""
        with Container(id="panes", classes="body"):
            yield EncodingTable(id="table", ascii=self.ascii)
            yield PlotPane(id="plot", ascii=self.ascii)
        yield Bar(id="parameters")

    def settle_in(self) -> None:
        """Take hold of the panes."""
        self.table = self.query_one(EncodingTable)
        self.plot = self.query_one(PlotPane)
        self.table.data_bind(lab=PanesScreen.lab, pinned=PanesScreen.pinned)
        self.plot.data_bind(lab=PanesScreen.lab, pinned=PanesScreen.pinned)

    # ---- showing ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def arranged_for(self, width: int, height: int) -> Arrangement:
        """The panes that a size has room for."""

    def fit(self, width: int, height: int) -> None:
        """Arrange the panes for the size."""
        self.arranged = self.arranged_for(width, height)
        for pane in self.PANES:
            self.show_pane(pane, pane in self.arranged.panes)
        super().fit(width, height)

    def mark(self, width: int, height: int, *, update: bool = True) -> None:
        """Set the classes of the size, and of the panes that it has room for."""
        super().mark(width, height, update=update)
        found = self.arranged_for(width, height)
        for name in ("wide", "tall", "beside", "one"):
            self.set_class(found.kind == name or (name == "one" and found.single), f"-{name}", update=update)

    def come_back(self) -> None:
        """What follows when the screen is shown again: perhaps fewer colours to draw with."""
        super().come_back()
        self.table.restyle()
        self.plot.restyle()

    def show_pane(self, pane: str, shown: bool) -> None:
        """Show a pane or not, and whether it is the one gone to."""
        widget = self.query_one(f"#{pane}")
        widget.display = shown
        widget.set_class(pane == self._current and not self.arranged.single, "-current")

    def watch_lab(self) -> None:
        """What is written of the Lab follows it."""
        if self.is_mounted:
            self.refresh_page()

    def watch_pinned(self) -> None:
        """So does what is written of the pinned one."""
        if self.is_mounted:
            self.refresh_bars()

    @property
    def line_examples(self) -> str:
        """What may be typed in the command line here."""
        return f"pos 3, d_model 512, {super().line_examples}"

    def refresh_numbers(self) -> None:
        """The bars that follow the Lab: its parameters."""
        line = parameter_line(self.lab, self.bar_width, ascii=self.ascii, pinned=self.pinned)
        self.query_one("#parameters", Bar).say(line)

    def refresh_bars(self) -> None:
        """Parameters, and the keys or the notice."""
        self.refresh_numbers()
        super().refresh_bars()

    # ---- parameters -------------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> bool:
        """A new Lab, or the reason why not; whether there is one."""
        try:
            self.lab = self.lab.changed(**changes)
        except PetuiError as error:
            self.refuse(error)
            return False
        return True

    def _step(self, name: str, by: int) -> None:
        """A parameter one step on or back, or the reason why not."""
        try:
            self.lab = self.lab.stepped(name, by)
        except PetuiError as error:
            self.refuse(error)

    def set_field(self, name: str, value: str) -> None:
        """Set a value as typed; without one, say what it is and what it may be."""
        if not value:
            self._offer(name)
            return
        try:
            self.lab = self.lab.changed_by_text(name, value)
        except PetuiError as error:
            self.refuse(error)

    def _offer(self, name: str) -> None:
        if name == "convention":
            items = [(each.name, f"{each.name}: {each.title}") for each in CONVENTIONS.values()]
            self.choose("Conventions", items, self.lab.convention, lambda chosen: self.set_field(name, chosen))
            return
        here = getattr(self.lab, name)
        last = self.lab.d_model - 1
        may_be = {"dtype": ", ".join(DTYPES), "base": "1 to 1e300", "slot": f"0 to {last}"}.get(name, "a whole number")
        self.say(f"{name} is {here:g}: {may_be}" if name == "base" else f"{name} is {here}: {may_be}")

    def choose(self, title: str, items: list[tuple[str, str]], at: str, then: Any) -> None:
        """Let the learner choose one of a list of (name, text)."""
        from petui.tui.screens.panels import ListScreen

        def chosen(name: str | None) -> None:
            if name is not None:
                then(name)

        self.app.push_screen(ListScreen(title, lambda _: items, at), chosen)

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

    def go_to_pane(self, pane: str) -> None:
        """Let a pane be the current one, and show it."""
        self._current = pane
        self.fit(*self.size)

    def command_pane(self) -> None:
        """The next pane: shown, or taken for zooming."""
        self.go_to_pane(self.PANES[(self.PANES.index(self._current) + 1) % len(self.PANES)])
        names = {"derivation": "text", "table": "table", "plot": "plot"}
        self.say(f"Pane: {names[self._current]} (z zooms it)")

    def command_zoom(self) -> None:
        """One pane alone, or all again."""
        self._zoomed = not self._zoomed
        self.fit(*self.size)

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
            self.show_plot()

    def show_plot(self) -> None:
        """Bring the plot to be seen."""
        self.go_to_pane("plot")

    def set_view(self, name: str) -> None:
        """Show the view of that name; without one, list them."""
        if name in VIEW_TITLES:
            self.plot.view = name
            if "plot" not in self.arranged.panes:
                self.show_plot()
        elif name:
            from petui.tui.commandwords import quoted

            self.say(f"No view {quoted(name)}: {', '.join(VIEW_TITLES)}.")
        else:
            items = [(view, f"{view}: {title}") for view, title in VIEW_TITLES.items()]
            self.choose("Views", items, self.plot.view, self.set_view)

    def command_mode(self) -> None:
        """The table in the next way."""
        at = MODES.index(self.table.mode)
        self.table.mode = MODES[(at + 1) % len(MODES)]
        self.say(f"Table: {self.table.mode.titled(self.lab)}")

    # ---- pinning and copying ----------------------------------------------------------------------------------------

    def command_pin(self) -> None:
        """Keep this Lab to compare with, or let it go."""
        if self.pinned is None:
            self.pinned = self.lab
            key = self.key_now("pin")
            self.say(f"Pinned: {lab_fields(self.lab)}. Go on and compare; {key} lets it go.")
        else:
            words = pinned_words(self.pinned, self.lab)
            self.pinned = None
            self.say(f"Let go: {words}.")

    @cached_property
    def _copier(self) -> Copier:
        from petui.tui.copying import Copier

        return Copier()

    def command_copy(self) -> None:
        """The worked cell to the clipboard; at once again its row, then the command."""
        from petui.tui.copying import Looking

        size = self.plot.content_size
        looking = Looking(
            self._current,
            self.lab,
            self.pinned,
            self.plot.view,
            (size.width, size.height),
            self.table.visible_positions,
            self.table.veiled,
            self.ascii,
        )
        copied = self._copier.copy(looking, self.key_now("copy"))
        self.app.copy_to_clipboard(copied.text)
        self.say(copied.says)


make_actions(PanesScreen)
