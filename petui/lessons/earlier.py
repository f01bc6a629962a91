"""What was done in a lesson before it is opened again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from petui.lessons.model import Vary
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was done at the gates of a lesson in an earlier session, by their ids.

    Attributes:
        closed: Those that were answered.
        skipped: Those that were passed over.
        drawn: The numbers at which each was last asked; the one that was answered last comes last.
    """

    closed: Collection[str] = ()
    skipped: Collection[str] = ()
    drawn: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


NOTHING_EARLIER = Earlier()


def drawn_before(vary: Sequence[Vary], kept: Mapping[str, float]) -> dict[str, float] | None:
    """Values to be drawn as they were drawn before; None where they were not, or are drawn from others by now."""
    draw = {one.name: kept[one.name] for one in vary if kept.get(one.name) in one.values}
    return draw if len(draw) == len(vary) else None
