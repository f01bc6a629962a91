"""Names that a shell may complete, read from courses as far as names go: no lesson and no deck is parsed.

What cannot be read is left out without a word: who presses Tab asked for names, not for faults.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from petui.core.errors import PetuiError
from petui.lessons.coursehead import COURSE_FILE, LESSONS, CourseFile, path_inside
from petui.lessons.faults import FaultList, illegal_id
from petui.lessons.finding import find_courses
from petui.lessons.inside import led_out
from petui.lessons.readings import Readings
from petui.lessons.shelf import Shelf
from petui.lessons.source import Source, read_source
from petui.locations import readings_dir
from petui.plain.library import course_roots

_ID = re.compile(r"""^id:\s*['"]?([a-z0-9-]+)['"]?\s*(?:#.*)?$""", re.MULTILINE)
_STEP = re.compile(r"^:{3,}\{(?:step|worked)\}[ \t]+([a-z0-9-]+)[ \t]*$", re.MULTILINE)
# The id of a deck stands before its cards.
_HEAD = 2000


def course_names(extra: Sequence[Path]) -> list[str]:
    """Ids of the courses."""
    return [head.id for _, head in _heads(extra)]


def lesson_names(extra: Sequence[Path]) -> list[str]:
    """Ids of the lessons of every course, in their order."""
    return [name for root, head in _heads(extra) for name in Shelf(root, head).lesson_ids]


def deck_names(extra: Sequence[Path]) -> list[str]:
    """Ids of the decks that courses list."""
    names = (_deck_name(root, file) for root, head in _heads(extra) for file, _ in head.decks)
    return list(filter(None, names))


def step_names(extra: Sequence[Path], lesson: str) -> list[str]:
    """`LESSON#STEP` for each step of a lesson, in order."""
    for root, head in _heads(extra):
        if lesson in Shelf(root, head).lesson_ids:
            path = root / LESSONS / f"{lesson}.md"
            text = "" if led_out(root, path) else read_source(path).text
            return [f"{lesson}#{step}" for step in _STEP.findall(text)]
    return []


def _heads(extra: Sequence[Path]) -> Iterator[tuple[Path, CourseFile]]:
    folder = readings_dir()
    # A Tab makes no folders; where there is one, it is quicker.
    readings = Readings(folder if folder.is_dir() else None)
    for directory in course_roots(extra):
        with suppress(PetuiError):
            for root in find_courses([directory]):
                head = readings.of(root / COURSE_FILE, CourseFile, _head_of)
                if head is not None:
                    yield root, head


def _head_of(source: Source, shown: str) -> CourseFile | None:
    # YAML is only loaded for a file that was not read before.
    from petui.lessons.coursefile import course_file_of

    head = course_file_of(source, shown, FaultList())
    return head if head.id else None


def _deck_name(root: Path, file: str) -> str:
    path = path_inside(root, file)
    if path is None or not os.path.lexists(path) or led_out(root, path):
        return ""
    found = _ID.search(read_source(path).text[:_HEAD])
    name = found[1] if found else PurePosixPath(file).stem
    return "" if illegal_id(name) else name
