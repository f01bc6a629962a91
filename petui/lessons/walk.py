"""Walks through prose and lessons: every inline, every formula, every expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from petui.lessons.model import Aside, Card, Choice, Gate, Lesson, Mistake, Part, Passage, Point, Question, Step
from petui.lessons.options import is_count
from petui.lessons.prosemodel import Display, Grid, Inline, Items, Maths, Paragraph, Prose, ProseBlock, Quote, Role


def inlines_in(prose: Prose) -> Iterator[Inline]:
    """Every inline of the prose in order."""
    for block in blocks_in(prose):
        if isinstance(block, Paragraph):
            yield from block.inlines
        elif isinstance(block, Grid):
            for row in (block.header, *block.rows):
                for cell in row:
                    yield from cell


def blocks_in(prose: Prose) -> Iterator[ProseBlock]:
    """Every block of the prose in order, those within lists and quotations included."""
    for block in prose:
        yield block
        if isinstance(block, Items):
            for item in block.items:
                yield from blocks_in(item)
        elif isinstance(block, Quote):
            yield from blocks_in(block.blocks)


def displays_in(prose: Prose) -> Iterator[Display]:
    """Every display formula of the prose in order."""
    return (block for block in blocks_in(prose) if isinstance(block, Display))


def roles_in(inlines: Iterable[Inline]) -> Iterator[Role]:
    """The roles among inlines."""
    return (inline for inline in inlines if isinstance(inline, Role))


def formulas_in(inlines: Iterable[Inline]) -> Iterator[Maths]:
    """The inline formulas among inlines."""
    return (inline for inline in inlines if isinstance(inline, Maths))


def gates_of(step: Step) -> Iterator[Gate]:
    """Every question of the step in order, those that a faded example fills in included."""
    return (part for part in step.parts if isinstance(part, Gate))


def asked_gates(step: Step) -> tuple[Gate, ...]:
    """Every question of the step in order without the checks that a faded example fills in."""
    gates = tuple(gates_of(step))
    checks = [gate for gate in gates if isinstance(gate, Question) and gate.kind == "check"]
    filled: set[str] = set()
    if step.kind == "worked" and step.fade != "all":
        keep = checks[-1:] if step.fade == "last" else []
        filled = {check.id for check in checks if check not in keep}
    return tuple(gate for gate in gates if gate.id not in filled)


def part_proses(part: Part) -> Iterator[Prose]:
    """Every prose of a part; hints, which are no prose, are not among them."""
    match part:
        case Passage():
            yield part.blocks
        case Aside() | Question() | Point():
            yield part.body
        case Choice():
            yield from choice_proses(part)
        case _:
            pass


def choice_proses(choice: Choice) -> Iterator[Prose]:
    """The question of a choice, then each option and its reason."""
    yield choice.body
    for option in choice.options:
        yield option.text
        yield option.reason


def part_hints(part: Part) -> tuple[tuple[Inline, ...], ...]:
    """The hints of a question, choice or point."""
    return part.hints if isinstance(part, Gate) else ()


def step_proses(step: Step) -> Iterator[Prose]:
    """Every prose of a step in order."""
    for part in step.parts:
        yield from part_proses(part)


def card_proses(card: Card) -> Iterator[Prose]:
    """The front, the choice if there is one, and the back of a card."""
    yield card.front
    if card.choice:
        yield from choice_proses(card.choice)
    yield card.back


def lesson_inlines(lesson: Lesson) -> Iterator[Inline]:
    """Every inline of a lesson, hints and claims included."""
    for step in lesson.steps:
        for prose in step_proses(step):
            yield from inlines_in(prose)
        for part in step.parts:
            for hint in part_hints(part):
                yield from hint
    for mistake in lesson.mistakes:
        yield from mistake_inlines(mistake)
    for card in lesson.cards:
        yield from card_inlines(card)


def lesson_displays(lesson: Lesson) -> Iterator[Display]:
    """Every display formula of a lesson."""
    for step in lesson.steps:
        for prose in step_proses(step):
            yield from displays_in(prose)
    for mistake in lesson.mistakes:
        yield from displays_in(mistake.body)
    for card in lesson.cards:
        for prose in card_proses(card):
            yield from displays_in(prose)


def mistake_inlines(mistake: Mistake) -> Iterator[Inline]:
    """The claim and body of a misconception."""
    yield from mistake.claims
    yield from inlines_in(mistake.body)


def card_inlines(card: Card) -> Iterator[Inline]:
    """Every inline of a card, its hints and its choice's included."""
    for prose in card_proses(card):
        yield from inlines_in(prose)
    for hint in card.hints:
        yield from hint
    if card.choice:
        for hint in card.choice.hints:
            yield from hint


def named_step(lesson: Lesson, name: str) -> str | None:
    """Id of the step of that id, else of that number as learners see it counted, from 1; None if there is none."""
    ids = [step.id for step in lesson.steps]
    if name in ids:
        return name
    return ids[int(name) - 1] if is_count(name) and 1 <= int(name) <= len(ids) else None
