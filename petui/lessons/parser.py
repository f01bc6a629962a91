"""Content files as objects: lessons and misconceptions; decks are petui.lessons.deckfile's.

Every fault is collected with its place. What comes back beside faults is as much as could be read, for lint to go on
with; only an object without faults is fit for a learner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from petui.lessons.blocks import Reading, fits, read_step
from petui.lessons.cards import read_card, read_mistake
from petui.lessons.faults import FaultList, nearest, quoted
from petui.lessons.fences import Fence, Node, Run, read_fences
from petui.lessons.header import Header, deck_header, lesson_header, split_header
from petui.lessons.model import Card, Lesson, Mistake, Step
from petui.lessons.place import Fault, Place
from petui.lessons.prose import read_prose
from petui.lessons.siblings import expanded
from petui.lessons.source import clean_source
from petui.lessons.walk import gates_of
from petui.records import dataclass

MAX_STEPS = 100
# Markdown's rules cost up to 50 µs for a line or a sign of markup, so their number bounds what a hostile file can cost.
MAX_SIGNS = 20_000
_SIGNS = "\n[!*_$<>&`{\\|-"


@dataclass(frozen=True, slots=True)
class LessonFile:
    """A lesson file, read.

    Attributes:
        lesson: What could be read of it, None without a usable id.
        faults: Its faults, sorted.
        places: Where the front matter's `id`, `requires ID` and `covers ID` stand.
    """

    lesson: Lesson | None
    faults: tuple[Fault, ...]
    places: Mapping[str, Place] = field(default_factory=dict)


def parse_lesson(text: str, file: str) -> tuple[Lesson | None, tuple[Fault, ...]]:
    """A lesson file's text as a Lesson.

    Args:
        text: The file's text; it may be anything.
        file: How the file is shown in places.

    Returns:
        The lesson, as far as it could be read (None without a usable id), and every fault of the file.
    """
    found = read_lesson(text, file)
    return found.lesson, found.faults


def read_lesson(text: str, file: str) -> LessonFile:
    """The same as parse_lesson, with the places of the front matter's entries."""
    faults = FaultList()
    lines = source_lines(text, file, faults)
    if lines is None:
        return LessonFile(None, faults.sorted())
    node, taken = split_header(lines, file, faults)
    if node is None:
        if not len(faults):
            faults.add(
                Place(file), "E01", "the front matter is missing; begin the file with `---`, `key: value` lines, `---`"
            )
        header = Header()
    else:
        header = lesson_header(node, faults)
    reading = Reading(faults, tuple(param.name for param in header.params))
    nodes = read_fences(lines[taken:], file, faults, taken + 1)
    steps, mistakes, cards = _lesson_blocks(nodes, reading)
    if not steps:
        faults.add(Place(file), "E10", "the lesson has no steps; write `::::{step} an-id`")
    if not header.id:
        return LessonFile(None, faults.sorted(), header.places)
    lesson = Lesson(
        header.id,
        header.title,
        header.minutes,
        steps,
        Place(file),
        header.requires,
        header.covers,
        header.params,
        mistakes,
        cards,
        header.testout,
    )
    _check_testout(lesson, header, faults)
    return LessonFile(lesson, faults.sorted(), header.places)


def _check_testout(lesson: Lesson, header: Header, faults: FaultList) -> None:
    """Note questions of the test-out that the lesson does not ask (E12)."""
    asked = {gate.id for step in lesson.steps for gate in gates_of(step)}
    for name in lesson.testout:
        place = header.places[f"testout {name}"]
        if name not in asked:
            faults.add(place, "E12", f"the lesson has no question {quoted(name)}; {nearest(name, sorted(asked))}")


def optional_header(
    lines: Sequence[str], file: str, top: str, faults: FaultList
) -> tuple[Header, tuple[Node, ...], bool]:
    """The front matter of a file that needs none, its blocks and text, and whether it has a front matter."""
    node, taken = split_header(lines, file, faults)
    header = deck_header(node, faults) if node else Header()
    return header, read_fences(lines[taken:], file, faults, taken + 1, top), bool(node)


def parse_mistakes(text: str, file: str) -> tuple[tuple[Mistake, ...], tuple[Fault, ...]]:
    """A misconceptions file's text: its mistakes, as far as they could be read, and every fault."""
    faults = FaultList()
    lines = source_lines(text, file, faults)
    if lines is None:
        return (), faults.sorted()
    reading = Reading(faults)
    _, nodes, _ = optional_header(lines, file, "misconceptions", faults)
    mistakes = []
    for node in nodes:
        if isinstance(node, Run):
            read_prose(node, faults)
        elif fits(node, "misconceptions", faults):
            mistakes.append(read_mistake(node, reading))
    return tuple(mistakes), faults.sorted()


def source_lines(text: str, file: str, faults: FaultList, most: int = MAX_SIGNS) -> list[str] | None:
    """The lines of a content file, or None with a fault where they are not worth reading on."""
    source = clean_source(text, file)
    faults.extend(source.faults)
    if not source.readable:
        return None
    signs = sum(map(source.text.count, _SIGNS))
    if signs > most:
        message = f"the file has {signs} lines and signs of markup, more than {most} together; split it"
        faults.add(Place(file), "E01", message)
        return None
    return source.text.split("\n")


def _lesson_blocks(
    nodes: Sequence[Node], reading: Reading
) -> tuple[tuple[Step, ...], tuple[Mistake, ...], tuple[Card, ...]]:
    steps: list[Step] = []
    mistakes: list[Mistake] = []
    cards: list[Card] = []
    for node in nodes:
        if isinstance(node, Run):
            _loose_prose(node, reading.faults)
        elif fits(node, "top", reading.faults):
            _read_block(node, reading, steps, mistakes, cards)
    return tuple(steps), tuple(mistakes), tuple(cards)


def _read_block(fence: Fence, reading: Reading, steps: list[Step], mistakes: list[Mistake], cards: list[Card]) -> None:
    if fence.name == "mistake":
        mistakes.append(read_mistake(fence, reading))
    elif fence.name == "card":
        cards += expanded(read_card(fence, reading), reading.faults)
    elif len(steps) == MAX_STEPS:
        reading.faults.add(fence.place, "E10", f"the lesson has more than {MAX_STEPS} steps; split it")
    else:
        steps.append(read_step(fence, reading))


def _loose_prose(run: Run, faults: FaultList) -> None:
    row = next(row for row, line in enumerate(run.lines) if line.strip())
    line = run.lines[row]
    place = Place(run.place.file, run.first + row, len(line) - len(line.lstrip()) + 1)
    faults.add(place, "E03", "this text stands outside every block; put it into a step")
