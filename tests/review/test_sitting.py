"""A sitting goes on where the one before it ended, at the numbers that the learner saw there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from petui.core.lab import FIELDS
from petui.lessons.course import load_course
from petui.lessons.model import Gate, Question
from petui.lessons.play import lab_at
from petui.lessons.shelf import Shelf
from petui.lessons.walk import asked_gates
from petui.review.beginning import Beginning
from petui.review.events import StepEvent
from petui.review.sitting import Sitting
from tests.shipped import shipped_course

LESSONS = ("the-derivation", "worked-waves", "worked-sums", "no-two-rows-alike")
DRAWN = [
    (lesson.id, step.id)
    for lesson in shipped_course().lessons
    for step in lesson.steps
    if {one.name for part in (step, *asked_gates(step)) for one in getattr(part, "vary", ())} & set(FIELDS)
]
# Question id, and the values it was asked at.
Numbers = dict[str, Mapping[str, float]]
COURSE = """schema: 1
id: own
title: Own
language: en
parts: [{title: Part, lessons: [one]}]
"""
LESSON = """---
schema: 1
id: one
title: One
minutes: 1
---

::::{step} first
:vary: n in 1..500

:::{check} twice
:vary: m in 1..500
:answer: 2*n + m
:tol: 0.1
:hint: It is twice {val}`n` and {val}`m`.

Twice {val}`n` and {val}`m`?
:::

:::{choice} which
:hint: It is said.

Which is {val}`n`?

- [x] {val}`n`

  It is.
- [ ] {val}`n+1`

  It is one more.
:::

:::{check} thrice
:vary: m in 1..500
:answer: 3*n + m
:tol: 0.1
:hint: It is thrice {val}`n` and {val}`m`.

Thrice {val}`n` and {val}`m`?
:::
::::
"""


def sit(folder: Path, lesson: str | None, *, step: str | None = None, restart: bool = False) -> Sitting:
    """A sitting at a lesson of the shipped course; None goes on."""
    return Sitting([Shelf.of(shipped_course())], folder, Beginning(lesson, step=step, restart=restart))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The folder of a course of one lesson, whose step draws a number, and its questions another."""
    (tmp_path / "own" / "lessons").mkdir(parents=True)
    (tmp_path / "own" / "course.yaml").write_text(COURSE)
    (tmp_path / "own" / "lessons" / "one.md").write_text(LESSON)
    return tmp_path / "own"


def sit_at(course: Path) -> Sitting:
    """A sitting at the lesson of a course as it is now."""
    read, faults = load_course(course)
    assert read is not None and not faults, faults
    return Sitting([Shelf.of(read)], course.parent / "log", Beginning(read.lessons[0].id))


def asked(sitting: Sitting) -> Numbers:
    """The numbers at which the step that is shown asks its questions."""
    return {gate.id: dict(sitting.player.gate_stage(gate).draw) for gate in asked_gates(sitting.player.step)}


def close_one(sitting: Sitting, gate: Gate, draw: random.Random) -> None:
    """Answer a question, or skip it, as a front end does it."""
    player = sitting.player
    if isinstance(gate, Question) and draw.random() < 0.5:
        verdict = player.answer(repr(player.answer_of(gate)))
    else:
        skipped = player.skip()
        assert skipped is not None
        verdict = skipped
    sitting.lab = player.lab_after(gate, sitting.lab)
    assert sitting.record_answer(sitting.lab, gate, verdict)


def play_through(sitting: Sitting, draw: random.Random) -> Numbers:
    """Answer or skip everything, here and there anew; the numbers at which each question was answered last."""
    player, seen = sitting.player, Numbers()
    while True:
        sitting.lab = lab_at(player, sitting.lab)
        while (gate := player.gate) is not None:
            close_one(sitting, gate, draw)
            seen[gate.id] = asked(sitting)[gate.id]
            if draw.random() < 0.2:
                player.redraw()
                sitting.lab = lab_at(player, sitting.lab)
        if not player.forward():
            return seen


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_opened_again_at_the_numbers_of_its_answers(lesson: str, tmp_path: Path) -> None:
    """Whether they were answered, skipped, or drawn anew before; in a later sitting and within one."""
    for seed in range(4):
        folder = tmp_path / str(seed)
        first = sit(folder, lesson)
        seen = play_through(first, random.Random(seed))
        first.open(first.course, first.player.lesson)
        first.close()
        for sitting in (first, sit(folder, lesson)):
            for step in sitting.player.lesson.steps:
                assert sitting.player.go_to(step.id) and sitting.player.gate is None
                assert asked(sitting) == {gate.id: seen[gate.id] for gate in asked_gates(step)}


@pytest.mark.parametrize(("lesson", "step"), DRAWN, ids="#".join)
def test_who_goes_on_finds_the_lab_at_the_drawn_numbers(lesson: str, step: str, tmp_path: Path) -> None:
    """Before a question was answered at what is asked now, and afterwards as it was left."""
    first = sit(tmp_path, lesson, step=step)
    first.record_step(first.lab)
    first.close()
    second = sit(tmp_path, None)
    here, drawn_at = second.player.step, second.player.stage.lab
    assert here.id == step
    assert [getattr(second.lab, one.name) for one in here.vary if one.name in FIELDS] == [
        getattr(drawn_at, one.name) for one in here.vary if one.name in FIELDS
    ]
    while (gate := second.player.gate) is not None:
        close_one(second, gate, random.Random(step))
    second.close()
    third = sit(tmp_path, None)
    assert (third.player.step.id, third.lab, asked(third)) == (step, second.lab, asked(second))


def test_a_question_keeps_its_numbers_whatever_was_answered_after_it(own: Path) -> None:
    """Of a step that was drawn anew and begun again each question has its own last numbers; the text the newest."""
    one = sit_at(own)
    before, again = Numbers(), Numbers()
    while (gate := one.player.gate) is not None:
        close_one(one, gate, random.Random(1))
    before = asked(one)
    one.player.redraw()
    gate = one.player.gate
    assert gate is not None and gate.id == "twice"
    close_one(one, gate, random.Random(2))
    again = asked(one)
    assert again["twice"] != before["twice"]
    one.close()
    two = sit_at(own)
    assert two.player.gate is None
    assert asked(two) == {**before, "twice": again["twice"]}
    assert two.player.stage.draw["n"] == again["twice"]["n"]


def test_numbers_outlast_a_change_of_the_lesson(own: Path) -> None:
    """Lines above the step, and other names of step and lesson; what is drawn from others now is drawn anew."""
    one = sit_at(own)
    while (gate := one.player.gate) is not None:
        close_one(one, gate, random.Random(1))
    before = asked(one)
    one.close()
    text = (
        LESSON.replace("id: one", "id: uno").replace("{step} first", "{step} primus").replace("---\n\n", "---\n\n\n\n")
    )
    (own / "lessons" / "one.md").unlink()
    (own / "lessons" / "uno.md").write_text(text)
    renamed = COURSE.replace("[one]", "[uno]")
    (own / "course.yaml").write_text(f"{renamed}aliases: {{one: uno, one#first: uno#primus}}\n")
    two = sit_at(own)
    assert two.player.gate is None and asked(two) == before
    (own / "lessons" / "uno.md").write_text(text.replace("n in 1..500", "n in 501..999"))
    three = sit_at(own)
    assert three.player.gate is None and all(draw["n"] > 500 for draw in asked(three).values())


def test_a_step_that_is_opened_again_can_be_drawn_anew(own: Path) -> None:
    """Its questions are asked again, at other numbers."""
    one = sit_at(own)
    while (gate := one.player.gate) is not None:
        close_one(one, gate, random.Random(1))
    one.close()
    two = sit_at(own)
    before = asked(two)
    two.player.redraw()
    assert two.player.gate is not None
    assert all(draw["n"] != before[name]["n"] for name, draw in asked(two).items())


@pytest.mark.parametrize(
    "wrong", [{"dtype": None}, {"slot": 99}, {"d_model": "8"}, {"pos": None}, {"convention": None}]
)
def test_a_lab_that_cannot_be_is_the_steps(wrong: dict[str, object], tmp_path: Path) -> None:
    """A log that was damaged, or written by another petui."""
    one = sit(tmp_path, LESSONS[0])
    one.log.append(StepEvent(at_step=f"{one.course.id}/{LESSONS[0]}#{one.player.step.id}", outcome="seen", lab=wrong))
    one.close()
    two = sit(tmp_path, None)
    assert two.player.step.id == one.player.step.id
    assert two.lab == lab_at(two.player, two.player.stage.lab)


def test_who_restarts_a_lesson_gets_other_numbers(tmp_path: Path) -> None:
    """And the sitting after that goes on at those."""
    seen = []
    for _ in range(2):
        one = sit(tmp_path, LESSONS[0], restart=True)
        assert one.player.gate is not None
        seen.append(play_through(one, random.Random(1)))
        one.close()
    assert seen[0].keys() == seen[1].keys() and seen[0] != seen[1]
    again = sit(tmp_path, LESSONS[0])
    for step in again.player.lesson.steps:
        again.player.go_to(step.id)
        assert asked(again).items() <= seen[1].items()


def test_a_test_outs_numbers_are_its_own(tmp_path: Path) -> None:
    """What was drawn for it is not what the lesson's steps show."""
    one = sit(tmp_path, LESSONS[0])
    seen = play_through(one, random.Random(2))
    assert one.begin_test()
    play_through(one, random.Random(3))
    one.leave_test()
    one.close()
    for sitting in (one, sit(tmp_path, LESSONS[0])):
        for step in sitting.player.lesson.steps:
            sitting.player.go_to(step.id)
            assert asked(sitting).items() <= seen.items()
