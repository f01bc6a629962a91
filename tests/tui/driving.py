"""A running tutor that tests drive by keys, on whatever screen it shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from textual.events import Key
from textual.pilot import Pilot

from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.options import TutorOptions
from petui.tui.session import Session
from petui.tui.widgets.rows import RowsPane
from tests.tui.quiet import wait_until_quiet

AnyTutor = TypeVar("AnyTutor", bound="DrivenTutor")


class DrivenTutor:
    """Its keys, and what it shows."""

    def __init__(self, app: TutorApp, session: Session, pilot: Pilot[int]) -> None:
        self.app, self.session, self.pilot = app, session, pilot

    async def press(self, *keys: str) -> None:
        """Press keys and let everything that follows from them happen."""
        for key in keys:
            await self.app._press_keys([key])
            await self.settle()

    async def settle(self) -> None:
        """Let everything happen that is on its way, what is read or counted beside the screens too."""
        if any(thread.is_alive() for thread in self.session.background._threads):
            await asyncio.to_thread(self.session.background.join)
        await self.rest()

    async def rest(self) -> None:
        """Let everything happen that is on its way but what is read or counted beside the screens."""
        await wait_until_quiet()

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
