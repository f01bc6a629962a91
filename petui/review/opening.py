"""Opening a quiz: from courses, a name and the log's events."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from petui.core.errors import ContentError
from petui.lessons.collection import collect_cards, select_cards
from petui.lessons.model import Course
from petui.review.log import ReviewLog
from petui.review.memories import Memories
from petui.review.queue import QueueOptions
from petui.review.quiz import Quiz
from petui.review.stamp import Stamp, stamp_now


def open_quiz(
    courses: Sequence[Course],
    name: str | None,
    memories: Memories,
    log: ReviewLog,
    options: QueueOptions,
    *,
    stamps: Callable[[], Stamp] = stamp_now,
) -> Quiz:
    """A session over all cards, or those of a course, deck, lesson or tag.

    Args:
        courses: The courses found.
        name: Id of a deck or lesson, or a tag; None for all cards.
        memories: What is known of the cards; it grows along.
        log: Where events go.
        options: What is asked for.
        stamps: Says when and where an event happens.

    Raises:
        ContentError: If nothing has that name, or there are no cards.
    """
    cards = collect_cards(courses) if name is None else select_cards(courses, name)
    if not cards:
        what = "no course has cards" if name is None else f"{name!r} has no cards"
        raise ContentError(what, where="quiz", mend="see `petui list` for decks")
    mistakes = {course.id: course.mistakes_by_id for course in courses}
    return Quiz(cards, memories, log, options, mistakes=mistakes, stamps=stamps)
