r"""A toy self-attention that shows what an encoding is for: without one, shuffled words give the same answers.

Three words with fixed 4-slot vectors; queries, keys and values are the vectors themselves, and the weights are
softmax(X·X^T / \sqrt{d}) as in Vaswani et al. (2017), section 3.2.1.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from petui.core.bounds import whole_within
from petui.core.encoding import encode
from petui.core.phase import Floats

# Columns: four slots; rows: the three words in their first order.
WORDS = np.array([[0.2, -0.5, 0.8, 0.1], [-0.3, 0.4, 0.2, -0.6], [0.7, 0.1, -0.4, 0.3]])
NAMES = ("The", "cat", "sat")
ORDERS = tuple(permutations(range(3)))


_SEED = 2017
# As far from 0 as the numbers of the three words go.
_REACH = 0.8


def word_vectors(d_model: int) -> Floats:
    """The three words' vectors of any width, shape (3, d_model).

    Of 4 slots they are WORDS; of another width made up: drawn evenly from ±0.8 by a fixed seed, about as large as
    those, and always the same.
    """
    if d_model == WORDS.shape[1]:
        return WORDS
    drawn: Floats = np.random.default_rng((_SEED, d_model)).uniform(-_REACH, _REACH, (len(WORDS), d_model))
    return drawn


def attention(vectors: Floats) -> Floats:
    r"""softmax(X·X^T/\sqrt{d})·X.

    Args:
        vectors: Shape (positions, slots).

    Returns:
        The same shape: for each position the average of all vectors by its attention weights.
    """
    scores = vectors @ vectors.T / np.sqrt(vectors.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    mixed: Floats = weights / weights.sum(axis=1, keepdims=True) @ vectors
    return mixed


def attended(order: float, word: float, slot: float, *, placed: bool) -> float:
    """One number that the attention gives for a word of a shuffled sentence.

    Args:
        order: Which of the six orders of the three words (0 is the first order).
        word: The word, 0 to 2, wherever it stands in that order.
        slot: Slot 0 to 3 of its output.
        placed: Whether PE(position) was added to the words first.

    Raises:
        ParameterError: If an index is out of range.
    """
    arranged = ORDERS[whole_within("order", order, 0, len(ORDERS) - 1)]
    tokens, slots = WORDS.shape
    row = arranged.index(whole_within("word", word, 0, tokens - 1))
    column = whole_within("slot", slot, 0, slots - 1)
    vectors = WORDS[list(arranged)]
    if placed:
        vectors = vectors + encode(range(3), 4)
    return float(attention(vectors)[row, column])
