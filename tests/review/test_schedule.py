"""The schedule: published vectors of FSRS-6, and laws that hold from every state."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from fsrs import Card, Rating, Scheduler, State
from hypothesis import assume, example, given
from hypothesis import strategies as st

from petui.core.errors import ParameterError
from petui.lessons.model import OldSchedule
from petui.review.events import StartEvent
from petui.review.fuzz import fuzz_range
from petui.review.memory import Memory, Preview, is_due
from petui.review.schedule import MOST_DAYS, Schedule
from petui.review.stamp import stamp_now

NOON = 1_704_110_400_000
DAY = 24 * 3600 * 1000
FIRST = date(2024, 1, 1)
EXACT = Schedule(fuzz=False)
SPREAD = Schedule()
DECAY = -0.1542
FACTOR = 0.9 ** (1 / DECAY) - 1
RATINGS = (1, 2, 3, 4)


def day(number: int) -> str:
    """A study day, counted from the first."""
    return (FIRST + timedelta(days=number)).isoformat()


def in_review(stability: float, difficulty: float, due: int = 10, card: str = "c/k", reviews: int = 3) -> Memory:
    """A card last reviewed on day 0."""
    return Memory(
        card=card,
        stage="review",
        stability=stability,
        difficulty=difficulty,
        due_day=day(due),
        last_at=NOON,
        last_day=day(0),
        first_day=day(0),
        reviews=reviews,
    )


def wait_of(memory: Memory) -> int:
    """Study days between the last review and the next."""
    assert memory.due_day is not None and memory.last_day is not None
    return (date.fromisoformat(memory.due_day) - date.fromisoformat(memory.last_day)).days


# ---- published vectors -----------------------------------------------------------------------------------------------


def test_the_history_of_intervals() -> None:
    """Six times Good, two times Again, five times Good, each when it is due."""
    memory, waits = Memory("c/k"), []
    at, today = NOON, day(0)
    for rating in [3] * 6 + [1, 1] + [3] * 5:
        at, today = max(at, memory.due_at or 0), memory.due_day or today
        memory = EXACT.review(memory, rating, at, today)
        waits.append(wait_of(memory))
    assert waits == [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]
    assert (memory.reviews, memory.lapses, memory.first_day) == (13, 1, day(0))


def test_the_state_of_memory() -> None:
    """Again, then Good five times, after 0, 0, 1, 3, 8 and 21 days."""
    memory, number = Memory("c/k"), 0
    for rating, gap in zip((1, 3, 3, 3, 3, 3), (0, 0, 1, 3, 8, 21), strict=True):
        number += gap
        memory = EXACT.review(memory, rating, NOON + number * DAY, day(number))
    assert memory.stability == pytest.approx(53.62691, abs=1e-4)
    assert memory.difficulty == pytest.approx(6.3574867, abs=1e-4)


@pytest.mark.parametrize(
    ("rating", "stability", "difficulty", "stage", "minutes", "days"),
    [
        (1, 0.212, 6.4133, "learning", 1.0, 0),
        (2, 1.2931, 5.11217071, "learning", 5.5, 0),
        (3, 2.3065, 2.11810397, "learning", 10.0, 0),
        (4, 8.2956, 1.0, "review", None, 8),
    ],
)
def test_the_first_review(
    rating: int, stability: float, difficulty: float, stage: str, minutes: float | None, days: int
) -> None:
    """The initial state for each rating, and when the card comes back."""
    after = EXACT.review(Memory("c/k"), rating, NOON, day(0))
    assert (after.stability, after.difficulty) == pytest.approx((stability, difficulty), abs=1e-4)
    assert (after.stage, wait_of(after)) == (stage, days)
    assert after.due_at == (None if minutes is None else NOON + minutes * 60_000)


@pytest.mark.parametrize(
    ("rating", "difficulty"), [(1, 8.341763), (2, 6.6659956), (3, 4.990228), (4, 3.3144615)], ids=RATINGS
)
@pytest.mark.parametrize("gap", [0, 1, 30])
def test_the_next_difficulty(rating: int, difficulty: float, gap: int) -> None:
    """From 5, however long ago the last review was."""
    after = EXACT.review(in_review(20.0, 5.0), rating, NOON, day(gap))
    assert after.difficulty == pytest.approx(difficulty, abs=1e-4)


@pytest.mark.parametrize(("rating", "stability"), [(1, 1.596818), (2, 5.0), (3, 5.0), (4, 8.12961)], ids=RATINGS)
def test_the_next_stability_on_the_same_study_day(rating: int, stability: float) -> None:
    """From 5."""
    after = EXACT.review(in_review(5.0, 5.0), rating, NOON, day(0))
    assert after.stability == pytest.approx(stability, abs=1e-4)


class _Recalled(Scheduler):
    """The package's scheduler, for a given retrievability; those that vectors name fall between two days."""

    recalled = 0.9

    def get_card_retrievability(self, card: Card, current_datetime: datetime | None = None) -> float:
        """The one that is given."""
        return self.recalled


@pytest.mark.parametrize(
    ("difficulty", "recalled", "rating", "stability"),
    [
        (2.0, 0.8, 2, 28.226582),
        (3.0, 0.7, 3, 58.656002),
        (4.0, 0.6, 4, 127.226685),
        (1.0, 0.9, 1, 1.0525396),
        (2.0, 0.8, 1, 1.1894329),
        (3.0, 0.7, 1, 1.3680838),
        (4.0, 0.6, 1, 1.584989),
    ],
)
def test_the_next_stability_of_the_package(difficulty: float, recalled: float, rating: int, stability: float) -> None:
    """From 5, on a later day: the installed version computes what was published."""
    now = datetime(2024, 1, 1, tzinfo=UTC)
    scheduler = _Recalled(enable_fuzzing=False)
    scheduler.recalled = recalled
    card = Card(card_id=1, state=State.Review, stability=5.0, difficulty=difficulty, due=now, last_review=now)
    after, _ = scheduler.review_card(card, Rating(rating), now + timedelta(days=5))
    assert after.stability == pytest.approx(stability, abs=1e-4)


@pytest.mark.parametrize(
    ("gap", "stability", "recalled"),
    [(0, 1, 1.0), (1, 2, 0.9403443), (2, 3, 0.9253786), (3, 4, 0.9185229), (4, 4, 0.9), (5, 2, 0.8261359)],
)
def test_the_forgetting_curve(gap: int, stability: float, recalled: float) -> None:
    """(1 + F·t/S)^-0.1542."""
    assert EXACT.retrievability(in_review(stability, 5.0), day(gap)) == pytest.approx(recalled, abs=1e-6)


def test_the_retrievability_of_an_easy_card_when_it_is_due() -> None:
    """A little more than the retention aimed at, since intervals are whole days; a new card has none."""
    after = EXACT.review(Memory("c/k"), 4, NOON, day(0))
    assert after.due_day is not None
    assert EXACT.retrievability(after, after.due_day) == pytest.approx(0.9024733, abs=1e-6)
    assert EXACT.retrievability(Memory("c/k"), day(5)) == 0


@pytest.mark.parametrize(("retention", "days"), [(0.7, 9), (0.8, 3), (0.9, 1)])
def test_the_next_interval(retention: float, days: int) -> None:
    """For a stability of 1, by way of a second Good in the first minutes that leads there."""
    before = math.exp(-0.5425 * 0.0912 / (1 - 0.0658))
    memory = Memory("c/k", "learning", 1, before, 5.0, NOON, day(0), NOON, day(0), day(0), 1)
    after = Schedule(retention, fuzz=False).review(memory, 3, NOON, day(0))
    assert after.stability == pytest.approx(1.0, abs=1e-9)
    assert wait_of(after) == days


@pytest.mark.parametrize(
    ("ease", "interval", "retention", "stability", "difficulty"),
    [
        (2.5, 10.0, 0.9, 10.0, 6.9140563),
        (2.5, 10.0, 0.8, 3.01572, 9.393428),
        (1.3, 20.0, 0.9, 20.0, 10.0),
    ],
)
def test_the_memory_behind_an_sm2_schedule(
    ease: float, interval: float, retention: float, stability: float, difficulty: float
) -> None:
    """Stability and difficulty for an ease, an interval and the retention that it aimed at."""
    found = EXACT.memory_from_sm2(ease, interval, retention)
    assert found == pytest.approx((stability, difficulty), abs=1e-4)


# ---- laws ------------------------------------------------------------------------------------------------------------

STABILITIES = st.floats(0.001, float(MOST_DAYS))
DIFFICULTIES = st.floats(1, 10)
RETENTIONS = st.floats(0.70, 0.97)
STATES = st.builds(
    in_review,
    STABILITIES,
    DIFFICULTIES,
    st.integers(1, 400),
    st.text(st.characters(), min_size=1, max_size=8),
    st.integers(0, 50),
)
SITTINGS = st.tuples(st.sampled_from(RATINGS), st.integers(-5, 400), st.integers(-DAY, DAY), st.booleans())
LIVES = st.lists(SITTINGS, min_size=1, max_size=25)


def lived(schedule: Schedule, sittings: list[tuple[int, int, int, bool]], memory: Memory) -> list[Memory]:
    """The memory before and after each sitting (rating, days later, milliseconds later, sure and wrong)."""
    found, at, number = [memory], NOON, 0
    for rating, days, ms, sure in sittings:
        at, number = max(at + days * DAY + ms, 0), number + days
        memory = schedule.review(memory, rating, at, day(number), sure_and_wrong=sure)
        found.append(memory)
    return found


@given(LIVES, RETENTIONS)
def test_every_state_is_sound(sittings: list[tuple[int, int, int, bool]], retention: float) -> None:
    """A card is either due within the study day or on a later one; counts rise; nothing runs backwards."""
    for number, (before, after) in enumerate(pairwise(lived(Schedule(retention), sittings, Memory("c/k"))), start=1):
        assert after.stability is not None and 0.001 <= after.stability <= MOST_DAYS
        assert after.difficulty is not None and 1 <= after.difficulty <= 10
        assert after.due_day is not None and after.last_day is not None and after.last_at is not None
        assert (after.stage == "review") == (after.due_at is None) == (after.step is None)
        assert after.due_at is None or after.due_at > after.last_at
        assert 1 <= wait_of(after) <= MOST_DAYS if after.stage == "review" else wait_of(after) == 0
        assert after.reviews == number
        assert after.lapses == before.lapses + (after.stage == "relearning" and before.stage == "review")
        assert after.last_day >= (before.last_day or "") and after.last_at >= (before.last_at or 0)
        assert after.first_day == (before.first_day or after.last_day)


@given(STATES, RETENTIONS, st.integers(0, 500))
def test_a_better_rating_never_comes_back_sooner(memory: Memory, retention: float, gap: int) -> None:
    """Again, Hard, Good, Easy: stability, due moment and previews never fall."""
    schedule = Schedule(retention)
    after = [schedule.review(memory, rating, NOON, day(gap)) for rating in RATINGS]
    dues = [(one.due_day or "", one.due_at or math.inf) for one in after]
    assert dues == sorted(dues)
    stabilities = [one.stability or 0.0 for one in after]
    assert all(worse <= better * (1 + 1e-12) for worse, better in pairwise(stabilities))
    previews = schedule.previews(memory, NOON, day(gap))
    assert [one.days for one in previews] == sorted(one.days for one in previews)


@given(st.sampled_from([Memory("c/k"), *(EXACT.review(Memory("c/k"), rating, NOON, day(0)) for rating in (1, 2, 3))]))
def test_a_better_rating_never_comes_back_sooner_in_the_first_minutes(memory: Memory) -> None:
    """As above, for cards that are being learnt."""
    previews = EXACT.previews(memory, NOON, day(0))
    assert [(one.days, one.minutes) for one in previews] == sorted((one.days, one.minutes) for one in previews)


@given(STATES, st.integers(2, 4), st.integers(0, 500), RETENTIONS)
def test_the_interval_aims_at_the_retention(memory: Memory, rating: int, gap: int, retention: float) -> None:
    """Round(S/F·(r^(1/-0.1542) - 1)) without fuzz, from 1 day to a hundred years."""
    after = Schedule(retention, fuzz=False).review(memory, rating, NOON, day(gap))
    assert after.stability is not None
    # A stability that was cut off says no longer what the interval was made of.
    assume(after.stability < MOST_DAYS)
    ideal = after.stability / FACTOR * (retention ** (1 / DECAY) - 1)
    assert abs(wait_of(after) - min(max(ideal, 1), MOST_DAYS)) <= 0.5 + 1e-6 * ideal


@given(STATES, RETENTIONS, st.integers(2, 4), st.integers(0, 500))
def test_the_interval_stays_in_the_range_of_fuzz(memory: Memory, retention: float, rating: int, gap: int) -> None:
    """Whatever the interval before, as of a schedule that another program made."""
    after = Schedule(retention).review(memory, rating, NOON, day(gap))
    plain = Schedule(retention, fuzz=False).review(memory, rating, NOON, day(gap))
    low, high = fuzz_range(wait_of(plain), MOST_DAYS)
    assert low <= wait_of(after) <= high
    assert after == replace(plain, due_day=after.due_day)


@given(st.floats(MOST_DAYS / 2, MOST_DAYS), st.sampled_from(RATINGS), st.integers(0, 5000))
def test_stability_ends_at_a_hundred_years(stability: float, rating: int, gap: int) -> None:
    """However often a card is passed."""
    after = EXACT.review(in_review(stability, 1.0), rating, NOON, day(gap))
    assert after.stability is not None and after.stability <= MOST_DAYS


@given(STATES, st.lists(st.integers(0, 4000), min_size=2, max_size=8).map(sorted))
def test_recall_fades(memory: Memory, gaps: list[int]) -> None:
    """It begins at 1 and never rises by waiting; a clock that is set back gives no more than 1."""
    found = [EXACT.retrievability(memory, day(gap)) for gap in gaps]
    assert all(later <= sooner for sooner, later in pairwise(found))
    assert all(0 <= one <= 1 for one in found)
    assert EXACT.retrievability(memory, day(0)) == EXACT.retrievability(memory, day(-3)) == 1


@given(LIVES)
def test_a_card_that_is_passed_again_waits_no_less(sittings: list[tuple[int, int, int, bool]]) -> None:
    """Fuzz never makes the interval of a passed card shrink, nor a clock that goes back its due day."""
    for before, after in pairwise(lived(SPREAD, [(*one[:3], False) for one in sittings], Memory("c/k"))):
        if before.stage == after.stage == "review":
            assert wait_of(after) >= wait_of(before)
            assert (after.due_day or "") >= (before.due_day or "")


@given(STATES, st.sampled_from(RATINGS), st.integers(0, 500), st.booleans())
def test_previews_are_what_happens(memory: Memory, rating: int, gap: int, suspended: bool) -> None:
    """The four intervals shown are those that a review then leads to; a review says nothing about suspension."""
    preview = SPREAD.previews(memory, NOON, day(gap))[rating - 1]
    after = SPREAD.review(memory, rating, NOON, day(gap))
    assert preview.rating == rating
    assert preview.days == wait_of(after)
    if after.due_at is not None:
        assert preview.minutes == round((after.due_at - NOON) / 60_000) > 0


@pytest.mark.parametrize(
    ("minutes", "days", "text"),
    [
        (1, 0, "1 min"),
        (10, 0, "10 min"),
        (0, 1, "1 d"),
        (0, 30, "30 d"),
        (0, 31, "1.0 months"),
        (0, 64, "2.1 months"),
        (0, 364, "12.0 months"),
        (0, 365, "1.0 years"),
        (0, 475, "1.3 years"),
        (0, 36500, "99.9 years"),
    ],
)
def test_previews_in_words(minutes: int, days: int, text: str) -> None:
    """Minutes, days, months, years."""
    assert Preview(3, minutes, days).text == text


# ---- lapses, refutation, being due -----------------------------------------------------------------------------------


def test_a_leech_has_lapsed_eight_times() -> None:
    """Only Again on a card in review is a lapse: not in its first minutes, nor twice in a row."""
    memory, number = EXACT.review(Memory("c/k"), 1, NOON, day(0)), 0
    memory = EXACT.review(EXACT.review(memory, 1, NOON, day(0)), 4, NOON, day(0))
    for lapse in range(8):
        assert (memory.lapses, memory.is_leech) == (lapse, False)
        number += 10
        for rating in (1, 1, 3):
            memory = EXACT.review(memory, rating, NOON + number * DAY, day(number))
    assert (memory.lapses, memory.is_leech) == (8, True)


@given(STATES, LIVES, st.integers(0, 40))
def test_a_sure_and_wrong_answer_comes_back_tomorrow(
    memory: Memory, later: list[tuple[int, int, int, bool]], gap: int
) -> None:
    """Whatever is answered later on the same study day."""
    memory = SPREAD.review(memory, 1, NOON, day(gap), sure_and_wrong=True)
    for rating, *_ in later:
        memory = SPREAD.review(memory, rating, NOON, day(gap))
        assert (memory.due_day or "") <= day(gap + 1)


def test_refutation_ends_with_its_study_day() -> None:
    """Easy on the next day gives the interval that it gives to any card."""
    refuted = SPREAD.review(in_review(50.0, 5.0), 1, NOON, day(10), sure_and_wrong=True)
    plain = SPREAD.review(in_review(50.0, 5.0), 1, NOON, day(10))
    for number, waits in ((10, 1), (11, None)):
        after = SPREAD.review(refuted, 4, NOON + DAY, day(number))
        other = SPREAD.review(plain, 4, NOON + DAY, day(number))
        assert wait_of(other) > 1
        assert wait_of(after) == (waits or wait_of(other))


def test_what_is_due() -> None:
    """Review cards by their day; steps within a day by the minute, or on any later study day; nothing new."""
    waiting = EXACT.review(Memory("c/k"), 3, NOON, day(0))
    assert waiting.due_at == NOON + 600_000
    assert not is_due(waiting, NOON + 599_999, day(0))
    assert is_due(waiting, NOON + 600_000, day(0))
    assert is_due(waiting, NOON, day(1))
    memory = in_review(5.0, 5.0, due=4)
    assert [is_due(memory, NOON, day(number)) for number in (3, 4, 5)] == [False, True, True]
    assert not is_due(Memory("c/k"), NOON, day(0))
    assert not is_due(Memory("c/k", "review", due_day=day(0), suspended=True), NOON, day(9))


# ---- refusals and starts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("retention", [0.0, 0.69, 0.6999999, 0.9700001, 1.0, -1.0, 90.0, math.nan, math.inf])
def test_an_impossible_retention_is_refused(retention: float) -> None:
    """The package would divide by zero, or make every interval one day."""
    with pytest.raises(ParameterError) as refused:
        Schedule(retention)
    assert refused.value.where == "retention"
    assert "0.70 to 0.97" in refused.value.mend


@pytest.mark.parametrize("rating", [0, 5, -1])
def test_an_impossible_rating_is_refused(rating: int) -> None:
    """There are four."""
    with pytest.raises(ParameterError):
        EXACT.review(Memory("c/k"), rating, NOON, day(0))


def test_an_sm2_schedule_becomes_a_starting_state() -> None:
    """Its due day stays; its last review is an interval earlier."""
    old = OldSchedule(due=day(3), interval=10.0, ease=250.0, reviews=4, lapses=1)
    event = EXACT.start_of("c/k", old, day(0))
    assert (event.card, event.due, event.last, event.reviews, event.lapses) == ("c/k", day(3), day(-7), 4, 1)
    assert (event.stability, event.difficulty) == pytest.approx((10.0, 6.9140563), abs=1e-4)
    memory = EXACT.started("c/k", event)
    assert (memory.stage, memory.due_day, memory.last_day, memory.last_at) == ("review", day(3), day(-7), None)
    assert (memory.reviews, memory.lapses, memory.is_new) == (4, 1, False)
    assert EXACT.retrievability(memory, day(3)) == pytest.approx(0.9, abs=1e-9)
    after = EXACT.review(memory, 3, NOON + 3 * DAY, day(3))
    assert wait_of(after) > 10 and after.reviews == 5


def test_an_fsrs_schedule_keeps_its_numbers() -> None:
    """Stability and difficulty are taken as they are."""
    old = OldSchedule(due=day(3), interval=14.0, stability=12.5, difficulty=3.5)
    event = EXACT.start_of("c/k", old, day(0))
    assert (event.stability, event.difficulty, event.last, event.reviews) == (12.5, 3.5, day(-11), 1)


def test_the_last_review_is_not_in_the_future() -> None:
    """A due day that somebody moved far ahead, with a short interval."""
    event = EXACT.start_of("c/k", OldSchedule(due=day(90), interval=1.0, ease=250.0), day(0))
    assert (event.last, event.due) == (day(0), day(90))
    ahead = StartEvent(card="c/k", due=day(5), last="9999-12-31", stability=5.0, difficulty=5.0)
    memory = EXACT.started("c/k", ahead)
    assert memory.last_day == memory.due_day == ahead.stamp.day > day(5)


@pytest.mark.parametrize(
    "old",
    [
        OldSchedule(due="soon", interval=3.0, ease=250.0),
        OldSchedule(due=day(0), interval=math.nan, ease=250.0),
        OldSchedule(due=day(0), interval=math.inf, ease=250.0),
        OldSchedule(due=day(0), interval=3.0, ease=math.nan),
        OldSchedule(due=day(0), interval=3.0, stability=math.inf, difficulty=5.0),
        OldSchedule(due=day(0), interval=3.0, stability=5.0, difficulty=math.nan),
    ],
)
def test_an_unreadable_schedule_is_refused(old: OldSchedule) -> None:
    """With a word on what to do."""
    with pytest.raises(ParameterError):
        EXACT.start_of("c/k", old, day(0))


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
ANY_DAY = st.dates().map(date.isoformat)


@given(
    st.builds(
        OldSchedule,
        due=ANY_DAY,
        interval=NUMBERS,
        ease=st.none() | NUMBERS,
        stability=st.none() | NUMBERS,
        difficulty=st.none() | NUMBERS,
        reviews=st.integers(0, 10**6),
        lapses=st.integers(0, 10**6),
    ),
    ANY_DAY,
)
def test_any_finite_schedule_can_be_started_from(old: OldSchedule, today: str) -> None:
    """However wild its numbers, the state is one that reviews can follow."""
    event = EXACT.start_of("c/k", old, today)
    assert event.last <= today and event.due == old.due
    memory = SPREAD.started("c/k", event)
    assert 0.001 <= (memory.stability or 0) <= MOST_DAYS and 1 <= (memory.difficulty or 0) <= 10
    assert 0 <= SPREAD.retrievability(memory, today) <= 1
    for one in lived(SPREAD, [(3, 0, 0, False), (1, 30, 0, False), (4, 1, 0, True)], memory)[1:]:
        assert one.due_day is not None


@given(
    st.lists(st.tuples(st.sampled_from(RATINGS), st.integers(0, 253_370_764_800_000), ANY_DAY, st.booleans())),
    st.text(st.characters(), min_size=1, max_size=5),
)
@example([(4, 253_370_764_800_000, "9999-12-31", False)] * 4 + [(1, 0, "0001-01-01", True)], "\ud800")
@example([(4, 0, "0001-01-01", False), *[(4, 0, "9999-12-31", False)] * 30], "k")
def test_no_log_is_too_wild(reviews: list[tuple[int, int, str, bool]], card: str) -> None:
    """Any ratings, moments and days from the first year to the last, in any order."""
    memory = Memory(card)
    for rating, at, today, sure in reviews:
        SPREAD.previews(memory, at, today)
        memory = SPREAD.review(memory, rating, at, today, sure_and_wrong=sure)
        assert (memory.due_day or "") >= (memory.last_day or "") >= today
        assert 0 <= SPREAD.retrievability(memory, today) <= 1
        is_due(memory, at, today)


def test_reviews_use_no_clock() -> None:
    """The same review gives the same memory, and the stamp of now is asked of nobody."""
    once = SPREAD.review(in_review(30.0, 5.0), 3, NOON, day(12))
    assert once == Schedule().review(in_review(30.0, 5.0), 3, NOON, day(12))
    assert once.last_at == NOON < stamp_now().at
