"""Suspending cards and asking them again, by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing

from petui.core.errors import ContentError, PetuiError
from petui.lessons.collection import FiledCard
from petui.lessons.faults import nearest
from petui.locations import log_dir
from petui.plain.learner import remembered_under
from petui.review.events import SuspendEvent, UnsuspendEvent
from petui.review.log import ReviewLog
from petui.review.memory import Memory
from petui.review.renaming import Named, renaming_of

_SEE = "see `petui cards list`"


def turn_cards(
    courses: Sequence[Named], cards: Sequence[FiledCard], names: Iterable[str], *, suspend: bool
) -> tuple[str, ...]:
    """Suspend or unsuspend cards; says what became of each.

    Args:
        courses: All that are used.
        cards: Every card there is.
        names: Ids of cards, `course/id`, or `deck#id` as a search names them; a card whose deck is gone by `course/id`
            only, one that was renamed also by the `course/id` that it had.
        suspend: Whether they shall be suspended.

    Raises:
        ContentError: If there is no such card; nothing has changed then.
        PetuiError: If it cannot be saved.
    """
    renaming = renaming_of(courses)
    _, memories = remembered_under(renaming)
    keys = dict.fromkeys(_key(name, renaming.card(name), cards, memories.all) for name in names)
    with closing(ReviewLog(log_dir())) as log:
        return tuple(_turned(key, log, memories.of(key), suspend) for key in keys)


def _key(name: str, today: str, cards: Sequence[FiledCard], known: Mapping[str, Memory]) -> str:
    keys = [filed.key for filed in cards if name in _names_of(filed) or today == filed.key]
    if today in known:
        keys.append(today)
    if not keys:
        mend = nearest(name.rpartition("#")[2], [filed.card.id for filed in cards], _SEE)
        raise ContentError(f"there is no card {name!r}", where="cards", mend=mend)
    if len(set(keys)) > 1:
        raise ContentError(f"{name!r} is a card of several courses", where="cards", mend=f"give {' or '.join(keys)}")
    return keys[0]


def _names_of(filed: FiledCard) -> tuple[str, ...]:
    """What a card may be called by: its id, also behind its course or deck."""
    own = f"{filed.deck}#{filed.card.id}"
    return filed.card.id, filed.key, own, f"{filed.course}/{own}"


def _turned(key: str, log: ReviewLog, memory: Memory, suspend: bool) -> str:
    state = "suspended" if suspend else "not suspended"
    if memory.suspended is suspend:
        return f"{key} is {state} already" if suspend else f"{key} is {state}"
    if not log.append(SuspendEvent(card=key) if suspend else UnsuspendEvent(card=key)):
        raise PetuiError(f"{key} is as it was, as it cannot be saved: {log.problem}", where="cards")
    return f"{key} is suspended" if suspend else f"{key} will be asked again"
