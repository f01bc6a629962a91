r"""The sinusoidal encoding of Vaswani et al. (2017), section 3.5, exact at whole positions.

PE(pos, 2i) = sin(pos·\omega_i), PE(pos, 2i+1) = cos(pos·\omega_i), \omega_i = base^(-2i/d_model).
An odd d_model ends with a sine column: the last pair has no cosine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from petui.core.errors import ParameterError
from petui.core.phase import Floats, Words, phase_words, quarter_and_rest, sines_and_cosines

MAX_D_MODEL = 1 << 20
MAX_BASE = 1e300
# Beyond 2^53 neighbouring whole numbers are one float64.
MAX_POSITION = 1 << 53
DTYPES = ("float64", "float32", "float16")
# As they are mostly given: NumPy takes longer to look such a name up than to compute a cell.
_BY_NAME: Mapping[object, np.dtype[Any]] = {
    key: np.dtype(name) for name in DTYPES for key in (name, np.dtype(name).type)
}

Positions: TypeAlias = ArrayLike | Sequence[float]


def checked_d_model(d_model: object, *, where: str = "d_model") -> int:
    """A width as int; raises ParameterError unless 1 ≤ d_model ≤ 2^20 and whole."""
    whole = isinstance(d_model, (int, np.integer)) and not isinstance(d_model, bool)
    if not whole or not 1 <= int(d_model) <= MAX_D_MODEL:  # type: ignore[call-overload]
        raise ParameterError(
            f"d_model is {d_model!r}, but it is a whole number of slots, at least 1",
            where=where,
            mend=f"give 1 to {MAX_D_MODEL}",
        )
    return int(d_model)  # type: ignore[call-overload,no-any-return]


def checked_base(base: object, *, where: str = "base") -> float:
    """A base as float; raises ParameterError unless 1 ≤ base ≤ 10^300."""
    try:
        value = float(base)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value = float("nan")
    if isinstance(base, bool) or not 1 <= value <= MAX_BASE:
        raise ParameterError(
            f"base is {base!r}, but it is a number from 1 up", where=where, mend="the usual base is 10000"
        )
    return value


def checked_dtype(dtype: object, *, where: str = "dtype") -> np.dtype[np.floating]:
    """A NumPy dtype; raises ParameterError unless it is float64, float32 or float16."""
    found = _BY_NAME.get(dtype) if isinstance(dtype, str | type) else None
    if found is None:
        try:
            found = np.dtype(dtype)  # type: ignore[call-overload]
        except (TypeError, ValueError, SyntaxError):
            found = None
    if found is None or found.name not in DTYPES:
        raise ParameterError(f"dtype {dtype!s} is not known", where=where, mend=f"use one of {', '.join(DTYPES)}")
    return found


def checked_positions(positions: Positions, *, where: str = "positions") -> Floats:
    """Positions as float64; raises ParameterError unless finite and within ±2^53."""
    try:
        given = np.asarray(positions)
        kind = given.dtype.kind
        array = given.astype(np.float64) if kind in "iuf" or given.size == 0 else None
    except (TypeError, ValueError, OverflowError):
        array = None
    if array is None:
        raise ParameterError("positions are numbers", where=where, mend="give whole or fractional numbers")
    if not np.isfinite(array).all():
        raise ParameterError("a position is not finite", where=where, mend="leave out nan and inf")
    if array.size and np.abs(array).max() > MAX_POSITION:
        raise ParameterError("a position is beyond 2^53", where=where, mend="float64 cannot tell such neighbours apart")
    return array


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


def _pair_values(positions: Floats, words: tuple[Words, Words], omega: Floats) -> tuple[Floats, Floats]:
    """Sines and cosines of positions[:, None]·omega, the whole part of each position by its exact phase."""
    size = np.abs(positions)
    whole = np.floor(size)
    quarter, rest = quarter_and_rest(whole.astype(np.uint64)[:, None], words[0][None, :], words[1][None, :])
    fraction = size - whole
    if fraction.any():
        rest = rest + fraction[:, None] * omega[None, :]
    sines, cosines = sines_and_cosines(quarter, rest)
    return np.where(positions[:, None] < 0, -sines, sines), cosines


def encode(
    positions: Positions,
    d_model: int,
    base: float = 10000.0,
    dtype: object = np.float64,
    *,
    first_slot: int = 0,
    last_slot: int | None = None,
) -> NDArray[np.floating]:
    r"""The encoding of each position: even slots sin(pos·\omega_i), odd slots cos(pos·\omega_i).

    Whole positions go through the exact phase: within 1e-15 of the true value anywhere up to 2^53. The fractional
    part of a position adds its angle in float64. Smaller dtypes are the exact value rounded once.

    Args:
        positions: One position or a sequence of them (positions; whole, fractional or negative).
        d_model: Number of slots; an odd width ends with a sine.
        base: Base of the geometric progression of wavelengths.
        dtype: float64, float32 or float16.
        first_slot: First slot wanted, to compute only a window of a wide table.
        last_slot: One past the last slot wanted; all by default.

    Returns:
        Shape (positions, slots); a single position gives shape (slots,).

    Raises:
        ParameterError: If a number is not finite or out of range.
    """
    d_model, base, wanted = checked_d_model(d_model), checked_base(base), checked_dtype(dtype)
    array = checked_positions(positions)
    last = d_model if last_slot is None else min(int(last_slot), d_model)
    first = max(0, int(first_slot))
    low_pair, high_pair = first // 2, max(first // 2, (last + 1) // 2)
    high, low = phase_words(d_model, base)
    omega = base ** (-2.0 * np.arange(low_pair, high_pair) / d_model)
    words = (high[low_pair:high_pair], low[low_pair:high_pair])
    sines, cosines = _pair_values(array.reshape(-1), words, omega)
    table = np.empty((sines.shape[0], 2 * sines.shape[1]), dtype=wanted)
    table[:, 0::2], table[:, 1::2] = sines, cosines
    window = table[:, first - 2 * low_pair : max(first, last) - 2 * low_pair]
    return window.reshape(*array.shape, window.shape[1])


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
    if isinstance(slot, bool) or not isinstance(slot, (int, np.integer)) or not 0 <= slot < d_model:
        raise ParameterError(
            f"slot is {slot!r}, but d_model {d_model} has slots 0 to {d_model - 1}",
            where="slot",
            mend="count slots from 0",
        )
    slot = int(slot)
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


__all__ = [
    "DTYPES",
    "MAX_BASE",
    "MAX_D_MODEL",
    "MAX_POSITION",
    "Trace",
    "checked_base",
    "checked_d_model",
    "checked_dtype",
    "checked_positions",
    "encode",
    "frequencies",
    "rotation",
    "trace",
    "wavelengths",
]
