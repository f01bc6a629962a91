"""A lesson file that is being written: what of it can be shown, what is wrong with it, and whether it has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from petui.core.errors import ContentError
from petui.lessons.course import DECKS
from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE, LESSONS, CourseFile
from petui.lessons.faults import FaultList, leaves_out
from petui.lessons.finding import course_of
from petui.lessons.lessonfile import read_lesson_at, read_mistakes_of
from petui.lessons.lint import lint_paths, lint_reading
from petui.lessons.model import Course, CoursePart, Lesson, Step
from petui.lessons.place import Fault, Place
from petui.lessons.retellingfiles import RETELLINGS
from petui.lessons.shelf import Shelf
from petui.lessons.source import visible
from petui.records import dataclass

# Faults of a lesson that can be shown as it is: how it looks, what is typed by hand, where it leads.
_SHOWABLE = frozenset(("E11", "E12", "E13", "E14", "E15", "E16", "E17"))
_ALONE = "preview"

# What tells that a file has been written anew; None where it is not there.
FileState: TypeAlias = "tuple[int, int, int, int] | None"


@dataclass(frozen=True, slots=True)
class Seen:
    """A lesson file as it was read.

    Attributes:
        lesson: The lesson; None where it has faults with which it cannot be shown.
        faults: Every fault and warning found so far.
    """

    lesson: Lesson | None
    faults: tuple[Fault, ...]


class WatchedLesson:
    """One lesson file, within its course where it stands in the `lessons` folder of one.

    Attributes:
        path: The file.
        root: The course's directory; None where it has none.
    """

    def __init__(self, path: Path) -> None:
        """Watch a file.

        Raises:
            ContentError: If it is not there, or is no lesson file by its place and name.
        """
        _check(path)
        self.path = path
        root = course_of(path)
        inside = root is not None and os.path.realpath(path.parent) == os.path.realpath(root / LESSONS)
        self.root = root if inside else None

    @property
    def shown(self) -> str:
        """How the file's path is shown."""
        return visible(str(self.path))

    def states(self) -> tuple[FileState, ...]:
        """How the files are that the lesson is made of: its own first, then those of its course."""
        return tuple(map(_state_of, (self.path, *self._beside())))

    def glance(self) -> Seen:
        """The lesson by itself: what is wrong with it, whatever its course is; for any thread."""
        reading = read_lesson_at(self.path)
        faults = lint_reading(reading) if reading.lesson else reading.faults
        shows = not any(leaves_out(fault) and fault.code not in _SHOWABLE for fault in faults)
        return Seen(reading.lesson if shows else None, faults)

    def look(self) -> tuple[Fault, ...]:
        """Every fault of the lesson within its course, and of what the course lends it; for any thread."""
        faults = FaultList()
        if self.root is not None:
            head = read_course_file(self.root / COURSE_FILE, faults)
            read_mistakes_of(self.root, head, faults)
        try:
            faults.extend(lint_paths([self.path]))
        except ContentError as error:
            faults.add(Place(self.shown), "E01", str(error))
        return tuple(sorted(map(self._as_given, faults.sorted())))

    def _as_given(self, fault: Fault) -> Fault:
        """A fault of the lesson at its path as it was given; one of its course beside that."""
        file = Path(fault.place.file)
        if os.path.realpath(file) == os.path.realpath(self.path):
            return replace(fault, place=replace(fault.place, file=self.shown))
        if self.root is None or not file.is_relative_to(self.root):
            return fault
        beside = os.path.normpath(self.path.parent / ".." / file.relative_to(self.root))
        return replace(fault, place=replace(fault.place, file=visible(beside)))

    def shelf(self, lesson: Lesson) -> Shelf:
        """The course that the lesson is shown in: its own, or one of this lesson alone."""
        head = read_course_file(self.root / COURSE_FILE, FaultList()) if self.root is not None else CourseFile()
        if self.root is None or not head.id:
            parts = (CoursePart("", (lesson.id,)),)
            return Shelf.of(Course(_ALONE, "", "en", str(self.path.parent), parts, (lesson,), lesson.mistakes))
        shelf = Shelf(self.root, head)
        shelf.take(lesson)
        return shelf

    def blank(self) -> Lesson:
        """A lesson that shows nothing, for as long as there is none."""
        place = Place(self.shown)
        return Lesson("nothing-yet", "", 0, (Step("nothing-yet", "step", (), place),), place)

    def _beside(self) -> Iterable[Path]:
        """The files of the course that the lesson depends on."""
        if self.root is None:
            return
        yield self.root / COURSE_FILE
        head = read_course_file(self.root / COURSE_FILE, FaultList())
        if head.misconceptions is not None:
            yield self.root / head.misconceptions[0]


def _check(path: Path) -> None:
    where = visible(str(path))
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise ContentError("there is no such file", where=where, mend="`petui new lesson NAME` makes one") from None
    except (OSError, ValueError) as error:
        reason = visible(getattr(error, "strerror", None) or str(error))
        mend = "check its path and permissions"
        raise ContentError(f"the file cannot be read: {reason}", where=where, mend=mend) from None
    if stat.S_ISDIR(mode) or os.path.isdir(path):
        raise ContentError("this is a folder", where=where, mend="give a lesson file, such as lessons/first-steps.md")
    if path.absolute().parent.parent.name == RETELLINGS:
        raise ContentError("this is a retelling", where=where, mend="give its lesson, and press r there")
    if path.suffix != ".md":
        raise ContentError("this is no lesson file", where=where, mend="give a *.md file; `petui quiz` shows decks")
    if _is_deck(path):
        raise ContentError("this is a deck", where=where, mend="`petui quiz` asks its cards; give a lesson file")


def _is_deck(path: Path) -> bool:
    """Whether its course lists a file among its decks, or it lies where decks do."""
    root = course_of(path)
    if root is None:
        return path.absolute().parent.name == DECKS
    listed = read_course_file(root / COURSE_FILE, FaultList()).decks
    here = os.path.realpath(path)
    return path.absolute().parent.name == DECKS or any(os.path.realpath(root / name) == here for name, _ in listed)


def _state_of(path: Path) -> FileState:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
