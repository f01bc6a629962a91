"""Columns of text, the last of which is wrapped within its own columns where a width is given."""

from __future__ import annotations

import re
import shutil
import sys
from textwrap import wrap as wrap_words

from petui.lessons.cells import cell_width, plain_text
from petui.lessons.wrapping import Piece, wrap

# Narrower, the text stands below what is before it.
_LEAST = 24
_BELOW = 6
_COMMAND = re.compile(r"(`[^`]*`)")


def terminal_width() -> int | None:
    """Columns of the terminal that standard output is; None where it is a file or a pipe, whose lines are whole."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def hanging(head: str, text: str, width: int | None) -> list[str]:
    """A line of what stands before a text and the text, whose further lines begin where it began.

    Args:
        head: The columns before it, with their blanks.
        text: The text.
        width: Columns of a line; None for a single line of any length.
    """
    if width is None:
        return [f"{head}{text}".rstrip()]
    at = cell_width(head)
    if width - at >= _LEAST or at <= _BELOW:
        first, *others = wrapped(text, width - at) or [""]
        return [f"{head}{first}".rstrip(), *(f"{' ' * at}{line}" for line in others)]
    return [*_words(head, width), *(f"{' ' * _BELOW}{line}" for line in wrapped(text, width - _BELOW))]


def _words(head: str, width: int) -> list[str]:
    """What stands before a text, on lines of its own: names in it are never cut."""
    return wrap_words(" ".join(head.split()), width, break_long_words=False, break_on_hyphens=False)


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most `width` columns, none for blanks; a command breaks only where it fits on none."""
    pieces = [Piece(part, whole=bool(at % 2)) for at, part in enumerate(_COMMAND.split(text))]
    return plain_text(wrap(pieces, width)).split("\n") if text.strip() else []
