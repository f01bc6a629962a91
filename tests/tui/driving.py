"""A running tutor that tests drive by keys, on whatever screen it shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from textual.events import Key
from textual.pilot import Pilot
from textual.widget import Widget

from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.options import TutorOptions
from petui.tui.session import Session
from petui.tui.widgets.rows import RowsPane

AnyTutor = TypeVar("AnyTutor", bound="DrivenTutor")


class DrivenTutor:
    """Its keys, and what it shows."""

    def __init__(self, app: TutorApp, session: Session, pilot: Pilot[int]) -> None:
        self.app, self.session, self.pilot = app, session, pilot

    async def press(self, *keys: str) -> None:
        """Press keys and let everything that follows from them happen."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Let everything happen that is on its way, what is read or counted beside the screens too."""
        await asyncio.to_thread(self.session.background.join)
        await self.pilot.pause()

    async def rest(self) -> None:
        """Let everything happen that is on its way, however little of the machine this process is given meanwhile."""
        await self.pilot.pause()
        while self._is_busy():
            await asyncio.sleep(0)

    def _is_busy(self) -> bool:
        """Whether messages wait, or a frame or an arrangement is due."""
        screen = self.app.screen
        pumps = [self.app, *self.app.screen_stack, *screen.walk_children(Widget)]
        if any(pump._message_queue.qsize() or pump._next_callbacks for pump in pumps):
            return True
        if any(widget._layout_required or widget._repaint_required for widget in screen.walk_children(Widget)):
            screen._update_timer.resume()
        return screen._update_timer._active.is_set() or bool(screen._callbacks or screen._layout_required)

    async def type(self, text: str) -> None:
        """Type text and send it."""
        for letter in text:
            self.app.post_message(Key(letter, letter))
        await self.press("enter")

    def rows(self, selector: str = "#text") -> list[str]:
        """The visible rows of a pane."""
        pane = self.app.screen.query_one(selector, RowsPane)
        return [pane.render_line(y).text.rstrip() for y in range(pane.content_size.height)]


@asynccontextmanager
async def driven(
    kind: type[AnyTutor], options: TutorOptions, *, size: tuple[int, int], ascii: bool = False
) -> AsyncIterator[AnyTutor]:
    """A tutor with these options, on a screen of that size."""
    session = Session(options)
    app = TutorApp(session, COMMANDS, ascii=ascii, colorless=False, theme="dark")
    async with app.run_test(size=size) as pilot:
        one = kind(app, session, pilot)
        await pilot.pause()
        await one.settle()
        yield one
    session.close()
