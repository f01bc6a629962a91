"""Learners' typed numbers: reading them, grading them, and telling which slip gives a wrong one."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from petui.core.errors import AnswerError, ExpressionError
from petui.core.lab import Lab
from petui.lessons.candidates import Diagnosis, candidates
from petui.lessons.expression import LEARNER_NAMES, evaluate, typed_value
from petui.lessons.model import Card, Mistake, Question, Tolerance, WrongRule
from petui.lessons.prosemodel import Expression
from petui.lessons.staging import Stage
from petui.lessons.tolerance import is_right
from petui.lessons.units import is_in_degrees, without_unit
from petui.records import dataclass

__all__ = ["Diagnosis", "Grade", "candidates", "grade", "grade_number", "is_right", "read_number"]

_ACCEPTED = "give a number such as 0.03, -0.99, 3e-2, 1/100, 10^-2 or sin(0.03)"
# To so much two numbers may differ and be one.
_SAME = 1e-9
# How near to a slip's number, as a part of it, a number must be to be taken for it.
_NEAR = 0.01
_COMMA_NUMBER = re.compile(r"[+-]?\s*[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_FACTOR_BEFORE_PI = re.compile(r"(?<=[0-9.)])\s*(?=pi\b)")
_WORD = re.compile(r"(?<![0-9.])[A-Za-z_][A-Za-z0-9_]*")
_NO_BREAK_SPACES = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "})
# The decimals and the power of ten of a plain number.
_DIGITS = re.compile(r"[+\-\N{MINUS SIGN}]?\s*[0-9]*(?:[.,]([0-9]*))?(?:[eE]([+-]?[0-9]+))?")


@dataclass(frozen=True, slots=True)
class Grade:
    """A typed number, graded.

    Attributes:
        right: Whether it is within the tolerance.
        typed: The number as read.
        answer: The right number.
        diagnoses: What a wrong number shows; more than one where they coincide.
        coarse: Whether a wrong number is the right one with too few digits.
    """

    right: bool
    typed: float
    answer: float
    diagnoses: tuple[Diagnosis, ...]
    coarse: bool = False


def read_number(text: str) -> float:
    """The number that a learner typed: a number, or arithmetic with sin cos tan exp log sqrt and pi.

    A comma is decimal when the whole answer is one number.

    Raises:
        AnswerError: If it is anything else, or has no finite value.
    """
    plain = text.translate(_NO_BREAK_SPACES).strip().replace("\N{MINUS SIGN}", "-").replace("π", "pi")
    if not plain:
        raise AnswerError("nothing was typed", mend=_ACCEPTED)
    if is_in_degrees(plain):
        what = f"{_shown(text)} is in degrees, and angles here are in radians"
        raise AnswerError(what, mend="give the radians, as a number without a unit")
    if _COMMA_NUMBER.fullmatch(plain):
        plain = plain.replace(",", ".")
    elif "," in plain and all(word in LEARNER_NAMES for word in _WORD.findall(plain)):
        why = "a comma is read as a decimal comma, and only where the whole answer is one number"
        raise AnswerError(
            f"{_shown(text)} is not a number: {why}", mend="write 0.5 inside arithmetic, and 1000000 whole"
        )
    try:
        # 2pi is how people write it. Minus zero becomes zero.
        return typed_value(_FACTOR_BEFORE_PI.sub("*", plain)) + 0.0
    except ExpressionError as error:
        raise AnswerError(f"{_shown(text)} is not a number: {error.what}", mend=_ACCEPTED) from None


def _shown(text: str) -> str:
    """What was typed, short, with nothing in it that a terminal would act on."""
    text = text.strip()
    return repr(text[:40] + "…" if len(text) > 40 else text)


def grade(
    typed_text: str,
    *,
    answer: Expression,
    wrongs: tuple[WrongRule, ...],
    tolerance: Tolerance,
    lab: Lab,
    draw: Mapping[str, float],
    mistakes: Mapping[str, Mistake],
) -> Grade:
    """Grade what a learner typed, and name what a wrong number shows.

    Raises:
        AnswerError: If it is not a number.
        ExpressionError: If the author's answer has no value at this draw.
    """
    typed = read_number(typed_text)
    right = evaluate(answer, lab, draw)
    if is_right(typed, right, tolerance):
        return Grade(True, typed, right, ())
    known = candidates(answer, wrongs, tolerance, lab, draw, mistakes)
    unit = _last_digit_unit(typed_text)
    near = [one for one in known if _matches(typed, one.value, right, tolerance, unit)]
    if _is_rounded(typed, right, unit):
        # Who rounds the right number has not slipped, though a slip's number may be rounded to the same.
        near = [one for one in near if math.isclose(one.value, typed, rel_tol=_SAME)]
        return Grade(False, typed, right, _nearest(near, typed), coarse=not near)
    return Grade(False, typed, right, _nearest(near, typed))


def grade_number(asked: Question | Card, typed: str, at: Stage, mistakes: Mapping[str, Mistake]) -> tuple[str, Grade]:
    """What was typed without the unit behind it, and its grade at the question's or card's own numbers.

    Raises:
        AnswerError: If it is not a number.
        ExpressionError: If the right answer has no value there.
    """
    assert asked.answer is not None
    number = without_unit(typed, asked.unit)
    graded = grade(
        number,
        answer=asked.answer,
        wrongs=asked.wrongs,
        tolerance=asked.tolerance,
        lab=at.lab,
        draw=at.draw,
        mistakes=mistakes,
    )
    return number, graded


def _nearest(near: list[Diagnosis], typed: float) -> tuple[Diagnosis, ...]:
    """The nearest candidate and all that give its number: those cannot be told apart. Each id once."""
    if not near:
        return ()
    value = min(near, key=lambda one: abs(one.value - typed)).value
    same = {one.id: one for one in reversed(near) if math.isclose(one.value, value, rel_tol=_SAME, abs_tol=1e-15)}
    return tuple(one for one in near if same.get(one.id) is one)


def _last_digit_unit(text: str) -> float:
    """The size of the last digit typed, where the answer is a plain number; else 0."""
    found = _DIGITS.fullmatch(text.translate(_NO_BREAK_SPACES).strip())
    if found is None:
        return 0.0
    power = int(found[2] or 0) - len(found[1] or "")
    return float(10.0**power) if abs(power) < 300 else 0.0


def _is_rounded(typed: float, right: float, unit: float) -> bool:
    """Whether a typed number is the right one with fewer digits; however few, it must be near to it."""
    return typed != 0 and abs(typed - right) <= min(unit / 2, abs(right) / 4) * (1 + 1e-9)


def _matches(typed: float, value: float, right: float, tolerance: Tolerance, unit: float) -> bool:
    """Whether a typed number is a candidate's: as exactly as the question wants it, or rounded to what was typed."""
    gap = abs(typed - value)
    # A number further off than this is not the one that the slip gives, however few digits it was typed with.
    if gap > max(_NEAR * abs(value), _SAME) * (1 + 1e-9) or gap > abs(typed - right):
        return False
    return gap <= unit / 2 * (1 + 1e-9) or is_right(typed, value, tolerance)
