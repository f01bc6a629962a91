"""Statistics: hand-worked logs, and what must hold for any log."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.formula import SLIPS
from petui.lessons.collection import FiledCard
from petui.lessons.model import Card, Course, Deck, Mistake
from petui.lessons.place import Place
from petui.lessons.prosemodel import Paragraph, Text
from petui.review.events import Event, ReviewEvent, StartEvent, StepEvent, SuspendEvent, UndoEvent
from petui.review.mastery import Mastery
from petui.review.memories import Memories
from petui.review.queue import QueueOptions, build_queue, left_out
from petui.review.recall import Recall
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp, study_day
from petui.review.statistics import Statistics, study_statistics
from petui.review.streaks import Streak, streak_of

SCHEDULE = Schedule()
FIRST = date(2026, 11, 2)
PLACE = Place("decks/d.md", 7)
# FSRS-6's forgetting curve, written out here: R = (1 + F·t/S)^-w, F = 0.9^(-1/w) - 1.
W20 = 0.1542
FIRST_EASY_STABILITY = 8.2956


def prose(text: str) -> tuple[Paragraph, ...]:
    """A paragraph of one run."""
    return (Paragraph((Text(text),), PLACE),)


def card(name: str, *covers: str, note: str = "") -> FiledCard:
    """A basic card of course c, deck d."""
    return FiledCard("c", "d", Card(name, "basic", prose(f"What is {name}?"), prose("It."), PLACE, covers, note=note))


CARDS = (card("a", "F1"), card("b", "F1", "F2"), card("x", "F2"), card("y"))
MISTAKES = tuple(Mistake(name, (Text(f"claim of {name}"),), "wrong", (), PLACE) for name in ("m1", "m2"))
COURSE = Course(
    "c", "Course", "en", "/c", (), (), MISTAKES, (Deck("d", "The deck", "decks/d.md"),),
    (("F2", "second things"), ("F1", "first things")),
)  # fmt: skip


def stamp(day: int, number: int = 0, *, tz: int = 60) -> Stamp:
    """Noon of the day of that number, local time, and so many minutes later."""
    moment = datetime(FIRST.year, FIRST.month, FIRST.day, 12, tzinfo=UTC) + timedelta(days=day, minutes=number - tz)
    at = int(moment.timestamp() * 1000)
    return Stamp(f"{at:015}-{number:04}", at, tz, study_day(at, tz), "h")


def day(number: int) -> str:
    """The study day of that number."""
    return (FIRST + timedelta(number)).isoformat()


def review(name: str, on: int, rating: int = 3, number: int = 0, mode: str = "", ms: int | None = None) -> ReviewEvent:
    """A review on a day."""
    when = stamp(on, number)
    return ReviewEvent(card=f"c/{name}", rating=rating, mode=mode, ms=ms, stamp=replace(when, id=f"{when.id}-{name}"))


def found(events: list[Event], today: int) -> Statistics:
    """The statistics of that log on a day."""
    memories = Memories.of_events(events, SCHEDULE)
    return study_statistics(CARDS, memories, events, day(today), at=stamp(today).at, courses=[COURSE])


def test_an_empty_log() -> None:
    """Every card is new; nothing else is claimed."""
    statistics = found([], 0)
    assert statistics.is_empty
    assert (statistics.cards, statistics.new_waiting, statistics.due_today, statistics.suspended) == (4, 4, 0, 0)
    assert statistics.streak == Streak(0, 0, 0, False)
    assert statistics.retention.all == Recall()
    assert (statistics.retention.all.measured, statistics.retention.all.verdict) == (None, "none")
    assert {one.word for one in statistics.mastery} == {"new"}
    assert (statistics.mistakes, statistics.leeches, statistics.hardest) == ((), (), ())


def test_what_is_due() -> None:
    """Overdue cards today, later ones on their day, suspended and new ones apart, far ones beyond the forecast."""
    starts = [("a", day(-5)), ("b", day(3)), ("x", day(400)), ("y", day(1))]
    events: list[Event] = [
        StartEvent(card=f"c/{name}", due=due, last=day(-10), stability=9.0, difficulty=5.0, stamp=stamp(0, at))
        for at, (name, due) in enumerate(starts)
    ]
    events.append(SuspendEvent(card="c/y", stamp=stamp(0, 10)))
    statistics = found(events, 0)
    assert len(statistics.forecast) == 30
    assert [each for each in statistics.forecast if each[1]] == [(day(0), 1), (day(3), 1)]
    assert statistics.due_now == 1
    assert (statistics.due_today, statistics.due_later, statistics.suspended, statistics.new_waiting) == (1, 1, 1, 0)
    later = found(events, 30)
    assert (later.due_today, later.due_later, later.forecast[0]) == (2, 1, (day(30), 2))


def test_cards_in_their_first_minutes_are_due_today() -> None:
    """Not yet, as a quiz would say too; those left behind on an earlier day are."""
    events: list[Event] = [review("a", 0, 1), review("b", 0, 4)]
    assert (found(events, 0).due_now, found(events, 0).due_today) == (0, 1)
    assert (found(events, 1).due_now, found(events, 1).due_today) == (1, 1)


@given(
    st.lists(st.tuples(st.sampled_from("abxy"), st.integers(0, 3), st.integers(1, 4)), max_size=9), st.integers(3, 9)
)
def test_due_now_is_what_a_quiz_asks_again(reviews: list[tuple[str, int, int]], today: int) -> None:
    """One rule for both."""
    events: list[Event] = [review(name, on, rating, at) for at, (name, on, rating) in enumerate(reviews)]
    memories = Memories.of_events(events, SCHEDULE)
    at = stamp(today, 1).at
    statistics = study_statistics(CARDS, memories, events, day(today), at=at, courses=[COURSE])
    options = QueueOptions(new_per_day=0, due_per_day=100)
    asked = build_queue(CARDS, memories, options, at=at, day=day(today))
    found_left = left_out(CARDS, memories, options, asked, at=at, day=day(today))
    begun = sum(not memories.of(card.key).is_new for card in CARDS)
    assert statistics.due_now == begun - found_left.resting
    assert statistics.due_now <= statistics.due_today


def test_retention_by_hand() -> None:
    """One card, Easy at first, then Good after 8 days and Again after 30 more: 1 of 2, and FSRS's own curve."""
    events: list[Event] = [review("a", 0, 4), review("a", 8, 3), review("a", 38, 1), review("a", 38, 3, number=1)]
    retention = found(events, 40).retention
    assert (retention.all.reviews, retention.all.recalled) == (2, 1)
    factor = 0.9 ** (-1 / W20) - 1
    chance = (1 + factor * 8 / FIRST_EASY_STABILITY) ** -W20
    assert retention.young.reviews == 1
    assert retention.young.expected == pytest.approx(chance, abs=1e-4)
    assert retention.young.spread == pytest.approx(sqrt(chance * (1 - chance)), abs=1e-4)
    assert (retention.mature.reviews, retention.mature.recalled) == (1, 0)
    assert retention.all.expected == pytest.approx(retention.young.expected + retention.mature.expected)
    assert retention.all.verdict == "few"


def test_only_a_card_that_waited_a_day_measures_retention() -> None:
    """Not one left overnight in its first minutes, nor one asked twice on a day; Hard is a recall."""
    events: list[Event] = [review("a", 0, 1), review("a", 1, 3), review("b", 0, 4), review("b", 8, 2)]
    events.append(review("b", 8, 3, number=1))
    retention = found(events, 9).retention
    assert (retention.all.reviews, retention.all.recalled) == (1, 1)


@pytest.mark.parametrize("mode", ["cram", "mistakes"])
def test_cram_is_counted_by_itself(mode: str) -> None:
    """It changes no retention and no due day, but it was done and took time."""
    events: list[Event] = [review("a", 0, 4, ms=1000)]
    crammed = [*events, review("a", 8, 1, mode=mode, ms=2000), review("b", 8, 1, number=1, mode=mode)]
    before, after = found(events, 8), found(crammed, 8)
    assert after.retention == before.retention
    assert after.forecast == before.forecast
    assert (after.reviews, after.cram_reviews, after.reviews_today) == (1, 2, 2)
    assert (after.ms, after.ms_today, after.untimed) == (3000, 2000, 1)


def test_what_is_undone_is_not_counted() -> None:
    """Neither as a review nor in streak, retention, misconceptions or time."""
    kept: list[Event] = [review("a", 0, 4)]
    wrong = replace(review("a", 8, 1, ms=99), misconceptions=("m1",))
    assert found([*kept, wrong, UndoEvent(undoes=wrong.stamp.id, stamp=stamp(8, 5))], 8) == found(kept, 8)
    assert found([*kept, wrong], 8) != found(kept, 8)


def test_a_review_counts_two_minutes_at_most() -> None:
    """A card left open over lunch is not two hours of study."""
    events: list[Event] = [review("a", 0, ms=7_200_000), review("b", 1, ms=30_000), review("x", 1, ms=-5, number=1)]
    statistics = found(events, 1)
    assert (statistics.ms, statistics.ms_today) == (150_000, 30_000)


def test_reviews_by_day_are_26_weeks() -> None:
    """From a Monday to today; a review before them counts only in the total."""
    events: list[Event] = [review("a", -180), review("a", -3, number=1), review("b", 2), review("x", 2, number=1)]
    statistics = found(events, 2)
    days = statistics.reviews_by_day
    assert date.fromisoformat(days[0][0]).weekday() == 0
    assert days[-1] == (day(2), 2)
    assert len(days) == 25 * 7 + 3
    assert [each for each in days if each[1]] == [(day(-3), 1), (day(2), 2)]
    assert statistics.reviews == 4


def test_mastery_is_the_mean_over_all_cards() -> None:
    """New ones count 0; concepts stand in the inventory's order, then decks without numbers."""
    mastery = found([review("a", 0, 4)], 8).mastery
    assert [(one.number, one.text, one.cards, one.begun) for one in mastery] == [
        ("F2", "second things", 1, 0),
        ("F1", "first things", 2, 1),
        ("d", "The deck", 1, 0),
    ]
    factor = 0.9 ** (-1 / W20) - 1
    assert mastery[1].retrievability == pytest.approx((1 + factor * 8 / FIRST_EASY_STABILITY) ** -W20 / 2, abs=1e-4)
    assert mastery[0].retrievability == 0.0


@pytest.mark.parametrize(
    ("cards", "begun", "mature", "retrievability", "word"),
    [
        (4, 0, 0, 0.0, "new"),
        (4, 1, 0, 0.24, "learning"),
        (4, 1, 1, 0.19, "shaky"),
        (4, 4, 4, 0.79, "shaky"),
        (4, 4, 2, 0.85, "firm"),
        (4, 4, 1, 0.99, "learning"),
        (4, 4, 4, 0.84, "learning"),
        (4, 3, 3, 0.75, "learning"),
    ],
)
def test_words_of_mastery(cards: int, begun: int, mature: int, retrievability: float, word: str) -> None:
    """A card learned a minute ago does not make a concept firm, nor do new ones make it shaky."""
    assert Mastery("c", "F1", "", cards, begun, mature, retrievability).word == word


@pytest.mark.parametrize(
    ("recalled", "verdict"),
    [(90, "as expected"), (85, "as expected"), (83, "fewer"), (97, "more"), (95, "as expected")],
)
def test_verdicts_of_retention(recalled: int, verdict: str) -> None:
    """Two standard deviations of 100 reviews at 0.9 are 6."""
    assert Recall(100, recalled, 90.0, 3.0).verdict == verdict
    assert Recall(29, 29, 10.0, 1.0).verdict == "few"


def test_misconceptions_come_from_cards_and_lessons() -> None:
    """The commonest first; of equals the latest; one that the course has not any more keeps its id."""
    events: list[Event] = [
        replace(review("a", 0, 1), misconceptions=("m2", "gone")),
        replace(review("b", 1, 1), misconceptions=("m1",)),
        StepEvent(at_step="c/l#s", outcome="wrong", question="q", misconceptions=("m2",), stamp=stamp(2)),
    ]
    assert [(one.id, one.claims, one.count, one.last) for one in found(events, 3).mistakes] == [
        ("m2", "claim of m2", 2, day(2)),
        ("m1", "claim of m1", 1, day(1)),
        ("gone", "", 1, day(0)),
    ]


def test_a_built_in_slip_is_shown_by_its_title() -> None:
    """Slips stand in no course, and are known all the same."""
    (seen,) = found([replace(review("a", 0, 1), misconceptions=("doubled-exponent",))], 1).mistakes
    assert seen.claims == next(slip.title for slip in SLIPS if slip.id == "doubled-exponent") != ""


def test_leeches_and_the_hardest() -> None:
    """Eight lapses make a leech; fewer make a hard card; none make neither."""
    events: list[Event] = []
    for name, lapses in (("a", 8), ("b", 7), ("x", 0)):
        events.append(review(name, 0, 4))
        for at in range(lapses):
            events += [review(name, 10 * at + 10, 1), review(name, 10 * at + 10, 3, number=1)]
    statistics = found(events, 200)
    assert [(one.key, one.lapses, one.reviews, one.front, one.place) for one in statistics.leeches] == [
        ("c/a", 8, 17, "What is a?", "decks/d.md:7")
    ]
    assert [(one.key, one.lapses) for one in statistics.hardest] == [("c/b", 7)]


def test_cards_that_are_gone_count_as_reviews_only() -> None:
    """Nobody can be asked for them any more."""
    statistics = found([review("gone", 0, 4)], 8)
    assert (statistics.reviews, statistics.cards, statistics.due_today, statistics.new_waiting) == (1, 4, 0, 4)


# ---- streaks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "today", "streak"),
    [
        ([0, 1, 2], 2, Streak(3, 3, 3, True)),
        ([0, 1, 2], 3, Streak(3, 3, 3, False)),
        ([0, 1, 2], 4, Streak(0, 3, 3, False)),
        ([0, 1, 3, 4, 5, 9], 9, Streak(1, 3, 6, True)),
        ([0], -1, Streak(1, 1, 1, False)),
        ([0, 5], 1, Streak(1, 1, 2, False)),
        ([], 0, Streak()),
    ],
)
def test_streaks_by_hand(days: list[int], today: int, streak: Streak) -> None:
    """Today, not over yet, breaks none; a day after today, from a journey, goes on with it."""
    assert streak_of([review("a", each) for each in days], day(today)) == streak


def test_lessons_count_for_the_streak() -> None:
    """An answer does, a page that was only seen does not."""
    step = StepEvent(at_step="c/l#s", outcome="right", question="q", stamp=stamp(1))
    assert streak_of([review("a", 0), step], day(1)).current == 2
    assert streak_of([review("a", 0), replace(step, outcome="seen")], day(1)).studied_today is False


@given(st.sets(st.integers(0, 40), min_size=1), st.lists(st.sampled_from([-720, -300, 0, 60, 345, 840]), min_size=41))
def test_a_streak_is_of_stored_days_wherever_the_learner_was(days: set[int], zones: list[int]) -> None:
    """Each day's review at noon local time, in whatever zone: the stored days decide."""
    events = [ReviewEvent(card="c/a", rating=3, stamp=stamp(each, tz=zones[each])) for each in days]
    assert [event.stamp.day for event in events] == [day(each) for each in days]
    home = streak_of([review("a", each) for each in days], day(40))
    assert streak_of(events, day(40)) == home


def test_a_streak_outlives_the_change_of_clocks() -> None:
    """Berlin, 24 to 26 October 2026: at 23:30, then at 04:30 on the day that has an hour more, then late again."""
    moments = [(2026, 10, 24, 21, 30, 120), (2026, 10, 25, 3, 30, 60), (2026, 10, 26, 22, 59, 60)]
    events = []
    for year, month, number, hour, minute, tz in moments:
        at = int(datetime(year, month, number, hour, minute, tzinfo=UTC).timestamp() * 1000)
        events.append(ReviewEvent(card="c/a", rating=3, stamp=Stamp(f"i{number}", at, tz, study_day(at, tz), "h")))
    assert streak_of(events, "2026-10-26") == Streak(3, 3, 3, True)


def test_a_day_that_a_journey_left_out_breaks_no_streak() -> None:
    """Honolulu on Sunday evening, Auckland 13 hours later: there it is Tuesday. At home a day left out is one."""
    sunday = int(datetime(2026, 11, 2, 6, tzinfo=UTC).timestamp() * 1000)
    tuesday = sunday + 13 * 3_600_000
    west = Stamp("i1", sunday, -600, study_day(sunday, -600), "h")
    east = Stamp("i2", tuesday, 780, study_day(tuesday, 780), "h")
    assert (west.day, east.day) == ("2026-11-01", "2026-11-03")
    events = [ReviewEvent(card="c/a", rating=3, stamp=each) for each in (west, east)]
    assert streak_of(events, "2026-11-03").current == 2
    assert streak_of([review("a", 0), review("a", 2)], day(2)).current == 1


# ---- any log ---------------------------------------------------------------------------------------------------------


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """Reviews of both sorts, undoings and suspensions over 60 days."""
    events: list[Event] = []
    names = st.sampled_from(["a", "b", "x", "y", "gone"])
    for number in range(draw(st.integers(0, 25))):
        on, name = draw(st.integers(0, 60)), draw(names)
        kind = draw(st.sampled_from(["review", "review", "review", "cram", "undo", "suspend"]))
        if kind == "undo" and events:
            events.append(UndoEvent(undoes=draw(st.sampled_from(events)).stamp.id, stamp=stamp(on, number)))
        elif kind == "suspend":
            events.append(SuspendEvent(card=f"c/{name}", stamp=stamp(on, number)))
        else:
            mode = "cram" if kind == "cram" else ""
            rating, ms = draw(st.integers(1, 4)), draw(st.none() | st.integers(0, 10**6))
            events.append(review(name, on, rating, number, mode, ms))
    return events


@given(logs(), st.integers(61, 120))
def test_totals_add_up(events: list[Event], today: int) -> None:
    """Each card is in one place, each review in one day and in one sort."""
    statistics = found(events, today)
    waiting = sum(count for _, count in statistics.forecast) + statistics.due_later + statistics.new_waiting
    assert waiting + statistics.suspended == statistics.cards == len(CARDS)
    undone = {event.undoes for event in events if isinstance(event, UndoEvent)}
    counted = [event for event in events if isinstance(event, ReviewEvent) and event.stamp.id not in undone]
    assert statistics.reviews + statistics.cram_reviews == len(counted)
    assert sum(count for _, count in statistics.reviews_by_day) == len(counted)
    assert statistics.streak.days == len({event.stamp.day for event in counted})
    assert statistics.streak.current <= statistics.streak.longest <= statistics.streak.days
    assert statistics.due_now <= statistics.due_today == statistics.forecast[0][1]
    retention = statistics.retention
    assert retention.young.reviews + retention.mature.reviews == retention.all.reviews <= statistics.reviews
    assert 0 <= retention.all.expected <= retention.all.reviews
    assert sum(one.cards for one in statistics.mastery) == len(CARDS)
    assert all(0 <= one.retrievability <= one.begun / one.cards for one in statistics.mastery)


@given(logs(), st.randoms())
def test_the_order_of_files_does_not_matter(events: list[Event], random: object) -> None:
    """The same statistics from the same events."""
    shuffled = list(events)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    expected = found(events, 61)
    again = found(shuffled, 61)
    assert replace(again, retention=expected.retention) == expected
    assert again.retention.all.expected == pytest.approx(expected.retention.all.expected)
    assert (again.retention.all.reviews, again.retention.all.recalled) == (
        expected.retention.all.reviews,
        expected.retention.all.recalled,
    )
