"""The tutor's beginning: a line at once, lessons and numbers behind it, and no key lost meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from textual import events
from textual.message import Message

from petui.core.errors import PetuiError
from petui.interrupts import INTERRUPTED
from petui.surroundings import TRUECOLOR
from petui.tui.app import TutorApp, screen_class
from petui.tui.background import begin_beside
from petui.tui.commands import Command

if TYPE_CHECKING:
    from petui.tui.session import Session

_Opening: TypeAlias = "asyncio.Future[Session]"

_WORDS = "petui: the {} is being opened; keys typed now are kept"
# What Enter was turned into while the terminal still worked line by line.
_ENTER_BEFORE_RAW = "ctrl+j"


class OpeningApp(TutorApp, inherit_bindings=True):
    """A tutor that writes to the terminal first and opens its session then.

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
        opened: str = "lesson",
    ) -> None:
        """An app whose session `opens` will give; it is called outside the event loop, and may raise PetuiError.

        What is `opened` is said until it is.
        """
        super().__init__(None, commands, ascii=ascii, colorless=colorless, theme=theme, colors=colors)
        self._opens = opens
        self._words = _WORDS.format(opened)
        self._opening: _Opening | None = None
        self._drawn = self._begun = False
        self.typed.hold()
        self.session: Session | None = None
        self.failure: PetuiError | None = None

    async def on_event(self, event: events.Event) -> None:
        """Before anything is composed there is a line to read, and then a session."""
        if isinstance(event, events.Compose):
            self._say_first()
            if not self._exit:
                await self._open()
        await super().on_event(event)

    def on_compose(self, event: events.Compose) -> None:
        """Without a session there is nothing to compose, and no screen to hold it."""
        if self.session is None:
            event.prevent_default()

    def _say_first(self) -> None:
        """Write to the terminal itself: a screen of Textual's would take as long as the lesson's own."""
        if self._driver is not None:
            self._driver.write(f"\x1b[1;1H{self._words[: self.size.width]}")

    async def _open(self) -> None:
        """Open the session; where that cannot be, or is not waited for, the app ends on an empty screen."""
        future, _ = begin_beside(self._opened, "petui-opening")
        self._opening = asyncio.wrap_future(future)
        try:
            session = await self._opening
        except PetuiError as error:
            self.failure = error
            self.exit(error.exit_code)
        except asyncio.CancelledError:
            if not self._exit:
                raise
        else:
            self.session = session
            self.admit(session)

    def _opened(self) -> Session:
        """In a thread, so that the loop hears of the terminal meanwhile: the session, and the first screen's module."""
        session = self._opens()
        screen_class(session.trail.here)
        return session

    def take_keys(self) -> None:
        """Take what is typed, and was typed before, when the first screen is drawn too."""
        self.screen.call_after_refresh(self._begin)

    @property
    def holds_frames(self) -> bool:
        """Whether the first screen is not all there, so that what there is of it is not worth a frame."""
        return not self._drawn

    @property
    def is_begun(self) -> bool:
        """Whether all that was typed before there was a screen has been acted on."""
        return self._begun

    def _begin(self) -> None:
        self._drawn = True
        if self.terminal is not None:
            self.terminal.begin_anew()
        self.screen._compositor_refresh()
        note_drawn = getattr(self.screen, "note_drawn", None)
        if note_drawn is not None:
            note_drawn()
        self.typed.release(self._settle)

    def _settle(self) -> None:
        self._begun = True
        self.settle()

    def post_message(self, message: Message) -> bool:
        """Take a message, or keep a key until there is a screen for it; Ctrl-C leaves at once."""
        if self._drawn or not isinstance(message, events.Key | events.Paste) or message.is_forwarded:
            return super().post_message(message)
        if isinstance(message, events.Key) and message.key == "ctrl+c":
            self.exit(INTERRUPTED)
        elif isinstance(message, events.Key) and message.key == _ENTER_BEFORE_RAW:
            self.typed.take(events.Key("enter", "\r"))
        else:
            self.typed.take(message)
        return True

    def exit(self, *given: object, **named: object) -> None:
        """Leave, without waiting for a session that is being opened."""
        super().exit(*given, **named)  # type: ignore[arg-type]
        if self._opening is not None:
            self._opening.cancel()
