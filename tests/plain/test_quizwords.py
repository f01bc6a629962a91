"""What is said of a review is what becomes of its card."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from petui.core.formula import SLIPS
from petui.lessons.deckfile import parse_deck
from petui.lessons.model import Course
from petui.lessons.oneline import prose_text
from petui.lessons.parser import parse_mistakes
from petui.plain.quizwords import adds_back, forgotten, not_asked, recorded, refutations
from petui.review.events import StartEvent
from petui.review.log import ReviewLog
from petui.review.memories import Memories
from petui.review.memory import Memory
from petui.review.opening import open_quiz
from petui.review.queue import LeftOut, QueueOptions
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


MISTAKE = """:::{mistake} counts-from-one
:claims: The first word stands at position 1.
:verdict: wrong
:covers: M1

BODY
:::
"""
IDEA, FEELS, TEST, FIX = "Counting begins with 1.", "One counts so.", "Position 0 exists.", "Begin with 0."
OWN_DECK = """:::{card} one
:covers: F2
:answer: 7 + 1
:tol: 0.01
:wrong: 7 * 2 => counts-from-one

What follows 7?
:::

:::{card} word
:covers: M1
:accept: eight

Which word is it?
:::
"""


def told(card: str, typed: str, paragraphs: list[str], directory: Path) -> tuple[str, list[str]]:
    """The verdict on an answer, and the paragraphs of its refutation."""
    deck, _ = parse_deck(OWN_DECK, "deck.md")
    mistakes, _ = parse_mistakes(MISTAKE.replace("BODY", "\n\n".join(paragraphs)), "misconceptions.md")
    assert deck is not None
    only = tuple(one for one in deck.cards if one.id == card)
    decks = (type(deck)(deck.id, deck.title, deck.file, only),)
    course = Course("c", "Course", "en", "", (), (), mistakes, decks)
    quiz = open_quiz([course], None, Memories(Schedule()), ReviewLog(directory), QueueOptions(seed=1))
    reviewed = quiz.answer(typed)
    found = [[prose_text((block,)) for block in prose] for prose in refutations(reviewed)]
    return reviewed.says, found[0] if found else []


def test_a_refutation_marks_the_mistaken_idea_and_says_nothing_twice(tmp_path: Path) -> None:
    """Its first paragraph is the idea; its last is the mending, left out where the verdict has said it."""
    body = [IDEA, FEELS, TEST, FIX]
    says, refuted = told("one", "14 !", body, tmp_path)
    assert FIX in says and refuted == [f"The mistaken idea: {IDEA}", FEELS, TEST]
    says, refuted = told("word", "nine !", body, tmp_path)
    assert FIX not in says and refuted == [f"The mistaken idea: {IDEA}", FEELS, TEST, FIX]
    assert told("word", "nine", body, tmp_path)[1] == []


def test_a_refutation_of_one_paragraph_is_no_mistaken_idea(tmp_path: Path) -> None:
    """What is mistaken is the claim then."""
    claim = "The mistaken idea: The first word stands at position 1."
    assert told("word", "nine !", [FIX], tmp_path)[1] == [claim, FIX]
    assert told("one", "14 !", [FIX], tmp_path)[1] == [claim]


def test_a_card_that_is_forgotten_again_and_again_is_named() -> None:
    """From the eighth time on; without a lesson there is only its wording to mend."""
    assert forgotten(Memory("c/x", lapses=7), lesson="its lesson (o)", wording="there") == ""
    said = "Forgotten 8 times: look at its lesson (o), or mend its wording (there)."
    assert forgotten(Memory("c/x", lapses=8), lesson="its lesson (o)", wording="there") == said
    assert forgotten(Memory("c/x", lapses=9), lesson="", wording="d.md:3") == (
        "Forgotten 9 times: mend its wording (d.md:3)."
    )


def test_why_fewer_cards_are_asked_is_one_sentence() -> None:
    """Nothing where all are asked, or where those missed lately were asked for."""
    assert not_asked(LeftOut(3, 3)) == not_asked(LeftOut(2, 9)) == ""
    assert not_asked(LeftOut(4, 9, resting=2, siblings=1, new=2)) == (
        "4 of 9 cards: 2 are not due yet, 1 would give one of today's away, 2 new ones come on other days."
    )
    assert not_asked(LeftOut(1, 5, suspended=1, due=1, limited=2)) == (
        "1 of 5 cards: 1 is suspended, 1 due one comes on another day, 2 are beyond the limit you gave."
    )


@pytest.mark.parametrize(("typed", "adds"), [("eight", True), ("nine", False), (None, False)])
def test_a_back_that_the_verdict_has_said_is_not_repeated(typed: str | None, adds: bool, tmp_path: Path) -> None:
    """A card of a word without a back of its own: only after a right answer in other words it may be news."""
    quiz = a_quiz("word", tmp_path, known=False)
    reviewed = quiz.reveal() if typed is None else quiz.answer(typed)
    assert reviewed is not None and adds_back(reviewed) == adds
