"""One question on paper, and which questions of a sheet give the answers of others away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from petui.lessons.grids import WrongGrid
from petui.lessons.model import Tolerance
from petui.lessons.prosemodel import Items, Prose
from petui.lessons.roles import Values
from petui.lessons.wrongnumbers import WrongNumber
from petui.records import dataclass
from petui.review.markdown import markdown

_NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[-+]?\d+)?(?!\w)")
# Numbers of fewer figures, and whole ones, stand in many texts by chance.
_FIGURES = 3


@dataclass(frozen=True, slots=True)
class Exercise:
    """One question, asked once.

    Attributes:
        id: Id of the question, or of the card.
        group: What it shares with its neighbours: the id of its step; a card's own id.
        body: The question.
        values: What roles in its texts are filled from.
        context: What the questions of its group refer to; empty but at the first of them.
        unsaid: Names and numbers that the answer needs and no text says.
        options: Those of a choice in the order shown, numbered from 1.
        multiple: Whether several of them may hold.
        grid: The table in which a cell is to be found.
        tolerance: How far off a number may be; None where no number is asked for.
        unit: Unit of the number.
        typed: What petui itself takes for right: a number, option numbers, `row,column`, a text; empty where a learner
            grades the recall.
        says: The right answer in words, where it is more than what is typed.
        working: How a number comes about, line by line.
        reasons: What the author says of the answer.
        wrongs: Wrong numbers that show something.
    """

    id: str
    group: str
    body: Prose
    values: Values
    context: Prose = ()
    unsaid: tuple[tuple[str, float], ...] = ()
    options: Items | None = None
    multiple: bool = False
    grid: WrongGrid | None = None
    tolerance: Tolerance | None = None
    unit: str = ""
    typed: str = ""
    says: str = ""
    working: tuple[str, ...] = ()
    reasons: Prose = ()
    wrongs: tuple[WrongNumber, ...] = ()


def not_given_away(exercises: Sequence[Exercise]) -> tuple[Exercise, ...]:
    """The exercises without those whose answer another one's text states and their own does not.

    An answer is a number with a fraction and three figures or more; a text may round it to three. What the questions of
    a group refer to stays with the first of them that is left.
    """
    contexts = {one.group: one for one in exercises if one.context}
    shared = {group: _numbers(markdown(one.context, one.values)) for group, one in contexts.items()}
    own = {one.id: _numbers(_text(one)) for one in exercises}
    left = list(exercises)
    for exercise in exercises:
        others = [one for one in left if one is not exercise]
        told = [*(own[one.id] for one in others), *(shared.get(group, ()) for group in {one.group for one in others})]
        said = (*own[exercise.id], *shared.get(exercise.group, ()))
        if not _states(said, exercise) and any(_states(numbers, exercise) for numbers in told):
            left = others
    first = {one.group: one.id for one in reversed(left)}
    heads = {group: contexts[group].context for group in contexts}
    return tuple(replace(one, context=heads.get(one.group, ()) if first[one.group] == one.id else ()) for one in left)


def _text(exercise: Exercise) -> str:
    """What a sheet says of a question by itself."""
    options = () if exercise.options is None else (exercise.options,)
    cells = () if exercise.grid is None else [cell for row in exercise.grid.texts for cell in row]
    given = (f"{value:.12g}" for _, value in exercise.unsaid)
    return " ".join((markdown((*exercise.body, *options), exercise.values), *cells, *given))


def _numbers(text: str) -> tuple[Decimal, ...]:
    """The numbers with a fraction in a text that have figures enough."""
    found = (Decimal(one) for one in _NUMBER.findall(text.replace("\N{MINUS SIGN}", "-")))
    return tuple(dict.fromkeys(one for one in found if len(one.as_tuple().digits) >= _FIGURES))


def _states(numbers: Iterable[Decimal], exercise: Exercise) -> bool:
    """Whether one of the numbers is the answer, rounded to its places."""
    if exercise.tolerance is None:
        return False
    right = Decimal(exercise.typed)
    if right == right.to_integral_value() or len(right.as_tuple().digits) < _FIGURES:
        return False
    return any(abs(number - right) <= _half(number) for number in numbers)


def _half(number: Decimal) -> Decimal:
    """Half a unit of a number's last place."""
    return Decimal(5).scaleb(int(number.as_tuple().exponent) - 1)
