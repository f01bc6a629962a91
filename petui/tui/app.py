"""The app: themes, the screens, and how the tutor begins and ends."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.screen import Screen
from textual.widgets import Input

from petui.config import Config, load_config
from petui.locations import config_path
from petui.surroundings import forbids_color, wants_ascii
from petui.tui.clipboard import clipboard_sequences, loaded_by_tmux
from petui.tui.commands import COMMANDS, Command, rebound
from petui.tui.options import TutorOptions
from petui.tui.palette import CommandProvider
from petui.tui.screens.base import TutorScreen
from petui.tui.screens.lab import LabScreen
from petui.tui.screens.learn import LearnScreen
from petui.tui.screens.map import MapScreen
from petui.tui.screens.progress import ProgressScreen
from petui.tui.screens.quiz import QuizScreen
from petui.tui.session import Session
from petui.tui.styles import HIGH_CONTRAST, THEMES

_INTERRUPTED = 130
_SCREENS: dict[str, type[TutorScreen]] = {
    screen.KIND: screen for screen in (LearnScreen, LabScreen, QuizScreen, MapScreen, ProgressScreen)
}


class TutorApp(App[int], inherit_bindings=False):
    """petui on a terminal.

    Attributes:
        colorless: Whether styles go without colour.
    """

    CSS_PATH = "petui.tcss"
    TITLE = "petui"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {CommandProvider}
    COMMAND_PALETTE_BINDING = "f24"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", "Interrupt", show=False, priority=True)]

    def __init__(
        self, session: Session, commands: tuple[Command, ...], *, ascii: bool, colorless: bool, theme: str
    ) -> None:
        """An app for one session."""
        super().__init__()
        for kind, screen in _SCREENS.items():
            self.add_mode(kind, partial(screen, session, commands, ascii=ascii))
        # Textual begins in a mode that its class names; here the session says which.
        self._current_mode = session.trail.here
        self._screen_stacks = {self._current_mode: []}
        self.colorless = colorless
        self.register_theme(HIGH_CONTRAST)
        self.theme = THEMES["ansi-dark"] if colorless else THEMES.get(theme, THEMES["dark"])

    def on_ready(self) -> None:
        """After the first paint: say what is due; what has been built is kept, garbage is collected again."""
        if isinstance(self.screen, LearnScreen):
            self.screen.tell_due()
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
    session = Session(options, config.quiz)
    asked = config.ascii if config.ascii is not None else wants_ascii(os.environ)
    app = TutorApp(
        session,
        commands,
        ascii=options.ascii or asked,
        colorless=options.no_color or forbids_color(os.environ),
        theme=session.settings.get("theme") or config.theme or "dark",
    )
    code = app.run()
    session.close()
    if session.problem is not None:
        print(f"petui: the last answers are not saved: {session.problem}; see `petui locate`", file=sys.stderr)
    # Textual reports a crash through return_code only.
    return app.return_code or (code if code is not None else 0)
