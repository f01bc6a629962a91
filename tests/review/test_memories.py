"""Memories: a function of the set of events, whatever the order in which they are taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review.events import (
    Event,
    ReviewEvent,
    SettingEvent,
    StartEvent,
    StepEvent,
    SuspendEvent,
    UndoEvent,
    UnknownEvent,
    UnsuspendEvent,
)
from petui.review.memories import Memories
from petui.review.memory import Memory
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp

SCHEDULE = Schedule()
START = 1_700_000_000_000
DAY = 86_400_000
CARDS = ("c/a", "c/b", "c/c")


def stamp(number: int, days: float = 0.0) -> Stamp:
    """The stamp of the event of that number, that many days after the first."""
    at = START + int(days * DAY)
    return Stamp(f"id{number:04}", at, 0, (date(2023, 11, 14) + timedelta(days=int(days))).isoformat(), "h")


def review(number: int, rating: int = 3, card: str = "c/a", days: float = 0.0, **fields: str) -> ReviewEvent:
    """A review of that number."""
    misconceptions = tuple(fields.pop("misconceptions", "").split())
    return ReviewEvent(
        card=card,
        rating=rating,
        stamp=stamp(number, days),
        misconceptions=misconceptions,
        mode=fields.get("mode", ""),
        confidence=fields.get("confidence", ""),
    )


def memories_of(*events: Event) -> Memories:
    """What follows from events."""
    return Memories.of_events(events, SCHEDULE)


def told(memories: Memories) -> tuple[Mapping[str, Memory], tuple[ReviewEvent, ...]]:
    """All that memories say."""
    return dict(memories.all), memories.reviews


def _event(number: int, days: int, card: str, draw: tuple[str, int, int, str, str]) -> Event:
    kind, rating, target, mode, confidence = draw
    where = stamp(number, days)
    if kind == "review":
        return review(number, rating, card, days, mode=mode, confidence=confidence)
    if kind == "undo":
        return UndoEvent(undoes=f"id{target:04}", stamp=where)
    if kind == "suspend":
        return SuspendEvent(card=card, stamp=where)
    if kind == "unsuspend":
        return UnsuspendEvent(card=card, stamp=where)
    if kind == "start":
        return StartEvent(
            card=card, due="2023-12-01", last="2023-11-01", stability=30.0, difficulty=4.0, reviews=3, stamp=where
        )
    return StepEvent(at_step="c/l#s", outcome="seen", stamp=where)


DRAWS = st.tuples(
    st.sampled_from(["review"] * 5 + ["undo", "undo", "suspend", "unsuspend", "start", "step"]),
    st.integers(1, 4),
    st.integers(0, 30),
    st.sampled_from(["", "", "", "cram", "mistakes"]),
    st.sampled_from(["", "sure", "unsure"]),
)
LOGS = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(CARDS), DRAWS), max_size=30).map(
    lambda drawn: [_event(number, days, card, draw) for number, (days, card, draw) in enumerate(drawn)]
)


@given(LOGS, st.randoms(use_true_random=False))
def test_order_does_not_matter(events: list[Event], random: object) -> None:
    """Taken one by one as they come, shuffled, or all at once and shuffled: the same memories."""
    whole = told(memories_of(*events))
    shuffled = list(events)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    for order in (events, shuffled):
        memories = Memories(SCHEDULE)
        for event in order:
            memories.take(event)
        assert told(memories) == whole
    assert told(memories_of(*shuffled)) == whole


@given(LOGS, LOGS)
def test_taking_twice_is_taking_once(events: list[Event], more: list[Event]) -> None:
    """Logs that were merged may hold the same events."""
    memories = memories_of(*events)
    before = told(memories)
    for event in events:
        memories.take(event)
    assert told(memories) == before


@given(LOGS, st.sampled_from(CARDS), st.integers(1, 4), st.sampled_from(["", "cram"]), st.integers(0, 60))
def test_undo_is_the_identity(events: list[Event], card: str, rating: int, mode: str, days: int) -> None:
    """A review wherever it stands, and its undoing, leave everything as it was; once more changes nothing."""
    memories = memories_of(*events)
    before = told(memories)
    memories.take(review(900, rating, card, days, mode=mode))
    assert len(memories.reviews) == len(before[1]) + 1
    memories.take(UndoEvent(undoes="id0900", stamp=stamp(901, 70)))
    assert told(memories) == before
    memories.take(UndoEvent(undoes="id0900", stamp=stamp(902, 70)))
    memories.take(UndoEvent(undoes="nothing", stamp=stamp(903, 70)))
    assert told(memories) == before


@given(LOGS)
def test_each_card_is_its_own_replay(events: list[Event]) -> None:
    """A card's memory follows from its own events, and undoings, and nothing else."""
    whole = memories_of(*events)
    for card in CARDS:
        own = [event for event in events if isinstance(event, UndoEvent) or getattr(event, "card", card) == card]
        assert memories_of(*own).of(card) == whole.of(card)


@given(LOGS)
def test_a_replay_by_hand(events: list[Event]) -> None:
    """The reviews that are neither undone nor of a mode, one after another through the schedule."""
    undone = {event.undoes for event in events if isinstance(event, UndoEvent)}
    ordered = sorted(events, key=lambda event: (event.stamp.at, event.stamp.id))
    memories = memories_of(*events)
    reviews = [one for one in ordered if isinstance(one, ReviewEvent) and one.stamp.id not in undone]
    assert list(memories.reviews) == reviews
    for card in CARDS:
        memory = Memory(card)
        if any(isinstance(event, StartEvent) and event.card == card for event in events):
            continue
        for one in reviews:
            if one.card == card and not one.mode:
                wrong = one.confidence == "sure" and one.rating == 1
                memory = SCHEDULE.review(memory, one.rating, one.stamp.at, one.stamp.day, sure_and_wrong=wrong)
        turns = [event for event in ordered if isinstance(event, SuspendEvent | UnsuspendEvent) and event.card == card]
        assert memories.of(card) == replace(memory, suspended=bool(turns) and isinstance(turns[-1], SuspendEvent))


def test_nothing_is_known_of_a_card_that_was_never_asked() -> None:
    """It is new, and not listed."""
    memories = memories_of(SettingEvent(name="theme", value="dark"), UnknownEvent(kind="x", line="{}", stamp=stamp(1)))
    assert memories.of("c/a") == Memory("c/a")
    assert told(memories) == ({}, ())


def test_an_undo_that_comes_before_its_review_holds() -> None:
    """Files are read in any order, and another machine's clock may be late."""
    memories = Memories(SCHEDULE)
    memories.take(UndoEvent(undoes="id0007", stamp=stamp(1)))
    memories.take(review(7, days=1))
    assert memories.of("c/a").is_new
    assert memories.reviews == ()


def test_an_undo_in_the_middle_recomputes_what_follows() -> None:
    """As if the review had not been."""
    events = [review(1, 3), review(2, 1, days=3), review(3, 3, days=4)]
    memories = memories_of(*events, UndoEvent(undoes="id0002", stamp=stamp(4, 5)))
    assert memories.of("c/a") == memories_of(events[0], events[2]).of("c/a")
    assert memories.reviews == (events[0], events[2])


@pytest.mark.parametrize("mode", ["cram", "mistakes"])
def test_cramming_changes_no_schedule(mode: str) -> None:
    """It is among the reviews, and no more."""
    first, crammed = review(1, 4), review(2, 1, days=1, mode=mode)
    memories = memories_of(first, crammed)
    assert memories.of("c/a") == memories_of(first).of("c/a")
    assert memories.reviews == (first, crammed)
    alone = memories_of(crammed)
    assert (alone.of("c/a"), dict(alone.all)) == (Memory("c/a"), {})


def test_the_last_of_suspending_and_unsuspending_holds() -> None:
    """Reviews in between do not matter."""
    suspend, unsuspend = SuspendEvent(card="c/a", stamp=stamp(1)), UnsuspendEvent(card="c/a", stamp=stamp(3, 2))
    memories = memories_of(suspend, review(2, days=1))
    assert memories.of("c/a").suspended and memories.of("c/a").reviews == 1
    memories.take(unsuspend)
    assert not memories.of("c/a").suspended
    memories.take(SuspendEvent(card="c/a", stamp=stamp(8, 1)))
    assert not memories.of("c/a").suspended
    assert memories_of(SuspendEvent(card="c/b", stamp=stamp(1))).all["c/b"] == Memory("c/b", suspended=True)


def test_a_start_holds_while_nothing_was_reviewed_before() -> None:
    """A later start replaces an earlier one; a counted review ends that; an undone or crammed one does not."""
    old = StartEvent(card="c/a", due="2023-11-20", last="2023-11-10", stability=10.0, difficulty=5.0, stamp=stamp(2, 1))
    newer = replace(old, stability=20.0, stamp=stamp(3, 2))
    assert memories_of(old, newer).of("c/a").stability == 20.0
    reviewed = review(1)
    assert memories_of(reviewed, old, newer).of("c/a") == memories_of(reviewed).of("c/a")
    undone = UndoEvent(undoes="id0001", stamp=stamp(9, 9))
    assert memories_of(reviewed, old, undone).of("c/a") == memories_of(old).of("c/a")
    assert memories_of(review(1, mode="cram"), old).of("c/a") == memories_of(old).of("c/a")
    later = memories_of(old, review(5, days=6), newer, replace(newer, stamp=stamp(6, 7)))
    assert later.of("c/a") == memories_of(old, newer, review(5, days=6)).of("c/a")
    assert later.of("c/a").reviews == 1


@pytest.mark.parametrize(
    ("rating", "confidence", "misconceptions", "refuted"),
    [
        (1, "sure", "", True),
        (2, "sure", "M1", True),
        (1, "unsure", "M1", False),
        (1, "", "M1", False),
        (3, "sure", "", False),
    ],
)
def test_sure_and_wrong_is_due_tomorrow(rating: int, confidence: str, misconceptions: str, refuted: bool) -> None:
    """Also after the card was passed on the same day."""
    known = [review(1, 4), review(2, 4, days=8), review(3, 4, days=20)]
    wrong = review(4, rating, days=30, confidence=confidence, misconceptions=misconceptions)
    memories = memories_of(*known, wrong, review(5, 4, days=30))
    assert (memories.of("c/a").refuted_day == "2023-12-14") is refuted
    assert (memories.of("c/a").due_day == "2023-12-15") is refuted
