"""The command line while it is open: what the footer says of it, and keys that stay in it."""

from __future__ import annotations

import pytest

from petui.tui.options import TutorOptions
from petui.tui.screens.base import TutorScreen
from petui.tui.widgets.lines import LinesPane
from tests.tui.driving import DrivenTutor, driven

PROMPTS = {"colon": "Type pos 3", "slash": "Type words", "question_mark": "Type one"}


class Lined(DrivenTutor):
    """A tutor with a line."""

    @property
    def screen(self) -> TutorScreen:
        """The screen below."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, TutorScreen)
        return screen

    def panes(self) -> list[str | None]:
        """The panes that are to be seen."""
        return [pane.id for pane in self.screen.query("#derivation, #table, #plot") if pane.region.area]

    @property
    def footer(self) -> str:
        """What the footer says."""
        lines = self.screen.query_one("#footer", LinesPane).lines
        return "".join(text for line in lines for text, _ in line)


@pytest.mark.parametrize(("key", "says"), PROMPTS.items())
async def test_the_footer_says_what_the_line_takes_until_it_is_left(key: str, says: str) -> None:
    """Keys that would be letters in the line are not offered; behind it they are again."""
    async with driven(Lined, TutorOptions(lesson="reading-a-cell"), size=(100, 30)) as one:
        await one.press("escape", "s")
        keys = one.footer
        assert "quit" in keys
        await one.press(key)
        opened = one.footer
        assert says in opened
        for typed in ("p", "o", "backspace", "left", "up", "tab", "shift+tab"):
            await one.press(typed)
            assert one.footer == opened, typed
        await one.press("escape")
        assert "quit" in one.footer and says not in one.footer


async def test_tab_does_not_leave_the_line() -> None:
    """The panes stay as they are, and what is typed then goes on."""
    async with driven(Lined, TutorOptions(lesson="reading-a-cell"), size=(60, 20)) as one:
        await one.press("escape", "colon", *"pos")
        shown = one.panes()
        for key in ("tab", "tab", "shift+tab"):
            await one.press(key)
            assert one.panes() == shown
        await one.press("space", "9")
        assert one.screen.focused is one.screen.line_input and one.screen.line_input.value == ":pos 9"
        await one.press("enter")
        assert one.session.lab_of_lesson.pos == 9
