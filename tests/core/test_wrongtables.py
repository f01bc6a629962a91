"""Tables with a program's arithmetic gone wrong: published values, and what each slip does and does not touch."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.encoding import encode
from petui.core.phase import Floats
from petui.core.wrongtables import WrongTable, cosines_of_their_own, exponent_to_the_base, rate_cut_to_whole

widths = st.integers(1, 20).map(lambda half: 2 * half)


def angles(row: Floats) -> Floats:
    """The angle of each pair, from its sine and cosine."""
    return np.asarray(np.arctan2(row[0::2], row[1::2]), dtype=np.float64)


def test_cosines_of_their_own_as_reported() -> None:
    """Position 1, six slots, as public reports of this slip give it."""
    row = cosines_of_their_own(np.array([1.0]), 6, 10000.0)[0]
    assert row == pytest.approx([0.841471, 0.976882, 0.046399, 0.99995, 0.002154, 1.0], abs=6e-7)


def test_the_exponent_to_the_base_as_reported() -> None:
    """Four pairs: the first stands still, and the others turn at almost one rate."""
    row = exponent_to_the_base(np.array([1.0]), 8, 10000.0)[0]
    assert angles(row) == pytest.approx([0.0, 0.999861, 0.999931, 0.999971], abs=6e-7)


def test_a_rate_cut_to_a_whole_number_as_reported() -> None:
    """Eight slots fall by e squared; with 128 slots every pair turns at the rate of the first."""
    narrow = rate_cut_to_whole(np.array([1.0]), 8, 10000.0)[0]
    assert angles(narrow) == pytest.approx([1.0, 0.135335, 0.018316, 0.002479], abs=6e-7)
    wide = rate_cut_to_whole(np.array([1.0]), 128, 10000.0)[0]
    assert angles(wide) == pytest.approx(np.ones(64))


@given(widths, st.integers(0, 500))
def test_its_own_cosines_leave_the_sines_right(d_model: int, pos: int) -> None:
    """Every even slot is right, at every position."""
    shown = cosines_of_their_own(np.array([float(pos)]), d_model, 10000.0)[0]
    assert shown[0::2] == pytest.approx(encode(pos, d_model)[0::2], abs=1e-9)


@given(widths, st.floats(2, 1e6), st.sampled_from([cosines_of_their_own, exponent_to_the_base, rate_cut_to_whole]))
def test_row_zero_hides_each_of_them(d_model: int, base: float, table: WrongTable) -> None:
    """At position 0 every angle is 0, whatever the rates are."""
    assert np.array_equal(table(np.zeros(1), d_model, base)[0], encode(0, d_model, base))


@given(st.integers(1, 19).map(lambda half: 2 * half + 1), st.integers(0, 50))
def test_an_odd_width_ends_with_a_sine(d_model: int, pos: int) -> None:
    """All three fill as many slots as they are asked for."""
    for table in (cosines_of_their_own, exponent_to_the_base, rate_cut_to_whole):
        assert table(np.array([float(pos)]), d_model, 10000.0).shape == (1, d_model)
