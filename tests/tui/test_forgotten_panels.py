"""What was closed is let go of: a tutor that is open all day does not grow with every look at the help."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
from textual.widget import Widget

from petui.tui.options import TutorOptions
from tests.tui.driving import DrivenTutor, driven

_MOST_NAPS, _NAP = 500, 0.01


@pytest.mark.parametrize("key", ["f1", "L"])
async def test_a_closed_panel_leaves_nothing_behind(key: str) -> None:
    """The renderings of its widgets, which are most of its memory, go with it."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape")
        await tutor.press(key)
        assert len(tutor.app.screen_stack) == 2
        held = [weakref.ref(widget._styles_cache) for widget in tutor.app.screen.walk_children(Widget)]
        await tutor.press("escape")
        assert len(tutor.app.screen_stack) == 1
        assert held
        # The event loop lets go of a timer that was stopped, and of the screen it was set on, when it would have rung.
        for _ in range(_MOST_NAPS):
            gc.collect()
            if not (kept := [each for each in held if each()]):
                break
            await asyncio.sleep(_NAP)
        assert not kept
