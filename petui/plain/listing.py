"""Lessons and decks as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from petui.lessons.model import Course, Lesson
from petui.plain.charset import shown
from petui.plain.faults import minutes_of
from petui.plain.hanging import hanging
from petui.records import dataclass

StateOf = Callable[[Course, Lesson], str]


@dataclass(frozen=True, slots=True)
class ListedLesson:
    """One lesson of the list.

    Attributes:
        id: Its id.
        title: Its title.
        course: The course's id.
        part: Title of the part of the course that it belongs to.
        minutes: How long it takes.
        requires: Ids of the lessons that it builds on.
        covers: Inventory numbers.
        state: new, started or done.
    """

    id: str
    title: str
    course: str
    part: str
    minutes: float
    requires: tuple[str, ...]
    covers: tuple[str, ...]
    state: str


@dataclass(frozen=True, slots=True)
class ListedDeck:
    """One deck of the list.

    Attributes:
        id: Its id.
        title: Its title.
        course: The course's id.
        cards: How many cards it has.
    """

    id: str
    title: str
    course: str
    cards: int


def listed_lessons(courses: Sequence[Course], state_of: StateOf) -> tuple[ListedLesson, ...]:
    """Every lesson in the order of the courses."""
    return tuple(_listed(course, lesson, state_of) for course in courses for lesson in course.lessons)


def _listed(course: Course, lesson: Lesson, state_of: StateOf) -> ListedLesson:
    return ListedLesson(
        lesson.id,
        lesson.title,
        course.id,
        course.part_title(lesson.id),
        without_point(lesson.minutes),
        lesson.requires,
        lesson.covers,
        state_of(course, lesson),
    )


def without_point(number: float) -> int | float:
    """The number as JSON shall have it: `6`, not `6.0`."""
    return int(number) if number == int(number) else number


def listed_decks(courses: Sequence[Course]) -> tuple[ListedDeck, ...]:
    """Every deck in the order of the courses."""
    return tuple(
        ListedDeck(deck.id, deck.title, course.id, len(deck.cards)) for course in courses for deck in course.decks
    )


def list_json(lessons: Sequence[ListedLesson], decks: Sequence[ListedDeck]) -> str:
    """The list as JSON."""
    content: dict[str, Any] = {
        "schema": 1,
        "lessons": [asdict(lesson) for lesson in lessons],
        "decks": [asdict(deck) for deck in decks],
    }
    return json.dumps(content, indent=1) + "\n"


def list_text(
    courses: Sequence[Course],
    lessons: Sequence[ListedLesson],
    decks: Sequence[ListedDeck],
    *,
    ascii: bool,
    width: int | None = None,
) -> str:
    """The list as columns, by course and part; titles wrapped to a width where one is given."""
    ids = [*(lesson.id for lesson in lessons), *(deck.id for deck in decks)]
    names = max(map(len, ids), default=0)
    lines = [line for course in courses for line in _course_lines(course, lessons, decks, names, width)]
    return shown("\n".join(lines) + "\n", ascii=ascii)


def list_words(
    courses: Sequence[Course], lessons: Sequence[ListedLesson], decks: Sequence[ListedDeck], *, ascii: bool
) -> str:
    """The list for those who hear it: a line for each lesson and deck, and no columns."""
    lines = []
    for course in courses:
        lines.append(f"Course {course.title} ({course.id}):")
        part = ""
        for lesson in (lesson for lesson in lessons if lesson.course == course.id):
            if lesson.part != part:
                part = lesson.part
                lines.append(f"Part {part}:")
            after = f"; after {', '.join(lesson.requires)}" if lesson.requires else ""
            lines.append(f"{lesson.title} ({lesson.id}): {minutes_of(lesson.minutes)}, {lesson.state}{after}.")
        own = (deck for deck in decks if deck.course == course.id)
        lines += [
            f"Deck {deck.title} ({deck.id}): {deck.cards} {'card' if deck.cards == 1 else 'cards'}." for deck in own
        ]
    return shown("\n".join(lines) + "\n", ascii=ascii)


def _course_lines(
    course: Course, lessons: Sequence[ListedLesson], decks: Sequence[ListedDeck], names: int, width: int | None
) -> Iterator[str]:
    yield f"{course.title} ({course.id})"
    part = ""
    for lesson in (lesson for lesson in lessons if lesson.course == course.id):
        if lesson.part != part:
            part = lesson.part
            yield f"  {part}"
        before = f"    {lesson.id:<{names}}  {lesson.minutes:>3g} min  {lesson.state:<7}  "
        yield from hanging(before, lesson.title, width)
        if lesson.requires:
            yield from hanging(" " * len(before), f"after {', '.join(lesson.requires)}", width)
    own = [deck for deck in decks if deck.course == course.id]
    if own:
        yield "  Decks"
    for deck in own:
        cards = "card " if deck.cards == 1 else "cards"
        yield from hanging(f"    {deck.id:<{names}}  {deck.cards:>3} {cards}  ", deck.title, width)
