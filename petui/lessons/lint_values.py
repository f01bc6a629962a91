"""Lint of everything that is computed: names, finite values, tolerances, foreseen wrong answers, tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice

from petui.core.errors import PetuiError
from petui.core.formula import SLIPS
from petui.core.lab import Lab
from petui.lessons.answers import is_right
from petui.lessons.expression import evaluate, known_names, unknown_names
from petui.lessons.faults import FaultList, nearest, quoted
from petui.lessons.fieldvalues import read_number
from petui.lessons.functions import SLOTS_PER_CALL
from petui.lessons.grids import grid_of
from petui.lessons.model import (
    Aside,
    Card,
    Choice,
    Lesson,
    Mistake,
    Param,
    Part,
    Passage,
    Point,
    Question,
    Setting,
    Step,
    Tolerance,
    Vary,
    WrongRule,
)
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression, Inline
from petui.lessons.staging import Stage, all_draws, lab_with, live_draws, stage
from petui.lessons.walk import card_inlines, choice_proses, inlines_in, mistake_inlines, part_hints, roles_in

MAX_PROSE_DRAWS = 50
# Evaluations per file: beyond the first figure draws are sampled, beyond the second lint gives up with a fault.
FULL_EVALUATIONS = 7_000
MAX_EVALUATIONS = 10_000
# A deck may take so many more for each card, to a limit, and so many once draws are sampled.
FULL_PER_CARD = 500
FULL_DECK = 50_000
PER_CARD = 8
GRID_COST = 40
_WHOLE_ROW = re.compile(rf"\b(?:{'|'.join(SLOTS_PER_CALL)})\b")
_MEND = "mend the name"
_DECLARE = "draw it with `:vary:`, or declare it in `params` of a lesson's front matter"
SLIP_IDS = frozenset(slip.id for slip in SLIPS)


class ValueLint:
    """Checks the expressions of lessons, cards and misconceptions.

    Attributes:
        faults: Where faults go.
        broken: Places of expressions that the parser refused already.
        mistakes: Ids of the known misconceptions; None where the course is not known.
    """

    def __init__(
        self,
        faults: FaultList,
        broken: Collection[Place],
        mistakes: Collection[str] | None,
        *,
        graded: bool = True,
    ) -> None:
        """Check against these; unless `graded`, answers and wrong numbers are left out, as checked elsewhere."""
        self.faults = faults
        self.broken = broken
        self.mistakes = mistakes
        self._checks_grades = graded
        self.begin()

    def begin(self, cards: int = 0) -> None:
        """Begin another file, of so many cards: the bound on what may be computed is each file's own."""
        self._spent = 0
        self._full = min(FULL_EVALUATIONS + FULL_PER_CARD * cards, FULL_DECK) if cards else FULL_EVALUATIONS
        self._limit = self._full + MAX_EVALUATIONS - FULL_EVALUATIONS + PER_CARD * cards
        self._sample = max(3, min(MAX_PROSE_DRAWS, FULL_EVALUATIONS // (PER_CARD * max(cards, 1))))
        self._gave_up = False

    def lesson(self, lesson: Lesson) -> None:
        """Check a lesson."""
        self.begin()
        self._params(lesson.params)
        for step in lesson.steps:
            self._step(step, lesson.params)
        for mistake in lesson.mistakes:
            self.mistake(mistake)
        for card in lesson.cards:
            self.card(card, lesson.params)

    def card(self, card: Card, params: Sequence[Param] = ()) -> None:
        """Check a card; its numbers are those of its settings, its own draw and the default Lab."""
        names = (*(param.name for param in params), *(one.name for one in card.vary))
        expressions = self._usable(_role_expressions(card_inlines(card)), names)
        if not self._settable(card.settings, names):
            return
        cost = 1 + _computed(card.settings)
        stages = self._stages(card.place, lambda draw: stage(params, card.settings, draw), card.vary, cost)
        if card.answer:
            self._graded(card.answer, card.tolerance, card.wrongs, names, stages)
        self._shown(expressions, _spread(stages))

    def mistake(self, mistake: Mistake) -> None:
        """Check a misconception at the default Lab."""
        shows = (mistake.shows,) if mistake.shows else ()
        expressions = self._usable((*shows, *_role_expressions(mistake_inlines(mistake))), ())
        self._shown(expressions, [Stage(Lab(), {})])

    def _afford(self, place: Place, cost: int) -> bool:
        """Whether so many more evaluations may be done; noted once where they may not."""
        self._spent += cost
        if self._spent > self._limit and not self._gave_up:
            self._gave_up = True
            message = (
                "from here on there is more to compute than lint can check; draw from fewer values, or split the file"
            )
            self.faults.add(place, "E06", message)
        return not self._gave_up

    def _params(self, params: Sequence[Param]) -> None:
        for param in params:
            for value in (param.low, param.default, param.high):
                try:
                    lab_with(Lab(), {param.name: value})
                except PetuiError as error:
                    self.faults.add(
                        param.place, "E10", f"the parameter {quoted(param.name)} does not fit the Lab: {error.what}"
                    )
                    break

    def _step(self, step: Step, params: Sequence[Param]) -> None:
        names = (*(param.name for param in params), *(one.name for one in step.vary))
        if not self._settable(step.settings, names):
            return
        stages = self._stages(
            step.place, lambda draw: stage(params, step.settings, draw), step.vary, 1 + _computed(step.settings)
        )
        # Of a draw that could not be read nothing is computed, but names are looked at.
        if not stages and all(one.values for one in step.vary):
            return
        self._shown(self._usable(step.cell or (), names), _spread(stages))
        self._cursor(step, names, stages)
        live = self._live_stages(step, params, stages[0]) if stages else []
        for part in step.parts:
            is_live = isinstance(part, Passage | Aside) and step.kind == "step"
            self._part(part, step, params, names, live if is_live else stages)

    def _settable(self, settings: Iterable[Setting], names: Sequence[str]) -> bool:
        """Whether every setting that is an expression can be evaluated."""
        sources = [setting.expression for setting in settings if setting.name not in ("dtype", "convention")]
        return len(self._usable(sources, names)) == len(sources)

    def _cursor(self, step: Step, names: Sequence[str], stages: Sequence[Stage]) -> None:
        if step.cell is None or len(self._usable(step.cell, names)) < 2:
            return
        for at in _spread(stages):
            if not self._afford(step.place, 2):
                return
            try:
                pos, slot = (evaluate(expression, at.lab, at.draw) for expression in step.cell)
                lab_with(at.lab, {"pos": pos, "slot": slot})
            except PetuiError as error:
                self.faults.add(step.cell[0].place, "E10", f"the cell lies outside the table: {error.what}{_where(at)}")
                return

    def _live_stages(self, step: Step, params: Sequence[Param], start: Stage) -> list[Stage]:
        """Where the learner's own changes may take the step's prose."""
        found = []
        for numbers in live_draws(params):
            try:
                lab = lab_with(start.lab, numbers)
            except PetuiError:
                continue
            found.append(Stage(lab, {**start.draw, **numbers}))
        return found

    def _part(
        self, part: Part, step: Step, params: Sequence[Param], names: Sequence[str], stages: Sequence[Stage]
    ) -> None:
        match part:
            case Passage():
                self._shown(self._usable(_role_expressions(inlines_in(part.blocks)), names), _spread(stages))
            case Aside():
                self._shown(self._usable(_role_expressions(inlines_in(part.body)), names), _spread(stages))
            case Question():
                self._question(part, step, params, names, stages)
            case Choice():
                inlines = [inline for prose in choice_proses(part) for inline in inlines_in(prose)]
                self._asked(inlines, part, names, stages)
            case Point():
                self._asked(inlines_in(part.body), part, names, stages)
                self._point(part, names, stages)
            case _:
                pass

    def _question(
        self,
        question: Question,
        step: Step,
        params: Sequence[Param],
        names: Sequence[str],
        stages: Sequence[Stage],
    ) -> None:
        if question.vary:
            names = (*names, *(one.name for one in question.vary))
            stages = self._stages(
                question.place,
                lambda draw: stage(params, step.settings, draw),
                (*step.vary, *question.vary),
                1 + _computed(step.settings),
            )
        self._graded(question.answer, question.tolerance, question.wrongs, names, stages)
        self._asked(inlines_in(question.body), question, names, stages)

    def _asked(self, inlines: Iterable[Inline], part: Part, names: Sequence[str], stages: Sequence[Stage]) -> None:
        hints = [inline for hint in part_hints(part) for inline in hint]
        expressions = self._usable(_role_expressions((*inlines, *hints)), names)
        self._shown(expressions, _spread(stages))

    def _graded(
        self,
        answer: Expression,
        tolerance: Tolerance,
        wrongs: Sequence[WrongRule],
        names: Sequence[str],
        stages: Sequence[Stage],
    ) -> None:
        if not self._checks_grades:
            return
        usable = self._usable((answer,), names)
        right = self._values(answer, stages) if usable else None
        if right and tolerance.relative and 0.0 in right:
            at = stages[right.index(0.0)]
            message = f"the answer is 0{_where(at)}, where no relative tolerance holds; give `:tol:` as a plain number"
            self.faults.add(answer.place, "E07", message)
            right = None
        can_grade = tolerance.relative > 0 or tolerance.absolute > 0 or tolerance.digits is not None
        known: list[tuple[WrongRule, list[float]]] = []
        for rule in wrongs:
            self._known(rule)
            if self._usable((rule.expression,), names):
                values = self._values(rule.expression, stages)
                if values and right and can_grade:
                    self._apart(rule, values, right, tolerance, stages)
                    self._told_apart(rule, values, known, tolerance)
                    known.append((rule, values))

    def _apart(
        self,
        rule: WrongRule,
        values: Sequence[float],
        right: Sequence[float],
        tolerance: Tolerance,
        stages: Sequence[Stage],
    ) -> None:
        for wrong, answer, at in zip(values, right, stages, strict=True):
            if is_right(wrong, answer, tolerance):
                message = (
                    f"this wrong answer, {wrong:.6g}, would be marked right{_where(at)} (the answer is {answer:.6g}); "
                    "narrow the draw or the tolerance"
                )
                self.faults.add(rule.place, "E09", message)
                return

    def _told_apart(
        self,
        rule: WrongRule,
        values: Sequence[float],
        before: Iterable[tuple[WrongRule, Sequence[float]]],
        tolerance: Tolerance,
    ) -> None:
        """Note a rule whose number is another misconception's at every draw: nobody could tell the two apart."""
        for other, numbers in before:
            same = (is_right(value, number, tolerance) for value, number in zip(values, numbers, strict=True))
            if other.misconception != rule.misconception and all(same):
                message = (
                    f"this wrong answer is at every draw that of {quoted(other.misconception)} (line "
                    f"{other.place.line}); keep one of them, or ask so that they differ"
                )
                self.faults.add(rule.place, "E09", message)
                return

    def _known(self, rule: WrongRule) -> None:
        if self.mistakes is None or rule.misconception in SLIP_IDS or rule.misconception in self.mistakes:
            return
        known = sorted({*SLIP_IDS, *self.mistakes})
        message = f"there is no misconception {quoted(rule.misconception)}; {nearest(rule.misconception, known, _MEND)}"
        self.faults.add(rule.place, "E09", message)

    def _point(self, point: Point, names: Sequence[str], stages: Sequence[Stage]) -> None:
        wanted = (*(one for row in point.rights for one in row),) if point.quoted else (point.grid,)
        if len(self._usable((*wanted, *point.answer), names)) < len(wanted) + 2:
            return
        for at in _spread(stages):
            if not self._afford(point.place, GRID_COST):
                return
            try:
                grid = grid_of(point, at.lab, at.draw)
                row, column = (evaluate(expression, at.lab, at.draw) for expression in point.answer)
            except PetuiError as error:
                self.faults.add(wanted[0].place, "E06", f"{error.what}{_where(at)}")
                return
            first = grid.first_wrong
            if first is None:
                self.faults.add(wanted[0].place, "E08", f"no cell of this table is wrong{_where(at)}; show more rows")
                return
            if (row, column) != first:
                message = f"the first wrong cell is {first[0]},{first[1]}{_where(at)}, not {row:g},{column:g}"
                self.faults.add(point.answer[0].place, "E08", message)
                return

    def _stages(
        self, place: Place, staged: Callable[[Mapping[str, float]], Stage], vary: Sequence[Vary], cost: int = 1
    ) -> list[Stage]:
        """The stages of every draw, each of that cost; empty, with a fault, if one is impossible."""
        found = []
        draws = list(all_draws(vary))
        if self._spent > self._full and len(draws) > self._sample:
            draws = draws[:: len(draws) // self._sample]
        for draw in draws:
            if not self._afford(place, cost):
                return []
            try:
                found.append(staged(draw))
            except PetuiError as error:
                self.faults.add(place, "E06", f"{error.what}{_drawn(draw)}; mend `set` or `vary`")
                return []
        return found

    def _usable(self, expressions: Iterable[Expression], names: Sequence[str]) -> list[Expression]:
        """The expressions that can be evaluated; unknown names are E05."""
        found = []
        for expression in expressions:
            if not expression.source or expression.place in self.broken:
                continue
            unknown = unknown_names(expression, names)
            for name in unknown:
                message = f"{quoted(expression.source)} names {quoted(name)}, which is not known here; "
                near = nearest(name, sorted(known_names(names)), _DECLARE)
                mend = near if near == _DECLARE else f"{near} Else {_DECLARE}"
                self.faults.add(expression.place, "E05", f"{message}{mend}")
            if not unknown:
                found.append(expression)
        return found

    def _shown(self, expressions: Iterable[Expression], stages: Sequence[Stage]) -> None:
        for expression in expressions:
            self._values(expression, stages)

    def _values(self, expression: Expression, stages: Sequence[Stage]) -> list[float] | None:
        """The values at every stage, or None with a fault where there is none."""
        found = []
        for at in stages:
            if not self._afford(expression.place, _cost(expression, at)):
                return None
            try:
                found.append(evaluate(expression, at.lab, at.draw))
            except PetuiError as error:
                self.faults.add(expression.place, "E06", f"{error.what}{_where(at)}; mend it, or narrow the draw")
                return None
        return found


def _computed(settings: Iterable[Setting]) -> int:
    """How many settings are more than plain numbers."""
    return sum(read_number(setting.expression.source) is None for setting in settings)


def _cost(expression: Expression, at: Stage) -> int:
    return 1 + (at.lab.d_model // 250 if _WHOLE_ROW.search(expression.source) else 0)


def _spread(stages: Sequence[Stage]) -> Sequence[Stage]:
    """At most about MAX_PROSE_DRAWS of the stages, evenly spread."""
    return stages[:: max(1, len(stages) // MAX_PROSE_DRAWS)]


def _role_expressions(inlines: Iterable[Inline]) -> list[Expression]:
    return [expression for role in roles_in(inlines) for expression in role.expressions]


def _drawn(draw: Mapping[str, float]) -> str:
    shown = ", ".join(f"{name} = {value:g}" for name, value in islice(draw.items(), 6))
    return f" with {shown}" if shown else ""


def _where(at: Stage) -> str:
    numbers = dict(at.draw)
    numbers.setdefault("d_model", at.lab.d_model)
    numbers.setdefault("pos", at.lab.pos)
    return _drawn(numbers)
