r"""The attention score taken apart, and heads that look at a fixed offset.

With x, y the embeddings and p, q the encodings of a query and a key, the score (x+p)^T·W·(y+q) is the sum of four
terms; W is the query's learned matrix transposed times the key's. Here W is a fixed toy of 4 × 4 numbers. The terms
are those that Dai et al. (2019, section 3.3) and Ke et al. (2021) write out.
"""

from __future__ import annotations

import numpy as np

from petui.core.attention import WORDS
from petui.core.bounds import whole_within
from petui.core.encoding import encode
from petui.core.phase import Floats
from petui.core.rotary import rotated

# W of the score: not symmetric, so that a query and a key are told apart.
WEIGHTS = np.array([[0.5, -0.3, 0.2, 0.1], [0.4, 0.6, -0.2, 0.3], [-0.1, 0.2, 0.7, -0.4], [0.3, -0.5, 0.1, 0.8]])
_MOST_KEYS = 512


def word_vector(word: float) -> Floats:
    """The toy embedding of a word, shape (4,).

    Raises:
        ParameterError: If there is no such word.
    """
    vector: Floats = WORDS[whole_within("word", word, 0, len(WORDS) - 1)]
    return vector


def encoding_vector(pos: float, base: float = 10000.0) -> Floats:
    """PE(pos) of four slots, shape (4,)."""
    return np.asarray(encode(pos, WORDS.shape[1], base), dtype=np.float64)


def weighed(query: Floats, key: Floats) -> float:
    """query^T·W·key with the toy weights.

    Args:
        query: Shape (4,).
        key: Shape (4,).
    """
    return float(query @ WEIGHTS @ key)


def head_product(query: float, key: float, offset: float, d_model: int, base: float = 10000.0) -> float:
    r"""PE(query)·T_offset·PE(key) = \sum cos((key + offset - query)·\omega_i): largest at key = query - offset.

    A head whose learned matrices make T_offset asks every query for the position `offset` before it.

    Raises:
        ParameterError: If d_model is odd, or a number is out of range.
    """
    rows = np.asarray(encode([query, key], d_model, base), dtype=np.float64)
    # T_offset turns pair by pair; as a matrix it has d_model² numbers.
    return float(rows[0] @ rotated(rows[1], -offset, base))


def head_weights(
    query: float, offset: float, length: float, sharpness: float, d_model: int, base: float = 10000.0
) -> Floats:
    """Softmax over the keys 0 … length-1 of sharpness·head_product/(d_model/2), shape (length,).

    Args:
        query: Position that looks.
        offset: How many positions before itself it looks.
        length: How many keys there are.
        sharpness: What a full match counts before the softmax.
        d_model: An even width.
        base: Base of the wavelengths' progression.

    Raises:
        ParameterError: If there are no keys or too many, or a number is out of range.
    """
    keys = range(whole_within("length", length, 1, _MOST_KEYS))
    rows = np.asarray(encode([query, *keys], d_model, base), dtype=np.float64)
    scores = sharpness * (rows[1:] @ rotated(rows[0], offset, base)) / (d_model / 2)
    weights = np.exp(scores - scores.max())
    shares: Floats = weights / weights.sum()
    return shares
