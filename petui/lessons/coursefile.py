"""Reading the file course.yaml."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from petui.lessons.coursehead import LANGUAGE, CourseFile
from petui.lessons.documents import COURSE, PART
from petui.lessons.faults import ID, FaultList, illegal_id, quoted
from petui.lessons.inside import led_out
from petui.lessons.model import CoursePart
from petui.lessons.place import Place
from petui.lessons.source import Source, read_source, visible
from petui.lessons.yamltext import YamlList, YamlMap, YamlText, read_yaml
from petui.lessons.yamlvalues import Table

_NUMBER = re.compile(r"[\w.-]+")
# What may have been renamed: a lesson, what is within one, a misconception, a card, and one way to ask that.
_ID = ID.pattern
_OLD = re.compile(rf"{_ID}#{_ID}|(?:(?:lesson|misconception) +)?{_ID}|(?:card +)?{_ID}(?:/(?:back|[0-9]+))?")


def read_course_file(path: Path, faults: FaultList) -> CourseFile:
    """The course.yaml at `path`; whatever is wrong with it is among the faults."""
    astray = led_out(path.parent, path)
    if astray is not None:
        faults.extend([astray])
        return CourseFile()
    return course_file_of(read_source(path), visible(str(path)), faults)


def course_file_of(source: Source, file: str, faults: FaultList) -> CourseFile:
    """The course.yaml in the source of a file that is shown so."""
    faults.extend(source.faults)
    if not source.readable:
        return CourseFile()
    before = len(faults)
    node = read_yaml(source.text, file, faults)
    if not isinstance(node, YamlMap):
        if len(faults) == before:
            faults.add(Place(file), "E01", "the file is no mapping; write `key: value` lines")
        return CourseFile()
    return _read(Table(node, faults), faults)


def _read(table: Table, faults: FaultList) -> CourseFile:
    table.check_keys(COURSE.keys)
    if not table.check_schema():
        return CourseFile(newer=True)
    language = table.text("language")
    if language and not LANGUAGE.fullmatch(language):
        table.wrong("language", "a language tag, as in en or pt-BR")
    parts, lessons = _parts(table, faults)
    mistakes = table.text("misconceptions")
    formerly = _formerly(table, faults)
    return CourseFile(
        True,
        table.identifier(),
        table.text("title"),
        language,
        parts,
        lessons,
        (mistakes, table.place_of("misconceptions")) if mistakes else None,
        table.texts("decks"),
        *_inventory(table, faults),
        *_aliases(table, [name for name, _ in lessons], faults),
        tuple(formerly),
        id_place=table.place_of("id"),
        formerly_places=formerly,
    )


def _parts(table: Table, faults: FaultList) -> tuple[tuple[CoursePart, ...], tuple[tuple[str, Place], ...]]:
    node = table.node("parts")
    parts: list[CoursePart] = []
    lessons: dict[str, Place] = {}
    if node is None:
        return (), ()
    if not isinstance(node, YamlList):
        table.wrong("parts", "a list of parts, each with `title` and `lessons`")
        return (), ()
    for item in node.items:
        if not isinstance(item, YamlMap):
            faults.add(item.place, "E10", "this part is no mapping; give it `title` and `lessons`")
            continue
        part = Table(item, faults)
        part.check_keys(PART)
        names = []
        for name, place in part.texts("lessons"):
            wrong = illegal_id(name)
            if wrong:
                faults.add(place, "E04", wrong)
            elif name in lessons:
                faults.add(
                    place, "E04", f"the lesson {quoted(name)} was listed in line {lessons[name].line} already; keep one"
                )
            else:
                lessons[name] = place
                names.append(name)
        parts.append(CoursePart(part.text("title"), tuple(names)))
    return tuple(parts), tuple(lessons.items())


def _inventory(table: Table, faults: FaultList) -> tuple[tuple[tuple[str, str], ...], dict[str, Place]]:
    """The numbers with their texts, and where they stand."""
    node = table.node("inventory")
    if node is None:
        return (), {}
    if not isinstance(node, YamlMap):
        table.wrong("inventory", 'a mapping, as in {F1: "positions count from 0"}')
        return (), {}
    found: dict[str, str] = {}
    places: dict[str, Place] = {}
    for key, value in node.entries:
        if not _NUMBER.fullmatch(key.text):
            message = (
                f"{quoted(key.text)} is no number of an inventory; write `F1: text`, with a blank behind the colon"
            )
            faults.add(key.place, "E10", message)
        elif isinstance(value, YamlText) and value.text.strip():
            found[key.text] = " ".join(value.text.split())
            places[key.text] = key.place
        else:
            table.wrong("inventory", f"one line of text for {quoted(key.text)}")
    return tuple(found.items()), places


def _aliases(
    table: Table, lessons: Sequence[str], faults: FaultList
) -> tuple[tuple[tuple[str, str], ...], dict[str, Place]]:
    """Old and new ids, and where the old ones stand; those in a circle lead nowhere."""
    node = table.node("aliases")
    if node is None:
        return (), {}
    if not isinstance(node, YamlMap):
        table.wrong("aliases", "a mapping, as in {old-lesson: new-lesson, a-lesson#old-step: a-lesson#new-step}")
        return (), {}
    found: dict[str, str] = {}
    for key, value in node.entries:
        new = value.text.strip() if isinstance(value, YamlText) else ""
        if not new:
            faults.add(value.place, "E10", f"the new id of {quoted(key.text)} is no word; give one id")
        elif ("#" in new) != ("#" in key.text):
            faults.add(
                value.place, "E10", f"{quoted(key.text)} and {quoted(new)} are not of one kind; mend one of them"
            )
        elif not _OLD.fullmatch(key.text):
            mend = "write it as it was, without the course, as in `old-lesson` or `card old-card`"
            faults.add(key.place, "E04", f"{quoted(key.text)} was never an id of this course; {mend}")
        elif new == key.text:
            faults.add(value.place, "E10", f"{quoted(new)} is an alias of itself; delete it")
        else:
            found[key.text] = new
    places = {key.text: key.place for key, _ in node.entries if key.text in found}
    # Most courses have none.
    from petui.lessons.aliases import aliases_of

    for circle in aliases_of(found.items(), lessons).circles():
        place = next(places[written] for written in found if written.rpartition(" ")[2] == circle[0])
        faults.add(place, "E12", f"these aliases lead in a circle: {' → '.join(circle)}; break it")
    return tuple(found.items()), places


def _formerly(table: Table, faults: FaultList) -> dict[str, Place]:
    """Ids that the course had before, and where they stand."""
    found = {}
    own = table.node("id")
    for name, place in table.texts("formerly"):
        wrong = illegal_id(name)
        if wrong:
            faults.add(place, "E04", wrong)
        elif isinstance(own, YamlText) and own.text == name:
            faults.add(place, "E10", f"{quoted(name)} is the course's id now; delete it here")
        else:
            found[name] = place
    return found
