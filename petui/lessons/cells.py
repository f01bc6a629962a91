"""How many columns text takes on a terminal, and cutting it there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Run: TypeAlias = tuple[str, str]
Line: TypeAlias = tuple[Run, ...]

# Invisible to software, but shown: the soft hyphen, and Arabic, Syriac and Kaithi signs that stand over numbers.
_SHOWN_FORMATS = frozenset("\xad\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
# The vowels and last consonants of a Hangul syllable that is written letter by letter.
_JOINING_LETTERS = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
_WIDE_TO_COME = (
    ("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\U0001f6d0", "\U0001f6df"), ("\U0001fa70", "\U0001faff"),
    ("\U00020000", "\U0003fffd"),
)  # fmt: skip
# Wide since Unicode 16. Where two terminals differ, two columns are the safe ones: the sign then covers nothing.
_WIDE_SINCE_16 = frozenset(
    chr(code)
    for first, last in ((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356), (0x1D360, 0x1D376))
    for code in range(first, last + 1)
)


def cell_width(text: str) -> int:
    """Columns that a terminal gives to the text: 2 for wide signs, 0 for combining ones."""
    return len(text) if text.isascii() else sum(map(_sign_width, text))


@lru_cache(maxsize=4096)
def _sign_width(sign: str) -> int:
    """Columns of a sign, the same ones as Textual gives it, whatever Unicode this Python knows."""
    category = unicodedata.category(sign)
    if category in ("Mn", "Me", "Mc", "Cf"):
        return 1 if sign in _SHOWN_FORMATS else 0
    if any(first <= sign <= last for first, last in _JOINING_LETTERS):
        return 0
    if category == "Cn":
        # What this Python does not know yet is an emoji, or a character of the planes that are all wide.
        return 2 if any(first <= sign <= last for first, last in _WIDE_TO_COME) else 1
    return 2 if sign in _WIDE_SINCE_16 or unicodedata.east_asian_width(sign) in "WF" else 1


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


def cut_mark(*, ascii: bool) -> str:
    """What stands for what is cut."""
    return "~" if ascii else "…"


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


def ending(text: str, width: int, mark: str = "…") -> str:
    """The end of a text that is wider than `width` columns, behind a mark; the end of a path says most."""
    if cell_width(text) <= width:
        return text
    room = max(0, width - cell_width(mark))
    at = len(text)
    while at and cell_width(text[at - 1 :]) <= room:
        at -= 1
    return split_at(mark + text[at:], max(0, width))[0]


def padded(line: Line, width: int, right: bool = False) -> Line:
    """The line filled with blanks up to `width` columns, on its left if `right`."""
    blank = (" " * max(0, width - line_width(line)), "")
    return merged((blank, *line) if right else (*line, blank))


def plain_text(lines: Iterable[Line]) -> str:
    """The text of styled lines without their styles."""
    return "\n".join("".join(text for text, _ in line) for line in lines)
