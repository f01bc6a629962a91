"""Frames as Textual writes them, read into a grid of cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import compress
from operator import ne, or_
from typing import TypeAlias

from petui.tui.wire.cells import MOST_CODE_POINTS, graphemes, is_narrow, is_plain
from petui.tui.wire.pens import applied, blank_style

_CONTROLS = r"\x00-\x1f\x7f-\x9f"
# An escape sequence goes with the text behind it: one match for each run of a style.
_TOKEN = re.compile(
    rf"\x1b\[([0-9;:]*)([Hm])([^{_CONTROLS}]*)"
    rf"|([^{_CONTROLS}]+)"
    r"|([\r\n])"
    # The end of the text may cut a sequence in two: its rest comes with the next.
    r"|(\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x18\x1a\x1b\x9c]*\x1b?|[ -/]*)\Z)"
    r"|\x1b\[[0-?]*[ -/]*[@-~]?"
    r"|\x1b[\]PX^_][^\x07\x18\x1a\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]"
    r"|.",
    re.DOTALL,
)
# Of a sequence that is not ended yet, what tells its kind is kept; nothing else of it is needed.
_LONGEST_REST = 64
# Columns from the first of the two to before the second.
Span: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Row:
    """A row of cells.

    Attributes:
        chars: What each cell holds; "" is the right half of the cell before.
        styles: The SGR parameters of each cell, of a blank only what can be seen of them.
        odd: Whether there may be characters that do not take one column in every terminal.
    """

    chars: list[str]
    styles: list[str]
    odd: bool = field(default=False, compare=False)

    @classmethod
    def blank(cls, columns: int) -> Row:
        """A row as a terminal clears it."""
        return cls([" "] * columns, [""] * columns)

    def copy(self) -> Row:
        """The same cells."""
        return Row(self.chars[:], self.styles[:], self.odd)

    def differs(self, other: Row, spans: Iterable[Span]) -> list[int]:
        """The columns of some spans in which two rows of one width differ, rising."""
        found: list[int] = []
        for left, right in sorted(spans):
            left = max(left, found[-1] + 1) if found else left
            chars = map(ne, self.chars[left:right], other.chars[left:right])
            styles = map(ne, self.styles[left:right], other.styles[left:right])
            found += compress(range(left, right), map(or_, chars, styles))
        return found

    def fit(self, columns: int) -> None:
        """Cut or fill up to a width."""
        missing = columns - len(self.chars)
        if missing >= 0:
            self.chars += [" "] * missing
            self.styles += [""] * missing
            return
        if self.chars[columns] == "" and columns:
            self.chars[columns - 1] = " "
        del self.chars[columns:], self.styles[columns:]


class Canvas:
    """What Textual has drawn.

    Attributes:
        columns: Cells of a row.
        rows: The rows, from the top.
        touched: Where rows were drawn on, by their numbers.
        y: The cursor's row.
        x: The cursor's column.
    """

    def __init__(self, columns: int, rows: int) -> None:
        """An empty one."""
        self.columns = columns
        self.rows = [Row.blank(columns) for _ in range(rows)]
        self.touched: dict[int, list[Span]] = {}
        self.y = self.x = 0
        self._style = ""
        self._rest = ""

    def resize(self, columns: int, rows: int) -> None:
        """Keep the upper left part that both sizes share."""
        self.columns = columns
        del self.rows[rows:]
        for row in self.rows:
            row.fit(columns)
        self.rows += [Row.blank(columns) for _ in range(rows - len(self.rows))]

    def touch_all(self, rows: Iterable[int]) -> None:
        """Take rows as drawn on from end to end."""
        self.touched.update({y: [(0, self.columns)] for y in rows})

    def draw(self, text: str) -> None:
        """Draw a frame, or a part of one.

        Cursor addresses, colours and text are followed; every other control, complete, unknown or cut in two, is left
        out. There is no wrapping: what is written right of the last column or outside the rows is cut.
        """
        if self._rest:
            text, self._rest = self._rest + text, ""
        for parameters, kind, behind, plain, newline, rest in _TOKEN.findall(text):
            if kind == "m":
                self._style = applied(self._style, parameters)
            elif kind:
                self._address(parameters)
            elif newline:
                self.y, self.x = self.y + (newline == "\n"), 0
            elif rest:
                self._keep(rest)
            if behind or plain:
                self._put(behind or plain)

    def _keep(self, rest: str) -> None:
        """Remember the beginning of a sequence; a text that it carries is not needed."""
        if rest[1:2] in tuple("]PX^_"):
            rest = rest[:2] + "\x1b" * (len(rest) > 2 and rest[-1] == "\x1b")
        self._rest = rest if len(rest) <= _LONGEST_REST else rest[:2]

    def _address(self, parameters: str) -> None:
        """CUP: rows and columns are counted from 1, and absent ones are 1."""
        row, _, column = parameters.partition(";")
        self.y = _ordinal(row) - 1
        self.x = _ordinal(column) - 1

    def _put(self, text: str) -> None:
        """Write text without controls at the cursor."""
        plain = is_plain(text)
        if not plain and not is_narrow(text):
            self._put_graphemes(text)
            return
        start, end = self.x, self.x + len(text)
        self.x = end
        if start >= self.columns or self.y >= len(self.rows):
            return
        if end > self.columns:
            text, end = text[: self.columns - start], self.columns
        row, style = self.rows[self.y], self._style
        row.odd = row.odd or not plain
        chars = row.chars
        self._part(chars, start, end)
        chars[start:end] = text
        blank = blank_style[style]
        if blank == style or " " not in text:
            row.styles[start:end] = [style] * (end - start)
        elif not text.strip(" "):
            row.styles[start:end] = [blank] * (end - start)
        else:
            row.styles[start:end] = [blank if char == " " else style for char in text]
        self._touch(start, end)

    def _touch(self, start: int, end: int) -> None:
        """Remember where the cursor's row was drawn on."""
        spans = self.touched.setdefault(self.y, [])
        if spans and spans[-1][1] == start:
            start = spans.pop()[0]
        spans.append((start, end))

    def _part(self, chars: list[str], start: int, end: int) -> None:
        """A wide character of which one half is written over becomes blank."""
        if chars[start] == "" and start:
            chars[start - 1] = " "
            self._touch(start - 1, start)
        if end < self.columns and chars[end] == "":
            chars[end] = " "
            self._touch(end, end + 1)

    def _put_graphemes(self, text: str) -> None:
        """Write text that has wide, joined or combining characters."""
        for grapheme, width in graphemes(text):
            if self.y >= len(self.rows):
                return
            row = self.rows[self.y]
            row.odd = True
            if width:
                self._put_grapheme(row, grapheme, width)
            elif 0 < self.x <= self.columns:
                at = self.x - 1 if row.chars[self.x - 1] else self.x - 2
                row.chars[at] = (row.chars[at] + grapheme)[:MOST_CODE_POINTS]
                row.styles[at] = self._style
                self._touch(at, at + 1)

    def _put_grapheme(self, row: Row, grapheme: str, width: int) -> None:
        start, end = self.x, self.x + width
        self.x = end
        if start >= self.columns:
            return
        if end > self.columns:
            grapheme, end = " ", self.columns
        self._part(row.chars, start, end)
        style = blank_style[self._style] if grapheme == " " else self._style
        row.chars[start:end] = [grapheme, ""][: end - start]
        row.styles[start:end] = [style] * (end - start)
        self._touch(start, end)


def _ordinal(text: str) -> int:
    """A number of CUP: from 1, far beyond any screen at most."""
    return max(1, int(text[:6])) if text.isdecimal() else 1
