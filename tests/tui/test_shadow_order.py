"""Moves by the shortest way, and runs in the order that costs least."""

from __future__ import annotations

from collections import Counter

import pyte
from hypothesis import given
from hypothesis import strategies as st

from petui.tui.wire.moves import shortest
from petui.tui.wire.order import arranged
from petui.tui.wire.runs import Kind, Run
from petui.tui.wire.shadow import Shadow

COLUMNS, ROWS = 30, 12
STYLES = ("", "1", "31", "1;31", "48;5;7", "1;38;5;12;48;5;7")


@given(*(st.integers(0, size - 1) for size in (ROWS, COLUMNS, ROWS, COLUMNS)))
def test_a_move_ends_where_it_shall_and_writes_nothing(y: int, x: int, to_y: int, to_x: int) -> None:
    """Whichever way is the shortest, it ends at the cell, scrolls nothing and is no longer than its address."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[H" + "\r\n".join("x" * (COLUMNS - 1) for _ in range(ROWS)) + f"\x1b[{y + 1};{x + 1}H")
    before = screen.display[:]
    way = shortest(y, x, to_y, to_x, COLUMNS)
    stream.feed(way)
    assert (screen.cursor.y, screen.cursor.x) == (to_y, to_x)
    assert screen.display == before
    assert len(way) <= len(f"\x1b[{to_y + 1};{to_x + 1}H")


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from(STYLES), st.booleans())))
def test_no_run_is_lost_in_another_order(cells: list[tuple[int, int, str, bool]]) -> None:
    """However runs are arranged, they are the same runs."""
    runs = [
        Run(y, x, x + 1, style, Kind.BLANK if blank else Kind.TEXT, " " if blank else "x")
        for y, x, style, blank in sorted(cells)
    ]
    assert Counter(arranged(runs, "", COLUMNS)) == Counter(runs)


def test_a_blank_goes_with_the_nearer_of_its_neighbours() -> None:
    """Bars that change sides, each behind a number: what is cleared of a bar is cleared on the way to its new side."""
    runs = []
    for y in range(6):
        runs += [
            Run(y, 0, 4, "37", Kind.TEXT, "0.12"),
            Run(y, 12, 17, "", Kind.BLANK, " " * 5),
            Run(y, 18, 23, "31", Kind.TEXT, "#####"),
        ]
    order = arranged(runs, "", COLUMNS)
    assert [run.style for run in order] == ["37"] * 6 + ["", "31"] * 6


def test_a_line_through_rows_of_other_colours_takes_its_colour_once() -> None:
    """A line and what stood in its place cost a move and a sign a row, and each colour once."""
    shadow = Shadow(COLUMNS, ROWS)
    colours = [f"38;5;{16 + y % 3}" for y in range(ROWS)]

    def draw(line: int) -> str:
        for y, colour in enumerate(colours):
            row = f"\x1b[{y + 1}H\x1b[0;{colour}m" + "~" * COLUMNS
            shadow.take(f"{row}\x1b[{y + 1};{line + 1}H\x1b[0;1;38;5;221m|")
        return shadow.emit()

    draw(10)
    changed = draw(11)
    assert changed.count("38;5;221m") <= 1
    assert all(changed.count(f"{colour}m") <= 1 for colour in set(colours))
    assert len(changed) <= 20 * 4 + 2 * ROWS * 5
