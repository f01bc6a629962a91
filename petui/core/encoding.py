r"""The sinusoidal encoding of Vaswani et al. (2017), section 3.5, exact at whole positions.

PE(pos, 2i) = sin(pos·\omega_i), PE(pos, 2i+1) = cos(pos·\omega_i), \omega_i = base^(-2i/d_model).
An odd d_model ends with a sine column: the last pair has no cosine.
"""

from __future__ import annotations

from math import pi
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import ParameterError
from petui.core.parameters import (
    Positions,
    checked_base,
    checked_d_model,
    checked_positions,
    checked_slot,
    checked_window,
)
from petui.core.phase import Floats
from petui.core.sweep import Columns, Sweep
from petui.core.tables import sweep_table
from petui.records import dataclass


def _pairs(d_model: int) -> NDArray[np.int64]:
    return np.arange((d_model + 1) // 2)


def frequencies(d_model: int, base: float = 10000.0) -> Floats:
    r"""\omega_i = base^(-2i/d_model), in radians per position, one for each pair.

    Returns:
        Shape (ceil(d_model / 2),), float64.

    Raises:
        ParameterError: If d_model or base is out of range.
    """
    d_model, base = checked_d_model(d_model), checked_base(base)
    return np.asarray(base ** (-2.0 * _pairs(d_model) / d_model), dtype=np.float64)


def wavelengths(d_model: int, base: float = 10000.0) -> Floats:
    r"""\lambda_i = 2\pi·base^(2i/d_model), in positions per turn, one for each pair.

    Returns:
        Shape (ceil(d_model / 2),), float64.

    Raises:
        ParameterError: If d_model or base is out of range.
    """
    d_model, base = checked_d_model(d_model), checked_base(base)
    return np.asarray(2 * pi * base ** (2.0 * _pairs(d_model) / d_model), dtype=np.float64)


def _columns(first: int, last: int) -> Columns:
    slots = np.arange(first, last)
    return Columns(slots // 2, slots % 2 == 1)


def encode(
    positions: Positions,
    d_model: int,
    base: float = 10000.0,
    dtype: object = np.float64,
    *,
    fast: bool = False,
    first_slot: int = 0,
    last_slot: int | None = None,
    out: NDArray[np.floating] | None = None,
) -> NDArray[np.floating]:
    r"""The encoding of each position: even slots sin(pos·\omega_i), odd slots cos(pos·\omega_i).

    Whole positions go through the exact phase: within 1e-15 of the true value anywhere up to 2^53, and within 1e-12
    of it as a part of itself. The fractional part of a position adds its angle in float64. Smaller formats are that
    value rounded once. A bfloat16 table is a float32 array of numbers that are all bfloat16.

    Args:
        positions: One position or a sequence of them (positions; whole, fractional or negative).
        d_model: Number of slots; an odd width ends with a sine.
        base: Base of the geometric progression of wavelengths.
        dtype: float64, float32, float16 or bfloat16.
        fast: Allow float32 tables to be within 2e-7 instead of rounded correctly. The other formats are as ever:
            float64 has nothing to gain, and the smaller ones would be rounded twice.
        first_slot: First slot wanted, to compute only a window of a wide table.
        last_slot: One past the last slot wanted; all by default.
        out: A C-contiguous array of the table's shape and dtype to write into, and to return, instead of a new one:
            half of what a large table costs is memory that was never used before.

    Returns:
        Shape (positions, slots); a single position gives shape (slots,).

    Raises:
        ParameterError: If a number is not finite or out of range, or `out` is of another shape or dtype.
    """
    d_model, base = checked_d_model(d_model), checked_base(base)
    first, last = checked_window(first_slot, last_slot, d_model)
    sweep = Sweep((d_model + 1) // 2, d_model / 2, base)
    return sweep_table(positions, sweep, _columns(first, last), dtype, fast=fast, out=out)


@dataclass(frozen=True, slots=True)
class Trace:
    r"""Every intermediate of one cell: PE(pos, slot) = function(pos·\omega), \omega = 1/divisor = base^(-exponent).

    Attributes:
        pos: Position.
        slot: Slot, 0 … d_model - 1.
        pair: The pair i = slot // 2.
        function: "sin" on even slots, "cos" on odd ones.
        d_model: Width of the encoding.
        base: Base of the progression.
        exponent: 2i/d_model.
        divisor: base^exponent (a wavelength over 2\pi), in positions per radian.
        omega: Frequency, radians per position.
        wavelength: 2\pi·divisor, positions per turn.
        angle: pos·\omega, radians.
        value: The encoding's value.
    """

    pos: float
    slot: int
    pair: int
    function: Literal["sin", "cos"]
    d_model: int
    base: float
    exponent: float
    divisor: float
    omega: float
    wavelength: float
    angle: float
    value: float


def trace(pos: float, slot: int, d_model: int, base: float = 10000.0) -> Trace:
    """Every intermediate of PE(pos, slot), see Trace.

    Raises:
        ParameterError: If a number is out of range, or the slot is not in 0 … d_model - 1.
    """
    d_model, base = checked_d_model(d_model), checked_base(base)
    checked_positions(pos, where="pos")
    slot = checked_slot(slot, d_model)
    pair = slot // 2
    exponent = 2 * pair / d_model
    omega = base**-exponent
    value = float(encode(pos, d_model, base, first_slot=slot, last_slot=slot + 1)[0])
    return Trace(
        pos=pos,
        slot=slot,
        pair=pair,
        function="cos" if slot % 2 else "sin",
        d_model=d_model,
        base=base,
        exponent=exponent,
        divisor=base**exponent,
        omega=omega,
        wavelength=2 * pi * base**exponent,
        angle=pos * omega,
        value=value,
    )


def rotation(offset: float, d_model: int, base: float = 10000.0) -> Floats:
    r"""T_k with T_k·PE(pos) = PE(pos + k): blocks [[cos k\omega, sin k\omega], [-sin k\omega, cos k\omega]].

    Each block acts on the column (sin, cos) of one pair; seen as the point (cos, sin) the dot turns by +k\omega.

    Returns:
        Shape (d_model, d_model), float64, block-diagonal.

    Raises:
        ParameterError: If d_model is odd (its last sine has no cosine to turn with), or a number is out of range.
    """
    d_model = checked_d_model(d_model)
    if d_model % 2:
        raise ParameterError(
            f"d_model {d_model} is odd: its last sine has no cosine to turn with",
            where="d_model",
            mend="use an even width",
        )
    row = encode(offset, d_model, base)
    sines, cosines = row[0::2], row[1::2]
    turned = np.zeros((d_model, d_model))
    even = np.arange(0, d_model, 2)
    turned[even, even], turned[even, even + 1] = cosines, sines
    turned[even + 1, even], turned[even + 1, even + 1] = -sines, cosines
    return turned
