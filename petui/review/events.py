"""What the log holds: one frozen object per event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from petui.records import dataclass
from petui.review.stamp import Stamp, stamp_now

EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEvent:
    """A step was reached, or one of its questions answered.

    Attributes:
        at_step: `course/lesson#step`.
        outcome: seen, right, wrong, predicted, skipped, hinted or done (the lesson is finished).
        lab: The Lab's fields, after an answer with those that the question drew.
        question: Id of the question, empty for the step itself.
        typed: What was typed.
        answer: The right number, where there is one.
        misconceptions: Ids of what a wrong number showed.
        seed: Seed of the draws.
        drawn: The numbers that the question was asked at, by name; it is opened again at those.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "step"
    at_step: str
    outcome: str
    lab: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    question: str = ""
    typed: str = ""
    answer: float | None = None
    misconceptions: tuple[str, ...] = ()
    seed: int | None = None
    drawn: Mapping[str, float] = field(default_factory=lambda: EMPTY)
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingEvent:
    """A setting that travels with the learner.

    Attributes:
        name: Its name.
        value: Its value.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "setting"
    name: str
    value: str
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewEvent:
    """A card was asked and the answer graded.

    Attributes:
        card: The card's key, `course/card`.
        rating: 1 Again, 2 Hard, 3 Good, 4 Easy.
        typed: What was typed.
        answer: The right number, where there is one.
        seed: Seed of the draws.
        drawn: Drawn values by name.
        ms: Milliseconds until the answer, where they were counted.
        confidence: "sure", "unsure", or empty where it was not given.
        misconceptions: Ids of what a wrong answer showed.
        mode: Empty; or "cram" or "mistakes", which never change a schedule.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "review"
    card: str
    rating: int
    typed: str = ""
    answer: float | None = None
    seed: int | None = None
    drawn: Mapping[str, float] = field(default_factory=lambda: EMPTY)
    ms: int | None = None
    confidence: str = ""
    misconceptions: tuple[str, ...] = ()
    mode: str = ""
    stamp: Stamp = field(default_factory=stamp_now)

    @property
    def sure_and_wrong(self) -> bool:
        """Whether the learner was sure of an answer that was missed or showed a misconception."""
        return self.confidence == "sure" and (self.rating == 1 or bool(self.misconceptions))


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamedReview(ReviewEvent):
    """A review of a card that has another key now; the log keeps it as it was.

    Attributes:
        logged_as: The key that the log has.
    """

    logged_as: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEvent:
    """A review never happened.

    Attributes:
        undoes: Id of the review's event.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "undo"
    undoes: str
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspendEvent:
    """A card is not to be asked any more.

    Attributes:
        card: The card's key.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "suspend"
    card: str
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsuspendEvent:
    """A suspended card is to be asked again.

    Attributes:
        card: The card's key.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "unsuspend"
    card: str
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartEvent:
    """Where another program left a card; it holds while no counted review stands before it.

    Attributes:
        card: The card's key.
        due: Study day it is due, YYYY-MM-DD.
        last: Study day of its last review, YYYY-MM-DD.
        stability: FSRS's stability in days, more than 0.
        difficulty: FSRS's difficulty, 1 to 10.
        reviews: How often it was reviewed there.
        lapses: How often it was forgotten there.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "start"
    card: str
    due: str
    last: str
    stability: float
    difficulty: float
    reviews: int = 0
    lapses: int = 0
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent:
    """An event of a kind or shape that this version does not know.

    Attributes:
        kind: Its kind.
        line: Its line, as it was found.
        stamp: When and where.
    """

    kind: str
    line: str
    stamp: Stamp


Event: TypeAlias = (
    StepEvent | SettingEvent | ReviewEvent | UndoEvent | SuspendEvent | UnsuspendEvent | StartEvent | UnknownEvent
)


def when(event: Event) -> tuple[int, str]:
    """What events are ordered by: (at, id)."""
    stamp = event.stamp
    return stamp.at, stamp.id
