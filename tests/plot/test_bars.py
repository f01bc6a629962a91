"""Bars: a bar says its own count by the scale beside it, from zero, at every size."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.plot.bars import Bar, rows_stand_for, share_bar, upright_bars
from petui.plot.picture import line_text

UPRIGHT = " ▁▂▃▄▅▆▇█"
COUNTS = st.lists(st.one_of(st.integers(0, 12), st.integers(0, 5000)), min_size=1, max_size=40)


def drawn(counts: list[int], width: int, height: int, *, ascii: bool = False) -> list[str]:
    """The rows of a chart of these counts, as text."""
    return [line_text(line) for line in upright_bars([Bar(count) for count in counts], width, height, ascii=ascii)]


def columns_of(rows: list[str], bars: int) -> tuple[list[str], int]:
    """The column of signs of each bar, from below, and the first column of bars; the axis says where they end."""
    axis = next(row for row in rows if "┴" in row or "+-" in row)
    gutter = max(axis.find("┴"), axis.find("+")) + 1
    step = len(axis.rstrip()[gutter:]) // bars
    body = rows[: rows.index(axis)]
    return ["".join(row[gutter + at * step] for row in reversed(body)) for at in range(bars)], gutter


@given(COUNTS, st.integers(0, 150), st.integers(0, 20), st.booleans())
def test_any_chart_has_the_width_asked_for(counts: list[int], width: int, height: int, ascii: bool) -> None:
    """Never wider, never higher; nothing where there is no room."""
    rows = drawn(counts, width, height, ascii=ascii)
    assert len(rows) <= height
    assert {len(row) for row in rows} <= {width}
    assert all(row.isprintable() and (row.isascii() or not ascii) for row in rows)


@given(COUNTS, st.integers(60, 150), st.integers(4, 20))
def test_a_bar_is_as_high_as_its_count(counts: list[int], width: int, height: int) -> None:
    """Read back by the unit of a row, to half an eighth of a row; what is not nothing is seen."""
    rows = drawn(counts, width, height)
    unit = rows_stand_for([Bar(count) for count in counts], width, height)
    assert unit is not None
    for signs, count in zip(columns_of(rows, len(counts))[0], counts, strict=True):
        eighths = sum(UPRIGHT.index(sign) for sign in signs)
        assert signs.rstrip(" ").rstrip(UPRIGHT[1:]) == ""
        if count:
            assert eighths >= 1
            assert abs(eighths / 8 - count / unit) <= 1 / 8
        else:
            assert eighths == 0


@given(COUNTS, st.integers(60, 150), st.integers(4, 20))
def test_in_ascii_too(counts: list[int], width: int, height: int) -> None:
    """Whole rows, and a dot for less than half of one."""
    rows = drawn(counts, width, height, ascii=True)
    unit = rows_stand_for([Bar(count) for count in counts], width, height)
    assert unit is not None
    for signs, count in zip(columns_of(rows, len(counts))[0], counts, strict=True):
        whole, rest = divmod(count, unit)
        top = "" if not rest else "#" if 2 * rest >= unit else "."
        assert signs.rstrip() == "#" * whole + top


@given(COUNTS, st.integers(60, 150), st.integers(4, 20))
def test_the_axis_begins_at_zero_and_rows_are_numbered(counts: list[int], width: int, height: int) -> None:
    """Each row bears the count at its upper edge, all of one round step."""
    rows = drawn(counts, width, height)
    unit = rows_stand_for([Bar(count) for count in counts], width, height) or 0
    numbers = [int(found[1]) for row in rows if (found := re.match(r" *(\d+)[┤┴]", row))]
    assert numbers == [unit * at for at in range(len(numbers))][::-1]
    assert len(numbers) > 1
    assert numbers[0] >= max(counts)
    assert re.fullmatch(r"[125]0*", str(unit))


def test_half_a_row_in_ascii() -> None:
    """Exactly half a row is no less than half; one below is."""
    rows = drawn([100, 5, 4], 40, 13, ascii=True)
    assert columns_of(rows, 3)[0] == ["#" * 10, "#".ljust(10), ".".ljust(10)]


def test_labels_stand_below_their_bars() -> None:
    """A tick mark exactly below the first column of its bar."""
    bars = [Bar(3, "today"), *(Bar(1) for _ in range(6)), Bar(2, "7 Dec")]
    rows = [line_text(line) for line in upright_bars(bars, 40, 8)]
    first = columns_of(rows, 8)[1]
    step = len(rows[-3].rstrip()[first:]) // 8
    assert rows[-1].index("╵today") == first
    assert rows[-1].index("╵7 Dec") == first + 7 * step


@pytest.mark.parametrize(("width", "counted"), [(40, False), (80, True), (120, True)])
def test_counts_are_written_where_each_has_room(width: int, counted: bool) -> None:
    """All or none; a zero is left blank."""
    counts = [12, 0, 7, 30, 4, 1, 0, 3, 2, 11, 5, 6, 7, 8, 9]
    rows = drawn(counts, width, 9)
    axis = next(at for at, row in enumerate(rows) if "┴" in row)
    assert ([int(text) for text in rows[axis + 1].split()] == [count for count in counts if count]) is counted


def test_no_counts_at_all() -> None:
    """An empty axis of one row; no bars, nothing."""
    assert drawn([0, 0, 0], 30, 6)[:2] == [" 1┤".ljust(30), " 0┴────────────".ljust(3 + 15, "─").ljust(30)]
    assert upright_bars((), 80, 8) == ()


@given(st.floats(0, 1), st.integers(1, 60), st.booleans())
def test_a_share_fills_its_share(share: float, width: int, ascii: bool) -> None:
    """To half an eighth of a cell, in ASCII half a cell, but full only for all and empty only for nothing."""
    text = line_text(share_bar(share, width, ascii=ascii))
    assert len(text) == width
    parts = 1 if ascii else 8
    filled = sum(sign == "#" for sign in text) if ascii else sum(" ▏▎▍▌▋▊▉█".find(sign) for sign in text if sign != "·")
    if share in (0.0, 1.0):
        assert filled == share * width * parts
    elif width * parts > 1:
        assert 0 < filled < width * parts
        assert abs(filled - share * width * parts) <= 1
    assert not ascii or text.isascii()


def test_a_share_outside_is_its_nearer_end() -> None:
    """Rounding errors of sums draw nothing odd."""
    assert share_bar(-0.1, 8, ascii=False) == share_bar(0.0, 8, ascii=False)
    assert share_bar(1.0000001, 8, ascii=True) == (("########", "value"),)
