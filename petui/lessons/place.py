"""Where something stands in a content file, and what is wrong there."""

from __future__ import annotations

from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a content file.

    Attributes:
        file: Path as it should be shown.
        line: Line, from 1.
        column: Column, from 1.
    """

    file: str
    line: int = 1
    column: int = 1

    def __lt__(self, other: Place) -> bool:
        """By file, line and column; what sorts needs no more."""
        return (self.file, self.line, self.column) < (other.file, other.line, other.column)

    def __str__(self) -> str:
        """`file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a content file.

    Attributes:
        place: Where.
        code: Its kind, `E01` …, see petui.lessons.schema.CODES.
        message: What is wrong and what to do.
    """

    place: Place
    code: str
    message: str

    def __lt__(self, other: Fault) -> bool:
        """By place, code and message."""
        return (self.place, self.code, self.message) < (other.place, other.code, other.message)

    @property
    def is_warning(self) -> bool:
        """Whether the file can be used as it is."""
        return self.code.startswith("W")

    def __str__(self) -> str:
        """`file:line:column: code message`."""
        return f"{self.place}: {self.code} {self.message}"
