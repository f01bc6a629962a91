"""What every screen of the tutor shares: commands by declaration, bars, notices, the command line, and the way on."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from petui.core.errors import PetuiError
from petui.lessons.cells import clip, cut_mark
from petui.lessons.source import visible
from petui.lessons.symbols import Symbol
from petui.lessons.transliterate import to_ascii
from petui.tui.arrangement import is_tiny, tiny_words
from petui.tui.bindings import bindings_of
from petui.tui.commands import Command, commands_of
from petui.tui.keynames import first_key, shown_key
from petui.tui.screens.waiting import WaitingScreen
from petui.tui.session import Session
from petui.tui.tininess import Tininess
from petui.tui.widgets.answerline import PromptInput
from petui.tui.widgets.bars import Bar, footer_line
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.notice import Notice, sentence
from petui.tui.widgets.rows import RowsPane

if TYPE_CHECKING:
    from petui.tui.commandwords import CommandWords

# From so many rows on, a blank one may set the text off.
_ROOMY = 20
# What stands first in a footer: how to find all the rest, and the way out.
_FIRST = ("help", "leave")


class TutorScreen(WaitingScreen, inherit_bindings=False):
    """A bar above, the screen's own body, the command line and the keys below.

    Attributes:
        KIND: Its name among petui.tui.commands.SCREENS.
        session: The courses, what is played and asked, and the log.
        commands: The commands of this screen and their keys.
        ascii: Whether only ASCII characters are drawn.
    """

    KIND: ClassVar[str]
    # Empty: the app would give the first input the focus.
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave_line", "Leave the line", show=False)]

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """A screen of a session, with those of the commands that are its own."""
        super().__init__()
        self.session = session
        self.commands = self.own_commands(commands)
        self.ascii = ascii
        self._notice, self._away = "", False
        # What the command line takes, as long as it is open.
        self._line_help = ""
        self._tininess = Tininess(self)
        for binding in bindings_of(self.commands):
            for one in Binding.make_bindings([binding]):
                self._bindings.key_to_bindings.setdefault(one.key, []).append(one)

    def own_commands(self, commands: tuple[Command, ...]) -> tuple[Command, ...]:
        """Those of the commands that the screen has."""
        return commands_of(self.KIND, commands)

    def compose(self) -> ComposeResult:
        """The body between the bars."""
        # Known beforehand, so that the widgets' styles are found once.
        self.mark(*self.app.size, update=False)
        yield Bar(id="top")
        yield from self.compose_body()
        yield PromptInput()
        yield Bar(id="footer")
        yield Notice(id="notice")
        yield LinesPane(id="tiny")

    def compose_body(self) -> ComposeResult:
        """What the screen shows between the bars, in containers of class `body`."""
        yield from ()

    def on_mount(self) -> None:
        """Take hold of what is composed, and show something."""
        self.line_input = self.query_one("#line", Input)
        self.settle_in()
        self.begin()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether keys act: not before the screen is there."""
        return self.is_mounted and super().check_action(action, parameters)

    def settle_in(self) -> None:
        """Take hold of the body."""

    def begin(self) -> None:
        """What the screen shows first."""

    @property
    def reading(self) -> LinesPane:
        """The pane whose text the page keys scroll."""
        return self.query_one("#text", LinesPane)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Arrange for the size."""
        self.fit(event.size.width, event.size.height)

    def on_screen_resume(self) -> None:
        """Coming back: a notice of long ago is gone, and numbers and colours may have changed meanwhile."""
        if self._away:
            self._notice, self._away = "", False
            self.come_back()
        if self.session.greeting:
            self.say(self.session.greeting)
            self.session.greeting = ""

    def on_screen_suspend(self) -> None:
        """Another screen or a panel is shown."""
        self._away = True

    def come_back(self) -> None:
        """What follows when the screen is shown again."""
        self.call_after_refresh(self.refresh_page)

    def fit(self, width: int, height: int) -> None:
        """Arrange the body for a size."""
        self.mark(width, height)
        self.query_one("#tiny", LinesPane).show([((tiny_words(width, ascii=self.ascii), ""),)])
        self.call_after_refresh(self.refresh_page)

    def mark(self, width: int, height: int, *, update: bool = True) -> None:
        """Set the classes that styles go by at a size; `update` finds the styles of what is mounted already anew."""
        self.set_class(self.ascii, "-ascii", update=update)
        self._tininess.fit(width, height, update=update)
        self.set_class(height >= _ROOMY, "-roomy", update=update)

    def refresh_page(self) -> None:
        """Set the text anew, and the bars."""
        self.refresh_bars()

    @property
    def bar_width(self) -> int:
        """Columns of a bar."""
        return max(1, self.size.width - 2)

    def footer_commands(self) -> list[Command]:
        """The commands that mean something now, the most needed first."""
        shown = [command for command in self.commands if self.in_footer(command)]
        return sorted(shown, key=lambda command: command.id not in _FIRST)

    def in_footer(self, command: Command) -> bool:
        """Whether a command may stand in the footer: not one that leads where we are."""
        return bool(command.footer) and command.id != self.KIND

    def refresh_bars(self) -> None:
        """The keys, or the notice."""
        footer, cut = self.query_one("#footer", Bar), cut_mark(ascii=self.ascii)
        notice = self._notice or (self._line_help if self.line_input.display else self.awaits)
        if notice:
            footer.say(clip(((notice, "strong"),), self.bar_width, cut))
        else:
            footer.say(footer_line(self.footer_commands(), self.bar_width, ascii=self.ascii))
        hidden = self.line_input.display or is_tiny(*self.size)
        self.query_one(Notice).tell("" if hidden else notice, self.bar_width, self.size.height, cut)

    def say(self, text: str) -> None:
        """A sentence in the footer's place until the next key."""
        text = visible(text)
        self._notice = to_ascii(text) if self.ascii else text
        self.refresh_bars()

    def refuse(self, error: PetuiError) -> None:
        """What is wrong, and what to do about it."""
        what = sentence(error.what)
        self.say(f"{what}; {error.mend}" if error.mend else what)

    def refuse_answer(self, error: PetuiError, typed: str) -> None:
        """What is wrong with an answer; where a key was meant, how it becomes one."""
        command = next((one for one in self.commands for key in one.keys if shown_key(key) == typed), None)
        if command is None:
            self.refuse(error)
        else:
            self.say(f"{typed} went into the answer line. As a key ({command.title}): Esc, then {typed}.")

    def key_now(self, name: str) -> str:
        """How to give a command by its key now: where a line takes the letters, Esc comes first."""
        command = next(one for one in self.commands if one.id == name)
        key = first_key(command, ascii=self.ascii)
        return f"Esc, then {key}" if isinstance(self.focused, Input) else key

    def on_key(self) -> None:
        """A key ends the notice, in the frame that shows what the key does."""
        if self._notice:
            self._notice = ""
            # The key goes on to the app's bindings: behind them in the same queue.
            self.app.call_later(self.refresh_bars)

    def repaint(self) -> None:
        """Draw every pane anew, in other colours or at another size."""
        for pane in self.query(RowsPane):
            pane.restyle()

    def command_page_up(self) -> None:
        """The text up."""
        self.reading.scroll_lines(-max(1, self.reading.content_size.height - 1))

    def command_page_down(self) -> None:
        """The text down."""
        self.reading.scroll_lines(max(1, self.reading.content_size.height - 1))

    def command_line_up(self) -> None:
        """The text up by a line."""
        self.reading.scroll_lines(-1)

    def command_line_down(self) -> None:
        """The text down by a line."""
        self.reading.scroll_lines(1)

    @cached_property
    def _words(self) -> CommandWords:
        from petui.tui.commandwords import CommandWords

        return CommandWords(self)

    # ---- lines and panels -------------------------------------------------------------------------------------------

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the command line, or in an answer line."""
        event.stop()
        if event.input is self.line_input:
            self.action_leave_line()
            self._words.run(event.value)
        else:
            self.answer_typed(event.value.strip())

    def on_input_changed(self, event: Input.Changed) -> None:
        """What is typed ends the notice too; keys in a line do not come to the screen."""
        event.stop()
        if self._notice and event.value:
            self.say("")

    def answer_typed(self, text: str) -> None:
        """Enter in the answer line, on a screen that has one."""

    def action_leave_line(self) -> None:
        """Esc: out of the line that has the focus."""
        self.line_input.display = False
        self.set_focus(None)
        self.refresh_bars()

    def ask(self, prompt: str, help: str = "") -> None:
        """Open the command line with a prompt: `:`, `/` or `?`; the footer says what it takes until it is left."""
        self.line_input.value = prompt
        self.line_input.display = True
        # At once, not by Input.focus(): what is typed behind the prompt must not reach the screen's keys.
        self.set_focus(self.line_input)
        self.line_input.cursor_position = len(prompt)
        self._line_help = to_ascii(help) if self.ascii else help
        self.say("")

    def command_line(self) -> None:
        """The command line."""
        self.ask(":", f"Type {self.line_examples} …; Esc leaves.")

    @property
    def line_examples(self) -> str:
        """What may be typed in the command line here."""
        return "lesson ID, quiz DECK, theme dark"

    def command_find(self) -> None:
        """Search."""
        self.ask("/", "Type words to look for in the lessons; Esc leaves.")

    def command_symbol(self) -> None:
        """Ask for a symbol; the footer names those of the step at hand."""
        here = [symbol.ascii if self.ascii else symbol.symbol for symbol in self.symbols_here()]
        said = f"Here: {'  '.join(here)}. " if here else ""
        self.ask("?", f"{said}Type one, or Enter for a list.")

    def symbols_here(self) -> tuple[Symbol, ...]:
        """The symbols of the glossary that the screen speaks of now."""
        return ()

    def command_palette(self) -> None:
        """Textual's palette, filled with these commands."""
        from petui.tui.palette import Palette

        self.app.push_screen(Palette())

    def command_lessons(self) -> None:
        """The list of lessons."""
        self._words.list_lessons()

    def command_theme(self) -> None:
        """The next theme."""
        self._words.next_theme()

    def command_help(self) -> None:
        """The keys."""
        self._words.help()

    def command_redraw(self) -> None:
        """Paint everything anew, whatever the terminal shows."""
        self.app.action_redraw()

    def command_shell(self) -> None:
        """To the shell, and back by its `fg`."""
        self.app.action_suspend_process()


def make_actions(screen: type[Screen[None]]) -> None:
    """Textual calls `action_NAME`; the commands are plain methods named `command_NAME`."""
    for name in [name for name in vars(screen) if name.startswith("command_")]:
        setattr(screen, f"action_{name}", getattr(screen, name))


make_actions(WaitingScreen)
make_actions(TutorScreen)
