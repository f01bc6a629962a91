"""Positions as they are typed: `3`, `2.5`, `-2:3` (half open), `0,5,10`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite

from petui.core.errors import ParameterError

# Beyond 2^53 neighbouring whole numbers are one float64.
_LIMIT = 1 << 53
_MEND = "give a number, FIRST:END with END after FIRST, or several of them separated by commas"


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions in the order typed; ranges stay ranges, so that a billion of them cost nothing.

    Attributes:
        pieces: Ranges, and single numbers as sequences of one.
    """

    pieces: tuple[Sequence[int] | tuple[float], ...]

    @property
    def count(self) -> int:
        """How many positions there are."""
        return sum(len(piece) for piece in self.pieces)

    @property
    def widest(self) -> int:
        """The most characters that one of them takes."""
        return max(len(str(end)) for piece in self.pieces for end in (piece[0], piece[-1]))

    def blocks(self, size: int) -> Iterator[list[int | float]]:
        """The positions in lists of at most `size`."""
        each = (position for piece in self.pieces for position in piece)
        while block := list(islice(each, size)):
            yield block


def read_positions(text: str, *, where: str = "--pos") -> Positions:
    """Read positions.

    Args:
        text: What was typed; a minus sign may be U+2212.
        where: The option, for the error.

    Raises:
        ParameterError: If it cannot be read, a range is empty, or a position is beyond ±2^53.
    """
    plain = text.replace("\N{MINUS SIGN}", "-")
    return Positions(tuple(_piece(piece.strip(), where) for piece in plain.split(",")))


def read_position(text: str, *, where: str = "pos") -> int | float:
    """Read one position: whole where it is written so.

    Raises:
        ParameterError: If it is no number, not finite, or beyond ±2^53.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    number = _number(plain, "give a number such as 3, -2 or 2.5", where)
    return number


def _piece(text: str, where: str) -> Sequence[int] | tuple[float]:
    first, colon, end = text.partition(":")
    if not colon:
        return (_number(text, _MEND, where),)
    low, high = _number(first, _MEND, where), _number(end, _MEND, where)
    if not isinstance(low, int) or not isinstance(high, int):
        raise ParameterError(f"the range {text} has a fractional end", where=where, mend="give whole ends")
    if high <= low:
        raise ParameterError(f"the range {text} holds no position", where=where, mend=_MEND)
    return range(low, high)


def _number(text: str, mend: str, where: str) -> int | float:
    try:
        # Whole numbers of any length; a float would round them before they could be refused.
        number: int | float = int(text) if len(text) < 40 and _is_whole(text) else float(text)
    except ValueError:
        raise ParameterError(f"{text!r} is no position", where=where, mend=mend) from None
    if not isfinite(number):
        raise ParameterError(f"{text!r} is not finite", where=where, mend=mend)
    if abs(number) > _LIMIT:
        raise ParameterError(f"{text} is beyond 2^53", where=where, mend="float64 cannot tell such neighbours apart")
    return number


def _is_whole(text: str) -> bool:
    return text.strip().lstrip("+-").isdecimal()
