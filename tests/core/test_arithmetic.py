"""Tables computed in one number format throughout."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.arithmetic import computed_in, rounded
from petui.core.attention import WORDS, word_vectors
from petui.core.parameters import DTYPES
from petui.core.precision import FORMATS
from petui.core.sweep import Sweep, columns_of

_SWEEP, _COLUMNS = Sweep(4, 4.0), columns_of("interleaved", 4, 4)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_float32_is_what_numpy_computes_in_float32(position: int) -> None:
    """But for sine and cosine themselves, which here are rounded right."""
    omega = _SWEEP.omega.astype(np.float32)
    angles = np.float32(position) * omega
    exact = np.stack([np.sin(angles.astype(np.float64)), np.cos(angles.astype(np.float64))], axis=1)
    made = computed_in("float32", [position], _SWEEP, _COLUMNS)
    assert (made[0] == exact.astype(np.float32).reshape(-1)).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_whole_numbers_are_exact_up_to_the_precision(dtype: str) -> None:
    """2^bits is a number of the format, and the next whole number is not."""
    most = 2.0 ** FORMATS[dtype].bits
    values = rounded(np.array([most - 1, most, most + 1]), dtype)
    assert values.tolist() == [most - 1, most, most]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_value_is_one_of_the_format(dtype: str) -> None:
    """Multiplied ones too."""
    table = computed_in(dtype, range(500), _SWEEP, _COLUMNS, multiplier=8**-0.5)
    assert (rounded(table, dtype) == table).all()
    assert table.shape == (500, 8)


def test_a_slot_that_is_always_zero_stays_so() -> None:
    """Beyond the range of the format, too."""
    columns = columns_of("sines-first", 2, 2)
    zero = type(columns)(np.append(columns.pair, -1), np.append(columns.cosine, False))
    table = computed_in("float16", [3, 70_000], Sweep(2, 2.0), zero)
    assert table[:, 4].tolist() == [0.0, 0.0]
    assert np.isnan(table[1, :4]).all()


def test_four_slots_are_the_words_of_the_lessons() -> None:
    """And another width has vectors of its own, always the same."""
    assert word_vectors(4) is WORDS
    assert (word_vectors(6) == word_vectors(6)).all()
    assert word_vectors(6).shape == (3, 6)
