"""Positions as they are typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import ParameterError
from petui.plain.positions import read_position, read_positions

LIMIT = 1 << 53


def listed(text: str) -> list[int | float]:
    """The positions of a text in one list."""
    return [position for block in read_positions(text).blocks(7) for position in block]


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("3", [3]),
        ("-2:3", [-2, -1, 0, 1, 2]),
        ("0,5,10", [0, 5, 10]),
        ("0:3, 10, 2.5", [0, 1, 2, 10, 2.5]),
        ("−2", [-2]),
        ("−2:0", [-2, -1]),
        ("1e3", [1000]),
        ("1_000", [1000]),
        ("1e3:1_002", [1000, 1001]),
        ("1000.0", [1000.0]),
        ("0e5", [0]),
        ("5e-1", [0.5]),
        ("0e999999999999", [0.0]),
        ("9007199254740992.0", [9007199254740992.0]),
        ("4503599627370495.5", [4503599627370495.5]),
        ("+4", [4]),
    ],
)
def test_forms(text: str, positions: list[int | float]) -> None:
    """Numbers, half-open ranges and lists; a minus sign may be the typographic one."""
    assert listed(text) == positions
    assert [type(each) for each in listed(text)] == [type(each) for each in positions]


@given(first=st.integers(-LIMIT, LIMIT - 1), length=st.integers(1, 50))
def test_a_range_is_pythons(first: int, length: int) -> None:
    """As many as END - FIRST, whatever the block size."""
    end = min(LIMIT, first + length)
    assert listed(f"{first}:{end}") == list(range(first, end))
    assert read_positions(f"{first}:{end}").count == end - first


@given(st.one_of(st.integers(-LIMIT, LIMIT), st.floats(-1e15, 1e15)))
def test_one_position_reads_back(position: int | float) -> None:
    """What a number prints as is read as that number."""
    assert read_position(repr(position)) == position
    assert type(read_position(repr(position))) is type(position)


def test_a_long_range_costs_nothing() -> None:
    """The first block of 10^15 positions comes at once."""
    positions = read_positions("0:1000000000000000")
    assert positions.count == 10**15
    assert positions.widest == 15
    assert next(positions.blocks(3)) == [0, 1, 2]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5:2",
        "5:5",
        ":8",
        "5:",
        "a",
        "1:b",
        "1:2:3",
        "1.5:3",
        "nan",
        "inf",
        "1,,2",
        "9007199254740993",
        "9007199254740993.0",
        "-9007199254740993.0",
        "9007199254740992.25",
        "9007199254740993e0",
        "4503599627370496.5",
        "1e999999999999",
        "1e1000000",
        "1e400",
        "0x10",
        "9" * 5000,
        "0:" + "9" * 30,
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    """Each names the option and says what to give."""
    with pytest.raises(ParameterError) as caught:
        read_positions(text)
    assert caught.value.where == "--pos"
    assert caught.value.mend
