"""Streaks: runs of study days, by the days that the log holds, never recomputed from moments or time zones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import pairwise

from petui.records import dataclass
from petui.review.events import Event, ReviewEvent, StepEvent

_ANSWERS = frozenset(("right", "wrong", "predicted"))
_ONE_DAY = timedelta(1)
# Who flies east over the date line has no such day. At home a whole day lies between, or 23 hours in spring.
_LESS_THAN_A_DAY = 22 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Streak:
    """Runs of study days.

    Attributes:
        current: Study days of the run that is still going: it ends today, or yesterday while today is not over.
        longest: Study days of the longest run.
        days: All study days.
        studied_today: Whether today is one of them.
    """

    current: int = 0
    longest: int = 0
    days: int = 0
    studied_today: bool = False


def streak_of(events: Iterable[Event], today: str) -> Streak:
    """The runs of days with a review or an answer in a lesson.

    Args:
        events: What counts; reviews that were undone are left out by the caller.
        today: The current study day. A day after it, from a journey or a clock set back, still continues a run.
    """
    moments: dict[date, tuple[int, int]] = {}
    for event in events:
        if isinstance(event, ReviewEvent) or (isinstance(event, StepEvent) and event.outcome in _ANSWERS):
            day, at = date.fromisoformat(event.stamp.day), event.stamp.at
            first, last = moments.get(day, (at, at))
            moments[day] = min(first, at), max(last, at)
    days, now = sorted(moments), date.fromisoformat(today)
    runs = _runs(days, moments)
    going = [run for run in runs if run[0] <= now + _ONE_DAY and run[-1] >= now - _ONE_DAY]
    return Streak(len(going[-1]) if going else 0, max(map(len, runs), default=0), len(days), now in moments)


def _runs(days: list[date], moments: dict[date, tuple[int, int]]) -> list[list[date]]:
    """The days cut where one is missing that the learner has lived through."""
    runs = [days[:1]] if days else []
    for before, day in pairwise(days):
        gap = moments[day][0] - moments[before][1]
        if day - before == _ONE_DAY or (day - before == 2 * _ONE_DAY and gap < _LESS_THAN_A_DAY):
            runs[-1].append(day)
        else:
            runs.append([day])
    return runs
