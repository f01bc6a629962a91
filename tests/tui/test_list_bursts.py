"""Keys that reach a list of the tutor in the same burst that opened it."""

from __future__ import annotations

import pytest
from textual.events import Key

from petui.tui.options import TutorOptions
from petui.tui.screens.panels import ListScreen
from tests.tui.driving import DrivenTutor, driven


@pytest.mark.parametrize("key", ["pageup", "pagedown", "up", "down", "home", "end"])
async def test_a_list_takes_keys_before_it_is_laid_out(key: str) -> None:
    """They do nothing worse than nothing, and the next one works."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape")
        for each in ("L", key):
            tutor.app.post_message(Key(each, each if len(each) == 1 else None))
        await tutor.pilot.pause()
        assert isinstance(tutor.app.screen, ListScreen)
        await tutor.press("down", "enter")
        assert len(tutor.app.screen_stack) == 1
