r"""Rotary frequencies stretched to contexts longer than a model was trained on.

Each function gives the frequencies of a head, radians per position, in place of \omega_i = base^(-2i/width):
`rotated(..., omega=...)` turns by them. `factor` is how many times longer the context is to be, and `trained` how many
positions the model was trained on.
"""

from __future__ import annotations

from math import isfinite, log, pi
from typing import Literal

import numpy as np

from petui.core.encoding import frequencies
from petui.core.errors import ParameterError
from petui.core.parameters import MAX_BASE, checked_base
from petui.core.phase import Floats
from petui.core.rotary import checked_pairs

# As published: where the ramp of the implementation has no length, it gets this one.
_LEAST_RAMP = 0.001


def interpolated(width: int, base: float = 10000.0, *, factor: float) -> Floats:
    r"""Position interpolation (Chen et al. 2023, arXiv:2306.15595): \omega_i/factor, the same for every pair.

    Args:
        width: Slots of a head, even.
        base: Base of the wavelengths' progression.
        factor: How many times longer the context is to be, at least 1.

    Returns:
        Shape (width/2,), radians per position.

    Raises:
        ParameterError: If the width is odd, or a number is out of range.
    """
    return _frequencies(width, base) / _checked_factor(factor)


def ntk_base(width: int, base: float = 10000.0, *, factor: float) -> float:
    """The base of NTK-aware scaling (bloc97 2023): base·factor^(width/(width - 2)).

    It leaves the fastest pair as it is and makes the slowest exactly `factor` times slower.

    Args:
        width: Slots of a head, even and at least 4: a single pair has no base.
        base: Base of the wavelengths' progression.
        factor: How many times longer the context is to be, at least 1.

    Raises:
        ParameterError: If the width is odd or 2, or a number is out of range.
    """
    slots, known, times = _width_of_two_pairs(width), checked_base(base), _checked_factor(factor)
    try:
        return checked_base(known * times ** (slots / (slots - 2)))
    except (OverflowError, ParameterError):
        raise ParameterError(f"a factor of {times:g} takes the base beyond {MAX_BASE:g}", where="factor") from None


def ntk_aware(width: int, base: float = 10000.0, *, factor: float) -> Floats:
    """The frequencies of `ntk_base`: shape (width/2,), radians per position; arguments and errors are the same."""
    return frequencies(width, ntk_base(width, base, factor=factor))


def dynamic_ntk_base(width: int, base: float = 10000.0, *, factor: float, trained: float, length: float) -> float:
    """The base of dynamic NTK scaling (emozilla 2023) at a length of text, which grows with the text.

    base·(factor·length/trained - (factor - 1))^(width/(width - 2)) beyond the trained length, and the base as it is
    up to it. It has to be computed anew for every length.

    Args:
        width: Slots of a head, even and at least 4.
        base: Base of the wavelengths' progression.
        factor: How fast the base grows, at least 1; with 1 the slowest pair slows as much as the text is longer.
        trained: Positions of the longest text in training.
        length: Positions of the present text.

    Raises:
        ParameterError: If the width is odd or 2, or a number is out of range.
    """
    known, present = _checked_length(trained, "trained"), _checked_length(length, "length")
    # The same as factor·length/trained - (factor - 1), and exactly 1 up to the trained length.
    grown = 1.0 + _checked_factor(factor) * max(present / known - 1.0, 0.0)
    return ntk_base(width, base, factor=grown)


def dynamic_ntk(width: int, base: float = 10000.0, *, factor: float, trained: float, length: float) -> Floats:
    """The frequencies of `dynamic_ntk_base`: shape (width/2,), radians per position; arguments and errors as there."""
    return frequencies(width, dynamic_ntk_base(width, base, factor=factor, trained=trained, length=length))


def turns(omega: Floats, trained: float) -> Floats:
    r"""How many turns each pair makes in training: trained·\omega_i / 2\pi."""
    return omega * (_checked_length(trained, "trained") / (2 * pi))


def yarn(
    width: int,
    base: float = 10000.0,
    *,
    factor: float,
    trained: float,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    ramp: Literal["pairs", "turns"] = "pairs",
    whole: bool = True,
) -> Floats:
    r"""YaRN (Peng et al. 2023, arXiv:2309.00071): fast pairs stay, slow ones are divided by the factor.

    \omega_i·(k + (1 - k)/factor), where k is 1 for pairs of beta_fast turns in training and more, 0 for those of
    beta_slow and fewer, and falls linearly between. The paper (section 3.2) lets it fall with the turns, the published
    implementations with the number of the pair; the two differ between the ends. Scores are multiplied by the square
    of `yarn_attention` as well.

    Args:
        width: Slots of a head, even.
        base: Base of the wavelengths' progression, greater than 1.
        factor: How many times longer the context is to be, at least 1.
        trained: Positions of the longest text in training.
        beta_fast: Turns in training from which on a pair stays.
        beta_slow: Turns in training up to which a pair is divided by the factor.
        ramp: What k falls with between the two: the "pairs" or their "turns".
        whole: The ramp over pairs begins and ends at whole pairs (`truncate` of libraries).

    Returns:
        Shape (width/2,), radians per position.

    Raises:
        ParameterError: If the width is odd, a number is out of range, or the ramp has no length.
    """
    omega = _frequencies(width, base)
    fast, slow = _checked_ends("beta_fast", beta_fast, "beta_slow", beta_slow)
    in_training = turns(omega, trained)
    if ramp == "turns":
        return _blended(omega, factor, _ramp(in_training, fast, slow))
    if ramp != "pairs":
        raise ParameterError(f"a ramp of YaRN goes by pairs or turns, not by {ramp!r}", where="ramp")
    if base <= 1:
        raise ParameterError("with base 1 all pairs are equally fast, so that no pair is slow", where="base")
    first, last = (_pair_of(each, width, base, trained) for each in (fast, slow))
    if whole:
        first, last = np.floor(first), np.ceil(last)
    # As published: within 0 … width - 1, though there are only half as many pairs.
    first, last = (min(max(each, 0.0), width - 1.0) for each in (first, last))
    kept = _ramp(np.arange(width // 2, dtype=np.float64), first, max(last, first + _LEAST_RAMP))
    kept[in_training <= slow] = 0.0
    return _blended(omega, factor, kept)


def yarn_attention(factor: float) -> float:
    """What YaRN multiplies the turned queries and keys by, each: 0.1·ln(factor) + 1; scores get its square.

    Raises:
        ParameterError: If the factor is not a number from 1 up.
    """
    return 0.1 * log(_checked_factor(factor)) + 1.0


def llama3(
    width: int,
    base: float = 500000.0,
    *,
    factor: float = 8.0,
    trained: float = 8192.0,
    high: float = 4.0,
    low: float = 1.0,
) -> Floats:
    r"""The stretching of Llama 3.1 (Meta 2024): fast pairs stay, slow ones are divided by the factor.

    \omega_i·(k + (1 - k)/factor), where k falls with the turns t in training: (t - low)/(high - low) within 0 … 1.
    The defaults are those of Llama 3.1.

    Args:
        width: Slots of a head, even.
        base: Base of the wavelengths' progression.
        factor: How many times slower the slow pairs get, at least 1.
        trained: Positions of the longest text before the stretching.
        high: Turns from which on a pair stays (high_freq_factor).
        low: Turns up to which a pair is divided by the factor (low_freq_factor).

    Returns:
        Shape (width/2,), radians per position.

    Raises:
        ParameterError: If the width is odd, a number is out of range, or `high` is not above `low`.
    """
    omega = _frequencies(width, base)
    most, least = _checked_ends("high", high, "low", low)
    return _blended(omega, factor, _ramp(turns(omega, trained), most, least))


def _blended(omega: Floats, factor: float, kept: Floats) -> Floats:
    r"""Of each frequency the share `kept`, and of its factor-th part the rest."""
    return omega * kept + omega / _checked_factor(factor) * (1 - kept)


def _ramp(numbers: Floats, one: float, zero: float) -> Floats:
    """1 at `one` and beyond it, 0 at `zero` and beyond it, linear between."""
    return np.clip((numbers - zero) / (one - zero), 0.0, 1.0)


def _pair_of(wanted: float, width: int, base: float, trained: float) -> float:
    r"""Which pair, whole or not, makes so many turns in training: (width/2)·log_base(trained/(2\pi·wanted))."""
    return width / 2 * log(trained / (2 * pi * wanted)) / log(base)


def _frequencies(width: int, base: float) -> Floats:
    checked_pairs(width)
    return frequencies(width, base)


def _width_of_two_pairs(width: int) -> int:
    pairs = checked_pairs(width)
    if pairs < 2:
        raise ParameterError(
            "a head of 2 slots has one pair, whose frequency no base changes", where="width", mend="use 4 slots or more"
        )
    return 2 * pairs


def _checked_factor(factor: float) -> float:
    return _checked_number("factor", factor, 1.0)


def _checked_length(length: float, name: str) -> float:
    return _checked_number(name, length, 1.0)


def _checked_ends(upper_name: str, upper: float, lower_name: str, lower: float) -> tuple[float, float]:
    """Both ends of a ramp in turns; raises ParameterError unless 0 < lower < upper."""
    high, low = (_checked_number(name, each, 0.0) for name, each in ((upper_name, upper), (lower_name, lower)))
    if not 0 < low < high:
        raise ParameterError(
            f"{upper_name} {high:g} and {lower_name} {low:g} are no ramp",
            where=upper_name,
            mend=f"make {lower_name} more than 0 and {upper_name} more than {lower_name}",
        )
    return high, low


def _checked_number(name: str, number: object, least: float) -> float:
    try:
        value = float(number)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value = float("nan")
    if isinstance(number, bool) or not isfinite(value) or value < least:
        raise ParameterError(f"{name} is {number!r}, but it is a number from {least:g} up", where=name)
    return value
