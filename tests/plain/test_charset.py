"""ASCII for terminals that show nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.symbols import SYMBOLS
from petui.lessons.transliterate import to_ascii
from petui.plain.glossary import symbol_text


@given(st.text())
def test_it_is_ascii(text: str) -> None:
    """Whatever the text."""
    assert to_ascii(text).isascii()


@given(st.text(st.characters(codec="ascii")))
def test_ascii_stays(text: str) -> None:
    """What is ASCII is not touched."""
    assert to_ascii(text) == text


@pytest.mark.parametrize(("text", "spelled"), [("ω", "omega"), ("2π·λ", "2pi*lambda"), ("−1 ≤ é", "-1 <= e")])
def test_signs_are_spelled(text: str, spelled: str) -> None:
    """By their names."""
    assert to_ascii(text) == spelled


@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: symbol.ascii)
def test_the_glossary_needs_no_code_points(symbol: object) -> None:
    """Each sign in it has a spelling."""
    from petui.lessons.symbols import Symbol

    assert isinstance(symbol, Symbol)
    assert "\\" not in symbol_text(symbol, ascii=True)
