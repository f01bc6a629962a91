"""Tables read row by row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.saidtables import said_rows

WORDS = st.text("abcdefgh", min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("header", "rows", "said"),
    [
        (
            ["position", "sine", "cosine"],
            [["3", "0.1411", "-0.9900"], ["4", "-0.7568", "-0.6536"]],
            ["position 3: sine 0.1411, cosine -0.9900", "position 4: sine -0.7568, cosine -0.6536"],
        ),
        (["word", "slot 0"], [["The", "0.2"], ["cat", "-0.3"]], ["The: slot 0: 0.2", "cat: slot 0: -0.3"]),
        (["slot", "0", "1"], [["angle", "3", "0.03"]], ["angle: slot 0: 3, slot 1: 0.03"]),
        (["The", "cat"], [["0.9", "0.8"]], ["The 0.9, cat 0.8"]),
        (
            ["spread", "row"],
            [["1/√d", "71 %"], ["1", "3 %"]],
            ["spread 1/√d: row 71 %", "spread 1: row 3 %"],
        ),
        (["pair", "slots"], [["0", "0, 1"], ["1", "2, 3"]], ["pair 0: slots: 0, 1", "pair 1: slots: 2, 3"]),
        (["a", "b", "c"], [["x", "1, 2", "y"], ["z", "", "w"]], ["x: b: 1, 2; c: y", "z: c: w"]),
        (["slots 0, 1", "slots 2, 3"], [["0.5", "0.7"], ["0.1", "0.2"]], ["slots 0, 1: 0.5; slots 2, 3: 0.7"]),
    ],
)
def test_rows(header: list[str], rows: list[list[str]], said: list[str]) -> None:
    """What the first cells are decides how a row is headed; numbers never run into names that end with one."""
    assert list(said_rows(header, rows))[: len(said)] == said


@given(st.lists(st.tuples(WORDS, WORDS, st.integers(0, 99).map(str)), min_size=1, max_size=5))
def test_nothing_is_lost(rows: list[tuple[str, str, str]]) -> None:
    """Every cell is in its row's line, and each row has one line."""
    said = said_rows(["one", "two", "three"], rows)
    assert len(said) == len(rows)
    for line, row in zip(said, rows, strict=True):
        assert all(cell in line for cell in row) and "\n" not in line
