"""The course about waves as features: made with the public format alone, beside the first one and after it."""

from __future__ import annotations

from pathlib import Path

import pytest

import petui
from petui.core.lab import Lab
from petui.lessons.finding import builtin_content
from petui.lessons.lint import lint_course
from petui.lessons.model import Course, Lesson, Mistake, Question
from petui.lessons.oneline import inlines_line
from petui.lessons.roles import Values
from petui.lessons.shelf import Shelf
from petui.lessons.walk import gates_of
from petui.review.beginning import Beginning
from petui.review.sitting import Sitting
from tests.shipped import shipped_course, shipped_courses

FIRST = shipped_course()
(COURSE,) = (course for course in shipped_courses() if course.id == "waves-as-features")
CARDS = [card for deck in COURSE.decks for card in deck.cards]


def names_of(course: Course) -> set[str]:
    """What a command, a log or `petui stats` may call a thing of a course by without saying which course."""
    lessons = {lesson.id for lesson in course.lessons}
    decks = {deck.id for deck in course.decks}
    cards = {card.id for deck in course.decks for card in deck.cards}
    cards |= {card.id for lesson in course.lessons for card in lesson.cards}
    mistakes = {mistake.id for mistake in course.mistakes}
    return {course.id, *lessons, *decks, *cards, *mistakes, *(number for number, _ in course.inventory)}


def test_it_lints_clean_and_covers_its_inventory() -> None:
    """Neither a fault nor a warning."""
    found = lint_course(Path(COURSE.root), coverage=True)
    assert not found, [str(fault) for fault in found]
    assert COURSE.inventory


def test_no_program_knows_it() -> None:
    """No file of the package names the course, a lesson, a card or a misconception of it."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(petui.__file__).parent.rglob("*.py"))
    assert not [name for name in names_of(COURSE) if f'"{name}"' in sources and len(name) > 2]


def test_every_lesson_is_reached_in_its_order() -> None:
    """What a lesson requires stands before it, and one lesson requires nothing."""
    met: set[str] = set()
    for lesson in COURSE.lessons:
        assert set(lesson.requires) <= met, lesson.id
        assert lesson.requires or not met, f"{lesson.id} hangs on nothing"
        met.add(lesson.id)
    assert met == {name for part in COURSE.parts for name in part.lessons}


def test_a_new_learner_begins_with_the_first_course(tmp_path: Path) -> None:
    """Courses come in the order of their folders; who says nothing gets the first lesson of the first."""
    assert shipped_courses()[0].id == FIRST.id
    sitting = Sitting([Shelf.of(course) for course in shipped_courses()], tmp_path, Beginning())
    assert (sitting.course.id, sitting.player.lesson.id) == (FIRST.id, FIRST.parts[0].lessons[0])


@pytest.mark.parametrize("name", [f"{COURSE.id}/{COURSE.lessons[0].id}", COURSE.lessons[0].id])
def test_it_is_opened_by_name(tmp_path: Path, name: str) -> None:
    """With the course's id before the lesson's, and without."""
    sitting = Sitting([Shelf.of(course) for course in shipped_courses()], tmp_path, Beginning(name))
    assert sitting.player.lesson.id == COURSE.lessons[0].id


def test_the_two_courses_share_no_name() -> None:
    """So that `petui learn LESSON`, `petui quiz NAME` and what is noted of either can mean one of them only."""
    assert not names_of(FIRST) & names_of(COURSE)


def test_its_size() -> None:
    """Two parts of 6 to 8 lessons, one deck of 15 to 20 cards, most of them with drawn numbers."""
    assert len(COURSE.parts) == 2
    assert 6 <= len(COURSE.lessons) <= 8
    assert len(COURSE.decks) == 1
    assert 15 <= len(CARDS) <= 20
    assert sum(bool(card.vary) for card in CARDS) >= 8
    assert all(card.teaches is not None for card in CARDS)
    own = Path(COURSE.root) / "misconceptions.md"
    assert sum(mistake.place.file == str(own) for mistake in COURSE.mistakes) >= 5


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.id)
def test_a_lesson_asks_before_it_tells(lesson: Lesson) -> None:
    """Short; predictions and a check, hints for every question, numbers drawn afresh, a test-out of three."""
    gates = [gate for step in lesson.steps for gate in gates_of(step)]
    questions = [gate for gate in gates if isinstance(gate, Question)]
    assert 5 <= len(lesson.steps) <= 8
    assert 3 <= lesson.minutes <= 10
    assert sum(question.kind == "predict" for question in questions) >= 3
    assert any(question.kind == "check" for question in questions)
    assert all(question.vary and question.wrongs for question in questions)
    assert all(gate.hints for gate in gates)
    assert len(lesson.testout) == 3
    assert lesson.covers and lesson.mistakes


@pytest.mark.parametrize("mistake", COURSE.mistakes, ids=lambda mistake: mistake.id)
def test_a_misconception_is_a_claim_and_its_refutation(mistake: Mistake) -> None:
    """A claim of one sentence, four paragraphs, a number that refutes it."""
    claim = inlines_line(mistake.claims, Values(Lab(), {}))
    assert claim[0].isupper() and claim.endswith(".") and claim.count(". ") == 0
    assert not {":", "?", "!"} & set(claim)
    assert len(mistake.body) >= 4
    assert mistake.shows is not None
    assert mistake.covers


def test_it_ships() -> None:
    """Beside the first course, in a folder of its id."""
    assert Path(COURSE.root) == builtin_content() / COURSE.id
