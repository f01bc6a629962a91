"""What is found out about a table: which conventions it equals, or what went wrong in it."""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from petui.records import dataclass

Verdict: TypeAlias = Literal["match", "close", "bug", "unknown"]


class Rows(Protocol):
    """A table whose rows are read some at a time: an array, one mapped from a file, or what converts such a one."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and slots."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """What some of the rows come as."""

    @property
    def T(self) -> Rows:
        """Slots for rows."""

    def __len__(self) -> int:
        """How many rows there are."""

    def __getitem__(self, wanted: Any, /) -> Any:
        """Some of the rows, or cells of them, by what arrays take: a number, a slice, an array of row numbers."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What the owner of a table says about it; None is left to be found out.

    Attributes:
        convention: Its convention's name.
        start: The position of its first row.
        base: Base of its wavelengths' progression.
        dtype: Number format that it was rounded to; that of the array unless said.
        rtol: Relative tolerance instead of the one that fits dtype and positions.
        atol: Absolute tolerance likewise.
        resolution: Half a unit of the last decimal, of figures that were read from text; 0 for binary files.
    """

    convention: str | None = None
    start: int | None = None
    base: float = 10000.0
    dtype: str | None = None
    rtol: float | None = None
    atol: float | None = None
    resolution: float = 0.0


@dataclass(frozen=True, slots=True)
class Match:
    """A convention that a table equals, or nearly equals.

    Attributes:
        convention: Its name in petui.core.conventions.
        start: Position of the first row.
        base: Base of the wavelengths' progression.
        scale: What every value is multiplied by.
        max_error: Largest distance from the exact values.
        tolerance: What was allowed at the position of that distance.
    """

    convention: str
    start: int
    base: float
    scale: float
    max_error: float
    tolerance: float


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that explains how a table differs from what was expected.

    Attributes:
        bug: Its name, such as `doubled-exponent`.
        says: What went wrong, one or two sentences.
        mend: What to change, one line.
        first_difference: Row and column of the first cell that is off; None where no cell is.
        got: What stands there.
        expected: What should.
    """

    bug: str
    says: str
    mend: str
    first_difference: tuple[int, int] | None = None
    got: float | None = None
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class Meant:
    """What a table was held against, where it differs.

    Attributes:
        convention: Its name in petui.core.conventions.
        start: Position of the first row.
        step: 1, or -1 where the convention's rows descend.
    """

    convention: str
    start: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All that is found out.

    Attributes:
        shape: Rows and slots.
        verdict: "match", "close" (the right convention, less exact than its format allows), "bug" or "unknown".
        matches: The readings that fit, that of the declared base first.
        causes: What explains the difference, the likeliest first; empty for a match.
        remarks: What else the owner should know, a sentence each (such as: a batch of one was taken off).
        meant: What the causes lead to; None where nothing was expected.
    """

    shape: tuple[int, int]
    verdict: Verdict
    matches: tuple[Match, ...] = ()
    causes: tuple[Cause, ...] = ()
    remarks: tuple[str, ...] = ()
    meant: Meant | None = None
