"""The parts of a step as lines that are read one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from textwrap import wrap
from types import MappingProxyType

from petui.core.lab import Lab
from petui.lessons.cells import Line, plain_text
from petui.lessons.grids import WrongGrid, column_label, row_label
from petui.lessons.model import Aside, Choice, Code, Gate, Passage, Point, Question
from petui.lessons.oneline import prose_line
from petui.lessons.page import answered_earlier, part_values
from petui.lessons.play import Player, Shown
from petui.lessons.prosemodel import Inline, Listing, Prose
from petui.lessons.saidtables import said_rows
from petui.lessons.typeset import Values, set_inlines, set_prose
from petui.lessons.verdict import Verdict, precise, with_unit
from petui.plain.streams import INDENT, indented
from petui.records import dataclass

_HEADS = {"predict": "Predict:", "check": "Check:"}


@dataclass(frozen=True, slots=True)
class PlainPage:
    """Sets the parts of the step that a player is at; what authors wrote is indented.

    Attributes:
        player: The lesson.
        lab: The learner's Lab, which plain prose follows.
        width: Columns.
        ascii: Whether formulas and signs keep to ASCII.
        titles: Titles of lessons by id, for references.
    """

    player: Player
    lab: Lab
    width: int
    ascii: bool = False
    titles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def part(self, shown: Shown) -> list[str]:
        """A part as it is come upon: asides and code are announced, a question is asked."""
        match shown.part:
            case Passage(blocks=blocks):
                return self._prose(blocks, shown)
            case Aside(kind="note") as note:
                return [f"Note: {note.title}" if note.title else "Note:", *self._prose(note.body, shown)]
            case Aside(title=title):
                return [f"w tells why: {title}" if title else "w tells why."]
            case Code():
                return ["c shows the NumPy of this step."]
            case Question() as question:
                return self._question(question, shown)
            case Choice() as choice:
                head = "Choose all that hold:" if choice.multiple else "Choose:"
                return [head, *self._prose(choice.body, shown), *self._options(choice, shown), *self._state(shown)]
            case Point() as point:
                table = _said_grid(self.player.grid_of(point))
                return ["Find the slip:", *self._prose(point.body, shown), *self._flat(table), *self._state(shown)]

    def opened(self, shown: Shown) -> list[str]:
        """What an aside or code that was announced has to say."""
        match shown.part:
            case Aside() as aside:
                return [f"Why: {aside.title}" if aside.title else "Why:", *self._prose(aside.body, shown)]
            case Code() as code:
                return self._prose((Listing(code.text, "python", code.place),), shown)
        return []

    def verdict(self, gate: Gate, verdict: Verdict, *, saved: bool) -> list[str]:
        """The verdict, which begins a line, then why."""
        says = verdict.says
        if verdict.outcome == "skipped":
            says = f"Noted: skipped. {says.removeprefix('Skipped. ')}"
        shown = Shown(gate, self.player.gate_stage(gate))
        lines = self.words(says) if saved else self._unsaved(self.words(says))
        for reason in verdict.reasons:
            lines += self._prose(reason, shown)
        if isinstance(gate, Point) and verdict.closes:
            lines += self._computed(self.player.grid_of(gate))
        return lines

    def _unsaved(self, lines: list[str]) -> list[str]:
        """Lines that end in `(not saved)`, which no line's end parts."""
        *before, last = lines
        one = f"{last} (not saved)"
        return [*before, one] if len(one) <= self.width else [*lines, f"{INDENT}(not saved)"]

    def hint(self, gate: Gate, hint: Iterable[Inline]) -> list[str]:
        """A hint."""
        values = self._values(Shown(gate, self.player.gate_stage(gate)))
        return ["Hint:", *indented(set_inlines(hint, self._room, values, ascii=self.ascii))]

    def question(self, gate: Gate) -> str:
        """The question in one line, with the numbers it was asked with."""
        values = self._values(Shown(gate, self.player.gate_stage(gate)))
        return f"Step {self.player.index + 1}: {prose_line(gate.body, values, ascii=self.ascii)}"

    def words(self, text: str) -> list[str]:
        """A sentence of petui's own, wrapped; what goes on below is indented."""
        begin = text[: len(text) - len(text.lstrip())]
        return wrap(text, self.width, subsequent_indent=begin + INDENT, break_on_hyphens=False)

    # ---- parts ------------------------------------------------------------------------------------------------------

    def _question(self, question: Question, shown: Shown) -> list[str]:
        lines = self._prose(question.body, shown)
        if shown.filled:
            return [*lines, f"{INDENT}Answer: {self._answer(question)}"]
        return [_HEADS[question.kind], *lines, *self._state(shown)]

    def _options(self, choice: Choice, shown: Shown) -> list[str]:
        lines: list[str] = []
        for number, index in enumerate(self.player.order_of(choice), 1):
            mark = f"{INDENT}{number}. "
            option = self._set(choice.options[index].text, shown, self.width - len(mark))
            first, *others = plain_text(option).rstrip("\n").split("\n")
            lines += [mark + first, *(" " * len(mark) + line if line else "" for line in others)]
        return lines

    def _state(self, shown: Shown) -> list[str]:
        """What has happened at a question before it is read again; nothing at a new one."""
        gate, state = shown.part, shown.state
        if not state.closed or not isinstance(gate, Gate):
            return []
        if state.verdicts:
            typed, says = state.verdicts[-1].typed, state.verdicts[-1].says
            # Indented, so that what was told before is not taken for a new verdict.
            return self._flat([f"Your answer: {typed}. {says}" if typed and not isinstance(gate, Choice) else says])
        earlier, reasons = answered_earlier(self.player, shown)
        return [*self._flat([earlier]), *(line for prose in reasons for line in self._prose(prose, shown))]

    def _computed(self, grid: WrongGrid) -> list[str]:
        """The rows with a wrong cell as they should be."""
        rows, columns = grid.shown.shape
        wrong = [row for row in range(rows) if any(grid.is_wrong(row, column) for column in range(columns))]
        return ["Computed:", *self._flat(_said_grid(grid, wrong))]

    def _answer(self, question: Question) -> str:
        return with_unit(precise(self.player.answer_of(question)), question)

    # ---- setting ----------------------------------------------------------------------------------------------------

    @property
    def _room(self) -> int:
        return self.width - len(INDENT)

    def _values(self, shown: Shown) -> Values:
        return part_values(self.player, shown, self.lab, self.titles)

    def _set(self, prose: Prose, shown: Shown, width: int) -> tuple[Line, ...]:
        return set_prose(prose, width, self._values(shown), ascii=self.ascii, linear=True)

    def _prose(self, prose: Prose, shown: Shown) -> list[str]:
        return indented(self._set(prose, shown, self._room))

    def _flat(self, rows: Iterable[str]) -> list[str]:
        """Lines of text, indented and wrapped."""
        return [
            line for row in rows for line in wrap(row, self.width, initial_indent=INDENT, subsequent_indent=INDENT * 2)
        ]


def _said_grid(grid: WrongGrid, rows: Sequence[int] | None = None) -> tuple[str, ...]:
    """The rows of a point block's table, or some of them as they should be: `row 0: slot 0: 0.9093, slot 1: -0.4161`.

    Args:
        grid: The table.
        rows: Which rows to give as computed; None for all of them as they are shown.
    """
    names = [_column(grid, at) for at in range(grid.shown.shape[1])]
    numbers = range(grid.shown.shape[0]) if rows is None else rows
    texts = grid.texts if rows is None else grid.right_texts
    return said_rows(["row", *names], [[row_label(grid, row), *texts[row]] for row in numbers], headed=True)


def _column(grid: WrongGrid, column: int) -> str:
    """What a column is called, and its number, which an answer gives."""
    if not grid.columns:
        return f"slot {column}"
    label = column_label(grid, column)
    return f"column {column}" if label == str(column) else f"column {column} {label}"
