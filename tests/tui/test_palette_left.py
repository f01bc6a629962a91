"""What the palette finds first, and when it is opened in the moment in which another screen comes."""

from __future__ import annotations

import pytest
from textual.command import Command as CommandOption
from textual.command import CommandList, Hit
from textual.fuzzy import Matcher

from petui.tui.commands import COMMANDS, SCREENS, commands_of
from petui.tui.options import TutorOptions
from petui.tui.palette import Palette, rank
from tests.tui.driving import DrivenTutor, driven


async def test_a_palette_that_another_screen_overtakes_is_not_there() -> None:
    """As when a quiz has been read at last; the screen that came takes keys, and the one left has no palette."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        tutor.app.push_screen(Palette())
        tutor.app.switch_mode("lab")
        await tutor.press()
        assert tutor.app.current_mode == "lab" and len(tutor.app.screen_stack) == 1
        await tutor.press("f2")
        assert tutor.app.current_mode == "learn" and len(tutor.app.screen_stack) == 1
        await tutor.press("f1")
        assert len(tutor.app.screen_stack) == 2


@pytest.mark.parametrize("screen", SCREENS)
def test_a_typed_title_is_the_first_hit(screen: str) -> None:
    """Whatever others say of it, in capitals or not."""
    listed = commands_of(screen, COMMANDS)
    for command in listed:
        for typed in (command.title, command.title.lower(), command.title.upper()):
            matcher = Matcher(typed)
            first = max(listed, key=lambda one: rank(one, typed, matcher.match(f"{one.title} {one.help}")))
            assert first.title == command.title


@pytest.mark.parametrize(("typed", "found"), [("quiz", "Quiz"), ("theme", "Next theme"), ("lesson", "Lessons")])
async def test_names_come_before_descriptions(typed: str, found: str) -> None:
    """As they stand in the list, for Enter."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", "P", *typed)
        options = tutor.app.screen.query_one(CommandList)
        # Until then all commands are listed.
        while options.option_count in (0, len(commands_of("learn", COMMANDS))):
            await tutor.pilot.pause()
        first = options.get_option_at_index(0)
        assert isinstance(first, CommandOption) and isinstance(first.hit, Hit)
        assert str(first.hit.match_display).startswith(f"{found} (")


async def test_the_palette_opens() -> None:
    """And runs a command as ever."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("ctrl+p")
        assert isinstance(tutor.app.screen, Palette)
        await tutor.press(*"lab", "enter", "enter")
        assert tutor.app.current_mode == "lab"
