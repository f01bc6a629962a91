"""Exercises as Markdown: a sheet to be filled in, and the same sheet with the answers."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby

from petui.lessons.definitions import plain
from petui.lessons.grids import WrongGrid, column_label, row_label
from petui.lessons.model import Tolerance
from petui.lessons.source import uncontrolled, visible
from petui.lessons.wrongnumbers import WrongNumber
from petui.plain.faults import counted
from petui.review.exercise import Exercise
from petui.review.exercises import Sheet
from petui.review.markdown import escaped, markdown

PAPER_BASE = 10000.0
_SHORT, _LONG = "_" * 24, "_" * 64


def worksheet_markdown(sheet: Sheet, *, key: bool = False) -> str:
    """The sheet; with `key` below each question its answer, how it comes about, and what wrong answers show."""
    return uncontrolled("\n\n".join(_blocks(sheet, key)) + "\n")


def worksheet_remarks(sheet: Sheet, again: Sequence[str] = ()) -> tuple[str, ...]:
    """What is not on the sheet, and where the seed was drawn the command for its answers.

    Args:
        sheet: The sheet.
        again: The words of the command that made it with a seed that was drawn; empty where one was given.
    """
    remarks = [visible(f"{name} is left out: {error}") for name, error in sheet.refused]
    if sheet.siblings:
        one = "card" if sheet.kind == "deck" else "question"
        remarks.append(f"{counted(sheet.siblings, one)} left out, which others on the sheet would give away")
    if again:
        same = visible(shlex.join((*again, "--seed", str(sheet.seed))))
        remarks.append(f"seed {sheet.seed}: `{same}` makes the same sheet, `{same} --key` its answers")
    return tuple(remarks)


def _blocks(sheet: Sheet, key: bool) -> Iterator[str]:
    yield f"# {escaped(sheet.title)}{': answers' if key else ''}"
    size = counted(len(sheet.exercises), "question")
    yield f"Course: {escaped(sheet.course)} · {sheet.kind} `{sheet.id}` · {size} · seed {sheet.seed}"
    if not key:
        yield f"Name: {_LONG}"
    if any(("base", PAPER_BASE) in exercise.unsaid for exercise in sheet.exercises):
        yield f"Where a question names no base, it is {PAPER_BASE:g}."
    numbered = enumerate(sheet.exercises, 1)
    for _, group in groupby(numbered, key=lambda one: one[1].group):
        yield from _group(list(group), key)


def _group(group: list[tuple[int, Exercise]], key: bool) -> Iterator[str]:
    """The questions of a step, below what they refer to."""
    (first, exercise), (last, _) = group[0], group[-1]
    shared = exercise.context and first < last
    if shared:
        yield f"## {first} {'and' if last == first + 1 else 'to'} {last}"
        yield markdown(exercise.context, exercise.values)
    for number, one in group:
        yield f"{'###' if shared else '##'} {number}"
        if one.context and not shared:
            yield markdown(one.context, one.values)
        yield from _question(one)
        yield from _answer(one) if key else _room(one)


# ---- the question ----------------------------------------------------------------------------------------------------


def _question(exercise: Exercise) -> Iterator[str]:
    if exercise.body:
        yield markdown(exercise.body, exercise.values)
    given = [f"`{name}` = {plain(value)}" for name, value in exercise.unsaid if (name, value) != ("base", PAPER_BASE)]
    if given:
        yield f"Given: {', '.join(given)}."
    if exercise.options is not None:
        yield "Choose all that hold:" if exercise.multiple else "Choose one:"
        yield markdown((exercise.options,), exercise.values)
    if exercise.grid is not None:
        yield _table(exercise.grid)


def _table(grid: WrongGrid) -> str:
    """A table whose rows and columns are counted from 0."""
    rows, columns = grid.shown.shape
    head = ["row", *(_column(grid, column) for column in range(columns))]
    lines = [[escaped(row_label(grid, row)), *grid.texts[row]] for row in range(rows)]
    first, *others = (f"| {' | '.join(cells)} |" for cells in (head, *lines))
    return "\n".join((first, "|" + "---|" * len(head), *others))


def _column(grid: WrongGrid, column: int) -> str:
    name = column_label(grid, column)
    return str(column) if name == str(column) else f"{column}: {escaped(name)}"


def _room(exercise: Exercise) -> Iterator[str]:
    """Where the answer is to be written; a line of its own is a rule across the page."""
    if exercise.options is not None:
        yield f"Answer: {_SHORT}"
    elif exercise.grid is not None:
        yield f"Row: {_SHORT}"
        yield f"Column: {_SHORT}"
    elif exercise.tolerance is not None:
        yield f"Working: {_LONG}"
        yield f"Answer: {_SHORT} {escaped(exercise.unit)}".rstrip()
    else:
        yield f"Answer: {_LONG}"
        yield _LONG


# ---- the answer ------------------------------------------------------------------------------------------------------


def _answer(exercise: Exercise) -> Iterator[str]:
    yield from _right(exercise)
    if exercise.working:
        yield "\n".join(("```text", *exercise.working, "```"))
    if exercise.reasons:
        yield markdown(exercise.reasons, exercise.values)
    if exercise.wrongs:
        yield "Wrong numbers, and what they show:"
        yield "\n".join(f"- {_wrong(wrong)}" for wrong in exercise.wrongs)


def _right(exercise: Exercise) -> Iterator[str]:
    if exercise.tolerance is not None:
        unit = f" {escaped(exercise.unit)}" if exercise.unit else ""
        yield f"**Answer: {exercise.typed}**{unit} ({tolerance_words(exercise.tolerance)})"
    elif exercise.grid is not None:
        row, column = exercise.typed.split(",")
        yield f"**Answer: row {row}, column {column}**: {exercise.says}."
    elif exercise.options is not None:
        yield f"**Answer: {exercise.typed.replace(',', ' and ')}**"
    else:
        yield f"**Answer: {escaped(exercise.says)}**" if exercise.says else "**Answer:**"


def tolerance_words(tolerance: Tolerance) -> str:
    """How far off a number may be, in words."""
    if tolerance.digits is not None:
        return f"right to {counted(max(tolerance.digits, 1), 'digit')}"
    relative, absolute = f"{tolerance.relative * 100:.6g} %", f"{tolerance.absolute:.6g}"
    if tolerance.relative and tolerance.absolute:
        return f"± {relative} or ± {absolute}, whichever is more"
    if tolerance.relative or tolerance.absolute:
        return f"± {relative if tolerance.relative else absolute}"
    return "exactly"


def _wrong(wrong: WrongNumber) -> str:
    shows = "; or ".join(f"{escaped(one.title.removesuffix('.'))} (`{one.id}`)" for one in wrong.shows)
    return f"{wrong.number}: {shows}"
