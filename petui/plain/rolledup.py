"""A class rolled up as text or JSON: how many, never who."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from petui.lessons.source import visible
from petui.plain.charset import shown
from petui.plain.faults import counted
from petui.plain.hanging import hanging
from petui.review.rollup import ClassConcept, ClassLesson, ClassMistake, RollUp

_MOST_LISTED = 25
_CONCEPTS = "  recall  tomorrow  learners  answers  concept"
_MISTAKES = "  learners  answers  misconception"
_LESSONS = "  begun  done  lesson"
_MEANING = (
    "recall: the share of first answers of a day to each card that were not Again; tomorrow: the predicted recall of "
    "the cards that a learner began, the median of the learners."
)
_TOO_MANY = "It is not predicted from so many answers."
_AS_THEY_ARE = ("today", "learners", "files", "events", "elsewhere", "strange")


# The numbers of a line, and its text.
_Row = tuple[str, str]
_Namer = Callable[[ClassConcept | ClassMistake | ClassLesson], str]


def rolled_up_json(of: RollUp) -> str:
    """Everything as JSON; shares are 0 to 1, and what was not worked out is null."""
    content: dict[str, Any] = {"schema": 1} | {name: getattr(of, name) for name in _AS_THEY_ARE}
    content |= {
        "one_learner": [list(files) for files in of.joined],
        "concepts": [asdict(each) | {"recall": each.recall} for each in of.concepts],
        "misconceptions": [asdict(each) for each in of.mistakes],
        "lessons": [asdict(each) for each in of.lessons],
        "unread": [asdict(each) for each in of.unread],
        "eventless": list(of.eventless),
    }
    return json.dumps(content, indent=1, allow_nan=False) + "\n"


def rolled_up_text(of: RollUp, width: int | None, *, ascii: bool) -> str:
    """The class as three tables.

    Args:
        of: The class.
        width: Columns there are; None for lines of any length.
        ascii: Whether to keep to ASCII.
    """
    return shown("".join(f"{line}\n" for line in _lines(of, width)), ascii=ascii)


def rolled_up_words(of: RollUp, *, ascii: bool) -> str:
    """The class in words, for those who hear it: a thing to a line, each number beside its name."""
    return shown("".join(f"{line}\n" for line in _said(of)), ascii=ascii)


def passed_over_words(of: RollUp) -> tuple[str, ...]:
    """What could not be read, a line each, `FILE:LINE: what`, and where nothing was to be read."""
    unread = (f"{visible(one.file)}{f':{one.line}' if one.line else ''}: {one.what}" for one in of.unread)
    return (*unread, *(f"{visible(file)}: holds no event" for file in of.eventless))


def _lines(of: RollUp, width: int | None) -> Iterator[str]:
    yield from _read(of, width)
    name = _namer(of)
    concepts = [_concept(each, name) for each in of.concepts]
    yield from _titled("Concepts, the weakest first", _CONCEPTS, concepts, width)
    if of.concepts:
        yield from hanging("", _MEANING if of.replayed else f"{_MEANING} {_TOO_MANY}", width)
    mistakes = [_mistake(each, name) for each in of.mistakes]
    yield from _titled("Misconceptions, the commonest first", _MISTAKES, mistakes, width)
    yield from _titled("Lessons", _LESSONS, [_lesson(each, name) for each in of.lessons], width, most=len(of.lessons))


def _read(of: RollUp, width: int | None) -> Iterator[str]:
    """What was read, and what of it plays no part."""
    events = f"{of.events:,} event{'' if of.events == 1 else 's'}"
    yield f"{counted(of.learners, 'learner')}, {counted(of.files, 'file')}, {events}"
    for files in of.joined:
        says = f"{', '.join(map(visible, files))} have answers in common and count as one learner"
        yield from hanging("  ", says, width)
    if of.strange:
        yield f"  {counted(of.strange, 'event')} that this version does not know {_was(of.strange)} passed over"
    if of.elsewhere:
        passed = f"{counted(of.elsewhere, 'answer')} to cards that no course here has {_was(of.elsewhere)} passed over"
        yield from hanging("  ", f"{passed}; they count with `--content DIR`, if DIR has their course", width)


def _said(of: RollUp) -> Iterator[str]:
    name = _namer(of)
    yield from _read(of, None)
    for concept in of.concepts:
        known = concept.retrievability
        tomorrow = "" if known is None else f", predicted for tomorrow {known:.0%}"
        asked = f"{counted(concept.asked, 'answer')} of {counted(concept.learners, 'learner')}"
        yield f"Concept {visible(name(concept))}: recall {concept.recall:.0%} in {asked}{tomorrow}."
    for mistake in of.mistakes:
        showed = f"{counted(mistake.answers, 'answer')} of {counted(mistake.learners, 'learner')}"
        yield f"Misconception in {showed}: {visible(name(mistake))}"
    for lesson in of.lessons:
        yield f"Lesson {visible(name(lesson))}: begun by {lesson.begun}, done by {lesson.done}."


def _namer(of: RollUp) -> _Namer:
    """What a line calls its concept, misconception or lesson; where there are several courses, with its own."""
    listed: list[ClassConcept | ClassMistake | ClassLesson] = [*of.concepts, *of.mistakes, *of.lessons]
    several = len({each.course for each in listed}) > 1

    def name(each: ClassConcept | ClassMistake | ClassLesson) -> str:
        match each:
            case ClassConcept(number=number, text=text):
                called = f"{number} {text}".rstrip()
            case ClassMistake(id=id, claims=claims):
                called = claims or id
            case ClassLesson(id=id, title=title):
                called = title or id
        return f"{called} ({each.course})" if several else called

    return name


def _titled(title: str, head: str, rows: Sequence[_Row], width: int | None, most: int = _MOST_LISTED) -> Iterator[str]:
    """A table below its title; nothing where it has no rows."""
    if not rows:
        return
    yield from ("", title, head)
    for numbers, text in rows[:most]:
        yield from hanging(f"{numbers}  ", visible(text), width)
    if len(rows) > most:
        yield f"  and {len(rows) - most} more; --format json has all"


def _concept(of: ClassConcept, name: _Namer) -> _Row:
    tomorrow = "" if of.retrievability is None else f"{of.retrievability:.0%}"
    return f"{of.recall:8.0%}{tomorrow:>10}{of.learners:>10,}{of.asked:>9,}", name(of)


def _mistake(of: ClassMistake, name: _Namer) -> _Row:
    return f"{of.learners:10,}{of.answers:>9,}", name(of)


def _lesson(of: ClassLesson, name: _Namer) -> _Row:
    return f"{of.begun:7,}{of.done:>6,}", name(of)


def _was(count: int) -> str:
    return "was" if count == 1 else "were"
