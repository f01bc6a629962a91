"""A lesson played without a screen: steps, gates, hints, draws and verdicts. Every front end drives this."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, cast

from petui.core.errors import AnswerError, ParameterError
from petui.core.lab import FIELDS, Lab
from petui.lessons.earlier import NOTHING_EARLIER, Earlier, drawn_before
from petui.lessons.expression import evaluate
from petui.lessons.glossary import first_uses
from petui.lessons.grids import WrongGrid, grid_of
from petui.lessons.model import Choice, Gate, Lesson, Mistake, Part, Point, Question, Step, Vary
from petui.lessons.options import is_count, option_order, read_options
from petui.lessons.prosemodel import Expression, Inline
from petui.lessons.staging import Stage, stage
from petui.lessons.verdict import (
    Verdict,
    choice_verdict,
    number_verdict,
    skipped_choice,
    skipped_verdict,
)
from petui.lessons.walk import asked_gates
from petui.records import dataclass

if TYPE_CHECKING:
    from collections.abc import MutableMapping


@dataclass(frozen=True, slots=True)
class GateState:
    """What has happened at one gate.

    Attributes:
        verdicts: The verdicts so far, oldest first.
        hints: How many hints have been given.
        hints_since: How many of them after the last verdict.
        earlier: Closed in an earlier session, so open to read.
        skipped: Closed then by being passed over.
    """

    verdicts: tuple[Verdict, ...] = ()
    hints: int = 0
    hints_since: int = 0
    earlier: bool = False
    skipped: bool = False

    @property
    def closed(self) -> bool:
        """Whether the lesson goes on behind it."""
        return self.earlier or any(verdict.closes for verdict in self.verdicts)


@dataclass(frozen=True, slots=True)
class Shown:
    """One part of a step as it stands now.

    Attributes:
        part: The part.
        stage: What its numbers are computed at; None for plain prose, which follows the learner's Lab.
        state: What has happened at it, for a gate.
        filled: A check of a worked example that is shown with its answer.
        open: The gate that waits for an answer.
    """

    part: Part
    stage: Stage | None = None
    state: GateState = GateState()
    filled: bool = False
    open: bool = False


class Player:
    """Plays one lesson.

    Attributes:
        lesson: The lesson.
        index: The step's index, from 0.
        seed: Where the draws come from; the same seed draws the same numbers.
        linked: Where the lesson uses a symbol of the glossary for the first time.
        holds: Whether a question hides what stands behind it until it is answered.
        chosen_dtype: The number format that the learner chose; a step's own is not among them.
        given_dtype: The number format of the Lab that was last given.
    """

    def __init__(
        self,
        lesson: Lesson,
        mistakes: Mapping[str, Mistake],
        *,
        seed: int,
        step_id: str | None = None,
        earlier: Earlier = NOTHING_EARLIER,
    ) -> None:
        """Begin at a step.

        Args:
            lesson: The lesson.
            mistakes: The course's misconceptions by id; the lesson's own are added.
            seed: Seed of all draws.
            step_id: Where to begin; the first step if it is None or no longer there.
            earlier: What was done at its gates in an earlier session.
        """
        self.tell(lesson)
        self.seed = seed
        self.index = 0
        self.go_to(step_id)
        # Not merged: what a mapping reads when it is asked stays unread.
        own = {mistake.id: mistake for mistake in lesson.mistakes}
        self._mistakes = ChainMap(own, cast("MutableMapping[str, Mistake]", mistakes))
        self._gates = {name: GateState(earlier=True) for name in earlier.closed}
        self._gates |= {name: GateState(earlier=True, skipped=True) for name in earlier.skipped}
        self._drawn = dict(earlier.drawn)
        self._redraws: dict[str, int] = {}
        self.holds = True
        self.chosen_dtype = self.given_dtype = Lab().dtype

    # ---- where we are -----------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.index]

    @property
    def stage(self) -> Stage:
        """The step's own Lab and draw."""
        return stage(self.lesson.params, self.step.settings, self._step_draw())

    def gate_stage(self, gate: Gate) -> Stage:
        """The Lab and draw of one gate: the step's, and the gate's own drawn values on top; as they were earlier."""
        own = _own_vary(gate)
        draw = drawn_before((*self.step.vary, *own), self._drawn.get(gate.id, {}))
        if draw is None:
            draw = self._step_draw() | (self._draw(own, self._draw_name(gate, own)) if own else {})
        return stage(self.lesson.params, self.step.settings, draw)

    @property
    def cell(self) -> tuple[int, int] | None:
        """Position and slot that the step puts the cursor on, if it says."""
        if self.step.cell is None:
            return None
        return _pair_at(self.step.cell, self.stage)

    @property
    def gate(self) -> Gate | None:
        """The gate that waits for an answer."""
        return next((gate for gate in asked_gates(self.step) if not self.state(gate).closed), None)

    def state(self, gate: Gate) -> GateState:
        """What has happened at a gate."""
        return self._gates.get(gate.id, GateState())

    def shown(self) -> tuple[Shown, ...]:
        """The parts that are to be seen: all up to the gate that waits."""
        asked = {gate.id for gate in asked_gates(self.step)}
        waiting = self.gate
        parts: list[Shown] = []
        for part in self.step.parts:
            if not isinstance(part, Gate):
                parts.append(Shown(part, self.stage if self.step.kind == "worked" else None))
                continue
            here = part is waiting
            parts.append(Shown(part, self.gate_stage(part), self.state(part), part.id not in asked, here))
            if here and self.holds:
                break
        return tuple(parts)

    def answer_of(self, question: Question) -> float:
        """The right number of a question at its draw."""
        here = self.gate_stage(question)
        return evaluate(question.answer, here.lab, here.draw)

    def grid_of(self, point: Point) -> WrongGrid:
        """The table that a point block shows."""
        here = self.gate_stage(point)
        return grid_of(point, here.lab, here.draw)

    def lab_after(self, gate: Gate, lab: Lab) -> Lab:
        """A Lab with the fields that a question drew, once it is closed; the rest is the learner's.

        Where the two do not go together, as a slot and a narrower encoding, it is the question's own.
        """
        return _with_drawn(lab, _own_vary(gate), self.gate_stage(gate).lab) if self.state(gate).closed else lab

    def lab_after_all(self, lab: Lab) -> Lab:
        """A Lab with the fields that the step's closed questions drew."""
        for gate in asked_gates(self.step):
            lab = self.lab_after(gate, lab)
        return lab

    def lab_here(self, lab: Lab) -> Lab:
        """A Lab that the step was left with, with the fields that the step and its closed questions drew."""
        return self.lab_after_all(_with_drawn(lab, self.step.vary, self.stage.lab))

    def order_of(self, choice: Choice) -> tuple[int, ...]:
        """The order in which the options are shown, as indexes."""
        return option_order(choice, self._random(choice.id))

    # ---- moves ------------------------------------------------------------------------------------------------------

    def forward(self) -> bool:
        """Go to the next step; False where a gate waits or the lesson ends."""
        if (self.holds and self.gate is not None) or self.at_end:
            return False
        self.index += 1
        return True

    def back(self) -> bool:
        """Go to the step before; False at the first."""
        if self.index == 0:
            return False
        self.index -= 1
        return True

    def go_to(self, step_id: str | None) -> bool:
        """Go to a step by its id; False if there is none."""
        found = next((at for at, step in enumerate(self.lesson.steps) if step.id == step_id), None)
        if found is None:
            return False
        self.index = found
        return True

    def tell(self, lesson: Lesson) -> None:
        """Go on with the same lesson as it is told in another way: its steps and questions have the same ids."""
        self.lesson = lesson
        self.linked = first_uses(lesson)

    @property
    def at_end(self) -> bool:
        """Whether this is the last step."""
        return self.index == len(self.lesson.steps) - 1

    @property
    def finished(self) -> bool:
        """Whether the last step is shown and nothing waits there."""
        return self.at_end and self.gate is None

    def redraw(self) -> None:
        """Begin the step afresh: its gates open again, its values drawn anew."""
        self._redraws[self.step.id] = self._redraws.get(self.step.id, 0) + 1
        for gate in asked_gates(self.step):
            self._gates.pop(gate.id, None)
            self._drawn.pop(gate.id, None)

    # ---- answers ----------------------------------------------------------------------------------------------------

    def answer(self, typed: str) -> Verdict:
        """Give a typed answer to the gate that waits: a number, `row,col`, or option numbers.

        Raises:
            AnswerError: If it cannot be read; nothing is counted then. Also when no gate waits.
        """
        gate = self.gate
        if gate is None:
            raise AnswerError("nothing is asked here", mend="go on with Space")
        match gate:
            case Question():
                verdict = self._answer_number(gate, typed)
            case Choice():
                verdict = choice_verdict(gate, read_options(gate, self.order_of(gate), typed))
            case Point():
                verdict = self._answer_point(gate, typed)
        return self._record(gate, verdict)

    def skip(self) -> Verdict | None:
        """Pass the gate; its answer is told. None where nothing waits."""
        gate = self.gate
        if gate is None:
            return None
        match gate:
            case Question():
                verdict = skipped_verdict(gate, self.answer_of(gate))
            case Choice():
                verdict = skipped_choice(gate)
            case Point():
                row, column = self._first_wrong(gate)
                verdict = Verdict("skipped", f"Skipped. The first wrong cell is row {row}, column {column}.")
        return self._record(gate, verdict)

    @property
    def hints_left(self) -> bool:
        """Whether the gate that waits has a hint that was not given."""
        gate = self.gate
        return gate is not None and self.state(gate).hints < len(gate.hints)

    def hint(self) -> tuple[Inline, ...] | str:
        """The next hint of the gate that waits, one per attempt; or a sentence that says why there is none."""
        gate = self.gate
        if gate is None:
            return "Nothing is asked here."
        state = self.state(gate)
        if not gate.hints:
            return "There is no hint here; s passes the question and shows its answer."
        if state.hints >= len(gate.hints):
            return "That was the last hint; s passes the question and shows its answer."
        if state.hints > len(state.verdicts):
            return "Try with this hint first; the next one comes after an attempt."
        self._gates[gate.id] = replace(state, hints=state.hints + 1, hints_since=state.hints_since + 1)
        return gate.hints[state.hints]

    # ---- inside -----------------------------------------------------------------------------------------------------

    def _random(self, name: str) -> Random:
        # Whatever is changed here changes the numbers of worksheets that have been given out.
        return Random(f"{self.seed}/{self.lesson.id}/{self.step.id}/{name}/{self._redraws.get(self.step.id, 0)}")

    def _draw(self, vary: Iterable[Vary], name: str) -> dict[str, float]:
        random = self._random(name)
        return {one.name: random.choice(one.values) for one in vary}

    def _draw_name(self, gate: Gate, own: tuple[Vary, ...]) -> str:
        """What a question's own draw goes by."""
        return ",".join(one.name for one in own) + str(own[0].place.line)

    def _step_draw(self) -> dict[str, float]:
        """What the step drew; earlier, if one of its questions was asked at that."""
        asked = {gate.id for gate in asked_gates(self.step)}
        before = (drawn_before(self.step.vary, self._drawn[name]) for name in reversed(self._drawn) if name in asked)
        found = next((draw for draw in before if draw is not None), None)
        return self._draw(self.step.vary, "step") if found is None else found

    def _record(self, gate: Gate, verdict: Verdict) -> Verdict:
        state = self.state(gate)
        self._gates[gate.id] = replace(state, verdicts=(*state.verdicts, verdict), hints_since=0)
        return verdict

    def _answer_number(self, question: Question, typed: str) -> Verdict:
        # Reading and diagnosing answers begins with the first one.
        from petui.lessons.answers import grade_number

        graded = grade_number(question, typed, self.gate_stage(question), self._mistakes)
        return number_verdict(question, *graded, hints_left=self.hints_left)

    def _first_wrong(self, point: Point) -> tuple[int, int]:
        return _pair_at(point.answer, self.gate_stage(point))

    def _answer_point(self, point: Point, typed: str) -> Verdict:
        grid = self.grid_of(point)
        rows, columns = grid.shown.shape
        words = typed.replace(",", " ").split()
        if len(words) != 2 or not all(is_count(word) for word in words):
            raise AnswerError(f"{typed.strip()[:40]!r} is not a cell", mend="give row,column, for example 0,2")
        row, column = int(words[0]), int(words[1])
        if row >= rows or column >= columns:
            raise AnswerError(
                f"there is no cell {row},{column}", mend=f"rows go to {rows - 1}, columns to {columns - 1}"
            )
        shown, right = grid.texts[row][column], grid.right_texts[row][column]
        if (row, column) == self._first_wrong(point):
            return Verdict("right", f"Right: it shows {shown}, and {right} is computed.", (), typed)
        if grid.is_wrong(row, column):
            return Verdict("wrong", "Wrong: that cell is off too, but an earlier one already is.", (), typed)
        return Verdict("wrong", f"Wrong: that cell agrees with the computed {right}. Look further.", (), typed)


def predicts(gate: Gate | None) -> bool:
    """Whether a gate is a prediction."""
    return isinstance(gate, Question) and gate.kind == "predict"


def _pair_at(pair: tuple[Expression, Expression], at: Stage) -> tuple[int, int]:
    """Two whole numbers that an author wrote as expressions: a cell."""
    first, second = (int(evaluate(one, at.lab, at.draw)) for one in pair)
    return first, second


def _own_vary(gate: Gate) -> tuple[Vary, ...]:
    """What a gate draws beside its step."""
    return gate.vary if isinstance(gate, Question) else ()


def _with_drawn(lab: Lab, vary: Iterable[Vary], drawn_at: Lab) -> Lab:
    """A Lab with the drawn fields of another; the other where that cannot be."""
    try:
        return lab.changed(**{one.name: getattr(drawn_at, one.name) for one in vary if one.name in FIELDS})
    except ParameterError:
        return drawn_at.changed(dtype=lab.dtype)


def lab_at(player: Player, lab: Lab) -> Lab:
    """The Lab with the step's own values, its cursor on the step's cell, and what its closed questions drew.

    Of `lab`, the one that the learner has had until now, the number format is kept where the learner chose it and the
    step has none of its own.
    """
    own = player.stage.lab
    cell = player.cell
    if cell is not None:
        own = own.changed(pos=cell[0], slot=min(cell[1], own.d_model - 1))
    own = player.lab_after_all(own)
    if lab.dtype != player.given_dtype:
        player.chosen_dtype = lab.dtype
    player.given_dtype = player.chosen_dtype if own.dtype == Lab().dtype else own.dtype
    return own.changed(length=max(own.length, 1), dtype=player.given_dtype)
