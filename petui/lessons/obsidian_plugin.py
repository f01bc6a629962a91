"""What Obsidian's Spaced Repetition plugin reads in the same lines, so that every difference can be told.

This follows the plugin where petui does not: it knows no maths, links or tables, looks at the first separator only, and
its comments and code blocks may swallow what comes after them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from petui.lessons.obsidian_notes import BOTH_WAYS, ONE_WAY, Dialect, Form
from petui.lessons.obsidian_schedule import OPENER
from petui.lessons.obsidian_tags import leading_tag
from petui.records import dataclass

_CLOZE = re.compile(r"==(.+?)==")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_CURLY = re.compile(r"\{\{(.+?)\}\}")
_BLOCK_ID = re.compile(r"[ \n]\^[A-Za-z0-9-]+\Z")
_CALLOUT = "> [!sr|card-metadata]"
_OVERLAPPING = re.compile(r"[ash]+;;")
_NUMBERED = re.compile(r"(\d+);;")


@dataclass(frozen=True, slots=True)
class Found:
    """A card as the plugin would read it; `row` is that of its separator, or the first of a cloze.

    Attributes:
        form: How it is written.
        row: The row that shows what it is.
        first: Its first row.
        last: Its last row.
        both: Whether it is asked both ways.
        front: Its question, trimmed; empty for clozes.
        back: Its answer, trimmed; empty for clozes.
        count: How many siblings a cloze makes, 0 where that cannot be said.
    """

    form: Form
    row: int
    first: int
    last: int
    both: bool = False
    front: str = ""
    back: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Swallowed:
    """Rows `first` to `last` that the plugin takes for part of the comment or code in row `cause`."""

    cause: int
    first: int
    last: int
    what: str


@dataclass(frozen=True, slots=True)
class PluginReading:
    """The plugin's cards in order, and what it passes over."""

    found: tuple[Found, ...]
    swallowed: tuple[Swallowed, ...]


def plugin_reading(lines: Sequence[str], dialect: Dialect) -> PluginReading:
    """Read lines as the plugin does."""
    return _Reader(lines, dialect).read()


class _Reader:
    """The plugin's pass over the lines."""

    def __init__(self, lines: Sequence[str], dialect: Dialect) -> None:
        self._lines = lines
        self._dialect = dialect
        self._found: list[Found] = []
        self._swallowed: list[Swallowed] = []
        self._begin(0)
        self._closers = [row for row, line in enumerate(lines) if line.startswith(("```", "~~~"))]

    def _begin(self, row: int) -> None:
        self._text: list[str] = []
        self._first = row
        self._form: Form | None = None
        self._row = row
        self._both = False

    def read(self) -> PluginReading:
        row = 0
        while row < len(self._lines):
            row = self._take(row)
        self._end(len(self._lines) - 1)
        return PluginReading(tuple(self._found), tuple(self._swallowed))

    def _take(self, row: int) -> int:
        line, marker = self._lines[row], self._dialect.end_marker
        if line.startswith("<!--") and not line.startswith(OPENER):
            return self._comment(row)
        words = line.strip()
        if (not words and (not marker or self._form is None)) or (marker and words == marker):
            self._end(row - 1)
            self._begin(row + 1)
            return row + 1
        self._text.append(line.rstrip())
        if self._inline(row):
            return self._inline_card(row)
        if words in ("?", "??"):
            self._separate(row, words)
        elif line.startswith(("```", "~~~")):
            return self._code(row)
        elif self._form is None and self._answers(line):
            self._form, self._row = Form.CLOZE, self._first
        return row + 1

    def _comment(self, row: int) -> int:
        last = row + 1 if "-->" in self._lines[row] else len(self._lines) - 1
        self._swallowed.append(Swallowed(row, row + 1, last, "the comment that begins here"))
        return last + 1

    def _separate(self, row: int, words: str) -> None:
        if len(self._text) > 1 or len(self._text[0]) > 1:
            both = words == "??"
            if self._form is not Form.LINES or both != self._both:
                self._form, self._row, self._both = Form.LINES, row, both

    def _code(self, row: int) -> int:
        line = self._lines[row]
        sign = line[: len(line) - len(line.lstrip(line[0]))]
        last = len(self._lines)
        for at in range(bisect_right(self._closers, row), len(self._closers)):
            if self._lines[self._closers[at]].startswith(sign):
                last = self._closers[at]
                break
        self._text += [*self._lines[row + 1 : last], sign]
        self._swallowed.append(Swallowed(row, row, last, "the code that begins here"))
        return last + 1

    def _inline(self, row: int) -> bool:
        return any(_counts(self._lines[row], sign) for sign in (BOTH_WAYS, ONE_WAY))

    def _inline_card(self, row: int) -> int:
        line = self._lines[row]
        sign = BOTH_WAYS if _counts(line, BOTH_WAYS) else ONE_WAY
        text, last = self._with_schedule(row)
        front, _, back = _cleaned(text).partition(sign)
        self._found.append(Found(Form.INLINE, row, row, last, sign == BOTH_WAYS, front.strip(), back.strip()))
        self._begin(last + 1)
        return last + 1

    def _with_schedule(self, row: int) -> tuple[str, int]:
        lines = self._lines
        if row + 1 < len(lines) and lines[row + 1].startswith(OPENER):
            return f"{lines[row]}\n{lines[row + 1]}", row + 1
        last = row + 1
        if last < len(lines) and lines[last].startswith(_CALLOUT):
            while last + 1 < len(lines) and lines[last].startswith(">") and OPENER not in lines[last]:
                last += 1
            if OPENER in lines[last]:
                return "\n".join(lines[row : last + 1]), last
        return lines[row], row

    def _answers(self, line: str) -> list[str]:
        found: list[str] = _CLOZE.findall(line)
        if self._dialect.bold:
            found += _BOLD.findall(line)
        if self._dialect.curly:
            found += _CURLY.findall(line, 0, line.rfind("}}") + 2)
        return found

    def _end(self, last: int) -> None:
        if self._form is Form.LINES:
            lines = _cleaned("\n".join(self._text)).split("\n")
            sign = "??" if self._both else "?"
            at = next((at for at, line in enumerate(lines) if line.strip() == sign), len(lines))
            front, back = "\n".join(lines[:at]).strip(), "\n".join(lines[at + 1 :]).strip()
            self._found.append(Found(Form.LINES, self._row, self._first, last, self._both, front, back))
        elif self._form is Form.CLOZE:
            self._found.append(Found(Form.CLOZE, self._row, self._first, last, count=self._count(self._text)))

    def _count(self, lines: Sequence[str]) -> int:
        answers = [answer for line in lines for answer in self._answers(line)]
        if any(_OVERLAPPING.match(answer) for answer in answers):
            return 0
        numbers = [int(match.group(1)[:9]) for answer in answers if (match := _NUMBERED.match(answer))]
        return max(numbers) if numbers else len(answers)


def _counts(line: str, sign: str) -> bool:
    """Whether the first such sign is outside backticks, by the plugin's way of counting them."""
    at = line.find(sign)
    return at >= 0 and not (line.count("`", 0, at) % 2 and line.count("`", at) % 2)


def _cleaned(text: str) -> str:
    """The text without schedule, block id and the tag that it begins with."""
    if OPENER in text:
        rows = text.split("\n")
        for row, line in enumerate(rows):
            start, end = line.find(OPENER), line.rfind("-->")
            if 0 <= start < end:
                rows[row] = line[:start] + line[end + 3 :]
        text = "\n".join(rows).rstrip()
    text = _BLOCK_ID.sub("", text.rstrip())
    head, newline, rest = text.partition("\n")
    return head[leading_tag(head)[1] :] + newline + rest
