"""Test-outs: some of a lesson's questions instead of the lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.model import Choice, Lesson, Point, Question
from petui.lessons.play import Player
from petui.lessons.shelf import Shelf
from petui.lessons.testout import exam_of, standing_of
from petui.lessons.walk import gates_of
from petui.review.beginning import Beginning
from petui.review.log import read_events
from petui.review.progress import last_answers
from petui.review.sitting import Sitting
from tests.shipped import shipped_course

COURSE = shipped_course()
LESSONS = [lesson for lesson in COURSE.lessons if lesson.testout]


def answer_right(player: Player) -> None:
    """Answer the gate that waits."""
    gate = player.gate
    match gate:
        case Question():
            player.answer(repr(player.answer_of(gate)))
        case Choice():
            order = player.order_of(gate)
            player.answer(",".join(str(at + 1) for at, index in enumerate(order) if gate.options[index].true))
        case Point():
            cell = player.grid_of(gate).first_wrong
            assert cell is not None
            player.answer(f"{cell[0]},{cell[1]}")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_test_out_can_be_passed_and_missed(lesson: Lesson) -> None:
    """All right is a pass; a skip is missed at the step that asks it."""
    assert COURSE is not None
    test = exam_of(lesson)
    assert test is not None
    assert len(test.steps) == len(lesson.testout)
    for seed in range(5):
        player = Player(test, COURSE.mistakes_by_id, seed=seed)
        while True:
            answer_right(player)
            assert player.gate is None, (lesson.id, player.step.id)
            if not player.forward():
                break
        assert standing_of(player).missed == ""
    player = Player(test, COURSE.mistakes_by_id, seed=1)
    player.skip()
    standing = standing_of(player)
    assert (standing.right, standing.missed) == (0, test.steps[0].id)
    assert any(step.id == standing.missed for step in lesson.steps)


def test_a_prediction_counts_and_a_hint_is_no_pass() -> None:
    """What is only noted in the lesson is right or wrong here."""
    course, sitting = sitting_of(Path("nowhere-to-write"))
    assert sitting.begin_test()
    for step in sitting.player.lesson.steps:
        (gate,) = step.parts
        assert not isinstance(gate, Question) or gate.kind == "check"
    sitting.player.hint()
    while True:
        answer_right(sitting.player)
        if not sitting.player.forward():
            break
    assert standing_of(sitting.player).missed
    assert course


def sitting_of(directory: Path) -> tuple[Shelf, Sitting]:
    """A sitting at the first lesson that has a test-out."""
    assert COURSE is not None
    sitting = Sitting([Shelf.of(COURSE)], directory, Beginning(lesson=LESSONS[0].id))
    return sitting.course, sitting


def test_who_passes_has_done_the_lesson_and_its_questions_stay_open(tmp_path: Path) -> None:
    """The log says done; none of the lesson's own questions counts as answered."""
    course, sitting = sitting_of(tmp_path)
    lesson = LESSONS[0]
    assert sitting.begin_test()
    while True:
        gate = sitting.player.gate
        assert gate is not None
        answer_right(sitting.player)
        sitting.record_answer(sitting.lab, gate, sitting.player.state(gate).verdicts[-1])
        sitting.record_end(sitting.lab)
        if not sitting.player.forward():
            break
    assert sitting.states_of(course.id)[lesson.id] != "done"
    assert sitting.end_test().missed == ""
    assert (sitting.testing, sitting.player.lesson.id) == (False, lesson.id)
    assert sitting.states_of(course.id)[lesson.id] == "done"
    sitting.close()
    events = read_events(tmp_path).events
    asked = {gate.id for step in lesson.steps for gate in step.parts if isinstance(gate, Question | Choice | Point)}
    assert not asked & set(last_answers(events, course.id, lesson.id))


def test_who_leaves_half_way_is_where_the_lesson_was_left(tmp_path: Path) -> None:
    """By the way back and by the next start alike, though a question of another step was answered last."""
    course, sitting = sitting_of(tmp_path)
    lesson = LESSONS[0]
    left = next(step.id for step in lesson.steps if all(gate.id not in lesson.testout for gate in gates_of(step)))
    sitting.open(course, lesson, left)
    sitting.record_step(sitting.lab)
    for _ in range(2):
        assert sitting.begin_test()
        sitting.record_step(sitting.lab)
        gate, verdict = sitting.player.gate, sitting.player.skip()
        assert gate is not None and verdict is not None
        sitting.record_answer(sitting.lab, gate, verdict)
        sitting.record_step(sitting.lab)
        assert Sitting([course], tmp_path, Beginning()).player.step.id == left
        sitting.leave_test()
        assert (sitting.testing, sitting.player.step.id) == (False, left)
    assert sitting.states_of(course.id)[lesson.id] == "started"
