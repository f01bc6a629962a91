"""The wrong numbers of a question that petui knows by what they show."""

from __future__ import annotations

from collections.abc import Mapping

from petui.core.errors import AnswerError
from petui.lessons.answers import grade_number
from petui.lessons.candidates import Diagnosis, candidates
from petui.lessons.model import Card, Mistake, Question
from petui.lessons.staging import Stage
from petui.lessons.verdict import precise
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """A wrong number, and what it shows.

    Attributes:
        number: As it may be typed.
        shows: What petui says of whoever types it; more than one where they give the same number.
    """

    number: str
    shows: tuple[Diagnosis, ...]


def wrong_numbers(asked: Question | Card, at: Stage, mistakes: Mapping[str, Mistake]) -> tuple[WrongNumber, ...]:
    """The numbers of misconceptions at a question's draw, the author's first, as grading recognises them.

    Each has as few digits as tell it from the right number and from the others. One that cannot be told from a
    number nearer to what is typed is left out.

    Raises:
        ExpressionError: If the question itself has no value.
    """
    assert asked.answer is not None
    known = candidates(asked.answer, asked.wrongs, asked.tolerance, at.lab, at.draw, mistakes)
    found: dict[str, WrongNumber] = {}
    for one in known:
        wrong = _told(asked, one, at, mistakes)
        if wrong is not None:
            found.setdefault(wrong.number, wrong)
    return tuple(found.values())


def _told(asked: Question | Card, one: Diagnosis, at: Stage, mistakes: Mapping[str, Mistake]) -> WrongNumber | None:
    """A misconception's number as it is told by grading; None where it is not."""
    for text in (precise(one.value), f"{one.value:.9g}", f"{one.value:.17g}"):
        try:
            _, graded = grade_number(asked, text, at, mistakes)
        except AnswerError:
            return None
        if any(diagnosis.id == one.id for diagnosis in graded.diagnoses):
            return WrongNumber(text, graded.diagnoses)
    return None
