"""Where a sitting begins, and lessons by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from petui.core.errors import ContentError
from petui.lessons.faults import nearest
from petui.lessons.leftout import refusal
from petui.lessons.model import Lesson
from petui.lessons.place import Fault
from petui.lessons.shelf import Shelf
from petui.records import dataclass
from petui.review.journal import Journal

_SEE_LIST = "see `petui list`"


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a sitting begins.

    Attributes:
        lesson: Id of the lesson to open; None to resume.
        step: Id of its step to open; None for where the learner left off.
        settings: `(name, value)` pairs for the Lab, values as typed.
        restart: Whether to begin the lesson at its first step.
    """

    lesson: str | None = None
    step: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    restart: bool = False


def find_lesson(courses: Sequence[Shelf], lesson_id: str) -> tuple[Shelf, Lesson] | None:
    """A lesson by its id, `lesson` or `course/lesson`; None where there is none, or it has faults."""
    name = lesson_id.rpartition("/")[2]
    for course in _courses_for(courses, lesson_id):
        lesson = course.lesson(name)
        if lesson is not None:
            return course, lesson
    return None


def fault_of_lesson(courses: Sequence[Shelf], lesson_id: str) -> Fault | None:
    """Why `find_lesson` did not find a lesson that is there; None where there is no such lesson."""
    name = lesson_id.rpartition("/")[2]
    return next(filter(None, (course.fault_of(name) for course in _courses_for(courses, lesson_id))), None)


def _courses_for(courses: Sequence[Shelf], lesson_id: str) -> list[Shelf]:
    course_id = lesson_id.rpartition("/")[0]
    return [course for course in courses if course_id in ("", course.id)]


def first_lesson(courses: Sequence[Shelf], log: Journal, wanted: str | None) -> tuple[Shelf, Lesson, str]:
    """The lesson asked for, or the one where the learner left off, or else the first that can be read.

    Args:
        courses: Where to look.
        log: What was done before.
        wanted: The lesson asked for, `lesson` or `course/lesson`; None to go on.

    Returns:
        The lesson with its course, and why the one where the learner left off is not opened, if it is not.

    Raises:
        ContentError: If the lesson asked for is not there or has faults, or no lesson can be read.
    """
    if wanted is not None:
        found = find_lesson(courses, wanted)
        return (*found, "") if found else _refuse(courses, wanted)
    left = log.resume_point({course.id for course in courses})
    name = f"{left.course}/{left.lesson}" if left else ""
    found = find_lesson(courses, name) if name else None
    if found is not None:
        return *found, ""
    fault = fault_of_lesson(courses, name) if name else None
    says = f"{name} has faults now and is left out; see `petui lint`." if fault else ""
    for course in courses:
        lesson = course.first_lesson()
        if lesson is not None:
            return course, lesson, says
    faults = (course.fault_of(name) for course in courses for name in course.lesson_ids)
    where = str(next(filter(None, faults), "--content"))
    raise ContentError("no course can be read", where=where, mend="run `petui lint`")


def _refuse(courses: Sequence[Shelf], wanted: str) -> NoReturn:
    fault = fault_of_lesson(courses, wanted)
    if fault is not None:
        raise refusal(wanted, fault, "learn")
    # One that is listed and has no file is none to be meant.
    ids = [name for course in courses for name in course.lesson_ids if name != wanted.rpartition("/")[2]]
    mend = nearest(wanted.rpartition("/")[2], ids, _SEE_LIST)
    raise ContentError(f"there is no lesson {wanted!r}", where="learn", mend=mend)
