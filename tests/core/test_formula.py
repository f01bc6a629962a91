"""The formulas, right and slipped."""

from __future__ import annotations

import json
from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core import encode, frequencies, wavelengths
from petui.core.attention import WORDS, attended, attention
from petui.core.errors import ParameterError
from petui.core.formula import SLIPS, Formula, Slip, slipped
from petui.core.lab import Lab

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text())

labs = st.builds(Lab, d_model=st.integers(1, 32), base=st.sampled_from([2.0, 1000.0, 10000.0]))


@given(lab=labs, pos=st.integers(0, 10**6))
def test_without_a_slip_it_is_the_encoding(lab: Lab, pos: int) -> None:
    """Values, rates and wavelengths are the core's own."""
    formula = Formula(lab)
    row = encode(pos, lab.d_model, lab.base)
    assert [formula.pe(pos, slot) for slot in range(lab.d_model)] == row.tolist()
    np.testing.assert_array_equal(formula.row(pos), row)
    pairs = range((lab.d_model + 1) // 2)
    np.testing.assert_allclose([formula.omega(pair) for pair in pairs], frequencies(lab.d_model, lab.base), rtol=1e-15)
    np.testing.assert_allclose(
        [formula.wavelength(pair) for pair in pairs], wavelengths(lab.d_model, lab.base), rtol=1e-15
    )


@given(lab=labs, pos=st.integers(0, 10**4), offset=st.integers(0, 100))
def test_vector_functions_are_those_of_the_rows(lab: Lab, pos: int, offset: int) -> None:
    """Dot product, distance and norm."""
    formula = Formula(lab)
    one, two = formula.row(pos), formula.row(pos + offset)
    assert formula.dot(pos, pos + offset) == pytest.approx(float(one @ two))
    assert formula.distance(pos, pos + offset) ** 2 == pytest.approx(float((one - two) @ (one - two)), abs=1e-12)
    assert formula.norm(pos) ** 2 == pytest.approx(formula.dot(pos, pos))


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.id)
def test_each_slip_shows_somewhere(slip: Slip) -> None:
    """Each way of making it gives a wrong value, rate or wavelength, or it would not be a slip."""
    right = Formula(Lab(d_model=6))
    for variant in slip.variants:
        wrong = slipped(right, variant)
        values = [abs(wrong.pe(7, slot) - right.pe(7, slot)) for slot in range(6)]
        assert max(*values, abs(wrong.wavelength(1) - right.wavelength(1))) > 1e-4


def test_slips_have_ids_of_their_own() -> None:
    """No two share an id, and each says something."""
    assert len({slip.id for slip in SLIPS}) == len(SLIPS)
    assert all(slip.says and slip.title and slip.variants for slip in SLIPS)


def _slip(name: str) -> Formula:
    slip = next(each for each in SLIPS if each.id == name)
    return slipped(Formula(Lab(d_model=8)), slip.variants[0])


def test_the_doubled_exponent_is_the_known_bug() -> None:
    """The numbers that public code with this bug gives."""
    known = VECTORS["doubled_exponent"]
    np.testing.assert_allclose(_slip("doubled-exponent").row(known["pos"]), known["wrong"], atol=6e-7)
    np.testing.assert_allclose(Formula(Lab(d_model=8)).row(known["pos"]), known["right"], atol=6e-7)


def test_what_slips_mean() -> None:
    """One number of each slip, worked out by hand."""
    assert _slip("degrees").pe(3, 0) == pytest.approx(np.sin(np.radians(3)))
    assert _slip("swapped").pe(3, 0) == pytest.approx(np.cos(3))
    assert _slip("slot-as-pair").pe(3, 2) == pytest.approx(np.sin(3 / 10000 ** (4 / 8)))
    assert _slip("off-by-one").pe(3, 0) == pytest.approx(np.sin(4))
    assert _slip("inverted-omega").pe(3, 2) == pytest.approx(np.sin(3 * 10))
    assert _slip("base-1000").pe(3, 2) == pytest.approx(np.sin(3 / 1000**0.25))
    assert _slip("forgotten-two-pi").wavelength(1) * 2 * pi == pytest.approx(Formula(Lab()).wavelength(1))
    assert _slip("early-rounding").pe(100, 6) == pytest.approx(0)
    assert _slip("lost-sign").pe(3, 1) == pytest.approx(-np.cos(3))


@pytest.mark.parametrize("slot", [-1, 8, 1.5])
def test_slots_that_are_none_are_refused(slot: float) -> None:
    """For the value and for the angle."""
    for function in (Formula(Lab(d_model=8)).pe, Formula(Lab(d_model=8)).angle):
        with pytest.raises(ParameterError) as caught:
            function(3, slot)
        assert caught.value.where == "slot"


def test_a_power_beyond_floats_is_refused() -> None:
    """An author's pair number may be any; the power may not."""
    with pytest.raises(ParameterError, match="too large"):
        Formula(Lab()).divisor(10**6)


@given(order=st.integers(0, 5), word=st.integers(0, 2), slot=st.integers(0, 3))
def test_attention_does_not_see_order(order: int, word: int, slot: int) -> None:
    """Without encodings a word's output is the same in every order."""
    assert attended(order, word, slot, placed=False) == pytest.approx(attended(0, word, slot, placed=False), abs=1e-15)


def test_attention_sees_order_with_encodings() -> None:
    """With encodings some word's output differs in every other order."""
    for order in range(1, 6):
        same = [attended(order, word, 0, placed=True) - attended(0, word, 0, placed=True) for word in range(3)]
        assert max(map(abs, same)) > 1e-3


def test_attention_is_an_average() -> None:
    """Each output lies within the words' own range."""
    mixed = attention(WORDS)
    assert mixed.shape == WORDS.shape
    assert (mixed <= WORDS.max(axis=0)).all()
    assert (mixed >= WORDS.min(axis=0)).all()


@pytest.mark.parametrize(("order", "word", "slot"), [(6, 0, 0), (0, 3, 0), (0, 0, 4), (0, 0.5, 0), (-1, 0, 0)])
def test_attention_refuses_what_there_is_not(order: float, word: float, slot: float) -> None:
    """Orders, words and slots are counted."""
    with pytest.raises(ParameterError):
        attended(order, word, slot, placed=True)
