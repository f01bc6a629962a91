"""A course whose files are read when they are asked for: at first its course.yaml, then the lesson that is opened."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TypeVar

from petui.lessons.coursehead import COURSE_FILE, LESSONS, MAX_LESSONS, CourseFile, lesson_names
from petui.lessons.faults import FaultList, illegal_id, leaves_out
from petui.lessons.inside import led_out
from petui.lessons.model import Course, CoursePart, Lesson, Mistake
from petui.lessons.place import Fault
from petui.lessons.readings import NOTHING_KEPT, Readings
from petui.lessons.source import Source, read_source, visible
from petui.records import dataclass

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class Front:
    """What a list says of a lesson: its id, its title, and the minutes that it takes."""

    id: str
    title: str
    minutes: float


class Shelf:
    """A course on the shelf; what it gives is what the course read as a whole gives, whatever is asked for first.

    A lesson with faults of its own is left out. That an id of it is another file's too is only known once the whole
    course has been read. `whole` and `front` are for any thread, the rest for one.

    Attributes:
        root: The course's directory.
        id: The course's id.
        language: The course's language.
        parts: Its parts, with the ids of their lessons.
        doubles: Directories of further courses with this id, which are not used.
        aliases: Old and new ids, as in its course.yaml.
        formerly: Ids that the course had before.
    """

    def __init__(self, root: Path, head: CourseFile, readings: Readings = NOTHING_KEPT) -> None:
        """A course by its course.yaml, and where readings of its files are kept."""
        self.root = root
        self.id = head.id
        self.language = head.language
        self.parts: tuple[CoursePart, ...] = head.parts
        self.doubles: tuple[Path, ...] = ()
        self.aliases = head.aliases
        self.formerly = head.formerly
        self._head = head
        self._readings = readings
        self._whole: Course | None = None
        self._reading = Lock()
        self._lessons: dict[str, Lesson | None] = {}
        self._faults: dict[str, Fault] = {}
        self._fronts: dict[str, Front | None] = {}
        self._mistakes: dict[str, Mistake] | None = None
        self._found_mistakes: dict[str, Mistake | None] = {}

    @classmethod
    def of(cls, course: Course) -> Shelf:
        """A course that has been read."""
        head = CourseFile(
            *(True, course.id, course.title, course.language, course.parts),
            aliases=course.aliases,
            formerly=course.formerly,
        )
        shelf = cls(Path(course.root), head)
        shelf._whole = course
        return shelf

    # ---- the whole --------------------------------------------------------------------------------------------------

    @property
    def is_read(self) -> bool:
        """Whether the whole course has been read."""
        return self._whole is not None

    def whole(self) -> Course:
        """The whole course, read at the first call; for any thread, and never read twice."""
        with self._reading:
            if self._whole is None:
                # Decks and what holds between files: nothing that one lesson needs.
                from petui.lessons import course

                read, _ = course.load_course(self.root)
                read = read or Course(self.id, self._head.title, self.language, str(self.root), (), ())
                # Its file may name another one by now; what is played and logged goes by the first.
                self._whole = replace(read, id=self.id)
        return self._whole

    # ---- lessons ----------------------------------------------------------------------------------------------------

    @property
    def has_lessons(self) -> bool:
        """Whether it lists a lesson, or has the file of one."""
        return bool(self._listed or self._lesson_files)

    @property
    def lesson_ids(self) -> tuple[str, ...]:
        """Ids of its lessons in order, those with faults too; those that no part lists come last."""
        return tuple(dict.fromkeys((*self._listed, *self._lesson_files)))

    def first_lesson(self) -> Lesson | None:
        """The first lesson that can be read; None where none can be."""
        listed = next(filter(None, map(self.lesson, self._listed)), None)
        return listed or next(filter(None, map(self.lesson, self._lesson_files)), None)

    @property
    def _listed(self) -> tuple[str, ...]:
        return tuple(name for part in self.parts for name in part.lessons)

    @property
    def _lesson_files(self) -> tuple[str, ...]:
        if self._whole is not None:
            return tuple(lesson.id for lesson in self._whole.lessons)
        try:
            names = lesson_names(self.root)[:MAX_LESSONS]
        except OSError:
            return ()
        return tuple(name for name in names if not illegal_id(name))

    def lesson(self, lesson_id: str) -> Lesson | None:
        """The lesson of that id; None where there is none, or it has faults."""
        if lesson_id not in self._lessons:
            if self._whole is not None:
                return self._whole.lesson(lesson_id)
            self._lessons[lesson_id] = self._read(lesson_id)
        return self._lessons[lesson_id]

    @property
    def deck_files(self) -> tuple[str, ...]:
        """Paths of the decks that its course.yaml lists."""
        return tuple(name for name, _ in self._head.decks)

    def take(self, lesson: Lesson) -> None:
        """Let this be the lesson of its id, whatever its file says."""
        self._lessons[lesson.id] = lesson

    def fault_of(self, lesson_id: str) -> Fault | None:
        """The first fault for which `lesson` left a lesson out; None where it has no file, or none was found yet."""
        if self.lesson(lesson_id):
            return None
        found = dict(self._whole.unusable) if self._whole is not None else {}
        return self._faults.get(lesson_id) or found.get(lesson_id)

    def _path(self, lesson_id: str) -> Path | None:
        """The file of a lesson; None where there can be none in the course."""
        if illegal_id(lesson_id):
            return None
        path = self.root / LESSONS / f"{lesson_id}.md"
        astray = led_out(self.root, path)
        if astray is not None:
            self._faults[lesson_id] = astray
        return None if astray else path

    def _read(self, lesson_id: str) -> Lesson | None:
        path = self._path(lesson_id)
        if path is None or not os.path.lexists(path):
            return None
        return self._readings.of(path, Lesson, partial(self._lesson_of, lesson_id))

    def _lesson_of(self, lesson_id: str, source: Source, shown: str) -> Lesson | None:
        # Markdown and YAML are only loaded for a file that was not read before.
        from petui.lessons.lessonfile import lesson_of

        reading = lesson_of(source, shown, lesson_id)
        fault = next(filter(leaves_out, reading.faults), None)
        if fault is not None:
            self._faults[lesson_id] = fault
            return None
        return reading.lesson

    # ---- titles -----------------------------------------------------------------------------------------------------

    @property
    def lesson_titles(self) -> Mapping[str, str]:
        """Titles of its lessons by id."""
        return _Found(self._title, lambda: filter(self.front, self.lesson_ids))

    def _title(self, lesson_id: str) -> str | None:
        front = self.front(lesson_id)
        return front.title if front else None

    def front(self, lesson_id: str) -> Front | None:
        """The front matter of a lesson, without the rest where that has not been read; None where it has faults."""
        if lesson_id in self._lessons or self._whole is not None:
            lesson = self.lesson(lesson_id)
            return Front(lesson.id, lesson.title, lesson.minutes) if lesson else None
        if lesson_id not in self._fronts:
            self._fronts[lesson_id] = self._read_front(lesson_id)
        return self._fronts[lesson_id]

    def knows_front(self, lesson_id: str) -> bool:
        """Whether `front` needs to read nothing."""
        return self._whole is not None or lesson_id in self._lessons or lesson_id in self._fronts

    def _read_front(self, lesson_id: str) -> Front | None:
        path = self._path(lesson_id)
        source = read_source(path) if path else None
        if path is None or source is None or not source.readable:
            return None
        from petui.lessons.header import lesson_header, split_header

        faults = FaultList()
        node, _ = split_header(source.text.split("\n"), visible(str(path)), faults)
        header = lesson_header(node, faults) if node else None
        if header is None or header.id != lesson_id or any(map(leaves_out, faults.sorted())):
            return None
        return Front(header.id, header.title, header.minutes)

    # ---- misconceptions ---------------------------------------------------------------------------------------------

    @property
    def mistakes_by_id(self) -> Mapping[str, Mistake]:
        """Its misconceptions by id: those of its own file, then those of lessons; each looked for when asked for.

        Only going through all of them reads the whole course.
        """
        if self._whole is not None:
            return self._whole.mistakes_by_id
        return _Found(self.mistake, lambda: self.whole().mistakes_by_id)

    def mistake(self, name: str) -> Mistake | None:
        """The misconception of that id."""
        if self._whole is not None:
            return self._whole.mistakes_by_id.get(name)
        if self._mistakes is None:
            from petui.lessons.lessonfile import read_mistakes_of

            faults = FaultList()
            found = read_mistakes_of(self.root, self._head, faults)
            whole = not any(map(leaves_out, faults.sorted()))
            self._mistakes = {mistake.id: mistake for mistake in found if whole}
        if name not in self._mistakes and name not in self._found_mistakes:
            self._found_mistakes[name] = self._mistake_in_lessons(name)
        return self._mistakes.get(name) or self._found_mistakes[name]

    def _mistake_in_lessons(self, name: str) -> Mistake | None:
        """A lesson is only parsed for its misconception where its text has the words."""
        for lesson_id in self.lesson_ids:
            path = self._path(lesson_id)
            text = read_source(path).text if path else ""
            lesson = self.lesson(lesson_id) if "{mistake}" in text and name in text else None
            found = next((mistake for mistake in lesson.mistakes if mistake.id == name), None) if lesson else None
            if found is not None:
                return found
        return None


class _Found(Mapping[str, _Thing]):
    """Things of a course by id; only those that are asked for are read."""

    def __init__(self, find: Callable[[str], _Thing | None], ids: Callable[[], Iterable[str]]) -> None:
        """What `find` finds; `ids` are all that there are."""
        self._find, self._ids = find, ids

    def __getitem__(self, name: str) -> _Thing:
        found = self._find(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def open_shelf(root: Path, readings: Readings = NOTHING_KEPT) -> Shelf | None:
    """The course in a directory, of which only course.yaml is read; None where that has no id to go by.

    Args:
        root: The directory.
        readings: Where readings of its files are kept; nowhere unless given.
    """
    if led_out(root, root / COURSE_FILE):
        return None
    head = readings.of(root / COURSE_FILE, CourseFile, _head_of)
    return Shelf(root, head, readings) if head else None


def _head_of(source: Source, shown: str) -> CourseFile | None:
    from petui.lessons.coursefile import course_file_of

    head = course_file_of(source, shown, FaultList())
    return head if head.id else None
