"""Cards for programs that cannot compute: fronts and backs as prose, with their numbers drawn and worked out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from petui.core.errors import PetuiError
from petui.lessons.collection import FiledCard
from petui.lessons.model import Choice, Course, Option
from petui.lessons.place import Place
from petui.lessons.prosemodel import Items, Paragraph, Prose, ProseBlock, Text
from petui.lessons.roles import Values
from petui.records import dataclass
from petui.review.grade import Asking, ask, right_answer


@dataclass(frozen=True, slots=True)
class Instance:
    """A card as it is exported: one front, one back, every number filled in.

    Attributes:
        filed: The card.
        course_title: Title of its course.
        deck_title: Title of its deck or lesson.
        front: The question; of a choice with its options.
        back: The answer first where petui computes or knows it, then the author's back.
        values: What roles in them are filled from.
    """

    filed: FiledCard
    course_title: str
    deck_title: str
    front: Prose
    back: Prose
    values: Values


@dataclass(frozen=True, slots=True)
class Instances:
    """What can be exported, and what cannot.

    Attributes:
        cards: The cards in their order.
        drawn: How many of them have numbers that petui draws afresh and others cannot.
        refused: Cards without a value, and why; lint finds them.
    """

    cards: tuple[Instance, ...]
    drawn: int
    refused: tuple[tuple[FiledCard, PetuiError], ...]


def instances_of(cards: Iterable[FiledCard], courses: Sequence[Course], seed: int) -> Instances:
    """One instance of each card.

    Args:
        cards: The cards.
        courses: Where they come from.
        seed: The same seed draws the same numbers for a card, whatever is exported beside it.
    """
    known = {course.id: _Known(course) for course in courses}
    found: list[Instance] = []
    refused: list[tuple[FiledCard, PetuiError]] = []
    for filed in cards:
        course = known[filed.course]
        try:
            asking = ask(filed, seed=seed, turn=0, mistakes=course.mistakes)
            found.append(_instance(asking, course))
        except PetuiError as error:
            refused.append((filed, error))
    drawn = sum(1 for one in found if one.filed.card.vary)
    return Instances(tuple(found), drawn, tuple(refused))


class _Known:
    """What of a course its cards need."""

    def __init__(self, course: Course) -> None:
        self.title = course.title
        self.mistakes = course.mistakes_by_id
        self.lessons = course.lesson_titles
        self.decks = {**self.lessons, **{deck.id: deck.title for deck in course.decks}}


def _instance(asking: Asking, course: _Known) -> Instance:
    filed = asking.filed
    title = course.decks.get(filed.deck, filed.deck)
    return Instance(filed, course.title, title, _front(asking), tuple(_back(asking)), asking.values(course.lessons))


def _front(asking: Asking) -> Prose:
    card = asking.card
    if card.choice is None:
        return card.front
    return (*card.front, *card.choice.body, answer_options(card.choice, asking.order))


def _back(asking: Asking) -> Iterator[ProseBlock]:
    card = asking.card
    if card.answer is not None:
        yield _words(right_answer(asking), card.place, "strong")
    elif card.choice is not None:
        yield _words(right_answer(asking), card.place, "strong")
        # Where nobody says why, the numbers of those that hold are enough.
        if any(option.reason for option in card.choice.options):
            yield option_reasons(card.choice, asking.order)
    elif not card.back and card.accepts:
        yield _words(card.accepts[0], card.place)
    yield from card.back


def answer_options(choice: Choice, order: Sequence[int]) -> Items:
    """The options of a choice in the order shown, numbered from 1."""
    return Items(tuple(choice.options[index].text for index in order), choice.place, 1)


def option_reasons(choice: Choice, order: Sequence[int]) -> Items:
    """Whether each option holds and why, in the order shown, numbered from 1."""
    return Items(tuple(_reason(choice.options[index]) for index in order), choice.place, 1)


def _reason(option: Option) -> Prose:
    lead = Text("Right." if option.true else "Wrong.", "em")
    first, *others = option.reason or (Paragraph((), option.place),)
    if isinstance(first, Paragraph):
        return (Paragraph((lead, Text(" "), *first.inlines), first.place), *others)
    return (Paragraph((lead,), option.place), first, *others)


def _words(text: str, place: Place, style: str = "") -> Paragraph:
    return Paragraph((Text(text, style),), place)
