"""What is said of rows and cells follows the Lab's convention."""

from __future__ import annotations

import pytest

from petui.core.conventions import CONVENTIONS, encode_as
from petui.core.lab import Lab
from petui.plain.looking import looked_up, said_lab


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_row_is_said_in_its_layout(name: str) -> None:
    """Each slot with its function and its value."""
    found = CONVENTIONS[name]
    width = 8 if found.odd == "refuse" else 7
    (said,) = looked_up("3", Lab(convention=name, d_model=width, base=found.base), 80, ascii=False, veiled=False)
    columns, row = found.columns(width), encode_as(found, 3, width)
    for slot, value in enumerate(row):
        word = "zero" if columns.pair[slot] < 0 else "cosine" if columns.cosine[slot] else "sine"
        assert f"slot {slot} {word} {value + 0.0:.4f}" in said


def test_a_cell_is_worked_out_in_its_layout() -> None:
    """As `petui explain` does."""
    lines = looked_up("3 5", Lab(convention="marian"), 80, ascii=False, veiled=False)
    assert lines[0].endswith("as marian")
    assert "i = 5 - 4 = 1; slots 4 to 7 hold the cosines" in lines[1]


def test_a_convention_is_said_where_it_is_another() -> None:
    """The paper's goes without saying."""
    assert "convention" not in said_lab(Lab())
    assert "convention whisper" in said_lab(Lab(convention="whisper"))
