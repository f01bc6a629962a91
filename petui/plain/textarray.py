"""Tables written as lines of figures: commas, semicolons, tabs or blanks between them, with or without a header."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from io import TextIOWrapper
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import TableError
from petui.core.parameters import MAX_D_MODEL
from petui.plain.arrayform import text_encoding
from petui.plain.decimals import Printed
from petui.plain.faults import counted
from petui.records import dataclass

# float64 in memory: 128 MiB.
MOST_NUMBERS = 1 << 24
MOST_TEXT = 1 << 29
_LONGEST_LINE = 1 << 25
# Enough of a table to see how many digits it was printed with.
_LOOKED_AT = 1 << 18
_COMMENTS = ("#", "%", "//")
_POSITION_NAMES = {"position", "positions", "pos", "p", "t", "index", "row", "token", "slot", "", "unnamed: 0"}
_FREQUENCY_NAMES = {"ω", "omega"}
_AXES = {"x", "y", "z"}
_NAN = {"nan", "na", "n/a", "null", "none", "nil", "-nan", "+nan", "#n/a", "-"}
_WHOLE = re.compile(r"[+-]?\d+")
_BLANKS = re.compile(r"[ \t]+")


@dataclass(frozen=True, slots=True)
class Figures:
    """What was read of a text.

    Attributes:
        values: The figures; their axes are as written.
        resolution: Half a unit of the last printed digit of the coarsest; 0 where nothing was rounded off.
        remarks: What was skipped or taken for something, a sentence each.
        positions: What the text says the rows' positions are; None where it does not.
        looks_single: Whether there are as many digits as float32 has in its shortest form.
        base: The base that the text says it has.
        dtype: The number format that it says it was rounded to.
    """

    values: NDArray[np.float64]
    resolution: float
    remarks: tuple[str, ...] = ()
    positions: tuple[float, ...] | None = None
    looks_single: bool = False
    base: float | None = None
    dtype: str | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """The cells of a line.

    Attributes:
        number: The line's number, from 1.
        cells: Their texts, without blanks and quotes around them.
        starts: The column, from 1, that each begins at.
    """

    number: int
    cells: list[str]
    starts: list[int]

    def place(self, cell: int, where: str) -> str:
        return f"{where}:{self.number}:{self.starts[cell]}"


def read_figures(stream: BinaryIO, head: bytes, *, where: str) -> Figures:
    """The figures of a text of lines.

    Args:
        stream: The file, read from its beginning.
        head: Its first bytes.
        where: Its name, for errors.

    Raises:
        TableError: If a cell is no number, rows differ in length, there is no figure, or there are too many.
    """
    stream.seek(0)
    try:
        with TextIOWrapper(stream, encoding=text_encoding(head)) as text:
            return _Reader(where).read(_lines(text, where))
    except UnicodeDecodeError:
        raise TableError("is text with bytes that are no UTF-8", where=where, mend="save it as UTF-8") from None


def _lines(text: TextIOWrapper, where: str) -> Iterator[_Line]:
    """Every line with cells."""
    between: str | None = None
    number = 0
    while line := text.readline(_LONGEST_LINE):
        number += 1
        if len(line) == _LONGEST_LINE:
            raise TableError(f"a line has more than {_LONGEST_LINE} characters", where=f"{where}:{number}:1")
        bare = line.strip("\r\n")
        if not bare.strip() or bare.lstrip().startswith(_COMMENTS):
            continue
        between = _between(bare) if between is None else between
        if (bare.count(between) if between.strip() or between == "\t" else len(_BLANKS.findall(bare))) > MAX_D_MODEL:
            raise TableError(f"a row has more than {MAX_D_MODEL} cells", where=f"{where}:{number}:1")
        yield _split(bare, between, number)


def _between(line: str) -> str:
    """What stands between the cells: the first of semicolon, tab and comma that a line has, else blanks."""
    return next((each for each in (";", "\t", ",") if each in line), " ")


def _split(line: str, between: str, number: int) -> _Line:
    if between == " ":
        found = list(re.finditer(r"[^ ]+", line))
        return _Line(number, [each[0] for each in found], [each.start() + 1 for each in found])
    pieces = line.split(between)
    if len(pieces) > 1 and not pieces[-1].strip():
        # A separator at the line's end opens no further cell.
        pieces.pop()
    starts, at = [], 1
    for piece in pieces:
        starts.append(at + len(piece) - len(piece.lstrip()))
        at += len(piece) + len(between)
    cells = [piece.strip().strip("\"'").strip() for piece in pieces]
    if between != ",":
        cells = [cell.replace(",", ".") for cell in cells]
    return _Line(number, cells, starts)


def _of_a_grid(where: str) -> TableError:
    """What is said of petui's own text of grids, whose first column is of several numbers."""
    return TableError(
        "its rows are cells of a grid in the form for people", where=where, mend="write it by --format csv, json or npy"
    )


class _Reader:
    """Gathers rows of equal length."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.values = array("d")
        self.rows = 0
        self.width = 0
        self.printed = Printed()
        self.looked_at = 0
        self.header: _Line | None = None
        self.first: _Line | None = None
        self.is_first_column_whole = True
        self.has_words = False
        self.remarks: list[str] = []

    def read(self, lines: Iterator[_Line]) -> Figures:
        """All lines."""
        for line in lines:
            if self.rows == 0 and self.is_header(line):
                if line.cells[0] == "axis":
                    raise _of_a_grid(line.place(0, self.where))
                self.header = self.header or line
                continue
            self.add(line)
        if not self.rows:
            raise TableError("holds no row of numbers", where=self.where)
        return self.done()

    def is_header(self, line: _Line) -> bool:
        """Whether a line before any row is of names: its first cell is no number, or none of them is.

        Raises:
            TableError: If a first such line has numbers beside its names that do not count slots.
        """
        numbers = [_is_number(cell) for cell in line.cells]
        if self.header is not None:
            # petui's own text has three such lines: slots, functions and frequencies.
            is_own = self.header.cells[0] == "slot" and line.cells[0] in _FREQUENCY_NAMES
            return is_own or (self.header.cells[0] == "slot" and not any(numbers))
        if numbers[0] and any(numbers):
            return False
        self.check_names(line)
        return True

    def check_names(self, line: _Line) -> None:
        """Refuse a row of numbers whose first was mistyped; say which line was taken for names where it is doubtful."""
        numbers = [cell for cell in line.cells if _is_number(cell) and cell.lower() not in _NAN]
        if not numbers:
            return
        name = line.cells[0]
        if not _count_on(numbers):
            shown = name if len(name) <= 40 else name[:40] + "..."
            raise TableError(
                f"{shown!r} is no number, but others of this line are",
                where=line.place(0, self.where),
                mend="mend it, or leave out what is no row",
            )
        if name.lower() not in _POSITION_NAMES and not _coordinates(line.cells):
            self.remarks.append(f"Line {line.number}, which begins with {name[:40]!r}, was read as names.")

    def add(self, line: _Line) -> None:
        """Take in a row."""
        if self.rows == 0:
            self.first, self.width = line, len(line.cells)
        elif len(line.cells) != self.width:
            assert self.first is not None
            raise TableError(
                f"this row has {counted(len(line.cells), 'cell')}, line {self.first.number} has {self.width}",
                where=line.place(0, self.where),
            )
        if len(self.values) + self.width > MOST_NUMBERS:
            raise TableError(f"has more than {MOST_NUMBERS} numbers", where=self.where, mend="save it as .npy")
        self.values.extend(self.number(line, cell) for cell in range(self.width))
        self.rows += 1
        self.is_first_column_whole = self.is_first_column_whole and bool(_WHOLE.fullmatch(line.cells[0]))
        if self.looked_at < _LOOKED_AT and not self.printed.is_settled:
            # The first column may be one of positions, which are printed otherwise.
            self.printed.add(line.cells[1:] if self.width > 1 else line.cells)
            self.looked_at += self.width

    def number(self, line: _Line, cell: int) -> float:
        """The number of a cell."""
        text = line.cells[cell].replace("\N{MINUS SIGN}", "-")
        try:
            if "_" not in text:
                return float(text)
        except ValueError:
            pass
        if text.lower() in _NAN:
            self.has_words = True
            return float("nan")
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise TableError(f"{shown!r} is no number" if text else "an empty cell", where=line.place(cell, self.where))

    def done(self) -> Figures:
        """What was read."""
        values = np.frombuffer(self.values, dtype=np.float64).reshape(self.rows, self.width)
        remarks = self.remarks
        values = self.without_slot_numbers(values, remarks)
        positions = None
        names = [] if self.header is None else self.header.cells
        coordinates = _coordinates(names) if len(names) == self.width else 0
        if coordinates:
            values = values[:, coordinates:]
            remarks.append(f"The first columns, {', '.join(names[:coordinates])}, were read as coordinates.")
        elif self.has_position_column(values):
            positions = tuple(values[:, 0].tolist())
            values = values[:, 1:]
            remarks.append("The first column was read as positions.")
        if self.has_words:
            remarks.append("Words such as NA were read as nan.")
        largest = float(np.max(np.abs(values), where=np.isfinite(values), initial=0.0))
        resolution = self.printed.resolution(largest)
        return Figures(values, resolution, tuple(remarks), positions, self.printed.looks_single)

    def without_slot_numbers(self, values: NDArray[np.float64], remarks: list[str]) -> NDArray[np.float64]:
        """The rows without a first one of 0, 1, 2, 3 …, which is no row of an encoding."""
        assert self.first is not None
        cells = [str(slot) for slot in range(self.width)]
        if self.header is None and self.rows > 1 and self.width > 2 and self.first.cells == cells:
            remarks.append("The first line, 0, 1, 2 and so on, was read as the slots' numbers.")
            return values[1:]
        return values

    def has_position_column(self, values: NDArray[np.float64]) -> bool:
        """Whether the header names the first column so, or it counts rows that are no whole numbers."""
        if values.shape[1] < 2:
            return False
        if self.header is not None:
            return self.header.cells[0].lower() in _POSITION_NAMES and len(self.header.cells) == self.width
        first = values[:, 0]
        counts = self.is_first_column_whole and len(first) > 2 and bool(np.all(np.diff(first) == 1))
        return counts and self.printed.pointed


def _count_on(cells: list[str]) -> bool:
    """Whether they are whole numbers from 0 up, each one more than that before it."""
    if not all(_WHOLE.fullmatch(cell) and len(cell) < 10 for cell in cells):
        return False
    slots = [int(cell) for cell in cells]
    return slots[0] >= 0 and slots == list(range(slots[0], slots[0] + len(slots)))


def _coordinates(names: list[str]) -> int:
    """How many columns before those of the slots are coordinates of a cell or a point, as petui writes them."""
    count = next((place for place, name in enumerate(names) if name not in _AXES), len(names))
    return count if names[count : count + 1] == ["0"] else 0


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return cell.lower() in _NAN
    return True
