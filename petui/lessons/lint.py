"""Lint: every fault of courses and lesson files at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.course import CourseReading, lesson_paths, read_course
from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE, CourseFile
from petui.lessons.faults import MAX_COURSE_FAULTS, FaultList, nearest, quoted
from petui.lessons.finding import course_of, find_courses
from petui.lessons.inside import file_inside, led_out
from petui.lessons.lint_between import lint_reach, lint_unused
from petui.lessons.lint_fit import lint_fit, lint_formulas
from petui.lessons.lint_lock import lint_lock
from petui.lessons.lint_questions import lint_questions
from petui.lessons.lint_values import ValueLint
from petui.lessons.lint_words import lint_lesson_figures, lint_mistake_figures, lint_signs, lint_spoken
from petui.lessons.model import Card, Course, Deck, Lesson
from petui.lessons.parser import LessonFile, parse_lesson
from petui.lessons.place import Fault, Place
from petui.lessons.prosemodel import Inline, Role
from petui.lessons.retelling import Retelling, read_retelling
from petui.lessons.retellingfiles import RETELLINGS, astray_in, misplaced_in, retellings_in
from petui.lessons.source import read_source, visible
from petui.lessons.walk import (
    card_inlines,
    card_proses,
    displays_in,
    formulas_in,
    lesson_displays,
    lesson_inlines,
    mistake_inlines,
)
from petui.lessons.yamlcards import parse_yaml_deck

# What is left out when texts are compared: blanks, markup, quotes, marks around sentences.
_UNSAID = " \t*_`~\"'.,;:!?()[]"


def lint_paths(paths: Iterable[Path], *, coverage: bool = False, installed: Sequence[Path] = ()) -> tuple[Fault, ...]:
    """Every fault of these paths, sorted and each once.

    Args:
        paths: Course directories, directories of courses, single files, or folders within a course; the course of
            these is found upward.
        coverage: Numbers of a course's inventory that no lesson or no card covers are faults too.
        installed: Directories of courses that learners have besides, those first whose ids others must not take.

    Raises:
        ContentError: If a path does not exist or has nothing to check in it.
    """
    found: set[Fault] = set()
    roots: list[Path] = []
    files: dict[Path, list[Path]] = {}
    for path in paths:
        if path.is_dir():
            courses = find_courses([path])
            around = None if courses else course_of(path)
            if around is not None and _holds_content(path):
                files.setdefault(around, []).append(path)
                continue
            if not courses:
                mend = f"give a directory with a {COURSE_FILE}, or a lesson file"
                raise ContentError("there is no course here", where=visible(str(path)), mend=mend)
            roots += courses
            for course in courses:
                found.update(lint_course(course, coverage=coverage))
        elif os.path.lexists(path) and (around := course_of(path)) is not None:
            files.setdefault(around, []).append(path)
            roots += [around] if path.name == COURSE_FILE else []
        else:
            found.update(_lint_alone(path))
    for root, those in files.items():
        found.update(lint_course(root, only=those))
    return tuple(sorted(found.union(_doubled_ids(roots, installed) if roots else ())))


def _doubled_ids(roots: Iterable[Path], installed: Sequence[Path]) -> Iterator[Fault]:
    """Note at the second of two courses that they have one id, or that one had the other's (E04).

    One that is not installed may be the next release of an installed one: it has the same title then.
    """
    asked = set(map(os.path.realpath, roots))
    known = set(map(os.path.realpath, find_courses(installed)))
    heads = [(root, read_course_file(root / COURSE_FILE, FaultList())) for root in find_courses((*installed, *roots))]
    seen: dict[str, tuple[Path, CourseFile]] = {}
    for root, head in heads:
        seen.setdefault(head.id, (root, head))
    for root, head in heads:
        real = os.path.realpath(root)
        named = [(head.id, head.id_place or Place(visible(str(root / COURSE_FILE))))] if head.id else []
        for name, place in (*named, *head.formerly_places.items()) if real in asked else ():
            first, other = seen.get(name, (root, head))
            release = real not in known and os.path.realpath(first) in known and head.title == other.title
            if first is root or release:
                continue
            where = visible(str(first / COURSE_FILE))
            counts = (
                "and one of the two is used; choose another" if name == head.id else "whose its learners are; delete it"
            )
            yield Fault(place, "E04", f"the id {quoted(name)} is that of the course in {where}, {counts}")


def lists_inventory(paths: Iterable[Path]) -> bool:
    """Whether any course in these directories has an inventory that `coverage` can be held against."""
    courses = (course for path in paths if path.is_dir() for course in find_courses([path]))
    return any(read_course_file(course / COURSE_FILE, FaultList()).inventory for course in courses)


def lint_course(root: Path, *, coverage: bool = False, only: Iterable[Path] = ()) -> tuple[Fault, ...]:
    """Every fault of a course directory, sorted.

    Args:
        root: The directory.
        coverage: As for `lint_paths`.
        only: Files of the course whose faults alone are looked for, or folders of them; of the others nothing is
            computed.
    """
    reading = read_course(root)
    faults = FaultList(MAX_COURSE_FAULTS)
    faults.extend(reading.faults)
    wanted = _wanted(only)
    if reading.course is not None:
        _lint_content(root, reading, reading.course, faults, wanted)
        lint_unused(reading, faults)
        lint_reach(reading, faults)
        lint_lock(root, reading, faults)
        if coverage:
            _lint_coverage(reading.course, reading.head.numbers, faults)
    found = {fault for fault in faults.sorted() if wanted(fault.place.file)}
    for path in _content_files(root, reading.head):
        file = visible(str(path))
        if wanted(file):
            signs = FaultList()
            lint_signs(read_source(path), file, signs)
            found |= {*signs.sorted()}
    return tuple(sorted(found))


def _lint_content(
    root: Path, reading: CourseReading, course: Course, faults: FaultList, wanted: Callable[[str], bool]
) -> None:
    """Lessons, decks, misconceptions and retellings."""
    known = {mistake.id for mistake in course.mistakes}
    values = ValueLint(faults, _broken(reading.faults), known)
    lessons = {lesson.id: lesson for lesson in course.lessons}
    for lesson in course.lessons:
        if wanted(lesson.place.file):
            _lint_lesson(lesson, lessons, values, faults)
            lint_questions(lesson, faults)
    _lint_beside(course, lessons, values, faults, wanted)
    _lint_retellings(root, lessons, values, faults, wanted)


def _wanted(only: Iterable[Path]) -> Callable[[str], bool]:
    """Whether a file, as places show it, is among those that are asked for; any is where none are."""
    real = frozenset(map(os.path.realpath, only))
    inside = tuple(os.path.join(path, "") for path in real)
    return lambda file: not real or (own := os.path.realpath(file)) in real or own.startswith(inside)


def _holds_content(folder: Path) -> bool:
    """Whether there is anything in a folder that may be a lesson or a deck."""
    names = (name for _, _, files in os.walk(folder) for name in files)
    return any(name.endswith((".md", ".yaml")) for name in names)


def _content_files(root: Path, head: CourseFile) -> Iterator[Path]:
    """The files of a course that have text in them, whatever is wrong with it."""
    if head.newer or led_out(root, root / COURSE_FILE):
        return
    yield root / COURSE_FILE
    own = (path for path in lesson_paths(root) if led_out(root, path) is None)
    for path in (*own, *(file_inside(root, name, Place(""), FaultList()) for name in head.named_files)):
        if path is not None:
            yield path
    for language, name in retellings_in(root):
        yield root / RETELLINGS / language / f"{name}.md"


def _lint_retellings(
    root: Path, lessons: Mapping[str, Lesson], values: ValueLint, faults: FaultList, wanted: Callable[[str], bool]
) -> None:
    """Every retelling, as the lesson that it makes; what is the lesson's own is not reported twice."""
    for path in misplaced_in(root):
        message = f"{quoted(path.name)} is no folder of a language; put retellings into one named as in `hi-Latn`"
        faults.add(Place(visible(str(path))), "E12", message)
    faults.extend(astray_in(root))
    for language, name in retellings_in(root):
        place = Place(visible(str(root / RETELLINGS / language / f"{name}.md")))
        lesson = lessons.get(name)
        if lesson is None:
            faults.add(place, "E12", f"there is no lesson {quoted(name)} to retell; {nearest(name, lessons)}")
        elif wanted(place.file):
            _lint_retelling(read_retelling(root, lesson, language), lessons, values, faults)


def _lint_retelling(retelling: Retelling, lessons: Mapping[str, Lesson], values: ValueLint, faults: FaultList) -> None:
    faults.extend(retelling.faults)
    if retelling.lesson is not None:
        found = FaultList(MAX_COURSE_FAULTS)
        told = replace(retelling.lesson, mistakes=(), cards=())
        _lint_lesson(told, lessons, ValueLint(found, values.broken, values.mistakes, graded=False), found)
        faults.extend(fault for fault in found.sorted() if fault.place.file == told.place.file)


def _lint_coverage(course: Course, places: Mapping[str, Place], faults: FaultList) -> None:
    """Note every number of the inventory that no lesson or no card covers (E16)."""
    taught = {number for lesson in course.lessons for number in lesson.covers}
    asked = {number for home in course.homes for card in home.cards for number in card.covers}
    for number, text in course.inventory:
        missing = [what for what, known in (("lesson", taught), ("card", asked)) if number not in known]
        if missing:
            what = f"no {' and no '.join(missing)} covers {number}, {quoted(text)}"
            faults.add(places[number], "E16", f"{what}; name it in the `covers` of a {missing[0]}")


def _lint_alone(path: Path) -> tuple[Fault, ...]:
    """Every fault of a file without a course, as a lesson or YAML deck by itself."""
    if not os.path.lexists(path):
        raise ContentError("there is no such file or directory", where=visible(str(path)), mend="check the path")
    source, file = read_source(path), visible(str(path))
    faults = FaultList(MAX_COURSE_FAULTS)
    faults.extend(source.faults)
    lint_signs(source, file, faults)
    if source.readable and path.suffix == ".yaml":
        deck, found = parse_yaml_deck(source.text, file)
        faults.extend(found)
        if deck is not None:
            _lint_deck(deck, None, ValueLint(faults, _broken(found), None), faults)
    elif source.readable:
        faults.extend(lint_reading(LessonFile(*parse_lesson(source.text, file))))
    return faults.sorted()


def lint_reading(reading: LessonFile) -> tuple[Fault, ...]:
    """Every fault that a lesson which has been read has by itself, whatever its course is."""
    faults = FaultList(MAX_COURSE_FAULTS)
    faults.extend(reading.faults)
    if reading.lesson is not None:
        _lint_lesson(reading.lesson, None, ValueLint(faults, _broken(reading.faults), None), faults)
        lint_questions(reading.lesson, faults)
    return faults.sorted()


def _broken(faults: Iterable[Fault]) -> frozenset[Place]:
    return frozenset(fault.place for fault in faults if fault.code == "E05")


def _lint_lesson(lesson: Lesson, lessons: Mapping[str, Lesson] | None, values: ValueLint, faults: FaultList) -> None:
    inlines = tuple(lesson_inlines(lesson))
    values.lesson(lesson)
    displays = tuple(lesson_displays(lesson))
    lint_formulas(displays, formulas_in(inlines), faults)
    lint_spoken(displays, faults)
    lint_lesson_figures(lesson, faults)
    lint_fit(lesson, faults)
    _lint_references(inlines, lesson, lessons, faults)
    _lint_cards(lesson.cards, lesson, lessons, faults)


def _lint_beside(
    course: Course,
    lessons: Mapping[str, Lesson],
    values: ValueLint,
    faults: FaultList,
    wanted: Callable[[str], bool],
) -> None:
    """Decks, and misconceptions of the course's own file."""
    values.begin()
    in_lessons = {mistake.place for lesson in course.lessons for mistake in lesson.mistakes}
    for mistake in course.mistakes:
        if mistake.place not in in_lessons and wanted(mistake.place.file):
            values.mistake(mistake)
            inlines = tuple(mistake_inlines(mistake))
            lint_formulas(displays_in(mistake.body), formulas_in(inlines), faults)
            lint_spoken(displays_in(mistake.body), faults)
            lint_mistake_figures(mistake, faults)
            _lint_references(inlines, None, lessons, faults)
    for deck in course.decks:
        if wanted(deck.file):
            _lint_deck(deck, lessons, values, faults)


def _lint_deck(deck: Deck, lessons: Mapping[str, Lesson] | None, values: ValueLint, faults: FaultList) -> None:
    values.begin(len(deck.cards))
    for card in deck.cards:
        values.card(card)
    inlines = tuple(inline for card in deck.cards for inline in card_inlines(card))
    proses = (prose for card in deck.cards for prose in card_proses(card))
    displays = (display for prose in proses for display in displays_in(prose))
    lint_formulas(displays, formulas_in(inlines), faults)
    _lint_references(inlines, None, lessons, faults)
    _lint_cards(deck.cards, None, lessons, faults)


def _lint_cards(
    cards: Iterable[Card], own: Lesson | None, lessons: Mapping[str, Lesson] | None, faults: FaultList
) -> None:
    """Note places taught by nobody (E12), and accepted texts that say nothing (E10)."""
    for card in cards:
        astray = _astray(card.teaches, own, lessons) if card.teaches else ""
        if astray:
            faults.add(card.place_of("teaches"), "E12", f"`teaches` leads nowhere: {astray}")
        for text in card.accepts:
            if not text.strip(_UNSAID):
                faults.add(card.place, "E10", f"the accepted text {quoted(text)} says nothing; give words or a number")


def _lint_references(
    inlines: Iterable[Inline], own: Lesson | None, lessons: Mapping[str, Lesson] | None, faults: FaultList
) -> None:
    """Note `ref` roles that lead nowhere (E12); without a course, only those into the lesson itself are known."""
    for inline in inlines:
        if isinstance(inline, Role) and inline.name == "ref":
            astray = _astray(inline.text, own, lessons)
            if astray:
                faults.add(inline.place, "E12", astray)


def _astray(target: str, own: Lesson | None, lessons: Mapping[str, Lesson] | None) -> str:
    """Why `LESSON` or `LESSON#STEP` leads nowhere, or nothing."""
    name, hash_sign, step_id = target.partition("#")
    name = name.strip() or (own.id if own else "")
    lesson = (lessons or {}).get(name) or (own if own and own.id == name else None)
    if lesson is None:
        return "" if lessons is None else f"there is no lesson {quoted(name)}; {nearest(name, sorted(lessons))}"
    steps = [step.id for step in lesson.steps]
    if hash_sign and step_id.strip() not in steps:
        return f"the lesson {quoted(name)} has no step {quoted(step_id)}; {nearest(step_id, steps)}"
    return ""
