"""Ids that rise, and study days that begin at four."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review.stamp import LAST_MOMENT, IdSource, stamp_now, study_day

MOMENTS = st.integers(0, LAST_MOMENT)


@given(st.lists(MOMENTS, min_size=1, max_size=50))
def test_ids_rise_whatever_the_clock_does(moments: list[int]) -> None:
    """Each id and its moment is after the one before, even where the clock is set back."""
    source = IdSource()
    made = [source.next(at) for at in moments]
    ids = [name for name, _ in made]
    assert ids == sorted(set(ids))
    assert [at for _, at in made] == sorted(at for _, at in made)
    assert all(at >= asked for (_, at), asked in zip(made, moments, strict=True))


@given(MOMENTS)
def test_an_id_is_a_uuid_of_version_7(at: int) -> None:
    """Version and variant stand where RFC 9562 wants them, and the moment in the first 48 bits."""
    name, held = IdSource().next(at)
    found = uuid.UUID(name)
    assert str(found) == name
    assert found.int >> 76 & 0xF == 7
    assert found.int >> 62 & 0b11 == 0b10
    assert found.int >> 80 == at == held


def test_ids_of_one_millisecond_differ() -> None:
    """Ten thousand ids in one millisecond are all different and in order."""
    source = IdSource()
    ids = [source.next(1_700_000_000_000)[0] for _ in range(10_000)]
    assert ids == sorted(set(ids))
    assert stamp_now().id < stamp_now().id


@pytest.mark.parametrize(
    ("local", "tz", "day"),
    [
        ("2024-03-01T03:59:59.999", 0, "2024-02-29"),
        ("2024-03-01T04:00:00.000", 0, "2024-03-01"),
        ("2024-03-01T03:59:59.999", 345, "2024-02-29"),
        ("2024-03-01T04:00:00.000", 345, "2024-03-01"),
        ("2024-03-01T03:59:59.999", -570, "2024-02-29"),
        ("2024-03-01T04:00:00.000", -570, "2024-03-01"),
        ("2025-01-01T00:30:00.000", 60, "2024-12-31"),
    ],
)
def test_a_study_day_begins_at_four_local_time(local: str, tz: int, day: str) -> None:
    """Night owls stay in their day; the boundary is exact to the millisecond."""
    moment = datetime.fromisoformat(local).replace(tzinfo=UTC) - timedelta(minutes=tz)
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    assert study_day((moment - epoch) // timedelta(milliseconds=1), tz) == day


@given(MOMENTS, st.integers(-1440, 1440))
def test_study_days_are_dates_and_follow_each_other(at: int, tz: int) -> None:
    """Every moment has one, and 24 hours later it is the next."""
    today = date.fromisoformat(study_day(at, tz))
    if at + 86_400_000 <= LAST_MOMENT:
        assert date.fromisoformat(study_day(at + 86_400_000, tz)) == today + timedelta(days=1)


def test_a_stamp_holds_together() -> None:
    """Its day follows from its moment and offset, its host is the one given."""
    stamp = stamp_now(lambda: 1_709_265_599.999, host="lab-17", ids=IdSource())
    assert stamp.at == 1_709_265_599_999
    assert stamp.day == study_day(stamp.at, stamp.tz)
    assert stamp.host == "lab-17"
    assert stamp_now().host
