"""Learners' typed numbers: reading them, grading them, and telling which slip gives a wrong one."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simpleeval import SimpleEval

from petui.core.errors import AnswerError, PetuiError
from petui.core.formula import SLIPS, Formula, slipped
from petui.core.lab import Lab
from petui.lessons.expression import OPERATORS, evaluate, used_names
from petui.lessons.model import Expression, Mistake, Paragraph, Text, Tolerance, WrongRule
from petui.lessons.whitelist import read_tree

_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
}
_ACCEPTED = "give a number such as 0.03, -0.99, 3e-2, 1/100, 10^-2 or sin(0.03)"
_COMMA_NUMBER = re.compile(r"[+-]?\d*,\d+(e[+-]?\d+)?", re.IGNORECASE)
_EXACT = 1e-9


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A slip or misconception, and the number that it gives here.

    Attributes:
        id: Its id.
        title: A few words.
        says: What went wrong and how to mend it.
        value: The number it gives for these parameters.
    """

    id: str
    title: str
    says: str
    value: float


@dataclass(frozen=True, slots=True)
class Grade:
    """A typed number, graded.

    Attributes:
        right: Whether it is within the tolerance.
        typed: The number as read.
        answer: The right number.
        diagnoses: What a wrong number shows; more than one where they coincide.
    """

    right: bool
    typed: float
    answer: float
    diagnoses: tuple[Diagnosis, ...]


def read_number(text: str) -> float:
    """The number that a learner typed: a number, or arithmetic with sin cos tan exp log sqrt and pi.

    A comma is decimal when the whole answer is one number.

    Raises:
        AnswerError: If it is anything else, or has no finite value.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace("π", "pi")
    # 2pi is how people write it.
    plain = re.sub(r"(?<=[\d.)])\s*(?=pi\b)", "*", plain)
    if not plain:
        raise AnswerError("nothing was typed", mend=_ACCEPTED)
    if _COMMA_NUMBER.fullmatch(plain):
        plain = plain.replace(",", ".")
    shown = repr(text.strip()[:40])
    try:
        tree = read_tree(plain)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in _FUNCTIONS and node.id != "pi":
                raise AnswerError(f"{shown} is not a number: {node.id} is not known here", mend=_ACCEPTED)
        value = SimpleEval(operators=OPERATORS, functions=_FUNCTIONS, names={"pi": math.pi}).eval(plain, tree)
    except AnswerError:
        raise
    except PetuiError:
        raise AnswerError(f"{shown} is not a number", mend=_ACCEPTED) from None
    except Exception:
        # Division by zero, a logarithm of a negative number, an overflow, a function without its argument.
        raise AnswerError(f"{shown} is not a number: it has no finite value", mend=_ACCEPTED) from None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise AnswerError(f"{shown} is not a number: it has no finite value", mend=_ACCEPTED)
    return float(value) + 0.0


def is_right(typed: float, right: float, tolerance: Tolerance) -> bool:
    """Whether a number is within the tolerance of the right one."""
    gap = abs(typed - right)
    if tolerance.digits is not None:
        if right == 0:
            return abs(typed) < 0.5 * 10.0**-tolerance.digits
        unit = 10.0 ** (math.floor(math.log10(abs(right))) - tolerance.digits + 1)
        return gap <= unit / 2 * (1 + 1e-9) or _significant(typed, tolerance.digits) == _significant(right, tolerance.digits)
    allowed = max(tolerance.relative * abs(right), tolerance.absolute)
    if allowed == 0:
        allowed = _EXACT * max(1.0, abs(right))
    return gap <= allowed * (1 + 1e-9)


def _significant(value: float, digits: int) -> str:
    return f"{value:.{digits - 1}e}"


# ---- what wrong numbers show ----------------------------------------------------------------------------------------


def candidates(
    answer: Expression,
    wrongs: tuple[WrongRule, ...],
    tolerance: Tolerance,
    lab: Lab,
    draw: Mapping[str, float],
    mistakes: Mapping[str, Mistake],
) -> tuple[Diagnosis, ...]:
    """The numbers that known misconceptions give here: the author's first, then the built-in slips.

    Those within the tolerance of the right answer are left out; those that coincide with each other all stay.
    """
    right = evaluate(answer, lab, draw)
    found: dict[tuple[str, str], Diagnosis] = {}
    for one in (*_authored(wrongs, lab, draw, mistakes), *_built_in(answer, lab, draw)):
        if not is_right(one.value, right, tolerance) and math.isfinite(one.value):
            found.setdefault((one.id, f"{one.value:.12g}"), one)
    return tuple(found.values())


def _authored(
    wrongs: tuple[WrongRule, ...], lab: Lab, draw: Mapping[str, float], mistakes: Mapping[str, Mistake]
) -> Iterator[Diagnosis]:
    slips = {slip.id: slip for slip in SLIPS}
    for rule in wrongs:
        try:
            value = evaluate(rule.expression, lab, draw)
        except PetuiError:
            continue
        mistake, slip = mistakes.get(rule.misconception), slips.get(rule.misconception)
        if mistake is not None:
            yield Diagnosis(rule.misconception, _title(rule.misconception), _fix(mistake), value)
        elif slip is not None:
            yield Diagnosis(slip.id, slip.title, slip.says, value)
        else:
            yield Diagnosis(rule.misconception, _title(rule.misconception), "", value)


def _title(name: str) -> str:
    return name.replace("-", " ")


def _fix(mistake: Mistake) -> str:
    """The last paragraph of a misconception's text, the fix, as plain words."""
    paragraphs = [block for block in mistake.body if isinstance(block, Paragraph)]
    if not paragraphs:
        return ""
    return "".join(
        inline.text if isinstance(inline, Text) else getattr(inline, "tex", "") or getattr(inline, "text", "")
        for inline in paragraphs[-1].inlines
    )


def _built_in(answer: Expression, lab: Lab, draw: Mapping[str, float]) -> Iterator[Diagnosis]:
    for slip in SLIPS:
        for variant in slip.variants:
            for value in _slipped_values(answer, lab, draw, variant):
                yield Diagnosis(slip.id, slip.title, slip.says, value)


def _slipped_values(
    answer: Expression, lab: Lab, draw: Mapping[str, float], variant: MappingProxyType[str, object]
) -> Iterator[float]:
    names = used_names(answer.source)
    attempts: list[tuple[Lab, Mapping[str, float], Formula]] = []
    try:
        wrong = slipped(Formula(lab), variant)
    except PetuiError:
        return
    moved = dict(draw) | ({"base": wrong.lab.base} if "base" in variant and "base" in draw else {})
    attempts.append((wrong.lab, moved, wrong))
    if "shift" in variant and "pos" in names:
        # The name itself is shifted here, so the formulas are not: shifting both would be off by two.
        pos = draw.get("pos", lab.pos) + float(str(variant["shift"]))
        attempts.append((lab, {**draw, "pos": pos}, Formula(lab)))
    if "turnless" in variant and "pi" in names:
        attempts.append((lab, {**draw, "pi": 0.5}, Formula(lab)))
    for where, drawn, formula in attempts:
        try:
            yield evaluate(answer, where, drawn, formula)
        except PetuiError:
            continue


# ---- grading --------------------------------------------------------------------------------------------------------


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
    best = min((abs(one.value - typed) for one in near), default=0.0)
    # Those that give the same number cannot be told apart, so all are named.
    same = [one for one in near if abs(abs(one.value - typed) - best) <= 1e-9 * max(1.0, abs(typed))]
    once = {one.id: one for one in reversed(same)}
    return Grade(False, typed, right, tuple(one for one in same if once.get(one.id) is one))


def _last_digit_unit(text: str) -> float:
    """The size of the last digit typed, where the answer is a plain number; else 0."""
    found = re.fullmatch(r"\s*[+\-\N{MINUS SIGN}]?\d*(?:[.,](\d*))?(?:e([+-]?\d+))?\s*", text, re.IGNORECASE)
    if found is None:
        return 0.0
    return float(10.0 ** (int(found[2] or 0) - len(found[1] or ""))) if abs(int(found[2] or 0)) < 300 else 0.0


def _matches(typed: float, value: float, right: float, tolerance: Tolerance, unit: float) -> bool:
    """Whether a typed number is a candidate's, as exactly as the question wants or as it was typed."""
    gap = abs(typed - value)
    # A coarse typed number must not reach half-way to the right answer.
    rounded = min(unit / 2, abs(right - value) / 4)
    if gap <= rounded * (1 + 1e-9) and (typed != 0 or value == 0 or unit <= 0.001):
        return True
    near = Tolerance(tolerance.relative, min(tolerance.absolute, abs(right - value) / 4), tolerance.digits)
    return is_right(typed, value, near)
