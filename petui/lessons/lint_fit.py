"""Lint of what is set on the screen: formulas that cannot be set, steps that do not fit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from petui.core.errors import PetuiError
from petui.lessons.cells import cell_width, line_width
from petui.lessons.faults import FaultList, quoted
from petui.lessons.grids import grid_of
from petui.lessons.mathtext import inline_maths, set_maths
from petui.lessons.model import Aside, Choice, Code, Lesson, Part, Passage, Point, Question, Step
from petui.lessons.page import grid_lines
from petui.lessons.place import Place
from petui.lessons.prosemodel import Display, Listing, Maths, Prose, ProseBlock
from petui.lessons.schema import STEP_HEIGHT, STEP_WIDTH
from petui.lessons.staging import Stage, all_draws, stage
from petui.lessons.typeset import Values, set_prose
from petui.lessons.walk import blocks_in

OPTION_INDENT = 4
LISTING_INDENT = 2
# Rows from which on it does not matter how many more there are.
ENOUGH = 10 * STEP_HEIGHT
MAX_FORMULAS = 500
# What a filled answer takes behind its question: two blanks and a number.
_ANSWER = 14
# "Predict", "Check", "Choose" or "Find the slip" above a question.
_HEADING = 1


def lint_formulas(displays: Iterable[Display], inlines: Iterable[Maths], faults: FaultList) -> None:
    """Note every formula that cannot be set, in Unicode or in ASCII (E11)."""
    formulas: tuple[Display | Maths, ...] = (*displays, *inlines)
    for count, formula in enumerate(formulas):
        if count == MAX_FORMULAS:
            faults.add(formula.place, "E11", f"there are more than {MAX_FORMULAS} formulas; split the file")
            return
        _set(formula.tex, formula.place, isinstance(formula, Display), faults)


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
    """Note every step that does not fit 76 columns by 18 rows with all its parts shown, in Unicode or ASCII (E13)."""
    for step in lesson.steps:
        for at in _stages(lesson, step):
            # What is too large in either is too large; once is enough to say so.
            if _fit_step(step, at, faults, ascii=False):
                _fit_step(step, at, faults, ascii=True)


def _stages(lesson: Lesson, step: Step) -> list[Stage]:
    """The stage of the first draw of everything in the step; none where values are at fault already."""
    vary = (*step.vary, *(one for part in step.parts if isinstance(part, Question) for one in part.vary))
    unique = tuple({one.name: one for one in vary}.values())
    try:
        return [stage(lesson.params, step.settings, draw) for draw in islice(all_draws(unique), 1)]
    except PetuiError:
        return []


def _fit_step(step: Step, at: Stage, faults: FaultList, *, ascii: bool) -> bool:
    """Whether a step fits; if not, that is noted."""
    total = shown = 0
    before = len(faults)
    wide = " in ASCII" if ascii else ""
    for part in step.parts:
        height = _height(part, step, at, faults, ascii=ascii)
        if height is None:
            return False
        if isinstance(part, Aside) and height > STEP_HEIGHT:
            faults.add(part.place, "E13", f"this {part.kind} takes {height} rows of {STEP_HEIGHT}{wide}; shorten it")
        if not (isinstance(part, Code) or (isinstance(part, Aside) and part.kind == "why")):
            total += height
            shown += 1
        if total > ENOUGH:
            break
    total += max(0, shown - 1)
    if total > STEP_HEIGHT:
        about = f"more than {ENOUGH}" if total > ENOUGH else str(total)
        mend = "shorten it, or make it two steps"
        faults.add(step.place, "E13", f"the step takes {about} rows of {STEP_HEIGHT}{wide}; {mend}")
    return len(faults) == before


def _height(part: Part, step: Step, at: Stage, faults: FaultList, *, ascii: bool) -> int | None:
    """Rows of a part, or None where its values or formulas are at fault already."""
    try:
        match part:
            case Passage():
                return _rows(part.blocks, STEP_WIDTH, part.place, at, faults, ascii=ascii)
            case Aside():
                return bool(part.title) + _rows(part.body, STEP_WIDTH, part.place, at, faults, ascii=ascii)
            case Question():
                filled = step.kind == "worked"
                body = _rows(part.body, STEP_WIDTH, part.place, at, faults, _ANSWER if filled else 0, ascii=ascii)
                return body if filled else body + _HEADING
            case Choice():
                width = STEP_WIDTH - OPTION_INDENT
                options = sum(
                    _rows(option.text, width, option.place, at, faults, ascii=ascii) for option in part.options
                )
                return _HEADING + options + _rows(part.body, STEP_WIDTH, part.place, at, faults, ascii=ascii)
            case Point():
                table = grid_lines(grid_of(part, at.lab, at.draw), STEP_WIDTH)
                # The blank row stands between the question and its table.
                return _HEADING + _rows(part.body, STEP_WIDTH, part.place, at, faults, ascii=ascii) + 1 + len(table)
            case Code():
                _check_width(Listing(part.text, "python", part.place), STEP_WIDTH, faults, ascii=ascii)
                return 0
    except PetuiError:
        return None


def _rows(prose: Prose, width: int, place: Place, at: Stage, faults: FaultList, tail: int = 0, *, ascii: bool) -> int:
    """Rows of prose with `tail` columns of something set behind its end."""
    for block in blocks_in(prose):
        _check_width(block, width, faults, ascii=ascii)
    lines = set_prose(prose, width, Values(lab=at.lab, draw=at.draw), ascii=ascii)
    last = line_width(lines[-1]) if lines else 0
    return len(lines) + bool(tail and last + tail > width)


def _check_width(block: ProseBlock, width: int, faults: FaultList, *, ascii: bool) -> None:
    """Note a formula or listing that would have to be broken where its author did not."""
    match block:
        case Display(alt=said) if ascii and said:
            # Where it is too wide in ASCII it is shown as it is spoken.
            return
        case Display():
            widest = max(map(cell_width, set_maths(block.tex, ascii=ascii)), default=0)
        case Listing():
            widest = max(map(cell_width, block.text.split("\n"))) + LISTING_INDENT
        case _:
            return
    if widest > width:
        where = " in ASCII" if ascii else ""
        message = f"this takes {widest} columns of {width}{where}; break it into lines, or shorten it"
        faults.add(block.place, "E13", message)
