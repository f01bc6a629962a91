"""Hostile texts through every place of the screens: shown literally, nothing run, nothing lost, nothing sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.widgets import OptionList

from petui.lessons.cells import plain_text
from petui.lessons.source import visible
from petui.tui.commands import SCREENS
from petui.tui.options import QuizRequest, TutorOptions
from petui.tui.screens.base import TutorScreen
from petui.tui.screens.panels import ListScreen
from petui.tui.screens.quiz import QuizScreen
from tests.hostiletexts import HOSTILE, PRINTABLE, obeyed, said_literally
from tests.oddcourse import write_odd_course
from tests.tui.driving import DrivenTutor, driven

SIZE = (100, 48)


class Reader(DrivenTutor):
    """A running tutor, and all that its screen shows."""

    @property
    def here(self) -> TutorScreen:
        """The screen of the tutor."""
        assert isinstance(self.app.screen, TutorScreen)
        return self.app.screen

    def picture(self) -> str:
        """Every row of the screen; nothing in it is obeyed by a terminal, and a click on it runs nothing."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        for strip in strips:
            assert strip.cell_length == self.app.size.width
            assert not any(segment.style and "@click" in segment.style.meta for segment in strip)
        text = "\n".join(strip.text for strip in strips)
        assert not obeyed(text)
        return text

    async def enter(self, line: str) -> None:
        """Give a line to the command line, as if it were pasted."""
        self.here.ask(line[:1])
        self.here.line_input.value = line
        await self.press("enter")


@asynccontextmanager
async def reading(root: Path, **options: object) -> AsyncIterator[Reader]:
    """A tutor at the odd course."""
    begin = TutorOptions(content=(root,), lesson="odd/l0", **options)  # type: ignore[arg-type]
    async with driven(Reader, begin, size=SIZE) as one:
        yield one


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A course of hostile texts."""
    return write_odd_course(tmp_path / "odd", PRINTABLE, PRINTABLE[3])


async def test_in_lessons(odd: Path) -> None:
    """Title, prose, quote, list, table, code, question, hint, options and reasons."""
    async with reading(odd) as one:
        for at, text in enumerate(PRINTABLE):
            one.here.open_lesson(f"odd/l{at}")
            await one.press("escape")
            shown = one.picture()
            for words in (f"Prose {text} ends.", f"Quote {text} ends.", f"Item {text} ends.", f"Cell {text}"):
                assert words in shown
            assert f"name {text}" in shown and f"code {text}" in shown and f"petui {text}" in shown
            await one.press("space", "h")
            shown = one.picture()
            assert f"Which {text} is it?" in shown and f"Yes {text}" in shown and f"No {text}" in shown
            assert f"Clue {text} ends." in shown
            await one.press("2")
            shown = one.picture()
            assert f"For {text} does not." in shown or f"Because {text} holds." in shown


async def test_in_lists_and_on_the_map(odd: Path) -> None:
    """Titles of lessons, parts and the course, and what is said of each lesson."""
    async with reading(odd) as one:
        await one.press("escape", "L")
        shown = one.picture()
        assert isinstance(one.app.screen, ListScreen)
        rows = [str(option.prompt) for option in one.app.screen.query_one(OptionList).options]
        for at, text in enumerate(PRINTABLE):
            assert rows[at].startswith(f"{text}  ") and text in shown
        await one.press("escape", "f5")
        assert PRINTABLE[3] in one.rows("#columns")[0]
        drawn = plain_text(one.here.reading.lines)
        assert all(text in drawn for text in PRINTABLE)
        for text in PRINTABLE[:8]:
            assert one.rows("#chosen")[0].startswith(text) and text in one.picture()
            await one.press("down")


async def test_in_quizzes_and_what_is_answered(odd: Path) -> None:
    """Decks, fronts, hints, backs and the verdict on a typed text, which is kept as it was typed."""
    async with reading(odd) as one:
        await one.press("escape")
        for at, typed in enumerate(HOSTILE):
            text = PRINTABLE[at % len(PRINTABLE)]
            one.here.open_quiz(QuizRequest(f"odd/d{at % len(PRINTABLE)}", cram=True))
            await one.pilot.pause()
            assert f"petui quiz {text}, all cards" in one.picture()
            quiz = one.here
            assert isinstance(quiz, QuizScreen)
            quiz.answer_input.value = typed
            await one.press("enter")
            shown = one.picture()
            assert f"Wrong: {visible(typed)}. The answer: word-" in shown
            assert f"Front {text} ends?" in shown and f"Back {text} ends." in shown
        await one.press("f6")
        one.picture()


@pytest.mark.parametrize(
    ("before", "texts"),
    [
        (":", HOSTILE),
        ("/", HOSTILE),
        ("?", HOSTILE),
        *((f":{name} ", HOSTILE[::4]) for name in ("view", "theme", "lesson", "step", "quiz", "pos", "set")),
    ],
    ids=str,
)
async def test_typed_for_a_command(odd: Path, before: str, texts: tuple[str, ...]) -> None:
    """The refusal says what was typed; words that are found are listed below what was looked for."""
    async with reading(odd) as one:
        await one.press("escape")
        for typed in texts:
            await one.enter(before + typed)
            shown = one.picture()
            if isinstance(one.app.screen, ListScreen):
                assert f"Found: {visible(typed)}" in shown
                await one.press("escape")
            elif before != ":theme " and "#" not in typed and not (before == ":quiz " and " " in typed):
                assert said_literally(typed, shown), (before, typed)
            assert one.app.is_running and isinstance(one.app.screen, TutorScreen)


async def test_pasted_into_a_line(odd: Path) -> None:
    """A paste brings no control characters into an input."""
    from textual.events import Paste

    async with reading(odd) as one:
        await one.press("escape", "colon")
        for typed in HOSTILE:
            one.app.post_message(Paste(typed))
            await one.pilot.pause()
            one.picture()
        assert not obeyed(one.here.line_input.value)


async def test_said_by_a_notice_and_a_title_of_a_panel(odd: Path) -> None:
    """Paths of files, reasons why nothing is saved, and headings."""
    async with reading(odd) as one:
        await one.press("escape")
        for text in HOSTILE:
            one.here.say(text)
            await one.pilot.pause()
            assert visible(text) in one.picture()
        for text in HOSTILE[::3]:
            one.app.push_screen(ListScreen(text, lambda _, text=text: [("x", text)]))  # type: ignore[misc]
            await one.pilot.pause()
            assert one.picture().count(visible(text)) >= 2
            await one.press("escape")


async def test_what_cannot_be_saved(odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason stands in the bar of every screen as it is."""
    async with reading(odd) as one:
        await one.press("escape")
        for text in ("[/b] x", "\x1b[31mred", "a\tb"):
            monkeypatch.setattr(type(one.session), "problem", text)
            for key in ("f3", "f4", "f5", "f2"):
                await one.press(key)
                one.here.refresh_bars()
                await one.pilot.pause()
                assert visible(text).replace("\t", " ") in one.picture() or key == "f4"
        assert set(SCREENS) >= {"learn"}
