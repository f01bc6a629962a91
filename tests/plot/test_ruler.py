"""Rulers and numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.plot.picture import joined, line_text, starts, with_cell
from petui.plot.ruler import Tick, four_decimals, ordinal, position_ticks, round_count, round_step, ruler, short, tidied


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 59), st.integers(0, 10**6)), max_size=12), st.integers(0, 59))
def test_marks_stand_exactly_and_labels_never_touch(places: list[tuple[int, int]], current: int) -> None:
    """Each drawn tick is a mark at its own column; the current place is always there."""
    ticks = [Tick(column, str(number)) for column, number in sorted(places)]
    text = line_text(ruler(ticks, 60, "'", current=Tick(current, "7"), pointer="^"))
    assert len(text) == 60
    assert text[current] == "^"
    assert {at for at, character in enumerate(text) if character == "'"} <= {column for column, _ in places}
    words = text.split()
    assert all(sum(character in "'^" for character in word) == 1 for word in words)
    assert all(word.strip("'^") in {"7", *(str(number) for _, number in places)} for word in words)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 10**6), st.integers(12, 200))
def test_position_ticks_are_round_and_inside(first: int, span: int, width: int) -> None:
    """Ticks name positions of the window, at a handful of places."""
    last = first + span
    ticks = position_ticks(first, last, lambda position: round((position - first) / span * (width - 1)))
    numbers = [int(tick.label) for tick in ticks]
    assert numbers[0] == first
    assert all(first <= number <= last for number in numbers)
    assert len(ticks) <= width


@given(st.floats(1, 1e15))
def test_round_numbers_enclose(value: float) -> None:
    """round_count and round_step are 1, 2 or 5 times a power of ten, just below and just above."""
    low, high = round_count(value), round_step(value)
    assert low <= value <= high <= 2.5 * low
    assert str(low).rstrip("0") in ("1", "2", "5") and str(high).rstrip("0") in ("1", "2", "5")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (6.283185, "6.283"),
        (628.3185, "628.3"),
        (62831.85, "62832"),
        (1.0366e-4, "1.04e-4"),
        (0.001, "0.001"),
    ],
)
def test_short_numbers(value: float, text: str) -> None:
    """Numbers as people read them."""
    assert short(value) == text


@given(st.floats(1e-300, 1e301))
def test_short_is_short_and_near(value: float) -> None:
    """At most 9 characters, and within half a percent."""
    assert len(short(value)) <= 9
    assert float(short(value)) == pytest.approx(value, rel=5.1e-3)


def test_zero_has_no_sign() -> None:
    """What rounds to zero is 0.0000."""
    assert four_decimals(-1e-9) == "0.0000"
    assert four_decimals(-0.99) == "-0.9900"


def test_ordinals() -> None:
    """The English endings, the teens among them."""
    assert " ".join(map(ordinal, (2, 3, 4, 11, 12, 21, 22, 113))) == "2nd 3rd 4th 11th 12th 21st 22nd 113th"


@given(st.lists(st.tuples(st.text("ab", min_size=1, max_size=4), st.sampled_from("xyz")), min_size=1), st.data())
def test_with_cell_changes_one_cell(runs: list[tuple[str, str]], data: st.DataObject) -> None:
    """One cell is another, all else is as it was."""
    line = joined(runs)
    text = line_text(line)
    column = data.draw(st.integers(0, len(text) - 1))
    changed = with_cell(line, starts(line), column, "#", "cursor")
    assert line_text(changed) == text[:column] + "#" + text[column + 1 :]
    cells = [style for piece, style in line for _ in piece]
    assert [style for piece, style in changed for _ in piece] == [*cells[:column], "cursor", *cells[column + 1 :]]


@pytest.mark.parametrize(
    ("written", "tidy"),
    [
        ("1.0e-04", "1e-4"),
        ("+1.20e+10", "+1.2e10"),
        ("1e-05", "1e-5"),
        ("0.10", "0.10"),
        ("100", "100"),
        ("-3.00e+00", "-3e0"),
        ("10e-3", "10e-3"),
    ],
)
def test_exponents_are_tidied(written: str, tidy: str) -> None:
    """The number stays the same, and what has no exponent as it is."""
    assert tidied(written) == tidy and float(tidy) == float(written)
