"""The panes that follow one Lab, their arrangement, and the commands that change it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Input, Static

from petui.core.errors import PetuiError
from petui.core.lab import MAX_LAB_D_MODEL, Lab
from petui.lessons.transliterate import to_ascii
from petui.tui.arrangement import PANES, Arrangement, arrange
from petui.tui.commands import Command
from petui.tui.palette import Palette
from petui.tui.widgets.bars import Bar, footer_line, parameter_line
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.plotpane import PlotPane
from petui.tui.widgets.table import EncodingTable, worked_cell

# Rows: the three bars, the answer line, the lower pane of a stack with its title.
_BARS = 3
_ANSWER = 1
_LOWER_LEAST = 8
_LOWER_MOST = 10


def bindings_of(commands: tuple[Command, ...]) -> list[BindingType]:
    """One binding per command; each option key says which it is."""
    bindings: list[BindingType] = []
    for command in commands:
        if command.id == "pick":
            bindings += [Binding(key, f"pick({key})", command.title, show=False) for key in command.keys]
        else:
            bindings.append(Binding(",".join(command.keys), command.action, command.title, show=False, id=command.id))
    return bindings


class PanesScreen(Screen[None], inherit_bindings=False):
    """Text, table, plot, parameters and footer; every pane is drawn from one Lab.

    Attributes:
        lab: The one state; panes follow it.
        commands: The commands and their keys.
        ascii: Whether only ASCII characters are drawn.
        arranged: Which panes are shown.
    """

    # Empty: the app would give the first input the focus.
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave_line", "Leave the line", show=False)]

    lab: reactive[Lab] = reactive(Lab, init=False)

    def __init__(self, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """A screen with these commands."""
        super().__init__()
        self.commands = commands
        self.ascii = ascii
        self.arranged = Arrangement("tiny", ())
        self._current = "derivation"
        self._lower = "table"
        self._zoomed = False
        self._notice = ""
        for binding in bindings_of(commands):
            assert isinstance(binding, Binding)
            for one in Binding.make_bindings([binding]):
                self._bindings.key_to_bindings.setdefault(one.key, []).append(one)

    def compose(self) -> ComposeResult:
        """Panes above, bars around them."""
        yield Bar(id="top")
        with Container(id="panes"):
            with Container(id="upper"):
                with Vertical(id="reading"):
                    yield LinesPane(id="derivation")
                    with Horizontal(id="answer"):
                        yield Static("", id="answer-label", markup=False)
                        yield Input(id="answer-input", select_on_focus=False)
                yield EncodingTable(id="table", ascii=self.ascii)
            yield PlotPane(id="plot", ascii=self.ascii)
        yield Bar(id="parameters")
        yield Input(id="line", select_on_focus=False)
        yield Bar(id="footer")
        yield Static("petui: enlarge the window", id="tiny", markup=False)

    def on_mount(self) -> None:
        """Take hold of the panes."""
        self.derivation = self.query_one("#derivation", LinesPane)
        self.table = self.query_one(EncodingTable)
        self.plot = self.query_one(PlotPane)
        self.answer_input = self.query_one("#answer-input", Input)
        self.line_input = self.query_one("#line", Input)
        for one in (self.answer_input, self.line_input):
            one.cursor_blink = False
        self.set_class(self.ascii, "-ascii")
        self.table.data_bind(lab=PanesScreen.lab)
        self.plot.data_bind(lab=PanesScreen.lab)
        self.begin()

    def begin(self) -> None:
        """What a kind of screen shows first."""

    def refresh_page(self) -> None:
        """Set the text anew, and the bars."""
        self.refresh_bars()

    def footer_commands(self) -> list[Command]:
        """The commands that mean something now, the most needed first."""
        return [command for command in self.commands if command.footer]

    # ---- showing ----------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Arrange the panes for the size."""
        self._arrange(event.size.width, event.size.height)

    def _arrange(self, width: int, height: int) -> None:
        self.arranged = arrange(width, height, self._current, self._lower, self._zoomed)
        for name in ("wide", "tall", "one", "tiny"):
            self.set_class(self.arranged.kind == name or (name == "one" and self.arranged.single), f"-{name}")
        for pane in PANES:
            shown = pane in self.arranged.panes
            self.query_one("#reading" if pane == "derivation" else f"#{pane}").display = shown
        self.query_one("#upper").display = any(pane in self.arranged.panes for pane in ("derivation", "table"))
        self.call_after_refresh(self.refresh_page)

    def fit_lower(self, text_lines: int) -> None:
        """In a stack of two, give the text what the lower pane can spare."""
        height: int | None = None
        if self.arranged.kind == "stacked":
            spare = self.size.height - _BARS - _ANSWER - text_lines
            height = max(_LOWER_LEAST, min(_LOWER_MOST, spare))
        for pane in (self.table, self.plot):
            pane.styles.height = height

    def watch_lab(self) -> None:
        """Numbers in the text follow the Lab."""
        if self.is_mounted:
            self.refresh_page()

    def refresh_bars(self) -> None:
        """Parameters, and the keys or the notice."""
        width = max(1, self.size.width - 2)
        self.query_one("#parameters", Bar).say(parameter_line(self.lab, width, ascii=self.ascii))
        footer = self.query_one("#footer", Bar)
        if self._notice:
            footer.say([(self._notice[:width], "strong")])
        else:
            footer.say(footer_line(self.footer_commands(), width, ascii=self.ascii))

    def say(self, text: str) -> None:
        """A sentence in the footer's place until the next key."""
        self._notice = to_ascii(text) if self.ascii else text
        self.refresh_bars()

    def refuse(self, error: PetuiError) -> None:
        """What is wrong, and what to do about it where there is room for both."""
        whole = f"{error.what}; {error.mend}"
        self.say(whole if error.mend and len(whole) < self.size.width - 1 else error.what)

    def on_key(self) -> None:
        """A key ends the notice."""
        if self._notice:
            self.say("")

    def repaint(self) -> None:
        """Draw every pane anew, in other colours or at another size."""
        for pane in self.query(LinesPane):
            pane.refresh()

    # ---- parameters -------------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """A new Lab, or the reason why not."""
        try:
            self.lab = self.lab.changed(**changes)
        except PetuiError as error:
            self.refuse(error)

    def command_up(self) -> None:
        """One position up."""
        self.change(pos=self.lab.pos - 1)

    def command_down(self) -> None:
        """One position down."""
        self.change(pos=self.lab.pos + 1)

    def command_left(self) -> None:
        """One slot to the left."""
        self.change(slot=self.lab.slot - 1)

    def command_right(self) -> None:
        """One slot to the right."""
        self.change(slot=self.lab.slot + 1)

    command_pos_less = command_up
    command_pos_more = command_down

    def command_d_model_less(self) -> None:
        """Half the width, whole and even where it can be."""
        self.change(d_model=max(1, self.lab.d_model // 2))

    def command_d_model_more(self) -> None:
        """Twice the width."""
        self.change(d_model=min(MAX_LAB_D_MODEL, self.lab.d_model * 2))

    def command_offset_less(self) -> None:
        """The offset smaller by one."""
        self.change(offset=self.lab.offset - 1)

    def command_offset_more(self) -> None:
        """The offset larger by one."""
        self.change(offset=self.lab.offset + 1)

    def on_encoding_table_cell_picked(self, message: EncodingTable.CellPicked) -> None:
        """A clicked cell becomes the current one."""
        self.change(pos=message.pos, slot=message.slot)

    # ---- panes ------------------------------------------------------------------------------------------------------

    def command_pane(self) -> None:
        """The next pane: shown below, or taken for zooming."""
        self._current = PANES[(PANES.index(self._current) + 1) % len(PANES)]
        if self._current != "derivation":
            self._lower = self._current
        self._arrange(*self.size)
        names = {"derivation": "text", "table": "table", "plot": "plot"}
        self.say(f"Pane: {names[self._current]} (z zooms it)")

    def command_zoom(self) -> None:
        """One pane alone, or all again."""
        self._zoomed = not self._zoomed
        self._arrange(*self.size)

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
            self._arrange(*self.size)

    def command_page_up(self) -> None:
        """The text up."""
        self.derivation.scroll_lines(-max(1, self.derivation.content_size.height - 1))

    def command_page_down(self) -> None:
        """The text down."""
        self.derivation.scroll_lines(max(1, self.derivation.content_size.height - 1))

    def command_pin(self) -> None:
        """Keep the row above the table, or let it go."""
        self.table.pinned = None if self.table.pinned is not None else self.lab

    def command_copy(self) -> None:
        """The worked cell to the clipboard."""
        text = worked_cell(self.lab, 500)[0]
        self.app.copy_to_clipboard(text)
        self.say(f"Copied: {text}")

    # ---- the command line -------------------------------------------------------------------------------------------

    def action_leave_line(self) -> None:
        """Esc: out of the line that has the focus."""
        self.line_input.display = False
        self.set_focus(None)
        self.refresh_bars()

    def ask(self, prompt: str) -> None:
        """Open the command line with a prompt: `:`, `/` or `?`."""
        self.line_input.value = prompt
        self.line_input.display = True
        self.line_input.focus()
        self.line_input.cursor_position = len(prompt)

    def command_line(self) -> None:
        """The command line."""
        self.ask(":")

    def command_find(self) -> None:
        """Search."""
        self.ask("/")

    def command_symbol(self) -> None:
        """Ask for a symbol."""
        self.ask("?")

    def command_palette(self) -> None:
        """Textual's palette, filled with these commands."""
        self.app.push_screen(Palette(id="--command-palette"))

    def command_redraw(self) -> None:
        """Paint everything anew."""
        self.app.refresh(repaint=True, layout=True)

    def command_quit(self) -> None:
        """Leave."""
        self.app.exit(0)


def make_actions(screen: type[PanesScreen]) -> None:
    """Textual calls `action_NAME`; the commands are plain methods named `command_NAME`."""
    for name in [name for name in vars(screen) if name.startswith("command_")]:
        setattr(screen, f"action_{name}", getattr(screen, name))


make_actions(PanesScreen)
