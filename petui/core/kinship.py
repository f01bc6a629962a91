"""Which conventions give the same numbers."""

from __future__ import annotations

from petui.core.conventiongrid import Convention
from petui.core.sequences import CONVENTIONS
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Kin:
    """The other conventions whose even widths have the same row at the same position, before any training.

    Attributes:
        same: Those that agree in everything.
        even: Those that treat odd or narrow widths otherwise.
        moved: Those whose tables also begin elsewhere, run another way or have a row of padding.
    """

    same: tuple[str, ...] = ()
    even: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()


def kin_of(convention: Convention) -> Kin:
    """The conventions that give the same numbers, by how far the likeness goes."""
    kin = [each for each in CONVENTIONS.values() if each != convention and _waves(each) == _waves(convention)]
    moved = [each for each in kin if _rows(each) != _rows(convention)]
    same = [each for each in kin if each not in moved and _widths(each) == _widths(convention)]
    even = [each for each in kin if each not in moved and each not in same]
    return Kin(*(tuple(each.name for each in some) for some in (same, even, moved)))


def _waves(convention: Convention) -> tuple[object, ...]:
    return convention.layout, convention.divisor, convention.scale, convention.factor, convention.base


def _rows(convention: Convention) -> tuple[object, ...]:
    return convention.start, convention.order, convention.padding


def _widths(convention: Convention) -> tuple[object, ...]:
    return convention.odd, convention.least
