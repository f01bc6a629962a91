"""The files that a lesson is played from: its own, and the course's misconceptions."""

from __future__ import annotations

from pathlib import Path

from petui.lessons.coursehead import CourseFile
from petui.lessons.faults import FaultList, quoted
from petui.lessons.inside import file_inside
from petui.lessons.model import Mistake
from petui.lessons.parser import LessonFile, parse_mistakes, read_lesson
from petui.lessons.place import Place
from petui.lessons.source import Source, read_source, visible


def read_lesson_at(path: Path) -> LessonFile:
    """The lesson in a file that is named by its id; whatever is wrong with it is among the faults."""
    return lesson_of(read_source(path), visible(str(path)), path.stem)


def lesson_of(source: Source, file: str, name: str) -> LessonFile:
    """The lesson in the source of a file that is shown so, and that is named so without its ending."""
    if not source.readable:
        return LessonFile(None, source.faults)
    reading = read_lesson(source.text, file)
    faults = FaultList()
    faults.extend((*source.faults, *reading.faults))
    if reading.lesson and reading.lesson.id != name:
        place = reading.places.get("id", Place(file))
        message = f"the id {quoted(reading.lesson.id)} is not the file's name; make them the same"
        faults.add(place, "E04", message)
    return LessonFile(reading.lesson, faults.sorted(), reading.places)


def read_mistakes_of(root: Path, head: CourseFile, faults: FaultList) -> tuple[Mistake, ...]:
    """The misconceptions of a course's own file, as far as they could be read."""
    if head.misconceptions is None:
        return ()
    path = file_inside(root, *head.misconceptions, faults)
    source = read_source(path) if path else None
    if path is None or source is None:
        return ()
    faults.extend(source.faults)
    if not source.readable:
        return ()
    mistakes, found = parse_mistakes(source.text, visible(str(path)))
    faults.extend(found)
    return mistakes
