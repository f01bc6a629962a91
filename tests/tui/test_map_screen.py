"""The Map screen, driven by keys."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from petui.lessons.model import Lesson
from petui.lessons.shelf import Shelf
from petui.review.coursemap import CourseMap
from petui.review.events import ReviewEvent
from petui.tui.options import TutorOptions
from petui.tui.screens.base import TutorScreen
from petui.tui.screens.learn import LearnScreen
from petui.tui.screens.map import MapScreen
from petui.tui.screens.panels import TextScreen
from petui.tui.screens.quiz import QuizScreen
from petui.tui.session import Session
from tests.tui.driving import DrivenTutor, driven


@pytest.fixture(autouse=True)
def shelf(forty_lessons: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty lessons."""
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(forty_lessons))


class Walk(DrivenTutor):
    """A running tutor that was sent to its map."""

    @property
    def map(self) -> MapScreen:
        """The screen, which is the map."""
        assert isinstance(self.app.screen, MapScreen)
        return self.app.screen

    def shown(self, selector: str = "#text") -> str:
        """The visible text of a pane as one line of words."""
        return " ".join(" ".join(self.rows(selector)).split())

    def marked(self, sign: str) -> list[str]:
        """Titles of the visible lessons with a sign before them and their states."""
        found = (re.search(rf"{sign}[○◐●o%@] (.*)", row) for row in self.rows())
        return [match[1].split("  ")[0] for match in found if match]


@asynccontextmanager
async def walk(
    lesson: str = "forty/l9", *, size: tuple[int, int] = (80, 24), ascii: bool = False
) -> AsyncIterator[Walk]:
    """A tutor at a lesson, then at its map."""
    async with driven(Walk, TutorOptions(lesson=lesson), size=size, ascii=ascii) as one:
        await one.press("f5")
        yield one


async def test_the_map_opens_at_the_lesson_in_hand() -> None:
    """Its links are marked by signs and said in words below."""
    async with walk() as one:
        assert one.map.chosen == "l9"
        assert one.marked("►") == ["Lesson 9 of the forty"]
        assert one.marked("↑") == ["Lesson 8 of the forty"]
        assert one.shown("#chosen").startswith("Lesson 9 of the forty 8 min, started; no cards ↑ needs Lesson 8")
        assert "leads to Lesson 10 of the forty; Lesson 11" in one.shown("#chosen")
        assert "0 of 40 done" in one.shown("#top") and one.shown("#columns") == "Forty lessons min state mastery"
        assert "Enter open" in one.shown("#footer") and "q leave" in one.shown("#footer")


async def test_up_and_down_go_through_every_lesson_and_keep_it_in_view() -> None:
    """To both ends and no further."""
    async with walk("forty/l0", size=(70, 16)) as one:
        seen = [one.map.chosen]
        for _ in range(45):
            await one.press("down")
            assert one.marked("►") == [f"Lesson {one.map.chosen[1:]} of the forty"]
            seen.append(one.map.chosen)
        assert list(dict.fromkeys(seen)) == list(one.map.map.graph.order) and seen[-1] == "l39"
        for _ in range(45):
            await one.press("up")
            assert len(one.marked("►")) == 1
        assert one.map.chosen == "l0" and one.map.reading.top == 0


async def test_left_and_right_go_along_the_lines() -> None:
    """To the nearest lesson that this one needs, and back; further on to the first that needs it."""
    async with walk() as one:
        await one.press("down", "down", "left")
        assert one.map.chosen == "l9"
        await one.press("right")
        assert one.map.chosen == "l11"
        await one.press("left", "up", "down", "right")
        assert one.map.chosen == one.map.map.graph.after["l9"][0] == "l10"
        await one.press("left_square_bracket", "left_square_bracket", "right_square_bracket")
        assert one.map.chosen == "l9"


async def test_where_no_line_leads() -> None:
    """That is said, and nothing moves."""
    async with walk("forty/l0") as one:
        await one.press("left")
        assert one.map.chosen == "l0" and one.shown("#footer") == "It needs no other lesson."
        await one.press(*["down"] * 39, "right")
        assert one.map.chosen == "l39" and one.shown("#footer") == "No lesson needs it."


async def test_the_next_lesson() -> None:
    """The first that is open: marked by a word, and gone to by `n`; another one once it is done."""
    async with walk() as one:
        await one.press("n")
        assert one.map.chosen == "l0" and one.marked("►") == ["next: Lesson 0 of the forty"]
        one.session.open(*_found(one.session, "forty/l0"))
        one.session.record_step(one.session.lab, "done")
        await one.press("f2", "f5", "n")
        assert one.map.chosen == "l1" and "1 of 40 done" in one.shown("#top")
        for number in range(1, 40):
            one.session.open(*_found(one.session, f"forty/l{number}"))
            one.session.record_step(one.session.lab, "done")
        await one.press("f2", "f5", "n")
        assert one.shown("#footer") == "Every lesson is done."


def _found(session: Session, name: str) -> tuple[Shelf, Lesson]:
    found = session.find(name)
    assert found is not None
    return found


async def test_enter_opens_the_lesson() -> None:
    """No lesson is locked; one that is begun opens where it was left, the one in hand goes on."""
    async with walk() as one:
        await one.press("down", "enter")
        assert isinstance(one.app.screen, LearnScreen)
        assert (one.session.player.lesson.id, one.session.player.step.id) == ("l10", "first")
        await one.press("space", "f5")
        assert one.map.chosen == "l10" and "started" in one.shown("#chosen")
        player = one.session.player
        await one.press("enter")
        assert one.session.player is player and player.step.id == "second"
        await one.press("f5", "up", "enter", "f5", "down", "enter")
        assert one.session.player is not player
        assert (one.session.player.lesson.id, one.session.player.step.id) == ("l10", "second")


async def test_a_quiz_of_the_lesson_and_back() -> None:
    """`Q` asks the cards of the chosen lesson; what is learnt stands on the map after it; `q` leads back."""
    async with walk("forty/l39") as one:
        assert "0 of 1 card begun" in one.shown("#chosen")
        await one.press("Q")
        assert isinstance(one.app.screen, QuizScreen) and "Lesson 39" in one.shown("#top")
        await one.press("space", "4", "q")
        assert one.map.chosen == "l39" and "mastery learning 100%" in one.shown("#chosen")
        assert any("►" in row and row.split()[-1] == "learning" for row in one.rows())
        await one.press("q")
        assert isinstance(one.app.screen, LearnScreen)


async def test_a_lesson_without_cards_is_not_quizzed() -> None:
    """That is said on the map."""
    async with walk() as one:
        await one.press("Q")
        assert isinstance(one.app.screen, MapScreen) and "no cards" in one.shown("#footer")


async def test_page_keys_scroll_and_the_next_step_comes_back() -> None:
    """The chosen lesson may leave the view only by them."""
    async with walk("forty/l0") as one:
        await one.press("pagedown", "pagedown")
        assert one.marked("►") == [] and one.map.reading.top > 0 and one.map.chosen == "l0"
        await one.press("down")
        assert one.marked("►") == ["Lesson 1 of the forty"]


async def test_it_can_be_gone_to_by_word_and_left() -> None:
    """`:map` from any screen; the command line, finding and help are as elsewhere."""
    async with walk() as one:
        await one.press("f6", "colon")
        await one.type("map")
        assert isinstance(one.app.screen, MapScreen)
        await one.press("f1")
        assert isinstance(one.app.screen, TextScreen)
        await one.press("escape", "slash")
        await one.type("nothing-like-it")
        assert "Nothing found" in one.shown("#footer")
        await one.press("colon")
        await one.type("lesson forty/l3")
        assert isinstance(one.app.screen, LearnScreen) and one.session.player.lesson.id == "l3"
        await one.press("f5")
        assert one.map.chosen == "l3"


@pytest.mark.parametrize("size", [(120, 40), (50, 14), (30, 10), (20, 6), (19, 5)])
async def test_it_fits_every_size(size: tuple[int, int]) -> None:
    """And follows a resize, the chosen lesson in view wherever there is a map."""
    async with walk(size=size, ascii=True) as one:
        for _ in range(3):
            await one.press("down")
        screen = one.app.screen
        assert isinstance(screen, TutorScreen)
        if size[1] > 5:
            assert len(one.marked(">")) == 1
        await one.pilot.resize_terminal(80, 24)
        await one.pilot.pause()
        assert one.marked(">") == ["Lesson 12 of the forty"]
        assert "".join(one.rows()).isascii() and "".join(one.rows("#chosen")).isascii()


async def test_keys_compute_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mastery is computed when the map is entered, not while it is walked."""
    counted: list[CourseMap] = []
    real = Session.course_map

    def watched(session: Session) -> CourseMap:
        counted.append(real(session))
        return counted[-1]

    monkeypatch.setattr(Session, "course_map", watched)
    async with walk() as one:
        before = len(counted)
        await one.press("down", "up", "left", "right", "n", "pagedown")
        assert len(counted) == before > 0
        one.session.log.append(ReviewEvent(card="forty/card-39", rating=4))
        await one.press("f2", "f5")
        assert len(counted) == before + 1
