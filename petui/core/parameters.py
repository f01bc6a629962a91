"""What a width, a base, a number format and positions may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from petui.core.errors import ParameterError
from petui.core.phase import Floats
from petui.core.precision import FORMATS, NumberFormat

MAX_D_MODEL = 1 << 20
MAX_BASE = 1e300
# Beyond 2^53 neighbouring whole numbers are one float64.
MAX_POSITION = 1 << 53
DTYPES = tuple(FORMATS)
# As they are mostly given: NumPy takes longer to look such a name up than to compute a cell.
_BY_TYPE: Mapping[object, NumberFormat] = {
    form.stored.type: form for name, form in FORMATS.items() if name == form.stored.name
}

Positions: TypeAlias = ArrayLike | Sequence[float]


def checked_d_model(d_model: object, *, where: str = "d_model") -> int:
    """A width as int; raises ParameterError unless 1 ≤ d_model ≤ 2^20 and whole."""
    if not is_whole(d_model) or not 1 <= d_model <= MAX_D_MODEL:
        raise ParameterError(
            f"d_model is {d_model!r}, but it is a whole number of slots, at least 1",
            where=where,
            mend=f"give 1 to {MAX_D_MODEL}",
        )
    return int(d_model)


def checked_slot(slot: object, d_model: int) -> int:
    """A slot as int; raises ParameterError unless it is 0 … d_model - 1."""
    if not is_whole(slot) or not 0 <= slot < d_model:
        raise ParameterError(
            f"slot is {slot!r}, but d_model {d_model} has slots 0 to {d_model - 1}",
            where="slot",
            mend="count slots from 0",
        )
    return int(slot)


def is_whole(number: object) -> TypeGuard[int]:
    """Whether something is a whole number, of Python's or of NumPy's; True and False are none."""
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


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


def checked_dtype(dtype: object, *, where: str = "dtype") -> NumberFormat:
    """A number format, by its name, a NumPy dtype, or itself; raises ParameterError unless it is one of DTYPES."""
    if isinstance(dtype, NumberFormat):
        return dtype
    found = FORMATS.get(dtype) if isinstance(dtype, str) else None
    if found is None and isinstance(dtype, type):
        found = _BY_TYPE.get(dtype)
    if found is None:
        try:
            found = FORMATS.get(np.dtype(dtype).name)  # type: ignore[call-overload]
        except (TypeError, ValueError, SyntaxError):
            found = None
    if found is None:
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
