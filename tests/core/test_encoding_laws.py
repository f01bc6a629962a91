"""Laws of the encoding that hold whatever the numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from petui.core import encode, frequencies, rotation
from petui.core.errors import ParameterError

positions = st.integers(-(1 << 40), 1 << 40)
offsets = st.integers(-(1 << 40), 1 << 40)
even_widths = st.integers(1, 128).map(lambda pairs: 2 * pairs)
odd_widths = st.integers(0, 127).map(lambda pairs: 2 * pairs + 1)
bases = st.sampled_from([1.0, 2.5, 1000.0, 10000.0, 5e5])


@given(pos=positions, d_model=even_widths, base=bases)
def test_each_pair_has_norm_one(pos: int, d_model: int, base: float) -> None:
    """A pair is a point on the unit circle, so a row of an even width has norm √(d_model/2)."""
    row = encode(pos, d_model, base)
    np.testing.assert_allclose(row[0::2] ** 2 + row[1::2] ** 2, 1, atol=1e-15)
    assert np.linalg.norm(row) == pytest.approx(np.sqrt(d_model / 2), rel=1e-14)


@given(pos=positions, other=positions, offset=offsets, d_model=even_widths, base=bases)
def test_similarity_depends_on_the_offset_alone(pos: int, other: int, offset: int, d_model: int, base: float) -> None:
    """PE(p)·PE(p+k) is the same for every p, and for -k."""
    here, there = encode([pos, pos + offset], d_model, base)
    one, two = encode([other, other - offset], d_model, base)
    assert float(here @ there) == pytest.approx(float(one @ two), abs=1e-12)


@given(pos=positions, offset=offsets, d_model=even_widths, base=bases)
def test_a_rotation_shifts(pos: int, offset: int, d_model: int, base: float) -> None:
    """T_k·PE(p) = PE(p + k) for every p."""
    turned = rotation(offset, d_model, base) @ encode(pos, d_model, base)
    np.testing.assert_allclose(turned, encode(pos + offset, d_model, base), atol=2e-15)


@given(one=offsets, two=offsets, d_model=st.sampled_from([2, 4, 16]))
def test_rotations_are_a_group(one: int, two: int, d_model: int) -> None:
    """Offsets add, and going back is the transpose."""
    np.testing.assert_allclose(
        rotation(one, d_model) @ rotation(two, d_model), rotation(one + two, d_model), atol=2e-15
    )
    np.testing.assert_array_equal(rotation(-one, d_model), rotation(one, d_model).T)


@given(d_model=odd_widths)
def test_a_rotation_refuses_odd_widths(d_model: int) -> None:
    """A sine without its cosine cannot turn."""
    with pytest.raises(ParameterError, match="odd"):
        rotation(1, d_model)


@given(pos=positions, d_model=odd_widths)
def test_an_odd_width_ends_with_a_sine(pos: int, d_model: int) -> None:
    """The last slot is the sine of the last pair."""
    row = encode(pos, d_model)
    assert row.shape == (d_model,)
    last = frequencies(d_model)[-1]
    assert len(frequencies(d_model)) == (d_model + 1) // 2
    assert row[-1] == pytest.approx(float(encode(pos, d_model, first_slot=d_model - 1)[0]), abs=0)
    if abs(pos) < 1000:
        assert row[-1] == pytest.approx(np.sin(pos * last), abs=1e-12)


@given(d_model=st.integers(1, 64), base=bases)
def test_position_zero_is_zeros_and_ones(d_model: int, base: float) -> None:
    """PE(0) = 0, 1, 0, 1, …"""
    assert encode(0, d_model, base).tolist() == [float(slot % 2) for slot in range(d_model)]


@given(
    pos=st.lists(positions, min_size=1, max_size=5),
    d_model=st.integers(1, 64),
    ends=st.tuples(st.integers(-3, 70), st.integers(-3, 70)),
)
def test_a_window_is_a_slice(pos: list[int], d_model: int, ends: tuple[int, int]) -> None:
    """Computing some slots gives exactly those of the whole row."""
    first, last = max(0, ends[0]), max(0, ends[1])
    window = encode(pos, d_model, first_slot=first, last_slot=last)
    assert np.array_equal(window, encode(pos, d_model)[:, first:last])


@given(pos=st.lists(positions, min_size=1, max_size=5), d_model=st.integers(1, 64))
def test_rows_do_not_depend_on_their_company(pos: list[int], d_model: int) -> None:
    """A table is its rows, and a fraction elsewhere in it changes none of them."""
    table = encode([*pos, 0.5], d_model)
    assert np.array_equal(table[:-1], np.array([encode(each, d_model) for each in pos]))


@given(pos=st.lists(positions, min_size=1, max_size=5), dtype=st.sampled_from(["float32", "float16"]))
def test_smaller_dtypes_are_rounded_once(pos: list[int], dtype: str) -> None:
    """The exact float64 value, rounded to the nearest."""
    table = encode(pos, 32, dtype=dtype)
    assert table.dtype == np.dtype(dtype)
    assert np.array_equal(table, encode(pos, 32).astype(dtype))


@given(pos=st.integers(-1000, 1000), d_model=st.integers(1, 64))
def test_a_whole_number_is_itself_in_any_form(pos: int, d_model: int) -> None:
    """3, 3.0 and NumPy's 3 are one position."""
    assert np.array_equal(encode(pos, d_model), encode(float(pos), d_model))
    assert np.array_equal(encode(pos, d_model), encode(np.int32(pos), d_model))


@given(one=st.integers(0, 1 << 20), two=st.integers(0, 1 << 20))
def test_positions_differ(one: int, two: int) -> None:
    """No two whole positions share a row: pair 0 turns by one radian, and π is irrational."""
    assume(one != two)
    assert not np.array_equal(encode(one, 8), encode(two, 8))


def test_nothing_is_empty() -> None:
    """No positions give a table without rows."""
    assert encode([], 4).shape == (0, 4)
    assert encode(range(0), 4).shape == (0, 4)
