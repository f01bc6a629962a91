"""Filling lines with words, values and formulas that are not torn apart."""

from __future__ import annotations

import re
from collections.abc import Iterable

from petui.lessons.cells import Line, Run, cell_width, line_width, merged, split_at
from petui.records import dataclass

_SPACES = re.compile(r"([ \t\n\r\f\v]+)")
_BLANKS = str.maketrans("\t\n\r\f\v", "     ")


@dataclass(frozen=True, slots=True)
class Piece:
    """Styled text; `whole` text stays on one line where it fits on any."""

    text: str
    style: str = ""
    whole: bool = False


def wrap(pieces: Iterable[Piece], width: int) -> tuple[Line, ...]:
    """Lines of at most `width` columns; white space where lines break is dropped, elsewhere it is one blank."""
    width = max(width, 1)
    lines: list[list[Run]] = []
    used = 0
    for space, word in _words(pieces):
        size = line_width(tuple(word))
        if lines and used + (space is not None) + size <= width:
            if space is not None:
                lines[-1].append((" ", space))
                used += 1
            lines[-1].extend(word)
            used += size
            continue
        for part in _parts(word, width):
            lines.append(part)
            used = line_width(tuple(part))
    return tuple(merged(line) for line in lines)


def _words(pieces: Iterable[Piece]) -> Iterable[tuple[str | None, list[Run]]]:
    """Runs without a break between them, each with the style of the blank before it (None where there is none)."""
    word: list[Run] = []
    gap: str | None = None
    for piece in pieces:
        if piece.whole:
            if piece.text:
                word.append((piece.text.translate(_BLANKS), piece.style))
            continue
        for at, text in enumerate(_SPACES.split(piece.text)):
            if at % 2:
                if word:
                    yield gap, word
                    gap, word = piece.style, []
                elif gap is None:
                    gap = piece.style
            elif text:
                word.append((text, piece.style))
    if word:
        yield gap, word


def _parts(word: list[Run], width: int) -> list[list[Run]]:
    """A word in parts of at most `width` columns, broken at blanks inside it before elsewhere."""
    if line_width(tuple(word)) <= width:
        return [word]
    parts: list[list[Run]] = [[]]
    room = width
    for text, style in word:
        while text:
            head, rest = _cut(text, room)
            if not head and room == width:
                # A wide sign in a single column.
                head, rest = "?", text[1:]
            if head:
                parts[-1].append((head, style))
                room -= cell_width(head)
            text = rest
            if text:
                parts.append([])
                room = width
    return [part for part in parts if part]


def _cut(text: str, room: int) -> tuple[str, str]:
    head, rest = split_at(text, room)
    if not rest:
        return head, rest
    if rest.startswith(" "):
        return head, rest.lstrip(" ")
    blank = head.rfind(" ")
    return (head[:blank].rstrip(" "), text[blank + 1 :]) if blank > 0 else (head, rest)
