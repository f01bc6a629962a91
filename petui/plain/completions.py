"""Names that a shell may complete, read from courses as far as names go: no lesson and no deck is parsed.

What cannot be read is left out without a word: who presses Tab asked for names, not for faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from petui.core.errors import PetuiError
from petui.lessons.coursehead import LESSONS
from petui.lessons.faults import FaultList, illegal_id
from petui.lessons.finding import find_courses
from petui.lessons.inside import file_inside, led_out
from petui.lessons.place import Place
from petui.lessons.readings import Readings
from petui.lessons.shelf import Shelf, open_shelf
from petui.lessons.source import read_source
from petui.locations import readings_dir
from petui.plain.library import course_roots

_ID = re.compile(r"""^id:\s*['"]?([a-z0-9-]+)['"]?\s*(?:#.*)?$""", re.MULTILINE)
_STEP = re.compile(r"^:{3,}\{(?:step|worked)\}[ \t]+([a-z0-9-]+)[ \t]*$", re.MULTILINE)
# The id of a deck stands before its cards.
_HEAD = 2000


def course_names(extra: Sequence[Path]) -> list[str]:
    """Ids of the courses."""
    return [shelf.id for shelf in _shelves(extra)]


def lesson_names(extra: Sequence[Path]) -> list[str]:
    """Ids of the lessons of every course, in their order."""
    return [name for shelf in _shelves(extra) for name in shelf.lesson_ids]


def deck_names(extra: Sequence[Path]) -> list[str]:
    """Ids of the decks that courses list."""
    names = (_deck_name(shelf.root, file) for shelf in _shelves(extra) for file in shelf.deck_files)
    return list(filter(None, names))


def step_names(extra: Sequence[Path], lesson: str) -> list[str]:
    """`LESSON#STEP` for each step of a lesson, in order."""
    for shelf in _shelves(extra):
        if lesson in shelf.lesson_ids:
            path = shelf.root / LESSONS / f"{lesson}.md"
            text = "" if led_out(shelf.root, path) else read_source(path).text
            return [f"{lesson}#{step}" for step in _STEP.findall(text)]
    return []


def _shelves(extra: Sequence[Path]) -> Iterator[Shelf]:
    folder = readings_dir()
    # A Tab makes no folders; where there is one, it is quicker.
    readings = Readings(folder if folder.is_dir() else None)
    for directory in course_roots(extra):
        with suppress(PetuiError):
            yield from filter(None, (open_shelf(root, readings) for root in find_courses([directory])))


def _deck_name(root: Path, file: str) -> str:
    path = file_inside(root, file, Place(""), FaultList())
    if path is None:
        return ""
    found = _ID.search(read_source(path).text[:_HEAD])
    name = found[1] if found else PurePosixPath(file).stem
    return "" if illegal_id(name) else name
