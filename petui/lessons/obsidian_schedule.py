"""The schedules that Obsidian's plugin wrote beside its cards: `<!--SR:!2026-09-02,4,270-->`."""

from __future__ import annotations

import re
from datetime import date
from math import isfinite

from petui.lessons.model import OldSchedule

OPENER = "<!--SR:"
_CLOSER = "-->"
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]+Z?)?")
_DAY_FIRST = re.compile(r"(\d\d)-(\d\d)-(\d{4})")
_WORDS = re.compile(r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# The plugin writes this day for a sibling that was never shown.
_NEVER = "2000-01-01"
_FSRS = "fsrs"
MAX_DAYS = 36_500
MAX_ENTRIES = 20


def find_schedules(line: str) -> tuple[tuple[int, int, str], ...]:
    """The schedule comments of a line: columns where each begins and ends, and its content."""
    found = []
    start = line.find(OPENER)
    while start >= 0 and (end := line.find(_CLOSER, start)) >= 0:
        found.append((start, end + len(_CLOSER), line[start + len(OPENER) : end]))
        start = line.find(OPENER, end)
    return tuple(found)


def read_schedule(content: str) -> tuple[tuple[OldSchedule | None, ...], str]:
    """The schedules of a note's siblings in order, None for one that is new, and the first entry that cannot be read.

    Args:
        content: What stands between `<!--SR:` and `-->`.
    """
    entries = content.strip().removeprefix("!").split("!")[:MAX_ENTRIES]
    found: list[OldSchedule | None] = []
    wrong = ""
    for entry in entries:
        try:
            found.append(_entry([part.strip() for part in entry.split(",")]))
        except ValueError:
            wrong = wrong or entry.strip() or "an empty entry"
            found.append(None)
    return tuple(found), wrong


def _entry(parts: list[str]) -> OldSchedule | None:
    if parts[0] == _FSRS:
        return _fsrs(parts[1:])
    if len(parts) != 3:
        raise ValueError
    due = _day(parts[0])
    interval = _number(parts[1], 0.0, MAX_DAYS)
    ease = _number(parts[2], 1.0, 10_000.0)
    return None if due == _NEVER else OldSchedule(due, interval, ease=ease)


def _fsrs(parts: list[str]) -> OldSchedule | None:
    """Due, interval, stability, difficulty, state, reviews, lapses, learning steps, last review."""
    if len(parts) != 9:
        raise ValueError
    due = _day(parts[0])
    interval = _number(parts[1], 0.0, MAX_DAYS)
    state = _number(parts[4], 0.0, 3.0)
    reviews, lapses = (int(_number(part, 0.0, 1e6)) for part in parts[5:7])
    if state == 0.0 or due == _NEVER:
        return None
    return OldSchedule(
        due,
        interval,
        stability=_number(parts[2], 1e-3, MAX_DAYS),
        difficulty=_number(parts[3], 1.0, 10.0),
        reviews=reviews,
        lapses=lapses,
    )


def _day(text: str) -> str:
    """The day as YYYY-MM-DD, from that, from DD-MM-YYYY or from `Wed Aug 11 2021`."""
    if match := _ISO.fullmatch(text):
        year, month, day = map(int, match.groups())
    elif match := _DAY_FIRST.fullmatch(text):
        day, month, year = map(int, match.groups())
    elif (match := _WORDS.fullmatch(text)) and match.group(1) in _MONTHS:
        year, month, day = int(match.group(3)), _MONTHS.index(match.group(1)) + 1, int(match.group(2))
    else:
        raise ValueError
    return date(year, month, day).isoformat()


def _number(text: str, low: float, high: float) -> float:
    number = float(text)
    if not isfinite(number) or not low <= number <= high:
        raise ValueError
    return number
