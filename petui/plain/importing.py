"""Importing cards: the notes become a course, their schedules a beginning, and all of it is told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.coursehead import COURSE_FILE
from petui.lessons.source import visible
from petui.locations import data_dir, log_dir
from petui.plain.charset import shown
from petui.plain.faults import counted
from petui.plain.library import read_library
from petui.records import dataclass
from petui.review.importing import Import, import_notes, legal_id
from petui.review.log import ReviewLog, read_events
from petui.review.schedule import Schedule
from petui.review.stamp import stamp_now
from petui.review.starting import starts

_OWN = "imported"
_TITLE = "Imported cards"


@dataclass(frozen=True, slots=True)
class Told:
    """An import, in words.

    Attributes:
        lines: A line for each note, and for each place that is read otherwise.
        summary: What came of it all.
        complete: Whether every note could be read, there were cards, and all of it is saved.
    """

    lines: tuple[str, ...]
    summary: str
    complete: bool


def import_cards(
    files: Sequence[Path], folder: Path | None, content: Sequence[Path], retention: float, *, ascii: bool
) -> Told:
    """Import notes and folders of notes into the course in `folder`, by default the learner's own.

    Args:
        files: Notes, and folders of notes.
        folder: Directory of the course; its name becomes the course's id.
        content: Directories of `--content`.
        retention: The retention that schedules aim at.
        ascii: Whether to keep to ASCII.

    Raises:
        ContentError: If nothing can be imported, see petui.review.importing.import_notes.
    """
    root = data_dir() / "courses" / _OWN if folder is None else folder
    name = Path(os.path.abspath(root)).name
    _refuse_known_id(legal_id(name), root, content)
    done = import_notes(files, root, legal_id(name), _TITLE if folder is None else name)
    lines = [shown(line, ascii=ascii) for note_lines in _lines(done) for line in note_lines]
    started, saved = _start(done, retention)
    complete = saved and not any(note.problem for note in done.notes) and _is_written(done)
    return Told(tuple(lines), _summary(done, started), complete)


def _is_written(done: Import) -> bool:
    """Whether there is a course now, or one was emptied."""
    return bool(done.cards or done.removed) or (done.root / COURSE_FILE).exists()


def _refuse_known_id(name: str, root: Path, content: Sequence[Path]) -> None:
    for course in read_library(content).courses:
        if course.id == name and os.path.realpath(course.root) != os.path.realpath(root):
            what = f"there is a course {name} already, in {visible(course.root)}"
            raise ContentError(what, where=visible(str(root)), mend="give a folder with another name")


def _lines(done: Import) -> Iterator[list[str]]:
    for note in done.notes:
        file = visible(str(note.source))
        if note.problem:
            yield [f"{file}: {note.problem}"]
        else:
            deck = f", deck {note.deck}" if note.deck else ""
            yield [f"{file}: {counted(len(note.cards), 'card')}{deck}", *map(str, note.faults)]
    yield [f"{name}: this deck is gone with its note" for name in done.removed]


def _start(done: Import, retention: float) -> tuple[str, bool]:
    """Begin cards where another program left off; says for how many, and whether it is saved."""
    found, refused = starts(
        done.course, done.cards, read_events(log_dir()).events, Schedule(retention), stamp_now().day
    )
    words = "".join(f"; {card.place}: its schedule makes no sense: {error}" for card, error in refused)
    if not found:
        return words, True
    log = ReviewLog(log_dir())
    for event in found:
        log.append(event)
    log.close()
    unsaved = f" (not saved: {log.problem})" if log.problem else ""
    return f"; the schedule of {counted(len(found), 'card')} taken over{unsaved}{words}", not unsaved


def _summary(done: Import, started: str) -> str:
    if not done.notes:
        return "no note with the tag #flashcards was found"
    if all(note.problem for note in done.notes):
        return "nothing was read"
    notes, cards = counted(len(done.notes), "note"), counted(len(done.cards), "card")
    if not _is_written(done):
        return f"{notes}, {cards}; no course was written"
    return f"{notes}, {cards} in {visible(str(done.root))}{started}"
