"""The map of a course as text or JSON."""

from __future__ import annotations

import json
import shutil
from typing import Any

from petui.core.errors import ParameterError
from petui.lessons.cells import plain_text
from petui.lessons.wrapping import Piece, wrap
from petui.plain.charset import shown
from petui.plain.listing import without_point
from petui.plain.mappage import LEAST_WIDTH, map_page
from petui.review.coursemap import CourseMap, MappedLesson


def map_width(width: int | None, *, terminal: bool) -> int:
    """Columns of the map: those asked for, else the terminal's, else 80.

    Raises:
        ParameterError: If so few are asked for that no title can be read.
    """
    if width is None:
        return max(LEAST_WIDTH, shutil.get_terminal_size().columns) if terminal else 80
    if width < LEAST_WIDTH:
        raise ParameterError(f"a width of {width} is too small", where="--width", mend=f"give {LEAST_WIDTH} or more")
    return width


def map_text(of: CourseMap, width: int, *, ascii: bool, in_words: bool = False, options: str = "") -> str:
    """The map without styles, what to go on with below it, by a command that ends in these options; see `map_page`."""
    page = map_page(of, width, ascii=ascii, in_words=in_words)
    says = f"{of.done} of {len(of.lessons)} lessons done."
    if of.next is not None:
        says += f" Next: `petui learn {of.course.id}/{of.next}{options}`."
    below = wrap([Piece(shown(says, ascii=ascii))], max(width, 1))
    return plain_text([page.head, *page.lines, (), *below]) + "\n"


def map_json(of: CourseMap) -> str:
    """The map as JSON; a lesson without cards has no mastery (null)."""
    leads: dict[str, list[str]] = {name: [] for name in of.lessons}
    for name, mapped in of.lessons.items():
        for each in dict.fromkeys(mapped.lesson.requires):
            if each in leads:
                leads[each].append(name)
    content: dict[str, Any] = {
        "schema": 1,
        "course": of.course.id,
        "lessons": [_lesson(mapped, leads[name]) for name, mapped in of.lessons.items()],
        "next": of.next,
    }
    return json.dumps(content, indent=1, allow_nan=False) + "\n"


def _lesson(mapped: MappedLesson, leads_to: list[str]) -> dict[str, Any]:
    lesson, mastery = mapped.lesson, mapped.mastery
    return {
        "id": lesson.id,
        "title": lesson.title,
        "part": mapped.part,
        "minutes": without_point(lesson.minutes),
        "requires": list(lesson.requires),
        "leads_to": leads_to,
        "state": mapped.state,
        "mastery": mastery.word if mastery.cards else None,
        "retrievability": mastery.retrievability if mastery.cards else None,
        "cards": mastery.cards,
    }
