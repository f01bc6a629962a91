"""What a lesson came to, in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from petui.lessons.model import Gate
from petui.lessons.play import predicts
from petui.lessons.verdict import Verdict
from petui.plain.quizwords import cards_are
from petui.plain.streams import INDENT

_PREDICTION = "predicted"


@dataclass(slots=True)
class Tries:
    """The first verdict on each question of a lesson, in order.

    Attributes:
        first: By the question's id: the first outcome, and the question as it was asked.
    """

    first: dict[str, tuple[str, str]] = field(default_factory=dict)

    def note(self, gate: Gate, verdict: Verdict, asked: str) -> None:
        """Keep a verdict if it is the first on its question; `asked` is the question in one line."""
        self.first.setdefault(gate.id, (verdict.outcome if not predicts(gate) else _PREDICTION, asked))

    def lines(self) -> list[str]:
        """How many were right at the first try, and which were not; nothing where nothing was answered."""
        noted = sum(outcome == _PREDICTION for outcome, _ in self.first.values())
        answers = [one for one in self.first.values() if one[0] != _PREDICTION]
        missed = [asked for outcome, asked in answers if outcome != "right"]
        lines = []
        if answers:
            lines.append(f"Answers right at the first try: {len(answers) - len(missed)} of {len(answers)}.")
        if missed:
            lines += ["Worth another look:", *(f"{INDENT}{asked}" for asked in missed)]
        return [*lines, f"Predictions: {noted}."] if noted else lines


def due_line(due: int, options: str = "") -> list[str]:
    """How many cards are due, if any are; the command that asks them ends in these options."""
    return [f"{cards_are(due)} due; `petui quiz --plain{options}` asks them."] if due else []
