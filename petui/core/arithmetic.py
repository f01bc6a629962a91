r"""Encodings as a program computes them that keeps to one number format throughout: positions, frequencies and angles.

What petui prints is the exact value rounded once. A program that stays in a format rounds the position, the frequency,
their product and the value; the angle's error grows with the position.
"""

from __future__ import annotations

import numpy as np

from petui.core.parameters import Positions, checked_positions
from petui.core.phase import Floats
from petui.core.precision import FORMATS
from petui.core.sweep import Columns, Sweep


def rounded(values: Floats, dtype: str) -> Floats:
    """Each value as the nearest number of a format, infinite beyond its range; float64, the same shape."""
    return np.asarray(FORMATS[dtype].rounded(values), dtype=np.float64)


def computed_in(dtype: str, positions: Positions, sweep: Sweep, columns: Columns, *, multiplier: float = 1.0) -> Floats:
    r"""The table as float64, where every step but sine and cosine themselves is rounded to a format.

    Args:
        dtype: A name of FORMATS.
        positions: A sequence of positions.
        sweep: The frequencies.
        columns: What stands in each slot.
        multiplier: What every value is multiplied by.

    Returns:
        Shape (positions, slots); not a number where the position is beyond the format's range.
    """
    places = rounded(checked_positions(positions), dtype)
    omega = rounded(sweep.omega, dtype)
    waves = columns.pair >= 0
    # The product of two numbers of 24 bits or fewer is exact in float64, so that it is rounded once.
    with np.errstate(invalid="ignore", over="ignore"):
        angles = rounded(places[:, None] * omega[columns.pair[waves]][None, :], dtype)
        values = rounded(np.where(columns.cosine[waves], np.cos(angles), np.sin(angles)), dtype)
    table = np.zeros((len(places), len(columns)))
    table[:, waves] = values if multiplier == 1.0 else rounded(values * multiplier, dtype)
    return table
