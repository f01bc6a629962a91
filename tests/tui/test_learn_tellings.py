"""Test-outs, retellings and symbols on the Learn screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from petui.locations import log_dir
from petui.review.events import SettingEvent
from petui.review.log import read_events
from petui.tui.options import TutorOptions
from petui.tui.screens.learn import LearnScreen
from petui.tui.screens.panels import ListScreen, TextScreen
from petui.tui.widgets.lines import LinesPane
from tests.tui.driving import DrivenTutor, driven

_LESSON = """\
---
schema: 1
id: {id}
title: Lesson {id}
minutes: 5
testout: [ask, guess]
---

::::{{step}} first

Own words with $\\omega$.

:::{{check}} ask
:vary: n in 2..9
:answer: n + 1
:tol: 0.1
:hint: Count on.

What follows {{val}}`n`?
:::
::::

::::{{step}} last

:::{{predict}} guess
:vary: n in 2..9
:answer: 2*n
:tol: 0.1

Twice {{val}}`n`?
:::
::::
"""
_TOLD = """\
---
schema: 1
lesson: one
language: hi-Latn
title: Ek
---

::::{step} first

Apne shabd.

:::{check} ask

{val}`n` ke baad?
:::
::::
"""


@pytest.fixture
def content(tmp_path: Path) -> Path:
    """A course of two lessons, the first of them retold."""
    root = tmp_path / "site" / "course"
    (root / "lessons").mkdir(parents=True)
    (root / "retellings" / "hi-Latn").mkdir(parents=True)
    (root / "course.yaml").write_text(
        "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: [{title: P, lessons: [one, two]}]\n"
    )
    for name in ("one", "two"):
        (root / "lessons" / f"{name}.md").write_text(_LESSON.format(id=name))
    (root / "retellings" / "hi-Latn" / "one.md").write_text(_TOLD)
    return root


class Tutor(DrivenTutor):
    """A tutor at a lesson of the course."""

    async def answer(self) -> None:
        """Type the right answer and go on to the next step."""
        gate = self.session.player.gate
        assert gate is not None
        await self.press(*f"{self.session.player.answer_of(gate):g}", "enter", "space")  # type: ignore[arg-type]

    def shown(self, selector: str) -> str:
        """The text of a pane of the Learn screen."""
        screen = next(screen for screen in self.app.screen_stack if isinstance(screen, LearnScreen))
        return "\n".join("".join(text for text, _ in line) for line in screen.query_one(selector, LinesPane).lines)


@asynccontextmanager
async def tutor(content: Path, lesson: str | None = "c/one") -> AsyncIterator[Tutor]:
    """A tutor at a lesson, away from the answer line."""
    async with driven(Tutor, TutorOptions(lesson=lesson, content=(content,)), size=(100, 30)) as one:
        await one.pilot.press("escape")
        yield one


async def test_who_passes_the_test_out_is_offered_the_next_lesson(content: Path) -> None:
    """All right at first: the lesson is done, and Space opens the one after it."""
    async with tutor(content) as here:
        await here.press("T")
        assert "Test-out" in here.shown("#top")
        await here.answer()
        await here.answer()
        assert here.session.states_of(here.session.course.id)[here.session.course.lesson_ids[0]] == "done"
        assert "counts as done. Space opens: Lesson two" in here.shown("#footer")
        assert "Test-out" not in here.shown("#top")
        assert here.session.player.gate is not None and here.app.focused is None
        await here.press("right_square_bracket")
        assert "next lesson" in here.shown("#footer")
        await here.press("space")
        assert here.session.player.lesson.id == "two"


async def test_who_answers_after_a_test_out_reads_on_as_ever(content: Path) -> None:
    """The last step's question can be answered; only then Space asks before it opens the next lesson."""
    async with tutor(content) as here:
        await here.press("T")
        await here.answer()
        await here.answer()
        await here.press("enter")
        await here.answer()
        assert here.session.player.lesson.id == "one" and "Space again" in here.shown("#footer")


async def test_a_test_out_says_when_it_is_missed(content: Path) -> None:
    """At the first wrong answer or hint, and once; its own keys stand in the footer, its own end in the text."""
    async with tutor(content) as here:
        await here.press("T")
        assert "If all 2 are right at the first try" in here.shown("#footer")
        await here.press("escape")
        assert "T back to the lesson" in here.shown("#footer") and "retelling" not in here.shown("#footer")
        await here.press("h")
        assert "missed" in here.shown("#footer")
        await here.press("s")
        assert "missed" not in here.shown("#footer")
        await here.press("space")
        await here.answer()
        assert not here.session.testing
        await here.press("escape", "T", "escape", "s", "space", "escape", "s")
        assert "That is the end of the test-out" in here.shown("#derivation")


async def test_who_misses_is_taken_to_the_step(content: Path) -> None:
    """What was missed is where the lesson goes on, its question open."""
    async with tutor(content) as here:
        await here.press("T", "escape")
        await here.press("s", "space")
        await here.answer()
        assert here.session.player.step.id == "first"
        assert here.session.player.gate is not None
        assert "1 of 2" in here.shown("#footer")
        assert here.session.states_of(here.session.course.id)[here.session.course.lesson_ids[0]] == "started"


async def test_a_test_out_asks_nothing_twice(content: Path) -> None:
    """0 does not open a question again of which the answer was seen."""
    async with tutor(content) as here:
        await here.press("T", "escape", "s", "0")
        assert here.session.testing
        assert here.session.player.gate is None
        assert "asks nothing twice" in here.shown("#footer")


async def test_the_way_back_from_a_test_out(content: Path) -> None:
    """T again leads back; nothing of the lesson counts as answered."""
    async with tutor(content) as here:
        await here.press("T", "escape", "T")
        assert not here.session.testing
        assert here.session.player.gate is not None
        assert here.session.player.lesson.id == "one"


async def test_a_retelling_is_switched_by_a_key_and_remembered(content: Path) -> None:
    """Its words, the same numbers; the next start tells it so; a lesson without one is told as it is."""
    async with tutor(content) as here:
        gate = here.session.player.gate
        number = here.session.player.answer_of(gate)  # type: ignore[arg-type]
        await here.press("r")
        assert "Apne shabd." in here.shown("#derivation")
        assert "Ek (Hinglish)" in here.shown("#top")
        assert here.session.player.answer_of(here.session.player.gate) == number  # type: ignore[arg-type]
    async with tutor(content, None) as here:
        assert "Apne shabd." in here.shown("#derivation")
        await here.press("r")
        assert "Own words" in here.shown("#derivation")
        await here.press("r")
    async with tutor(content, "c/two") as here:
        assert "Own words" in here.shown("#derivation")
        await here.press("r")
        assert "one way only" in here.shown("#footer")
    values = [event.value for event in read_events(log_dir()).events if isinstance(event, SettingEvent)]
    assert values == ["hi-Latn", "", "hi-Latn"]


async def test_a_faulty_retelling_is_named_and_the_lesson_goes_on(content: Path) -> None:
    """The lesson's own words stay."""
    (content / "retellings" / "hi-Latn" / "one.md").write_text(_TOLD.replace("{check} ask", "{check} asked"))
    async with tutor(content) as here:
        await here.press("r")
        assert "Own words" in here.shown("#derivation")
        assert "petui lint" in here.shown("#footer")


async def test_a_faulty_retelling_does_not_hide_the_next(content: Path) -> None:
    """The key goes on to the one behind it."""
    (content / "retellings" / "de").mkdir()
    (content / "retellings" / "de" / "one.md").write_text("nothing")
    async with tutor(content) as here:
        await here.press("r")
        assert "Apne shabd." in here.shown("#derivation")
        assert "Told in Hinglish" in here.shown("#footer")
        await here.press("r")
        assert "Own words" in here.shown("#derivation")


async def test_a_retelling_that_is_gone_is_not_said_to_be_told(content: Path) -> None:
    """The lesson's own words stay, and nothing is remembered."""
    async with tutor(content) as here:
        (content / "retellings" / "hi-Latn" / "one.md").unlink()
        await here.press("r")
        assert "Own words" in here.shown("#derivation")
        assert "no more" in here.shown("#footer")
    assert not [event for event in read_events(log_dir()).events if isinstance(event, SettingEvent)]


async def test_symbols_of_the_step_come_first(content: Path) -> None:
    """Behind ? the footer names them; Enter alone lists all, the step's first."""
    async with tutor(content) as here:
        await here.press("question_mark")
        assert "ω" in here.shown("#footer")
        await here.press("enter")
        assert isinstance(here.app.screen, ListScreen)
        await here.press("enter")
        assert isinstance(here.app.screen, TextScreen)
        assert "frequency" in str(here.app.screen.query_one("#text", LinesPane).lines[0])
