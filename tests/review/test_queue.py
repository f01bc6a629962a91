"""What a session asks: due before new, one sibling a day, concepts apart, within the day's limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.config import QuizSettings
from petui.core.errors import ParameterError
from petui.lessons.collection import FiledCard
from petui.lessons.model import Card
from petui.lessons.place import Place
from petui.review.events import Event, ReviewEvent, SuspendEvent
from petui.review.memories import Memories
from petui.review.memory import is_due
from petui.review.queue import LeftOut, QueueOptions, build_queue, interleaved, left_out, missed_lately, queue_options
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp, study_day

DAY_MS = 86_400_000
NOON = 1_790_000_000_000 // DAY_MS * DAY_MS + DAY_MS // 2


def stamp(days: float = 0.0, number: int = 0) -> Stamp:
    """A moment so many days after a noon in UTC."""
    at = int(NOON + days * DAY_MS) + number
    return Stamp(f"event-{at}-{number}", at, 0, study_day(at, 0), "here")


def card(name: str, concept: str = "", note: str = "") -> FiledCard:
    """A basic card."""
    covers = (concept,) if concept else ()
    return FiledCard("course", "deck", Card(name, "basic", (), (), Place("deck.md"), covers, note=note))


def review(name: str, rating: int, days: float, number: int = 0, mode: str = "") -> ReviewEvent:
    """A review of a card."""
    return ReviewEvent(card=f"course/{name}", rating=rating, mode=mode, stamp=stamp(days, number))


def memories_of(*events: Event) -> Memories:
    """What follows from events."""
    return Memories.of_events(events, Schedule())


def names(cards: Sequence[FiledCard]) -> list[str]:
    """The cards' ids."""
    return [one.card.id for one in cards]


def queue_of(cards: Sequence[FiledCard], memories: Memories, days: float = 0.0, **options: object) -> list[str]:
    """The ids that a session asks so many days after noon."""
    now = stamp(days)
    return names(build_queue(cards, memories, QueueOptions(**options), at=now.at, day=now.day))  # type: ignore[arg-type]


def test_due_cards_come_before_new_ones() -> None:
    """A card reviewed long ago stands before one never seen, whatever their order in the file."""
    memories = memories_of(review("seen", 4, -60))
    assert queue_of([card("fresh"), card("seen")], memories) == ["seen", "fresh"]


def test_a_card_that_is_not_due_is_not_asked() -> None:
    """A card answered Easy a moment ago waits, also as cram leaves it alone only where nobody asks for all."""
    memories = memories_of(review("seen", 4, -0.01))
    assert queue_of([card("seen")], memories) == []
    assert queue_of([card("seen")], memories, cram=True) == ["seen"]


def test_a_suspended_card_is_never_asked() -> None:
    """Not as due, not as new, not by cram or mistakes."""
    events = (review("seen", 1, -60), SuspendEvent(card="course/seen", stamp=stamp(-1)))
    for options in ({}, {"cram": True}, {"mistakes": True}):
        assert queue_of([card("seen")], memories_of(*events), **options) == []


def test_siblings_are_asked_on_different_days() -> None:
    """Of two new siblings one comes; once it was reviewed today, the other waits until tomorrow."""
    pair = [card("a", note="n"), card("a-back", note="n"), card("b")]
    assert queue_of(pair, memories_of()) == ["a", "b"]
    reviewed = memories_of(review("a", 4, 0, 1))
    assert queue_of(pair, reviewed, days=0.01) == ["b"]
    assert "a-back" in queue_of(pair, reviewed, days=1)


def test_the_limits_of_the_day_count_what_was_done_today() -> None:
    """Two new cards a day, one begun already: one is left; reviews likewise."""
    cards = [card(f"n{number}") for number in range(5)]
    done = memories_of(review("n0", 4, 0, 1))
    assert len(queue_of(cards, done, days=0.01, new_per_day=2)) == 1
    old = [review(f"n{number}", 4, -80, number) for number in range(5)]
    assert len(queue_of(cards, memories_of(*old), due_per_day=3)) == 3
    one_done = memories_of(*old, review("n0", 4, 0, 1))
    assert len(queue_of(cards, one_done, days=0.01, due_per_day=3)) == 2


def left_out_of(cards: Sequence[FiledCard], memories: Memories, days: float = 0.0, **options: object) -> LeftOut:
    """Why a session asks no more cards."""
    now, wanted = stamp(days), QueueOptions(**options)  # type: ignore[arg-type]
    queue = build_queue(cards, memories, wanted, at=now.at, day=now.day)
    return left_out(cards, memories, wanted, queue, at=now.at, day=now.day)


def test_what_is_not_asked_is_told_by_its_reason() -> None:
    """One card that rests, one suspended, one sibling, and those beyond the day's numbers or the limit."""
    pair = [card("a", note="n"), card("a-back", note="n")]
    more = [card("rests"), card("gone"), card("b"), card("c")]
    memories = memories_of(review("rests", 4, -1), SuspendEvent(card="course/gone", stamp=stamp(-2)))
    cards = [*pair, *more]
    assert left_out_of(cards, memories, new_per_day=2) == LeftOut(2, 6, resting=1, siblings=1, suspended=1, new=1)
    assert left_out_of(cards, memories, limit=1) == LeftOut(1, 6, resting=1, siblings=1, suspended=1, limited=2)
    assert left_out_of(cards, memories, cram=True, limit=4) == LeftOut(4, 6, suspended=1, limited=1)
    assert left_out_of(cards, memories, mistakes=True) == LeftOut(0, 6)
    old = memories_of(*(review(one.card.id, 4, -80, number) for number, one in enumerate(cards)))
    assert left_out_of(cards, old) == LeftOut(5, 6, siblings=1)
    assert left_out_of(more, old, due_per_day=3) == LeftOut(3, 4, due=1)
    today = memories_of(review("a", 4, 0))
    assert left_out_of(pair, today, days=0.01) == LeftOut(0, 2, resting=1, siblings=1)


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(-90, 0), st.integers(1, 4)), max_size=8),
    st.integers(0, 4),
    st.one_of(st.none(), st.integers(1, 4)),
)
def test_every_card_is_asked_or_left_out_for_one_reason(
    done: list[tuple[str, int, int]], per_day: int, limit: int | None
) -> None:
    """The numbers add up to all cards, whatever was reviewed."""
    cards = [card("a", note="n"), card("b", note="n"), card("c"), card("d"), card("e")]
    memories = memories_of(*(review(name, rating, day, at) for at, (name, day, rating) in enumerate(done)))
    for options in ({"new_per_day": per_day, "due_per_day": per_day}, {"cram": True}):
        found = left_out_of(cards, memories, days=0.01, limit=limit, **options)
        reasons = (found.resting, found.siblings, found.suspended, found.new, found.due, found.limited)
        assert min(reasons) >= 0 and found.asked + sum(reasons) == found.of == 5


def test_new_cards_come_in_the_order_of_the_files_where_concepts_allow() -> None:
    """A course is begun at its beginning."""
    cards = [card("a", "F1"), card("b", "F2"), card("c", "F3")]
    assert queue_of(cards, memories_of(), limit=2) == ["a", "b"]


def test_mistakes_are_those_of_the_last_fortnight_latest_first() -> None:
    """A card missed twenty days ago is not among them; one missed by cramming is."""
    events = (
        review("long-ago", 1, -20),
        review("older", 1, -5),
        review("latest", 1, -2, mode="cram"),
        review("known", 3, -1),
    )
    cards = [card("long-ago"), card("older"), card("latest"), card("known")]
    memories = memories_of(*events)
    assert names(missed_lately(cards, memories, stamp().day)) == ["latest", "older"]
    assert queue_of(cards, memories, mistakes=True) == ["latest", "older"]


def test_one_seed_gives_one_order() -> None:
    """Cramming asks in the seed's order, and another seed in another."""
    cards = [card(f"c{number}", f"F{number}") for number in range(30)]
    first = queue_of(cards, memories_of(), cram=True, seed=1)
    assert first == queue_of(cards, memories_of(), cram=True, seed=1)
    assert first != queue_of(cards, memories_of(), cram=True, seed=2)
    assert sorted(first) == sorted(names(cards))


CONCEPTS = st.lists(st.sampled_from("abcd"), max_size=40)


@given(CONCEPTS, st.sampled_from(["", "a", "b"]))
def test_concepts_are_neighbours_only_where_it_cannot_be_helped(concepts: list[str], after: str) -> None:
    """Nothing is lost or doubled, and a concept meets itself only as often as its share forces it to."""
    cards = [card(f"c{number}", name) for number, name in enumerate(concepts)]
    found = interleaved(cards, after=f"course/{after}" if after else None)
    assert sorted(names(found)) == sorted(names(cards))
    order = [f"course/{after}", *(one.concept for one in found)] if after else [one.concept for one in found]
    meetings = sum(one == other for one, other in pairwise(order))
    counts = Counter(concepts)
    if after:
        counts[after] += 1
    largest = max(counts.values(), default=0)
    total = sum(counts.values())
    forced = max(0, largest - (total - largest) - 1)
    # The concept before the first card can only stand at the beginning, which may force one meeting more.
    assert meetings <= forced + (1 if after else 0)
    if not after:
        assert meetings == forced


def test_a_queue_of_many_cards_of_two_concepts_is_quickly_ordered() -> None:
    """20,000 cards, nearly all of one concept: an order that looked at each again would not end."""
    cards = [card(f"c{number}", "F1" if number % 100 else f"F{number}") for number in range(20_000)]
    assert len(interleaved(cards)) == 20_000


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4), st.integers(-90, 0)), max_size=30))
def test_a_queue_asks_only_what_is_new_or_due(history: list[tuple[int, int, int]]) -> None:
    """Whatever the history: no card twice, no family twice, none that rests."""
    cards = [card(f"c{number}", f"F{number % 3}", note=f"n{number // 2}") for number in range(10)]
    events = [review(f"c{name}", rating, days, number) for number, (name, rating, days) in enumerate(history)]
    memories, now = memories_of(*events), stamp(0.1)
    found = build_queue(cards, memories, QueueOptions(), at=now.at, day=now.day)
    assert len({one.family for one in found}) == len(found)
    for one in found:
        memory = memories.of(one.key)
        assert memory.is_new or is_due(memory, now.at, now.day)


def test_impossible_options_are_refused() -> None:
    """Two modes at once, no cards, a seed that is none."""
    settings = QuizSettings()
    for wrong in ({"cram": True, "mistakes": True}, {"limit": 0}, {"seed": -1}, {"seed": 2**53}):
        with pytest.raises(ParameterError):
            queue_options(settings, **{"seed": 1, **wrong})  # type: ignore[arg-type]
    assert queue_options(settings, seed=None).seed >= 0
