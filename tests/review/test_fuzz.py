"""Fuzz: within its range, the same on every replay, and never unfair to a better rating."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review.fuzz import fuzz_range, fuzzed

MOST = 36500
DAYS = st.integers(1, MOST)
CARDS = st.text(st.characters(), max_size=10)
COUNTS = st.integers(0, 10**6)


@pytest.mark.parametrize(
    ("days", "low", "high"),
    [
        (1, 1, 1),
        (2, 2, 2),
        (3, 2, 4),
        (7, 5, 9),
        (10, 8, 12),
        (20, 17, 23),
        (100, 93, 107),
        (1000, 948, 1052),
        (36500, 34673, 36500),
    ],
)
def test_the_range(days: int, low: int, high: int) -> None:
    """1 + 0.15·(2.5…7) + 0.1·(7…20) + 0.05·(20…) days to either side; none below 2.5 days."""
    assert fuzz_range(days, MOST) == (low, high)


@given(DAYS, CARDS, COUNTS)
def test_fuzz_stays_in_its_range_and_never_changes(days: int, card: str, reviews: int) -> None:
    """A replay of the log gives the same due days."""
    low, high = fuzz_range(days, MOST)
    assert 1 <= low <= days <= high <= MOST
    found = fuzzed(days, MOST, card, reviews)
    assert low <= found <= high
    assert found == fuzzed(days, MOST, card, reviews)


@given(DAYS, DAYS, CARDS, COUNTS)
def test_fuzz_keeps_the_order(one: int, other: int, card: str, reviews: int) -> None:
    """A longer interval is never made shorter than what a shorter one becomes."""
    short, long = sorted((one, other))
    assert fuzzed(short, MOST, card, reviews) <= fuzzed(long, MOST, card, reviews)


def test_each_day_of_the_range_is_as_likely() -> None:
    """Over many cards, the ends too; over many reviews of one card as well."""
    for drawn in (
        Counter(fuzzed(3, MOST, f"course/card-{number}", 4) for number in range(3000)),
        Counter(fuzzed(3, MOST, "course/card", number) for number in range(3000)),
    ):
        assert set(drawn) == {2, 3, 4}
        assert min(drawn.values()) > 850


def test_fuzz_is_the_same_on_every_machine() -> None:
    """These days are in people's logs: a change would move them."""
    found = [fuzzed(50, MOST, "positional-encodings/sine", reviews) for reviews in range(8)]
    assert found == [54, 51, 50, 52, 50, 51, 48, 52]
