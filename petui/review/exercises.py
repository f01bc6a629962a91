"""Exercises on paper: a lesson's questions, or a deck's cards, with their numbers drawn and their answers worked out.

A lesson's numbers are those that its player draws from the same seed; a deck's are those of the first asking in
`petui quiz DECK --all` with that seed, and in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from petui.config import QuizSettings
from petui.core.errors import ContentError, ParameterError, PetuiError
from petui.lessons.collection import FiledCard, select_cards
from petui.lessons.expression import evaluate
from petui.lessons.faults import nearest
from petui.lessons.leftout import fault_of, refusal
from petui.lessons.model import (
    Card,
    Choice,
    Course,
    Deck,
    Gate,
    Lesson,
    Mistake,
    Passage,
    Point,
    Question,
    Step,
)
from petui.lessons.play import Player
from petui.lessons.prosemodel import Display, Expression, Grid, Listing, Paragraph, Prose, ProseBlock
from petui.lessons.roles import Values
from petui.lessons.staging import Stage
from petui.lessons.unsaid import unsaid
from petui.lessons.walk import gates_of
from petui.lessons.worked import worked_answer
from petui.lessons.wrongnumbers import wrong_numbers
from petui.records import dataclass
from petui.review.exercise import Exercise, not_given_away
from petui.review.grade import ask, printed, right_answer
from petui.review.instances import answer_options, option_reasons
from petui.review.memories import Memories
from petui.review.queue import build_queue, queue_options
from petui.review.schedule import Schedule

# Nobody knows anything of the cards, so no day matters.
_ANY_DAY = "2000-01-01"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The exercises of a lesson or a deck.

    Attributes:
        kind: "lesson" or "deck".
        id: Its id.
        title: Its title.
        course: Title of its course.
        seed: What the numbers were drawn from.
        exercises: The questions in order.
        siblings: How many questions or cards are not asked because another one would give them away.
        refused: Ids of questions without a value at this draw, and why; lint finds them.
    """

    kind: str
    id: str
    title: str
    course: str
    seed: int
    exercises: tuple[Exercise, ...]
    siblings: int = 0
    refused: tuple[tuple[str, PetuiError], ...] = ()


def sheet_of(courses: Sequence[Course], name: str, *, seed: int | None, limit: int | None = None) -> Sheet:
    """The exercises of a lesson or a deck.

    Args:
        courses: Where to look; a lesson goes before a deck of the same id.
        name: Its id, perhaps as `course/id`.
        seed: What the numbers are drawn from; None to draw the seed too.
        limit: Most exercises, the first ones; None for all.

    Raises:
        ContentError: If there is no such lesson or deck, it is left out, or it asks nothing.
        ParameterError: If the seed or the limit is out of range.
    """
    if limit is not None and limit < 1:
        raise ParameterError(f"{limit} questions are none", where="--limit", mend="give 1 or more")
    drawn = queue_options(QuizSettings(), cram=True, seed=seed).seed
    course, home = _found(courses, name)
    sheet = _of_lesson(course, home, drawn, limit) if isinstance(home, Lesson) else _of_deck(course, home, drawn, limit)
    if not sheet.exercises and not sheet.refused:
        mend = "a worksheet is made of a lesson with questions, or of a deck; see `petui list`"
        raise ContentError(f"{name!r} asks nothing", where="worksheet", mend=mend)
    return sheet


def _found(courses: Sequence[Course], name: str) -> tuple[Course, Lesson | Deck]:
    course_id, _, own = name.rpartition("/")
    for course in courses:
        if course_id in ("", course.id):
            home = next((home for home in course.homes if home.id == own), None)
            if home is not None:
                return course, home
    fault = fault_of(courses, name)
    if fault is not None:
        raise refusal(name, fault, "worksheet")
    known = sorted({home.id for course in courses for home in course.homes})
    raise ContentError(f"there is no lesson or deck {name!r}", where="worksheet", mend=nearest(name, known))


_Made = tuple[tuple[Exercise, ...], tuple[tuple[str, PetuiError], ...]]


def _made(askings: Iterable[tuple[str, Callable[[], Exercise]]]) -> _Made:
    """The exercises that can be made, and the ids of the others."""
    found: list[Exercise] = []
    refused: list[tuple[str, PetuiError]] = []
    for name, make in askings:
        try:
            found.append(make())
        except PetuiError as error:
            refused.append((name, error))
    return tuple(found), tuple(refused)


# ---- lessons ---------------------------------------------------------------------------------------------------------


def _of_lesson(course: Course, lesson: Lesson, seed: int, limit: int | None) -> Sheet:
    asker = _LessonAsker(course, lesson, seed)
    gates = [(step, gate) for step in lesson.steps for gate in gates_of(step)][:limit]
    found, refused = _made((gate.id, partial(asker.exercise, step, gate)) for step, gate in gates)
    kept = not_given_away(found)
    return Sheet("lesson", lesson.id, lesson.title, course.title, seed, kept, len(found) - len(kept), refused)


class _LessonAsker:
    """Makes exercises of a lesson's questions by way of its player."""

    def __init__(self, course: Course, lesson: Lesson, seed: int) -> None:
        self._mistakes = course.mistakes_by_id | {mistake.id: mistake for mistake in lesson.mistakes}
        self._titles = course.lesson_titles
        self._player = Player(lesson, self._mistakes, seed=seed)

    def exercise(self, step: Step, gate: Gate) -> Exercise:
        """The exercise of one question of a step."""
        self._player.go_to(step.id)
        at = self._player.gate_stage(gate)
        values = Values(at.lab, at.draw, self._titles)
        context = _context(step)
        shown = context if next(gates_of(step)) is gate else ()
        match gate:
            case Question():
                made = _number(gate.id, gate, at, values, (*context, *gate.body), gate.body, self._mistakes)
                reasons = () if any("=" in line for line in made.working) else _behind(step, gate)
                return replace(made, group=step.id, context=shown, reasons=reasons)
            case Choice():
                made = _choice(gate.id, gate, self._player.order_of(gate), values, gate.body)
                return replace(made, group=step.id, context=shown)
            case Point():
                return replace(self._point(step, gate, at, values), context=shown)

    def _point(self, step: Step, point: Point, at: Stage, values: Values) -> Exercise:
        grid = self._player.grid_of(point)
        row, column = (int(evaluate(one, at.lab, at.draw)) for one in point.answer)
        return Exercise(
            id=point.id,
            group=step.id,
            body=point.body,
            values=values,
            unsaid=_base_of(point, at, _context(step)),
            grid=grid,
            typed=f"{row},{column}",
            says=f"it shows {grid.texts[row][column]}, and {grid.right_texts[row][column]} is computed",
            reasons=_behind(step, point),
        )


def _base_of(point: Point, at: Stage, context: Prose) -> tuple[tuple[str, float], ...]:
    """The base of a computed table; all else that it depends on is to be seen in it."""
    if point.quoted:
        return ()
    return tuple(one for one in _unsaid(point.grid, at, (*context, *point.body)) if one[0] == "base")


def _context(step: Step) -> Prose:
    """What stands before a step's first question and is referred to.

    Of a worked example it is all of it, which sets the task; else tables, listings and formulas, and what comes right
    before the question, each with the paragraph that leads to it: the rest is the lesson's to tell.
    """
    blocks: list[ProseBlock] = []
    for part in step.parts:
        if isinstance(part, Gate):
            break
        if isinstance(part, Passage):
            blocks += part.blocks
    if step.kind == "worked":
        return tuple(blocks)
    shown = [isinstance(block, Grid | Listing | Display) for block in blocks[:-1]] + [True] * bool(blocks)
    # A paragraph at the end leads to the question itself.
    led = [own and not isinstance(block, Paragraph) for block, own in zip(blocks, shown, strict=True)]
    leads = [isinstance(block, Paragraph) and after for block, after in zip(blocks, [*led[1:], False], strict=False)]
    return tuple(block for block, own, lead in zip(blocks, shown, leads, strict=True) if own or lead)


def _behind(step: Step, gate: Gate) -> Prose:
    """What the lesson says behind a question, up to the next one."""
    blocks: list[ProseBlock] = []
    for part in step.parts[step.parts.index(gate) + 1 :]:
        if isinstance(part, Gate):
            break
        if isinstance(part, Passage):
            blocks += part.blocks
    return tuple(blocks)


# ---- decks -----------------------------------------------------------------------------------------------------------


def _of_deck(course: Course, deck: Deck, seed: int, limit: int | None) -> Sheet:
    cards = [filed for filed in select_cards([course], course.id) if filed.deck == deck.id]
    options = queue_options(QuizSettings(), cram=True, seed=seed)
    queue = build_queue(cards, Memories(Schedule()), options, at=0, day=_ANY_DAY)
    first = {filed.family: filed for filed in reversed(queue)}
    asked = [filed for filed in queue if first[filed.family] is filed][:limit]
    found, refused = _made((filed.card.id, partial(_of_card, filed, course, seed)) for filed in asked)
    kept = not_given_away(found)
    alike = len(queue) - len(first) + len(found) - len(kept)
    return Sheet("deck", deck.id, deck.title, course.title, seed, kept, alike, refused)


def _of_card(filed: FiledCard, course: Course, seed: int) -> Exercise:
    card, mistakes = filed.card, course.mistakes_by_id
    asking = ask(filed, seed=seed, turn=0, mistakes=mistakes)
    values = asking.values(course.lesson_titles)
    if card.answer is not None:
        made = _number(card.id, card, asking.stage, values, card.front, card.front, mistakes)
    elif card.choice is not None:
        made = _choice(card.id, card.choice, asking.order, values, (*card.front, *card.choice.body))
    else:
        typed = card.accepts[0] if card.accepts else ""
        made = Exercise(card.id, card.id, card.front, values, typed=typed, says=right_answer(asking) if typed else "")
    return replace(made, reasons=(*made.reasons, *card.back))


# ---- both ------------------------------------------------------------------------------------------------------------


def _number(
    name: str,
    asked: Question | Card,
    at: Stage,
    values: Values,
    text: Prose,
    body: Prose,
    mistakes: Mapping[str, Mistake],
) -> Exercise:
    """A number that is asked for; `text` is all that is read before it is given."""
    assert asked.answer is not None
    return Exercise(
        id=name,
        group=name,
        body=body,
        values=values,
        unsaid=_unsaid(asked.answer, at, text),
        tolerance=asked.tolerance,
        unit=asked.unit,
        typed=printed(evaluate(asked.answer, at.lab, at.draw), asked.tolerance),
        working=worked_answer(asked.answer, at.lab, at.draw),
        wrongs=wrong_numbers(asked, at, mistakes),
    )


def _unsaid(answer: Expression, at: Stage, text: Prose) -> tuple[tuple[str, float], ...]:
    return tuple(unsaid(answer, at, text).items())


def _choice(name: str, choice: Choice, order: Sequence[int], values: Values, body: Prose) -> Exercise:
    numbers = [str(number) for number, index in enumerate(order, 1) if choice.options[index].true]
    return Exercise(
        id=name,
        group=name,
        body=body,
        values=values,
        options=answer_options(choice, order),
        multiple=choice.multiple,
        typed=",".join(numbers),
        reasons=(option_reasons(choice, order),),
    )
