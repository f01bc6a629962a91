"""What takes long to read is read beside the screens: keys count meanwhile, and nothing is read twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from textual.events import Key

from petui.lessons import course as course_module
from petui.lessons.course import load_course
from petui.locations import log_dir
from petui.review.events import ReviewEvent, StepEvent
from petui.review.log import ReviewLog
from petui.review.stamp import stamp_now
from petui.tui import background
from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.options import TutorOptions
from petui.tui.screens.base import TutorScreen
from petui.tui.screens.learn import LearnScreen
from petui.tui.screens.panels import ListScreen
from petui.tui.session import Session
from tests.tui.driving import DrivenTutor

READING = "are being read"


class Reading:
    """Courses that are read when the test says so."""

    def __init__(self) -> None:
        self.may_end = Event()
        self.read: list[Path] = []

    def load(self, root: Path) -> object:
        """Wait, then read."""
        self.read.append(root)
        assert self.may_end.wait(60)
        return load_course(root)


@pytest.fixture
def reading(forty_lessons: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reading]:
    """One course, which takes as long to read as the test wants; nobody waits for it at the screens."""
    made = Reading()
    monkeypatch.setattr(course_module, "load_course", made.load)
    monkeypatch.setattr("petui.plain.library.course_roots", lambda extra: (forty_lessons,))
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    yield made
    made.may_end.set()


class Late(DrivenTutor):
    """A tutor whose keys are not held up by what is read."""

    async def strike(self, *keys: str) -> None:
        """Press keys, and let happen what does not wait for a reading."""
        for key in keys:
            await self.pilot.press(key)
        await self.pilot.pause()

    @property
    def footer(self) -> str:
        """What the footer says."""
        return " ".join(" ".join(self.rows("#footer")).split())

    @property
    def shown(self) -> str:
        """The screen's name."""
        assert isinstance(self.app.screen, TutorScreen)
        return self.app.screen.KIND


@asynccontextmanager
async def late(lesson: str | None = "forty/l0") -> AsyncIterator[Late]:
    """A tutor in a course that is not read yet."""
    session = Session(TutorOptions(lesson=lesson))
    app = TutorApp(session, COMMANDS, ascii=False, colorless=False, theme="dark")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        yield Late(app, session, pilot)
    session.close()


async def test_a_lesson_is_played_without_the_rest(reading: Reading) -> None:
    """Steps, the next lesson's title, and the lesson itself; nothing but these is read."""
    async with late() as one:
        await one.strike("space", "space", "space")
        assert "Lesson 1 of the forty" in one.footer
        await one.strike("space")
        assert one.session.player.lesson.id == "l1"
    assert not reading.read


async def test_the_list_is_read_from_front_matters(reading: Reading) -> None:
    """At once, all of it."""
    async with late() as one:
        await one.strike("L")
        assert isinstance(one.app.screen, ListScreen)
        await one.strike("down", "enter")
        assert one.session.player.lesson.id == "l1"
    assert not reading.read


@pytest.mark.parametrize(("key", "screen"), [("f4", "quiz"), ("f5", "map"), ("f6", "progress"), ("Q", "quiz")])
async def test_a_screen_opens_when_it_can(reading: Reading, key: str, screen: str) -> None:
    """The footer says why it does not yet, keys count for nothing meanwhile, and it opens."""
    async with late("forty/l39") as one:
        await one.strike(key)
        assert one.shown == "learn" and READING in one.footer
        await one.strike("space", "right_square_bracket")
        assert one.session.player.index == 0 and READING in one.footer
        reading.may_end.set()
        await one.settle()
        assert one.shown == screen and READING not in one.footer
        assert one.session.player.index == 0
    assert len(reading.read) == 1


async def test_keys_are_kept_for_what_was_asked_for(reading: Reading) -> None:
    """In one burst with the key that asks, before the screens know; a card is turned and graded by them."""
    async with late("forty/l39") as one:
        for key in ("f4", "space", "3"):
            one.app.post_message(Key(key, key if len(key) == 1 else None))
        await one.strike()
        assert one.shown == "learn" and READING in one.footer and one.session.player.index == 0
        reading.may_end.set()
        await one.settle()
        await one.rest()
        assert one.session.quiz is not None and one.session.quiz.counts.reviews == 1
    ratings = [event.rating for event in one.session.log.events if isinstance(event, ReviewEvent)]
    assert ratings == [3]


async def test_a_list_takes_what_was_typed_for_it(reading: Reading) -> None:
    """The second of what was found, by keys that came before the list."""
    async with late() as one:
        await one.strike("slash")
        for letter in "second":
            one.app.post_message(Key(letter, letter))
        await one.strike("enter", "down", "enter")
        assert READING in one.footer and one.session.player.lesson.id == "l0"
        reading.may_end.set()
        await one.settle()
        await one.rest()
        assert isinstance(one.app.screen, LearnScreen)
        assert (one.session.player.lesson.id, one.session.player.step.id) != ("l0", "first")


async def test_esc_leaves_off_waiting(reading: Reading) -> None:
    """The lesson is played on; what was typed for the quiz is nobody's."""
    async with late() as one:
        await one.strike("f4", "space", "escape")
        assert READING not in one.footer
        await one.rest()
        assert one.session.player.index == 0
        await one.strike("space")
        assert one.session.player.index == 1
        reading.may_end.set()
        await one.settle()
        assert one.shown == "learn" and one.session.quiz is None


async def test_letters_of_what_was_typed_do_not_leave(reading: Reading) -> None:
    """A `q` behind others is kept as they are; F3 goes there, and they are forgotten."""
    async with late() as one:
        await one.strike("f4", "x", "q")
        assert one.app.return_code is None and READING in one.footer
        await one.strike("f3")
        assert one.shown == "lab" and READING not in one.footer
        reading.may_end.set()
        await one.settle()
        await one.rest()
        assert one.shown == "lab" and one.app.return_code is None


async def test_the_last_one_asked_for_opens(reading: Reading) -> None:
    """Of several that wait; the course is read once for all."""
    async with late() as one:
        await one.strike("f5", "f4", "f5", "f6")
        reading.may_end.set()
        await one.settle()
        assert one.shown == "progress"
        await one.press("f5")
        assert one.shown == "map"
    assert len(reading.read) == 1


async def test_who_goes_elsewhere_stays_there(reading: Reading) -> None:
    """What was asked for before does not come between."""
    async with late() as one:
        await one.strike("f5", "f3")
        assert one.shown == "lab" and READING not in one.footer
        reading.may_end.set()
        await one.settle()
        assert one.shown == "lab"


async def test_a_search_waits_too(reading: Reading) -> None:
    """Its hits come when they are found."""
    async with late() as one:
        await one.strike("slash")
        for letter in "second":
            one.app.post_message(Key(letter, letter))
        await one.strike("enter")
        assert READING in one.footer
        reading.may_end.set()
        await one.settle()
        assert isinstance(one.app.screen, ListScreen)


async def test_who_leaves_does_not_wait(reading: Reading) -> None:
    """The app ends while the course is still being read, and what is read then harms nobody."""
    async with late() as one:
        await one.strike("f5", "q")
        assert one.app.return_code == 0
    assert reading.read
    reading.may_end.set()
    one.session.background.join()


async def test_what_goes_wrong_beside_goes_wrong_in_the_app(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of ours is not lost in a thread."""

    def broken(root: Path) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(course_module, "load_course", broken)
    with pytest.raises(ZeroDivisionError):
        async with late() as one:
            await one.strike("f5")
            await one.settle()


# ---- what is due ----------------------------------------------------------------------------------------------------


def reviewed(card: str, day: str = "2020-01-01") -> None:
    """Write a review of a card."""
    log = ReviewLog(log_dir())
    log.append(ReviewEvent(card=card, rating=4, stamp=replace(stamp_now(), day=day, at=1577880000000)))
    log.close()


async def test_what_is_due_is_counted_behind_the_first_screen(reading: Reading) -> None:
    """Keys count meanwhile; then the number is said."""
    reviewed("forty/card-37")
    async with late("forty/l37") as one:
        await one.strike("space")
        assert one.session.player.index == 1 and "due" not in one.footer
        reading.may_end.set()
        await one.settle()
        assert "1 card is due" in one.footer


async def test_it_does_not_speak_over_others(reading: Reading) -> None:
    """Whoever has been told something since reads that."""
    reviewed("forty/card-37")
    async with late("forty/l37") as one:
        await one.strike("p")
        reading.may_end.set()
        await one.settle()
        assert "This is the first step." in one.footer


@pytest.mark.parametrize("log", ["empty", "steps", "not-due"])
async def test_where_nothing_can_be_due_nothing_is_read(reading: Reading, log: str) -> None:
    """Without reviews, or where none is due, no course is read to count cards."""
    if log == "steps":
        steps = ReviewLog(log_dir())
        steps.append(StepEvent(at_step="forty/l3#first", outcome="seen"))
        steps.close()
    elif log == "not-due":
        now = ReviewLog(log_dir())
        now.append(ReviewEvent(card="forty/card-37", rating=4))
        now.close()
    async with late(None) as one:
        await one.settle()
        assert one.session.player.lesson.id == ("l3" if log == "steps" else "l0")
    assert not reading.read


# ---- faults ---------------------------------------------------------------------------------------------------------


async def test_a_lesson_that_has_faults_now_is_said_and_left_out(reading: Reading, forty_lessons: Path) -> None:
    """The first lesson that can be read opens instead; asked for by name, the faulty one is refused with the reason."""
    log = ReviewLog(log_dir())
    log.append(StepEvent(at_step="forty/l3#second", outcome="seen"))
    log.close()
    for name in ("l0", "l3"):
        (forty_lessons / "lessons" / f"{name}.md").write_text("nothing")
    async with late(None) as one:
        assert one.session.player.lesson.id == "l1"
        assert "forty/l3 has faults now" in one.footer
        await one.strike("colon")
        await one.type("lesson l3")
        assert "l3 has faults" in one.footer
        assert isinstance(one.app.screen, LearnScreen) and one.session.player.lesson.id == "l1"
