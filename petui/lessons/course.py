"""Courses: finding them, reading a course directory, and what holds between its files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path, PurePosixPath

from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE, LESSONS, MAX_LESSONS, CourseFile, lesson_names
from petui.lessons.deckfile import parse_deck
from petui.lessons.faults import MAX_COURSE_FAULTS, FaultList, leaves_out, nearest, quoted
from petui.lessons.identity import is_derived
from petui.lessons.inside import file_inside, led_out
from petui.lessons.leftout import unusable
from petui.lessons.lessonfile import read_lesson_at, read_mistakes_of
from petui.lessons.model import Card, Course, Deck, Lesson, Mistake
from petui.lessons.parser import LessonFile
from petui.lessons.place import Fault, Place
from petui.lessons.source import read_source, visible
from petui.lessons.yamlcards import parse_yaml_deck
from petui.records import dataclass

DECKS = "decks"
DECK_READERS = {".md": parse_deck, ".yaml": parse_yaml_deck}


@dataclass(frozen=True, slots=True)
class CourseReading:
    """A course directory, read with everything that lint goes on with.

    Attributes:
        course: What could be read, faulty lessons and cards included; None without a usable course.yaml.
        faults: Every fault of its files and between them, sorted.
        places: For each lesson id, where its front matter's entries stand.
        head: Its course.yaml.
        unread: Ids of lessons whose files could not be read as such.
    """

    course: Course | None
    faults: tuple[Fault, ...]
    places: Mapping[str, Mapping[str, Place]] = field(default_factory=dict)
    head: CourseFile = field(default_factory=CourseFile)
    unread: frozenset[str] = frozenset()


def load_course(root: Path) -> tuple[Course | None, tuple[Fault, ...]]:
    """A course for learners: lessons and decks whose own file has a fault are left out, and the faults say why.

    Warnings leave nothing out.

    Args:
        root: The course directory.

    Returns:
        The course (None without a usable course.yaml) and every fault, sorted. Its `mistakes` are those of the
        misconceptions file, then those of the lessons.
    """
    reading = read_course(root)
    if reading.course is None:
        return None, reading.faults
    broken = {fault.place.file for fault in reading.faults if leaves_out(fault)}
    course = replace(
        reading.course,
        lessons=tuple(lesson for lesson in reading.course.lessons if lesson.place.file not in broken),
        decks=tuple(deck for deck in reading.course.decks if deck.file not in broken),
        mistakes=tuple(mistake for mistake in reading.course.mistakes if mistake.place.file not in broken),
    )
    left_out = unusable(root, reading.head, reading.unread, reading.course, course, reading.faults)
    return replace(course, unusable=tuple(left_out)), reading.faults


def read_course(root: Path) -> CourseReading:
    """Everything of a course directory; never raises for what is in it."""
    faults = FaultList(MAX_COURSE_FAULTS)
    head = read_course_file(root / COURSE_FILE, faults)
    if head.newer:
        return CourseReading(None, faults.sorted(), head=head)
    files = _read_lessons(root, head, faults)
    mistakes = read_mistakes_of(root, head, faults)
    lessons = tuple(found.lesson for found in files.values() if found.lesson)
    read_decks = (_covered_by_tags(deck, dict(head.inventory)) for deck in _read_decks(root, head, faults))
    decks = _without_doubles(lessons, tuple(read_decks), faults)
    all_mistakes = mistakes + tuple(mistake for lesson in lessons for mistake in lesson.mistakes)
    places = {found.lesson.id: found.places for found in files.values() if found.lesson}
    _check_unique(lessons, all_mistakes, decks, faults)
    _check_decks_listed(root, head, faults)
    _check_requires(lessons, files.keys(), places, faults)
    _check_covers(lessons, all_mistakes, decks, places, head, faults)
    if not head.id:
        return CourseReading(None, faults.sorted(), places, head)
    order = {name: at for at, name in enumerate(name for part in head.parts for name in part.lessons)}
    course = Course(
        head.id,
        head.title,
        head.language,
        str(root),
        head.parts,
        tuple(sorted(lessons, key=lambda lesson: order.get(lesson.id, len(order)))),
        all_mistakes,
        decks,
        head.inventory,
        head.aliases,
        head.formerly,
    )
    unread = frozenset(name for name, found in files.items() if found.lesson is None)
    return CourseReading(course, faults.sorted(), places, head, unread)


def _read_lessons(root: Path, head: CourseFile, faults: FaultList) -> dict[str, LessonFile]:
    """Every lesson file by the id that its name gives."""
    listed = {name: place for name, place in head.lessons}
    found: dict[str, LessonFile] = {}
    missing = not os.path.lexists(root / LESSONS)
    if missing and not listed:
        # Where course.yaml cannot be read, nobody knows whether it needs one.
        if head.readable and not head.decks:
            message = f"the course has no folder `{LESSONS}`; put *.md files into one, or list `decks`"
            faults.add(Place(visible(str(root / COURSE_FILE))), "E12", message)
        return found
    for name, place in listed.items():
        path = root / LESSONS / f"{name}.md"
        if not os.path.lexists(path):
            present = [] if missing else [other.stem for other in lesson_paths(root, faults)]
            mend = nearest(name, present) if present else "put it there, or take it off the list"
            faults.add(place, "E12", f"there is no lesson file {LESSONS}/{name}.md; {mend}")
    if missing:
        return found
    for path in lesson_paths(root, faults):
        astray = led_out(root, path)
        found[path.stem] = LessonFile(None, (astray,)) if astray else read_lesson_at(path)
        faults.extend(found[path.stem].faults)
        if head.readable and path.stem not in listed:
            faults.add(
                Place(visible(str(path))),
                "E12",
                f"no part of {COURSE_FILE} lists this lesson; list it, or move the file",
            )
    return found


def lesson_paths(root: Path, faults: FaultList | None = None) -> list[Path]:
    """The lesson files of a course, sorted; a folder that cannot be read is E01."""
    folder = root / LESSONS
    try:
        paths = [folder / f"{name}.md" for name in lesson_names(root)]
    except (OSError, ValueError) as error:
        reason = visible(getattr(error, "strerror", None) or str(error))
        if faults is not None:
            message = f"the lessons cannot be read: {reason}; put *.md files there"
            faults.add(Place(visible(str(folder))), "E01", message)
        return []
    if len(paths) > MAX_LESSONS and faults is not None:
        message = f"the course has {len(paths)} lessons, of which {MAX_LESSONS} are read; split it"
        faults.add(Place(visible(str(folder))), "E12", message)
    return paths[:MAX_LESSONS]


def _read_decks(root: Path, head: CourseFile, faults: FaultList) -> tuple[Deck, ...]:
    decks = []
    for name, place in head.decks:
        parse = DECK_READERS.get(PurePosixPath(name).suffix)
        if parse is None:
            faults.add(place, "E12", f"{quoted(name)} is no deck; give a *.md or *.yaml file")
            continue
        path = file_inside(root, name, place, faults)
        if path is None:
            continue
        source = read_source(path)
        faults.extend(source.faults)
        if source.readable:
            deck, found = parse(source.text, visible(str(path)))
            faults.extend(found)
            decks += [deck] if deck else []
    return tuple(decks)


def _check_decks_listed(root: Path, head: CourseFile, faults: FaultList) -> None:
    """Note files of decks that course.yaml does not name (E12)."""
    if not head.readable:
        return
    listed = {os.path.realpath(root / name) for name in head.named_files if "\0" not in name}
    astray = led_out(root, root / DECKS)
    if astray is not None:
        faults.extend([astray])
        return
    for folder, folders, files in os.walk(root / DECKS):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(folder, name)
            if path.suffix not in DECK_READERS or name.startswith(".") or os.path.realpath(path) in listed:
                continue
            message = f"no `decks` entry of {COURSE_FILE} lists this deck; list it, or move the file"
            faults.add(Place(visible(str(path))), "E12", message)


def _without_doubles(lessons: Sequence[Lesson], decks: Sequence[Deck], faults: FaultList) -> tuple[Deck, ...]:
    """The decks without cards that go by their question where another file asks it before."""
    asked = {card.id: card.place for card in all_cards(lessons, ())}
    kept = []
    for deck in decks:
        doubles = [card for card in deck.cards if is_derived(card.id) and card.id in asked]
        for card in {card.family: card for card in reversed(doubles)}.values():
            first = asked[card.id]
            message = f"the course asks this in {first.file}:{first.line} already, so this card is left out"
            faults.add(card.place, "W02", message)
        names = {card.id for card in doubles}
        own = tuple(card for card in deck.cards if card.id not in names)
        asked |= {card.id: card.place for card in own}
        kept.append(replace(deck, cards=own))
    return tuple(kept)


def _covered_by_tags(deck: Deck, inventory: Mapping[str, str]) -> Deck:
    """Cards that cannot name what they cover do it by tags: `#flashcards/ai-ml/F3` is about F3."""
    return replace(deck, cards=tuple(_covered(card, inventory) for card in deck.cards))


def _covered(card: Card, inventory: Mapping[str, str]) -> Card:
    numbers = dict.fromkeys(tag.rpartition("/")[2] for tag in card.tags)
    found = tuple(number for number in numbers if number in inventory)
    return card if card.covers or not found else replace(card, covers=found)


def _check_unique(
    lessons: Sequence[Lesson], mistakes: Sequence[Mistake], decks: Sequence[Deck], faults: FaultList
) -> None:
    _note_doubles(((mistake.id, mistake.place) for mistake in mistakes), "misconception", faults)
    _note_doubles(((card_id, place) for card_id, place in _card_ids(all_cards(lessons, decks))), "card", faults)
    names = [(lesson.id, lesson.place) for lesson in lessons] + [(deck.id, Place(deck.file)) for deck in decks]
    _note_doubles(names, "lesson or deck", faults)


def all_cards(lessons: Iterable[Lesson], decks: Iterable[Deck]) -> tuple[Card, ...]:
    """The cards of lessons, then those of decks."""
    return (*(card for lesson in lessons for card in lesson.cards), *(card for deck in decks for card in deck.cards))


def _card_ids(cards: Iterable[Card]) -> Iterable[tuple[str, Place]]:
    for card in cards:
        yield card.id, card.place
        if card.choice:
            yield card.choice.id, card.choice.place


def _note_doubles(named: Iterable[tuple[str, Place]], kind: str, faults: FaultList) -> None:
    seen: dict[str, Place] = {}
    for name, place in named:
        first = seen.setdefault(name, place)
        # Doubles within one file are the parser's to report.
        if name and first.file != place.file:
            message = f"the id {quoted(name)} belongs to another {kind} ({first.file}:{first.line}); choose another"
            faults.add(place, "E04", message)


def _check_requires(
    lessons: Sequence[Lesson], known: Iterable[str], places: Mapping[str, Mapping[str, Place]], faults: FaultList
) -> None:
    names = {*known, *(lesson.id for lesson in lessons)}
    for lesson in lessons:
        for needed in lesson.requires:
            if needed not in names:
                place = places[lesson.id].get(f"requires {needed}", lesson.place)
                faults.add(place, "E12", f"there is no lesson {quoted(needed)}; {nearest(needed, sorted(names))}")
    for circle in _circles({lesson.id: lesson.requires for lesson in lessons}):
        place = places[circle[0]].get(f"requires {circle[1]}", Place(""))
        faults.add(place, "E12", f"lessons require each other in a circle: {' → '.join(circle)}; break it")


def _circles(requires: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """One circle for each edge that closes one in a depth-first walk, beginning with that edge."""
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in requires:
        path: list[str] = []
        waiting: list[tuple[str, bool]] = [(start, True)]
        while waiting:
            name, entering = waiting.pop()
            if not entering:
                done.add(path.pop())
            elif name in path:
                found.append((path[-1], *path[path.index(name) :]))
            elif name not in done and name in requires:
                path.append(name)
                waiting.append((name, False))
                waiting.extend((needed, True) for needed in reversed(requires[name]))
    return found


def _check_covers(
    lessons: Sequence[Lesson],
    mistakes: Sequence[Mistake],
    decks: Sequence[Deck],
    places: Mapping[str, Mapping[str, Place]],
    head: CourseFile,
    faults: FaultList,
) -> None:
    if not head.inventory:
        return
    known = dict(head.inventory)
    covering: list[tuple[str, Place]] = []
    for lesson in lessons:
        covering += [(name, places[lesson.id].get(f"covers {name}", lesson.place)) for name in lesson.covers]
    named: tuple[Card | Mistake, ...] = (*all_cards(lessons, decks), *mistakes)
    for one in named:
        covering += [(name, one.place_of(f"covers {name}")) for name in one.covers]
    for name, place in covering:
        if name not in known:
            faults.add(
                place, "E12", f"the inventory of {COURSE_FILE} has no {quoted(name)}; add it there, or mend it here"
            )
