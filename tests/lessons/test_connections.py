"""Functions of expressions that compare an added encoding with others."""

from __future__ import annotations

from inspect import signature

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from petui.core.attention import WORDS
from petui.core.encoding import encode
from petui.core.lab import Lab
from petui.lessons.connections import FUNCTIONS
from petui.lessons.functions import CONNECTED

_WORDS = st.integers(0, 2)
_POSITIONS = st.integers(0, 2000)
_added = FUNCTIONS["added"]


@given(x=_WORDS, p=_POSITIONS, y=_WORDS, q=_POSITIONS)
def test_a_product_of_sums_has_four_terms(x: int, p: int, y: int, q: int) -> None:
    """(x+p)·(y+q) = x·y + x·q + p·y + p·q, each taken slot by slot."""
    pairs = [(WORDS[x], WORDS[y]), (WORDS[x], encode(q, 4)), (encode(p, 4), WORDS[y]), (encode(p, 4), encode(q, 4))]
    terms = [sum(float(a) * float(b) for a, b in zip(first, second, strict=True)) for first, second in pairs]
    assert _added(10000.0, x, p, y, q) == approx(sum(terms), abs=1e-12)


def test_every_function_is_declared_with_what_it_takes() -> None:
    """What is known of a function before its mathematics is loaded is what that has."""
    assert list(CONNECTED) == list(FUNCTIONS)
    for name, (first, arity) in CONNECTED.items():
        before = {"": (), "base": (10000.0,), "lab": (Lab(),)}[first]
        signature(FUNCTIONS[name]).bind(*before, *[1.0] * arity)
