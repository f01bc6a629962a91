"""The tables that a point block shows: how their rows are headed, and which cell is the first wrong one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from petui.core.lab import Lab
from petui.lessons.grids import WrongGrid, evaluate_grid, row_label
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression


def grid(source: str, d_model: int = 8) -> WrongGrid:
    """A table as a lesson gives it."""
    return evaluate_grid(Expression(source, Place("lesson.md", 1)), Lab(d_model=d_model))


@given(st.integers(1, 5000), st.integers(1, 6))
def test_rows_that_start_later_name_their_positions(first: int, rows: int) -> None:
    """The number to point at, and the position it belongs to."""
    shown = grid(f"table_right({first}, {rows})")
    assert [row_label(shown, row) for row in range(rows)] == [f"{row} pos {first + row}" for row in range(rows)]


def test_rows_from_the_start_are_their_positions() -> None:
    """Row and position are one number there."""
    assert row_label(grid("table_right(0, 3)"), 2) == "2"


@given(st.integers(0, 2048))
def test_a_right_table_has_no_wrong_cell_wherever_it_starts(first: int) -> None:
    """A named row changes nothing about what is right."""
    assert grid(f"table_right({first}, 2)").first_wrong is None


@given(st.integers(2040, 2048))
def test_the_first_wrong_row_moves_with_the_start(first: int) -> None:
    """2049 is the first whole number that a float16 has not."""
    assert grid(f"table_positions_in_half({first}, 12)").first_wrong == (2049 - first, 0)


def test_what_four_decimals_hide_is_wrong_all_the_same() -> None:
    """A computed table is no quoted one, whatever its rows are called."""
    slipped = grid("table_doubled_exponent(1, 1)")
    assert slipped.texts[0][7] == slipped.right_texts[0][7] and slipped.is_wrong(0, 7)
