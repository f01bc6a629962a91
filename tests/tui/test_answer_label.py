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


async def test_no_hint_is_promised_after_the_last() -> None:
    """Neither by the label nor by the footer, while one types and when one does not; a new question has its own."""
    async with driven(DrivenTutor, TutorOptions(), size=(120, 40)) as tutor:
        label = tutor.app.screen.query_one("#answer-label", Static)
        gate = tutor.session.player.gate
        assert gate is not None and len(gate.hints) > 1

        def promised() -> tuple[bool, bool]:
            return "h hint" in str(label.render()), "h hint" in tutor.rows("#footer")[0]

        # What is said of the lesson at first is gone with a key.
        await tutor.press("escape", "enter")
        for _ in gate.hints:
            assert promised() == (True, True)
            await tutor.type("h")
            assert tutor.session.player.hints_left == promised()[0]
            await tutor.type("99999")
        assert promised() == (False, False) and str(label.render()) == "Answer (s skip, Esc): "
        await tutor.press("escape")
        assert "hint" not in tutor.rows("#footer")[0]
        await tutor.press("s", "space")
        assert tutor.session.player.hints_left and promised()[0]
