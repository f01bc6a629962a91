"""The Learn screen: derivation, table, plot, parameters, footer, all drawn from one Lab."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.css.query import NoMatches
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Input, Static

from petui.core.errors import AnswerError, PetuiError
from petui.core.lab import MAX_LAB_D_MODEL, Lab
from petui.lessons.model import Choice, Question
from petui.lessons.page import PageOptions, set_page
from petui.lessons.play import lab_at
from petui.lessons.verdict import Verdict
from petui.tui.arrangement import PANES, Arrangement, arrange
from petui.tui.commands import Command
from petui.tui.commandwords import CommandWords
from petui.tui.session import Session
from petui.tui.widgets.bars import Bar, footer_line, parameter_line, top_line
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.plotpane import PlotPane
from petui.tui.widgets.table import EncodingTable, worked_cell


def bindings_of(commands: tuple[Command, ...]) -> list[BindingType]:
    """One binding per command; each option key says which it is."""
    bindings: list[BindingType] = []
    for command in commands:
        if command.id == "pick":
            bindings += [Binding(key, f"pick({key})", command.title, show=False) for key in command.keys]
        else:
            bindings.append(Binding(",".join(command.keys), command.action, command.title, show=False, id=command.id))
    return bindings


class LearnScreen(Screen[None], inherit_bindings=False):
    """One lesson, stepped through.

    Attributes:
        lab: The one state; panes follow it.
    """

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave_line", "Leave the line", show=False)]

    lab: reactive[Lab] = reactive(Lab, init=False)

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """The screen of a session."""
        super().__init__()
        self.session = session
        self.commands = commands
        self.ascii = ascii
        self.current = "derivation"
        self.lower = "table"
        self.zoomed = False
        self._why = False
        self._code = False
        self._picked: frozenset[int] = frozenset()
        self._notice = ""
        self._words = CommandWords(self)
        self.arranged: Arrangement | None = None
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
        """Take hold of the panes and show the step."""
        self.derivation = self.query_one("#derivation", LinesPane)
        self.table = self.query_one(EncodingTable)
        self.plot = self.query_one(PlotPane)
        self.answer_input = self.query_one("#answer-input", Input)
        self.line_input = self.query_one("#line", Input)
        for one in (self.answer_input, self.line_input):
            one.cursor_blink = False
        self.set_class(self.ascii, "-ascii")
        self.table.data_bind(lab=LearnScreen.lab)
        self.plot.data_bind(lab=LearnScreen.lab)
        self.lab = self.session.lab
        self.arrive(keep_lab=True)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Arrange the panes for the size."""
        self._arrange(event.size.width, event.size.height)

    def _arrange(self, width: int, height: int) -> None:
        self.arranged = arrange(width, height, self.current, self.lower, self.zoomed)
        for name in ("wide", "tall", "one", "tiny"):
            self.set_class(self.arranged.kind == name or (name == "one" and self.arranged.single), f"-{name}")
        for pane in PANES:
            shown = pane in self.arranged.panes
            self.query_one("#reading" if pane == "derivation" else f"#{pane}").display = shown
        self.query_one("#upper").display = any(pane in self.arranged.panes for pane in ("derivation", "table"))
        self.call_after_refresh(self.refresh_page)

    def watch_lab(self) -> None:
        """Numbers in the text follow the Lab."""
        try:
            self.refresh_page()
        except NoMatches:
            return

    def refresh_page(self, *, newest: bool = False) -> None:
        """Set the step anew; `newest` brings the last question or verdict into view."""
        width = self.derivation.content_size.width
        if width < 1:
            return
        options = PageOptions(min(width, 76), self.ascii, self._why, self._code, self.session.titles)
        page = set_page(self.session.player, self.lab, options)
        self.derivation.show(page.lines, in_view=self._top_for(page.newest, len(page.lines)) if newest else None)
        self._refresh_bars()

    def _top_for(self, newest: int, count: int) -> int:
        """The first line to show so that everything new is seen, and as much as fits of what stands before it."""
        height = self.derivation.content_size.height
        return max(0, min(newest, count - height))

    def _refresh_bars(self) -> None:
        player, width = self.session.player, max(1, self.size.width - 2)
        title = f"{player.lesson.title}"
        steps = len(player.lesson.steps)
        self.query_one("#top", Bar).say(
            top_line(title, player.index + 1, steps, self.session.problem, width, ascii=self.ascii)
        )
        self.query_one("#parameters", Bar).say(parameter_line(self.lab, width, ascii=self.ascii))
        footer = self.query_one("#footer", Bar)
        if self._notice:
            footer.say([(self._notice[:width], "strong")])
        else:
            footer.say(footer_line(self._footer_commands(), width, ascii=self.ascii))

    def _footer_commands(self) -> list[Command]:
        """The commands that mean something now, the most needed first."""
        gate = self.session.player.gate
        asked = {"answer", "hint", "skip"} if gate is not None and not isinstance(gate, Choice) else set()
        if isinstance(gate, Choice):
            asked = {"pick", "hint", "skip"}
        hidden = {"answer", "pick", "hint", "skip"} - asked | ({"next"} if gate is not None else set())
        shown = [command for command in self.commands if command.footer and command.id not in hidden]
        first = [command for command in shown if command.id in ("help", "quit")]
        return [*first, *(command for command in shown if command not in first)]

    def say(self, text: str) -> None:
        """A sentence in the footer's place until the next key."""
        self._notice = text if not self.ascii else text.encode("ascii", "replace").decode()
        self._refresh_bars()

    def on_key(self) -> None:
        """A key ends the notice."""
        if self._notice:
            self.say("")

    # ---- steps ------------------------------------------------------------------------------------------------------

    def arrive(self, *, keep_lab: bool = False) -> None:
        """Show the step that the player is at, with its own values."""
        player = self.session.player
        if not keep_lab:
            self.lab = lab_at(player, self.lab)
        if player.step.show:
            self.plot.view = player.step.show
        self._why = self._code = False
        self._picked = frozenset()
        self.derivation.top = 0
        self.session.record_step(self.lab)
        self._after_change()

    def _after_change(self, *, newest: bool = False) -> None:
        """What follows every change of the player: the gate's line, the veil, the text."""
        gate = self.session.player.gate
        self.table.veiled = isinstance(gate, Question) and gate.kind == "predict"
        asks = self.query_one("#answer", Horizontal)
        asks.display = gate is not None
        typed = gate is not None and not isinstance(gate, Choice)
        self.answer_input.display = typed
        self.answer_input.value = ""
        self._label_answer()
        if typed:
            self.answer_input.focus()
        else:
            self.set_focus(None)
        self.call_after_refresh(self.refresh_page, newest=newest)

    def _label_answer(self) -> None:
        gate = self.session.player.gate
        label = self.query_one("#answer-label", Static)
        if isinstance(gate, Choice):
            picked = ",".join(str(number) for number in sorted(self._picked))
            how = f"chosen: {picked or 'none'}; Enter sends" if gate.multiple else "h hint, s skip"
            label.update(f"Press 1-{len(gate.options)} ({how})")
        elif gate is not None:
            unit = f" in {gate.unit}" if isinstance(gate, Question) and gate.unit else ""
            what = "Prediction" if isinstance(gate, Question) and gate.kind == "predict" else "Answer"
            label.update(f"{what}{unit} (h hint, s skip, Esc): ")

    def open_lesson(self, name: str, step: str | None = None, *, restart: bool = False) -> None:
        """Open a lesson by its id, at a step if it has it."""
        found = self.session.find(name)
        if found is None:
            self.say(f"There is no lesson {name!r}; L lists them.")
            return
        self.session.open(*found, step, restart=restart)
        self.lab = self.session.lab
        self.arrive()

    def repaint(self) -> None:
        """Draw every pane anew, in other colours or at another size."""
        for pane in self.query(LinesPane):
            pane.refresh()

    def command_next(self) -> None:
        """Go on, or say why not."""
        player = self.session.player
        if player.gate is not None:
            self.say("The question waits: answer it, h for a hint, s to skip.")
        elif player.forward():
            self.arrive()
            if player.finished:
                self.session.record_step(self.lab, "done")
        else:
            self.session.record_step(self.lab, "done")
            self._offer_next_lesson()

    def _offer_next_lesson(self) -> None:
        following = self.session.next_lesson()
        if following is None:
            self.say("That was the last lesson. L lists them all.")
        elif getattr(self, "_offered", "") == following.id:
            self._offered = ""
            self.open_lesson(f"{self.session.course.id}/{following.id}")
        else:
            self._offered = following.id
            self.say(f"End of the lesson. Space again opens: {following.title}")

    def command_back(self) -> None:
        """Go back a step."""
        if self.session.player.back():
            self.arrive()
        else:
            self.say("This is the first step.")

    def command_reset(self) -> None:
        """The step's own values, its questions anew."""
        self.session.player.redraw()
        self.arrive()

    def command_why(self) -> None:
        """Open or close the reasons."""
        self._why = not self._why
        self.refresh_page(newest=False)

    def command_code(self) -> None:
        """Show or hide the code."""
        self._code = not self._code
        self.refresh_page()
        if self._code:
            self.derivation.scroll_lines(len(self.derivation.lines))

    # ---- answers ----------------------------------------------------------------------------------------------------

    def command_answer(self) -> None:
        """To the answer line; sends the picked options of a choice."""
        gate = self.session.player.gate
        if isinstance(gate, Choice):
            if gate.multiple and self._picked:
                self._give(",".join(str(number) for number in sorted(self._picked)))
            else:
                self.say(f"Press 1 to {len(gate.options)}.")
        elif gate is not None:
            self.answer_input.focus()
        else:
            self.say("Nothing is asked here; Space goes on.")

    def action_pick(self, number: int) -> None:
        """Choose an option."""
        gate = self.session.player.gate
        if not isinstance(gate, Choice):
            self.say("There is nothing to pick here.")
        elif number > len(gate.options):
            self.say(f"Press 1 to {len(gate.options)}.")
        elif gate.multiple:
            self._picked ^= {number}
            self._label_answer()
        else:
            self._give(str(number))

    def command_hint(self) -> None:
        """A hint into the text."""
        gate = self.session.player.gate
        given = self.session.player.hint()
        if isinstance(given, str):
            self.say(given)
        elif gate is not None:
            self.session.record_hint(self.lab, gate)
            self.refresh_page(newest=True)

    def command_skip(self) -> None:
        """Pass the question."""
        gate = self.session.player.gate
        verdict = self.session.player.skip()
        if gate is None or verdict is None:
            self.say("Nothing is asked here; Space goes on.")
            return
        self._settle(verdict, gate)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a line."""
        event.stop()
        if event.input is self.line_input:
            self._end_line(event.value)
            return
        text = event.value.strip()
        if text in ("h", "s"):
            self.answer_input.value = ""
            self.command_hint() if text == "h" else self.command_skip()
        elif text:
            self._give(text)

    def _give(self, typed: str) -> None:
        gate = self.session.player.gate
        if gate is None:
            return
        try:
            verdict = self.session.player.answer(typed)
        except AnswerError as error:
            self.say(f"{error.what}; {error.mend}")
            return
        self._settle(verdict, gate)

    def _settle(self, verdict: Verdict, gate: Any) -> None:
        """Save, then show the verdict."""
        self.session.record_answer(self.lab, gate, verdict)
        if verdict.closes and isinstance(gate, Question) and gate.vary:
            self.lab = self.session.player.gate_stage(gate).lab
        self._picked = frozenset()
        if self.session.player.finished:
            self.session.record_step(self.lab, "done")
        self._after_change(newest=True)

    # ---- parameters -------------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """A new Lab, or the reason why not."""
        try:
            self.lab = self.lab.changed(**changes)
        except PetuiError as error:
            self.say(f"{error.what}; {error.mend}" if error.mend else error.what)

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
        self.current = PANES[(PANES.index(self.current) + 1) % len(PANES)]
        if self.current != "derivation":
            self.lower = self.current
        self._arrange(*self.size)
        names = {"derivation": "text", "table": "table", "plot": "plot"}
        self.say(f"Pane: {names[self.current]} (z zooms it)")

    def command_zoom(self) -> None:
        """One pane alone, or all again."""
        self.zoomed = not self.zoomed
        self._arrange(*self.size)

    def command_view(self) -> None:
        """The next plot."""
        self._turn(1)

    def command_view_before(self) -> None:
        """The plot before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        self.plot.turn(by)
        if "plot" not in (self.arranged.panes if self.arranged else ()):
            self.current = self.lower = "plot"
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

    # ---- lines and panels -------------------------------------------------------------------------------------------

    def action_leave_line(self) -> None:
        """Esc: out of the line that has the focus."""
        self.line_input.display = False
        self.set_focus(None)
        self._refresh_bars()

    def ask(self, prompt: str) -> None:
        """Open the command line with a prompt: `:`, `/` or `?`."""
        self.line_input.value = prompt
        self.line_input.display = True
        self.line_input.focus()
        self.line_input.cursor_position = len(prompt)

    def _end_line(self, text: str) -> None:
        self.action_leave_line()
        self._words.run(text)

    def command_line(self) -> None:
        """The command line."""
        self.ask(":")

    def command_find(self) -> None:
        """Search."""
        self.ask("/")

    def command_symbol(self) -> None:
        """Ask for a symbol."""
        self.ask("?")

    def command_lessons(self) -> None:
        """The list of lessons."""
        self._words.list_lessons()

    def command_theme(self) -> None:
        """The next theme."""
        self._words.next_theme()

    def command_help(self) -> None:
        """The keys."""
        self._words.help()

    def command_palette(self) -> None:
        """Textual's palette, filled with these commands."""
        self.app.action_command_palette()

    def command_redraw(self) -> None:
        """Paint everything anew."""
        self.app.refresh(repaint=True, layout=True)

    def command_quit(self) -> None:
        """Leave."""
        self.app.exit(0)


def _make_actions() -> None:
    """Textual calls `action_NAME`; the commands are plain methods named `command_NAME`."""
    for name in [name for name in vars(LearnScreen) if name.startswith("command_")]:
        setattr(LearnScreen, f"action_{name}", getattr(LearnScreen, name))


_make_actions()
