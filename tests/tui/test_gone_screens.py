"""Panels and the palette when they are left twice, and screens that act before they are there or after the end."""

from __future__ import annotations

from typing import Any

import pytest
from textual.css.query import NoMatches
from textual.events import Click, Key
from textual.screen import Screen

from petui.tui.options import TutorOptions
from petui.tui.palette import CommandProvider, Palette
from petui.tui.screens.base import TutorScreen
from petui.tui.screens.panels import ListScreen, Panel, TextScreen
from tests.tui.driving import DrivenTutor, driven


def click_on(screen: Screen[Any]) -> Click:
    """A click beside what the screen holds."""
    return Click(screen, 0, 0, 0, 0, 1, False, False, False, 0, 0)


@pytest.mark.parametrize("opener", ["ctrl+p", "L", "f1"])
@pytest.mark.parametrize("left_by", ["click", "escape", "enter"])
async def test_leaving_twice_at_once_is_leaving_once(opener: str, left_by: str) -> None:
    """By clicks and by keys, the screen below stays, and what was chosen is done once."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", opener)
        over = tutor.app.screen
        assert isinstance(over, Palette | ListScreen | TextScreen)
        for _ in range(3):
            over.post_message(click_on(over) if left_by == "click" else Key(left_by, None))
        if left_by == "click" and not isinstance(over, Palette):
            over.dismiss()
            over.dismiss()
        await tutor.settle()
        await tutor.press("escape", "escape")
        assert len(tutor.app.screen_stack) == 1 and tutor.app.is_running
        await tutor.press("f3")
        assert tutor.app.current_mode == "lab"


async def test_a_chosen_command_runs_once_in_a_burst_of_enters(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many come after it."""
    ran: list[str] = []
    monkeypatch.setattr(CommandProvider, "_run", lambda _, command: ran.append(command.id))
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", "P", "down")
        for _ in range(4):
            tutor.app.screen.post_message(Key("enter", None))
        await tutor.settle()
        assert len(ran) <= 1
        await tutor.press("enter", "enter")
        assert len(ran) <= 1


async def test_a_palette_that_goes_at_once_gathers_nothing() -> None:
    """Its list is gone before the gathering begins."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", "P")
        palette = tutor.app.screen
        assert isinstance(palette, Palette)
        await palette.query("*").remove()
        palette._gather_commands("x")
        await tutor.app.workers.wait_for_complete()
        assert tutor.app.is_running


async def test_a_command_waits_for_the_screen_that_it_is_for() -> None:
    """One from the palette comes behind the mounting; a key has nothing to act on."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        tutor.app.switch_mode("lab")
        lab = tutor.app.screen
        assert isinstance(lab, TutorScreen) and not lab.is_mounted
        with pytest.raises(NoMatches):
            lab.query_one("#footer")
        theme = next(command for command in lab.commands if command.id == "theme")
        before = tutor.app.theme
        assert not await tutor.app.run_action("command_theme", lab)
        CommandProvider(lab)._run(theme)
        await tutor.settle()
        assert tutor.app.theme != before


async def test_keys_of_every_screen_are_those_of_panels() -> None:
    """Ctrl-L over the palette too."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        painted: list[str] = []
        tutor.app.action_redraw = lambda: painted.append(type(tutor.app.screen).__name__)  # type: ignore[method-assign]
        for opener in ("f1", "L"):
            await tutor.press("escape", opener)
            assert isinstance(tutor.app.screen, Panel)
            await tutor.press("ctrl+l", "R", "escape")
        assert painted == ["TextScreen"] * 2 + ["ListScreen"] * 2
        await tutor.press("P", "ctrl+l", "R", "escape")
        assert painted[4:] == ["Palette"]
        await tutor.press("colon", "ctrl+l", "R", "escape", "R")
        assert painted[5:] == ["LearnScreen"] * 2


async def test_what_fails_while_it_is_left_is_no_crash() -> None:
    """The code is that of the end, and no other screen comes."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        tutor.app.exit(130, 130)
        tutor.app.switch_mode("lab")
        assert tutor.app.current_mode == "learn"
        tutor.app._handle_exception(NoMatches("half way"))
        assert tutor.app._exception is None and tutor.app.return_code == 130
