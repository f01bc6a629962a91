"""Inline maths at the edges of a text."""

from __future__ import annotations

import pytest

from petui.lessons.faults import FaultList
from petui.lessons.place import Place
from petui.lessons.prose import read_inlines
from petui.lessons.prosemodel import Maths, Text


@pytest.mark.parametrize("tail", [" grows by 1", " is 10", "\\", ""])
def test_a_formula_may_begin_a_text_that_ends_with_a_digit_or_a_backslash(tail: str) -> None:
    """The sign before the first dollar is none, not the last of the text."""
    faults = FaultList()
    first, *others = read_inlines(f"$D(k)${tail}", Place("note.md"), faults)
    assert isinstance(first, Maths) and first.tex == "D(k)"
    assert others == ([Text(tail)] if tail else []) and not len(faults)


def test_a_price_is_no_formula() -> None:
    """A digit right before or behind keeps a dollar from being maths, at the ends of a text too."""
    for text in ("5$ and 6$", "$5 and $6", "a $5 b$6"):
        assert read_inlines(text, Place("note.md"), FaultList()) == (Text(text),)
