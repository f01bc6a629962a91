"""Where the log's ids meet the courses: events under ids that were renamed since count for today's.

The log itself is never rewritten; what follows from it is derived from its events as they are given here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from petui.lessons.model import CoursePart
from petui.records import dataclass
from petui.review.events import (
    Event,
    RenamedReview,
    ReviewEvent,
    StartEvent,
    StepEvent,
    SuspendEvent,
    UnsuspendEvent,
)
from petui.review.progress import TESTOUT

if TYPE_CHECKING:
    # Most courses have none.
    from petui.lessons.aliases import Aliases

_Any = TypeVar("_Any", bound=Event)


class Named(Protocol):
    """A course, as far as ids go."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def parts(self) -> tuple[CoursePart, ...]:
        """Its parts, with the ids of their lessons."""

    @property
    def aliases(self) -> tuple[tuple[str, str], ...]:
        """Old and new ids."""

    @property
    def formerly(self) -> tuple[str, ...]:
        """Ids that the course had before."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """Which of the log's ids are which of today's.

    Attributes:
        courses: Today's id of each course that had another one.
        aliases: What was renamed within courses, by their ids of today.
    """

    courses: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, Aliases] = field(default_factory=dict)

    def course(self, name: str) -> str:
        """Today's id of a course."""
        return self.courses.get(name, name)

    def card(self, key: str) -> str:
        """Today's key of a card, `course/card`."""
        course, _, card = key.partition("/")
        course = self.course(course)
        return f"{course}/{self.aliases[course].card(card) if course in self.aliases else card}"

    def of(self, event: _Any) -> _Any:
        """An event under today's ids; itself where none of it was renamed."""
        if isinstance(event, StepEvent):
            return self._step(event)  # type: ignore[return-value]
        if not isinstance(event, ReviewEvent | StartEvent | SuspendEvent | UnsuspendEvent):
            return event
        key = self.card(event.card)
        if isinstance(event, ReviewEvent):
            return self._review(event, key)  # type: ignore[return-value]
        return event if key == event.card else replace(event, card=key)

    def events(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Events under today's ids, in their order."""
        return tuple(map(self.of, events)) if self else tuple(events)

    def __bool__(self) -> bool:
        """Whether anything was renamed."""
        return bool(self.courses or self.aliases)

    def starts(self, course: str, lesson: str | None = None) -> tuple[str, ...]:
        """How addresses of steps may begin in the log that are in a course or lesson today, and perhaps of others."""
        courses = (course, *(old for old, new in self.courses.items() if new == course))
        if lesson is None:
            return tuple(f"{name}/" for name in courses)
        lessons = self.aliases[course].lessons_before(lesson) if course in self.aliases else (lesson,)
        return tuple(f"{name}/{each}#" for name in courses for each in lessons)

    def _review(self, event: ReviewEvent, key: str) -> ReviewEvent:
        mistakes = self.mistakes(event.misconceptions, key.partition("/")[0])
        if key != event.card:
            values = {each.name: getattr(event, each.name) for each in fields(ReviewEvent)}
            return RenamedReview(**values | {"card": key, "misconceptions": mistakes, "logged_as": event.card})
        return event if mistakes == event.misconceptions else replace(event, misconceptions=mistakes)

    def _step(self, event: StepEvent) -> StepEvent:
        at_step, question = self.step(event.at_step), event.question
        course, _, lesson = at_step.partition("#")[0].partition("/")
        _, slash, before = event.at_step.partition("#")[0].partition("/")
        known = self.aliases.get(course)
        if known and question and slash and "#" in at_step:
            test = TESTOUT if question.startswith(TESTOUT) else ""
            home, found = known.place(before, question.removeprefix(test))
            # A question is asked in the lesson of its step.
            question = f"{test}{found}" if home == lesson else question
        mistakes = self.mistakes(event.misconceptions, course)
        if (at_step, question, mistakes) == (event.at_step, event.question, event.misconceptions):
            return event
        return replace(event, at_step=at_step, question=question, misconceptions=mistakes)

    def step(self, at_step: str) -> str:
        """Today's address of a step, `COURSE/LESSON#STEP`; the same where nothing of it was renamed."""
        path, mark, step = at_step.partition("#")
        course, slash, lesson = path.partition("/")
        course = self.course(course)
        known = self.aliases.get(course)
        if known and mark and slash:
            lesson, step = known.place(lesson, step)
        return f"{course}{slash}{lesson}{mark}{step}"

    def mistakes(self, names: tuple[str, ...], course: str) -> tuple[str, ...]:
        """Today's ids of misconceptions in a course, by its id of today."""
        known = self.aliases.get(course)
        return tuple(map(known.mistake, names)) if known and names else names


NOTHING_RENAMED = Renaming()


def renaming_of(courses: Iterable[Named]) -> Renaming:
    """What was renamed in some courses.

    An id that a course had before is another course's where there is one of that id: its events stay its own. Of two
    courses that had one id before, it is the first one's.

    Args:
        courses: All that are used.
    """
    found = tuple(courses)
    if not any(course.aliases or course.formerly for course in found):
        return NOTHING_RENAMED
    from petui.lessons.aliases import aliases_of

    ids = {course.id for course in found}
    former: dict[str, str] = {}
    for course in found:
        for old in course.formerly:
            if old not in ids:
                former.setdefault(old, course.id)
    renamed = {
        course.id: aliases_of(course.aliases, {name for part in course.parts for name in part.lessons})
        for course in found
        if course.aliases
    }
    return Renaming(former, renamed)
