"""The test-out of a lesson: some of its questions at numbers drawn afresh, for those who know it already."""

from __future__ import annotations

from dataclasses import replace

from petui.lessons.model import Gate, Lesson, Question, Step
from petui.lessons.play import Player
from petui.lessons.walk import gates_of
from petui.records import dataclass

# What a learner is told once a test-out can be passed no more.
MISSED = "With that the test-out is missed; its questions go on all the same."


@dataclass(frozen=True, slots=True)
class Standing:
    """How a test-out went.

    Attributes:
        right: Questions that were answered right at first and without a hint.
        asked: Questions that it has.
        missed: Id of the step that has the first of the others; empty where all were right.
    """

    right: int
    asked: int
    missed: str = ""


def exam_of(lesson: Lesson) -> Lesson | None:
    """The questions that `testout` names, each a step of its own with the Lab of its place; None where there are none.

    Steps and questions keep their ids, so that what was missed is found again in the lesson.
    """
    places = {gate.id: (step, gate) for step in lesson.steps for gate in gates_of(step)}
    steps = tuple(_alone(*places[name]) for name in lesson.testout if name in places)
    return replace(lesson, steps=steps, testout=()) if steps else None


def _alone(step: Step, gate: Gate) -> Step:
    # A prediction is noted whatever it is; here it counts.
    asked = replace(gate, kind="check") if isinstance(gate, Question) else gate
    return replace(step, kind="step", parts=(asked,), fade="all")


def standing_of(player: Player) -> Standing:
    """How a test-out that is played to its end went; a question that was not reached counts as missed."""
    missed = [step.id for step in player.lesson.steps for gate in gates_of(step) if not _known(player, gate)]
    asked = len(player.lesson.steps)
    return Standing(asked - len(missed), asked, missed[0] if missed else "")


def _known(player: Player, gate: Gate) -> bool:
    state = player.state(gate)
    return bool(state.verdicts) and state.verdicts[0].outcome == "right" and not state.hints


def is_missed(player: Player) -> bool:
    """Whether a test-out that is under way can be passed no more: a question was not right at first, or had a hint."""
    gates = [gate for step in player.lesson.steps for gate in gates_of(step)]
    return any(player.state(gate).hints or (player.state(gate).verdicts and not _known(player, gate)) for gate in gates)


def standing_words(standing: Standing) -> str:
    """What a learner is told at the end of a test-out."""
    if not standing.missed:
        return "All right: the lesson counts as done."
    right = f"{standing.right} of {standing.asked} right at the first try"
    return f"{right}; here the lesson teaches what was missed."


def terms_words(asked: int) -> str:
    """What a learner is told at the beginning of a test-out of so many questions."""
    which = f"all {asked} are" if asked > 1 else "it is"
    return f"If {which} right at the first try, the lesson is done."
