"""A sheet of cells that several layers of marks are laid on, one after the other."""

from __future__ import annotations

from petui.plot.canvas import Cells
from petui.plot.picture import Line, joined

_BRAILLE = range(0x2800, 0x2900)


def place_marks(*, ascii: bool) -> tuple[str, str]:
    """The marks of where the learner is, and of the place an offset further or at its mirror image."""
    return ("@", "O") if ascii else ("●", "○")


class Sheet:
    """Cells of one character and one style each; what lies outside is left out."""

    def __init__(self, width: int, height: int) -> None:
        """A blank sheet of `width` columns by `height` rows."""
        self.width = width
        self.height = height
        self._marks = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write a text over what is there."""
        if not 0 <= row < self.height:
            return
        for at, mark in enumerate(text, column):
            if 0 <= at < self.width:
                self._marks[row][at], self._styles[row][at] = mark, style

    def lay(self, cells: Cells, row: int, column: int, style: str) -> None:
        """Lay drawn cells on, their blanks let through; where braille meets braille the marks of both are seen."""
        for down, text in enumerate(cells, row):
            if not text.strip():
                continue
            for at, mark in enumerate(text, column):
                if mark != " ":
                    self.put(down, at, self._both(down, at, mark), style)

    def mark(self, row: int, column: int) -> str:
        """The character of a cell; a blank outside."""
        return self._marks[row][column] if 0 <= row < self.height and 0 <= column < self.width else " "

    def blank(self, row: int, column: int, count: int = 1) -> bool:
        """Whether so many cells from this one are all inside and blank."""
        inside = 0 <= row < self.height and column >= 0 and column + count <= self.width
        return inside and not "".join(self._marks[row][column : column + count]).strip()

    def fill(self, row: int, column: int, mark: str, style: str) -> None:
        """Write a mark where the cell is blank."""
        if self.blank(row, column):
            self.put(row, column, mark, style)

    def lines(self) -> tuple[Line, ...]:
        """The rows as lines."""
        return tuple(joined(zip(*row, strict=True)) for row in zip(self._marks, self._styles, strict=True))

    def _both(self, row: int, column: int, mark: str) -> str:
        under = ord(self.mark(row, column))
        return chr(under | ord(mark)) if under in _BRAILLE and ord(mark) in _BRAILLE else mark
