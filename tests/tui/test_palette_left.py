"""The palette opened in the moment in which another screen comes."""

from __future__ import annotations

from petui.tui.options import TutorOptions
from petui.tui.palette import Palette
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


async def test_the_palette_opens() -> None:
    """And runs a command as ever."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("ctrl+p")
        assert isinstance(tutor.app.screen, Palette)
        await tutor.press(*"lab", "enter", "enter")
        assert tutor.app.current_mode == "lab"
