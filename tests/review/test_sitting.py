"""A sitting goes on where the one before it ended, at the numbers that the learner saw there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from petui.lessons.model import Question
from petui.lessons.play import Player
from petui.lessons.shelf import Shelf
from petui.lessons.walk import asked_gates
from petui.review.beginning import Beginning
from petui.review.sitting import Sitting
from tests.shipped import shipped_course

LESSONS = ("the-derivation", "radians", "worked-sums")


def sit(folder: Path, lesson: str, *, restart: bool = False) -> Sitting:
    """A sitting at a lesson of the shipped course."""
    return Sitting([Shelf.of(shipped_course())], folder, Beginning(lesson, restart=restart))


def drawn(player: Player) -> Mapping[str, Mapping[str, float]]:
    """The draw of each question of the step that is shown."""
    return {
        gate.id: dict(player.gate_stage(gate).draw) for gate in asked_gates(player.step) if isinstance(gate, Question)
    }


def play_through(sitting: Sitting, draw: random.Random) -> dict[str, Mapping[str, Mapping[str, float]]]:
    """Answer or skip everything, here and there at other numbers; what the learner saw last, by steps."""
    player, seen = sitting.player, {}
    while True:
        for _ in range(draw.choice((0, 0, 1, 2))):
            player.redraw()
        while (gate := player.gate) is not None:
            answers = isinstance(gate, Question) and draw.random() < 0.5
            verdict = player.answer(repr(player.answer_of(gate))) if answers else player.skip()  # type: ignore[arg-type]
            assert verdict and sitting.record_answer(sitting.lab, gate, verdict)
        seen[player.step.id] = drawn(player)
        if not player.forward():
            return seen


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_opened_again_at_the_numbers_of_its_answers(lesson: str, tmp_path: Path) -> None:
    """Whether they were answered, skipped, or drawn anew before; in a later sitting and within one."""
    for seed in range(4):
        folder = tmp_path / str(seed)
        first = sit(folder, lesson)
        seen = play_through(first, random.Random(seed))
        assert any(seen.values())
        again = first.open(first.course, first.player.lesson)
        first.close()
        for player in (again, sit(folder, lesson).player):
            for step, numbers in seen.items():
                assert player.go_to(step) and player.gate is None
                assert drawn(player) == numbers


def test_who_restarts_a_lesson_gets_other_numbers(tmp_path: Path) -> None:
    """And what follows holds for the sitting after that."""
    lesson = LESSONS[0]
    for _ in range(2):
        one = sit(tmp_path, lesson, restart=True)
        before = {step.id: one.player.go_to(step.id) and drawn(one.player) for step in one.player.lesson.steps}
        one.player.go_to(one.player.lesson.steps[0].id)
        seen = play_through(one, random.Random(1))
        one.close()
        assert seen.keys() == before.keys()
    anew = sit(tmp_path, lesson, restart=True).player
    assert anew.gate is not None
    assert {step: anew.go_to(step) and drawn(anew) for step in seen} != seen


def test_a_test_outs_numbers_are_its_own(tmp_path: Path) -> None:
    """What was drawn for it is not what the lesson's steps show."""
    one = sit(tmp_path, LESSONS[0])
    seen = play_through(one, random.Random(2))
    assert one.begin_test()
    play_through(one, random.Random(3))
    one.leave_test()
    one.close()
    for player in (one.player, sit(tmp_path, LESSONS[0]).player):
        assert {step: player.go_to(step) and drawn(player) for step in seen} == seen
