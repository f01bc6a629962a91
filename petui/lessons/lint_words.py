"""Lint of what an author typed: figures that nobody computed, formulas that cannot be spoken, rare signs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from petui.lessons.faults import FaultList, quoted
from petui.lessons.model import Lesson, Mistake
from petui.lessons.place import Place
from petui.lessons.prosemodel import Display, Grid, Inline, Maths, Paragraph, Prose, Text
from petui.lessons.source import Source, read_source
from petui.lessons.walk import blocks_in, card_proses, part_hints, step_proses

# A decimal with two or more places, unless it is a piece of something longer such as 1.12.3.
_DECIMAL = re.compile(r"(?<![\w.,])[-−]?\d*[.,]\d{2,}(?!\w|[.,]\d)")
_THOUSANDS = re.compile(r"[-−]?\d{1,3}(?:,\d{3})+")
# What a role says is no running text; none goes on behind an empty line.
_ROLE = re.compile(r"\{[\w-]+\}(`+)(?:(?!\1|\n[ \t]*\n).)+\1", re.DOTALL)
# Beyond the basic plane, for private use, and no characters; emoji and ideographs are wide, and those are shown.
_RARE = re.compile("[\ue000-\uf8ff\U00010000-\U0010ffff]")
_WIDE = ("W", "F")
_Placed = tuple[Iterable[Inline], Place]


def lint_lesson_figures(lesson: Lesson, faults: FaultList) -> None:
    """Note every decimal with two or more places in a lesson's running text (E14).

    It looks like a result, and results are computed. Code blocks, `literal` and `val` roles are no running text; a
    number with commas between thousands is no decimal.
    """
    placed: list[_Placed] = []
    for step in lesson.steps:
        for prose in step_proses(step):
            placed += _placed(prose)
        placed += ((hint, part.place) for part in step.parts for hint in part_hints(part))
    for mistake in lesson.mistakes:
        placed += _placed_in(mistake)
    for card in lesson.cards:
        for prose in card_proses(card):
            placed += _placed(prose)
        placed += ((hint, card.place) for hint in card.given_hints)
    _lint_figures(placed, faults)


def lint_mistake_figures(mistake: Mistake, faults: FaultList) -> None:
    """The same of a misconception."""
    _lint_figures(_placed_in(mistake), faults)


def _placed_in(mistake: Mistake) -> Iterator[_Placed]:
    yield mistake.claims, mistake.place
    yield from _placed(mistake.body)


def _lint_figures(placed: Iterable[_Placed], faults: FaultList) -> None:
    files: dict[str, _Figures] = {}
    for figure, place in _typed(placed):
        figures = files.get(place.file) or files.setdefault(place.file, _Figures(place.file))
        mend = "write {val}`EXPRESSION @N`, or {literal}`…` for a figure quoted from a publication"
        faults.add(figures.place_of(figure, place), "E14", f"the figure {quoted(figure)} is typed by hand; {mend}")


def _typed(placed: Iterable[_Placed]) -> Iterator[tuple[str, Place]]:
    """Each figure that looks like a result, and where the paragraph or formula that it stands in begins."""
    for inlines, place in placed:
        for inline in inlines:
            match inline:
                case Text(text):
                    found, at = _DECIMAL.finditer(text), place
                case Maths(tex):
                    found, at = _DECIMAL.finditer(tex), inline.place
                case _:
                    continue
            yield from ((each[0], at) for each in found if not _THOUSANDS.fullmatch(each[0]))


class _Figures:
    """Where figures stand in the running text of a file."""

    def __init__(self, file: str) -> None:
        """Read the file; what stands in roles is passed over."""
        text = read_source(Path(file)).text
        self._lines = _ROLE.sub(lambda role: re.sub(r"[^\n]", " ", role[0]), text).split("\n")
        self._told: set[Place] = set()

    def place_of(self, figure: str, block: Place) -> Place:
        """The next place of a figure in a paragraph that begins at `block`; that where it is not found."""
        wanted = re.compile(rf"(?<![\d.,]){re.escape(figure)}(?!\d|[.,]\d)")
        for row in range(block.line - 1, len(self._lines)):
            for found in wanted.finditer(self._lines[row]):
                place = Place(block.file, row + 1, found.start() + 1)
                if place not in self._told:
                    self._told.add(place)
                    return place
            if not self._lines[row].strip() and row >= block.line:
                break
        return block


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


def lint_signs(source: Source, file: str, faults: FaultList) -> None:
    """Note each sign that many terminals lack once, where it first stands (W09)."""
    if source.text.isascii():
        return
    seen: set[str] = set()
    for found in _RARE.finditer(source.text):
        sign = found[0]
        if sign in seen or unicodedata.east_asian_width(sign) in _WIDE:
            continue
        seen.add(sign)
        line = source.text.count("\n", 0, found.start()) + 1
        column = found.start() - source.text.rfind("\n", 0, found.start())
        message = f"many terminals lack {quoted(sign)} (U+{ord(sign):04X}); {_instead(sign)}"
        faults.add(Place(file, line, column), "W09", message)


def _instead(sign: str) -> str:
    plain = unicodedata.normalize("NFKC", sign)
    return f"write {quoted(plain)}" if plain != sign and not _RARE.search(plain) else "use another one"
