"""All cards of some courses, wherever they stand, and choosing from them by course, deck, lesson or tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from petui.core.errors import ContentError
from petui.lessons.faults import nearest
from petui.lessons.leftout import fault_of, refusal
from petui.lessons.model import Card, Course, Lesson, Param, Setting
from petui.lessons.prosemodel import Expression
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class FiledCard:
    """A card and where it belongs.

    Attributes:
        course: Id of its course.
        deck: Id of its deck, or of the lesson that it stands in.
        card: The card.
    """

    course: str
    deck: str
    card: Card

    @property
    def key(self) -> str:
        """`course/card`, by which the log knows it."""
        return f"{self.course}/{self.card.id}"

    @property
    def family(self) -> str:
        """`course/note`, which siblings share."""
        return f"{self.course}/{self.card.family}"

    @property
    def concept(self) -> str:
        """`course/number` of the inventory number that it is about first, or its family."""
        return f"{self.course}/{self.card.covers[0]}" if self.card.covers else self.family


def collect_cards(courses: Sequence[Course]) -> tuple[FiledCard, ...]:
    """Every card: for each course those in lessons, in the course's order, then those of its decks."""
    return tuple(filed for course in courses for filed in _cards_of(course))


def _cards_of(course: Course) -> Iterator[FiledCard]:
    for lesson in course.lessons:
        defaults = tuple(map(_default, lesson.params))
        for card in lesson.cards:
            # Away from its lesson a card keeps the lesson's parameters at their defaults.
            yield FiledCard(course.id, lesson.id, replace(card, settings=(*defaults, *card.settings)))
    for deck in course.decks:
        yield from (FiledCard(course.id, deck.id, card) for card in deck.cards)


def _default(param: Param) -> Setting:
    return Setting(param.name, Expression(repr(float(param.default)), param.place))


def select_cards(courses: Sequence[Course], name: str) -> tuple[FiledCard, ...]:
    """The cards of a course, a deck, a lesson or a tag.

    Args:
        courses: Where to look.
        name: Id of a deck or lesson, perhaps as `course/id`, or of a course, or a tag such as `#flashcards/ai-ml`;
            a tag takes what lies below it too.

    Raises:
        ContentError: If nothing has that name, or what has it is left out.
    """
    cards = collect_cards(courses)
    course_id, _, own = name.rpartition("/")
    for course in courses:
        if course_id in ("", course.id):
            lesson = course.lesson(own)
            if lesson is not None:
                return cards_of_lesson(course, lesson)
            if any(deck.id == own for deck in course.decks):
                return tuple(filed for filed in cards if (filed.course, filed.deck) == (course.id, own))
    if any(course.id == name for course in courses):
        return tuple(filed for filed in cards if filed.course == name)
    tag = name.removeprefix("#").strip("/")
    tagged = tuple(filed for filed in cards if any(_lies_in(each, tag) for each in filed.card.tags))
    if tagged:
        return tagged
    known = {filed.deck for filed in cards} | {filed.course for filed in cards}
    known |= {lesson.id for course in courses for lesson in course.lessons}
    fault = fault_of(courses, name)
    if fault is not None:
        raise refusal(name, fault, "quiz")
    mend = nearest(name, sorted(known))
    raise ContentError(f"there is no course, deck, lesson or tag {name!r}", where="quiz", mend=mend)


def _lies_in(tag: str, within: str) -> bool:
    return bool(within) and (tag == within or tag.startswith(f"{within}/"))


def cards_of_lesson(course: Course, lesson: Lesson) -> tuple[FiledCard, ...]:
    """A lesson's own cards, and those of the course that it teaches by name or by what it covers."""
    return tuple(filed for filed in _cards_of(course) if _is_taught(filed, lesson))


def cards_by_lesson(course: Course) -> dict[str, tuple[FiledCard, ...]]:
    """The cards of each lesson of a course as `cards_of_lesson` has them, by its id."""
    found: dict[str, list[FiledCard]] = {lesson.id: [] for lesson in course.lessons}
    lessons = {lesson.id: lesson for lesson in course.lessons}
    covering: dict[str, list[Lesson]] = {}
    for lesson in course.lessons:
        for number in lesson.covers:
            covering.setdefault(number, []).append(lesson)
    for filed in _cards_of(course):
        # A lesson can only teach what it names, or covers the first number of.
        named = (filed.deck, filed.card.teaches.partition("#")[0])
        covered = covering.get(filed.card.covers[0], ()) if filed.card.covers else ()
        asked = [*(lessons[name] for name in named if name in lessons), *covered]
        for lesson in {lesson.id: lesson for lesson in asked}.values():
            if _is_taught(filed, lesson):
                found[lesson.id].append(filed)
    return {name: tuple(cards) for name, cards in found.items()}


def _is_taught(filed: FiledCard, lesson: Lesson) -> bool:
    card = filed.card
    if filed.deck == lesson.id:
        return True
    if card.teaches:
        return card.teaches.partition("#")[0] == lesson.id
    return bool(card.covers) and set(card.covers) <= set(lesson.covers)


def teaching_step(course: Course, card: FiledCard) -> tuple[Lesson, str | None] | None:
    """The lesson, and the step where it is known, that teaches a card; None if no lesson does."""
    name, _, step = card.card.teaches.partition("#")
    lesson = course.lesson(name) if name else course.lesson(card.deck)
    if lesson is None:
        wanted = set(card.card.covers)
        ranked = sorted(course.lessons, key=lambda each: -len(wanted & set(each.covers)))
        lesson = ranked[0] if ranked and wanted & set(ranked[0].covers) else None
    if lesson is None:
        return None
    return lesson, step if any(each.id == step for each in lesson.steps) else None
