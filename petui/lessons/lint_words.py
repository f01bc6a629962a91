"""Lint of what an author typed: figures that nobody computed, and formulas that cannot be spoken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from petui.lessons.faults import FaultList, quoted
from petui.lessons.model import Lesson, Mistake
from petui.lessons.place import Fault, Place
from petui.lessons.prosemodel import Display, Grid, Inline, Maths, Paragraph, Prose, Text
from petui.lessons.walk import blocks_in, card_proses, part_hints, step_proses

# A decimal with two or more places, unless it is a piece of something longer such as 1.12.3.
_DECIMAL = re.compile(r"(?<![\w.,])[-−]?\d*[.,]\d{2,}(?!\w|[.,]\d)")
_THOUSANDS = re.compile(r"[-−]?\d{1,3}(?:,\d{3})+")
_Placed = tuple[Iterable[Inline], Place]


def lint_lesson_figures(lesson: Lesson, faults: FaultList) -> None:
    """Note every decimal with two or more places in a lesson's running text (E14).

    It looks like a result, and results are computed. Code blocks, `literal` and `val` roles are no running text; a
    number with commas between thousands is no decimal.
    """
    for step in lesson.steps:
        for prose in step_proses(step):
            _lint_figures(_placed(prose), faults)
        _lint_figures(((hint, part.place) for part in step.parts for hint in part_hints(part)), faults)
    for mistake in lesson.mistakes:
        lint_mistake_figures(mistake, faults)
    for card in lesson.cards:
        for prose in card_proses(card):
            _lint_figures(_placed(prose), faults)
        _lint_figures(((hint, card.place) for hint in card.given_hints), faults)


def lint_mistake_figures(mistake: Mistake, faults: FaultList) -> None:
    """The same of a misconception."""
    _lint_figures(((mistake.claims, mistake.place), *_placed(mistake.body)), faults)


def _lint_figures(placed: Iterable[_Placed], faults: FaultList) -> None:
    for inlines, place in placed:
        for inline in inlines:
            match inline:
                case Text(text):
                    _note(text, place, faults)
                case Maths(tex):
                    _note(tex, inline.place, faults)


def _note(text: str, place: Place, faults: FaultList) -> None:
    for found in _DECIMAL.finditer(text):
        if not _THOUSANDS.fullmatch(found[0]):
            mend = "write {val}`EXPRESSION @N`, or {literal}`…` for a figure quoted from a publication"
            faults.add(place, "E14", f"the figure {quoted(found[0])} is typed by hand; {mend}")


def at_figure(fault: Fault, lines: Sequence[str]) -> Fault:
    """The fault at the line and column of its figure, which it knows by the paragraph that this stands in."""
    figure = re.search(r"`([^`]*)`", fault.message)
    place = fault.place
    for row in range(place.line - 1, len(lines)):
        column = lines[row].find(figure[1]) if figure else -1
        if column >= 0:
            return replace(fault, place=Place(place.file, row + 1, column + 1))
        if not lines[row].strip() and row >= place.line:
            break
    return fault


def _placed(prose: Prose) -> Iterator[_Placed]:
    for block in blocks_in(prose):
        match block:
            case Paragraph():
                yield block.inlines, block.place
            case Grid():
                yield (inline for row in (block.header, *block.rows) for cell in row for inline in cell), block.place


def lint_spoken(displays: Iterable[Display], faults: FaultList) -> None:
    """Note every display formula without its spoken form (E15)."""
    for display in displays:
        if not display.alt:
            what = f"the formula {quoted(display.tex)} has no spoken form"
            faults.add(display.place, "E15", f"{what}; write it in a `math` block with an `alt` line")
