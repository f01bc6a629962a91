r"""Certified digits: sine and cosine of position·\omega to any number of decimals, each proved before it is given.

Every number is held in an interval, low ≤ value·2^bits ≤ high with whole ends, and is given only when both ends round
to it; otherwise the work is done again with twice the bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import TypeAlias

from petui.core.conventiongrid import Convention
from petui.core.errors import ParameterError
from petui.core.sweep import Columns
from petui.records import dataclass

Exact: TypeAlias = int | Fraction | Decimal

MAX_DIGITS = 1000
MAX_EXACT_POSITION = (1 << 63) - 1
_RANGE = "give one within 2^63 - 1, and of a size from 10^-1000 up if it is not 0"
# An angle is below 2^63, so that about ninety of them stand behind the decimals asked for, whatever the position.
_SPARE_BITS = 160
# A decimal angle x near a tie is decided with four times the digits (sin x ≈ x - x³/6, cos x ≈ 1 - x²/2 + x⁴/24).
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Interval:
    """Holds a value: low ≤ value·2^bits ≤ high, for the bits of the computation at hand."""

    low: int
    high: int

    def times(self, ratio: Fraction) -> Interval:
        """The product with a ratio from 0 up: the floor of one end and the ceiling of the other keep it inside."""
        top, bottom = ratio.numerator, ratio.denominator
        return Interval(self.low * top // bottom, -(-self.high * top // bottom))


@dataclass(frozen=True, slots=True)
class ExactSweep:
    r"""The frequencies \omega_i = base^(-i / pairs_per_base), nothing of them rounded.

    Attributes:
        base: The base as it was typed.
        pairs_per_base: Over how many pairs the frequency falls by the base; above 0.
    """

    base: Decimal
    pairs_per_base: Fraction

    def power(self, pair: int, precision: int) -> tuple[Decimal, Decimal]:
        r"""Holds \omega_i between two decimals of so many significant digits."""
        return _power(self.base, Fraction(pair) / self.pairs_per_base if pair else Fraction(0), precision)

    def interval(self, pair: int, bits: int) -> Interval:
        r"""Holds \omega_i."""
        low, high = self.power(pair, _precision(bits))
        top, bottom = low.as_integer_ratio()
        other_top, other_bottom = high.as_integer_ratio()
        return Interval((top << bits) // bottom, -((-other_top << bits) // other_bottom))


def exact_sweep(convention: Convention, d_model: int, base: Decimal | None = None) -> ExactSweep:
    """A convention's frequencies at a width; `base` is the convention's own unless given.

    Raises:
        ParameterError: If the convention has no such width, the base is out of range, or the frequencies do not begin
            at 1 radian per position.
    """
    if convention.factor != 1:
        raise ParameterError(
            f"the frequencies of {convention.name} begin at {convention.factor:g}, which may stand for no decimal",
            where="digits",
            mend="leave it out",
        )
    typed = Decimal(repr(convention.base)) if base is None else base
    return ExactSweep(typed, Fraction(convention.sweep(d_model, float(typed)).pairs_per_base))


def certified_row(
    position: Exact, frequencies: ExactSweep, columns: Columns, digits: int, *, root: int = 1
) -> list[str]:
    r"""One row of a table, every digit of it proved.

    Args:
        position: A whole number, or an exact fraction, within ±(2^63 - 1).
        frequencies: The \omega_i.
        columns: Which wave stands in each slot.
        digits: Decimals, 0 to MAX_DIGITS. A value that is a tie by itself (0.125) is rounded to the even digit.
        root: Every value is divided by √root.

    Returns:
        A text for each slot, without a sign where it is zero.

    Raises:
        ParameterError: If a number is out of range, or no number of bits that is tried decides a value.
    """
    place, digits = checked_exact_position(position), checked_digits(digits)
    waves: dict[int, dict[int, tuple[Interval, Interval]]] = {}

    def wave(pair: int, cosine: bool, bits: int) -> Interval:
        known = waves.setdefault(pair, {})
        if bits not in known:
            known[bits] = _waves(place, frequencies.interval(pair, bits), bits)
        return known[bits][cosine]

    def cell(pair: int, cosine: bool) -> str:
        if pair < 0:
            return decimal_text(0, digits)
        for bits in _attempts(digits):
            low, high = _divided(wave(pair, cosine, bits), bits, root)
            rounded = _rounded(*low, digits)
            if rounded == _rounded(*high, digits):
                return decimal_text(rounded, digits)
        raise _undecided(f"the {'cosine' if cosine else 'sine'} of pair {pair} at position {position}")

    return [cell(*each) for each in zip(columns.pair.tolist(), columns.cosine.tolist(), strict=True)]


def certified_frequency(frequencies: ExactSweep, pair: int, digits: int) -> str:
    r"""\omega_i to so many significant digits (at least one), each proved; written as `%g` writes it.

    Raises:
        ParameterError: If no number of digits that is tried decides it.
    """
    shown = max(1, checked_digits(digits))
    for bits in _attempts(shown):
        ends = frequencies.power(pair, _precision(bits))
        texts = {f"{Context(prec=shown).normalize(end):.{shown}g}" for end in ends}
        if len(texts) == 1:
            return texts.pop()
    raise _undecided(f"the frequency of pair {pair}")


def checked_digits(digits: int, *, where: str = "digits") -> int:
    """A number of decimals; raises ParameterError unless 0 ≤ digits ≤ MAX_DIGITS."""
    if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= MAX_DIGITS:
        raise ParameterError(f"digits is {digits}", where=where, mend=f"give 0 to {MAX_DIGITS}")
    return digits


def checked_exact_position(position: Exact, *, where: str = "position") -> Fraction:
    """A position as an exact ratio; raises ParameterError unless it is finite and within ±(2^63 - 1)."""
    if isinstance(position, Decimal):
        if not position.is_finite():
            raise ParameterError(f"position {position} is not finite", where=where, mend="give a number")
        # Judged before it is written out as a ratio, which may be of any length.
        if position and not -MAX_DIGITS <= position.adjusted() <= len(str(MAX_EXACT_POSITION)):
            raise ParameterError(f"position {position} is out of range", where=where, mend=_RANGE)
    if isinstance(position, bool) or not isinstance(position, int | Fraction | Decimal):
        raise ParameterError(
            f"position {position!r} is not exact", where=where, mend="give an int, Fraction or Decimal"
        )
    exact = Fraction(position)
    if abs(exact) > MAX_EXACT_POSITION:
        raise ParameterError(f"position {position} is out of range", where=where, mend=_RANGE)
    return exact


def decimal_text(units: int, digits: int) -> str:
    """units·10^-digits with all its decimals: 5, 3 gives 0.005."""
    figures = str(abs(units)).rjust(digits + 1, "0")
    whole = figures[: len(figures) - digits]
    return ("-" if units < 0 else "") + (f"{whole}.{figures[-digits:]}" if digits else whole)


@lru_cache(maxsize=8)
def half_pi(bits: int) -> Interval:
    """Holds π/2 = 8·arctan(1/5) - 2·arctan(1/239), Machin's formula."""
    five, terms_five = _arctangent_of_inverse(5, bits)
    other, terms_other = _arctangent_of_inverse(239, bits)
    middle, error = 8 * five - 2 * other, 8 * (terms_five + 1) + 2 * (terms_other + 1)
    return Interval(middle - error, middle + error)


def _arctangent_of_inverse(x: int, bits: int) -> tuple[int, int]:
    """arctan(1/x)·2^bits by its alternating series, and the number of terms taken.

    It is off by less than terms + 1: a floor of a floor is the floor of the whole, so each term is off by less than 1,
    and what is left out of an alternating falling series is less than its first term, here below 1.
    """
    power, total, terms = (1 << bits) // x, 0, 0
    while power:
        term = power // (2 * terms + 1)
        total += -term if terms % 2 else term
        power //= x * x
        terms += 1
    return total, terms


@lru_cache(maxsize=1 << 12)
def _power(base: Decimal, exponent: Fraction, precision: int) -> tuple[Decimal, Decimal]:
    """Decimals around base^-exponent, for base ≥ 1 and exponent ≥ 0; both are the value where it is so short."""
    if base == 1 or not exponent:
        return Decimal(1), Decimal(1)
    known = _rational_power(Fraction(base), exponent)
    if known is not None:
        top, bottom = Decimal(known.numerator), Decimal(known.denominator)
        return _down(precision).divide(top, bottom), _up(precision).divide(top, bottom)
    # `decimal` rounds ln and exp correctly, so that the true values lie between the neighbours of what it gives.
    down, up = _down(precision), _up(precision)
    top, bottom = Decimal(exponent.numerator), Decimal(exponent.denominator)
    logarithm = down.ln(base)
    low = down.divide(down.multiply(down.next_minus(logarithm), top), bottom)
    high = up.divide(up.multiply(up.next_plus(logarithm), top), bottom)
    least = down.exp(high.copy_negate())
    # exp(-low) = exp(-high)·exp(high - low), and e^w ≤ 1 + 2w for 0 ≤ w ≤ 1: a second exponential is dear.
    wider = up.add(1, up.multiply(2, up.subtract(high, low)))
    return down.next_minus(least), up.multiply(up.next_plus(least), wider)


def _rational_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """base^-exponent where it is a ratio of whole numbers, which may be a tie by itself; None where it is none."""
    # In lowest terms, a power is rational only if both parts have a whole root of the exponent's denominator.
    roots = [_whole_root(part, exponent.denominator) for part in (base.denominator, base.numerator)]
    if roots[0] is None or roots[1] is None:
        return None
    return Fraction(roots[0], roots[1]) ** exponent.numerator


def _whole_root(number: int, degree: int) -> int | None:
    """The whole `degree`-th root of a number from 1 up, or None."""
    if number == 1 or degree == 1:
        return number
    if degree >= number.bit_length():
        return None
    # From above, Newton's steps fall to the floor of the root.
    root = 1 << -(-number.bit_length() // degree)
    while True:
        lower = ((degree - 1) * root + number // root ** (degree - 1)) // degree
        if lower >= root:
            return root if root**degree == number else None
        root = lower


def _down(precision: int) -> Context:
    return Context(prec=precision, rounding=ROUND_FLOOR)


def _up(precision: int) -> Context:
    return Context(prec=precision, rounding=ROUND_CEILING)


def _precision(bits: int) -> int:
    """Digits that are finer than so many bits: a digit is more than 3 bits."""
    return bits // 3 + 10


def _waves(place: Fraction, frequency: Interval, bits: int) -> tuple[Interval, Interval]:
    """Hold sine and cosine of place·frequency."""
    angle, quarter = frequency.times(abs(place)), half_pi(bits)
    middle = (angle.low + angle.high) // 2
    turn = (quarter.low + quarter.high) // 2
    quarters = (middle + turn // 2) // turn
    rest = middle - quarters * turn
    sine, cosine, error = _sine_and_cosine(abs(rest), bits)
    # Sine and cosine change by no more than their angle, whose middle is so far at most from the true one.
    error += angle.high - middle + quarters * (quarter.high - turn)
    sine = -sine if rest < 0 else sine
    for _ in range(quarters % 4):
        sine, cosine = cosine, -sine
    sine = -sine if place < 0 else sine
    return _around(sine, error, bits), _around(cosine, error, bits)


def _around(middle: int, error: int, bits: int) -> Interval:
    one = 1 << bits
    return Interval(max(-one, middle - error), min(one, middle + error))


def _sine_and_cosine(rest: int, bits: int) -> tuple[int, int, int]:
    """Sine and cosine of rest·2^-bits, which is at least 0 and below 1, and how far off each is at most.

    A term is floor(last·square / divisor): where the last one is off by e, it is off by less than (e + 1)/2 + 1, hence
    always by less than 3; what is left out is below its first term, itself below 3.
    """
    if not rest:
        return 0, 1 << bits, 0
    square = rest * rest >> bits
    sums = [1 << bits, rest]
    term, order = [1 << bits, rest], 0
    while term[0]:
        order += 2
        for odd in (0, 1):
            term[odd] = (term[odd] * square >> bits) // ((order + odd) * (order + odd - 1))
            sums[odd] += -term[odd] if order % 4 else term[odd]
    return sums[1], sums[0], 3 * (order // 2 + 1)


def _attempts(digits: int) -> Iterator[int]:
    """Numbers of bits to try: 10 digits are less than 34 bits."""
    first = digits * 34 // 10 + _SPARE_BITS
    return (first << doubled for doubled in range(_ATTEMPTS))


def _divided(wave: Interval, bits: int, root: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The ends of wave/√root as ratios (top, bottom); exact where √root is whole."""
    whole = isqrt(root)
    if whole * whole == root:
        return (wave.low, whole << bits), (wave.high, whole << bits)
    # floor and ceiling of 2^bits/√root; the outer product is the smaller one below zero for the low end.
    inverse = isqrt((1 << 2 * bits) // root)
    ends = [end * each for end in (wave.low, wave.high) for each in (inverse, inverse + 1)]
    return (min(ends), 1 << 2 * bits), (max(ends), 1 << 2 * bits)


def _rounded(top: int, bottom: int, digits: int) -> int:
    """top/bottom in units of 10^-digits, a tie to the even one."""
    units, rest = divmod(top * int(10**digits), bottom)
    return units + (2 * rest > bottom or (2 * rest == bottom and units % 2 == 1))


def _undecided(what: str) -> ParameterError:
    return ParameterError(f"{what} is too near to a tie", where="digits", mend="ask for another number of digits")
