"""What follows from the log: where the learner left off, what is done, which settings hold.

Each answer depends on the events' (at, id) only, never on the order in which they come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from petui.records import dataclass
from petui.review.events import Event, SettingEvent, StepEvent, when

LessonState: TypeAlias = Literal["new", "started", "done"]
# Before the id of a question that is asked in a test-out: it is not the lesson's own.
TESTOUT = "testout:"
_ANSWERS = frozenset(("right", "wrong", "predicted", "skipped"))


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where the learner left off.

    Attributes:
        course: Id of the course.
        lesson: Id of the lesson.
        step: Id of the step.
        lab: The Lab's fields there.
    """

    course: str
    lesson: str
    step: str
    lab: Mapping[str, Any]


def resume_point(events: Iterable[Event], courses: Collection[str] | None = None) -> ResumePoint | None:
    """The last step that was shown; None in a log without one. Questions of a test-out are asked beside the steps.

    Args:
        events: The log.
        courses: Ids of the courses that count; None for all.
    """
    steps = (
        event
        for event in events
        if isinstance(event, StepEvent)
        and (address := _address(event.at_step))
        and (courses is None or address[0] in courses)
        and not event.question.startswith(TESTOUT)
    )
    last = max(steps, key=when, default=None)
    address = _address(last.at_step) if last else None
    return ResumePoint(*address, last.lab) if last and address else None


def lesson_state(events: Iterable[Event], course: str, lesson: str) -> LessonState:
    """How far a lesson is: new, started or done; once done it stays so."""
    return _state({event.outcome for event in _steps_of(events, course, lesson)})


def lesson_states(events: Iterable[Event], course: str) -> dict[str, LessonState]:
    """How far each lesson of a course is that was begun, by its id; those that are not there are new."""
    outcomes: dict[str, set[str]] = {}
    for event in events:
        address = _address(event.at_step) if isinstance(event, StepEvent) else None
        if isinstance(event, StepEvent) and address and address[0] == course:
            outcomes.setdefault(address[1], set()).add(event.outcome)
    return {lesson: _state(found) for lesson, found in outcomes.items()}


def _state(outcomes: set[str]) -> LessonState:
    if "done" in outcomes:
        return "done"
    return "started" if outcomes else "new"


def last_answers(events: Iterable[Event], course: str, lesson: str) -> dict[str, StepEvent]:
    """The last answer to each question of a lesson, right, wrong, predicted or skipped; the last of all comes last."""
    here = _steps_of(events, course, lesson)
    found: dict[str, StepEvent] = {}
    for event in sorted((event for event in here if event.question and event.outcome in _ANSWERS), key=when):
        found.pop(event.question, None)
        found[event.question] = event
    return found


def settings(events: Iterable[Event]) -> dict[str, str]:
    """The last value of each setting."""
    found = sorted((event for event in events if isinstance(event, SettingEvent)), key=when)
    return {event.name: event.value for event in found}


def _steps_of(events: Iterable[Event], course: str, lesson: str) -> Iterator[StepEvent]:
    start = f"{course}/{lesson}#"
    return (event for event in events if isinstance(event, StepEvent) and event.at_step.startswith(start))


def _address(at_step: str) -> tuple[str, str, str] | None:
    """Course, lesson and step of `course/lesson#step`."""
    path, _, step = at_step.partition("#")
    course, _, lesson = path.partition("/")
    return (course, lesson, step) if course and lesson and step else None
