"""When a card is asked again: FSRS-6 by the `fsrs` package, in study days.

Only this file knows the package. It counts days of 24 hours; here a day is a study day, as each event holds it, so
that a learner who is a few minutes early every morning has still slept a night. Only differences of days are handed
over, never dates, so that no clock, zone or year can make it fail.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from math import exp, expm1, isfinite

from fsrs import Card, Rating, Scheduler, State

from petui.config import RETENTION
from petui.core.errors import ParameterError
from petui.lessons.model import OldSchedule
from petui.review.events import StartEvent
from petui.review.fuzz import fuzz_range, fuzzed
from petui.review.memory import Memory, Preview, Stage

MOST_DAYS = 36500
_LEAST_STABILITY = 0.001
_LEARNING = (timedelta(minutes=1), timedelta(minutes=10))
_RELEARNING = (timedelta(minutes=10),)
# What other programs' intervals without a retention aimed at.
_OLD_RETENTION = 0.9
_USUAL_EASE = 2.5
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_MOST_ELAPSED = 1_000_000
_MINUTE = 60_000
_RATINGS = {int(rating): rating for rating in Rating}
_STATES = {"new": State.Learning, "learning": State.Learning, "review": State.Review, "relearning": State.Relearning}
_STAGES: dict[State, Stage] = {
    State.Learning: "learning",
    State.Review: "review",
    State.Relearning: "relearning",
}


class Schedule:
    """FSRS for one desired retention; a pure function of what it is given."""

    def __init__(self, retention: float = 0.9, *, fuzz: bool = True) -> None:
        """A schedule.

        Args:
            retention: The part of the cards that shall still be known when they are due, 0.70 to 0.97.
            fuzz: Whether intervals are spread a little.

        Raises:
            ParameterError: If the retention is out of range.
        """
        least, most = RETENTION
        if not least <= retention <= most:
            raise ParameterError(
                f"a retention of {retention} cannot be aimed at",
                where="retention",
                mend=f"give {least:.2f} to {most:.2f}",
            )
        self.retention = float(retention)
        self._fuzz = fuzz
        self._scheduler = Scheduler(
            desired_retention=self.retention,
            learning_steps=_LEARNING,
            relearning_steps=_RELEARNING,
            maximum_interval=MOST_DAYS,
            enable_fuzzing=False,
        )

    def review(self, memory: Memory, rating: int, at: int, day: str, *, sure_and_wrong: bool = False) -> Memory:
        """The memory after a review.

        A moment or day before the last review counts as that of the last review. The interval of a card that is
        passed again is never shorter than the one before, whatever the fuzz.

        Args:
            memory: The card's, before.
            rating: 1 Again, 2 Hard, 3 Good, 4 Easy.
            at: When, UTC milliseconds.
            day: The study day, YYYY-MM-DD.
            sure_and_wrong: Whether the answer was sure and wrong: then the card comes back on the next study day at
                the latest, whatever is answered later on this one.

        Raises:
            ParameterError: If there is no such rating.
        """
        if rating not in _RATINGS:
            raise ParameterError(f"there is no rating {rating}", where="rating", mend="give 1, 2, 3 or 4")
        at, day = max(at, memory.last_at or 0), max(day, memory.last_day or "")
        now = _EPOCH + timedelta(days=_elapsed(memory, day))
        after, _ = self._scheduler.review_card(_fsrs_card(memory), _RATINGS[rating], now)
        refuted = day if sure_and_wrong else memory.refuted_day
        wait = after.due - now
        if after.state is State.Review:
            days = 1 if refuted == day else self._interval(memory, wait.days)
            due_at, due_day = None, _day_of(_ordinal(day) + days)
        else:
            due_at, due_day = at + wait // timedelta(milliseconds=1), day
        return Memory(
            card=memory.card,
            stage=_STAGES[after.state],
            step=after.step,
            stability=min(after.stability or 0.0, float(MOST_DAYS)),
            difficulty=after.difficulty,
            due_at=due_at,
            due_day=due_day,
            last_at=at,
            last_day=day,
            first_day=memory.first_day or day,
            reviews=memory.reviews + 1,
            lapses=memory.lapses + (rating == 1 and memory.stage == "review"),
            suspended=memory.suspended,
            refuted_day=refuted,
        )

    def previews(
        self, memory: Memory, at: int, day: str, *, sure_and_wrong: bool = False
    ) -> tuple[Preview, Preview, Preview, Preview]:
        """What Again, Hard, Good and Easy would lead to; the arguments are those of `review`."""
        again, hard, good, easy = (
            self._preview(self.review(memory, rating, at, day, sure_and_wrong=sure_and_wrong), rating, at, day)
            for rating in _RATINGS
        )
        return again, hard, good, easy

    def retrievability(self, memory: Memory, day: str) -> float:
        """The predicted probability of recall on a study day: (1 + F·days/S)^-0.1542; 0 for a new card."""
        if memory.is_new:
            return 0.0
        return float(
            self._scheduler.get_card_retrievability(_fsrs_card(memory), _EPOCH + timedelta(days=_elapsed(memory, day)))
        )

    def started(self, card: str, event: StartEvent) -> Memory:
        """The memory that another program's schedule amounts to; its days count until the event's at most."""
        last = min(event.last, event.stamp.day)
        return Memory(
            card=card,
            stage="review",
            stability=_within(event.stability, _LEAST_STABILITY, float(MOST_DAYS)),
            difficulty=_within(event.difficulty, 1.0, 10.0),
            due_day=max(event.due, last),
            last_day=last,
            first_day=last,
            reviews=event.reviews,
            lapses=event.lapses,
        )

    def start_of(self, card: str, old: OldSchedule, today: str) -> StartEvent:
        """The starting state that another program's schedule amounts to.

        FSRS's stability and difficulty are taken as they are; SM-2's interval and ease are turned into those under
        which FSRS, aiming at 90 %, would have given the same interval and growth.

        Args:
            card: The card's key.
            old: The other program's schedule.
            today: The study day now; the last review is not put later.

        Raises:
            ParameterError: If a number of the schedule is not finite, or its day none.
        """
        _check_old(old)
        if old.stability is not None and old.difficulty is not None:
            stability, difficulty = old.stability, old.difficulty
        else:
            ease = _USUAL_EASE if old.ease is None else old.ease / 100
            stability, difficulty = self.memory_from_sm2(ease, old.interval)
        interval = round(_within(old.interval, 0.0, float(MOST_DAYS)))
        return StartEvent(
            card=card,
            due=old.due,
            last=min(_day_of(_ordinal(old.due) - interval), today),
            stability=_within(stability, _LEAST_STABILITY, float(MOST_DAYS)),
            difficulty=_within(difficulty, 1.0, 10.0),
            reviews=max(old.reviews, 1),
            lapses=max(old.lapses, 0),
        )

    def memory_from_sm2(self, ease: float, interval: float, retention: float = _OLD_RETENTION) -> tuple[float, float]:
        """FSRS's stability (days) and difficulty (1 to 10) for SM-2's ease (2.5 to begin with) and interval (days).

        S = interval·F / (retention^(1/-w20) - 1) with F = 0.9^(1/-w20) - 1, and
        D = 11 - (ease - 1) / (e^w8 · S^-w9 · (e^((1 - retention)·w10) - 1)).
        """
        w = self._scheduler.parameters
        decay = -w[20]
        factor = 0.9 ** (1 / decay) - 1
        stability = max(interval, _LEAST_STABILITY) * factor / (retention ** (1 / decay) - 1)
        growth = exp(w[8]) * stability ** -w[9] * expm1((1 - retention) * w[10])
        return stability, _within(11.0 - (ease - 1.0) / growth, 1.0, 10.0)

    def _interval(self, memory: Memory, days: int) -> int:
        if not self._fuzz:
            return days
        spread = fuzzed(days, MOST_DAYS, memory.card, memory.reviews)
        if memory.stage != "review":
            return spread
        before = _ordinal(memory.due_day or "0001-01-01") - _ordinal(memory.last_day or "0001-01-01")
        return max(spread, min(before, fuzz_range(days, MOST_DAYS)[1]))

    def _preview(self, after: Memory, rating: int, at: int, day: str) -> Preview:
        if after.due_at is not None:
            return Preview(rating, max(1, round((after.due_at - at) / _MINUTE)), 0)
        return Preview(rating, 0, max(1, _ordinal(after.due_day or day) - _ordinal(day)))


def _fsrs_card(memory: Memory) -> Card:
    """The package's card, last reviewed at the epoch."""
    return Card(
        card_id=_number(memory.card),
        state=_STATES[memory.stage],
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_EPOCH,
        last_review=None if memory.is_new else _EPOCH,
    )


def _elapsed(memory: Memory, day: str) -> int:
    """Study days since the last review."""
    if memory.last_day is None:
        return 0
    return min(max(_ordinal(day) - _ordinal(memory.last_day), 0), _MOST_ELAPSED)


@lru_cache(maxsize=4096)
def _number(card: str) -> int:
    """The package wants numbers for names."""
    return int.from_bytes(blake2b(card.encode("utf-8", "surrogatepass"), digest_size=8).digest())


@lru_cache(maxsize=4096)
def _ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()


@lru_cache(maxsize=4096)
def _day_of(ordinal: int) -> str:
    """The day of a number, the first or last that a date can be where it is beyond."""
    return date.fromordinal(min(max(ordinal, date.min.toordinal()), date.max.toordinal())).isoformat()


def _within(number: float, least: float, most: float) -> float:
    return min(max(number, least), most)


def _check_old(old: OldSchedule) -> None:
    """Refuse a schedule with numbers that are not finite, or without a day."""
    try:
        _ordinal(old.due)
    except ValueError:
        raise _no_old("day", old.due) from None
    for name in ("interval", "ease", "stability", "difficulty"):
        value = getattr(old, name)
        if value is not None and not isfinite(value):
            raise _no_old(name, value)


def _no_old(name: str, value: object) -> ParameterError:
    return ParameterError(f"{value} is no {name} of a schedule", where="SR", mend="remove the schedule's comment")
