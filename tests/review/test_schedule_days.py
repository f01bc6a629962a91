"""Study days in the schedule: nights count, not hours; and no clock, zone or journey takes anything away."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from fsrs import Card, Rating, Scheduler, State
from hypothesis import given
from hypothesis import strategies as st

from petui.review.memory import Memory, is_due
from petui.review.schedule import Schedule
from petui.review.stamp import study_day

EXACT = Schedule(fuzz=False)
EASY = EXACT.review(Memory("c/k"), 4, 1_700_000_000_000, "2023-11-14")
BERLIN = ZoneInfo("Europe/Berlin")


def moment(local: datetime) -> tuple[int, str]:
    """UTC milliseconds and the study day, as an event's stamp has them, of a local time."""
    at = int(local.timestamp() * 1000)
    offset = local.utcoffset()
    assert offset is not None
    return at, study_day(at, int(offset.total_seconds() // 60))


def reviewed(memory: Memory, rating: int, local: datetime) -> Memory:
    """The memory after a review at a local time."""
    return EXACT.review(memory, rating, *moment(local))


def berlin(*parts: int) -> datetime:
    """A time in Berlin."""
    return datetime(*parts, tzinfo=BERLIN)  # type: ignore[arg-type, misc]


def test_a_learner_who_is_early_every_day_grows() -> None:
    """Each morning seven minutes earlier: the package by itself would count no day at all."""
    start = datetime(2024, 1, 1, 12, tzinfo=UTC)
    early = punctual = Memory("c/k")
    alone = Card(card_id=1, due=start)
    scheduler = Scheduler(enable_fuzzing=False)
    for number in range(12):
        day = start + timedelta(days=number)
        early = reviewed(early, 3, day - timedelta(minutes=7 * number))
        punctual = reviewed(punctual, 3, day)
        alone, _ = scheduler.review_card(alone, Rating.Good, day - timedelta(minutes=7 * number))
    assert early.stability == punctual.stability
    assert early.stability is not None and early.stability > 10
    assert alone.state is State.Review and alone.stability is not None and alone.stability < 3


@pytest.mark.parametrize("hours", [20, 23, 24, 25, 28])
def test_the_next_study_day_is_one_day_later(hours: int) -> None:
    """Between 20 and 28 hours after noon: always the growth of 24."""
    noon = datetime(2024, 1, 1, 12, tzinfo=UTC)
    first = reviewed(Memory("c/k"), 4, noon)
    assert reviewed(first, 3, noon + timedelta(hours=hours)).stability == pytest.approx(13.485, abs=1e-3)


def test_the_day_turns_at_four() -> None:
    """A night owl's reviews at 23:00 and 03:59 are of one study day; 04:00 begins the next."""
    first = reviewed(Memory("c/k"), 4, berlin(2024, 1, 1, 23))
    late = reviewed(first, 3, berlin(2024, 1, 2, 3, 59))
    assert (late.stability, late.last_day) == (first.stability, "2024-01-01")
    next_day = reviewed(first, 3, berlin(2024, 1, 2, 4))
    assert next_day.last_day == "2024-01-02"
    assert (next_day.stability or 0) > (first.stability or 0)
    assert not is_due(late, *moment(berlin(2024, 1, 9, 3, 59)))
    assert is_due(late, *moment(berlin(2024, 1, 9, 4)))


@pytest.mark.parametrize("turn", [date(2024, 3, 31), date(2024, 10, 27)], ids=["to summer", "to winter"])
@pytest.mark.parametrize("hour", [3, 4, 9, 23])
def test_clocks_that_change_move_no_study_day(turn: date, hour: int) -> None:
    """A daily learner at one local hour has one review per study day over the change, and one day between any two."""
    memory = Memory("c/k")
    days = []
    for number in range(-3, 4):
        local = datetime(turn.year, turn.month, turn.day, hour, 30, tzinfo=BERLIN) + timedelta(days=number)
        memory = reviewed(memory, 3, local)
        days.append(memory.last_day)
    numbers = [date.fromisoformat(day or "").toordinal() for day in days]
    assert numbers == list(range(numbers[0], numbers[0] + 7))
    steady, at = Memory("c/k"), 1_700_000_000_000
    for number in range(7):
        steady = EXACT.review(steady, 3, at + number * 86_400_000, date.fromordinal(numbers[0] + number).isoformat())
    assert memory.stability == steady.stability


def test_a_journey_west_takes_no_day_away() -> None:
    """From Tokyo to Los Angeles the study day is the same or one less; the card's days never go back."""
    tokyo, angeles = ZoneInfo("Asia/Tokyo"), ZoneInfo("America/Los_Angeles")
    first = reviewed(EASY, 3, datetime(2024, 5, 10, 9, tzinfo=tokyo))
    assert first.last_day == "2024-05-10"
    landed = datetime(2024, 5, 9, 22, tzinfo=angeles)
    assert moment(landed)[0] > (first.last_at or 0) and moment(landed)[1] == "2024-05-09"
    after = reviewed(first, 3, landed)
    assert (after.last_day, after.first_day) == ("2024-05-10", "2023-11-14")
    assert (after.due_day or "") >= (first.due_day or "")
    assert after.stability == first.stability


def test_a_journey_east_counts_the_days_of_the_log() -> None:
    """Two study days may be few hours apart; they are two, as the learner saw the dates."""
    angeles, tokyo = ZoneInfo("America/Los_Angeles"), ZoneInfo("Asia/Tokyo")
    first = reviewed(Memory("c/k"), 4, datetime(2024, 5, 9, 20, tzinfo=angeles))
    after = reviewed(first, 3, datetime(2024, 5, 10, 20, tzinfo=tokyo))
    assert (first.last_day, after.last_day) == ("2024-05-09", "2024-05-10")
    assert after.stability == pytest.approx(13.485, abs=1e-3)


@given(st.integers(0, 10**9), st.integers(0, 4000), st.sampled_from([2, 3, 4]))
def test_a_clock_that_is_set_back_changes_no_past(ms: int, days: int, rating: int) -> None:
    """The review counts as one of the last moment that is known, and the card is due no earlier than before."""
    assert EASY.last_at is not None and EASY.last_day is not None
    back = (date.fromisoformat(EASY.last_day) - timedelta(days=days)).isoformat()
    after = Schedule().review(EASY, rating, EASY.last_at - ms, back)
    assert after == Schedule().review(EASY, rating, EASY.last_at, EASY.last_day)
    assert (after.last_at, after.last_day) == (EASY.last_at, EASY.last_day)
    assert (after.due_day or "") >= (EASY.due_day or "")


def test_a_step_within_the_day_waits_from_the_last_moment_known() -> None:
    """Also where the clock has been set back: ten minutes from the review before."""
    first = EXACT.review(Memory("c/k"), 3, 1_700_000_000_000, "2023-11-14")
    again = EXACT.review(first, 1, 1_600_000_000_000, "2020-09-13")
    assert (again.due_at, again.due_day) == (1_700_000_060_000, "2023-11-14")


def test_a_step_that_waits_over_night_is_due_in_the_morning() -> None:
    """Answered at 03:55, due at 04:05: the next study day, so it is due as soon as that begins."""
    memory = reviewed(Memory("c/k"), 3, berlin(2024, 1, 2, 3, 55))
    assert memory.due_day == "2024-01-01"
    assert not is_due(memory, *moment(berlin(2024, 1, 2, 3, 59)))
    assert is_due(memory, *moment(berlin(2024, 1, 2, 4)))
