"""Functions of expressions beyond the encoding itself: attention's score, heads, other encodings, Fourier features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import MappingProxyType

import numpy as np

from petui.core.bounds import whole_within
from petui.core.encoding import encode
from petui.core.fourier import amplitude, random_product
from petui.core.lab import Lab
from petui.core.learned import learned_dot, learned_loss, learned_value
from petui.core.relatives import alibi_bias, alibi_slope, t5_bucket
from petui.core.rotary import rotated
from petui.core.scores import encoding_vector, head_product, head_weights, weighed, word_vector

# What one call may compare or transform.
_MOST_ROWS = 1024


def _content_content(query_word: float, key_word: float) -> float:
    """x^T·W·y of two words."""
    return weighed(word_vector(query_word), word_vector(key_word))


def _content_position(base: float, query_word: float, key_pos: float) -> float:
    """x^T·W·q of a word and a position."""
    return weighed(word_vector(query_word), encoding_vector(key_pos, base))


def _position_content(base: float, query_pos: float, key_word: float) -> float:
    """p^T·W·y of a position and a word."""
    return weighed(encoding_vector(query_pos, base), word_vector(key_word))


def _position_position(base: float, query_pos: float, key_pos: float) -> float:
    """p^T·W·q of two positions."""
    return weighed(encoding_vector(query_pos, base), encoding_vector(key_pos, base))


def _score(base: float, query_word: float, query_pos: float, key_word: float, key_pos: float) -> float:
    """(x+p)^T·W·(y+q): the whole score."""
    query = word_vector(query_word) + encoding_vector(query_pos, base)
    return weighed(query, word_vector(key_word) + encoding_vector(key_pos, base))


def _added(base: float, query_word: float, query_pos: float, key_word: float, key_pos: float) -> float:
    """(x+p)·(y+q): the product of two sums, with no weights in between."""
    query = word_vector(query_word) + encoding_vector(query_pos, base)
    return float(query @ (word_vector(key_word) + encoding_vector(key_pos, base)))


def _rotated(base: float, word: float, slot: float, pos: float, *, halves: bool = False) -> float:
    return _slot_of(rotated(word_vector(word), pos, base, halves=halves), slot)


def _rotary(
    base: float, query_word: float, query_pos: float, key_word: float, key_pos: float, *, halves: bool = False
) -> float:
    """The product of a query and a key, each turned to its position; pairs interleaved, or half-split."""
    query = rotated(word_vector(query_word), query_pos, base, halves=halves)
    return float(query @ rotated(word_vector(key_word), key_pos, base, halves=halves))


def _slot_of(vector: np.ndarray, slot: float) -> float:
    return float(vector[whole_within("slot", slot, 0, len(vector) - 1)])


def _head_product(lab: Lab, query: float, key: float, offset: float) -> float:
    return head_product(query, key, offset, lab.d_model, lab.base)


def _head_weight(lab: Lab, query: float, key: float, offset: float, length: float, sharpness: float) -> float:
    weights = head_weights(query, offset, length, sharpness, lab.d_model, lab.base)
    return float(weights[whole_within("key", key, 0, len(weights) - 1)])


@lru_cache(maxsize=64)
def _nearest(d_model: int, base: float, limit: float) -> float:
    rows = encode(range(whole_within("limit", limit, 1, _MOST_ROWS) + 1), d_model, base)
    return float(1 + np.argmin(np.linalg.norm(rows[1:] - rows[0], axis=1)))


def _nearest_offset(lab: Lab, limit: float) -> float:
    """The offset 1 to limit whose row is nearest to that of offset 0; of equal ones the smaller."""
    return _nearest(lab.d_model, lab.base, limit)


def _amplitude(lab: Lab, slot: float, bin_number: float, length: float) -> float:
    """How much of `bin` turns per `length` positions is in a slot of the encoding."""
    first = whole_within("slot", slot, 0, lab.d_model - 1)
    positions = range(whole_within("length", length, 1, _MOST_ROWS))
    rows = encode(positions, lab.d_model, lab.base, first_slot=first, last_slot=first + 1)
    return amplitude(np.asarray(rows[:, 0], dtype=np.float64), bin_number)


# By name; functions.py has how many numbers each takes, and which of them are given the base or the Lab first.
FUNCTIONS: Mapping[str, Callable[..., float]] = MappingProxyType(
    {
        "content_content": _content_content,
        "alibi_slope": alibi_slope,
        "alibi_bias": alibi_bias,
        "t5_bucket": t5_bucket,
        "t5_bucket_causal": partial(t5_bucket, both=False),
        "learned": learned_value,
        "learned_dot": learned_dot,
        "learned_loss": learned_loss,
        "random_product": random_product,
        "content_position": _content_position,
        "position_content": _position_content,
        "position_position": _position_position,
        "score": _score,
        "added": _added,
        "rotated": _rotated,
        "rotated_halves": partial(_rotated, halves=True),
        "rotary": _rotary,
        "rotary_halves": partial(_rotary, halves=True),
        "head_product": _head_product,
        "head_weight": _head_weight,
        "nearest_offset": _nearest_offset,
        "amplitude": _amplitude,
    }
)
