"""Lint of questions: nothing that helps with one, and an answer that stands on the screen already."""

from __future__ import annotations

from collections.abc import Iterator

from petui.core.errors import PetuiError
from petui.lessons.answers import is_right
from petui.lessons.expression import called_names, evaluate
from petui.lessons.faults import FaultList, quoted
from petui.lessons.model import Lesson, Question, Step
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression
from petui.lessons.staging import Stage, all_draws, stage
from petui.lessons.walk import asked_gates

# What the worked cell ends with, and what it has on the way.
_SHOWN = ("pe", "angle")
# By chance a cell has one of these as often as not.
_COMMON = (-1.0, 0.0, 1.0)
_MOST_DRAWS = 50


def lint_questions(lesson: Lesson, faults: FaultList) -> None:
    """Note questions without hint and foreseen wrong answer (W07), and those that the worked cell answers (W08)."""
    for step in lesson.steps:
        for gate in asked_gates(step):
            wrongs = gate.wrongs if isinstance(gate, Question) else ()
            if not gate.hints and not wrongs:
                message = f"{quoted(gate.id)} has neither a hint nor a foreseen wrong answer; give it a `hint`"
                faults.add(gate.place, "W07", message)
            if isinstance(gate, Question):
                _lint_shown(lesson, step, gate, faults)


def _lint_shown(lesson: Lesson, step: Step, question: Question, faults: FaultList) -> None:
    """Note a question whose answer is at every draw a number of the cell that the cursor stands on."""
    if step.cell is None or not question.answer.source:
        return
    try:
        for name in _SHOWN:
            cell = _cell(name, step.cell, question.place)
            # The first draw that it does not answer settles it.
            if all(_shows(cell, question, at) for at in _stages(lesson, step, question)):
                message = f"the cursor's cell, {quoted(cell.source)}, is worked out beside this and shows the answer"
                faults.add(question.answer.place, "W08", f"{message}; put the cursor elsewhere, or ask for another one")
                return
    except PetuiError:
        # What has no value is at fault elsewhere; a cell that a draw has not shows nothing.
        return


def _stages(lesson: Lesson, step: Step, question: Question) -> Iterator[Stage]:
    draws = list(all_draws((*step.vary, *question.vary)))
    for draw in draws[:: max(1, len(draws) // _MOST_DRAWS)]:
        yield stage(lesson.params, step.settings, draw)


def _cell(name: str, cell: tuple[Expression, Expression], place: Place) -> Expression:
    return Expression(f"{name}({cell[0].source}, {cell[1].source})", place)


def _shows(cell: Expression, question: Question, at: Stage) -> bool:
    shown, right = (evaluate(expression, at.lab, at.draw) for expression in (cell, question.answer))
    if right in _COMMON and called_names(question.answer).isdisjoint(_SHOWN):
        return False
    return is_right(shown, right, question.tolerance)
