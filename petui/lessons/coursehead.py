"""What course.yaml says of a course, as an object, and where things are in a course's directory."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from petui.lessons.model import CoursePart
from petui.lessons.place import Place
from petui.records import dataclass

COURSE_FILE = "course.yaml"
# The folder of its lessons, beside it.
LESSONS = "lessons"
# Of a folder with more no learner would ever see the end, nor would lint.
MAX_LESSONS = 2_000
# A language's tag, in course.yaml and as the name of a folder of retellings.
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class CourseFile:
    """A course.yaml, read; entries that others are checked against come with their places.

    Attributes:
        readable: Whether its parts are known.
        id: Legal, or empty.
        lessons: Lesson ids in order.
        misconceptions: The file's path.
        decks: The decks' paths.
        numbers: Where the inventory's numbers stand.
        aliases: Old and new id of what was renamed: `OLD` and `NEW`, or `LESSON#OLD` and `LESSON#NEW` of steps and
            questions.
        alias_places: Where each old id stands.
        formerly: Ids that the course had before.
        formerly_places: Where each of them stands.
        newer: Whether it needs a newer petui, which reads it and all that belongs to it.
        id_place: Where the id stands.
    """

    readable: bool = False
    id: str = ""
    title: str = ""
    language: str = ""
    parts: tuple[CoursePart, ...] = ()
    lessons: tuple[tuple[str, Place], ...] = ()
    misconceptions: tuple[str, Place] | None = None
    decks: tuple[tuple[str, Place], ...] = ()
    inventory: tuple[tuple[str, str], ...] = ()
    numbers: Mapping[str, Place] = field(default_factory=dict)
    aliases: tuple[tuple[str, str], ...] = ()
    alias_places: Mapping[str, Place] = field(default_factory=dict)
    formerly: tuple[str, ...] = ()
    newer: bool = False
    id_place: Place | None = None
    formerly_places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def named_files(self) -> tuple[str, ...]:
        """Paths in the course of its decks and of its misconceptions, as it names them."""
        return (*(name for name, _ in self.decks), *((self.misconceptions or ())[:1]))


def lesson_names(root: Path) -> list[str]:
    """The names, without `.md`, of the lesson files of the course at `root`, sorted.

    Raises:
        OSError: If the folder cannot be read.
        ValueError: If there can be no such folder.
    """
    names = sorted(os.listdir(root / LESSONS))
    return [name.removesuffix(".md") for name in names if name.endswith(".md") and not name.startswith(".")]
