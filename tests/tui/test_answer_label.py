"""What an answer line asks for fits the line, whatever happened before that was laid out."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from petui.tui.options import TutorOptions
from tests.tui.driving import DrivenTutor, driven


@pytest.mark.parametrize("screen", ["f3", "f5", "f6"])
async def test_a_label_fits_after_another_screen_was_resized(screen: str) -> None:
    async with driven(DrivenTutor, TutorOptions(), size=(120, 40)) as tutor:
        label = tutor.app.screen.query_one("#answer-label", Static)
        assert (str(label.render()), label.size.width) == ("Answer (h hint, s skip, Esc): ", 30)
        await tutor.press("escape", screen)
        await tutor.pilot.resize_terminal(37, 12)
        await tutor.press("f2")
        assert (str(label.render()), label.size.width) == ("Answer: ", 8)
