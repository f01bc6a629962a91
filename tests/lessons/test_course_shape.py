"""What every shipped lesson must bring: a prediction, drawn questions, a check, a card, a way round it."""

from __future__ import annotations

import pytest

from petui.core.lab import Lab
from petui.lessons.model import Choice, Lesson, Mistake, Point, Question, Step
from petui.lessons.oneline import inlines_line
from petui.lessons.roles import Values
from petui.lessons.walk import gates_of
from tests.shipped import shipped_course

COURSE = shipped_course()
WORKED = ("reading-a-cell", "worked-next-row", "worked-waves", "worked-sums", "worked-loop")
SLIPS = ("find-the-slip", "slips-in-print", "slips-of-range", "slips-of-layout", "slips-of-formula")


def drawn(lesson: Lesson) -> list[Question]:
    """The questions of a lesson whose numbers are drawn afresh."""
    steps = [(step, part) for step in lesson.steps for part in step.parts]
    return [part for step, part in steps if isinstance(part, Question) and (part.vary or step.vary)]


def test_four_parts() -> None:
    """Of the curriculum, in its order, and nothing but their lessons."""
    assert [part.title for part in COURSE.parts] == ["Foundations", "The encoding", "Seeing it", "Beyond"]
    assert [lesson.id for lesson in COURSE.lessons] == [name for part in COURSE.parts for name in part.lessons]


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.id)
def test_a_lesson_asks_before_it_tells(lesson: Lesson) -> None:
    """Something to predict or judge, a check, drawn questions, hints, cards, a test-out of three, 3 to 10 minutes."""
    gates = [gate for step in lesson.steps for gate in gates_of(step)]
    assert any(isinstance(gate, Choice | Point) or gate.kind == "predict" for gate in gates)
    assert any(isinstance(gate, Question) and gate.kind == "check" for gate in gates)
    assert drawn(lesson)
    assert lesson.cards
    assert lesson.covers
    assert len(lesson.testout) == 3
    assert 3 <= lesson.minutes <= 10
    asked = [gate for step in lesson.steps if step.kind == "step" for gate in gates_of(step)]
    assert all(gate.hints for gate in asked), [gate.id for gate in asked if not gate.hints]


@pytest.mark.parametrize("mistake", COURSE.mistakes, ids=lambda mistake: mistake.id)
def test_a_misconception_s_claim_is_one_sentence(mistake: Mistake) -> None:
    """So that it reads by itself, and in quotation marks behind "The slip:"."""
    claim = inlines_line(mistake.claims, Values(Lab(), {}))
    assert claim[0].isupper() or claim[0] == '"'
    assert claim.endswith(".") and not claim.endswith(" .")
    assert not {":", ". ", "? ", "!"} & {claim[at : at + length] for at in range(len(claim)) for length in (1, 2)}
    assert len(claim.split()) >= 3


def fades(steps: tuple[Step, ...]) -> list[str]:
    """How much of each worked example is left blank."""
    return [step.fade for step in steps if step.kind == "worked"]


@pytest.mark.parametrize("name", WORKED)
def test_worked_examples_fade(name: str) -> None:
    """Full, then the last line blank, then all of them."""
    lesson = COURSE.lesson(name)
    assert lesson is not None
    found = fades(lesson.steps)
    assert found and [*dict.fromkeys(found)] == ["none", "last", "all"], found


@pytest.mark.parametrize("name", SLIPS)
def test_slips_are_pointed_at_named_and_mended(name: str) -> None:
    """A cell to point at, a cause to choose, a right value to compute."""
    lesson = COURSE.lesson(name)
    assert lesson is not None
    gates = [gate for step in lesson.steps for gate in gates_of(step)]
    assert any(isinstance(gate, Point) for gate in gates)
    assert any(isinstance(gate, Choice) for gate in gates)
    assert drawn(lesson)


def test_every_misconception_of_the_inventory_is_refuted() -> None:
    """M1 to M16: the claim, why it feels right, what is wrong, the fix."""
    covered = {number: mistake for mistake in COURSE.mistakes for number in mistake.covers}
    assert {f"M{n}" for n in range(1, 17)} <= set(covered)
    assert all(len(covered[f"M{n}"].body) >= 4 for n in range(1, 17))
