"""The numbers that known misconceptions give for a question's own parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from petui.core.errors import PetuiError
from petui.core.formula import SLIPS, Formula, slipped
from petui.core.lab import Lab
from petui.lessons.expression import evaluate, used_names
from petui.lessons.model import Mistake, Tolerance, WrongRule
from petui.lessons.oneline import inlines_line
from petui.lessons.prosemodel import Expression, Paragraph
from petui.lessons.roles import Values
from petui.lessons.tolerance import is_right
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A slip or misconception, and the number that it gives here.

    Attributes:
        id: Its id.
        title: What went wrong, in a few words; of a misconception its claim.
        says: What went wrong and how to mend it.
        value: The number it gives for these parameters.
    """

    id: str
    title: str
    says: str
    value: float


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to evaluate an answer wrongly."""

    lab: Lab
    draw: Mapping[str, float]
    formula: Formula


def candidates(
    answer: Expression,
    wrongs: tuple[WrongRule, ...],
    tolerance: Tolerance,
    lab: Lab,
    draw: Mapping[str, float],
    mistakes: Mapping[str, Mistake],
) -> tuple[Diagnosis, ...]:
    """The numbers that known misconceptions give here: the author's first, then the built-in slips.

    Those within the tolerance of the right answer are left out, and those that have no value here. One id stands
    once for each of its numbers; two ids that give the same number both stay.

    Raises:
        ExpressionError: If the answer itself has no value.
    """
    right = evaluate(answer, lab, draw)
    found: dict[tuple[str, str], Diagnosis] = {}
    for one in readings(answer, wrongs, lab, draw, mistakes):
        if not is_right(one.value, right, tolerance):
            found.setdefault((one.id, f"{one.value:.9g}"), one)
    return tuple(found.values())


def readings(
    answer: Expression,
    wrongs: tuple[WrongRule, ...],
    lab: Lab,
    draw: Mapping[str, float],
    mistakes: Mapping[str, Mistake],
) -> Iterator[Diagnosis]:
    """What each known misconception gives here, the author's first, whether it differs from the right answer or not."""
    yield from _authored(wrongs, lab, draw, mistakes)
    yield from _built_in(answer, lab, tuple(draw.items()))


def _authored(
    wrongs: tuple[WrongRule, ...], lab: Lab, draw: Mapping[str, float], mistakes: Mapping[str, Mistake]
) -> Iterator[Diagnosis]:
    slips = {slip.id: slip for slip in SLIPS}
    for rule in wrongs:
        try:
            value = evaluate(rule.expression, lab, draw)
        except PetuiError:
            continue
        name = rule.misconception
        mistake, slip = mistakes.get(name), slips.get(name)
        if mistake:
            values = Values(lab, draw)
            yield Diagnosis(name, _claim(mistake, values), _fix(mistake, values), value)
        elif slip:
            yield Diagnosis(name, slip.title, slip.says, value)
        else:
            yield Diagnosis(name, name.replace("-", " "), "", value)


def _claim(mistake: Mistake, values: Values) -> str:
    """What a misconception claims, in quotation marks: it is not so, and petui does not say it."""
    return f"“{inlines_line(mistake.claims, values).removesuffix('.')}”"


def _fix(mistake: Mistake, values: Values) -> str:
    """The last paragraph of a misconception, which says how to mend it, as plain words; never empty."""
    paragraphs = [block for block in mistake.body if isinstance(block, Paragraph)]
    if paragraphs:
        return inlines_line(paragraphs[-1].inlines, values)
    return "It is not so."


@lru_cache(maxsize=256)
def _built_in(answer: Expression, lab: Lab, drawn: tuple[tuple[str, float], ...]) -> tuple[Diagnosis, ...]:
    """The built-in slips' numbers; kept, as a question is often answered more than once at the same draw."""
    draw = dict(drawn)
    found = []
    for slip in SLIPS:
        for variant in slip.variants:
            for reading in _readings(answer, lab, draw, variant):
                try:
                    value = evaluate(answer, reading.lab, reading.draw, reading.formula)
                except PetuiError:
                    continue
                found.append(Diagnosis(slip.id, slip.title, slip.says, value))
    return tuple(found)


def _readings(
    answer: Expression, lab: Lab, draw: Mapping[str, float], variant: MappingProxyType[str, Any]
) -> Iterator[_Reading]:
    """The ways in which one variant of a slip touches an answer: through the formulas, or through a name in it."""
    names, right = used_names(answer.source), Formula(lab)
    if "shift" in variant and "pos" in names:
        # The name is moved, so the formulas are not: moving both would be off by two.
        pos = draw.get("pos", float(lab.pos))
        yield _Reading(lab, {**draw, "pos": pos + variant["shift"]}, right)
        return
    if "base" in variant:
        # "Count the zeros" is said of a larger base only.
        if draw.get("base", lab.base) > variant["base"]:
            wrong = slipped(right, variant)
            yield _Reading(wrong.lab, {**draw, "base": wrong.lab.base}, wrong)
        return
    yield _Reading(lab, draw, slipped(right, variant))
    if "turnless" in variant and "pi" in names:
        # 2*pi becomes 1.
        yield _Reading(lab, {**draw, "pi": 0.5}, right)
