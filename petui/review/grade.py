"""Asking a card with its numbers drawn, and judging what is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Literal

from petui.core.errors import AnswerError
from petui.core.lab import NUMBER_FIELDS
from petui.lessons.answers import grade_number
from petui.lessons.collection import FiledCard
from petui.lessons.expression import evaluate
from petui.lessons.model import Card, Choice, Mistake, Tolerance
from petui.lessons.oneline import prose_line, unmarked
from petui.lessons.options import option_order, read_options
from petui.lessons.prosemodel import Prose
from petui.lessons.roles import Values
from petui.lessons.source import visible
from petui.lessons.staging import Stage
from petui.lessons.tolerance import is_right
from petui.lessons.verdict import check_verdict, choice_verdict, precise, with_unit
from petui.records import dataclass
from petui.review.drawing import draw_stage
from petui.review.shorttext import match_text

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
RATING_NAMES = {AGAIN: "Again", HARD: "Hard", GOOD: "Good", EASY: "Easy"}
_NAMED = [f"{rating} {name}" for rating, name in RATING_NAMES.items()]
# As they are asked for, and as one of them is.
GRADES = ", ".join(_NAMED)
ONE_GRADE = f"{', '.join(_NAMED[:-1])} or {_NAMED[-1]}"
# Fast is an answer within this time, and so much more for each character that was typed.
FAST_MS = 8000
FAST_MS_PER_CHARACTER = 250
_CONFIDENCE = {"!": "sure", "?": "unsure"}
_MARKED = re.compile(r"(.*\S)\s+([!?])", re.DOTALL)
_MISCONCEPTION = re.compile(r"M[0-9]+")
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Asking:
    """A card as it is asked once.

    Attributes:
        filed: The card.
        seed: Seed of the session; the same seed and turn draw the same numbers and order.
        turn: Which asking of this card it is, from 0.
        stage: The Lab and the drawn numbers.
        order: The options of a choice in the order shown, as indexes; empty for other cards.
    """

    filed: FiledCard
    seed: int
    turn: int
    stage: Stage
    order: tuple[int, ...] = ()

    @property
    def card(self) -> Card:
        """The card."""
        return self.filed.card

    @property
    def drawn(self) -> Mapping[str, float]:
        """The drawn values by name."""
        return {one.name: self.stage.draw[one.name] for one in self.card.vary}

    @property
    def lab_numbers(self) -> Mapping[str, float]:
        """Those of the card's numbers, drawn or set, that are the Lab's, by name."""
        names = {one.name for one in self.card.vary} | {one.name for one in self.card.settings}
        return {name: float(getattr(self.stage.lab, name)) for name in NUMBER_FIELDS if name in names}

    def values(self, titles: Mapping[str, str] = MappingProxyType({})) -> Values:
        """What roles in the card's texts are filled from; `titles` are those of lessons by id."""
        return Values(self.stage.lab, self.stage.draw, titles)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of an answer.

    Attributes:
        outcome: right, wrong, or shown where it was given up.
        says: A sentence or a few on one line, beginning with Right or Wrong, or with `The answer`.
        rating: The suggested rating, 1 (again) to 4 (easy).
        reasons: Prose that explains it, from the author.
        misconceptions: Ids of what a wrong number shows, or of those that a choice with a wrong option is about.
        typed: What was typed, without the confidence; of a choice the options' numbers as the author ordered them.
        answer: The right number of a numeric card.
        confidence: sure, unsure, or empty where none was given.
        refutes: The course's misconceptions that a wrong answer shows, or that the card is about.
    """

    outcome: Literal["right", "wrong", "shown"]
    says: str
    rating: int
    reasons: tuple[Prose, ...] = ()
    misconceptions: tuple[str, ...] = ()
    typed: str = ""
    answer: float | None = None
    confidence: str = ""
    refutes: tuple[Mistake, ...] = ()


# ---- asking ----------------------------------------------------------------------------------------------------------


def ask(filed: FiledCard, *, seed: int, turn: int, mistakes: Mapping[str, Mistake]) -> Asking:
    """Draw a card's numbers and the order of its options.

    Args:
        filed: The card.
        seed: Seed of the session.
        turn: Which asking of this card it is.
        mistakes: The course's misconceptions by id.

    Raises:
        PetuiError: If the card has no value at any draw; lint finds such cards.
    """
    name = f"{seed}/{filed.key}/{turn}"
    choice = filed.card.choice
    order = option_order(choice, Random(f"{name}/options")) if choice else ()
    return Asking(filed, seed, turn, draw_stage(filed.card, Random(name), mistakes), order)


def is_typed(card: Card) -> bool:
    """Whether petui judges the answer; otherwise the learner grades the recall."""
    return card.answer is not None or card.choice is not None or bool(card.accepts)


def right_answer(asking: Asking) -> str:
    """The right answer on one line: the number with its unit, the options, the text, or the back."""
    card, here = asking.card, asking.stage
    if card.answer is not None:
        return with_unit(printed(evaluate(card.answer, here.lab, here.draw), card.tolerance), card)
    if card.choice is not None:
        return " and ".join(_option(asking, card.choice, index) for index in asking.order if _holds(card.choice, index))
    return unmarked(card.accepts[0]) if card.accepts else prose_line(card.back, asking.values())


def printed(value: float, tolerance: Tolerance) -> str:
    """A number with the usual digits, or with all of them where fewer would not count as right."""
    text = precise(value)
    return text if is_right(float(text), value, tolerance) else f"{value:.17g}"


def _option(asking: Asking, choice: Choice, index: int) -> str:
    return f"{asking.order.index(index) + 1}) {prose_line(choice.options[index].text, asking.values())}"


def _holds(choice: Choice, index: int) -> bool:
    return choice.options[index].true


# ---- judging ---------------------------------------------------------------------------------------------------------


def judge(
    asking: Asking, typed: str, *, mistakes: Mapping[str, Mistake], ms: int | None = None, hints: int = 0
) -> Judgement:
    """Judge a typed answer.

    The suggested rating is 1 for a wrong answer and 2 for a right one after a hint. Else it is 3, or 4 where the
    learner was sure and fast, and the answer neither a choice nor misspelt.

    Args:
        asking: What was asked.
        typed: A number, option numbers or letters, or a text; at its end ` !` for sure or ` ?` for unsure.
        mistakes: The course's misconceptions by id.
        ms: Milliseconds that it took.
        hints: How many hints were given.

    Raises:
        AnswerError: If it cannot be read, or the learner grades this card; nothing is counted then.
    """
    text, confidence = split_confidence(typed)
    card = asking.card
    if card.answer is not None:
        judged, easy = _judge_number(asking, text, mistakes), True
    elif card.choice is not None:
        judged, easy = _judge_choice(asking, card.choice, text, mistakes), False
    elif card.accepts:
        judged, easy = _judge_text(asking, text, mistakes)
    else:
        raise AnswerError("this card is not judged", mend="grade your recall with 1 to 4")
    easy = easy and confidence == "sure" and _is_fast(ms, text)
    return replace(judged, rating=_rating(judged.outcome == "right", hints, easy), confidence=confidence)


def split_confidence(text: str) -> tuple[str, str]:
    """An answer and its confidence: `0.3 !` is ("0.3", "sure"), `0.3 ?` is ("0.3", "unsure").

    Only a mark that stands by itself at the end counts: `why?` is an answer.
    """
    marked = _MARKED.fullmatch(text.strip())
    return (marked[1], _CONFIDENCE[marked[2]]) if marked else (text.strip(), "")


def _is_fast(ms: int | None, text: str) -> bool:
    return ms is not None and 0 <= ms <= FAST_MS + FAST_MS_PER_CHARACTER * len(text)


def _rating(right: bool, hints: int, easy: bool) -> int:
    if not right:
        return AGAIN
    if hints:
        return HARD
    return EASY if easy else GOOD


def _judge_number(asking: Asking, text: str, mistakes: Mapping[str, Mistake]) -> Judgement:
    number, graded = grade_number(asking.card, text, asking.stage, mistakes)
    verdict = check_verdict(asking.card, number, graded)
    if graded.right:
        return Judgement("right", verdict.says, GOOD, typed=text, answer=graded.answer)
    says = f"{verdict.says} The answer: {right_answer(asking)}."
    names = verdict.misconceptions
    shown = tuple(each for each in mistakes.values() if each.id in names or (each.slip and each.slip in names))
    return Judgement("wrong", says, AGAIN, (), names, text, graded.answer, refutes=shown)


def _judge_choice(asking: Asking, choice: Choice, text: str, mistakes: Mapping[str, Mistake]) -> Judgement:
    chosen = read_options(choice, asking.order, text)
    verdict = choice_verdict(choice, chosen)
    if verdict.outcome == "right":
        return Judgement("right", verdict.says, GOOD, verdict.reasons, typed=verdict.typed)
    missed = [index for index in asking.order if _holds(choice, index) and index not in chosen]
    reasons = tuple(choice.options[index].reason for index in missed if choice.options[index].reason)
    says = f"{verdict.says} What holds: {right_answer(asking)}."
    # Who only left one out has not said anything that does not hold.
    about = () if all(_holds(choice, index) for index in chosen) else _about(asking.card, mistakes)
    names = tuple(mistake.id for mistake in about)
    return Judgement("wrong", says, AGAIN, (*verdict.reasons, *reasons), names, verdict.typed, refutes=about)


def _judge_text(asking: Asking, text: str, mistakes: Mapping[str, Mistake]) -> tuple[Judgement, bool]:
    """The judgement, and whether the text was spelt as it should be."""
    if not text:
        raise AnswerError("nothing was typed", mend="type the answer, or have it shown")
    card = asking.card
    found = match_text(text, card.accepts)
    if found.exact:
        return Judgement("right", "Right.", GOOD, typed=text), True
    if found.accepted:
        return Judgement("right", f"Right, but check the spelling: {unmarked(found.accepted)}", GOOD, typed=text), False
    shown = visible(text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…")
    says = f"Wrong: {shown}. The answer: {right_answer(asking)}"
    return Judgement("wrong", says, AGAIN, typed=text, refutes=_about(card, mistakes)), False


def _about(card: Card, mistakes: Mapping[str, Mistake]) -> tuple[Mistake, ...]:
    """The misconceptions that share one of the card's M numbers."""
    numbers = {number for number in card.covers if _MISCONCEPTION.fullmatch(number)}
    return tuple(mistake for mistake in mistakes.values() if numbers & set(mistake.covers))


def give_up(asking: Asking) -> Judgement:
    """What is said when the answer is asked for; it counts as Again."""
    card, here = asking.card, asking.stage
    answer = evaluate(card.answer, here.lab, here.draw) if card.answer is not None else None
    choice = card.choice
    holding = [choice.options[index] for index in asking.order if _holds(choice, index)] if choice else []
    reasons = tuple(option.reason for option in holding if option.reason)
    return Judgement("shown", f"The answer: {right_answer(asking)}", AGAIN, reasons, answer=answer)
