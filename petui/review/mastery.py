"""How well each concept is known: the retrievability of its cards today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from statistics import fmean
from typing import Literal, TypeAlias

from petui.lessons.collection import FiledCard, cards_by_lesson
from petui.lessons.model import Course
from petui.records import dataclass
from petui.review.memories import Memories
from petui.review.memory import Memory
from petui.review.recall import MATURE_DAYS
from petui.review.schedule import Schedule

Word: TypeAlias = Literal["new", "shaky", "learning", "firm"]

# Of the cards begun, fewer are likely to be recalled than a review each would bring.
SHAKY_BELOW = 0.8
FIRM_FROM = 0.85


@dataclass(frozen=True, slots=True)
class Mastery:
    """How well one concept is known.

    Attributes:
        course: Id of the course.
        number: Number of the course's inventory; for cards without one, the id of their deck or lesson.
        text: What the number stands for; the title of the deck or lesson.
        cards: Its cards.
        begun: How many of them are not new.
        mature: How many of them last at least 21 days (stability).
        retrievability: Mean over its cards of the predicted recall today, new ones counting 0.
    """

    course: str
    number: str
    text: str
    cards: int
    begun: int
    mature: int
    retrievability: float

    @property
    def word(self) -> Word:
        """new: no card begun; shaky: under 0.8 over the begun ones; firm: 0.85 over all, half of them mature."""
        if not self.begun:
            return "new"
        if self.retrievability * self.cards / self.begun < SHAKY_BELOW:
            return "shaky"
        return "firm" if self.retrievability >= FIRM_FROM and 2 * self.mature >= self.cards else "learning"


@dataclass(slots=True)
class _Concept:
    course: str
    number: str
    text: str
    memories: list[Memory] = field(default_factory=list)


def mastery_of(
    cards: Sequence[FiledCard], memories: Memories, today: str, courses: Sequence[Course]
) -> tuple[Mastery, ...]:
    """Each concept that has cards: for each course the numbers in the inventory's order, then decks without numbers.

    A card belongs to the first number that it covers. Suspended cards are counted too: their concept is not known
    any better for it.
    """
    concepts: dict[tuple[str, str], _Concept] = {}
    texts = {course.id: _texts(course) for course in courses}
    for filed in cards:
        number = filed.card.covers[0] if filed.card.covers else filed.deck
        text = texts.get(filed.course, {}).get(number, "")
        concept = concepts.setdefault((filed.course, number), _Concept(filed.course, number, text))
        concept.memories.append(memories.of(filed.key))
    places = {key: at for at, key in enumerate(_order(courses))}
    ordered = sorted(concepts.items(), key=lambda item: places.get(item[0], len(places)))
    return tuple(_mastery(concept, _recalls(concept, memories.schedule, today)) for _, concept in ordered)


def lesson_mastery(course: Course, memories: Memories, today: str) -> dict[str, Mastery]:
    """How well each lesson of a course is known over all the cards that it teaches, by its id.

    Unlike in `mastery_of` a card counts for every lesson that teaches it. A lesson without cards has a mastery of 0.
    """
    # One card may be taught by many lessons, and its recall takes the longest to compute.
    known: dict[str, tuple[Memory, float]] = {}
    found: dict[str, Mastery] = {}
    taught = cards_by_lesson(course)
    for lesson in course.lessons:
        cards = taught[lesson.id]
        for filed in cards:
            if filed.key not in known:
                memory = memories.of(filed.key)
                known[filed.key] = memory, memories.schedule.retrievability(memory, today)
        concept = _Concept(course.id, lesson.id, lesson.title)
        found[lesson.id] = _mastery(concept, [known[filed.key] for filed in cards])
    return found


def _texts(course: Course) -> Mapping[str, str]:
    return {home.id: home.title for home in course.homes} | dict(course.inventory)


def _order(courses: Sequence[Course]) -> list[tuple[str, str]]:
    names = [
        (course.id, (*(number for number, _ in course.inventory), *(home.id for home in course.homes)))
        for course in courses
    ]
    return [(course, name) for course, own in names for name in own]


def _recalls(concept: _Concept, schedule: Schedule, today: str) -> list[tuple[Memory, float]]:
    return [(memory, schedule.retrievability(memory, today)) for memory in concept.memories]


def _mastery(concept: _Concept, recalls: Sequence[tuple[Memory, float]]) -> Mastery:
    return Mastery(
        course=concept.course,
        number=concept.number,
        text=concept.text,
        cards=len(recalls),
        begun=sum(not memory.is_new for memory, _ in recalls),
        mature=sum((memory.stability or 0.0) >= MATURE_DAYS for memory, _ in recalls),
        retrievability=fmean(recall for _, recall in recalls) if recalls else 0.0,
    )
