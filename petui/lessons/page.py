"""A step of a played lesson as styled lines: what the derivation pane and the plain front end show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType

from petui.core.lab import Lab
from petui.lessons.choicepage import choice_lines
from petui.lessons.grids import WrongGrid, column_label, row_label
from petui.lessons.model import Aside, Choice, Code, Gate, Passage, Point, Question
from petui.lessons.play import Player, Shown
from petui.lessons.prosemodel import Inline, Listing, Prose, Text
from petui.lessons.staging import Stage
from petui.lessons.typeset import Line, Values, set_inlines, set_prose
from petui.lessons.verdict import Verdict, precise, skipped_choice, with_unit
from petui.records import dataclass

_GRID_CELL = 8
_GRID_HEAD = 6


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How a page is set.

    Attributes:
        width: Columns.
        ascii: Whether only ASCII characters may stand in it.
        why: Whether the reasons are open.
        code: Whether the code is shown.
        titles: Titles of lessons by id, for references.
        ends: What it is that ends with the last step.
        below: Lines that are told below a question, whatever has been answered.
    """

    width: int
    ascii: bool = False
    why: bool = False
    code: bool = False
    titles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    ends: str = "this lesson"
    below: Callable[[Gate], Iterable[str]] = lambda gate: ()


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a step, and the span to keep in view.

    Attributes:
        lines: The lines.
        newest: The first line of what came last: the question that waits, or the verdict on the last one.
    """

    lines: tuple[Line, ...]
    newest: int


def set_page(player: Player, lab: Lab, options: PageOptions) -> Page:
    """The step that the player shows, with its plain prose at the learner's Lab."""
    lines: list[Line] = []
    newest = 0
    for shown in player.shown():
        part = _Setter(player, shown, lab, options).lines()
        if not part:
            continue
        if lines and lines[-1]:
            lines.append(())
        if shown.open or (shown.state.verdicts and shown.state.closed):
            newest = len(lines)
        lines.extend(part)
    if player.finished:
        lines += [(), ((f"That is the end of {options.ends}.", "muted"),)]
    return Page(tuple(lines), newest)


def part_values(player: Player, shown: Shown, lab: Lab, titles: Mapping[str, str]) -> Values:
    """What the roles of a part are filled from; plain prose follows the learner's Lab."""
    here = shown.stage or Stage(lab, {**player.stage.draw, **_declared(player, lab)})
    return Values(here.lab, here.draw, titles, player.linked)


def answered_earlier(player: Player, shown: Shown) -> tuple[str, tuple[Prose, ...]]:
    """What a gate that was closed in an earlier session is read with: its answer at this draw, or what holds."""
    part = shown.part
    how = "Skipped" if shown.state.skipped else "Answered"
    if isinstance(part, Question):
        return f"{how} earlier. It is {with_unit(precise(player.answer_of(part)), part)}.", ()
    return f"{how} earlier.", skipped_choice(part).reasons if isinstance(part, Choice) else ()


class _Setter:
    """Sets one part."""

    def __init__(self, player: Player, shown: Shown, lab: Lab, options: PageOptions) -> None:
        self._player = player
        self._shown = shown
        self._values = part_values(player, shown, lab, options.titles)
        self._options = options

    def lines(self) -> list[Line]:
        told = self._options.below(self._shown.part) if isinstance(self._shown.part, Gate) else ()
        return [*self._part(), *(line for text in told for line in self._text(text, "muted"))]

    def _part(self) -> list[Line]:
        match self._shown.part:
            case Passage(blocks=blocks):
                return self._prose(blocks)
            case Aside() as aside:
                return self._aside(aside)
            case Code() as code:
                listing = (Listing(code.text, "python", code.place),)
                return self._prose(listing) if self._options.code else [(("c shows the NumPy of this step", "muted"),)]
            case Question() as question:
                return self._question(question)
            case Choice() as choice:
                return self._choice(choice)
            case Point() as point:
                return self._point(point)

    def _prose(self, prose: Prose, indent: int = 0) -> list[Line]:
        lines = set_prose(prose, self._options.width - indent, self._values, ascii=self._options.ascii)
        return [((" " * indent, ""), *line) if line and indent else line for line in lines]

    def _text(self, text: str, style: str) -> list[Line]:
        """Plain text wrapped, in one style."""
        lines = set_inlines((Text(text),), self._options.width, self._values, ascii=self._options.ascii)
        return [tuple((run, style) for run, _ in line) for line in lines]

    def _aside(self, aside: Aside) -> list[Line]:
        if aside.kind == "note":
            head = [((aside.title, "strong"),)] if aside.title else []
            return [*head, *self._prose(aside.body)]
        title = aside.title or "Why this step?"
        if not self._options.why:
            return self._text(f"w  {title}", "muted")
        return [*self._text(title, "heading"), *self._prose(aside.body)]

    def _question(self, question: Question) -> list[Line]:
        lines = self._prose(question.body)
        if self._shown.filled:
            answer = with_unit(precise(self._player.answer_of(question)), question)
            return [*lines[:-1], *_joined(lines[-1:], (("  " + answer, "value strong"),), self._options.width)]
        kind = "Predict" if question.kind == "predict" else "Check"
        return [((kind, "heading"),), *lines, *self._history(question.hints)]

    def _choice(self, choice: Choice) -> list[Line]:
        order, options = self._player.order_of(choice), self._options
        lines = choice_lines(choice, order, options.width, self._values, ascii=options.ascii)
        return [*lines, *self._history(choice.hints)]

    def _point(self, point: Point) -> list[Line]:
        grid = self._player.grid_of(point)
        lines = [(("Find the slip", "heading"),), *self._prose(point.body), (), *grid_lines(grid, self._options.width)]
        if self._shown.state.closed:
            computed = replace(grid, texts=grid.right_texts)
            lines += [(("Computed:", "muted"),), *grid_lines(computed, self._options.width)[1:]]
        return [*lines, *self._history(point.hints)]

    def _history(self, hints: tuple[tuple[Inline, ...], ...]) -> list[Line]:
        state = self._shown.state
        if state.earlier and not state.verdicts:
            return self._earlier()
        lines = self._hints(hints[: state.hints - state.hints_since])
        for verdict in state.verdicts[-1:]:
            lines += self._verdict(verdict)
        return [*lines, *self._hints(hints[state.hints - state.hints_since : state.hints])]

    def _hints(self, hints: tuple[tuple[Inline, ...], ...]) -> list[Line]:
        lines: list[Line] = []
        for hint in hints:
            mark: Line = (("Hint: ", "strong"),)
            hinted = set_inlines(hint, self._options.width - 6, self._values, ascii=self._options.ascii)
            lines += [(*(mark if at == 0 else ((" " * 6, ""),)), *line) for at, line in enumerate(hinted)]
        return lines

    def _earlier(self) -> list[Line]:
        says, reasons = answered_earlier(self._player, self._shown)
        return [*self._text(says, "muted"), *(line for prose in reasons for line in self._prose(prose, 2))]

    def _verdict(self, verdict: Verdict) -> list[Line]:
        style = "wrong" if verdict.outcome == "wrong" else "right"
        lines = self._text(f"{verdict.says}{self._chosen(verdict)}", style)
        for reason in verdict.reasons:
            lines += self._prose(reason, 2)
        return lines

    def _chosen(self, verdict: Verdict) -> str:
        """Which options a verdict is about, by the numbers that they are shown with."""
        choice = self._shown.part
        if not isinstance(choice, Choice) or not verdict.typed:
            return ""
        order = self._player.order_of(choice)
        numbers = sorted(order.index(int(typed) - 1) + 1 for typed in verdict.typed.split(","))
        return f" You chose {', '.join(map(str, numbers))}."


def _declared(player: Player, lab: Lab) -> dict[str, float]:
    """The lesson's parameters that the Lab does not hold, at their defaults."""
    return {param.name: param.default for param in player.lesson.params if not hasattr(lab, param.name)}


def _joined(last: list[Line], tail: Line, width: int) -> list[Line]:
    """The tail on the last line where it fits, else on a line of its own."""
    if not last:
        return [tail]
    used = sum(len(text) for text, _ in (*last[0], *tail))
    return [(*last[0], *tail)] if used <= width else [last[0], tail]


def grid_lines(grid: WrongGrid, width: int) -> list[Line]:
    """The table of a point block: rows and columns are counted from 0; wide tables go on below."""
    rows, columns = grid.shown.shape
    labels = [row_label(grid, row) for row in range(rows)]
    head = max(_GRID_HEAD, *(len(label) + 1 for label in labels))
    names = [column_label(grid, column) for column in range(columns)]
    cell = max(_GRID_CELL, *(len(text) + 1 for text in (*names, *(text for row in grid.texts for text in row))))
    fit = max(1, (width - head) // cell)
    lines: list[Line] = []
    for first in range(0, columns, fit):
        here = range(first, min(first + fit, columns))
        if grid.columns and any(name != str(column) for column, name in enumerate(names)):
            lines.append(((" " * head, ""), *((f"{names[column]:>{cell}}", "strong") for column in here)))
        lines.append((("row".ljust(head), "muted"), *((f"{column:>{cell}}", "muted") for column in here)))
        for row in range(rows):
            cells = "".join(f"{grid.texts[row][column]:>{cell}}" for column in here)
            lines.append(((f"{labels[row]:<{head}}", "muted"), (cells, "")))
    return lines
