"""Lint of what is set on the screen: formulas that cannot be set, steps that do not fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import islice

from petui.core.errors import PetuiError
from petui.lessons.faults import FaultList, quoted
from petui.lessons.mathtext import inline_maths, set_maths
from petui.lessons.model import Aside, Choice, Code, Display, Lesson, Maths, Part, Passage, Point, Prose, Question, Step
from petui.lessons.place import Place
from petui.lessons.schema import STEP_HEIGHT, STEP_WIDTH
from petui.lessons.staging import Stage, all_draws, stage
from petui.lessons.typeset import Values, set_prose

OPTION_INDENT = 4


def lint_formulas(displays: Iterable[Display], inlines: Iterable[Maths], faults: FaultList) -> None:
    """Note every formula that cannot be set, in Unicode or in ASCII (E11)."""
    for display in displays:
        _set(display.tex, display.place, True, faults)
    for formula in inlines:
        _set(formula.tex, formula.place, False, faults)


def _set(tex: str, place: Place, display: bool, faults: FaultList) -> None:
    try:
        for ascii_only in (False, True):
            if display:
                set_maths(tex, ascii=ascii_only)
            else:
                inline_maths(tex, ascii=ascii_only)
    except PetuiError as error:
        mend = error.mend or "write it with what petui sets"
        faults.add(place, "E11", f"the formula {quoted(tex)} cannot be set: {error.what}; {mend}")


def lint_fit(lesson: Lesson, faults: FaultList) -> None:
    """Note every step that does not fit 76 columns by 18 rows with all its parts shown (E13)."""
    for step in lesson.steps:
        for at in _stages(lesson, step):
            _fit_step(step, at, faults)


def _stages(lesson: Lesson, step: Step) -> list[Stage]:
    """The stage of the first draw of everything in the step; none where values are at fault already."""
    vary = (*step.vary, *(one for part in step.parts if isinstance(part, Question) for one in part.vary))
    unique = tuple({one.name: one for one in vary}.values())
    try:
        return [stage(lesson.params, step.settings, draw) for draw in islice(all_draws(unique), 1)]
    except PetuiError:
        return []


def _fit_step(step: Step, at: Stage, faults: FaultList) -> None:
    total = shown = 0
    for part in step.parts:
        height = _height(part, step, at, faults)
        if height is None:
            return
        if isinstance(part, Aside) and height > STEP_HEIGHT:
            faults.add(part.place, "E13", f"this {part.kind} takes {height} rows of {STEP_HEIGHT}; shorten it")
        if not (isinstance(part, Code) or (isinstance(part, Aside) and part.kind == "why")):
            total += height
            shown += 1
    total += max(0, shown - 1)
    if total > STEP_HEIGHT:
        faults.add(step.place, "E13", f"the step takes {total} rows of {STEP_HEIGHT}; shorten it, or make it two steps")


def _height(part: Part, step: Step, at: Stage, faults: FaultList) -> int | None:
    """Rows of a part, or None where its values or formulas are at fault already."""
    try:
        match part:
            case Passage():
                return _rows(part.blocks, STEP_WIDTH, part.place, at, faults)
            case Aside():
                return bool(part.title) + _rows(part.body, STEP_WIDTH, part.place, at, faults)
            case Question():
                filled = step.kind == "worked"
                return filled + _rows(part.body, STEP_WIDTH, part.place, at, faults)
            case Choice():
                width = STEP_WIDTH - OPTION_INDENT
                options = sum(_rows(option.text, width, option.place, at, faults) for option in part.options)
                return options + _rows(part.body, STEP_WIDTH, part.place, at, faults)
            case Point():
                return _rows(part.body, STEP_WIDTH, part.place, at, faults)
            case _:
                return 0
    except PetuiError:
        return None


def _rows(prose: Prose, width: int, place: Place, at: Stage, faults: FaultList) -> int:
    lines = set_prose(prose, width, Values(lab=at.lab, draw=at.draw))
    widest = max((sum(cells(text) for text, _ in line) for line in lines), default=0)
    if widest > width:
        where = prose[0].place if prose else place
        faults.add(where, "E13", f"a line here is {widest} columns wide, and {width} are there; break or shorten it")
    return len(lines)


def cells(text: str) -> int:
    """Columns that a terminal gives to the text."""
    return sum(_cell(sign) for sign in text)


def _cell(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
