"""A card as styled lines: its front, without anything of the answer, and its back with the answer worked out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from petui.lessons.cells import Line
from petui.lessons.choicepage import choice_lines, option_lines
from petui.lessons.model import Card
from petui.lessons.oneline import unmarked
from petui.lessons.prosemodel import Text
from petui.lessons.roles import Values
from petui.lessons.staging import Stage
from petui.lessons.typeset import set_inlines, set_prose
from petui.lessons.worked import WIDTH, worked_answer

_NO_TITLES: Mapping[str, str] = MappingProxyType({})


def card_front(
    card: Card,
    at: Stage,
    order: tuple[int, ...],
    width: int,
    *,
    ascii: bool = False,
    titles: Mapping[str, str] = _NO_TITLES,
) -> tuple[Line, ...]:
    """What is asked: the front, and the question and options of a choice.

    Args:
        card: The card.
        at: Its Lab and drawn numbers.
        order: The options in the order shown, as indexes.
        width: Columns.
        ascii: Whether only ASCII characters may stand in it.
        titles: Titles of lessons by id, for references.
    """
    values = Values(at.lab, at.draw, titles)
    lines = set_prose(card.front, width, values, ascii=ascii)
    if card.choice is None:
        return lines
    asked = choice_lines(card.choice, order, width, values, ascii=ascii)
    return (*lines, (), *asked) if lines else asked


def card_back(
    card: Card,
    at: Stage,
    order: tuple[int, ...],
    width: int,
    *,
    ascii: bool = False,
    titles: Mapping[str, str] = _NO_TITLES,
) -> tuple[Line, ...]:
    """The answer and why: the back, the options that hold where there is none, and a number worked out.

    Raises:
        ExpressionError: If the answer has no value at this draw.
    """
    values = Values(at.lab, at.draw, titles)
    lines = set_prose(card.back, width, values, ascii=ascii)
    if not lines and card.choice is not None:
        shown = tuple(index for index in order if card.choice.options[index].true)
        lines = option_lines(card.choice, order, width, values, only=shown, ascii=ascii)
    if not lines and card.accepts:
        lines = set_inlines((Text(unmarked(card.accepts[0])),), width, values, ascii=ascii)
    if card.answer is None:
        return lines
    worked = worked_answer(card.answer, at.lab, at.draw, ascii=ascii, width=min(width, WIDTH))
    trace = tuple(((row, "math"),) for row in worked)
    return (*lines, (), *trace) if lines else trace
