"""The courses that ship, read once for all tests of a process: it takes a second, and they cannot change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from petui.lessons.course import load_course
from petui.lessons.finding import builtin_content, find_courses
from petui.lessons.model import Course
from petui.lessons.place import Fault


@cache
def read_shipped(root: Path) -> tuple[Course | None, tuple[Fault, ...]]:
    """One of them, with its faults."""
    return load_course(root)


@cache
def shipped_courses() -> tuple[Course, ...]:
    """All of them, which have no fault."""
    read = [read_shipped(path) for path in find_courses([builtin_content()])]
    assert read and not any(faults for _, faults in read)
    return tuple(course for course, _ in read if course is not None)


def shipped_course() -> Course:
    """The course about positional encodings."""
    (course,) = (each for each in shipped_courses() if each.id == "positional-encodings")
    return course
