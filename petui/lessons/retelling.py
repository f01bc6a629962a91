"""Lessons told in another language or another way: files beside the lessons that bring prose and questions anew.

What is computed stays the lesson's own: a retold question keeps its answer, tolerance, draws and id, so that progress,
draws and verdicts are the same however the lesson is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from petui.lessons.blocks import Reading, fits, read_step
from petui.lessons.coursehead import LESSONS
from petui.lessons.documents import RETELLING
from petui.lessons.faults import FaultList, nearest, quoted
from petui.lessons.fences import Fence, Node, Run, read_fences
from petui.lessons.header import split_header
from petui.lessons.model import Choice, Lesson, Step
from petui.lessons.parser import source_lines
from petui.lessons.place import Fault, Place
from petui.lessons.retellingfiles import RETELLINGS
from petui.lessons.source import read_source, visible
from petui.lessons.yamlvalues import Table
from petui.records import dataclass

_QUESTIONS = frozenset(("predict", "check", "choice", "point"))
# What a retold step keeps of the lesson's where it brings none of its own.
_KEPT = frozenset(("why", "code"))


@dataclass(frozen=True, slots=True)
class Retelling:
    """A lesson told in another way.

    Attributes:
        lesson: The lesson with the prose of the retelling; None where the file cannot be used.
        faults: Every fault of the file, sorted.
    """

    lesson: Lesson | None
    faults: tuple[Fault, ...] = ()


def read_retelling(root: Path, lesson: Lesson, language: str) -> Retelling:
    """A lesson of the course at `root` as it is told in that language; never raises for what is in the files."""
    path = root / RETELLINGS / language / f"{lesson.id}.md"
    file = visible(str(path))
    faults = FaultList()
    told = nodes_of(path, faults)
    own = nodes_of(root / LESSONS / f"{lesson.id}.md", FaultList())
    if told is None or own is None:
        return Retelling(None, faults.sorted())
    node, nodes = told
    title = _check_header(node, lesson, language, faults) if node is not None else ""
    steps = _retold_steps(lesson, own[1], nodes, faults)
    retold = replace(lesson, title=title or lesson.title, steps=steps, place=Place(file))
    # Faults in what is the lesson's own are reported with the lesson.
    found = tuple(fault for fault in faults.sorted() if fault.place.file == file)
    return Retelling(None if found else retold, found)


def nodes_of(path: Path, faults: FaultList) -> tuple[Table | None, tuple[Node, ...]] | None:
    """The front matter and the blocks of a lesson or a retelling; None where it cannot be read."""
    source = read_source(path)
    faults.extend(source.faults)
    file = visible(str(path))
    lines = source_lines(source.text, file, faults) if source.readable else None
    if lines is None:
        return None
    node, taken = split_header(lines, file, faults)
    if node is None and not len(faults):
        faults.add(Place(file), "E01", "the front matter is missing; begin the file with `---`, `key: value`, `---`")
    return Table(node, faults) if node else None, read_fences(lines[taken:], file, faults, taken + 1)


def _check_header(table: Table, lesson: Lesson, language: str, faults: FaultList) -> str:
    """The title that the retelling gives the lesson."""
    table.check_keys(RETELLING.keys)
    table.check_schema()
    for key, wanted, where in (("lesson", lesson.id, "file's name"), ("language", language, "folder's name")):
        given = table.text(key)
        if given and given != wanted:
            faults.add(table.place_of(key), "E04", f"{quoted(given)} is not the {where}; write {quoted(wanted)}")
    return table.text("title")


def _retold_steps(lesson: Lesson, own: Iterable[Node], told: Iterable[Node], faults: FaultList) -> tuple[Step, ...]:
    """The lesson's steps, those that are told anew in the retelling's words."""
    fences = {node.argument: node for node in own if isinstance(node, Fence) and node.name in ("step", "worked")}
    anew: dict[str, Fence] = {}
    for node in told:
        if isinstance(node, Run):
            row = next((row for row, line in enumerate(node.lines) if line.strip()), None)
            if row is not None:
                place = Place(node.place.file, node.first + row)
                faults.add(place, "E03", "this text stands in no step; put it into one")
        elif fits(node, "top", faults):
            if node.argument not in fences:
                message = f"the lesson has no step {quoted(node.argument)}; {nearest(node.argument, sorted(fences))}"
                faults.add(node.place, "E12", message)
            elif node.argument in anew:
                faults.add(node.place, "E04", f"the step {quoted(node.argument)} is told twice; keep one")
            else:
                anew[node.argument] = _merged(fences[node.argument], node, faults)
    reading = Reading(faults, tuple(param.name for param in lesson.params))
    read = {name: read_step(fence, reading) for name, fence in anew.items()}
    for step in lesson.steps:
        if step.id in read:
            _check_options(step, read[step.id], faults)
    return tuple(read.get(step.id, step) for step in lesson.steps)


def _merged(own: Fence, told: Fence, faults: FaultList) -> Fence:
    """A retold step with the fields of the lesson's own, its questions with theirs."""
    _refuse_fields(told, frozenset(), faults)
    asked = {(node.name, node.argument): node for node in _fences(own) if node.name in _QUESTIONS}
    answered = [(node.name, node.argument) for node in _fences(told) if node.name in _QUESTIONS]
    if answered != list(asked):
        wanted = ", ".join(f"{{{kind}}} {name}" for kind, name in asked) or "nothing"
        faults.add(told.place, "E12", f"the lesson's step asks {wanted}; retell these, in this order and no others")
    children = [_with_fields(node, asked, faults) if isinstance(node, Fence) else node for node in told.children]
    brought = {node.name for node in _fences(told)}
    kept = [node for node in _fences(own) if node.name in _KEPT - brought]
    return replace(told, name=own.name, fields=own.fields, children=(*children, *kept))


def _fences(fence: Fence) -> list[Fence]:
    return [node for node in fence.children if isinstance(node, Fence)]


def _with_fields(told: Fence, asked: Mapping[tuple[str, str], Fence], faults: FaultList) -> Fence:
    own = asked.get((told.name, told.argument))
    if own is None:
        return told
    _refuse_fields(told, frozenset(("hint",)), faults)
    hints = tuple(field for field in told.fields if field.name == "hint")
    kept = tuple(field for field in own.fields if field.name != "hint" or not hints)
    return replace(told, fields=(*kept, *hints))


def _refuse_fields(told: Fence, allowed: frozenset[str], faults: FaultList) -> None:
    for field in told.fields:
        if field.name not in allowed:
            faults.add(field.place, "E02", f"`{field.name}` stays the lesson's own; delete it from the retelling")


def _check_options(own: Step, told: Step, faults: FaultList) -> None:
    """Note options that are not told in the lesson's order (E08)."""
    choices = {part.id: part for part in own.parts if isinstance(part, Choice)}
    for part in told.parts:
        if isinstance(part, Choice) and part.id in choices:
            wanted = [option.true for option in choices[part.id].options]
            if [option.true for option in part.options] != wanted:
                marks = " ".join("[x]" if true else "[ ]" for true in wanted)
                faults.add(part.place, "E08", f"the lesson's options are {marks}; tell them in that order")
