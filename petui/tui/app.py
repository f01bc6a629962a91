"""The app: themes, the screens, and how the tutor begins and ends."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.screen import Screen
from textual.widgets import Input

from petui.config import Config, load_config
from petui.locations import config_path, log_dir
from petui.review.chosen import chosen_setting
from petui.surroundings import TRUECOLOR, Asked, choose, given_environment
from petui.tui.clipboard import clipboard_sequences, loaded_by_tmux
from petui.tui.commands import COMMANDS, Command, rebound
from petui.tui.options import TutorOptions
from petui.tui.palette import CommandProvider
from petui.tui.styles import THEMES
from petui.tui.surrounded import SurroundedApp

if TYPE_CHECKING:
    from petui.tui.screens.base import TutorScreen
    from petui.tui.session import Session

_INTERRUPTED = 130
# The screens' modules and classes; a module is loaded when its screen is first shown.
_SCREENS = {
    "learn": "LearnScreen",
    "lab": "LabScreen",
    "quiz": "QuizScreen",
    "map": "MapScreen",
    "progress": "ProgressScreen",
}


def screen_class(kind: str) -> type[TutorScreen]:
    """The class of a screen, one of petui.tui.commands.SCREENS."""
    return cast("type[TutorScreen]", getattr(import_module(f"petui.tui.screens.{kind}"), _SCREENS[kind]))


class TutorApp(SurroundedApp, inherit_bindings=False):
    """petui on a terminal."""

    CSS_PATH = "petui.tcss"
    TITLE = "petui"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {CommandProvider}
    COMMAND_PALETTE_BINDING = "f24"
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
        self._commands = commands
        self._draws_ascii = ascii
        if session is not None:
            self.admit(session)
            # Textual begins in a mode that its class names; here the session says which.
            self._current_mode = session.trail.here
            self._screen_stacks = {self._current_mode: []}

    def admit(self, session: Session) -> None:
        """Have the screens of a session to show."""
        for kind in _SCREENS:
            self.add_mode(kind, partial(self._screen_of, session, kind))

    def _screen_of(self, session: Session, kind: str) -> TutorScreen:
        return screen_class(kind)(session, self._commands, ascii=self._draws_ascii)

    def on_ready(self) -> None:
        """After the first paint."""
        self.settle()

    def settle(self) -> None:
        """All is drawn: say what is due; what has been built is kept, garbage is collected again."""
        tell_due = getattr(self.screen, "tell_due", None)
        if tell_due is not None:
            tell_due()
        gc.collect()
        gc.freeze()
        gc.enable()

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
            self._driver.write(clipboard_sequences(text, os.environ))

    def action_interrupt(self) -> None:
        """Ctrl-C: everything is saved already."""
        self.exit(_INTERRUPTED)


def run_tutor(options: TutorOptions) -> int:
    """Run the tutor until the learner leaves; returns the exit code.

    Raises:
        PetuiError: If there is no course or lesson, or the configuration cannot be used.
    """
    config: Config = load_config(config_path(), command_ids={command.id for command in COMMANDS}, themes=set(THEMES))
    commands = rebound(config.keys)
    # The log is read behind the first paint, but a theme that came later would flash.
    theme = chosen_setting(log_dir(), "theme") or config.theme or ""
    asked = Asked(ascii=options.ascii, ascii_set=config.ascii, no_color=options.no_color, theme=theme)
    found = choose(given_environment(), asked)

    def opened() -> Session:
        from petui.tui.session import Session

        return Session(options, config.quiz)

    # It builds on this module.
    from petui.tui.opening import OpeningApp

    app = OpeningApp(
        opened, commands, ascii=found.ascii, colorless=not found.colors, colors=found.colors, theme=found.theme
    )
    code = app.run()
    if app.failure is not None:
        raise app.failure
    session = app.session
    if session is not None:
        session.close()
        if session.problem is not None:
            print(f"petui: the last answers are not saved: {session.problem}; see `petui locate`", file=sys.stderr)
    # Textual reports a crash through return_code only.
    return app.return_code or (code if code is not None else 0)
