"""A choice as styled lines."""

from __future__ import annotations

from collections.abc import Sequence

from petui.lessons.cells import Line, merged
from petui.lessons.model import Choice
from petui.lessons.prosemodel import Text
from petui.lessons.roles import Values
from petui.lessons.typeset import set_inlines, set_prose

_INDENT = 4


def choice_lines(
    choice: Choice, order: Sequence[int], width: int, values: Values, *, ascii: bool = False
) -> tuple[Line, ...]:
    """A choice as it is asked: how many to choose, the question, and the options numbered from 1."""
    says = "Choose all that hold" if choice.multiple else "Choose"
    head = set_inlines((Text(says),), width, values, ascii=ascii, style="heading")
    body = set_prose(choice.body, width, values, ascii=ascii)
    return (*head, *body, *option_lines(choice, order, width, values, ascii=ascii))


def option_lines(
    choice: Choice,
    order: Sequence[int],
    width: int,
    values: Values,
    *,
    only: Sequence[int] | None = None,
    ascii: bool = False,
) -> tuple[Line, ...]:
    """The options numbered from 1 in the order shown; only some of them, under their numbers, where `only` is given."""
    lines: list[Line] = []
    for number, index in enumerate(order, 1):
        if only is not None and index not in only:
            continue
        mark: Line = ((f"{number:2}) ", "strong"),)
        text = set_prose(choice.options[index].text, width - _INDENT, values, ascii=ascii) or ((),)
        lines.append(merged((*mark, *text[0])))
        lines += [merged(((" " * _INDENT, ""), *line)) if line else () for line in text[1:]]
    return tuple(lines)
