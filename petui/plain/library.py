"""The courses that commands speak of: those of `--content`, then the site's and the user's, then the built-in ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.faults import by_weight
from petui.lessons.finding import builtin_content, find_courses
from petui.lessons.model import Course
from petui.lessons.place import Fault
from petui.lessons.readings import Readings
from petui.lessons.shelf import Shelf, open_shelf
from petui.lessons.source import visible
from petui.locations import content_roots, readings_dir
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Double:
    """A course that is not used, as another one has its id.

    Attributes:
        id: The id.
        used: Directory of the course that is used, as it is shown.
        left_out: Directory of the one that is not.
    """

    id: str
    used: str
    left_out: str

    def __str__(self) -> str:
        """In a sentence, with both places."""
        return f"the course {self.id} in {self.left_out} is left out, as the one in {self.used} has the same id"


@dataclass(frozen=True, slots=True)
class Library:
    """What was found.

    Attributes:
        courses: Courses with what of them can be used; of two with one id the first.
        faults: What was left out, and why.
        doubles: Courses that were left out, as another one has their id.
    """

    courses: tuple[Course, ...]
    faults: tuple[Fault, ...]
    doubles: tuple[Double, ...] = ()

    @property
    def remark(self) -> str:
        """A line that says that something was left out, and the first reason; empty where nothing was."""
        said = [str(double) for double in self.doubles[:1]]
        if self.faults:
            first = min(self.faults, key=by_weight)
            said.append(f"some files have faults and were left out; see `petui lint` ({first})")
        return f"petui: {'; '.join(said)}" if said else ""


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
    doubles: list[Double] = []
    for path in find_courses(course_roots(extra)):
        course, found = load_course(path)
        first = courses.setdefault(course.id, course) if course else None
        if course is not None and first is not course:
            doubles.append(Double(course.id, visible(str(first and first.root)), visible(course.root)))
        else:
            faults += (fault for fault in found if not fault.is_warning)
    return Library(tuple(courses.values()), tuple(faults), tuple(doubles))


def read_lessons(extra: Sequence[Path]) -> Library:
    """Read every course, those of decks alone too.

    Args:
        extra: Directories of `--content`.

    Raises:
        ContentError: If a directory cannot be read, or no course has a lesson.
    """
    library = read_library(extra)
    if not any(course.lessons for course in library.courses):
        where = str(min(library.faults, key=by_weight)) if library.faults else "--content"
        raise ContentError("no course can be read", where=where, mend="run `petui lint`")
    return library


def doubles_of(shelves: Sequence[Shelf]) -> tuple[Double, ...]:
    """The courses that are left out for one of these."""
    return tuple(
        Double(shelf.id, visible(str(shelf.root)), visible(str(root))) for shelf in shelves for root in shelf.doubles
    )


def open_shelves(extra: Sequence[Path]) -> tuple[Shelf, ...]:
    """Every course, of which only its course.yaml is read; of two with one id the first, which names the other.

    Args:
        extra: Directories of `--content`.

    Raises:
        ContentError: If a directory cannot be read.
    """
    shelves: dict[str, Shelf] = {}
    readings = Readings(readings_dir())
    opened = (open_shelf(root, readings) for root in find_courses(course_roots(extra)))
    for shelf in filter(None, opened):
        first = shelves.setdefault(shelf.id, shelf)
        if first is not shelf:
            first.doubles = (*first.doubles, shelf.root)
    return tuple(shelves.values())
