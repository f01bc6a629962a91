"""Lint: every fault of courses and lesson files at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.course import read_course
from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE
from petui.lessons.faults import MAX_COURSE_FAULTS, FaultList, nearest, quoted
from petui.lessons.finding import find_courses
from petui.lessons.lint_fit import lint_fit, lint_formulas
from petui.lessons.lint_values import ValueLint
from petui.lessons.lint_words import lint_lesson_figures, lint_mistake_figures, lint_spoken
from petui.lessons.model import Card, Course, Deck, Lesson
from petui.lessons.parser import parse_lesson
from petui.lessons.place import Fault, Place
from petui.lessons.prosemodel import Inline, Role
from petui.lessons.retelling import read_retelling
from petui.lessons.retellingfiles import RETELLINGS, misplaced_in, retellings_in
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

# A lesson file sits at COURSE/lessons/ID.md, a deck may sit a folder deeper.
_LEVELS_UP = 3
# What is left out when texts are compared: blanks, markup, quotes, marks around sentences.
_UNSAID = " \t*_`~\"'.,;:!?()[]"


def lint_paths(paths: Iterable[Path], *, coverage: bool = False) -> tuple[Fault, ...]:
    """Every fault of these paths, sorted and each once.

    Args:
        paths: Course directories, directories of courses, or single files; a file's course is found upward.
        coverage: Numbers of a course's inventory that no lesson or no card covers are faults too.

    Raises:
        ContentError: If a path does not exist or has nothing to check in it.
    """
    found: set[Fault] = set()
    for path in paths:
        if path.is_dir():
            courses = find_courses([path])
            if not courses:
                mend = f"give a directory with a {COURSE_FILE}, or a lesson file"
                raise ContentError("there is no course here", where=visible(str(path)), mend=mend)
            for course in courses:
                found.update(lint_course(course, coverage=coverage))
        else:
            found.update(lint_file(path))
    return tuple(sorted(found))


def lists_inventory(paths: Iterable[Path]) -> bool:
    """Whether any course in these directories has an inventory that `coverage` can be held against."""
    courses = (course for path in paths if path.is_dir() for course in find_courses([path]))
    return any(read_course_file(course / COURSE_FILE, FaultList()).inventory for course in courses)


def lint_course(root: Path, *, coverage: bool = False) -> tuple[Fault, ...]:
    """Every fault of a course directory, sorted; `coverage` as for `lint_paths`."""
    reading = read_course(root)
    faults = FaultList(MAX_COURSE_FAULTS)
    faults.extend(reading.faults)
    course = reading.course
    if course is not None:
        known = {mistake.id for mistake in course.mistakes}
        values = ValueLint(faults, _broken(reading.faults), known)
        for lesson in course.lessons:
            _lint_lesson(lesson, course, values, faults)
        _lint_beside(course, values, faults)
        _lint_retellings(root, course, values, faults)
        if coverage:
            _lint_coverage(course, reading.numbers, faults)
    return faults.sorted()


def _lint_retellings(root: Path, course: Course, values: ValueLint, faults: FaultList) -> None:
    """Every retelling, as the lesson that it makes; what is the lesson's own is not reported twice."""
    for path in misplaced_in(root):
        message = f"{quoted(path.name)} is no folder of a language; put retellings into one named as in `hi-Latn`"
        faults.add(Place(visible(str(path))), "E12", message)
    for language, name in retellings_in(root):
        place = Place(visible(str(root / RETELLINGS / language / f"{name}.md")))
        lesson = course.lesson(name)
        if lesson is None:
            known = [each.id for each in course.lessons]
            faults.add(place, "E12", f"there is no lesson {quoted(name)} to retell; {nearest(name, known)}")
            continue
        retelling = read_retelling(root, lesson, language)
        faults.extend(retelling.faults)
        if retelling.lesson is not None:
            found = FaultList(MAX_COURSE_FAULTS)
            told = replace(retelling.lesson, mistakes=(), cards=())
            _lint_lesson(told, course, ValueLint(found, frozenset(), values.mistakes, graded=False), found)
            faults.extend(fault for fault in found.sorted() if fault.place.file == place.file)


def _lint_coverage(course: Course, places: Mapping[str, Place], faults: FaultList) -> None:
    """Note every number of the inventory that no lesson or no card covers (E16)."""
    taught = {number for lesson in course.lessons for number in lesson.covers}
    asked = {number for home in course.homes for card in home.cards for number in card.covers}
    for number, text in course.inventory:
        missing = [what for what, known in (("lesson", taught), ("card", asked)) if number not in known]
        if missing:
            what = f"no {' and no '.join(missing)} covers {number}, {quoted(text)}"
            faults.add(places[number], "E16", f"{what}; name it in the `covers` of a {missing[0]}")


def lint_file(path: Path) -> tuple[Fault, ...]:
    """Every fault of one file; within its course if it has one, else as a lesson or YAML deck by itself.

    Raises:
        ContentError: If there is no such file.
    """
    root = _course_of(path)
    if root is not None:
        real = os.path.realpath(path)
        return tuple(fault for fault in lint_course(root) if os.path.realpath(fault.place.file) == real)
    source = read_source(path)
    if not source.readable and not os.path.lexists(path):
        raise ContentError("there is no such file or directory", where=visible(str(path)), mend="check the path")
    faults = FaultList(MAX_COURSE_FAULTS)
    faults.extend(source.faults)
    if source.readable and path.suffix == ".yaml":
        deck, found = parse_yaml_deck(source.text, visible(str(path)))
        faults.extend(found)
        if deck is not None:
            _lint_deck(deck, None, ValueLint(faults, _broken(found), None), faults)
    elif source.readable:
        lesson, found = parse_lesson(source.text, visible(str(path)))
        faults.extend(found)
        if lesson is not None:
            _lint_lesson(lesson, None, ValueLint(faults, _broken(found), None), faults)
    return faults.sorted()


def _course_of(path: Path) -> Path | None:
    """The course directory around a file."""
    parents = Path(os.path.abspath(path)).parents[:_LEVELS_UP]
    return next((parent for parent in parents if os.path.lexists(parent / COURSE_FILE)), None)


def _broken(faults: Iterable[Fault]) -> frozenset[Place]:
    return frozenset(fault.place for fault in faults if fault.code == "E05")


def _lint_lesson(lesson: Lesson, course: Course | None, values: ValueLint, faults: FaultList) -> None:
    inlines = tuple(lesson_inlines(lesson))
    values.lesson(lesson)
    displays = tuple(lesson_displays(lesson))
    lint_formulas(displays, formulas_in(inlines), faults)
    lint_spoken(displays, faults)
    lint_lesson_figures(lesson, faults)
    lint_fit(lesson, faults)
    _lint_references(inlines, lesson, course, faults)
    _lint_cards(lesson.cards, lesson, course, faults)


def _lint_beside(course: Course, values: ValueLint, faults: FaultList) -> None:
    """Decks, and misconceptions of the course's own file."""
    values.begin()
    in_lessons = {mistake.place for lesson in course.lessons for mistake in lesson.mistakes}
    for mistake in course.mistakes:
        if mistake.place not in in_lessons:
            values.mistake(mistake)
            inlines = tuple(mistake_inlines(mistake))
            lint_formulas(displays_in(mistake.body), formulas_in(inlines), faults)
            lint_spoken(displays_in(mistake.body), faults)
            lint_mistake_figures(mistake, faults)
            _lint_references(inlines, None, course, faults)
    for deck in course.decks:
        _lint_deck(deck, course, values, faults)


def _lint_deck(deck: Deck, course: Course | None, values: ValueLint, faults: FaultList) -> None:
    values.begin(len(deck.cards))
    for card in deck.cards:
        values.card(card)
    inlines = tuple(inline for card in deck.cards for inline in card_inlines(card))
    proses = (prose for card in deck.cards for prose in card_proses(card))
    displays = (display for prose in proses for display in displays_in(prose))
    lint_formulas(displays, formulas_in(inlines), faults)
    _lint_references(inlines, None, course, faults)
    _lint_cards(deck.cards, None, course, faults)


def _lint_cards(cards: Iterable[Card], own: Lesson | None, course: Course | None, faults: FaultList) -> None:
    """Note places taught by nobody (E12), and accepted texts that say nothing (E10)."""
    for card in cards:
        astray = _astray(card.teaches, own, course) if card.teaches else ""
        if astray:
            faults.add(card.place, "E12", f"`teaches` leads nowhere: {astray}")
        for text in card.accepts:
            if not text.strip(_UNSAID):
                faults.add(card.place, "E10", f"the accepted text {quoted(text)} says nothing; give words or a number")


def _lint_references(inlines: Iterable[Inline], own: Lesson | None, course: Course | None, faults: FaultList) -> None:
    """Note `ref` roles that lead nowhere (E12); without a course, only those into the lesson itself are known."""
    for inline in inlines:
        if isinstance(inline, Role) and inline.name == "ref":
            astray = _astray(inline.text, own, course)
            if astray:
                faults.add(inline.place, "E12", astray)


def _astray(target: str, own: Lesson | None, course: Course | None) -> str:
    """Why `LESSON` or `LESSON#STEP` leads nowhere, or nothing."""
    lessons = {lesson.id: lesson for lesson in course.lessons} if course else {}
    if own:
        lessons.setdefault(own.id, own)
    name, hash_sign, step_id = target.partition("#")
    name = name.strip() or (own.id if own else "")
    lesson = lessons.get(name)
    if lesson is None:
        return f"there is no lesson {quoted(name)}; {nearest(name, sorted(lessons))}" if course else ""
    steps = [step.id for step in lesson.steps]
    if hash_sign and step_id.strip() not in steps:
        return f"the lesson {quoted(name)} has no step {quoted(step_id)}; {nearest(step_id, steps)}"
    return ""
