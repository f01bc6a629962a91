"""Progress as text and JSON: every number shown is that of the statistics, at every width, in ASCII too."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.cells import line_width
from petui.plain.progresspage import progress_lines, spent
from petui.plain.recallwords import recall_words
from petui.plain.stats import stats_json, stats_text
from petui.plain.statswords import stats_words
from petui.review.mastery import Mastery
from petui.review.recall import Recall, Retention
from petui.review.statistics import HardCard, SeenMistake, Statistics
from petui.review.streaks import Streak

TODAY = date(2026, 12, 1)


def days(first: date, counts: list[int]) -> tuple[tuple[str, int], ...]:
    """Days in a row with these counts."""
    return tuple(((first + timedelta(at)).isoformat(), count) for at, count in enumerate(counts))


MONDAY = TODAY - timedelta(TODAY.weekday() + 7 * 25)
EMPTY = Statistics(
    today=TODAY.isoformat(),
    cards=59,
    due_now=0,
    due_today=0,
    new_waiting=59,
    suspended=0,
    forecast=days(TODAY, [0] * 30),
    due_later=0,
    reviews=0,
    cram_reviews=0,
    reviews_today=0,
    reviews_by_day=days(MONDAY, [0] * 177),
    streak=Streak(),
    retention=Retention(),
    mastery=(Mastery("c", "F1", "positions", 3, 0, 0, 0.0),),
    mistakes=(),
    leeches=(),
    hardest=(),
    ms=0,
    ms_today=0,
    untimed=0,
)
CARD = HardCard(
    "c/a", "Is √π·ω₁ → 0, and if so for which positions of the whole sequence?", "decks/ü.md:7", 40, 9, 9.5, False
)
FULL = replace(
    EMPTY,
    due_now=10,
    due_today=12,
    new_waiting=40,
    suspended=3,
    forecast=days(TODAY, [12, 0, 3, *range(27)]),
    due_later=77,
    reviews=1850,
    cram_reviews=150,
    reviews_today=34,
    reviews_by_day=days(MONDAY, [at % 12 for at in range(177)]),
    streak=Streak(22, 31, 141, True),
    retention=Retention(Recall(100, 87, 90.0, 3.0), Recall(80, 70, 71.0, 2.8), Recall(20, 17, 19.0, 0.9)),
    mastery=(
        Mastery("c", "F1", "positions count from 0; attention alone cannot see order", 3, 3, 2, 0.9),
        Mastery("c", "F10", "reading PE(pos, slot): even slots sine, odd slots cosine", 12, 3, 0, 0.22),
        Mastery("c", "D1", "an angle of 2π", 5, 0, 0, 0.0),
    ),
    mistakes=(
        SeenMistake("c", "m1", "The angle pos·ω is in degrees, and whoever says otherwise errs.", 1171, "2026-11-30"),
        SeenMistake("c", "gone", "", 2, "2026-12-01"),
    ),
    leeches=(CARD, replace(CARD, lapses=11, suspended=True)),
    hardest=(replace(CARD, lapses=1, reviews=1),),
    ms=7_380_000,
    ms_today=360_000,
    untimed=8,
)


def words(statistics: Statistics, width: int = 80, *, ascii: bool = False) -> str:
    """The page as running text."""
    return " ".join(stats_text(statistics, width, ascii=ascii).split())


@given(st.integers(0, 200), st.booleans(), st.sampled_from([EMPTY, FULL]))
def test_any_width(width: int, ascii: bool, statistics: Statistics) -> None:
    """No line is wider than asked, from 30 columns on; in ASCII nothing else is shown; no line ends in blanks."""
    lines = progress_lines(statistics, width, ascii=ascii)
    assert max(map(line_width, lines)) <= max(30, min(width, 120))
    text = stats_text(statistics, width, ascii=ascii)
    assert text.isascii() or not ascii
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert "\n\n\n" not in text


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_every_number_is_on_the_page(width: int, ascii: bool) -> None:
    """At every width in the same words."""
    page = words(FULL, width, ascii=ascii)
    for says in (
        "Progress on Tue 1 Dec 2026",
        "10 cards due, 2 later today, 40 new ones waiting. 3 suspended.",
        "Reviewed today: 34, in 6 min.",
        "22 study days in a row. Longest: 31. In all: 141.",
        "Due in the next 30 days: 366 cards, 77 later",
        "Most: 26, on Wed 30 Dec. A row is 5 cards",
        "Overdue cards count today",
        "Reviews in 26 weeks: 960 on 162 days",
        "Ever: 2,000 reviews in 2 h 3 min (no time is known of 8).",
        "150 of them changed no schedule",
        "You recalled 87 of 100; FSRS expected 90. The difference is within chance.",
        "Intervals under 21 days (80 reviews)",
        "87.5%",
        "Intervals of 21 days or more (20 reviews, too few to tell) recalled 17, expected 19.0",
        "90% firm",
        "22% learning",
        "1 concept not begun yet: D1 an angle of 2",
        "last 30 Nov",
        "last today",
        "gone (not in the course any more)",
        "9 lapses in 40 reviews",
        "11 lapses in 40 reviews, suspended",
        "1 lapse in 1 review",
    ):
        assert says in page
    assert f"1,171{'x' if ascii else '×'}" in page
    assert f"decks/{'u' if ascii else 'ü'}.md:7" in page


def test_the_title_counts_what_the_calendar_shows() -> None:
    """At 30 columns the latest 24 weeks, of which the last has two days: two days and 23 weeks."""
    shown = [count for _, count in FULL.reviews_by_day[-(23 * 7 + 2) :]]
    says = f"Reviews in 24 weeks: {sum(shown)} on {sum(map(bool, shown))} days"
    assert says in words(FULL, 30)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_beginner_sees_what_to_do(width: int) -> None:
    """No empty tables or charts."""
    page = words(EMPTY, width)
    assert "Nothing to show yet" in page
    assert "No reviews yet. Type `petui quiz` to begin. There are 59 new cards; a few a day are enough." in page
    assert not re.search(r"Retention|Leeches|Mastery|Streak|misconception|0 %|0%|┤|None", page)
    assert "There is 1 new card; a few" in words(replace(EMPTY, new_waiting=1), width)
    none = words(replace(EMPTY, new_waiting=0), width)
    assert "No reviews yet, and no card to begin with." in none and "Type" not in none
    assert "5 cards from another program due today." in words(replace(EMPTY, due_today=5), width)
    assert "There are no cards yet." in words(replace(EMPTY, cards=0, new_waiting=0), width)


def test_a_beginner_of_lessons_sees_streak_and_misconceptions() -> None:
    """They come from lessons too."""
    page = words(replace(EMPTY, streak=Streak(1, 1, 1, True), mistakes=FULL.mistakes))
    assert "No reviews yet." in page and "Nothing to show yet" not in page
    assert "1 study day in a row." in page
    assert "Commonest misconceptions" in page


def test_streaks_in_words() -> None:
    """A day that is not over breaks none, and is not counted either."""
    open_day = replace(FULL, streak=Streak(22, 31, 141, False))
    assert "22 study days in a row up to yesterday; today is still open. Longest: 31." in words(open_day)
    assert "No streak now" in words(replace(FULL, streak=Streak(0, 31, 141, False)))


@pytest.mark.parametrize(
    ("recall", "says"),
    [
        (Recall(), "nothing is measured"),
        (Recall(4, 3, 3.6, 0.6), "You recalled 3 of 4; FSRS expected 4. Fewer than 30 reviews say little yet."),
        (Recall(100, 87, 90.0, 3.0), "You recalled 87 of 100; FSRS expected 90. The difference is within chance."),
        (Recall(1000, 800, 900.0, 9.5), "You recalled 800 of 1,000; FSRS expected 900. You recall less than expected"),
        (Recall(1000, 960, 900.0, 9.5), "You recall more than expected"),
    ],
)
def test_retention_in_words(recall: Recall, says: str) -> None:
    """Counts first, and how much they can tell."""
    assert says in recall_words(recall)


def test_the_most_may_be_today() -> None:
    """A day has a name, today has none."""
    assert "Most: 12, today." in words(replace(FULL, forecast=days(TODAY, [12, 0, 3])))


@pytest.mark.parametrize("width", [30, 40, 80, 120])
def test_of_many_concepts_not_begun_the_first_are_named(width: int) -> None:
    """With what they stand for, so that a learner can choose; the others are counted."""
    rest = tuple(Mastery("c", f"F{at}", f"text {at}", 2, 0, 0, 0.0) for at in range(5, 12))
    page = words(replace(FULL, mastery=(FULL.mastery[0], *rest)), width)
    assert "7 concepts not begun yet, the first of them: F5 text 5 F6 text 6 F7 text 7 and 4 more" in page
    page = words(replace(FULL, mastery=(FULL.mastery[0], *rest[:3])), width)
    assert "3 concepts not begun yet: F5 text 5 F6 text 6 F7 text 7 The bar" in page


def test_bars_agree_with_their_numbers() -> None:
    """Mastery of 0.22 fills two of ten columns."""
    row = next(line for line in stats_text(FULL, 80, ascii=True).split("\n") if line.startswith("  F10"))
    assert row.split()[1:3] == ["##........", "22%"]
    assert "3/12 cards" in row
    row = next(line for line in stats_text(FULL, 80, ascii=False).split("\n") if line.startswith("  F1 "))
    assert row.split()[1] == "█████████·"


@pytest.mark.parametrize(
    ("ms", "says"),
    [
        (0, "under a minute"),
        (29_999, "under a minute"),
        (60_000, "1 min"),
        (3_600_000, "1 h 0 min"),
        (3_570_000, "1 h 0 min"),
    ],
)
def test_times(ms: int, says: str) -> None:
    """To the minute."""
    assert spent(ms) == says


def test_json_has_everything() -> None:
    """Every field of the statistics, under names that stay."""
    content: dict[str, Any] = json.loads(stats_json(FULL))
    assert content["schema"] == 1
    names = {field.name for field in fields(Statistics)} - {"mistakes"}
    assert set(content) == {"schema", "misconceptions"} | names
    assert content["forecast"][:3] == [
        {"day": "2026-12-01", "count": 12},
        {"day": "2026-12-02", "count": 0},
        {"day": "2026-12-03", "count": 3},
    ]
    assert content["retention"]["all"] == {
        "reviews": 100, "recalled": 87, "expected": 90.0, "spread": 3.0, "measured": 0.87, "predicted": 0.9,
        "verdict": "as expected",
    }  # fmt: skip
    assert content["mastery"][0]["word"] == "firm"
    assert content["misconceptions"][0]["claims"].startswith("The angle pos·ω")
    assert content["leeches"][0]["place"] == "decks/ü.md:7"
    assert json.loads(stats_json(EMPTY))["retention"]["all"]["measured"] is None


def test_words_have_every_number_and_draw_nothing() -> None:
    """A thing to a line: each day that has any, each concept, misconception and card."""
    text = stats_words(FULL, ascii=False)
    assert not re.search("[\u2500-\u259f]", text) and "  " not in text
    lines = text.splitlines()
    assert sum(line.startswith("Due ") for line in lines) == 1 + sum(count > 0 for _, count in FULL.forecast)
    begun = sum(each.begun > 0 for each in FULL.mastery)
    assert sum(line.startswith("Concept ") for line in lines) == begun > 0
    assert sum(line.startswith("Not begun: ") for line in lines) == len(FULL.mastery) - begun > 0
    assert f"{len(FULL.mastery) - begun} concept" in text and "recall 0%" not in text
    assert sum(line.startswith("Misconception ") for line in lines) == len(FULL.mistakes)
    assert sum(line.startswith(("Leech: ", "Hard card: ")) for line in lines) == len(FULL.leeches) + len(FULL.hardest)
    assert f"Retention: {recall_words(FULL.retention.all)}" in lines
    for number in (
        FULL.due_now,
        FULL.due_today - FULL.due_now,
        FULL.new_waiting,
        FULL.due_later,
        FULL.streak.longest,
        FULL.streak.days,
    ):
        assert f"{number:,} " in text
    assert f"{FULL.reviews + FULL.cram_reviews:,} ever" in text and "in the last 26 weeks" in text
    assert stats_words(FULL, ascii=True).isascii()
    assert "nothing is measured" in stats_words(EMPTY, ascii=False)
