"""What is known about one card's place in a learner's memory, and what a rating would make of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from petui.records import dataclass

Stage: TypeAlias = Literal["new", "learning", "review", "relearning"]

LEECH_LAPSES = 8
_DAYS_A_MONTH, _DAYS_A_YEAR = 365.25 / 12, 365.25


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known about one card's place in a learner's memory.

    Attributes:
        card: The card's key, `course/card`.
        stage: new, learning (its first minutes), review (days apart) or relearning (minutes after a lapse).
        step: Which of the steps within a day comes next; None in review.
        stability: Days until recall falls to 90 %; None while new.
        difficulty: 1 to 10; None while new.
        due_at: UTC milliseconds when a step within a day is due; None in review.
        due_day: Study day it is due; None while new.
        last_at: UTC milliseconds of the last review; None if it was never reviewed here.
        last_day: Study day of the last review.
        first_day: Study day of the first review.
        reviews: How often it was reviewed.
        lapses: How often it was forgotten in review.
        suspended: Whether it is not to be asked.
        refuted_day: The last study day on which it was answered surely and wrongly.
    """

    card: str
    stage: Stage = "new"
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    due_at: int | None = None
    due_day: str | None = None
    last_at: int | None = None
    last_day: str | None = None
    first_day: str | None = None
    reviews: int = 0
    lapses: int = 0
    suspended: bool = False
    refuted_day: str | None = None

    @property
    def is_new(self) -> bool:
        """Whether it was never reviewed, here or in another program."""
        return self.stage == "new"

    @property
    def is_leech(self) -> bool:
        """Whether it was forgotten so often that its wording is to blame."""
        return self.lapses >= LEECH_LAPSES


@dataclass(frozen=True, slots=True)
class Preview:
    """What a rating would lead to.

    Attributes:
        rating: 1 Again, 2 Hard, 3 Good, 4 Easy.
        minutes: Minutes until it is asked again on the same study day; 0 if it is later.
        days: Study days until it is asked again; 0 for the same day.
    """

    rating: int
    minutes: int
    days: int

    @property
    def text(self) -> str:
        """As in `10 min`, `3 d`, `2.1 months` or `1.3 years`."""
        if self.days == 0:
            return f"{self.minutes} min"
        if self.days < _DAYS_A_MONTH:
            return f"{self.days} d"
        if self.days < 365:
            return f"{self.days / _DAYS_A_MONTH:.1f} months"
        return f"{self.days / _DAYS_A_YEAR:.1f} years"


def is_due(memory: Memory, at: int, day: str) -> bool:
    """Whether a card is to be asked again: never a new one or a suspended one.

    Args:
        memory: The card's.
        at: Now, UTC milliseconds.
        day: The study day now, YYYY-MM-DD.
    """
    if memory.suspended or memory.due_day is None:
        return False
    if memory.due_at is None:
        return memory.due_day <= day
    return memory.due_at <= at or memory.due_day < day
