"""The calendar: each day at its weekday and week, its shade in the range that the legend gives."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from petui.plot.calendar import calendar, weeks_shown
from petui.plot.days import WEEKDAYS, named_day, short_day
from petui.plot.picture import line_text

SHADES = {False: "·░▒▓█", True: ".:+*#"}
Days = list[tuple[str, int]]


@st.composite
def day_counts(draw: st.DrawFn) -> Days:
    """Up to half a year of days in a row."""
    first = draw(st.dates(date(2020, 1, 1), date(2030, 1, 1)))
    counts = draw(st.lists(st.one_of(st.just(0), st.integers(0, 9), st.integers(0, 3000)), min_size=1, max_size=190))
    return [((first + timedelta(at)).isoformat(), count) for at, count in enumerate(counts)]


def ranges(rows: list[str], shades: str) -> dict[str, tuple[float, float]]:
    """What the legend says of each shade."""
    text = " ".join(rows[8:])
    found = {shades[0]: (0.0, 0.0)}
    for sign in shades[1:]:
        entry = re.search(rf"{re.escape(sign)} (\d+)(?:[–-](\d+)| (or more))?", text)
        assert entry, text
        high = float("inf") if entry[3] else float(entry[2] or entry[1])
        found[sign] = (float(entry[1]), high)
    return found


def cell_of(rows: list[str], day: str, last: str, weeks: int, cell: int) -> str:
    """The sign of a day, counted back from the last column."""
    found, end = date.fromisoformat(day), date.fromisoformat(last)
    back = ((end - timedelta(end.weekday())) - (found - timedelta(found.weekday()))).days // 7
    return rows[1 + found.weekday()][4 + (weeks - 1 - back) * cell]


@given(day_counts(), st.integers(0, 150), st.booleans())
@example([("2026-11-30", 5)], 12, False)
def test_any_calendar_has_the_width_asked_for(days: Days, width: int, ascii: bool) -> None:
    """Months, seven weekdays, a legend."""
    rows = [line_text(line) for line in calendar(days, width, ascii=ascii)]
    assert bool(rows) is (width >= 12)
    assert {len(row) for row in rows} <= {width}
    assert all(row.isprintable() and (row.isascii() or not ascii) for row in rows)
    assert [row[:3] for row in rows[1:8]] == list(WEEKDAYS if rows else ())


@given(day_counts(), st.integers(40, 150), st.booleans())
def test_each_day_has_the_shade_of_its_count(days: Days, width: int, ascii: bool) -> None:
    """As the legend reads; the ranges follow one another without a gap."""
    rows = [line_text(line) for line in calendar(days, width, ascii=ascii)]
    weeks, legend = weeks_shown(days, width), ranges(rows, SHADES[ascii])
    cell = max(1, min(4, (width - 4) // weeks))
    for day, count in days:
        low, high = legend[cell_of(rows, day, days[-1][0], weeks, cell)]
        assert low <= count <= high
    bounds = list(legend.values())
    assert [low for low, _ in bounds[1:]] == [high + 1 for _, high in bounds[:-1]]


def test_the_common_day_decides_the_shades() -> None:
    """One day of a thousand reviews does not make all others look alike."""
    days = [((date(2026, 6, 1) + timedelta(at)).isoformat(), 10 + at % 30) for at in range(100)]
    days[50] = (days[50][0], 1000)
    rows = [line_text(line) for line in calendar(days, 80)]
    assert {sign for row in rows[1:8] for sign in row[4:] if sign != " "} >= set("░▒▓█") - {"░"}


def test_today_is_marked_and_other_days_are_blank() -> None:
    """The last day is the cursor; what is not in the days is no zero."""
    lines = calendar([("2026-11-25", 0), ("2026-11-26", 3)], 30)
    assert [run for line in lines for run in line if "cursor" in run[1]] == [("▓▓▓", "value cursor")]
    assert [line_text(line).split() for line in lines[1:8]] == [
        ["Mon"], ["Tue"], ["Wed", "···"], ["Thu", "▓▓▓"], ["Fri"], ["Sat"], ["Sun"],
    ]  # fmt: skip


@pytest.mark.parametrize(("width", "weeks"), [(12, 8), (24, 20), (30, 26), (120, 26)])
def test_the_latest_weeks_are_shown(width: int, weeks: int) -> None:
    """As many as fit."""
    days = [((date(2026, 6, 8) + timedelta(at)).isoformat(), 1) for at in range(176)]
    assert weeks_shown(days, width) == weeks
    row = line_text(calendar(days, width)[1])
    assert row.count("█") + row.count("░") >= weeks


def test_months_stand_above_their_first_week() -> None:
    """Columns counted by hand for weeks of four columns; the first label says where the calendar begins."""
    days = [((date(2026, 6, 8) + timedelta(at)).isoformat(), 1) for at in range(176)]
    months = line_text(calendar(days, 120)[0])
    assert months.split() == ["Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]
    assert months.index("Jul") == 4 + 4 * ((date(2026, 7, 6) - date(2026, 6, 8)).days // 7)
    assert months.index("Nov") == 4 + 4 * ((date(2026, 11, 2) - date(2026, 6, 8)).days // 7)


def test_days_have_names() -> None:
    """In English, whatever the locale."""
    assert (short_day("2026-11-30"), named_day("2024-02-29")) == ("30 Nov", "Thu 29 Feb")
    assert named_day("2024-02-29", year=True) == "Thu 29 Feb 2024"
