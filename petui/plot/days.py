"""Study days as people read them, the same in every locale."""

from __future__ import annotations

from datetime import date

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def short_day(day: str) -> str:
    """`30 Nov` for 2026-11-30."""
    found = date.fromisoformat(day)
    return f"{found.day} {MONTHS[found.month - 1]}"


def named_day(day: str, *, year: bool = False) -> str:
    """`Mon 30 Nov`, or `Mon 30 Nov 2026`, for 2026-11-30."""
    found = date.fromisoformat(day)
    text = f"{WEEKDAYS[found.weekday()]} {short_day(day)}"
    return f"{text} {found.year}" if year else text
