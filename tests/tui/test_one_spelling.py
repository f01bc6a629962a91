"""One thing has one name and one shade on a screen: Greek in ASCII, and values in the table and the map below it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from textual.color import Color

from petui.core.lab import Lab
from petui.lessons.cells import plain_text
from petui.lessons.search import Hit
from petui.lessons.transliterate import to_ascii
from petui.plot.heat import HEAT_LEVELS, bin_of, bins, heat, shade_of
from petui.tui.linefilters import AsciiOnly
from petui.tui.listrows import LessonRow, found_text, lesson_rows
from petui.tui.tablemodes import MODES, SHADE
from petui.tui.widgets.table import EncodingTable


def test_lists_spell_what_authors_wrote() -> None:
    """Greek and dots as everywhere else, in lines of the room there is."""
    hit = Hit("step", "waves#rate", "The frequency ω", "ω = 2π/λ, the frequency of the dot… " * 2, "step 2 of 9")
    said = found_text(hit, 40, ascii=True)
    assert said.startswith("The frequency omega, step 2 of 9\n  omega = 2pi/lambda, the frequency of\n  the dot... ")
    assert all(len(line) <= 40 for line in said.split("\n"))
    (row,) = lesson_rows([LessonRow("From ω to λ", 8, "new", "Räder")], 60, ascii=True)
    assert row.startswith("From omega to lambda") and row.endswith("Rader")


def test_one_column_has_the_letter_of_the_panes() -> None:
    """Where a sign has one column only, ω is the w of the table's and the bar's labels, and a cut the sign of cuts."""
    (only,) = AsciiOnly().apply([Segment("ω = 2π/λ…")], Color(0, 0, 0))
    assert only.text == "w = 2p/l~"


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_the_table_is_titled_in_ascii(mode: Any) -> None:
    """The title of a mode, in full, as a message names it."""
    table = EncodingTable(ascii=True)
    table.mode = mode
    assert table._title.isascii()
    assert to_ascii(mode.titled(Lab())) in table._title or mode is MODES[0]


@given(st.floats(-1.2, 1.2), st.integers(1, 12))
def test_one_value_has_one_bin(value: float, count: int) -> None:
    """Alone and among others."""
    assert bin_of(value, count) == bins(np.array([value]), count)[0]


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("pos", [0, 3, 50])
def test_a_value_has_the_shade_of_the_map_in_the_table(pos: int, ascii: bool) -> None:
    """Cell by cell along the current row."""
    lab = Lab(pos=pos, d_model=8)
    table = EncodingTable(ascii=ascii)
    table.lab, table.mode = lab, SHADE
    shares = SHADE.numbers(lab, np.array([pos]), np.arange(8))[0]
    drawn = heat(lab, 8 * 4 + 5, 12, ascii=ascii).lines
    row = next(text for text in plain_text(drawn).split("\n") if text.strip().startswith((f">{pos}", f"►{pos}")))
    left = len(row) - 8 * 4
    for slot, share in enumerate(shares.tolist()):
        shade, style = table._cell_run(share, "")
        assert set(shade) == {row[left + 4 * slot]} == {shade_of(share, ascii=ascii)}
        assert style == f"heat{bin_of(share, HEAT_LEVELS)}"
