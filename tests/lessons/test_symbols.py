"""The glossary."""

from __future__ import annotations

import pytest

from petui.core.errors import ContentError
from petui.lessons.symbols import SYMBOLS, Symbol, find_symbol, names_of


@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: symbol.ascii)
def test_each_name_finds_its_symbol(symbol: Symbol) -> None:
    """In any case, with blanks or dollars around."""
    for name in names_of(symbol):
        assert find_symbol(name) == symbol
        assert find_symbol(f" {name} ") == symbol
        assert find_symbol(f"${name}$") == symbol
    assert find_symbol(symbol.title.upper()) == symbol


def test_no_name_is_used_twice() -> None:
    """Or a look-up would be a lottery; `d` and `D` are two names."""
    names = [name for symbol in SYMBOLS for name in set(names_of(symbol))]
    assert len(names) == len(set(names))
    assert find_symbol("d").symbol == "d_model"
    assert find_symbol("D").symbol == "D(k)"


@pytest.mark.parametrize(
    ("name", "hint"), [("omga", "did you mean omega?"), ("", "known: PE"), ("zzzzzzzz", "known: PE")]
)
def test_an_unknown_symbol_is_helped(name: str, hint: str) -> None:
    """By the nearest name, or all of them."""
    with pytest.raises(ContentError) as caught:
        find_symbol(name)
    assert hint in str(caught.value)
