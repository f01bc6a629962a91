"""The block structure of a lesson file, from its source lines: fences, fields, and the runs of prose between them.

Markdown's own container rule closes an unclosed fence in silence and its inline rules eat parts of field values, so
both are read here, line by line, and only the prose goes through the Markdown parser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from petui.lessons.faults import FaultList, nearest, quoted
from petui.lessons.place import Place
from petui.lessons.schema import BLOCKS
from petui.lessons.verbatim import verbatim_lines
from petui.records import dataclass

MAX_FENCES = 8
_OPENER = re.compile(r" {0,3}(:{3,})[ \t]*\{([^{}]*)\}[ \t]*(.*)$")
_CLOSER = re.compile(r" {0,3}(:{3,})[ \t]*$")
FENCE_LIKE = re.compile(r"[ \t]*:{3,}(?:[ \t]*\{|[ \t]*$|[ \t]*[A-Za-z])")
_BRACED = re.compile(r"[ \t]*:{3,}[ \t]*\{")
_FIELD = re.compile(r" {0,3}:([A-Za-z][A-Za-z0-9_-]*):(?:[ \t]+(.*))?$")


@dataclass(frozen=True, slots=True)
class Field:
    """A `:name: value` line; `place` is the name's and `value_place` the value's."""

    name: str
    value: str
    place: Place
    value_place: Place


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive lines of prose.

    Attributes:
        lines: The lines.
        first: Line number of the first in the file.
        place: Where it begins.
        margin: How many columns of the file stand to the left of each line.
    """

    lines: tuple[str, ...]
    first: int
    place: Place
    margin: int = 0


@dataclass(frozen=True, slots=True)
class Fence:
    """A `:::{name} argument` block."""

    name: str
    argument: str
    place: Place
    argument_place: Place
    fields: tuple[Field, ...] = ()
    children: tuple[Node, ...] = ()


Node: TypeAlias = Run | Fence


@dataclass(slots=True)
class _Open:
    """A block whose closer has not been met."""

    colons: int
    name: str
    argument: str = ""
    place: Place = field(default_factory=lambda: Place(""))
    argument_place: Place = field(default_factory=lambda: Place(""))
    fields: tuple[Field, ...] = ()
    children: list[Node] = field(default_factory=list)

    def closed(self) -> Fence:
        return Fence(self.name, self.argument, self.place, self.argument_place, self.fields, tuple(self.children))


def read_fences(
    lines: Sequence[str], file: str, faults: FaultList, first_line: int = 1, top: str = "top"
) -> tuple[Node, ...]:
    """The blocks and prose of a file's lines (without front matter), in order.

    Args:
        lines: Source lines without their ends.
        file: How the file is shown.
        faults: Where E02 (unknown blocks) and E03 (fences and fields) go.
        first_line: Line number of the first of them.
        top: What the file itself is as a parent of blocks: "top", "deck" or "misconceptions".

    Returns:
        Top-level runs and fences; after a fault, the likeliest structure.
    """
    return _Scanner([line.rstrip() for line in lines], file, faults, first_line, top).scan()


class _Scanner:
    """One pass over the lines with the stack of open blocks."""

    def __init__(self, lines: Sequence[str], file: str, faults: FaultList, first_line: int, top: str) -> None:
        self._lines = lines
        self._file = file
        self._faults = faults
        self._first = first_line
        self._unclosed: dict[int, str] = {}
        self._verbatim = verbatim_lines(lines, self._unclosed.__setitem__)
        self._top = _Open(0, top)
        self._stack = [self._top]
        self._run: list[str] = []
        self._run_start = 0

    def scan(self) -> tuple[Node, ...]:
        row = 0
        while row < len(self._lines):
            row = self._take(row)
        self._end_run()
        while len(self._stack) > 1:
            self._close_unclosed()
        return tuple(self._top.children)

    def _take(self, row: int) -> int:
        line = self._lines[row]
        # Between the blocks of a deck other rules hold, see petui.lessons.obsidian.
        in_notes = self._top.name == "deck" and len(self._stack) == 1
        if row in self._unclosed and not in_notes:
            self._fault(row, f"{self._unclosed[row]} is not closed")
        if self._verbatim[row]:
            self._prose(row)
        elif opener := _OPENER.match(line):
            return self._open(row, opener)
        elif closer := _CLOSER.match(line):
            self._close(row, len(closer.group(1)))
        else:
            if (_BRACED if in_notes else FENCE_LIKE).match(line):
                self._fault(row, "this looks like a fence; a block opens with `:::{name}` at the start of its line")
            self._prose(row)
        return row + 1

    def _prose(self, row: int) -> None:
        if not self._run:
            self._run_start = row
        self._run.append(self._lines[row])

    def _end_run(self) -> None:
        if any(line.strip() for line in self._run):
            first = self._first + self._run_start
            self._stack[-1].children.append(Run(tuple(self._run), first, Place(self._file, first)))
        self._run = []

    def _open(self, row: int, match: re.Match[str]) -> int:
        self._end_run()
        colons, name = len(match.group(1)), match.group(2).strip()
        if name not in BLOCKS:
            message = f"there is no block {quoted(name)}; {nearest(name, BLOCKS)}"
            self._faults.add(self._place(row, match.start(2)), "E02", message)
        self._check_length(row, colons, name)
        if len(self._stack) > MAX_FENCES:
            self._fault(row, f"blocks are nested more than {MAX_FENCES} deep; close the outer ones first")
            self._prose(row)
            return row + 1
        opened = _Open(colons, name, match.group(3), self._place(row, match.start(1)), self._place(row, match.start(3)))
        self._stack.append(opened)
        opened.fields, after = self._fields(row + 1)
        return after

    def _check_length(self, row: int, colons: int, name: str) -> None:
        """A block inside another has the shorter fence; where it could not sit inside, the other one is unclosed."""
        while len(self._stack) > 1 and colons >= self._stack[-1].colons:
            outer = self._stack[-1]
            block = BLOCKS.get(name)
            fits_outside = block is not None and any(opened.name in block.parents for opened in self._stack[:-1])
            if block is None or outer.name in block.parents or not fits_outside:
                message = (
                    f"the fence of {quoted(name)} has {colons} colons and must be shorter than that of "
                    f"{quoted(outer.name)} around it (line {outer.place.line}); give the outer one more colons"
                )
                self._fault(row, message)
                return
            self._close_unclosed()

    def _close_unclosed(self) -> None:
        self._end_run()
        done = self._stack.pop()
        message = f"the block {quoted(done.name)} is not closed; end it with a line of {done.colons} colons"
        self._faults.add(done.place, "E03", message)
        self._stack[-1].children.append(done.closed())

    def _close(self, row: int, colons: int) -> None:
        lengths = [opened.colons for opened in self._stack[1:]]
        if not lengths:
            self._end_run()
            code = "W02" if self._top.name == "deck" else "E03"
            self._fault(row, "this fence closes nothing; delete it, or open a block above it", code)
            return
        if colons not in lengths:
            top = self._stack[-1]
            message = (
                f"this fence has {colons} colons, but the open block {quoted(top.name)} (line {top.place.line}) "
                f"has {top.colons}; make them equal"
            )
            self._fault(row, message)
            if colons < top.colons:
                return
            colons = top.colons
        while self._stack[-1].colons != colons:
            self._close_unclosed()
        self._end_run()
        done = self._stack.pop()
        self._stack[-1].children.append(done.closed())

    def _fields(self, row: int) -> tuple[tuple[Field, ...], int]:
        found = []
        while row < len(self._lines) and (match := _FIELD.match(self._lines[row])):
            value = match.group(2) or ""
            value_at = match.start(2) if match.group(2) is not None else match.end(1) + 1
            found.append(Field(match.group(1), value, self._place(row, match.start(1) - 1), self._place(row, value_at)))
            row += 1
        if found and row < len(self._lines) and self._lines[row].strip() and not _CLOSER.match(self._lines[row]):
            self._fault(row, "a blank line must follow the fields; put one here (a field is one line long)")
        return tuple(found), row

    def _fault(self, row: int, message: str, code: str = "E03") -> None:
        line = self._lines[row]
        self._faults.add(self._place(row, len(line) - len(line.lstrip())), code, message)

    def _place(self, row: int, offset: int) -> Place:
        return Place(self._file, self._first + row, offset + 1)
