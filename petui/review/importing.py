"""Notes of Obsidian as decks of a course of their own; the notes themselves are only read."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.deckfile import parse_deck
from petui.lessons.faults import MAX_ID
from petui.lessons.identity import is_derived
from petui.lessons.model import Card
from petui.lessons.obsidian_tags import trailing_block_id
from petui.lessons.place import Fault, Place
from petui.lessons.source import read_source, visible
from petui.records import dataclass
from petui.review.importcourse import ImportCourse, open_course
from petui.review.vault import is_tagged, notes_in, read_front, with_own_front

_DECKS = "decks"
_ASKED = "the deck {deck} asks this already, so this card is left out; change one"


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one note.

    Attributes:
        source: The note, as it was given.
        deck: Id of its deck; empty if there is none.
        cards: Its cards; none if it has none, or could not be read.
        faults: What is read otherwise, lost or wrong, with places in the note.
        problem: Why it could not be read at all; empty if it could.
    """

    source: Path
    deck: str
    cards: tuple[Card, ...] = ()
    faults: tuple[Fault, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """What an import did.

    Attributes:
        root: The course's directory.
        course: Its id.
        notes: The notes in order.
        removed: Ids of decks that are gone with their notes.
    """

    root: Path
    course: str
    notes: tuple[Imported, ...]
    removed: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of all notes."""
        return tuple(card for note in self.notes for card in note.cards)


def import_notes(files: Sequence[Path], root: Path, course_id: str, title: str) -> Import:
    """Copy notes into the course in `root`, which is made if it is not there.

    A note that was imported before replaces its copy. Of a folder those notes are taken that have the tag
    `#flashcards`; copies of notes that it has no longer are removed.

    Args:
        files: Notes, and folders of notes.
        root: Directory of a course that an import made, or one that does not exist or is empty.
        course_id: Id of a new course.
        title: Title of a new course.

    Raises:
        ContentError: If a folder cannot be read, lies in `root`, or `root` is something else or cannot be written.
    """
    course = open_course(root, course_id, title)
    given, folders = _given(files, root)
    names: dict[Path, str] = {}
    for path in given:
        names[path] = _name(path, course.decks, names.values())
    taken = _ids_elsewhere(course, names.values())
    notes, texts = [], {}
    for path in given:
        note, text = _read(path, names[path], taken)
        notes.append(note)
        if note.cards:
            texts[_deck_path(note.deck)] = text
            taken |= dict.fromkeys((card.id for card in note.cards), note.deck)
    gone = _gone(course, folders, notes)
    course.write(texts, {_deck_path(name): _absolute(path) for path, name in names.items()}, gone)
    return Import(root, course.id, tuple(notes), tuple(sorted(Path(name).stem for name in gone)))


def _deck_path(name: str) -> str:
    return f"{_DECKS}/{name}.md"


def _absolute(path: Path) -> str:
    return os.path.abspath(path)


# ---- which notes -----------------------------------------------------------------------------------------------------


def _given(files: Sequence[Path], root: Path) -> tuple[list[Path], list[Path]]:
    """The notes, each once, and the folders among what is given."""
    found: dict[str, Path] = {}
    folders = []
    for path in files:
        if _lies_in(path, root):
            raise ContentError("this lies among the copies", where=visible(str(path)), mend="give the notes themselves")
        if path.is_dir():
            folders.append(path)
            notes = [note for note in _listed(path) if not _lies_in(note, root) and _is_deck(note)]
        else:
            notes = [path]
        for note in notes:
            found.setdefault(os.path.realpath(note), note)
    return list(found.values()), folders


def _lies_in(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(folder)) in (Path(os.path.realpath(path)), *Path(os.path.realpath(path)).parents)


def _listed(folder: Path) -> list[Path]:
    try:
        return list(notes_in(folder))
    except (OSError, RecursionError) as error:
        reason = visible(getattr(error, "strerror", None) or "it is too deep")
        raise ContentError(f"the folder cannot be read: {reason}", where=visible(str(folder))) from None


def _is_deck(note: Path) -> bool:
    """Whether a note is tagged, or nobody can tell."""
    source = read_source(note)
    return not source.readable or is_tagged(source.text, str(note))


def _name(path: Path, decks: Mapping[str, str], others: Collection[str]) -> str:
    """The id of a note's deck: the one it has, or its file's name made legal and different from the others'."""
    known = next((Path(name).stem for name, source in decks.items() if source == _absolute(path)), "")
    if known and known not in others:
        return known
    own = legal_id(path.stem) or "deck"
    parent = legal_id(Path(_absolute(path)).parent.name)
    wanted = [own, f"{parent}-{own}"[:MAX_ID].strip("-")] if parent else [own]
    wanted += [f"{own[: MAX_ID - 5]}-{number}" for number in range(2, 10_000)]
    # A note that has moved, or whose vault has, takes the place of its old copy.
    free = {Path(name).stem for name, source in decks.items() if not os.path.lexists(source)}
    taken = {Path(name).stem for name in decks} - free | set(others)
    return next(name for name in wanted if name not in taken)


def legal_id(text: str) -> str:
    """A text as an id: `Über Wellen (2)` is ueber-wellen-2 without its signs; empty if nothing is left of it."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_ID].strip("-")


# ---- one note --------------------------------------------------------------------------------------------------------


def _read(path: Path, deck: str, taken: Mapping[str, str]) -> tuple[Imported, str]:
    """A note and its text as a deck, on the same lines; `taken` are the ids that other decks have, and whose."""
    file = visible(str(path))
    source = read_source(path)
    if not source.readable:
        return Imported(path, "", problem=source.faults[0].message), ""
    lines = source.text.split("\n")
    front = read_front(lines, file)
    faults = list(source.faults)
    if front.fault:
        faults.append(Fault(Place(file), "W03", front.fault))
    lines = with_own_front(lines, front, deck)
    lines, renamed = _without_ids(lines, taken, file)
    text = "\n".join(lines)
    # Read as the copy, whose name is legal, and told as the note.
    found, copied = parse_deck(text, _deck_path(deck))
    told = [replace(fault, place=replace(fault.place, file=file)) for fault in copied]
    broken = [fault for fault in told if not fault.is_warning]
    if found is None or (broken and found.cards):
        faults = sorted({*faults, *renamed, *told})
        return Imported(path, "", (), tuple(faults), f"it cannot be used, see line {broken[0].place.line}"), ""
    placed = (replace(card, place=replace(card.place, file=file)) for card in found.cards)
    cards = tuple(card for card in placed if card.id not in taken)
    doubles = {card.family: card for card in reversed(found.cards) if card.id in taken}.values()
    faults += [Fault(replace(card.place, file=file), "W02", _ASKED.format(deck=taken[card.id])) for card in doubles]
    # That the deck has no cards is no fault of a note.
    faults += [*renamed, *(fault for fault in told if fault.is_warning)]
    return Imported(path, deck if cards else "", cards, tuple(sorted(set(faults)))), text


def _without_ids(lines: Sequence[str], taken: Mapping[str, str], file: str) -> tuple[list[str], list[Fault]]:
    """The lines without block ids that cards of other decks have: within a vault they are only each note's own."""
    kept, faults = list(lines), []
    for row, line in enumerate(lines):
        name, start = trailing_block_id(line, line)
        name = name.lower()
        deck = taken.get(name) or taken.get(f"{name}/1")
        if deck and not is_derived(name):
            kept[row] = line[:start].rstrip()
            message = f"the block id `^{name}` belongs to a card of the deck {deck}, so the card goes by its text"
            faults.append(Fault(Place(file, row + 1), "W02", message))
    return kept, faults


# ---- what else the course has ----------------------------------------------------------------------------------------


def _ids_elsewhere(course: ImportCourse, names: Iterable[str]) -> dict[str, str]:
    """Ids of the cards in decks that stay as they are, and whose they are."""
    changing = set(map(_deck_path, names))
    kept = [name for name, source in course.decks.items() if name not in changing and os.path.lexists(source)]
    return {card.id: Path(name).stem for name in kept for card in course.cards(name)}


def _gone(course: ImportCourse, folders: Iterable[Path], notes: Sequence[Imported]) -> set[str]:
    """Decks whose note has left one of the folders, has no cards any more, or stands in another place now."""
    imported = {_absolute(note.source) for note in notes}
    empty = {_absolute(note.source) for note in notes if not note.cards and not note.problem}
    ids = {card.id for note in notes for card in note.cards}
    gone = set()
    for name, source in course.decks.items():
        left = source not in imported and any(_lies_in(Path(source), folder) for folder in folders)
        moved = not os.path.lexists(source) and any(card.id in ids for card in course.cards(name))
        if left or source in empty or moved:
            gone.add(name)
    return gone
