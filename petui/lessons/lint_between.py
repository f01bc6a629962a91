"""Lint of what holds between the files of a course: misconceptions that nothing leads to, lessons out of reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from petui.lessons.course import CourseReading, all_cards
from petui.lessons.faults import FaultList, leaves_out, quoted
from petui.lessons.lint_values import SLIP_IDS
from petui.lessons.model import Course, Question, WrongRule
from petui.lessons.place import Fault

_Links = Mapping[str, tuple[str, ...]]


def lint_unused(reading: CourseReading, faults: FaultList) -> None:
    """Note misconceptions that no learner is ever told of (W04), unless a file that may name them cannot be read."""
    course = reading.course
    if course is None or reading.unread or len(course.decks) < len(reading.head.decks):
        return
    named = {rule.misconception for rule in _rules(course)}
    if named - SLIP_IDS - {mistake.id for mistake in course.mistakes}:
        # A misspelt name is a fault already, and means one of them.
        return
    for mistake in course.mistakes:
        if mistake.id and not mistake.slip and mistake.id not in named:
            what = f"no wrong answer leads to {quoted(mistake.id)}, so nobody is told of it"
            faults.add(mistake.place, "W04", f"{what}; name it in a `wrong` of a question, or give its `slip`")


def _rules(course: Course) -> Iterator[WrongRule]:
    for lesson in course.lessons:
        for step in lesson.steps:
            for part in step.parts:
                if isinstance(part, Question):
                    yield from part.wrongs
    for card in all_cards(course.lessons, course.decks):
        yield from card.wrongs


def lint_reach(reading: CourseReading, faults: FaultList) -> None:
    """Note lessons that require one which learners cannot have had (W06), where no other fault says so."""
    course = reading.course
    if course is None or not reading.head.readable:
        return
    requires = {lesson.id: lesson.requires for lesson in course.lessons}
    lost = _lost(reading, requires)
    for lesson in course.lessons:
        if lesson.id in lost:
            continue
        for needed in lesson.requires:
            if needed in lost:
                place = reading.places[lesson.id].get(f"requires {needed}", lesson.place)
                rest = len(_resting_on(lesson.id, requires))
                more = f", and {rest} more on this one" if rest else ""
                what = f"this rests on the lesson {quoted(needed)}, which {lost[needed]}{more}"
                faults.add(place, "W06", f"{what}; mend that first, or require another")


def _lost(reading: CourseReading, requires: _Links) -> dict[str, str]:
    """Why lessons are out of reach for what they are themselves, by id."""
    course = reading.course
    lost = dict.fromkeys(_in_circles(requires), "stands in a circle")
    listed = {name for name, _ in reading.head.lessons}
    lost |= {name: "no part lists" for name in (*requires, *reading.unread) if name not in listed}
    broken: dict[str, Fault] = {}
    for fault in filter(leaves_out, reading.faults):
        broken.setdefault(fault.place.file, fault)
    for lesson in course.lessons if course else ():
        if lesson.place.file in broken:
            lost[lesson.id] = f"is left out for its faults (line {broken[lesson.place.file].place.line})"
    return lost | dict.fromkeys(reading.unread, "cannot be read")


def _in_circles(requires: _Links) -> set[str]:
    """The lessons that remain when those without open ends before or behind them are taken away, again and again."""
    known = {name: [each for each in of if each in requires] for name, of in requires.items()}
    back: dict[str, list[str]] = {name: [] for name in known}
    for name, of in known.items():
        for each in of:
            back[each].append(name)
    return _peeled(back, _peeled(known, set(known)))


def _peeled(links: Mapping[str, Iterable[str]], names: set[str]) -> set[str]:
    """What is left of the names when those that link to nothing left are taken away, again and again."""
    left = {name: sum(each in names for each in links[name]) for name in names}
    towards: dict[str, list[str]] = {name: [] for name in names}
    for name in names:
        for each in links[name]:
            if each in names:
                towards[each].append(name)
    free = [name for name, count in left.items() if not count]
    while free:
        name = free.pop()
        del left[name]
        for each in towards[name]:
            left[each] -= 1
            if not left[each]:
                free.append(each)
    return set(left)


def _resting_on(name: str, requires: _Links) -> set[str]:
    """The lessons that need this one, directly or by others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        last = waiting.pop()
        new = {each for each, of in requires.items() if last in of and each not in found and each != name}
        found |= new
        waiting += new
    return found
