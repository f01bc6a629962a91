"""What the learner remembers of each card, derived from the log's events.

Whatever the order in which events are taken, the same memories follow as from all of them in the order of (at, id).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from petui.review.events import (
    Event,
    RenamedReview,
    ReviewEvent,
    StartEvent,
    SuspendEvent,
    UndoEvent,
    UnsuspendEvent,
    when,
)
from petui.review.memory import Memory

if TYPE_CHECKING:
    # The package behind it is first needed when memories are.
    from petui.review.schedule import Schedule

_Told: TypeAlias = ReviewEvent | StartEvent
_Moment: TypeAlias = tuple[int, str]
_TAKEN = (ReviewEvent, UndoEvent, SuspendEvent, UnsuspendEvent, StartEvent)


@dataclass(slots=True)
class _History:
    """One card's events that schedules follow from, in order, and what follows.

    Attributes:
        memory: What follows.
        events: Reviews, undone ones too, and starts.
        scheduled: Whether a review counted for the schedule.
        turned: When it was last suspended or unsuspended.
    """

    memory: Memory
    events: list[_Told] = field(default_factory=list)
    scheduled: bool = False
    turned: _Moment = (-1, "")


class Memories:
    """The memory of every card; grows by events, and forgets what is undone."""

    def __init__(self, schedule: Schedule) -> None:
        """Nothing yet.

        Args:
            schedule: Turns reviews into due days.
        """
        self.schedule = schedule
        self._taken: set[str] = set()
        self._undone: set[str] = set()
        self._reviews: dict[str, ReviewEvent] = {}
        self._histories: dict[str, _History] = {}
        self._all: dict[str, Memory] = {}
        self._counted: tuple[ReviewEvent, ...] | None = ()

    @classmethod
    def of_events(cls, events: Iterable[Event], schedule: Schedule) -> Memories:
        """The memories that follow from events, in whatever order they come."""
        memories = cls(schedule)
        for event in sorted((event for event in events if isinstance(event, _TAKEN)), key=when):
            memories.take(event)
        return memories

    @property
    def all(self) -> Mapping[str, Memory]:
        """The memory of each card that has one, by key; a view that changes along."""
        return MappingProxyType(self._all)

    @property
    def reviews(self) -> tuple[ReviewEvent, ...]:
        """The reviews that are not undone, in order, those of cram and mistakes too."""
        if self._counted is None:
            counted = (event for name, event in self._reviews.items() if name not in self._undone)
            self._counted = tuple(sorted(counted, key=when))
        return self._counted

    def of(self, key: str) -> Memory:
        """A card's memory; a new one where nothing is known."""
        return self._all.get(key) or Memory(key)

    def take(self, event: Event) -> None:
        """Take one more event; quick for one that is newer than all before, and right for any.

        An event of an id that was taken before, or of a kind that says nothing about cards, does nothing.
        """
        if not isinstance(event, _TAKEN) or event.stamp.id in self._taken:
            return
        self._taken.add(event.stamp.id)
        if isinstance(event, UndoEvent):
            self._undo(event.undoes)
        elif isinstance(event, SuspendEvent | UnsuspendEvent):
            self._turn(event)
        else:
            self._tell(event)

    def _tell(self, event: _Told) -> None:
        history = self._history(event.card)
        if isinstance(event, ReviewEvent):
            self._reviews[event.stamp.id] = event
            self._counted = None
        if not history.events or when(history.events[-1]) < when(event):
            history.events.append(event)
            self._follow(history, event)
            self._keep(history)
        else:
            insort(history.events, event, key=when)
            self._replay(history)

    def _undo(self, name: str) -> None:
        if name in self._undone:
            return
        self._undone.add(name)
        review = self._reviews.get(name)
        if review is not None:
            self._counted = None
            self._replay(self._histories[review.card])

    def _turn(self, event: SuspendEvent | UnsuspendEvent) -> None:
        history = self._history(event.card)
        if history.turned < when(event):
            history.turned = when(event)
            history.memory = replace(history.memory, suspended=isinstance(event, SuspendEvent))
            self._keep(history)

    def _replay(self, history: _History) -> None:
        before = history.memory
        history.memory, history.scheduled = Memory(before.card, suspended=before.suspended), False
        for event in history.events:
            self._follow(history, event)
        self._keep(history)

    def _follow(self, history: _History, event: _Told) -> None:
        """The next event in order; a start only counts before all reviews, a review only if it is of no mode."""
        memory = history.memory
        if isinstance(event, StartEvent):
            if not history.scheduled:
                started = self.schedule.started(memory.card, event)
                history.memory = replace(started, suspended=memory.suspended)
        elif self._counts(event) and not event.mode:
            history.scheduled = True
            stamp = event.stamp
            # The fuzz goes by the card's key: the day that a learner was told must not move with a new one.
            known = replace(memory, card=event.logged_as) if isinstance(event, RenamedReview) else memory
            after = self.schedule.review(known, event.rating, stamp.at, stamp.day, sure_and_wrong=event.sure_and_wrong)
            history.memory = after if known is memory else replace(after, card=memory.card)

    def _counts(self, event: ReviewEvent) -> bool:
        return event.stamp.id not in self._undone

    def _history(self, key: str) -> _History:
        history = self._histories.get(key)
        if history is None:
            history = self._histories[key] = _History(Memory(key))
        return history

    def _keep(self, history: _History) -> None:
        """A card about which nothing is known any more is not listed."""
        memory = history.memory
        if memory.is_new and not memory.suspended:
            self._all.pop(memory.card, None)
        else:
            self._all[memory.card] = memory
