"""Stamps in real time zones: the offset of the moment counts, not that of the process's start."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review.stamp import IdSource, Stamp, stamp_now

# POSIX rules, so that the test does not depend on the machine's zone files.
BERLIN = "CET-1CEST,M3.5.0,M10.5.0/3"
NEW_YORK = "EST5EDT,M3.2.0,M11.1.0"
KATHMANDU = "<+0545>-5:45"
LORD_HOWE = "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"


@pytest.fixture(autouse=True)
def zone() -> Iterator[pytest.MonkeyPatch]:
    """Set TZ with it; the machine's zone is put back."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch
    time.tzset()


def stamp_of(moment: str, zone: pytest.MonkeyPatch, rule: str) -> Stamp:
    """The stamp at that moment (ISO, with its offset) on a machine in that zone."""
    zone.setenv("TZ", rule)
    time.tzset()
    return stamp_now(lambda: datetime.fromisoformat(moment).timestamp(), host="lab", ids=IdSource())


@pytest.mark.parametrize(
    ("moment", "rule", "tz", "day"),
    [
        # The night in which summer time begins: 03:59 and 04:00 are two and three hours after midnight.
        ("2024-03-31T01:59:59+01:00", BERLIN, 60, "2024-03-30"),
        ("2024-03-31T03:59:59+02:00", BERLIN, 120, "2024-03-30"),
        ("2024-03-31T04:00:00+02:00", BERLIN, 120, "2024-03-31"),
        # The night in which it ends has 02:30 twice; both belong to the day before.
        ("2024-10-27T02:30:00+02:00", BERLIN, 120, "2024-10-26"),
        ("2024-10-27T02:30:00+01:00", BERLIN, 60, "2024-10-26"),
        ("2024-10-27T03:59:59+01:00", BERLIN, 60, "2024-10-26"),
        ("2024-10-27T04:00:00+01:00", BERLIN, 60, "2024-10-27"),
        ("2024-03-10T03:59:59-04:00", NEW_YORK, -240, "2024-03-09"),
        ("2024-03-10T04:00:00-04:00", NEW_YORK, -240, "2024-03-10"),
        ("2024-11-03T03:59:59-05:00", NEW_YORK, -300, "2024-11-02"),
        ("2024-11-03T04:00:00-05:00", NEW_YORK, -300, "2024-11-03"),
        ("2024-06-01T03:59:59+05:45", KATHMANDU, 345, "2024-05-31"),
        ("2024-06-01T04:00:00+05:45", KATHMANDU, 345, "2024-06-01"),
        ("2024-01-01T03:59:59+11:00", LORD_HOWE, 660, "2023-12-31"),
        ("2024-07-01T04:00:00+10:30", LORD_HOWE, 630, "2024-07-01"),
    ],
)
def test_a_day_begins_at_four_by_the_wall_s_clock(
    zone: pytest.MonkeyPatch, moment: str, rule: str, tz: int, day: str
) -> None:
    """Also in nights that have 23 or 25 hours, and in zones that are no whole hours away."""
    stamp = stamp_of(moment, zone, rule)
    assert (stamp.tz, stamp.day) == (tz, day)


@given(st.integers(946_684_800, 2_145_916_800))
def test_the_offset_is_that_of_the_moment(at: int) -> None:
    """As the system has it, for any second of the years 2000 to 2037."""
    with pytest.MonkeyPatch.context() as zone:
        stamp = stamp_of(datetime.fromtimestamp(at, UTC).isoformat(), zone, LORD_HOWE)
        assert stamp.at == at * 1000
        assert stamp.tz * 60 == time.localtime(at).tm_gmtoff


def test_travelling_does_not_disturb_the_order(zone: pytest.MonkeyPatch) -> None:
    """The moment is UTC: an answer in Berlin is before one in New York an hour later, though its clock says more."""
    first = stamp_of("2024-06-01T12:00:00+02:00", zone, BERLIN)
    second = stamp_of("2024-06-01T07:00:00-04:00", zone, NEW_YORK)
    assert (first.at, first.id) < (second.at, second.id)
    assert first.day == second.day
