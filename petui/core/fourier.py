r"""Fourier's view: which frequencies are in a sequence, and random Fourier features.

The amplitude is that of the discrete Fourier transform; random features are those of Rahimi and Recht (2007), whose
product tends to the kernel exp(-(bandwidth·k)²/2) as their number grows.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from petui.core.bounds import whole_within
from petui.core.phase import Floats

_SEED = 2007
_MOST = 4096


def amplitude(values: Floats, bin_number: float) -> float:
    r"""How much of one frequency is in a sequence: |\sum x_p e^(-2\pi i·bin·p/length)|·2/length (·1/length at bin 0).

    Args:
        values: The sequence, shape (length,).
        bin_number: Whole turns over the length, 0 to length/2.

    Raises:
        ParameterError: If there is no such bin.
    """
    length = len(values)
    turns = whole_within("bin", bin_number, 0, length // 2)
    share = 1 if turns == 0 or 2 * turns == length else 2
    return float(abs(np.fft.rfft(values)[turns]) * share / length)


def random_product(offset: float, features: float, bandwidth: float) -> float:
    r"""The mean of cos(w·offset) over `features` frequencies w drawn from a normal distribution of that width.

    It is the product of two points' random features (sine and cosine each, divided by the number of frequencies):
    a sinusoidal encoding whose frequencies are drawn instead of spaced geometrically.

    Args:
        offset: Distance of the two points.
        features: How many frequencies; the first ones of one fixed draw.
        bandwidth: Their standard deviation, radians per unit of distance.

    Raises:
        ParameterError: If the number is not 1 to 4096.
    """
    count = whole_within("features", features, 1, _MOST)
    return float(np.mean(np.cos(bandwidth * _frequencies()[:count] * offset)))


@lru_cache(maxsize=1)
def _frequencies() -> Floats:
    drawn: Floats = np.random.default_rng(_SEED).normal(size=_MOST)
    return drawn
