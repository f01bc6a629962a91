"""The options of a choice: the order in which they are shown, and reading which of them somebody means."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from petui.core.errors import AnswerError
from petui.lessons.model import Choice

# Rows, columns, options and steps are few; int() itself gives up beyond 4300 digits.
_MOST_DIGITS = 9


def option_order(choice: Choice, random: Random) -> tuple[int, ...]:
    """The order in which the options are shown, as indexes into `choice.options`."""
    order = list(range(len(choice.options)))
    if choice.shuffle:
        random.shuffle(order)
    return tuple(order)


def read_options(choice: Choice, order: Sequence[int], typed: str) -> frozenset[int]:
    """The options that somebody means, as indexes into `choice.options`.

    Args:
        choice: The choice.
        order: The order in which its options are shown.
        typed: Numbers from 1 or letters from a, separated by commas or blanks.

    Raises:
        AnswerError: If it names no option, or several where one is asked for.
    """
    words = typed.replace(",", " ").split()
    places = [_place(word) for word in words]
    if not words or not all(1 <= place <= len(order) for place in places):
        raise AnswerError(f"{typed.strip()[:40]!r} is not an option", mend=f"give a number from 1 to {len(order)}")
    if len(words) > 1 and not choice.multiple:
        raise AnswerError("only one option is asked for", mend=f"give one number from 1 to {len(order)}")
    return frozenset(order[place - 1] for place in places)


def _place(word: str) -> int:
    """The place that a number or letter names, from 1; 0 for none."""
    word = word.strip(".()")
    if is_count(word):
        return int(word)
    return ord(word.lower()) - ord("a") + 1 if len(word) == 1 and word.isascii() and word.isalpha() else 0


def is_count(word: str) -> bool:
    """Whether a word is a small whole number in plain digits."""
    return word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS
