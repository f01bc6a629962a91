"""Cards as records: what lists, CSV and JSON hold of each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from petui.lessons.collection import FiledCard
from petui.lessons.model import Card, Choice
from petui.records import dataclass
from petui.review.markdown import markdown, running_markdown
from petui.review.memories import Memories
from petui.review.memory import Memory, is_due


@dataclass(frozen=True, slots=True)
class CardRecord:
    """What is told of a card. Prose is Markdown throughout, with maths and roles as in the author's file.

    Attributes:
        id: Its id.
        course: Id of its course.
        deck: Id of its deck or lesson.
        kind: basic, reversed, cloze, numeric or choice.
        front: The question; of a choice with its own question.
        back: The answer and why.
        covers: Inventory numbers.
        tags: Deck tags without `#`.
        teaches: The lesson, or `LESSON#STEP`, that teaches it; empty to go by `covers`.
        parametric: Whether its numbers are drawn afresh each time.
        vary: What is drawn: by name its values, as in `5..20`, `4..64 step 4` or `0.1, 0.2`.
        answer: The expression of the right number; empty where there is none.
        tolerance: How far off a typed number may be: relative, absolute, digits.
        wrongs: Foreseen wrong numbers: expression and misconception.
        unit: Unit of the number.
        hints: Given one at a time.
        options: The options of a choice in the author's order, each with text, right and reason.
        accepts: Short texts that are right.
        state: new, due, suspended, or the study day on which it is due (YYYY-MM-DD).
        file: File that it stands in.
        line: Line there.
    """

    id: str
    course: str
    deck: str
    kind: str
    front: str
    back: str
    covers: tuple[str, ...]
    tags: tuple[str, ...]
    teaches: str
    parametric: bool
    vary: Mapping[str, str]
    answer: str
    tolerance: Mapping[str, float | None] | None
    wrongs: tuple[Mapping[str, str], ...]
    unit: str
    hints: tuple[str, ...]
    options: tuple[Mapping[str, object], ...]
    accepts: tuple[str, ...]
    state: str
    file: str
    line: int


def card_record(filed: FiledCard, state: str) -> CardRecord:
    """The record of a card that is in this state."""
    card = filed.card
    return CardRecord(
        card.id,
        filed.course,
        filed.deck,
        card.kind,
        front_text(card),
        card.back_source.strip() or markdown(card.back, None),
        card.covers,
        card.tags,
        card.teaches,
        bool(card.vary),
        {one.name: _range(one.values) for one in card.vary},
        card.answer.source if card.answer else "",
        asdict(card.tolerance) if card.answer else None,
        tuple({"expression": rule.expression.source, "misconception": rule.misconception} for rule in card.wrongs),
        card.unit,
        tuple(running_markdown(hint, None) for hint in card.given_hints),
        _options(card.choice) if card.choice else (),
        card.accepts,
        state,
        card.place.file,
        card.place.line,
    )


def front_text(card: Card) -> str:
    """The question of a card, that of its choice included."""
    own = card.front_source.strip() or markdown(card.front, None)
    asked = markdown(card.choice.body, None) if card.choice else ""
    return "\n\n".join(part for part in (own, asked) if part)


def _range(values: tuple[float, ...]) -> str:
    """The values as an author writes them."""
    steps = {values[at + 1] - values[at] for at in range(len(values) - 1)}
    step = steps.pop() if len(steps) == 1 else 0.0
    if len(values) > 2 and step > 0:
        return f"{values[0]:.15g}..{values[-1]:.15g}" + ("" if step == 1 else f" step {step:.15g}")
    return ", ".join(f"{value:.15g}" for value in values)


def _options(choice: Choice) -> tuple[Mapping[str, object], ...]:
    return tuple(
        {"text": markdown(option.text, None), "right": option.true, "reason": markdown(option.reason, None)}
        for option in choice.options
    )


def card_state(memory: Memory, at: int, day: str) -> str:
    """new, due, suspended, or the study day on which a card is due.

    Args:
        memory: The card's.
        at: Now, UTC milliseconds.
        day: The study day now, YYYY-MM-DD.
    """
    if memory.suspended:
        return "suspended"
    if memory.is_new or memory.due_day is None:
        return "new"
    return "due" if is_due(memory, at, day) else memory.due_day


def card_states(cards: Iterable[FiledCard], memories: Memories, at: int, day: str) -> tuple[str, ...]:
    """The state of each card at a moment of a study day."""
    return tuple(card_state(memories.of(filed.key), at, day) for filed in cards)
