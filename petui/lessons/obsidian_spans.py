"""What of an Obsidian note is code, maths, comment, link, address or table, where nothing parts cards.

One pass over the lines; closers are looked up in sorted lists, so that openers without an end cost no more than others.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from petui.records import dataclass

# Stands for a protected sign; the reader of files lets none through.
HIDDEN = "\0"
MAX_TICKS = 20
_PREFIX = re.compile(r"(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*")
_LIST_ITEM = re.compile(r"[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)")
_FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})(.*)$")
_TOKEN = re.compile(
    r"\\.|`+|<!--|%%|\$\$?|\[\[|\]\(|[\[(][^\W\d][\w -]{0,40}:: |[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s<>]*"
)
_DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CLOSERS = {"<!--": "-->", "%%": "%%", "[[": "]]", "](": ")", "$$": "$$"}


@dataclass(frozen=True, slots=True)
class Shielded:
    """Lines of a note and what of them is protected.

    Attributes:
        lines: The lines as they are.
        bare: The same with protected signs as HIDDEN; columns agree.
        solid: Rows inside a block of code, maths or comment, where an empty line ends nothing.
        tables: Rows of tables.
        comments: For each row the columns, start and end, of comments.
        unclosed: Rows where something opens that never ends, and what.
    """

    lines: tuple[str, ...]
    bare: tuple[str, ...]
    solid: tuple[bool, ...]
    tables: tuple[bool, ...]
    comments: tuple[tuple[tuple[int, int], ...], ...]
    unclosed: tuple[tuple[int, str], ...]

    def is_comment(self, row: int) -> bool:
        """Whether the row has nothing but comments."""
        line, at = self.lines[row], 0
        for start, end in self.comments[row]:
            if line[at:start].strip():
                return False
            at = end
        return bool(self.comments[row]) and not line[at:].strip()

    def uncommented(self, row: int, start: int = 0, end: int | None = None) -> str:
        """A part of a row with its comments as blanks."""
        line = self.lines[row]
        for first, last in self.comments[row]:
            line = line[:first] + " " * (last - first) + line[last:]
        return line[start:end]


def shield(lines: Sequence[str]) -> Shielded:
    """Find everything that is protected in these lines."""
    return _Shield(lines).done()


class _Shield:
    """The pass over the lines; `_row` and `_at` are where it stands."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = tuple(lines)
        self._bare = [list(line) for line in lines]
        self._solid = [False] * len(lines)
        self._comments: list[list[tuple[int, int]]] = [[] for _ in lines]
        self._unclosed: list[tuple[int, str]] = []
        self._ends = {
            closer: [row for row, line in enumerate(lines) if closer in line] for closer in ("-->", "%%", "$$")
        }
        self._blank_rows = [row for row, line in enumerate(lines) if not line.strip()]
        self._fence_ends = _fence_ends(lines)
        self._row = 0
        self._at = 0

    def done(self) -> Shielded:
        in_list = after_blank = False
        code = True
        while self._row < len(self._lines):
            line = self._lines[self._row]
            if self._at == 0:
                if not line.strip():
                    after_blank = True
                    self._row += 1
                    continue
                indented = line.startswith(("    ", "\t"))
                if _LIST_ITEM.match(line) and not (code and indented):
                    in_list = True
                elif not line[0].isspace():
                    in_list = False
                first = self._row == 0 or after_blank
                code = indented and not in_list and (first or code)
                after_blank = False
                if code:
                    self._hide(self._row, 0, len(line))
                    self._row += 1
                    continue
                if self._block(line):
                    continue
            self._inline()
        return Shielded(
            self._lines,
            tuple(map("".join, self._bare)),
            tuple(self._solid),
            _table_rows(self._lines),
            tuple(map(tuple, self._comments)),
            tuple(self._unclosed),
        )

    def _hide(self, row: int, start: int, end: int) -> None:
        self._bare[row][start:end] = HIDDEN * (end - start)

    def _hide_rows(self, last: int) -> None:
        for row in range(self._row, last + 1):
            self._hide(row, 0, len(self._lines[row]))
            self._solid[row] = True
        self._row, self._at = last + 1, 0

    def _block(self, line: str) -> bool:
        """Pass a block of code or display maths that begins in this row, if one does."""
        prefix = _PREFIX.match(line)
        start = prefix.end() if prefix else 0
        fence = _FENCE.match(line, start)
        if fence:
            self._code(fence.group(1), quote=">" in line[:start])
            return True
        if line.startswith("$$", start) and "$$" not in line[start + 2 :]:
            last = self._next("$$", self._row + 1)
            if last is not None and last < self._next_blank(self._row):
                self._hide_rows(last)
                return True
            self._unclosed.append((self._row, "the display maths that begins here with $$"))
        return False

    def _code(self, ticks: str, quote: bool) -> None:
        if quote:
            # A fence in a quotation ends with the quotation at the latest.
            last = self._row
            while last + 1 < len(self._lines) and self._lines[last + 1].lstrip().startswith(">"):
                last += 1
                if _ends_fence(self._lines[last].lstrip(" \t>"), ticks):
                    break
            self._hide_rows(last)
            return
        end = self._fence_end(ticks)
        if end is None:
            self._unclosed.append((self._row, f"the code that begins here with {ticks[:MAX_TICKS]}"))
            end = self._next_blank(self._row) - 1
        self._hide_rows(end)

    def _fence_end(self, ticks: str) -> int | None:
        found = []
        for length in range(min(len(ticks), MAX_TICKS), MAX_TICKS + 1):
            rows = self._fence_ends.get((ticks[0], length), [])
            at = bisect_left(rows, self._row + 1)
            found += rows[at : at + 1]
        return min(found, default=None)

    def _next(self, closer: str, row: int) -> int | None:
        rows = self._ends[closer]
        at = bisect_left(rows, row)
        return rows[at] if at < len(rows) else None

    def _next_blank(self, row: int) -> int:
        at = bisect_left(self._blank_rows, row)
        return self._blank_rows[at] if at < len(self._blank_rows) else len(self._lines)

    def _inline(self) -> None:
        """Protect within one row, from `_at`; a comment may lead into a later one."""
        line = self._lines[self._row]
        last = {closer: line.rfind(closer) for closer in _CLOSERS.values()}
        while token := _TOKEN.search(line, self._at):
            sign, start = token.group(), token.start()
            self._at = token.end()
            if sign in ("<!--", "%%"):
                if self._comment(sign, start, last[_CLOSERS[sign]]):
                    return
            elif sign[0] == "`":
                self._shut(start, _code_span(line, self._at, len(sign)))
            elif sign == "$":
                self._shut(start, _maths_end(line, start))
            elif sign in _CLOSERS:
                closer = _CLOSERS[sign]
                found = line.find(closer, self._at) if last[closer] >= self._at else -1
                self._shut(start, found + len(closer) if found >= 0 else None)
            elif sign[0] in "[(":
                found = line.find("]" if sign[0] == "[" else ")", self._at, self._at + 200)
                self._shut(start, found + 1 if found >= 0 else None)
            elif sign[0] != "\\":
                self._shut(start, self._at)
        self._row, self._at = self._row + 1, 0

    def _shut(self, start: int, end: int | None) -> None:
        if end is not None:
            self._hide(self._row, start, end)
            self._at = end

    def _comment(self, sign: str, start: int, last: int) -> bool:
        """Protect a comment; whether it went on into a later row, where the pass now stands."""
        line, closer = self._lines[self._row], _CLOSERS[sign]
        if last >= self._at:
            end = line.find(closer, self._at) + len(closer)
            self._comments[self._row].append((start, end))
            self._shut(start, end)
            return False
        # A %% that does not begin its line is a pair of percent signs unless it ends in that line.
        if sign == "%%" and line[:start].strip():
            return False
        row = self._next(closer, self._row + 1)
        if row is None:
            self._unclosed.append((self._row, f"the comment that begins here with {sign}"))
            return False
        end = self._lines[row].find(closer) + len(closer)
        for each in range(self._row, row + 1):
            first = start if each == self._row else 0
            until = end if each == row else len(self._lines[each])
            self._hide(each, first, until)
            self._comments[each].append((first, until))
            self._solid[each] = True
        self._row, self._at = row, end
        return True


def _fence_ends(lines: Sequence[str]) -> dict[tuple[str, int], list[int]]:
    """Rows that may end a code block, by their sign and length (MAX_TICKS stands for all longer ones)."""
    found: dict[tuple[str, int], list[int]] = {}
    for row, line in enumerate(lines):
        text = line.strip()
        if len(text) >= 3 and text[0] in "`~" and not text.strip(text[0]):
            found.setdefault((text[0], min(len(text), MAX_TICKS)), []).append(row)
    return found


def _ends_fence(text: str, ticks: str) -> bool:
    text = text.rstrip()
    return len(text) >= len(ticks) and not text.strip(ticks[0])


def _code_span(line: str, start: int, length: int) -> int | None:
    """Where a code span ends that was opened by so many backticks."""
    closer = re.compile(rf"(?<!`)`{{{length}}}(?!`)").search(line, start)
    return closer.end() if closer else None


def _maths_end(line: str, start: int) -> int | None:
    """Where inline maths ends, by the rules that prose is read with: no blank inside the dollars, no digit outside."""
    if line[start + 1 : start + 2].isspace() or (start and line[start - 1].isdigit()):
        return None
    end = line.find("$", start + 1)
    while end >= 0 and _is_escaped(line, end):
        end = line.find("$", end + 1)
    if end <= start + 1 or line[end - 1].isspace() or line[end + 1 : end + 2].isdigit():
        return None
    return end + 1


def _is_escaped(line: str, at: int) -> bool:
    return (at - len(line[:at].rstrip("\\"))) % 2 == 1


def _table_rows(lines: Sequence[str]) -> tuple[bool, ...]:
    """Rows that begin with `|` and have another, and those below a row of dashes and bars."""
    flags = [False] * len(lines)
    inside = False
    for row, line in enumerate(lines):
        text = line.lstrip(" \t>")
        inside = inside and "|" in text
        if "|" in text and "-" in text and _DELIMITER.match(text):
            inside = True
            flags[row - 1 if row else row] = True
        flags[row] = flags[row] or inside or (text.startswith("|") and "|" in text[1:])
    return tuple(flags)
