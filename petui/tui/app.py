"""The app: themes, the screens, and how the tutor begins and ends."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, NoReturn, cast

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.widget import AwaitMount
from textual.widgets import Input
from textual.worker import WorkerFailed

from petui.config import Config, load_config
from petui.core.errors import PetuiError
from petui.interrupts import INTERRUPTED
from petui.lessons.source import visible
from petui.locations import config_path, log_dir
from petui.review.chosen import chosen_setting
from petui.surroundings import TRUECOLOR, Asked, choose
from petui.tui.clipboard import clipboard_sequences, loaded_by_tmux
from petui.tui.commands import COMMANDS, SCREENS, Command, rebound
from petui.tui.crash import CRASHED, report_crash
from petui.tui.environment import Given
from petui.tui.options import TutorOptions
from petui.tui.running import run_app
from petui.tui.styles import THEMES
from petui.tui.surrounded import SurroundedApp
from petui.tui.terminal import Passed, TerminalDriver, follow_key
from petui.tui.typeahead import TypeAhead
from petui.tui.wire.endings import HUNG_UP, Endings, exit_now

if TYPE_CHECKING:
    from petui.tui.opening import OpeningApp
    from petui.tui.screens.base import TutorScreen
    from petui.tui.session import Session

# Commands that panels have too, and the app's actions for them.
_EVERYWHERE = {"shell": "suspend_process", "redraw": "redraw"}
# Keys that wait for nothing: out of petui, to the shell, and painting anew.
_AT_ONCE = ("ctrl+c", "ctrl+z", "ctrl+l")
# Commands that lead elsewhere, beside those that show a screen; Enter sends others, Esc leaves a line or a panel.
_ASKING = ("quiz-lesson", "lessons", "lesson", "leave", "line", "find", "symbol", "palette", "help")


def screen_class(kind: str) -> type[TutorScreen]:
    """The class of a screen, one of petui.tui.commands.SCREENS; its module is loaded when it is first shown."""
    return cast("type[TutorScreen]", getattr(import_module(f"petui.tui.screens.{kind}"), f"{SCREENS[kind]}Screen"))


def _provider() -> type[Provider]:
    """What the palette lists; loaded when it is first opened."""
    from petui.tui.palette import CommandProvider

    return CommandProvider


class TutorApp(SurroundedApp, inherit_bindings=False):
    """petui on a terminal.

    Attributes:
        endings: What may end it from outside; None where nobody watches.
        typed: Keys that wait for their turn.
        everywhere: Keys that panels take too, and the app's actions that they lead to.
    """

    CSS_PATH = "petui.tcss"
    TITLE = "petui"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_provider}
    # Textual's own key for it would open a palette over panels too.
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", "Interrupt", show=False, priority=True)]

    def __init__(
        self,
        session: Session | None,
        commands: tuple[Command, ...],
        *,
        ascii: bool,
        colorless: bool,
        theme: str,
        colors: int = TRUECOLOR,
    ) -> None:
        """An app for one session; without one, `admit` brings it before any screen is shown."""
        super().__init__(ascii=ascii, colors=0 if colorless else colors, theme=theme)
        # petui has neither, and each screen would be given a widget for both.
        self._disable_tooltips = self._disable_notifications = True
        self.endings: Endings | None = None
        self.everywhere = [(key, _EVERYWHERE[one.id]) for one in commands if one.id in _EVERYWHERE for key in one.keys]
        # In lines too, which take the letters.
        for key, action in (each for each in self.everywhere if "ctrl+" in each[0]):
            self._bindings.bind(key, action, show=False, priority=True)
        self._commands = commands
        asking = {key for command in commands if command.id in (*SCREENS, *_ASKING) for key in command.keys}
        self.typed = TypeAhead(self, super().post_message, partial(follow_key, self), asking | {"enter", "escape"})
        self._draws_ascii = ascii
        self._admitted: Session | None = None
        if session is not None:
            self.admit(session)

    def admit(self, session: Session) -> None:
        """Have the screens of a session to show, the first one from the beginning."""
        self._admitted = session
        for kind in SCREENS:
            self.add_mode(kind, partial(self._screen_of, session, kind))
        # Textual begins in a mode that its class names; here the session says which.
        self._current_mode = session.trail.here
        self._screen_stacks = {self._current_mode: []}

    def _screen_of(self, session: Session, kind: str) -> TutorScreen:
        screen = screen_class(kind)(session, self._commands, ascii=self._draws_ascii)
        # Its styles are found when it is mounted; Textual would parse all of them anew, twice, for an older count.
        screen._css_update_count = self._css_update_count
        return screen

    @property
    def terminal(self) -> TerminalDriver | None:
        """The driver, where it is petui's own; None where another one is in its place."""
        return self._driver if isinstance(self._driver, TerminalDriver) else None

    @property
    def holds_frames(self) -> bool:
        """Whether the first screen is not all there, so that what there is of it is not worth a frame."""
        return False

    def on_ready(self) -> None:
        """The first screen is laid out."""
        self.take_keys()

    def take_keys(self) -> None:
        """Take what is typed from now on."""
        self.settle()

    def settle(self) -> None:
        """All is drawn: say what is due; what has been built is kept, and garbage is collected from now on.

        What little garbage there is by now is kept too: to look for it would hold the first key up.
        """
        tell_due = getattr(self.screen, "tell_due", None)
        if tell_due is not None:
            tell_due()
        gc.freeze()
        gc.enable()

    def post_message(self, message: Message) -> bool:
        """Take a message; a key when those before it have been acted on, and what they asked for is there."""
        if not isinstance(message, events.Key | events.Paste) or message.is_forwarded:
            return super().post_message(message)
        key = message.key if isinstance(message, events.Key) else ""
        if key in _AT_ONCE:
            return super().post_message(message)
        if self.typed.holding and self._calls_off(key):
            self.call_off()
            if key == "escape":
                return True
        self.typed.take(message)
        return True

    def _calls_off(self, key: str) -> bool:
        """Whether a key leaves off waiting: Esc, the keys of other screens and the way out, but not typed letters."""
        if key == "escape":
            return True
        if len(key) == 1 and len(self.typed):
            return False
        return any(key in command.keys for command in self._commands if command.id in (*SCREENS, "leave", "quit"))

    def call_off(self) -> None:
        """Wait no more for what was asked for; what was typed for it is forgotten."""
        if self._admitted is not None:
            self._admitted.awaited = None
        self.typed.forget()
        refresh_bars = getattr(self.screen, "refresh_bars", None)
        if refresh_bars is not None:
            refresh_bars()

    async def on_event(self, event: events.Event) -> None:
        """Take nothing that a terminal would obey from what is pasted; Textual's own driver lets it through.

        What was typed and not acted on before petui is left is dropped, so that it holds nothing up.
        """
        if self._exit and isinstance(event, events.InputEvent | events.Paste):
            return
        if isinstance(event, events.Paste):
            event.text = visible(event.text)
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Give a line what was typed for it in the same burst that opened it.

        Such keys were on their way to the screen when the line took the focus; a line keeps what it is given itself.
        """
        if isinstance(self.focused, Input) and event.is_printable and event.character:
            event.prevent_default()
            self.focused.insert_text_at_cursor(event.character)

    def get_system_commands(self, screen: Screen[object]) -> list[SystemCommand]:
        """None of Textual's own: the palette holds petui's commands."""
        return []

    def copy_to_clipboard(self, text: str) -> None:
        """Give a text to the terminal's clipboard, through tmux too."""
        self._clipboard = text
        if self._driver is not None and not loaded_by_tmux(text, os.environ):
            # petui's own driver takes what is written for a frame, and of that only text and colours.
            put = self._driver.write if self.terminal is None else self.terminal.send
            put(clipboard_sequences(text, os.environ))

    def action_suspend_process(self) -> None:
        """Ctrl-Z: to the shell, and back by `fg`."""
        if self.terminal is None:
            super().action_suspend_process()
        else:
            self.terminal.stop_process()

    def action_redraw(self) -> None:
        """Paint everything anew, whatever the terminal shows."""
        if self.terminal is not None:
            self.terminal.redraw()
        self.refresh(repaint=True, layout=True)

    def _build_driver(self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None) -> Driver:
        driver = super()._build_driver(headless, inline, mouse, size)
        if isinstance(driver, TerminalDriver):
            driver.endings = self.endings or Endings()
        return driver

    def _handle_exception(self, error: Exception) -> None:
        """Leave; run_tutor says what happened when the terminal is put back.

        Once petui is being left that is none: what is taken down half way may miss what it was about to have.
        """
        if self._exit:
            return
        self._return_code = CRASHED
        if self._exception is None:
            cause = error.error if isinstance(error, WorkerFailed) else error
            self._exception = cause if isinstance(cause, Exception) else error
            self._exception_event.set()
        self._close_messages_no_wait()

    def switch_mode(self, mode: str) -> AwaitMount:
        """Show another screen; no more once petui is being left, as Textual 8.2.8 goes through them to end each."""
        if self._exit or self._exception is not None:
            return AwaitMount(self.screen, [])
        return super().switch_mode(mode)

    def on_passed(self, message: Passed) -> None:
        """All that keys before it led to has been done."""
        message.tell()

    def action_interrupt(self) -> None:
        """Ctrl-C: everything is saved already."""
        self.exit(INTERRUPTED)


def run_tutor(options: TutorOptions, given: Given) -> NoReturn:
    """Run the tutor until the learner leaves, or something else ends it; the process ends with it.

    Args:
        options: What the command line asks.
        given: What `petui.tui.environment.prepare_terminal` found.

    Raises:
        PetuiError: If there is no course or lesson, or the configuration cannot be used.
    """
    endings = Endings()
    endings.watch()
    try:
        code = _run(options, given, endings)
    except PetuiError:
        raise
    except Exception as error:
        report_crash(error, endings)
        code = CRASHED
    exit_now(endings.code or code)


def _run(options: TutorOptions, given: Given, endings: Endings) -> int:
    config: Config = load_config(config_path(), command_ids={command.id for command in COMMANDS}, themes=set(THEMES))
    commands = rebound(config.keys)
    # The log is read behind the first paint, but a theme that came later would flash.
    theme = chosen_setting(log_dir(), "theme") or config.theme or ""
    asked = Asked(options.ascii, config.ascii, options.no_color, theme, given.tmux.shows_utf8())
    found = choose(given.environ, asked)

    kind, opened = _opening_of(options, config)
    app = kind(
        opened,
        commands,
        ascii=found.ascii,
        colorless=not found.colors,
        colors=found.colors,
        theme=found.theme,
        opened="lesson" if options.quiz is None else "quiz",
    )
    code = run_app(app, endings)
    if app.failure is not None:
        raise app.failure
    session = app.session
    if session is not None:
        session.close()
        if session.problem is not None and endings.code != HUNG_UP:
            print(f"petui: the last answers are not saved: {session.problem}; see `petui locate`", file=sys.stderr)
    if app._exception is not None:
        report_crash(app._exception, endings)
    return code


def _opening_of(options: TutorOptions, config: Config) -> tuple[type[OpeningApp], Callable[[], Session]]:
    """The app that the options ask for, and what opens its session."""
    preview = options.preview
    if preview is not None:
        from petui.tui.preview import PreviewApp, open_preview

        return PreviewApp, lambda: open_preview(preview, config.quiz)

    def opened() -> Session:
        from petui.tui.session import Session

        return Session(options, config.quiz)

    # It builds on this module.
    from petui.tui.opening import OpeningApp

    return OpeningApp, opened
