"""What a learner is told about an answer, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypeAlias

from petui.lessons.model import Card, Choice, Question
from petui.lessons.prosemodel import Prose
from petui.lessons.typeset import format_number
from petui.records import dataclass

if TYPE_CHECKING:
    from petui.lessons.answers import Diagnosis, Grade

Outcome: TypeAlias = Literal["right", "wrong", "predicted", "skipped", "unreadable"]
_TRY_A_HINT = "; h + Enter gives a hint"
# Below this an answer is what rounding leaves of 0.
_NOISE = 1e-12
# A number rounded to so many significant digits is as exact as anyone would type it.
_PLENTY = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to an answer.

    Attributes:
        outcome: What became of it.
        says: One sentence or a few, beginning with Right, Wrong, Noted or Skipped.
        reasons: Prose that explains it, from the author.
        typed: What the learner gave, as text.
        answer: The right number, where there is one.
        misconceptions: Ids of what the wrong number shows.
    """

    outcome: Outcome
    says: str
    reasons: tuple[Prose, ...] = ()
    typed: str = ""
    answer: float | None = None
    misconceptions: tuple[str, ...] = ()

    @property
    def closes(self) -> bool:
        """Whether the lesson goes on."""
        return self.outcome in ("right", "predicted", "skipped")


def number_verdict(question: Question, typed: str, grade: Grade, *, hints_left: bool = False) -> Verdict:
    """The verdict on a typed number; a prediction is noted, whatever it is. Hints are offered where any are left."""
    if question.kind == "predict":
        shown = with_unit(precise(grade.answer), question)
        return Verdict("predicted", _noted(typed.strip(), grade, shown), (), typed, grade.answer, _named(grade))
    return check_verdict(question, typed, grade, unknown=_TRY_A_HINT if hints_left else "")


def check_verdict(asked: Question | Card, typed: str, grade: Grade, *, unknown: str = "") -> Verdict:
    """The verdict on a typed number that is either right or wrong; `unknown` is added where no slip gives it."""
    if grade.right:
        return Verdict("right", f"Right{_more_exactly(asked, typed.strip(), grade)}.", (), typed, grade.answer)
    says = f"Wrong: {_why_wrong(typed.strip(), grade, unknown)}"
    return Verdict("wrong", says, (), typed, grade.answer, _named(grade))


def _more_exactly(asked: Question | Card, typed: str, grade: Grade) -> str:
    """What a right answer is told beyond that it is right: the number, unless it was typed as exactly as it is told."""
    if not _is_exact(typed, grade):
        return f": computed in full it is {with_unit(precise(grade.answer), asked)}"
    return "" if _is_plain(typed) else f": it is {with_unit(precise(grade.typed), asked)}"


def _is_exact(typed: str, grade: Grade) -> bool:
    """Whether a right number leaves nothing to tell: it agrees to five digits, or is rounded to four or more typed."""
    # Whoever works with the numbers shown, which are rounded, may be off by that much.
    if f"{grade.typed:.4e}" == f"{grade.answer:.4e}" or precise(grade.typed) == precise(grade.answer):
        return True
    digits = _digits_typed(typed)
    return digits >= _PLENTY and f"{grade.typed:.{digits - 1}e}" == f"{grade.answer:.{digits - 1}e}"


def _digits_typed(typed: str) -> int:
    """How many significant digits a plain number was typed with; 0 for anything else."""
    if not _is_plain(typed):
        return 0
    mantissa = typed.lower().partition("e")[0]
    return len("".join(filter(str.isdecimal, mantissa)).lstrip("0"))


def _is_plain(typed: str) -> bool:
    """Whether a number was typed and not an expression, so that its value need not be told."""
    try:
        float(typed)
    except ValueError:
        return False
    return True


def _named(grade: Grade) -> tuple[str, ...]:
    return tuple(diagnosis.id for diagnosis in grade.diagnoses)


def _noted(typed: str, grade: Grade, shown: str) -> str:
    if grade.right:
        return f"Noted: your prediction holds. Computed: {shown}."
    text = f"Noted. Computed: {shown}; your prediction is {_distance(typed, grade)} away."
    return f"{text} {_diagnosed(grade.diagnoses)}" if grade.diagnoses else text


def _distance(typed: str, grade: Grade) -> str:
    """How far a prediction is off, in no more figures than it or the number beside it has; whole ones are kept."""
    distance = abs(grade.typed - grade.answer)
    figures = max(_digits_typed(precise(grade.answer)), _digits_typed(typed), 1)
    whole = math.floor(math.log10(distance)) + 1 if distance else 0
    return precise(round(distance, max(0, figures - whole)))


def _why_wrong(typed: str, grade: Grade, unknown: str) -> str:
    if grade.diagnoses:
        return f"{typed}. {_diagnosed(grade.diagnoses)}"
    if grade.coarse:
        return f"{typed} is the right number with too few digits."
    if grade.answer and grade.typed == -grade.answer:
        return "the size is right, the sign is not."
    if grade.typed * grade.answer < 0:
        return f"{typed} has the wrong sign. No slip known here gives it{unknown}."
    side = "too large" if grade.typed > grade.answer else "too small"
    return f"{typed} is {side}. No slip known here gives it{unknown}."


def _diagnosed(diagnoses: tuple[Diagnosis, ...]) -> str:
    if len(diagnoses) == 1:
        return f"The slip: {diagnoses[0].title}. {diagnoses[0].says}"
    names = ", or ".join(diagnosis.title for diagnosis in diagnoses)
    return f"The slip: {names}; more than one gives this number. " + " ".join(diagnosis.says for diagnosis in diagnoses)


def skipped_verdict(question: Question, answer: float) -> Verdict:
    """What is said when a question is passed over."""
    return Verdict("skipped", f"Skipped. It is {with_unit(precise(answer), question)}.", (), "", answer)


def choice_verdict(choice: Choice, chosen: frozenset[int]) -> Verdict:
    """The verdict on chosen options (indexes into `choice.options`), with the author's reason for each of them."""
    true = frozenset(index for index, option in enumerate(choice.options) if option.true)
    reasons = tuple(choice.options[index].reason for index in sorted(chosen) if choice.options[index].reason)
    typed = ",".join(str(index + 1) for index in sorted(chosen))
    if chosen == true:
        return Verdict("right", "Right.", reasons, typed)
    if choice.multiple and chosen < true:
        return Verdict("wrong", "Wrong: what you chose holds, but it is not all that does.", reasons, typed)
    return Verdict("wrong", "Wrong.", reasons, typed)


def skipped_choice(choice: Choice) -> Verdict:
    """What is said when a choice is passed over."""
    true = [option for option in choice.options if option.true]
    proses = tuple(prose for option in true for prose in (option.text, option.reason) if prose)
    return Verdict("skipped", "Skipped. This holds:", proses)


def precise(value: float) -> str:
    """A number with the digits a learner can compare with: six significant ones, no trailing zeros; noise is 0."""
    text = f"{value + 0.0:.6g}" if abs(value) > _NOISE else "0"
    return text if "e" not in text else format_number(value)


def with_unit(text: str, asked: Question | Card) -> str:
    """The number with the unit of what was asked."""
    return f"{text} {asked.unit}" if asked.unit else text
