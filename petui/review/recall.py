"""How much is recalled, against what was predicted just before each review."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from math import sqrt
from typing import Literal, TypeAlias

from petui.records import dataclass
from petui.review.events import Event, ReviewEvent, UndoEvent
from petui.review.memories import Memories
from petui.review.memory import Memory
from petui.review.schedule import Schedule

Verdict: TypeAlias = Literal["none", "few", "as expected", "more", "fewer"]

# Fewer reviews say little: 3 of 4 is no measure of 75 %.
FEW_REVIEWS = 30
MATURE_DAYS = 21
# Beyond this many standard deviations a difference is taken for more than chance.
_BY_CHANCE = 2.0


@dataclass(frozen=True, slots=True)
class Recall:
    """Reviews of cards that had waited at least a day.

    Attributes:
        reviews: How many.
        recalled: How many were rated better than Again.
        expected: How many recalls were predicted: the sum of the retrievabilities just before.
        spread: Standard deviation of that number if the predictions are right, √Σ p·(1 - p).
    """

    reviews: int = 0
    recalled: int = 0
    expected: float = 0.0
    spread: float = 0.0

    @property
    def measured(self) -> float | None:
        """Share that was recalled; None without reviews."""
        return self.recalled / self.reviews if self.reviews else None

    @property
    def predicted(self) -> float | None:
        """Mean retrievability just before; None without reviews."""
        return self.expected / self.reviews if self.reviews else None

    @property
    def verdict(self) -> Verdict:
        """How measured and predicted agree, as far as so many reviews can tell."""
        if not self.reviews:
            return "none"
        if self.reviews < FEW_REVIEWS:
            return "few"
        difference = self.recalled - self.expected
        if abs(difference) <= _BY_CHANCE * self.spread:
            return "as expected"
        return "more" if difference > 0 else "fewer"


@dataclass(frozen=True, slots=True)
class Retention:
    """What was recalled.

    Attributes:
        all: Every review that counts.
        young: Those after an interval of less than 21 days.
        mature: Those after 21 days or more.
    """

    all: Recall = Recall()
    young: Recall = Recall()
    mature: Recall = Recall()


class _Recorder(Schedule):
    """A schedule that keeps each memory as it was before its review."""

    def __init__(self, schedule: Schedule) -> None:
        super().__init__(schedule.retention)
        self._schedule = schedule
        self.seen: list[tuple[Memory, int, str]] = []

    def review(self, memory: Memory, rating: int, at: int, day: str, *, sure_and_wrong: bool = False) -> Memory:
        self.seen.append((memory, rating, day))
        return self._schedule.review(memory, rating, at, day, sure_and_wrong=sure_and_wrong)


def retention_of(events: Iterable[Event], schedule: Schedule) -> Retention:
    """Recalled against predicted, over the reviews of cards in review that had waited at least one study day.

    Reviews that were undone, and those of cram and mistakes, do not count.

    Args:
        events: The log's.
        schedule: Predicts, and gives the intervals.
    """
    kept = list(events)
    undone = {event.undoes for event in kept if isinstance(event, UndoEvent)}
    recorder = _Recorder(schedule)
    # Without what was undone each review is followed once, and in order.
    Memories.of_events((event for event in kept if not _is_gone(event, undone)), recorder)
    young: list[tuple[bool, float]] = []
    mature: list[tuple[bool, float]] = []
    for memory, rating, day in recorder.seen:
        if memory.stage == "review" and memory.last_day is not None and day > memory.last_day:
            outcome = rating > 1, schedule.retrievability(memory, day)
            (mature if _interval(memory) >= MATURE_DAYS else young).append(outcome)
    return Retention(_recall([*young, *mature]), _recall(young), _recall(mature))


def _is_gone(event: Event, undone: set[str]) -> bool:
    return isinstance(event, UndoEvent) or (isinstance(event, ReviewEvent) and event.stamp.id in undone)


def _interval(memory: Memory) -> int:
    """Study days between the last review and the day that the card was due."""
    due, last = memory.due_day or memory.last_day or "", memory.last_day or ""
    return (date.fromisoformat(due) - date.fromisoformat(last)).days


def _recall(outcomes: list[tuple[bool, float]]) -> Recall:
    chances = [chance for _, chance in outcomes]
    spread = sqrt(sum(chance * (1 - chance) for chance in chances))
    return Recall(len(outcomes), sum(recalled for recalled, _ in outcomes), sum(chances), spread)
