"""Which lines of an Obsidian note make cards: `a :: b`, `a ::: b`, a line `?` or `??`, paragraphs with clozes."""

from __future__ import annotations

import re
from dataclasses import field
from enum import Enum

from petui.lessons.obsidian_cloze import has_cloze
from petui.lessons.obsidian_schedule import OPENER
from petui.lessons.obsidian_spans import Shielded
from petui.lessons.obsidian_tags import is_tag_line
from petui.records import dataclass

ONE_WAY = "::"
BOTH_WAYS = ":::"
_SEPARATORS = {"?": False, "??": True}
_CALLOUT = re.compile(r"[ \t]*>[ \t]*\[!sr\|card-metadata\]", re.IGNORECASE)
# A Dataview or Logseq field: a name at the start of the line, `::` right behind it, then a value.
_FIELD = re.compile(r"[ \t]*(?:[-+*>][ \t]+)*[^\W\d][\w-]*::(?:[ \t]|$)")
# One letter or two make the shortest question, as in `Q:: A`.
_SHORTEST = re.compile(r"[ \t]*(?:[-+*>][ \t]+)*\w{1,2}::")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")


def is_callout(line: str) -> bool:
    """Whether a line opens the callout that may hold a schedule."""
    return _CALLOUT.match(line) is not None


class Form(Enum):
    """How a card is written."""

    INLINE = "in one line"
    LINES = "over several lines"
    CLOZE = "as a paragraph with clozes"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What Obsidian users may set for a vault.

    Attributes:
        end_marker: Line that ends a card of several lines; empty where an empty line does.
        bold: Whether `**…**` hides text.
        curly: Whether `{{…}}` hides text.
    """

    end_marker: str = ""
    bold: bool = False
    curly: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Lines that make one card or several siblings.

    Attributes:
        form: How it is written.
        first: Its first row.
        last: Its last row, those of its schedule included.
        both: Whether it is asked both ways.
        row: The row that shows what it is: the separator's, or the first of a cloze.
        start: Column where an inline separator begins.
        end: Column after it.
    """

    form: Form
    first: int
    last: int
    both: bool = False
    row: int = 0
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class Lines:
    """What was found in the lines of a note: its cards, and what an author should know (row, code, message)."""

    notes: list[Note] = field(default_factory=list)
    remarks: list[tuple[int, str, str]] = field(default_factory=list)


def read_lines(text: Shielded, dialect: Dialect, first_line: int = 1) -> Lines:
    """The notes in these lines, in order, and W02 and W03 remarks; `first_line` is how the first is counted."""
    return _LineReader(text, dialect, first_line).read()


def find_separator(line: str, bare: str) -> tuple[int, int, bool] | None:
    """The columns of the separator of an inline card, and whether it goes both ways.

    The first unprotected `:::` counts; without one, the first `::` with blanks around it, else the first `::`.
    """
    start = bare.find(BOTH_WAYS)
    if start >= 0:
        return start, start + len(BOTH_WAYS), True
    first = found = bare.find(ONE_WAY)
    while found >= 0:
        end = found + len(ONE_WAY)
        if line[:found].strip() and line[found - 1].isspace() and line[end : end + 1].isspace() and line[end:].strip():
            return found, end, False
        found = bare.find(ONE_WAY, end)
    return (first, first + len(ONE_WAY), False) if first >= 0 else None


class _LineReader:
    """One pass with the rows that wait for a separator, and the card whose answer goes on."""

    def __init__(self, text: Shielded, dialect: Dialect, first_line: int) -> None:
        self._text = text
        self._first_line = first_line
        self._dialect = dialect
        self._found = Lines()
        self._waiting: list[int] = []
        self._separator: int | None = None
        self._both = False
        # The card that the waiting lines come right after: its row, and whether it is one of several lines.
        self._after: tuple[int, bool] | None = None

    def read(self) -> Lines:
        row = 0
        while row < len(self._text.lines):
            row = self._take(row)
        self._end()
        for row, what in self._text.unclosed:
            self._remark(row, "W03", f"{what} is not closed; close it, or the text after it may be read otherwise")
        return self._found

    def _remark(self, row: int, code: str, message: str) -> None:
        self._found.remarks.append((row, code, message))

    def _take(self, row: int) -> int:
        line = self._text.lines[row]
        words = line.strip()
        if self._text.is_comment(row):
            self._comment(row)
        elif self._ends(row, words):
            self._end()
            if self._after and not self._after[1]:
                self._after = None
        elif not words:
            self._waiting += [row] if self._open else []
        elif words in _SEPARATORS and self._text.bare[row].strip() == words:
            self._separate(row, words)
        elif not self._open and (after := self._inline(row)):
            return after
        else:
            self._waiting.append(row)
        return row + 1

    def _ends(self, row: int, words: str) -> bool:
        """Whether a row ends what waits: an empty one, or the marker, without which an open card then goes on."""
        marker = self._dialect.end_marker
        if self._text.solid[row]:
            return False
        return words == marker if words else not (marker and self._open)

    @property
    def _open(self) -> bool:
        return self._separator is not None

    def _comment(self, row: int) -> None:
        """A row of comment belongs to a card if it is a schedule, and is passed over else."""
        if self._text.lines[row].lstrip().startswith(OPENER):
            if self._waiting:
                self._waiting.append(row)
            else:
                message = "this schedule stands below no card, so it is not read; put it right under its card"
                self._remark(row, "W03", message)

    def _separate(self, row: int, words: str) -> None:
        if not self._waiting:
            message = f"a line `{words}` without a question above it makes no card; write the question right above"
            self._remark(row, "W02", message)
            self._waiting.append(row)
            return
        if not self._open:
            self._separator, self._both = row, _SEPARATORS[words]
        else:
            self._second(row, words)
        self._waiting.append(row)

    def _second(self, row: int, words: str) -> None:
        first = self._separator or 0
        if _SEPARATORS[words] and not self._both:
            self._separator, self._both = row, True
        message = (
            f"a second separator in one card (the first is in line {self._first_line + first}); "
            "put an empty line before the next question"
        )
        self._remark(row, "W02", message)

    def _inline(self, row: int) -> int:
        """Take a one-line card with its schedule; the row to go on with, or 0 if it is none."""
        line, bare = self._text.lines[row], self._text.bare[row]
        if self._text.tables[row]:
            return 0
        found = find_separator(line, bare)
        if found is None:
            return 0
        start, end, both = found
        if not both and _FIELD.match(bare) and not _SHORTEST.match(bare) and bare.find(ONE_WAY) == start:
            message = "this looks like a field `key:: value` and makes no card; for a card put a blank before `::`"
            self._remark(row, "W02", message)
            return 0
        self._end(dropped=True)
        last = self._schedule_below(row)
        self._found.notes.append(Note(Form.INLINE, row, last, both, row, start, end))
        self._after = (row, False)
        return last + 1

    def _schedule_below(self, row: int) -> int:
        """The last row of the schedule right below a one-line card, else its own row."""
        lines = self._text.lines
        if row + 1 < len(lines) and lines[row + 1].startswith(OPENER):
            return row + 1
        last = row + 1
        if last < len(lines) and is_callout(lines[last]):
            while last + 1 < len(lines) and lines[last + 1].lstrip().startswith(">"):
                last += 1
                if OPENER in lines[last]:
                    return last
        return row

    def _end(self, *, dropped: bool = False) -> None:
        """End what waits: an open card, a paragraph with clozes, or text that is no card."""
        rows, separator = self._waiting, self._separator
        self._waiting, self._separator = [], None
        if not rows:
            return
        after, self._after = self._after, None
        if separator is not None:
            self._found.notes.append(Note(Form.LINES, rows[0], rows[-1], self._both, separator))
            self._after = None if self._dialect.end_marker else (separator, True)
        elif clozes := [row for row in rows if self._hides(row)]:
            if dropped:
                message = "this cloze is lost, as a one-line card follows in its paragraph; put an empty line between"
                self._remark(clozes[0], "W03", message)
            else:
                self._found.notes.append(Note(Form.CLOZE, rows[0], rows[-1], row=rows[0]))
        elif after is not None:
            self._orphan(rows[0], *after)

    def _hides(self, row: int) -> bool:
        text, dialect = self._text, self._dialect
        return has_cloze(text.lines[row], text.bare[row], bold=dialect.bold, curly=dialect.curly)

    def _orphan(self, row: int, card: int, lines: bool) -> None:
        """Text right after a card that belongs to none, unless a heading or a rule sets it off."""
        line = self._text.lines[row]
        if _HEADING.match(line) or _RULE.match(line) or is_tag_line(self._text, row):
            return
        where = f"the card of line {self._first_line + card}"
        why = f"the empty line above ends {where}" if lines else f"{where} ends with its line"
        message = f"this text belongs to no card, as {why}; join them if it is part of the answer"
        self._remark(row, "W03", message)
