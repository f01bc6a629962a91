"""The rows of the lists over the screen, for the room that they have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from petui.lessons.cells import cell_width, clip, padded, plain_text
from petui.lessons.transliterate import to_ascii
from petui.plain.charset import shown
from petui.plain.hanging import wrapped
from petui.records import dataclass

if TYPE_CHECKING:
    from petui.lessons.search import Hit

_GAP = "  "
_INDENT = "  "
# Narrower, titles stand alone.
_LEAST_TITLE = 20


@dataclass(frozen=True, slots=True)
class LessonRow:
    """What is listed of a lesson.

    Attributes:
        title: Its title.
        minutes: How long it takes.
        state: new, started or done.
        part: Title of its part of the course.
    """

    title: str
    minutes: float
    state: str
    part: str


def lesson_rows(lessons: Sequence[LessonRow], room: int, *, ascii: bool) -> list[str]:
    """A row of at most `room` columns per lesson: title, minutes, state and part, of all as many as leave room."""
    if ascii:
        lessons = [replace(lesson, title=to_ascii(lesson.title), part=to_ascii(lesson.part)) for lesson in lessons]
    columns = [
        [f"{lesson.minutes:g} min".rjust(7) for lesson in lessons],
        [lesson.state for lesson in lessons],
        [lesson.part for lesson in lessons],
    ]
    longest = max((cell_width(lesson.title) for lesson in lessons), default=0)
    widths = [max(map(cell_width, column), default=0) for column in columns]
    least = (longest, min(longest, _LEAST_TITLE), min(longest, _LEAST_TITLE), 0)
    for kept, title in zip((3, 2, 1, 0), least, strict=True):
        left = room - sum(len(_GAP) + width for width in widths[:kept])
        if left >= title:
            break
    size = max(1, min(left, longest))
    return [
        _GAP.join((_cell(lesson.title, size, ascii), *(_cell(column[at], width, ascii) for column, width in shown)))
        for shown in [list(zip(columns[:kept], widths[:kept], strict=True))]
        for at, lesson in enumerate(lessons)
    ]


def _cell(text: str, width: int, ascii: bool) -> str:
    return plain_text([padded(clip(((text, ""),), width, "..." if ascii else "…"), width)])


def found_text(hit: Hit, room: int, *, ascii: bool = False) -> str:
    """What a hit is, and below it its words, indented, in lines of at most `room` columns."""
    words = wrapped(shown(hit.snippet, ascii=ascii), room - len(_INDENT))
    return "\n".join((*wrapped(shown(hit.heading, ascii=ascii), room), *(f"{_INDENT}{line}" for line in words)))
