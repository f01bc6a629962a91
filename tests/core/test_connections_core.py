"""Scores, heads, learned tables, number formats, Fourier: each by its law."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.attention import WORDS
from petui.core.encoding import encode, rotation
from petui.core.errors import ParameterError
from petui.core.fourier import amplitude, random_product
from petui.core.learned import ROWS, TRAINED, learned_dot, learned_loss, learned_table, learned_value
from petui.core.precision import brain, brains, half, single
from petui.core.scores import encoding_vector, head_product, head_weights, weighed, word_vector
from petui.core.wrongtables import WRONG_TABLES

positions = st.integers(0, 500)


@given(st.integers(0, 2), positions, st.integers(0, 2), positions)
def test_the_score_is_the_sum_of_its_four_terms(query: int, at: int, key: int, there: int) -> None:
    """(x+p)^T W (y+q) expanded."""
    x, p, y, q = word_vector(query), encoding_vector(at), word_vector(key), encoding_vector(there)
    terms = weighed(x, y) + weighed(x, q) + weighed(p, y) + weighed(p, q)
    assert weighed(x + p, y + q) == pytest.approx(terms, abs=1e-12)


def test_the_weights_tell_query_and_key_apart() -> None:
    """Unlike the raw product."""
    before, after = (weighed(encoding_vector(a), encoding_vector(b)) for a, b in ((0, 1), (1, 0)))
    assert abs(before - after) > 0.5
    with pytest.raises(ParameterError, match="word"):
        word_vector(len(WORDS))


@given(st.integers(0, 60), st.integers(0, 60), st.integers(-20, 20), st.sampled_from([4, 8, 64]))
def test_a_head_with_an_offset(query: int, key: int, offset: int, d_model: int) -> None:
    """The product is D(key + offset - query), at most d_model/2, and reaches it where the two meet."""
    product = head_product(query, key, offset, d_model)
    rows = encode([0, abs(key + offset - query)], d_model)
    assert product == pytest.approx(float(rows[0] @ rows[1]), abs=1e-9)
    assert head_product(query, query - offset, offset, d_model) == pytest.approx(d_model / 2)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(-20, 20), st.sampled_from([2, 4, 8, 64]))
def test_a_head_turns_by_the_matrix(query: int, key: int, offset: int, d_model: int) -> None:
    """PE(query)·T_offset·PE(key), and the softmax of it over the keys, as the matrix itself gives them."""
    turn = rotation(offset, d_model)
    products = [float(encode(query, d_model) @ turn @ encode(at, d_model)) for at in (key, 0, 1, 2)]
    assert head_product(query, key, offset, d_model) == pytest.approx(products[0], abs=1e-9)
    shares = np.exp(4 * np.array(products[1:]) / (d_model / 2))
    np.testing.assert_allclose(head_weights(query, offset, 3, 4, d_model), shares / shares.sum(), atol=1e-9)


def test_a_wide_head_needs_no_matrix() -> None:
    """At 16384 slots T_offset would be 2 GiB."""
    tracemalloc.start()
    try:
        assert head_product(5, 2, 3, 16384) == pytest.approx(8192)
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()


def test_head_weights_are_shares_with_their_peak_at_the_offset() -> None:
    """They add up to 1; the sharper, the more the wanted key gets."""
    weights = head_weights(10, 3, 16, 12, 64)
    assert weights.sum() == pytest.approx(1)
    assert int(weights.argmax()) == 7
    assert head_weights(10, 3, 16, 40, 64)[7] > weights[7]
    with pytest.raises(ParameterError, match="length"):
        head_weights(1, 1, 0, 1, 8)


@pytest.mark.parametrize("steps", [0, 99, 100, 101, 250])
def test_a_learned_table_goes_on_from_one_that_is_kept(steps: int) -> None:
    """It is the descent from the start, step by step, whatever was asked before; nobody can write to it."""
    table, rows = learned_table(0).copy(), encode(range(TRAINED), 8)
    for _ in range(steps):
        seen = table[:TRAINED].copy()
        table[:TRAINED] -= 0.01 * (seen @ seen.T - rows @ rows.T) @ seen
    np.testing.assert_allclose(learned_table(steps), table, rtol=1e-12)
    assert not learned_table(steps).flags.writeable


def test_a_learned_table_learns_what_it_meets_and_no_more() -> None:
    """The loss falls; trained products come near the sinusoid's; the other rows stay as they began."""
    losses = [learned_loss(steps) for steps in (0, 20, 100, 500, 2000)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 1e-4 < losses[0]
    rows = encode(range(TRAINED), 8)
    assert learned_dot(2, 3, 2000) == pytest.approx(float(rows[2] @ rows[3]), abs=0.02)
    np.testing.assert_array_equal(learned_table(2000)[TRAINED:], learned_table(0)[TRAINED:])


@pytest.mark.parametrize("call", [(ROWS, 0, 5), (-1, 0, 5), (0, 8, 5), (0, 0, 2001), (0, 0, 0.5), (0.5, 0, 1)])
def test_a_learned_table_ends(call: tuple[float, float, float]) -> None:
    """There is no row beyond the last."""
    with pytest.raises(ParameterError):
        learned_value(*call)


@given(st.floats(-1e5, 1e5))
def test_formats_round_to_nearest(x: float) -> None:
    """Within half a step of each format, and twice is once."""
    for rounded, bits in ((single, 24), (half, 11), (brain, 8)):
        value = rounded(x)
        if abs(x) > 65000 and rounded is half:
            continue
        assert abs(value - x) <= abs(x) * 2.0**-bits + 1e-7
        assert rounded(value) == value


@pytest.mark.parametrize(("x", "value"), [(257, 256), (256, 256), (259, 260), (937, 936), (752, 752), (750, 752)])
def test_brain_ties_go_to_even(x: float, value: float) -> None:
    """As hardware has it."""
    assert brain(x) == value


def test_what_is_no_number_stays_none() -> None:
    """Neither becomes a number nor the other infinite."""
    values = brains(np.array([np.nan, np.inf, -np.inf, 0.0]))
    assert np.isnan(values[0])
    assert list(values[1:]) == [np.inf, -np.inf, 0.0]
    assert (half(2049), half(1e9), single(2**24 + 1)) == (2048, np.inf, 2**24)


@given(st.integers(1, 15), st.floats(0.1, 3), st.floats(-3, 3))
def test_the_amplitude_finds_a_wave_of_whole_turns(turns: int, size: float, shift: float) -> None:
    """Its own bin has all of it, every other none."""
    wave = size * np.cos(2 * np.pi * turns * np.arange(32) / 32 + shift)
    assert amplitude(wave, turns) == pytest.approx(size)
    assert amplitude(wave, (turns + 1) % 16) == pytest.approx(0, abs=1e-9)
    with pytest.raises(ParameterError, match="bin"):
        amplitude(wave, 17)


def test_random_features_tend_to_their_kernel() -> None:
    """More frequencies come nearer to the bell curve."""
    for offset in (0.0, 0.5, 1.0, 2.0):
        assert random_product(offset, 4096, 1) == pytest.approx(np.exp(-(offset**2) / 2), abs=0.03)
    assert random_product(0, 1, 5) == 1
    with pytest.raises(ParameterError):
        random_product(1, 0, 1)


@pytest.mark.parametrize("name", WRONG_TABLES)
def test_a_wrong_table_has_the_right_shape_and_is_wrong_where_it_should(name: str) -> None:
    """Each is off somewhere, and right where its slip cannot show."""
    width = 7 if name == "width-rounded-up" else 8
    first = {"positions-in-half": 2047, "positions-in-brain": 255}.get(name, 1)
    at = np.arange(first, first + 5, dtype=np.float64)
    wrong, right = WRONG_TABLES[name](at, width, 10000.0), encode(at, width)
    assert wrong.shape == right.shape
    off = ~np.isclose(wrong, right, atol=1e-9)
    assert off.any()
    quiet = {"positions-in-half": (0, 0), "positions-in-brain": (0, 0), "batch-for-position": (0, 0)}.get(name)
    assert quiet is None or not off[quiet[0]].any()
    if name.endswith(("cosines", "sines")):
        np.testing.assert_allclose(np.sort(wrong), np.sort(right))
