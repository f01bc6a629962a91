"""The courses that commands speak of: those of `--content`, then the site's and the user's, then the built-in ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.finding import builtin_content, find_courses
from petui.lessons.model import Course
from petui.lessons.place import Fault
from petui.lessons.readings import Readings
from petui.lessons.shelf import Shelf, open_shelf
from petui.locations import content_roots, readings_dir
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Library:
    """What was found.

    Attributes:
        courses: Courses with what of them can be used; of two with one id the first.
        faults: What was left out, and why.
    """

    courses: tuple[Course, ...]
    faults: tuple[Fault, ...]

    @property
    def remark(self) -> str:
        """A line that says that something was left out, and the first reason; empty where nothing was."""
        if not self.faults:
            return ""
        return f"petui: some files have faults and were left out; see `petui lint` ({self.faults[0]})"


def course_roots(extra: Sequence[Path]) -> tuple[Path, ...]:
    """Every directory of courses, the built-in one last."""
    return (*content_roots(extra), builtin_content())


def read_library(extra: Sequence[Path]) -> Library:
    """Read every course.

    Args:
        extra: Directories of `--content`.

    Raises:
        ContentError: If a directory cannot be read.
    """
    # Decks and what holds between files: the tutor starts without.
    from petui.lessons.course import load_course

    courses: dict[str, Course] = {}
    faults: list[Fault] = []
    for path in find_courses(course_roots(extra)):
        course, found = load_course(path)
        faults += (fault for fault in found if not fault.is_warning)
        if course is not None:
            courses.setdefault(course.id, course)
    return Library(tuple(courses.values()), tuple(faults))


def read_lessons(extra: Sequence[Path]) -> Library:
    """Read every course, those of decks alone too.

    Args:
        extra: Directories of `--content`.

    Raises:
        ContentError: If a directory cannot be read, or no course has a lesson.
    """
    library = read_library(extra)
    if not any(course.lessons for course in library.courses):
        where = str(library.faults[0]) if library.faults else "--content"
        raise ContentError("no course can be read", where=where, mend="run `petui lint`")
    return library


def open_shelves(extra: Sequence[Path]) -> tuple[Shelf, ...]:
    """Every course, of which only its course.yaml is read; of two with one id the first.

    Args:
        extra: Directories of `--content`.

    Raises:
        ContentError: If a directory cannot be read.
    """
    shelves: dict[str, Shelf] = {}
    readings = Readings(readings_dir())
    opened = (open_shelf(root, readings) for root in find_courses(course_roots(extra)))
    for shelf in filter(None, opened):
        shelves.setdefault(shelf.id, shelf)
    return tuple(shelves.values())
