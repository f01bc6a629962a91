r"""Exact phases: \omega_i / 2\pi as a 128-bit fraction of a turn.

A position times such a fraction, modulo one, is the phase of that position: range reduction costs nothing and
loses nothing. The fractions are products of whole numbers, from one exponential of `decimal`.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache
from math import frexp, log2, pi
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float64]

_WORD_BITS = 128
_WORD_BYTES = _WORD_BITS // 8
# Each product of a sweep is off by at most two units of the last guard bit more than the one before it:
# after 2^20 of them the error is still 2^-43 of a word's last bit.
_GUARD_BITS = 64
_TWO_PI = Decimal(
    "6.28318530717958647692528676655900576839433879875021164194988918461563281257241799725606965068423413596429617"
    "3026564613294187689219101164463450718816256962234900568205403877042211119289245897909860763928857621951331866"
)
_MASK32 = np.uint64(0xFFFFFFFF)
_SHIFT32 = np.uint64(32)
_QUARTER_BITS = np.uint64(62)
_EIGHTH = np.uint64(1 << 61)
_ONE, _TWO = np.uint64(1), np.uint64(2)
_RADIANS = 2 * pi * 2.0**-64
_TWO_TO_MINUS_64 = 2.0**-64


@lru_cache(maxsize=64)
def phase_words(pairs: int, pairs_per_base: float, base: float, factor: float = 1.0) -> tuple[Words, Words]:
    r"""The high and low 64-bit words of \omega_i / 2\pi (in turns, modulo one), \omega_i as Sweep has it.

    Args:
        pairs: How many frequencies.
        pairs_per_base: Over how many pairs the frequency falls by the base.
        base: Base of the geometric progression.
        factor: The first frequency, radians per position.

    Returns:
        Two read-only arrays of shape (pairs,): high and low words of the 128-bit fractions, each rounded down; exact
        while the frequencies stay below 2^200.
    """
    # Frequencies that grow take the errors before them along.
    growth = max(0, int(-log2(base) * (pairs - 1) / pairs_per_base) + 1) if pairs > 1 else 0
    guard = _GUARD_BITS + growth
    bits = _WORD_BITS + guard + growth + max(0, frexp(factor)[1])
    with localcontext() as context:
        context.prec = bits * 30103 // 100000 + 12
        ratio = (-Decimal(base).ln() / Decimal(pairs_per_base)).exp() if pairs > 1 else Decimal(1)
        step = int(ratio * (1 << bits))
        fraction = int(Decimal(factor) * (1 << _WORD_BITS + guard) / _TWO_PI)
    modulo = (1 << _WORD_BITS) - 1
    words = []
    for _ in range(pairs):
        words.append((fraction >> guard & modulo).to_bytes(_WORD_BYTES, "little"))
        fraction = fraction * step >> bits
    halves = np.frombuffer(b"".join(words), dtype="<u8").astype(np.uint64, copy=False).reshape(-1, 2)
    low, high = np.ascontiguousarray(halves.T)
    high.setflags(write=False)
    low.setflags(write=False)
    return high, low


def _high_product(a: Words, b: Words) -> Words:
    """The upper 64 bits of a 64 × 64 bit product."""
    b_low, b_high = b & _MASK32, b >> _SHIFT32
    product: Words
    if a.max(initial=0) <= _MASK32:
        product = a * b_low
        product >>= _SHIFT32
        product += a * b_high
        product >>= _SHIFT32
        return product
    a_low, a_high = a & _MASK32, a >> _SHIFT32
    middle = a_high * b_low + ((a_low * b_low) >> _SHIFT32)
    cross = a_low * b_high + (middle & _MASK32)
    product = a_high * b_high + (middle >> _SHIFT32) + (cross >> _SHIFT32)
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
    turn_high = positions * high
    turn_high += _high_product(positions, low)
    turn_low = positions * low
    quarter = (turn_high + _EIGHTH) >> _QUARTER_BITS
    turn_high -= quarter << _QUARTER_BITS
    rest = turn_high.view(np.int64).astype(np.float64)
    rest += turn_low * _TWO_TO_MINUS_64
    rest *= _RADIANS
    return quarter, rest


def sines_and_cosines(quarter: Words, rest: Floats) -> tuple[Floats, Floats]:
    """Sine and cosine of `quarter`·π/2 + `rest` (radians), each to about one unit in the last place."""
    sine, cosine = np.sin(rest), np.cos(rest)
    odd = (quarter & _ONE).astype(bool)
    sines, cosines = np.where(odd, cosine, sine), np.where(odd, sine, cosine)
    # Bit 1 of the quarter is the sine's sign; of the next quarter, the cosine's.
    _flip(sines, quarter)
    _flip(cosines, quarter + _ONE)
    return sines, cosines


def _flip(values: Floats, quarter: Words) -> None:
    """Change, in place, the signs where bit 1 of the quarter is set."""
    signs = quarter & _TWO
    signs <<= _QUARTER_BITS
    bits = values.view(np.uint64)
    bits ^= signs
