"""What the answer to a question depends on and its text does not say: on paper no panel shows the parameters."""

from __future__ import annotations

import re

from petui.core.errors import PetuiError
from petui.lessons.definitions import DEFINED, plain
from petui.lessons.expression import called_names, evaluate, named_value, used_names
from petui.lessons.functions import GRIDS
from petui.lessons.oneline import prose_line
from petui.lessons.prosemodel import Expression, Prose
from petui.lessons.roles import Values
from petui.lessons.staging import Stage
from petui.lessons.walk import inlines_in, roles_in

# Functions of the table: their values depend on its width and, but for the exponent, on its base.
_ON_WIDTH = (DEFINED | frozenset(GRIDS)) - {"attended", "embedding"}
_ON_BASE = _ON_WIDTH - {"exponent"}


def unsaid(answer: Expression, at: Stage, text: Prose) -> dict[str, float]:
    """Names and numbers that an answer needs and a text does not show, by themselves or in what is computed from them.

    Args:
        answer: The answer, or the call that gives a table.
        at: Where the numbers are from.
        text: What is read before the answer is given.

    Raises:
        ExpressionError: If a name in the answer stands for nothing.
    """
    shown = [one for role in roles_in(inlines_in(text)) for one in role.expressions]
    said = {name for one in shown for name in used_names(one.source)} | {"pi"}
    # Who is shown a frequency or a value need not work it out.
    hidden = () if any(called_names(one) & _ON_WIDTH for one in shown) else _hidden(answer, at)
    names = dict.fromkeys(name for name in (*used_names(answer.source), *hidden) if name not in said)
    numbers = {name: named_value(name, at.lab, at.draw, answer) for name in names}
    words = prose_line(text, Values(at.lab, at.draw))
    return {name: number for name, number in numbers.items() if not _is_spelt_out(name, plain(number), words)}


def _hidden(answer: Expression, at: Stage) -> tuple[str, ...]:
    """Parameters of the table that an answer depends on by the functions it calls; not those that change nothing."""
    calls = called_names(answer)
    others = {"d_model": 2 * at.lab.d_model, "base": 2 * at.lab.base}
    called = [name for name, functions in (("d_model", _ON_WIDTH), ("base", _ON_BASE)) if calls & functions]
    return tuple(name for name in called if calls & frozenset(GRIDS) or _changes(answer, at, name, others[name]))


def _changes(answer: Expression, at: Stage, name: str, other: float) -> bool:
    """Whether an answer is another one with another number of this name."""
    try:
        there = evaluate(answer, at.lab.changed(**{name: other}), at.draw)
    except PetuiError:
        return True
    return there != evaluate(answer, at.lab, at.draw)


def _is_spelt_out(name: str, number: str, words: str) -> bool:
    """Whether words that are no roles say it, as `8 slots` and `base 10000` do."""
    forms = {"d_model": rf"\b{number} slots\b|\bd = {number}\b", "base": rf"\bbase {number}\b"}
    return name in forms and re.search(forms[name], words) is not None
