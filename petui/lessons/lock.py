"""course.lock: the ids of a course's last release, and what its retellings were told from.

Learners' logs name what they learnt by its id. The lock is written with each release and kept beside course.yaml, so
that lint can tell what a new version would take from those who learn with the old one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, TypeGuard

from petui.core.errors import ContentError
from petui.lessons.aliases import CARD, LESSON, MISTAKE, WITHIN
from petui.lessons.course import CourseReading
from petui.lessons.coursehead import CourseFile
from petui.lessons.faults import FaultList
from petui.lessons.inside import led_out
from petui.lessons.model import Course, Deck, Lesson
from petui.lessons.place import Place
from petui.lessons.source import read_bytes, visible
from petui.lessons.told import told_steps
from petui.lessons.walk import gates_of
from petui.records import dataclass

LOCK_FILE = "course.lock"
LOCK_SCHEMA = 1
# A course of a thousand lessons has one of three million.
_MOST_BYTES = 32_000_000
_RESTORE = "restore it from the last release, or delete it and lock anew"
# What a lesson has ids of: the word for one, and what has them as aliases tell it.
KINDS = {
    "cards": ("card", CARD),
    "misconceptions": ("misconception", MISTAKE),
    "questions": ("question", WITHIN),
    "steps": ("step", WITHIN),
}

Ids = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Lock:
    """What was released.

    Attributes:
        course: The course's id.
        lessons: Of each lesson the ids of its cards, misconceptions, questions and steps, by kind.
        decks: Of each deck, by its path in the course, the ids of its cards.
        misconceptions: Ids of those in the course's own file.
        told: Of each retold step, as `LANGUAGE/LESSON#STEP`, the digests of the original and of what was told.
    """

    course: str = ""
    lessons: Mapping[str, Ids] = field(default_factory=dict)
    decks: Ids = field(default_factory=dict)
    misconceptions: tuple[str, ...] = ()
    told: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def lock_of(root: Path, reading: CourseReading, before: Lock | None = None) -> Lock:
    """The lock of a course as it is now.

    A step that is told as it was `before` was told from what it was told from then.
    """
    course = reading.course
    if course is None:
        return Lock()
    paths = deck_paths(root, reading.head)
    in_lessons = {mistake.id for lesson in course.lessons for mistake in lesson.mistakes}
    told = {name: (each.original, each.told) for name, each in told_steps(root).items()}
    for name, pair in (before.told if before else {}).items():
        if name in told and told[name][1] == pair[1]:
            told[name] = pair
    return Lock(
        course.id,
        {lesson.id: ids_of(lesson) for lesson in course.lessons},
        {paths.get(deck.file, deck.file): _card_ids(deck) for deck in course.decks},
        tuple(sorted(mistake.id for mistake in course.mistakes if mistake.id not in in_lessons)),
        told,
    )


def ids_of(lesson: Lesson) -> dict[str, tuple[str, ...]]:
    """The ids of a lesson's cards, misconceptions, questions and steps, by kind, each sorted."""
    return {kind: tuple(sorted(places)) for kind, places in places_of(lesson).items()}


def places_of(lesson: Lesson) -> dict[str, dict[str, Place]]:
    """Where a lesson's ids stand, by kind; the kinds are those of KINDS."""
    return {
        "cards": {card.id: card.place for card in lesson.cards},
        "misconceptions": {mistake.id: mistake.place for mistake in lesson.mistakes},
        "questions": {gate.id: gate.place for step in lesson.steps for gate in gates_of(step)},
        "steps": {step.id: step.place for step in lesson.steps},
    }


def _card_ids(home: Lesson | Deck) -> tuple[str, ...]:
    return tuple(sorted(card.id for card in home.cards))


def deck_paths(root: Path, head: CourseFile) -> dict[str, str]:
    """The paths in the course of its decks, by how their files are shown."""
    return {visible(str(root / name)): name for name, _ in head.decks}


def lock_text(lock: Lock) -> str:
    """A lock as JSON, one id a line, sorted."""
    shown = {
        "schema": LOCK_SCHEMA,
        "course": lock.course,
        "lessons": lock.lessons,
        "decks": lock.decks,
        "misconceptions": lock.misconceptions,
        "retellings": {name: {"original": pair[0], "told": pair[1]} for name, pair in lock.told.items()},
    }
    return json.dumps(shown, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def read_lock(root: Path, faults: FaultList) -> Lock | None:
    """The lock of a course; None where there is none, or with a fault where it cannot be read."""
    path = root / LOCK_FILE
    if not os.path.lexists(path):
        return None
    astray = led_out(root, path)
    if astray is not None:
        faults.extend([astray])
        return None
    file = visible(str(path))
    try:
        found = json.loads(read_bytes(path, _MOST_BYTES).decode("utf-8"))
    except json.JSONDecodeError as error:
        faults.add(Place(file, error.lineno, error.colno), "E01", f"this is no JSON: {error.msg}; {_RESTORE}")
        return None
    except (ContentError, OSError, ValueError, RecursionError) as error:
        said = error.what if isinstance(error, ContentError) else getattr(error, "strerror", None) or str(error)
        reason = visible(said)
        faults.add(Place(file), "E01", f"the file cannot be read: {reason}; {_RESTORE}")
        return None
    schema = found.get("schema", LOCK_SCHEMA) if isinstance(found, dict) else LOCK_SCHEMA
    # True and 1.0 are equal to 1, and are not it.
    if schema != LOCK_SCHEMA or type(schema) is not int:
        faults.add(Place(file), "E10", f"this is of another schema than {LOCK_SCHEMA}; a newer petui may read it")
        return None
    lock = _lock_in(found)
    if lock is None:
        faults.add(Place(file), "E01", f"this is not what petui writes as a lock; {_RESTORE}")
    return lock


def _lock_in(found: Any) -> Lock | None:
    """The lock in JSON; None where it is anything else."""
    if not isinstance(found, dict):
        return None
    course, lessons, decks = found.get("course"), found.get("lessons"), found.get("decks")
    mistakes, told = found.get("misconceptions"), found.get("retellings")
    if not (isinstance(course, str) and _are_texts(mistakes) and _are_ids(decks)):
        return None
    if not (
        isinstance(lessons, dict) and all(_are_ids(each) and each.keys() <= KINDS.keys() for each in lessons.values())
    ):
        return None
    if not (isinstance(told, dict) and all(map(_is_pair, told.values()))):
        return None
    return Lock(
        course,
        {name: _tuples(ids) for name, ids in lessons.items()},
        _tuples(decks),
        tuple(mistakes),
        {name: (pair["original"], pair["told"]) for name, pair in told.items()},
    )


def _tuples(ids: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(of) for name, of in ids.items()}


def _are_texts(found: Any) -> TypeGuard[list[str]]:
    return isinstance(found, list) and all(isinstance(each, str) for each in found)


def _are_ids(found: Any) -> TypeGuard[dict[str, list[str]]]:
    return isinstance(found, dict) and all(map(_are_texts, found.values()))


def _is_pair(found: Any) -> bool:
    return isinstance(found, dict) and all(isinstance(found.get(name), str) for name in ("original", "told"))


def ids_by_kind(course: Course) -> dict[str, frozenset[str]]:
    """The ids of a course by what has them, as aliases tell it; those of steps and questions are `LESSON#ID`."""
    inside = {
        f"{lesson.id}#{one.id}" for lesson in course.lessons for step in lesson.steps for one in (step, *gates_of(step))
    }
    return {
        LESSON: frozenset(lesson.id for lesson in course.lessons),
        WITHIN: frozenset(inside),
        CARD: frozenset(card.id for home in course.homes for card in home.cards),
        MISTAKE: frozenset(mistake.id for mistake in course.mistakes),
    }
