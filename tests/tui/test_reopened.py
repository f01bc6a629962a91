"""What a lesson shows that is opened again is what was left."""

from __future__ import annotations

import pytest

from petui.tui.options import TutorOptions
from petui.tui.screens.learn import LearnScreen
from tests.tui.driving import DrivenTutor, driven


@pytest.mark.parametrize(("lesson", "step"), [("the-derivation", "5"), ("worked-waves", "2"), ("worked-waves", "4")])
async def test_the_panes_are_as_they_were_left(lesson: str, step: str) -> None:
    """The text but for that it is of before, the table, the plot and the parameters, at the numbers that were drawn."""
    seen = []
    for options in (TutorOptions(lesson=lesson, step=step), TutorOptions()):
        async with driven(DrivenTutor, options, size=(120, 40)) as tutor:
            assert isinstance(tutor.app.screen, LearnScreen)
            while tutor.session.player.gate is not None:
                await tutor.press("escape", "s")
            panes = [tutor.rows(pane) for pane in ("#derivation", "#table", "#plot", "#parameters")]
            seen.append([[row.replace(" earlier", "") for row in rows] for rows in panes])
    assert seen[0] == seen[1]
