"""A lesson played by who writes it: it is changed while it is played, and its answers may stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from petui.core.errors import PetuiError
from petui.core.formula import SLIPS
from petui.lessons.expression import evaluate
from petui.lessons.model import Choice, Gate, Point, Question, Vary
from petui.lessons.oneline import inlines_line
from petui.lessons.place import Place
from petui.lessons.play import Player
from petui.lessons.roles import Values
from petui.lessons.typeset import format_number
from petui.lessons.verdict import precise, with_unit
from petui.lessons.walk import gates_of

_SLIPS = {slip.id: slip.title for slip in SLIPS}


class PreviewPlayer(Player):
    """Plays a lesson that changes."""

    def _draw_name(self, gate: Gate, own: tuple[Vary, ...]) -> str:
        """Its id, so that a line more above it draws nothing anew."""
        return gate.id

    def follow(self, before: PreviewPlayer) -> None:
        """Stand where another player of an earlier version of the lesson stands: at its step, by id or else by number.

        What was answered stays answered where the question is still the same, at the same numbers.
        """
        self._redraws, self._drawn = dict(before._redraws), dict(before._drawn)
        asked = dict(before._questions())
        for name, (gate, numbers) in self._questions():
            if name in before._gates and asked.get(name) == (gate, numbers):
                self._gates[name] = before._gates[name]
        self.index = min(before.index, len(self.lesson.steps) - 1)
        self.go_to(before.step.id)

    def _questions(self) -> Iterator[tuple[str, tuple[object, object]]]:
        """The gates of all steps by id, without their places, and what they draw."""
        here = self.index
        for at, step in enumerate(self.lesson.steps):
            self.index = at
            for gate in gates_of(step):
                found = self.gate_stage(gate)
                yield gate.id, (_placeless(gate), (found.lab, dict(found.draw)))
        self.index = here

    def answer_words(self, gate: Gate, *, ascii: bool = False) -> tuple[str, ...]:
        """What a question's answer is at its draw, and which wrong numbers are foreseen, one a line."""
        try:
            match gate:
                case Question():
                    return (f"Answer: {self._told(gate)}", *self._wrong_words(gate, ascii=ascii))
                case Choice():
                    order = self.order_of(gate)
                    right = [number for number, at in enumerate(order, 1) if gate.options[at].true]
                    return (f"Answer: {', '.join(map(str, right))}",)
                case Point():
                    row, column = self._first_wrong(gate)
                    return (f"Answer: row {row}, column {column}",)
        except PetuiError as error:
            return (f"Answer: none, as {error.what}",)

    def _told(self, question: Question) -> str:
        told = with_unit(precise(self.answer_of(question)), question)
        return told if question.answer.source == told else f"{told}, from {question.answer.source}"

    def _wrong_words(self, question: Question, *, ascii: bool) -> Iterator[str]:
        here = self.gate_stage(question)
        for rule in question.wrongs:
            number = format_number(evaluate(rule.expression, here.lab, here.draw))
            mistake = self._mistake_words(rule.misconception, ascii=ascii)
            yield f"Wrong: {number}, from {rule.expression.source}: {mistake}"

    def _mistake_words(self, name: str, *, ascii: bool) -> str:
        mistake = self._mistakes.get(name)
        if mistake is None:
            return f"{name} ({_SLIPS[name]})" if name in _SLIPS else f"{name}, which no misconception is called"
        values = Values(lab=self.stage.lab, draw=self.stage.draw)
        return f"{name} ({inlines_line(mistake.claims, values, ascii=ascii)})"


def _placeless(thing: object) -> object:
    """A record as what can be compared, without where its pieces stand."""
    if isinstance(thing, Place):
        return None
    if isinstance(thing, tuple):
        return tuple(map(_placeless, thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        return (type(thing), *(_placeless(getattr(thing, field.name)) for field in fields(thing)))
    return thing
