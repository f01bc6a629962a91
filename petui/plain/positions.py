"""Positions as they are typed: `3`, `2.5`, `-2:3` (half open), `0,5,10`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice
from math import isfinite
from typing import Generic, TypeAlias, TypeVar

from petui.core.digits import checked_exact_position
from petui.core.errors import ParameterError
from petui.core.parameters import MAX_POSITION
from petui.records import dataclass

Fractional = TypeVar("Fractional", float, Decimal)

_MEND = "give a number, FIRST:END with END after FIRST, or several of them separated by commas"
_TOO_NEAR = "float64 cannot tell such neighbours apart, `petui table --digits 20` can"
# From here on float64 has no halves.
_MOST_HALVES = 1 << 52
# No position has so many characters or digits.
_LONGEST = 40


class FarPositionError(ParameterError):
    """A position that float64 cannot tell from its neighbours."""


@dataclass(frozen=True, slots=True)
class TypedPositions(Generic[Fractional]):
    """Positions in the order typed; ranges stay ranges, so that a billion of them cost nothing.

    Attributes:
        pieces: Ranges, and single numbers as sequences of one.
    """

    pieces: tuple[Sequence[int] | tuple[int | Fractional], ...]

    @property
    def count(self) -> int:
        """How many positions there are."""
        return sum(len(piece) for piece in self.pieces)

    @property
    def widest(self) -> int:
        """The most characters that one of them takes."""
        return max(len(str(end)) for piece in self.pieces for end in (piece[0], piece[-1]))

    def blocks(self, size: int) -> Iterator[list[int | Fractional]]:
        """The positions in lists of at most `size`."""
        each = (position for piece in self.pieces for position in piece)
        while block := list(islice(each, size)):
            yield block


Positions: TypeAlias = TypedPositions[float]
# What is not whole is the decimal that was typed.
ExactPositions: TypeAlias = TypedPositions[Decimal]


def read_positions(text: str) -> Positions:
    """Read positions.

    Args:
        text: What was typed; a minus sign may be U+2212.

    Raises:
        ParameterError: If it cannot be read, a range is empty, or a position is beyond ±2^53.
    """
    return TypedPositions(_pieces(text, _number))


def read_exact_positions(text: str) -> ExactPositions:
    """Read positions as the numbers that were typed, up to 2^63 - 1.

    Raises:
        ParameterError: If it cannot be read, a range is empty, or a position is beyond ±(2^63 - 1).
    """
    return TypedPositions(_pieces(text, _exact_number))


def read_position(text: str, *, where: str = "pos") -> int | float:
    """Read one position: whole where it is written so.

    Raises:
        ParameterError: If it is no number, not finite, or beyond ±2^53.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    number = _number(plain, "give a number such as 3, -2 or 2.5", where)
    return number


def _pieces(
    text: str, number: Callable[[str, str, str], int | Fractional]
) -> tuple[Sequence[int] | tuple[int | Fractional], ...]:
    plain = text.replace("\N{MINUS SIGN}", "-")
    return tuple(_piece(piece.strip(), number, "--pos") for piece in plain.split(","))


def _piece(
    text: str, number: Callable[[str, str, str], int | Fractional], where: str
) -> Sequence[int] | tuple[int | Fractional]:
    first, colon, end = text.partition(":")
    if not colon:
        return (number(text, _MEND, where),)
    low, high = number(first, _MEND, where), number(end, _MEND, where)
    if not isinstance(low, int) or not isinstance(high, int):
        raise ParameterError(f"the range {text} has a fractional end", where=where, mend="give whole ends")
    if high <= low:
        raise ParameterError(f"the range {text} holds no position", where=where, mend=_MEND)
    return range(low, high)


def _number(text: str, mend: str, where: str) -> int | float:
    whole = _whole(text)
    try:
        # Whole numbers of any length; a float would round them before they could be refused.
        number: int | float = float(text) if whole is None else whole
    except ValueError:
        raise ParameterError(f"{text!r} is no position", where=where, mend=mend) from None
    if not isfinite(number):
        raise ParameterError(f"{text!r} is not finite", where=where, mend=mend)
    if abs(number) > MAX_POSITION or (abs(number) == MAX_POSITION and abs(Decimal(text)) > MAX_POSITION):
        raise FarPositionError(f"{text} is beyond 2^53", where=where, mend=_TOO_NEAR)
    if isinstance(number, float) and abs(number) >= _MOST_HALVES and number != Decimal(text):
        raise FarPositionError(f"{text} is beyond 2^52 and not whole", where=where, mend=_TOO_NEAR)
    return number


def _exact_number(text: str, mend: str, where: str) -> int | Decimal:
    whole = _whole(text)
    try:
        number = Decimal(text) if whole is None else whole
    except (ValueError, InvalidOperation):
        raise ParameterError(f"{text!r} is no position", where=where, mend=mend) from None
    checked_exact_position(number, where=where)
    return number


def _whole(text: str) -> int | None:
    """The number of a text that is written as a whole one: 1000, 1_000 or 1e3; None of any other."""
    if "." in text or len(text) >= _LONGEST:
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    # Powers of ten take as much memory as they have digits.
    if not number.is_finite() or number.adjusted() >= _LONGEST or number != number.to_integral_value():
        return None
    return int(number)
