"""The screen below a panel: it is painted when it changes, and not over and over."""

from __future__ import annotations

import pytest
from textual.screen import Screen

from petui.tui.options import TutorOptions
from tests.tui.driving import DrivenTutor, driven


@pytest.mark.parametrize("key", ["f1", "L", "ctrl+p"])
async def test_a_screen_below_a_panel_comes_to_rest(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After another size it is painted once or a few times, then waits."""
    async with driven(DrivenTutor, TutorOptions(), size=(60, 20)) as tutor:
        await tutor.press("escape")
        below = tutor.app.screen
        await tutor.press(key)
        painted: list[Screen[object]] = []
        paint = type(below)._compositor_refresh

        def count(screen: Screen[object]) -> None:
            painted.append(screen)
            paint(screen)
            # What asks for another frame is this, which Textual looks at when a screen is idle.
            assert screen is tutor.app.screen or not screen._repaint_required

        monkeypatch.setattr(type(below), "_compositor_refresh", count)
        await tutor.pilot.resize_terminal(100, 30)
        await tutor.press()
        assert below in painted
