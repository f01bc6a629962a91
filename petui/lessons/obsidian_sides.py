"""The sides of Obsidian cards: their Markdown as written, and as prose with the places of its signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from petui.lessons.faults import FaultList
from petui.lessons.fences import Run
from petui.lessons.place import Place
from petui.lessons.prose import read_inlines, read_prose
from petui.lessons.prosemodel import Items, Paragraph, Prose, Quote, Text
from petui.records import dataclass

# Of a note's prose these cost a sign or its look, and the card is good without it; the others it cannot be asked with.
_HARMLESS = ("E02", "E03", "E11")
# A line without markup, which most sides are, need not go through the Markdown parser.
_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ ,.;:?!()'\"/%=+-]){0,1000}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A row of a card's text, or a part of it.

    Attributes:
        row: Its row.
        column: Column of the file, from 0, where it begins.
        line: As it is written.
        plain: The same with comments as blanks.
        bare: The same with protected signs hidden.
        dropped: Whether it is no part of the text, as a row of comment is not.
    """

    row: int
    column: int
    line: str
    plain: str
    bare: str
    dropped: bool = False

    def cut(self, start: int, end: int) -> Piece:
        """The piece without these columns of its own."""
        column = self.column + end if start == 0 else self.column
        line, plain, bare = (text[:start] + text[end:] for text in (self.line, self.plain, self.bare))
        return replace(self, column=column, line=line, plain=plain, bare=bare)

    def part(self, start: int, end: int | None = None) -> Piece:
        """The columns of the piece from `start` to `end`."""
        line, plain, bare = (text[start:end] for text in (self.line, self.plain, self.bare))
        return replace(self, column=self.column + start, line=line, plain=plain, bare=bare)

    def without(self) -> Piece:
        """The piece as one that is no part of the text."""
        return replace(self, dropped=True)


def source_of(pieces: Sequence[Piece]) -> str:
    """The Markdown of these rows, trimmed."""
    return "\n".join(piece.line.rstrip() for piece in pieces if not piece.dropped).strip()


def prose_of(pieces: Sequence[Piece], file: str, first_line: int, faults: FaultList) -> Prose:
    """The prose of these rows; what only looks otherwise than meant is W03.

    Args:
        pieces: Rows in order.
        file: How the file is shown.
        first_line: How row 0 is counted.
        faults: Where faults go.
    """
    rows = [piece for piece in pieces if not piece.dropped and piece.plain.strip()]
    if not rows:
        return ()
    first, last = rows[0].row, rows[-1].row
    lines = [""] * (last - first + 1)
    for piece in rows:
        lines[piece.row - first] = piece.plain.rstrip()
    margin = 0
    if len(lines) == 1:
        margin = rows[0].column + len(lines[0]) - len(lines[0].lstrip())
        lines[0] = lines[0].lstrip()
    place = Place(file, first_line + first, margin + 1)
    if len(lines) == 1 and _PLAIN.fullmatch(lines[0]):
        return (Paragraph((Text(lines[0]),), place),)
    found = FaultList()
    prose = read_prose(Run(tuple(lines), place.line, place, margin), found)
    if len(lines) == 1 and all(map(_is_blank, prose)):
        # A lone `-`, `5.` or `---` is an answer and no list or rule.
        found = FaultList()
        inlines = read_inlines(lines[0], place, found)
        prose = (Paragraph(inlines, place),) if inlines else ()
    for fault in found.sorted():
        faults.add(fault.place, "W03" if fault.code in _HARMLESS else fault.code, fault.message)
    return prose


def _is_blank(block: object) -> bool:
    """Whether a block shows nothing."""
    if isinstance(block, Items):
        return all(_is_blank(inner) for item in block.items for inner in item)
    if isinstance(block, Quote):
        return all(map(_is_blank, block.blocks))
    return isinstance(block, Paragraph) and not block.inlines
