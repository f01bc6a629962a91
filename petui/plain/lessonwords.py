"""What a lesson came to, in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from petui.lessons.model import Gate, Question
from petui.lessons.oneline import prose_text
from petui.lessons.verdict import Verdict
from petui.plain.faults import counted

_INDENT = "  "


@dataclass(slots=True)
class Tries:
    """The first verdict on each question of a lesson, in order.

    Attributes:
        first: Question and first outcome by the question's id.
    """

    first: dict[str, tuple[Gate, str]] = field(default_factory=dict)

    def note(self, gate: Gate, verdict: Verdict) -> None:
        """Keep a verdict if it is the first on its question."""
        self.first.setdefault(gate.id, (gate, verdict.outcome))

    def lines(self) -> list[str]:
        """How many were right at the first try, and which were not; nothing where nothing was answered."""
        asked = [one for one in self.first.values() if not _predicts(one[0])]
        noted = len(self.first) - len(asked)
        missed = [gate for gate, outcome in asked if outcome != "right"]
        lines = []
        if asked:
            lines.append(f"Answers right at the first try: {len(asked) - len(missed)} of {len(asked)}.")
        if missed:
            lines += ["Worth another look:", *(f"{_INDENT}{prose_text(gate.body)}" for gate in missed)]
        if noted:
            lines.append(f"{counted(noted, 'prediction')} made.".capitalize())
        return lines


def due_line(due: int) -> list[str]:
    """How many cards are due, if any are."""
    if not due:
        return []
    return [f"{'1 card is' if due == 1 else f'{due} cards are'} due; `petui quiz --plain` asks them."]


def _predicts(gate: Gate) -> bool:
    return isinstance(gate, Question) and gate.kind == "predict"
