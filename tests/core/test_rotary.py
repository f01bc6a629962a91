"""Rotary embedding against what public libraries give, and by its laws; its two layouts as permutations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core import rotated as offered
from petui.core.encoding import frequencies, rotation
from petui.core.errors import ParameterError
from petui.core.rotary import halves_from_pairs, pairs_from_halves, permuted_heads, quarter_turned, rotated

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors_rotary.json").read_text(encoding="utf-8"))

widths = st.integers(1, 40).map(lambda pairs: 2 * pairs)
positions = st.integers(0, 100_000)
seeds = st.integers(0, 2**32 - 1)


def _numbers(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-10, 10, shape)


@pytest.mark.parametrize("vector", VECTORS["rotated"], ids=lambda vector: vector["library"])
def test_rotary_vectors(vector: dict[str, Any]) -> None:
    """Both layouts at the positions 0 to 3, all at once and one by one."""
    rows = rotated(vector["vector"], range(4), halves=vector["halves"])
    # The public ones compute in float32.
    np.testing.assert_allclose(rows, vector["rows"], atol=2e-6)
    for pos, row in enumerate(rows):
        np.testing.assert_array_equal(rotated(vector["vector"], pos, halves=vector["halves"]), row)


@pytest.mark.parametrize("vector", VECTORS["quarter_turned"], ids=lambda vector: vector["library"])
def test_one_name_for_two_quarter_turns(vector: dict[str, Any]) -> None:
    """What libraries call rotate_half, in either layout."""
    np.testing.assert_array_equal(quarter_turned(vector["vector"], halves=vector["halves"]), vector["row"])


def test_a_permutation_before_the_turn_gives_the_score_back() -> None:
    """Half-split with rows taken for interleaved ones is another score; permuted, the same."""
    score = VECTORS["score"]
    query, key = np.array(score["q"], dtype=float), np.array(score["k"], dtype=float)
    order = halves_from_pairs(4)

    def product(query: np.ndarray, key: np.ndarray, halves: bool) -> float:
        first = rotated(query, score["pos_q"], score["base"], halves=halves)
        return float(first @ rotated(key, score["pos_k"], score["base"], halves=halves))

    assert order.tolist() == [0, 2, 1, 3]
    assert product(query, key, False) == pytest.approx(score["interleaved"], abs=5e-7)
    assert product(query, key, True) == pytest.approx(score["half_split"], abs=5e-7)
    permuted = product(query[order], key[order], True)
    assert permuted == pytest.approx(score["half_split_after_permuting_rows_0213"], abs=5e-7)


@given(seeds, widths, positions, positions, st.integers(0, 1000), st.booleans())
def test_products_depend_on_the_distance_alone(
    seed: int, width: int, first: int, second: int, shift: int, halves: bool
) -> None:
    """Moving both on changes no product."""
    query, key = _numbers(seed, 2, width)
    here = rotated(query, first, halves=halves) @ rotated(key, second, halves=halves)
    there = rotated(query, first + shift, halves=halves) @ rotated(key, second + shift, halves=halves)
    assert here == pytest.approx(there, abs=1e-10 * width)


@given(seeds, widths, positions, positions, st.booleans())
def test_turns_add_up_and_keep_lengths(seed: int, width: int, first: int, second: int, halves: bool) -> None:
    """One turn after another is the turn by the sum, one back and forth none, and none changes a length."""
    vector = _numbers(seed, width)
    turned = rotated(vector, first, halves=halves)
    np.testing.assert_allclose(
        rotated(turned, second, halves=halves), rotated(vector, first + second, halves=halves), atol=1e-12
    )
    np.testing.assert_allclose(rotated(turned, -first, halves=halves), vector, atol=1e-12)
    assert np.linalg.norm(turned) == pytest.approx(np.linalg.norm(vector), rel=1e-13)


@given(seeds, widths, st.integers(-1000, 1000))
def test_a_turn_is_the_rotation_of_the_encoding_backwards(seed: int, width: int, pos: int) -> None:
    """T_k acts on (sin, cos), a turn on (cos, sin): one is the other's inverse on the same slots."""
    vector = _numbers(seed, width)
    np.testing.assert_allclose(rotated(vector, pos), rotation(-pos, width) @ vector, atol=1e-12)


@given(seeds, widths, positions)
def test_the_permutations_are_inverse_and_change_the_layout(seed: int, width: int, pos: int) -> None:
    """There and back is no change, and the turn commutes with the change of layout."""
    there, back = halves_from_pairs(width), pairs_from_halves(width)
    np.testing.assert_array_equal(there[back], np.arange(width))
    np.testing.assert_array_equal(back[there], np.arange(width))
    vector = _numbers(seed, width)
    np.testing.assert_array_equal(rotated(vector, pos)[there], rotated(vector[there], pos, halves=True))
    np.testing.assert_array_equal(rotated(vector, pos, halves=True)[back], rotated(vector[back], pos))
    np.testing.assert_array_equal(quarter_turned(vector)[there], quarter_turned(vector[there], halves=True))


@given(seeds, st.integers(1, 5), widths, st.integers(1, 6), positions)
def test_permuted_weights_keep_every_score(seed: int, heads: int, width: int, inputs: int, pos: int) -> None:
    """Queries and keys of every head, made by permuted weights and turned half-split, score as before."""
    weights = _numbers(seed, 2, heads * width, inputs)
    words = _numbers(seed + 1, 2, inputs)
    order = halves_from_pairs(width)

    def scores(matrices: list[np.ndarray], halves: bool) -> np.ndarray:
        made = [(each @ word).reshape(heads, width) for each, word in zip(matrices, words, strict=True)]
        query, key = rotated(made[0], pos, halves=halves), rotated(made[1], pos + 3, halves=halves)
        products: np.ndarray = np.sum(query * key, axis=-1)
        return products

    changed = [permuted_heads(each, heads, order) for each in weights]
    np.testing.assert_allclose(scores(changed, True), scores(list(weights), False), rtol=1e-9, atol=1e-7)
    for before, after in zip(weights, changed, strict=True):
        np.testing.assert_array_equal(permuted_heads(after, heads, pairs_from_halves(width)), before)


def test_heads_are_permuted_each_by_itself() -> None:
    """Two heads of four: no row leaves its head; a bias goes the same way, and dtypes stay."""
    bias = np.arange(8, dtype=np.float16)
    permuted = permuted_heads(bias, 2, halves_from_pairs(4))
    assert permuted.tolist() == [0, 2, 1, 3, 4, 6, 5, 7]
    assert permuted.dtype == np.float16
    assert permuted_heads(bias, 1, halves_from_pairs(8)).tolist() == [0, 2, 4, 6, 1, 3, 5, 7]


def test_positions_broadcast_over_the_vectors() -> None:
    """A batch of two sequences of three, heads of four: (2, 3, 4) with one position to each of the three."""
    vectors = _numbers(7, 2, 3, 4)
    turned = rotated(vectors, [4, 5, 6])
    for sample in range(2):
        for index in range(3):
            np.testing.assert_array_equal(turned[sample, index], rotated(vectors[sample, index], 4 + index))
    assert rotated(vectors[0, 0], [[0, 1], [2, 3]]).shape == (2, 2, 4)
    assert rotated(np.empty((0, 4)), []).shape == (0, 4)


@given(seeds, widths, st.integers(0, 1000), st.floats(2, 1e6))
def test_given_frequencies_take_the_base_s_place(seed: int, width: int, pos: int, base: float) -> None:
    """The same turn from the base and from its own frequencies; half of each is the turn of half the position."""
    vector, omega = _numbers(seed, width), frequencies(width, base)
    np.testing.assert_allclose(rotated(vector, pos, omega=omega), rotated(vector, pos, base), atol=1e-10)
    np.testing.assert_allclose(rotated(vector, 2 * pos, omega=omega / 2), rotated(vector, pos, base), atol=1e-10)


@pytest.mark.parametrize(
    ("vectors", "where", "omega", "said"),
    [
        (np.ones(3), 1, None, "3 slots"),
        (np.ones(0), 1, None, "at least 1"),
        (2.0, 1, None, "single number"),
        ("abcd", 1, None, "real numbers"),
        ([[1, 2], [3]], 1, None, "real numbers"),
        (np.ones((2, 4)), [1, 2, 3], None, "do not fit"),
        (np.ones(4), [float("nan")], None, "not finite"),
        (np.ones(4), 1, [1.0], "2 pairs"),
        (np.ones(4), 1, [1.0, float("inf")], "2 pairs"),
        (np.ones(4), 1, ["x", "y"], "real numbers"),
    ],
)
def test_what_cannot_be_turned_is_refused(vectors: Any, where: Any, omega: Any, said: str) -> None:
    """Not cut, and no traceback of NumPy's."""
    with pytest.raises(ParameterError, match=said):
        rotated(vectors, where, omega=omega)


@pytest.mark.parametrize(
    ("heads", "order", "said"),
    [
        (3, [0, 1, 2, 3], "8 rows"),
        (1, [0, 1, 2, 3], "8 rows"),
        (2, [0, 1, 1, 3], "each of them once"),
        (2, [0, 1, 2, 4], "each of them once"),
        (2, [[0, 1], [2, 3]], "each of them once"),
        (8, [], "each of them once"),
        (0, [0, 1, 2, 3], "heads is 0"),
        (2.0, [0, 1, 2, 3], "heads is 2.0"),
        (True, [0, 1, 2, 3], "heads is True"),
    ],
)
def test_an_order_that_fits_no_head_is_refused(heads: Any, order: Any, said: str) -> None:
    """Rows are never lost or doubled."""
    with pytest.raises(ParameterError, match=said):
        permuted_heads(np.ones((8, 3)), heads, order)


@pytest.mark.parametrize("width", [0, 1, 7, 2.0, "8", True])
@pytest.mark.parametrize("order", [halves_from_pairs, pairs_from_halves])
def test_an_odd_head_has_no_layout(order: Any, width: Any) -> None:
    """Nor one without slots, or of a width that is no whole number."""
    with pytest.raises(ParameterError):
        order(width)


def test_the_turn_is_offered_at_the_top() -> None:
    """`from petui.core import rotated` is this function."""
    assert offered is rotated
