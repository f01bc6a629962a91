"""The tutor's beginning: a frame at once, lessons and numbers behind it, and no key lost meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeGuard

from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from petui.core.errors import PetuiError
from petui.surroundings import TRUECOLOR
from petui.tui.app import TutorApp, screen_class
from petui.tui.commands import Command

if TYPE_CHECKING:
    from petui.tui.session import Session

_WORDS = "petui: the lesson is being opened; keys typed now are kept"
# What Enter was turned into while the terminal still worked line by line.
_ENTER_BEFORE_RAW = "ctrl+j"


class OpeningApp(TutorApp, inherit_bindings=True):
    """A tutor that paints first and opens its session then.

    Attributes:
        session: The session, once it is open.
        failure: Why there is none, where it could not be opened.
    """

    def __init__(
        self,
        opens: Callable[[], Session],
        commands: tuple[Command, ...],
        *,
        ascii: bool,
        colorless: bool,
        theme: str,
        colors: int = TRUECOLOR,
    ) -> None:
        """An app whose session `opens` will give; it is called outside the event loop, and may raise PetuiError."""
        super().__init__(None, commands, ascii=ascii, colorless=colorless, theme=theme, colors=colors)
        self._opens = opens
        # Keys and pastes from the first paint to the first screen; None from then on.
        self._early: list[events.Key | events.Paste] | None = []
        self.session: Session | None = None
        self.failure: PetuiError | None = None

    def compose(self) -> ComposeResult:
        """What is painted at once."""
        yield Static(_WORDS, id="opening", markup=False)

    def on_ready(self) -> None:
        """After the first paint: open the session."""
        self.run_worker(self._open(), exit_on_error=True)

    async def _open(self) -> None:
        try:
            # NumPy and the lessons' modules load beside the loop, which answers the terminal meanwhile.
            session = await asyncio.to_thread(self._opened)
        except PetuiError as error:
            self.failure = error
            self.exit(error.exit_code)
            return
        self.session = session
        self.admit(session)
        await self.switch_mode(session.trail.here)
        self.screen.call_after_refresh(self.call_later, self._begin)

    def _opened(self) -> Session:
        session = self._opens()
        screen_class(session.trail.here)
        return session

    async def _begin(self) -> None:
        """The first screen is drawn: take what was typed before it, in order."""
        early, self._early = self._early or [], None
        for event in early:
            await self.on_event(event)
        self.settle()

    async def on_event(self, event: events.Event) -> None:
        """Keep keys that come before there is a screen for them; Ctrl-C is for the app itself."""
        if self._early is not None and _is_typed(event):
            self._early.append(_as_meant(event))
        else:
            await super().on_event(event)


def _is_typed(event: events.Event) -> TypeGuard[events.Key | events.Paste]:
    """Whether it is for the screen that is to come."""
    if isinstance(event, events.Key):
        return event.key != "ctrl+c"
    return isinstance(event, events.Paste)


def _as_meant(event: events.Key | events.Paste) -> events.Key | events.Paste:
    if isinstance(event, events.Key) and event.key == _ENTER_BEFORE_RAW:
        return events.Key("enter", "\r")
    return event
