"""Statistics as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from petui.plain.progresspage import progress_lines
from petui.review.mastery import Mastery
from petui.review.recall import Recall
from petui.review.statistics import Statistics

_AS_THEY_ARE = (
    "today", "cards", "due_now", "due_today", "new_waiting", "suspended", "due_later", "reviews", "cram_reviews",
    "reviews_today", "ms", "ms_today", "untimed",
)  # fmt: skip


def stats_text(statistics: Statistics, width: int, *, ascii: bool) -> str:
    """The page of progress without styles; blanks at line ends are left out."""
    lines = progress_lines(statistics, width, ascii=ascii)
    return "".join(f"{''.join(text for text, _ in line).rstrip()}\n" for line in lines)


def stats_json(statistics: Statistics) -> str:
    """Everything as JSON; shares are 0 to 1, times milliseconds, days YYYY-MM-DD, and what is not known null."""
    retention = statistics.retention
    content: dict[str, Any] = {"schema": 1}
    content |= {name: getattr(statistics, name) for name in _AS_THEY_ARE}
    content |= {
        "forecast": _days(statistics.forecast),
        "reviews_by_day": _days(statistics.reviews_by_day),
        "streak": asdict(statistics.streak),
        "retention": {name: _recall(getattr(retention, name)) for name in ("all", "young", "mature")},
        "mastery": [_mastery(each) for each in statistics.mastery],
        "misconceptions": [asdict(each) for each in statistics.mistakes],
        "leeches": [asdict(each) for each in statistics.leeches],
        "hardest": [asdict(each) for each in statistics.hardest],
    }
    return json.dumps(content, indent=1, allow_nan=False) + "\n"


def _days(days: Iterable[tuple[str, int]]) -> list[dict[str, Any]]:
    return [{"day": day, "count": count} for day, count in days]


def _recall(recall: Recall) -> dict[str, Any]:
    derived = {"measured": recall.measured, "predicted": recall.predicted, "verdict": recall.verdict}
    return asdict(recall) | derived


def _mastery(mastery: Mastery) -> dict[str, Any]:
    return asdict(mastery) | {"word": mastery.word}
