"""Where another program left off, as the beginning of cards that were never asked here."""

from __future__ import annotations

from collections.abc import Iterable

from petui.core.errors import PetuiError
from petui.lessons.model import Card
from petui.review.events import Event, ReviewEvent, StartEvent, SuspendEvent, UnsuspendEvent
from petui.review.schedule import Schedule

_OF_CARDS = (ReviewEvent, StartEvent, SuspendEvent, UnsuspendEvent)


def starts(
    course: str, cards: Iterable[Card], events: Iterable[Event], schedule: Schedule, today: str
) -> tuple[tuple[StartEvent, ...], tuple[tuple[Card, PetuiError], ...]]:
    """The starting states of cards that have an old schedule and no event yet, and those that make no sense.

    Args:
        course: Id of their course.
        cards: The cards.
        events: The log's.
        schedule: Turns old schedules into new ones.
        today: The study day now, YYYY-MM-DD.
    """
    known = {event.card for event in events if isinstance(event, _OF_CARDS)}
    found, refused = [], []
    for card in cards:
        key = f"{course}/{card.id}"
        if card.old is not None and key not in known:
            try:
                found.append(schedule.start_of(key, card.old, today))
            except PetuiError as error:
                refused.append((card, error))
    return tuple(found), tuple(refused)
