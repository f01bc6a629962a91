"""How many columns text takes on a terminal, and cutting it there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Run: TypeAlias = tuple[str, str]
Line: TypeAlias = tuple[Run, ...]


def cell_width(text: str) -> int:
    """Columns that a terminal gives to the text: 2 for wide signs, 0 for combining ones."""
    return len(text) if text.isascii() else sum(map(_sign_width, text))


@lru_cache(maxsize=4096)
def _sign_width(sign: str) -> int:
    if (unicodedata.category(sign) in ("Mn", "Me", "Mc", "Cf") and sign != "\xad") or "\u1160" <= sign <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def line_width(line: Line) -> int:
    """Columns of a styled line."""
    return sum(cell_width(text) for text, _ in line)


def split_at(text: str, width: int) -> tuple[str, str]:
    """The text that fits `width` columns, and the rest; marks stay with their letter, and no sign is halved."""
    used = 0
    for at, sign in enumerate(text):
        used += _sign_width(sign)
        if used > width:
            return text[:at], text[at:]
    return text, ""


def merged(runs: Iterable[Run]) -> Line:
    """The runs with neighbours of one style joined and empty ones left out."""
    line: list[Run] = []
    for text, style in runs:
        if line and line[-1][1] == style:
            line[-1] = (line[-1][0] + text, style)
        elif text:
            line.append((text, style))
    return tuple(line)


def clip(line: Line, width: int, mark: str = "…") -> Line:
    """The line cut to `width` columns; what is cut shows as `mark`, in the style where the cut is."""
    if line_width(line) <= width:
        return line
    mark = split_at(mark, max(width, 0))[0]
    room = width - cell_width(mark)
    kept: list[Run] = []
    for text, style in line:
        head, rest = split_at(text, room)
        kept.append((head, style))
        room -= cell_width(head)
        if rest:
            kept.append((mark, style))
            break
    return merged(kept)


def padded(line: Line, width: int, right: bool = False) -> Line:
    """The line filled with blanks up to `width` columns, on its left if `right`."""
    blank = (" " * max(0, width - line_width(line)), "")
    return merged((blank, *line) if right else (*line, blank))


def plain_text(lines: Iterable[Line]) -> str:
    """The text of styled lines without their styles."""
    return "\n".join("".join(text for text, _ in line) for line in lines)
