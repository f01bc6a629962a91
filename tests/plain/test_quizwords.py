"""What is said of a review is what becomes of its card."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from petui.core.formula import SLIPS
from petui.lessons.model import Course
from petui.lessons.parser import parse_deck
from petui.plain.quizwords import recorded
from petui.review.events import StartEvent
from petui.review.log import ReviewLog
from petui.review.memories import Memories
from petui.review.opening import open_quiz
from petui.review.queue import QueueOptions
from petui.review.quiz import Quiz
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp, study_day

DECK = """:::{card} one
:covers: F2
:answer: 7 + 1
:tol: 0.01
:wrong: 7 * 2 => SLIP

What follows 7?
:::

:::{card} word
:covers: F1
:accept: eight

Which word is it?
:::
""".replace("SLIP", SLIPS[0].id)
NOON = 1_790_000_000_000
TODAY = study_day(NOON, 0)
TOMORROW = (date.fromisoformat(TODAY) + timedelta(days=1)).isoformat()


def a_quiz(card: str, directory: Path, *, known: bool) -> Quiz:
    """A quiz on one card, which is new or was learnt long ago."""
    deck, _ = parse_deck(DECK, "deck.md")
    assert deck is not None
    only = tuple(one for one in deck.cards if one.id == card)
    course = Course("c", "Course", "en", "", (), (), (), (type(deck)(deck.id, deck.title, deck.file, only),))
    made = iter(range(1000))

    def stamps() -> Stamp:
        number = next(made)
        return Stamp(f"event-{number:06}", NOON + number, 0, TODAY, "here")

    start = StartEvent(card=f"c/{card}", due=TODAY, last="2026-01-01", stability=90, difficulty=5, stamp=stamps())
    memories = Memories.of_events([start] if known else [], Schedule())
    return open_quiz([course], None, memories, ReviewLog(directory), QueueOptions(seed=1), stamps=stamps)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("rating", [1, 2, 3, 4])
@pytest.mark.parametrize(("card", "typed"), [("one", "14 !"), ("one", "15 !"), ("one", "14"), ("word", "nine !")])
def test_the_words_agree_with_the_memory(card: str, typed: str, rating: int, known: bool, tmp_path: Path) -> None:
    """However a wrong answer is graded: when it is due, and whether it comes back today and tomorrow."""
    quiz = a_quiz(card, tmp_path, known=known)
    quiz.answer(typed)
    said = recorded(quiz.regrade(rating))
    memory = quiz.memories.of(f"c/{card}")
    if memory.due_at is None:
        assert memory.due_day is not None
        days = (date.fromisoformat(memory.due_day) - date.fromisoformat(TODAY)).days
        assert (f"due in {days} d" in said) == (days < 30) and "session" not in said and "tomorrow" not in said
    else:
        assert " min; it comes back in this session" in said
        passed = quiz.memories.schedule.review(memory, 4, NOON + 10**6, TODAY)
        promised = typed.endswith("!") and (rating == 1 or typed == "14 !")
        assert ("and tomorrow" in said) == promised
        assert passed.due_day == TOMORROW or not promised
