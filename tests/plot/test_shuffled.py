"""Attention: without PE the order of words changes nothing, with PE it does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.attention import ORDERS, attended
from petui.core.lab import Lab
from petui.plot.picture import line_text
from petui.plot.ruler import four_decimals
from petui.plot.shuffled import attention_view, order_of, outcome

labs = st.builds(
    lambda d_model, slot, **rest: Lab(d_model=d_model, slot=slot % d_model, **rest),
    d_model=st.one_of(st.integers(2, 20), st.just(512)),
    slot=st.integers(0, 600),
    offset=st.integers(-20, 20),
    convention=st.sampled_from(["paper", "tensor2tensor"]),
)


@settings(max_examples=60, deadline=None)
@given(labs)
def test_without_pe_nothing_moves(lab: Lab) -> None:
    """For every width and order; what differs is rounding."""
    found = outcome(lab, placed=False)
    assert found.change == 0.0
    assert found.first == pytest.approx(found.other, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.integers(-12, 12), st.integers(0, 3), st.booleans())
def test_the_numbers_are_those_of_the_lessons(offset: int, slot: int, placed: bool) -> None:
    """At d_model 4 the words are The, cat, sat, and the order is the offset's."""
    lab = Lab(d_model=4, offset=offset, slot=slot)
    found = outcome(lab, placed=placed)
    for word in range(3):
        assert found.first[word, slot] == pytest.approx(attended(0, word, slot, placed=placed), abs=1e-14)
        other = attended(offset % 6, word, slot, placed=placed)
        assert found.other[word, slot] == pytest.approx(other, abs=1e-14)
    assert order_of(lab) == ORDERS[offset % 6]


@pytest.mark.parametrize("offset", [1, 2, 3, 4, 5])
def test_with_pe_any_other_order_changes_something(offset: int) -> None:
    """And the largest change is named with its word and slot."""
    lab = Lab(d_model=4, offset=offset)
    found = outcome(lab, placed=True)
    assert found.change == np.abs(found.first - found.other).max() > 0.01
    word, slot = found.changed
    said = f"largest change {four_decimals(found.change)} ({word}, slot {slot})"
    assert said in attention_view(lab, 120, 20).says
    assert any(said in line_text(line) for line in attention_view(lab, 120, 20).lines)


def test_order_and_place_are_said_in_words() -> None:
    """Of every row: which order, and where the word stands in it."""
    lab = Lab(offset=3)
    order = order_of(lab)
    for width, height, form in (
        (60, 10, "{}, place {}"),
        (140, 20, "{} order, place {}"),
        (40, 20, "{} order, place {}"),
    ):
        text = "\n".join(map(line_text, attention_view(lab, width, height).lines))
        for word, name in enumerate(("The", "cat", "sat")):
            assert text.count(f"{name}  {form.format('1st', word)}") == 2
            assert text.count(form.format("2nd", order.index(word))) == 2
        second = " ".join(("The", "cat", "sat")[at] for at in order)
        whole = f'1st order "The cat sat", 2nd order "{second}"'
        assert (whole if width > len(whole) else f'1st "The cat sat", 2nd "{second}"') in text
    rows = [line_text(line) for line in attention_view(lab, 37, 9).lines]
    assert rows[1].startswith('1st "The cat sat", 2nd "')
    assert rows[2].split() == ["without", "PE", "with", "PE"] and rows[3].split() == ["word", *("1st", "2nd") * 2]


@pytest.mark.parametrize("size", [(37, 7), (40, 10), (45, 18), (60, 16), (80, 24), (120, 40)])
def test_all_six_numbers_are_shown_at_every_size(size: tuple[int, int]) -> None:
    """In panels or in a table."""
    lab = Lab(offset=3, slot=2)
    text = "\n".join(line_text(line) for line in attention_view(lab, *size).lines)
    for placed in (False, True):
        found = outcome(lab, placed=placed)
        for each in (found.first, found.other):
            assert all(four_decimals(float(value)) in text for value in each[:, 2])
