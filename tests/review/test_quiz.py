"""A quiz without a screen: verdicts after the log, cards that come back, grades mended, undo as if it never was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import AnswerError, ContentError
from petui.lessons.deckfile import parse_deck
from petui.lessons.model import Course
from petui.review.events import Event, ReviewEvent, SuspendEvent, UndoEvent, UnsuspendEvent
from petui.review.grade import Asking, right_answer
from petui.review.log import ReviewLog, read_events
from petui.review.memories import Memories
from petui.review.opening import open_quiz
from petui.review.queue import QueueOptions
from petui.review.quiz import Quiz
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp, study_day
from tests.shipped import shipped_course

DECK = """# Test deck

:::{card} half
:covers: F7
:vary: pos in 2..40
:answer: pos / 2
:tol: 0.01
:hint: divide
:wrong: pos * 2 => doubled

What is half of {val}`pos`?
?
Half is one of two equal parts.
:::

:::{card} recall
:covers: F1

Say why.
?
Because.
:::

:::{card} next-one
:covers: F2
:vary: pos in 2..40
:answer: pos + 1
:tol: 0.01

What follows {val}`pos`?
?
One more.
:::
"""
NOON = 1_790_000_000_000


class Clock:
    """Stamps that advance by a second each, and by whole days when told."""

    def __init__(self) -> None:
        self.at = NOON
        self.made = 0

    def __call__(self) -> Stamp:
        self.at += 1000
        self.made += 1
        return Stamp(f"event-{self.made:06}", self.at, 0, study_day(self.at, 0), "here")


@pytest.fixture
def course() -> Course:
    """A course of one deck of three cards."""
    deck, faults = parse_deck(DECK, "deck.md")
    assert deck is not None and not faults
    return Course("course", "Course", "en", "", (), (), (), (deck,))


@pytest.fixture
def start(course: Course, tmp_path: Path) -> Callable[..., Quiz]:
    """Opens a quiz on the course over a log in a new directory."""

    def opened(events: Iterable[Event] = (), **options: object) -> Quiz:
        memories = Memories.of_events(events, Schedule())
        wanted = QueueOptions(**{"seed": 7, **options})  # type: ignore[arg-type]
        return open_quiz([course], None, memories, ReviewLog(tmp_path / "log"), wanted, stamps=Clock())

    return opened


def right(quiz: Quiz) -> str:
    """The right answer to what is asked."""
    assert quiz.asking is not None
    return right_answer(quiz.asking)


def logged(tmp_path: Path) -> tuple[Event, ...]:
    """What is on the disk."""
    return read_events(tmp_path / "log").events


def test_a_review_is_on_the_disk_before_its_verdict(start: Callable[..., Quiz], tmp_path: Path) -> None:
    """The event holds the typed text, the seed, the drawn number and the rating."""
    quiz = start()
    asking = quiz.asking
    assert asking is not None
    reviewed = quiz.answer(right(quiz), ms=900_000)
    (event,) = logged(tmp_path)
    assert event == reviewed.event
    assert isinstance(event, ReviewEvent)
    assert (event.rating, event.seed, dict(event.drawn)) == (3, 7, dict(asking.drawn))
    assert reviewed.saved and reviewed.says.startswith("Right") and "not saved" not in reviewed.says


def test_a_card_without_a_value_is_passed_over(tmp_path: Path) -> None:
    """One card of an author's mistake costs nobody the session: the others are asked, and the summary names it."""
    broken = ":::{card} broken\n:covers: F7\n:vary: pos in 0, 1\n:answer: log(pos - 2)\n:tol: 0.01\n\nHow much?\n:::\n"
    deck, _ = parse_deck(f"{DECK}\n{broken}", "deck.md")
    assert deck is not None
    course = Course("course", "Course", "en", "", (), (), (), (deck,))
    quiz = open_quiz([course], None, Memories(Schedule()), ReviewLog(tmp_path / "log"), QueueOptions(seed=7))
    seen: set[str] = set()
    for _ in range(20):
        if quiz.asking is None:
            break
        seen.add(quiz.asking.card.id)
        quiz.reveal()
        quiz.rate(4)
        quiz.go_on()
    assert quiz.phase == "over" and seen == {"half", "recall", "next-one"}
    ((filed, error),) = quiz.summary().refused
    assert filed.card.id == "broken" and "no finite value" in str(error)


def test_what_cannot_be_saved_is_said_and_written_later(start: Callable[..., Quiz], tmp_path: Path) -> None:
    """A file in the log's place: the verdict says so, teaching goes on, and the events come when it is gone."""
    (tmp_path / "log").write_text("in the way")
    quiz = start()
    assert quiz.answer(right(quiz)).says.endswith("(not saved)")
    assert quiz.summary().unsaved == 1
    (tmp_path / "log").unlink()
    quiz.go_on()
    assert quiz.reveal() is None
    assert "not saved" not in quiz.rate(3).says
    assert len(logged(tmp_path)) == 2


def test_a_missed_card_comes_back_with_other_numbers(start: Callable[..., Quiz]) -> None:
    """The same card is asked again in the session, drawn anew."""
    quiz = start()
    first = quiz.asking
    assert first is not None
    reviewed = quiz.answer("123456")
    assert reviewed.returns and reviewed.says.startswith("Wrong")
    seen: list[Asking] = []
    while quiz.go_on() is not None and len(seen) < 10:
        assert quiz.asking is not None
        seen.append(quiz.asking)
        if quiz.asking.card.id == first.card.id:
            break
        quiz.reveal()
        if quiz.phase == "revealed":
            quiz.rate(4)
    again = seen[-1]
    assert again.card.id == first.card.id
    assert again.turn == 1


def test_an_unreadable_answer_counts_nothing(start: Callable[..., Quiz], tmp_path: Path) -> None:
    """Words where a number is asked for: refused, and the card still waits."""
    quiz = start()
    with pytest.raises(AnswerError):
        quiz.answer("a half")
    assert quiz.phase == "asked" and not logged(tmp_path)


def test_giving_up_counts_as_again(start: Callable[..., Quiz]) -> None:
    """The answer is shown and noted; the card comes back."""
    reviewed = start().reveal()
    assert reviewed is not None
    assert (reviewed.event.rating, reviewed.returns) == (1, True)
    assert reviewed.says.startswith("Noted")


def test_a_recalled_card_is_graded_by_the_learner(start: Callable[..., Quiz]) -> None:
    """Nothing is logged at the reveal; a grade of 1 to 4 is; others are refused."""
    quiz = start()
    quiz.answer(right(quiz))
    quiz.go_on()
    with pytest.raises(AnswerError):
        quiz.rate(3)
    assert quiz.reveal() is None
    for wrong in (0, 5, -1):
        with pytest.raises(AnswerError):
            quiz.rate(wrong)
    assert quiz.rate(4).says == "Noted: Easy."


def test_a_grade_can_be_given_anew(start: Callable[..., Quiz], tmp_path: Path) -> None:
    """The first review is undone in the log; the memory is as if only the second had been."""
    quiz = start()
    reviewed = quiz.answer(right(quiz))
    anew = quiz.rate(2)
    assert [event.kind for event in logged(tmp_path)] == ["review", "undo", "review"]
    assert anew.event.rating == 2 and anew.event.typed == reviewed.event.typed
    assert quiz.counts.reviews == 1
    (counted,) = Memories.of_events(logged(tmp_path), Schedule()).reviews
    assert counted == anew.event


def test_grading_anew_while_the_next_card_is_asked(start: Callable[..., Quiz]) -> None:
    """What is asked stays asked, with its numbers; a card graded Good instead of Again does not come back at once."""
    quiz = start()
    quiz.answer("99999")
    quiz.go_on()
    asked = quiz.asking
    assert quiz.regrade(4).event.rating == 4
    assert quiz.asking == asked and quiz.phase == "asked"
    assert quiz.counts.again == 0


def test_undo_asks_the_same_question_again(start: Callable[..., Quiz], tmp_path: Path) -> None:
    """After undo nothing counts, the same numbers are asked, and memories are as they were."""
    quiz = start()
    asked, before = quiz.asking, quiz.counts
    quiz.answer("99999")
    quiz.go_on()
    undone = quiz.undo()
    assert undone is not None and undone.asking == asked
    assert quiz.asking == asked and quiz.counts == before
    assert quiz.memories.reviews == () and dict(quiz.memories.all) == {}
    assert isinstance(logged(tmp_path)[-1], UndoEvent)
    assert quiz.undo() is None


def test_what_was_taken_back_cannot_be_graded(start: Callable[..., Quiz]) -> None:
    """After undo another grade would meet the answer before, which nobody sees any more."""
    quiz = start()
    quiz.answer(right(quiz))
    quiz.go_on()
    quiz.reveal()
    quiz.rate(3)
    quiz.undo()
    with pytest.raises(AnswerError):
        quiz.regrade(4)
    assert [review.rating for review in quiz.memories.reviews] == [3]


def test_suspending_ends_a_card(start: Callable[..., Quiz], tmp_path: Path) -> None:
    """It is not asked again in this session, nor in the next."""
    quiz = start()
    filed = quiz.suspend()
    assert filed is not None
    assert isinstance(logged(tmp_path)[-1], SuspendEvent)
    later = start(logged(tmp_path))
    asked = set()
    while later.asking is not None:
        asked.add(later.asking.card.id)
        later.suspend()
    assert filed.card.id not in asked and len(asked) == 2


def test_undo_takes_a_suspension_back(start: Callable[..., Quiz], tmp_path: Path) -> None:
    """What was done last is undone first: the suspension, then the review before it; what was asked comes next."""
    quiz = start()
    first = quiz.asking
    quiz.answer("99999")
    quiz.go_on()
    second = quiz.asking
    assert second is not None
    quiz.suspend()
    third = quiz.asking
    undone = quiz.undo()
    assert undone is not None and undone.suspension and undone.asking == second == quiz.asking
    assert isinstance(logged(tmp_path)[-1], UnsuspendEvent)
    assert not quiz.memories.of(second.filed.key).suspended and quiz.counts.left == 3
    assert quiz.reveal() is None
    quiz.rate(4)
    quiz.go_on()
    assert quiz.asking == third
    quiz.undo()
    again = quiz.undo()
    assert again is not None and not again.suspension and again.asking == first == quiz.asking
    assert quiz.undo() is None


def test_undo_shows_the_verdict_of_a_card_that_was_suspended_with_it(start: Callable[..., Quiz]) -> None:
    """The review stays, as it is graded now, and the card comes back as it would have."""
    quiz = start()
    quiz.answer("99999")
    reviewed = quiz.reviewed
    quiz.suspend()
    regraded = quiz.regrade(1)
    assert reviewed is not None and not regraded.returns and quiz.counts.left == 2
    assert quiz.undo() is not None
    assert quiz.phase == "judged" and quiz.reviewed == replace(regraded, returns=True) == quiz.last
    assert quiz.counts.left == 3 and quiz.counts.reviews == 1


def test_a_suspended_card_is_graded_anew_and_stays_away(start: Callable[..., Quiz]) -> None:
    """Again brings it back only when it is not suspended any more."""
    quiz = start()
    name = quiz.answer(right(quiz)).event.card
    quiz.suspend()
    quiz.regrade(1)
    asked = set()
    while quiz.asking is not None:
        asked.add(quiz.asking.filed.key)
        quiz.suspend()
    assert name not in asked and len(asked) == 2


def test_cramming_changes_no_schedule(start: Callable[..., Quiz]) -> None:
    """The review is logged as one of cramming; the memory stays new; no intervals are offered."""
    quiz = start(cram=True)
    while quiz.asking is not None:
        if quiz.reveal() is None:
            quiz.rate(3)
        assert quiz.previews == ()
        if quiz.counts.reviews > 6:
            break
        quiz.go_on()
    assert quiz.memories.reviews and all(review.mode == "cram" for review in quiz.memories.reviews)
    assert dict(quiz.memories.all) == {}


def test_sure_and_wrong_comes_back_tomorrow(start: Callable[..., Quiz]) -> None:
    """Even where it is answered well later on the same day."""
    quiz = start(limit=1)
    reviewed = quiz.answer("99999 !")
    assert reviewed.event.confidence == "sure"
    quiz.go_on()
    for _ in range(4):
        if quiz.asking is None:
            break
        quiz.answer(right(quiz))
        quiz.go_on()
    memory = quiz.memories.of(reviewed.event.card)
    assert memory.due_day is not None and memory.due_day <= study_day(NOON + 86_400_000, 0)


def test_hints_come_one_by_one(start: Callable[..., Quiz]) -> None:
    """A right answer after a hint is Hard."""
    quiz = start()
    assert not isinstance(quiz.hint(), str)
    assert "last hint" in str(quiz.hint())
    assert quiz.answer(right(quiz)).event.rating == 2


def test_nothing_can_be_done_when_it_is_over(start: Callable[..., Quiz]) -> None:
    """Answers, reveals and grades are refused; suspending and going on do nothing."""
    quiz = start()
    while quiz.suspend():
        pass
    assert quiz.phase == "over" and quiz.go_on() is None
    for move in (lambda: quiz.answer("1"), quiz.reveal, lambda: quiz.rate(3), lambda: quiz.regrade(3)):
        with pytest.raises(AnswerError):
            move()


def test_a_name_that_nothing_has_is_refused(course: Course, tmp_path: Path) -> None:
    """The nearest is offered."""
    memories = Memories(Schedule())
    with pytest.raises(ContentError) as caught:
        open_quiz([course], "dek", memories, ReviewLog(tmp_path), QueueOptions())
    assert "deck" in caught.value.mend
    with pytest.raises(ContentError):
        open_quiz([replace(course, decks=())], None, memories, ReviewLog(tmp_path), QueueOptions())


MOVES = st.lists(st.sampled_from(["right", "wrong", "reveal", "1", "2", "3", "4", "on", "undo", "x", "hint", "g"]))


@given(MOVES)
def test_whatever_is_done_the_log_tells_the_same(moves: list[str]) -> None:
    """Random moves: the memories kept along are those of the log, the counts never contradict themselves.

    Undoing everything, reviews and suspensions, leaves nothing behind, and all cards to be asked.
    """
    import tempfile

    deck, _ = parse_deck(DECK, "deck.md")
    assert deck is not None
    course = Course("course", "Course", "en", "", (), (), (), (deck,))
    with tempfile.TemporaryDirectory() as place:
        log = ReviewLog(Path(place))
        quiz = open_quiz([course], None, Memories(Schedule()), log, QueueOptions(), stamps=Clock())
        for move in moves:
            _do(quiz, move)
            counts = quiz.counts
            assert counts.reviews == counts.right + counts.wrong
            assert counts.done + counts.left <= 3
        _agrees(quiz, Path(place))
        while quiz.undo() is not None:
            pass
        _agrees(quiz, Path(place))
        assert not quiz.memories.reviews and not quiz.memories.all
        assert (quiz.counts.done, quiz.counts.left, quiz.counts.reviews) == (0, 3, 0)
        log.close()


def _agrees(quiz: Quiz, place: Path) -> None:
    replayed = Memories.of_events(read_events(place).events, Schedule())
    assert dict(replayed.all) == dict(quiz.memories.all)
    assert replayed.reviews == quiz.memories.reviews


def _do(quiz: Quiz, move: str) -> None:
    try:
        match move:
            case "right":
                quiz.answer(right(quiz) if quiz.asking else "1")
            case "wrong":
                quiz.answer("99999")
            case "reveal":
                quiz.reveal()
            case "on":
                quiz.go_on()
            case "undo":
                quiz.undo()
            case "x":
                quiz.suspend()
            case "hint":
                quiz.hint()
            case "g":
                quiz.regrade(4)
            case _:
                quiz.rate(int(move))
    except AnswerError:
        pass


def test_every_shipped_card_can_be_asked_and_answered(tmp_path: Path) -> None:
    """Cramming all shipped cards with right answers: each typed one is judged right."""
    course = shipped_course()
    log = ReviewLog(tmp_path)
    options = QueueOptions(cram=True, seed=3)
    quiz = open_quiz([course], None, Memories(Schedule()), log, options, stamps=Clock())
    while quiz.asking is not None:
        asking = quiz.asking
        if asking.card.choice is not None:
            wanted = [str(at + 1) for at, index in enumerate(asking.order) if asking.card.choice.options[index].true]
            reviewed = quiz.answer(",".join(wanted))
        elif asking.card.answer is not None or asking.card.accepts:
            reviewed = quiz.answer(right(quiz))
        else:
            quiz.reveal()
            reviewed = quiz.rate(3)
        assert reviewed.event.rating > 1, (asking.card.id, reviewed.says)
        quiz.go_on()
    assert not quiz.missed
    log.close()
