r"""Exact phases: \omega_i / 2\pi as a 128-bit fraction of a turn.

A position times such a fraction, modulo 2^128, is the phase of that position: range reduction costs nothing and
loses nothing. The fractions come from `decimal` by one exponential and repeated multiplication.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache
from math import pi
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float64]

# 38 digits hold 128 bits; the rest absorbs the rounding of up to a million repeated products.
_DIGITS = 60
_TWO_PI = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615632812572417997256069650684234")
_MASK32 = np.uint64(0xFFFFFFFF)
_SHIFT32 = np.uint64(32)
_QUARTER_BITS = np.uint64(62)
_EIGHTH = np.uint64(1 << 61)


@lru_cache(maxsize=32)
def phase_words(d_model: int, base: float) -> tuple[Words, Words]:
    r"""The high and low 64-bit words of \omega_i / 2\pi (in turns, modulo one), for every pair i.

    Args:
        d_model: Width of the encoding; there are ceil(d_model / 2) pairs.
        base: Base of the geometric progression.

    Returns:
        Two arrays of shape (pairs,): high and low words of the 128-bit fraction.
    """
    pairs = (d_model + 1) // 2
    high = np.empty(pairs, dtype=np.uint64)
    low = np.empty(pairs, dtype=np.uint64)
    with localcontext() as context:
        context.prec = _DIGITS
        ratio = (-Decimal(base).ln() * 2 / d_model).exp()
        scaled = Decimal(2**128) / _TWO_PI
        for pair in range(pairs):
            word = int(scaled) & (2**128 - 1)
            high[pair] = word >> 64
            low[pair] = word & (2**64 - 1)
            scaled *= ratio
    high.setflags(write=False)
    low.setflags(write=False)
    return high, low


def _high_product(a: Words, b: Words) -> Words:
    """The upper 64 bits of a 64 × 64 bit product."""
    a_low, a_high = a & _MASK32, a >> _SHIFT32
    b_low, b_high = b & _MASK32, b >> _SHIFT32
    middle = a_high * b_low + ((a_low * b_low) >> _SHIFT32)
    cross = a_low * b_high + (middle & _MASK32)
    product: Words = a_high * b_high + (middle >> _SHIFT32) + (cross >> _SHIFT32)
    return product


def quarter_and_rest(positions: Words, high: Words, low: Words) -> tuple[Words, Floats]:
    r"""The phase positions·\omega as a number of quarter turns and a small rest.

    Args:
        positions: Non-negative whole positions, broadcastable against the words.
        high: High words of \omega/2\pi.
        low: Low words of \omega/2\pi.

    Returns:
        The quarter turn (0…3) and the rest in radians, within [-\pi/4, \pi/4].
    """
    turn_high = positions * high + _high_product(positions, low)
    turn_low = positions * low
    quarter = (turn_high + _EIGHTH) >> _QUARTER_BITS
    rest_high = (turn_high - (quarter << _QUARTER_BITS)).view(np.int64)
    rest = rest_high.astype(np.float64) + turn_low.astype(np.float64) * 2.0**-64
    return quarter, rest * (2 * pi * 2.0**-64)


def sines_and_cosines(quarter: Words, rest: Floats) -> tuple[Floats, Floats]:
    """Sine and cosine of `quarter`·π/2 + `rest` (radians), each to about one unit in the last place."""
    sine, cosine = np.sin(rest), np.cos(rest)
    odd = (quarter & np.uint64(1)).astype(bool)
    sine_out, cosine_out = np.where(odd, cosine, sine), np.where(odd, sine, cosine)
    sine_sign = np.where(quarter >= 2, -1.0, 1.0)
    cosine_sign = np.where((quarter == 1) | (quarter == 2), -1.0, 1.0)
    return sine_out * sine_sign, cosine_out * cosine_sign
