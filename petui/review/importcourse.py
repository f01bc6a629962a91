"""The directory of a course that imports write: its course.yaml, its decks, and a list of where they come from."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE
from petui.lessons.deckfile import parse_deck
from petui.lessons.faults import FaultList, illegal_id
from petui.lessons.model import Card
from petui.lessons.source import read_source, visible
from petui.review.log import make_directory, problem_in_words, sync_directory

# By this file a course is known to be an import's, which may be written over.
SOURCES = "sources.json"
_MOST_BYTES = 10 << 20


@dataclass(slots=True)
class ImportCourse:
    """A course of imported decks.

    Attributes:
        root: Its directory.
        id: Its id.
        title: Its title.
        language: Its language tag; `und` where nobody has said it.
        decks: The path of each deck in the course, and of the note that it is a copy of.
    """

    root: Path
    id: str
    title: str
    language: str = "und"
    decks: dict[str, str] = field(default_factory=dict)

    def cards(self, name: str) -> tuple[Card, ...]:
        """The cards of a deck as it was written; none if it cannot be read any more."""
        source = read_source(self.root / name)
        deck = parse_deck(source.text, name)[0] if source.readable else None
        return deck.cards if deck else ()

    def write(self, texts: Mapping[str, str], sources: Mapping[str, str], gone: Collection[str]) -> None:
        """Write decks, then the list of them, then delete those that are gone; stopped anywhere, the course is whole.

        Args:
            texts: What is new, by path.
            sources: The note of each path.
            gone: Paths of decks to be deleted.

        Raises:
            ContentError: If it cannot be written.
        """
        # Of two decks that ask the same the first one counts: what was there stays before what comes.
        decks = {name: source for name, source in self.decks.items() if name not in gone and name not in texts}
        decks |= {name: sources[name] for name in texts}
        if not decks and not self.decks:
            return
        try:
            for name, text in texts.items():
                _replace(self.root / name, text)
            _replace(self.root / SOURCES, json.dumps({"schema": 1, "decks": decks}, indent=1) + "\n")
            if decks:
                _replace(self.root / COURSE_FILE, self._course_file(decks))
            else:
                (self.root / COURSE_FILE).unlink(missing_ok=True)
            for name in set(self.decks) - set(decks):
                (self.root / name).unlink(missing_ok=True)
        except OSError as error:
            words = problem_in_words(error, self.root)
            raise ContentError(f"the course cannot be written: {words}", where=visible(str(self.root))) from None
        self.decks = decks

    def _course_file(self, decks: Mapping[str, str]) -> str:
        lines = ["# Written by `petui cards import`; title and language may be changed.", "schema: 1"]
        lines += [
            f"id: {self.id}",
            f"title: {json.dumps(self.title, ensure_ascii=False)}",
            f"language: {self.language}",
        ]
        return "\n".join([*lines, "decks:", *(f"  - {name}" for name in decks)]) + "\n"


def open_course(root: Path, course_id: str, title: str) -> ImportCourse:
    """The course in a directory, or a new one where there is none yet.

    Args:
        root: The directory.
        course_id: Id of a new course.
        title: Title of a new course.

    Raises:
        ContentError: If there is something else, or the id is not legal.
    """
    where = visible(str(root))
    wrong = illegal_id(course_id)
    if wrong:
        raise ContentError(wrong, where=where, mend="give another folder with --to")
    try:
        names = os.listdir(root)
    except FileNotFoundError:
        return ImportCourse(root, course_id, title)
    except OSError as error:
        raise ContentError(f"cannot be written into: {error.strerror}", where=where) from None
    if SOURCES not in names:
        if names:
            raise ContentError("is no course that an import made", where=where, mend="give an empty or new folder")
        return ImportCourse(root, course_id, title)
    head = read_course_file(root / COURSE_FILE, FaultList())
    return ImportCourse(
        root, head.id or course_id, head.title or title, head.language or "und", _read_sources(root / SOURCES)
    )


def _read_sources(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as file:
            decks = json.loads(file.read(_MOST_BYTES))["decks"]
        fits = all(isinstance(name, str) and isinstance(source, str) for name, source in decks.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        fits = False
    if not fits:
        raise ContentError("cannot be read", where=visible(str(path)), mend="move the folder away, and import again")
    return {name: source for name, source in decks.items() if _is_ours(name)}


def _is_ours(name: str) -> bool:
    """Whether a path is one that an import may have written."""
    folder, _, file = name.partition("/")
    return folder == "decks" and file.endswith(".md") and not illegal_id(file.removesuffix(".md"))


def _replace(path: Path, text: str) -> None:
    """A file that is there in full or as it was."""
    make_directory(path.parent)
    passing = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with passing.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        passing.replace(path)
        sync_directory(path.parent)
    except BaseException:
        with suppress(OSError):
            passing.unlink()
        raise
