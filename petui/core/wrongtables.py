r"""Tables as other conventions and slips of programs give them, to be held beside the right one.

Each takes positions, shape (rows,), and gives shape (rows, d_model) at the given width and base. What they have in
common: they are no slip of a learner's reading (those are petui.core.formula.SLIPS) but of layout, of range, of
number format, or of a program's arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from petui.core.encoding import encode
from petui.core.errors import ParameterError
from petui.core.phase import Floats
from petui.core.precision import brains

WrongTable: TypeAlias = Callable[[Floats, int, float], Floats]


def sines_then_cosines(positions: Floats, d_model: int, base: float) -> Floats:
    """All sines first, then all cosines, with the right frequencies: a permutation of the right row."""
    right = _right(positions, d_model, base)
    return np.concatenate([right[:, 0::2], right[:, 1::2]], axis=1)


def cosines_then_sines(positions: Floats, d_model: int, base: float) -> Floats:
    """All cosines first, then all sines."""
    right = _right(positions, d_model, base)
    return np.concatenate([right[:, 1::2], right[:, 0::2]], axis=1)


def one_pair_less(positions: Floats, d_model: int, base: float) -> Floats:
    r"""The exponent 2i/(d_model - 2), so that the last divisor is the base itself: \omega_i = base^(-i/(H-1)), H pairs.

    Raises:
        ParameterError: If there is but one pair, since H - 1 is 0 then.
    """
    pairs = (d_model + 1) // 2
    if pairs < 2:
        raise ParameterError("one pair alone has no last frequency apart from the first", where="d_model")
    return _interleaved(positions, base ** (-np.arange(pairs) / (pairs - 1)), d_model)


def width_rounded_up(positions: Floats, d_model: int, base: float) -> Floats:
    """An odd width made even for the frequencies, the last cosine cut off; an even width is right."""
    return _right(positions, d_model + d_model % 2, base)[:, :d_model]


def positions_in_half(positions: Floats, d_model: int, base: float) -> Floats:
    """Positions kept as float16: whole numbers beyond 2048 share a number with a neighbour."""
    with np.errstate(over="ignore"):
        return _right(np.asarray(positions, dtype=np.float16).astype(np.float64), d_model, base)


def positions_in_brain(positions: Floats, d_model: int, base: float) -> Floats:
    """Positions kept as bfloat16: whole numbers beyond 256 share a number with a neighbour."""
    return _right(brains(positions), d_model, base)


def positions_from_one(positions: Floats, d_model: int, base: float) -> Floats:
    """The first position counted as 1."""
    return _right(positions + 1, d_model, base)


def batch_for_position(positions: Floats, d_model: int, base: float) -> Floats:
    """The table laid along the batch: every token of the first sample gets the row of the first position."""
    return _right(np.full(len(positions), positions[0]), d_model, base)


def sines_only(positions: Floats, d_model: int, base: float) -> Floats:
    """A sine in every slot, each slot with the frequency of its pair."""
    right = _right(positions, d_model, base)
    right[:, 1::2] = right[:, 0::2][:, : d_model // 2]
    return right


def cosines_of_their_own(positions: Floats, d_model: int, base: float) -> Floats:
    r"""Slot j has the exponent j/d_model, so that a cosine turns a little slower than the sine before it."""
    slots = np.arange(d_model)
    angles = np.outer(positions, base ** (-slots / d_model))
    return np.where(slots % 2, np.cos(angles), np.sin(angles))


def exponent_to_the_base(positions: Floats, d_model: int, base: float) -> Floats:
    r"""Number and exponent of a power exchanged: \omega_i = (2i/d_model)^(1/base), so that pair 0 stands still."""
    pairs = np.arange((d_model + 1) // 2)
    return _interleaved(positions, (2 * pairs / d_model) ** (1 / base), d_model)


def rate_cut_to_whole(positions: Floats, d_model: int, base: float) -> Floats:
    r"""\omega_i = exp(2i·r) with r = -ln(base)/d_model cut to a whole number; all are 1 once d_model > ln(base)."""
    pairs = np.arange((d_model + 1) // 2)
    return _interleaved(positions, np.exp(2 * pairs * np.trunc(-np.log(base) / d_model)), d_model)


def _right(positions: Floats, d_model: int, base: float) -> Floats:
    return np.array(encode(positions, d_model, base), dtype=np.float64)


def _interleaved(positions: Floats, omega: Floats, d_model: int) -> Floats:
    angles = np.outer(positions, omega)
    table = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(positions), -1)
    return table[:, :d_model]


# By the name that content gives them.
WRONG_TABLES: Mapping[str, WrongTable] = MappingProxyType(
    {
        "sines-then-cosines": sines_then_cosines,
        "cosines-then-sines": cosines_then_sines,
        "one-pair-less": one_pair_less,
        "width-rounded-up": width_rounded_up,
        "positions-in-half": positions_in_half,
        "positions-in-brain": positions_in_brain,
        "positions-from-one": positions_from_one,
        "batch-for-position": batch_for_position,
        "sines-only": sines_only,
        "cosines-of-their-own": cosines_of_their_own,
        "exponent-to-the-base": exponent_to_the_base,
        "rate-cut-to-whole": rate_cut_to_whole,
    }
)
