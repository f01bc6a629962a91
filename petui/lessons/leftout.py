"""Lessons and decks that are there and cannot be used: which, why, and what to say to who asks for one."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from petui.core.errors import ContentError
from petui.lessons.coursehead import LESSONS, CourseFile
from petui.lessons.faults import leaves_out
from petui.lessons.model import Course
from petui.lessons.place import Fault, Place
from petui.lessons.source import visible

_NOWHERE = Place("")


def unusable(
    root: Path, head: CourseFile, unread: Iterable[str], read: Course, usable: Course, faults: Sequence[Fault]
) -> Iterator[tuple[str, Fault]]:
    """The ids of lessons and decks that a course leaves out, each with the first fault for it.

    Args:
        root: The course's directory.
        head: Its course.yaml.
        unread: Ids of lessons whose files could not be read as such.
        read: The course with faulty lessons and decks.
        usable: The course without them.
        faults: Every fault of it, sorted.
    """
    wanted = [(name, visible(str(root / LESSONS / f"{name}.md")), _NOWHERE) for name in unread]
    for lesson in read.lessons:
        # Who asks for it may know either, where its id is not its file's name.
        own = (PurePosixPath(lesson.place.file).stem, lesson.id)
        wanted += [(name, lesson.place.file, _NOWHERE) for name in dict.fromkeys(own)]
    ids = {deck.file: deck.id for deck in read.decks}
    for name, place in head.decks:
        # A deck's fault may stand where it is listed.
        file = visible(str(root / name))
        wanted.append((ids.get(file, PurePosixPath(name).stem), file, place))
    used = {*(lesson.place.file for lesson in usable.lessons), *(deck.file for deck in usable.decks)}
    by_place: dict[str | Place, list[Fault]] = {}
    for fault in faults:
        for key in () if fault.is_warning else (fault.place.file, fault.place):
            by_place.setdefault(key, []).append(fault)
    for name, file, place in wanted:
        found = [] if file in used else [*by_place.get(file, ()), *by_place.get(place, ())]
        if found:
            yield name, next(filter(leaves_out, found), found[0])


def fault_of(courses: Iterable[Course], name: str) -> Fault | None:
    """Why what has that id, perhaps as `course/id`, is left out; None where it is not, or is not there."""
    course_id, _, own = name.rpartition("/")
    among = [course for course in courses if course_id in ("", course.id)]
    return next(filter(None, (dict(reversed(course.unusable)).get(own) for course in among)), None)


def refusal(name: str, fault: Fault, where: str) -> ContentError:
    """What to say to who asks for something that is left out."""
    what = f"{name} has faults and is left out ({fault})"
    return ContentError(what, where=where, mend=f"see `petui lint {shlex.quote(fault.place.file)}`")
