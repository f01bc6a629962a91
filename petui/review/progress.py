"""What follows from the log: where the learner left off, what is done, which settings hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from petui.review.events import Event, SettingEvent, StepEvent


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


def resume_point(events: Iterable[Event]) -> ResumePoint | None:
    """The last step that was shown, by (at, id); None in a log without one."""
    last = max(_steps(events), key=_when, default=None)
    if last is None:
        return None
    lesson, _, step = last.at_step.partition("#")
    course, _, name = lesson.rpartition("/")
    return ResumePoint(course, name, step, last.lab)


def lesson_state(events: Iterable[Event], course: str, lesson: str) -> str:
    """new, started or done."""
    outcomes = {event.outcome for event in _steps(events) if event.at_step.startswith(f"{course}/{lesson}#")}
    if "done" in outcomes:
        return "done"
    return "started" if outcomes else "new"


def done_questions(events: Iterable[Event], course: str, lesson: str) -> dict[str, str]:
    """The last outcome of each question of a lesson, hints aside."""
    here = [event for event in _steps(events) if event.at_step.startswith(f"{course}/{lesson}#")]
    answers = sorted((event for event in here if event.question and event.outcome != "hinted"), key=_when)
    return {event.question: event.outcome for event in answers}


def settings(events: Iterable[Event]) -> dict[str, str]:
    """The last value of each setting."""
    found = sorted((event for event in events if isinstance(event, SettingEvent)), key=_when)
    return {event.name: event.value for event in found}


def _steps(events: Iterable[Event]) -> Iterator[StepEvent]:
    return (event for event in events if isinstance(event, StepEvent))


def _when(event: Event) -> tuple[int, str]:
    """Events of this sitting that are not yet stamped come last."""
    return (event.stamp.at, event.stamp.id) if event.stamp else (1 << 62, "")
