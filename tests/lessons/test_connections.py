"""Functions of expressions that compare an added encoding with others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from petui.core.attention import WORDS
from petui.core.encoding import encode
from petui.lessons.connections import OF_BASE

_WORDS = st.integers(0, 2)
_POSITIONS = st.integers(0, 2000)
_added, _ = OF_BASE["added"]


@given(x=_WORDS, p=_POSITIONS, y=_WORDS, q=_POSITIONS)
def test_a_product_of_sums_has_four_terms(x: int, p: int, y: int, q: int) -> None:
    """(x+p)·(y+q) = x·y + x·q + p·y + p·q, each taken slot by slot."""
    pairs = [(WORDS[x], WORDS[y]), (WORDS[x], encode(q, 4)), (encode(p, 4), WORDS[y]), (encode(p, 4), encode(q, 4))]
    terms = [sum(float(a) * float(b) for a, b in zip(first, second, strict=True)) for first, second in pairs]
    assert _added(10000.0, x, p, y, q) == approx(sum(terms), abs=1e-12)
