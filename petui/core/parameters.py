"""What a width, a base, a number format and positions may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

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


def checked_tolerance(tolerance: object, *, where: str = "atol") -> float:
    """A tolerance as float; raises ParameterError unless it is finite and at least 0."""
    try:
        value = float(tolerance)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value = float("nan")
    if isinstance(tolerance, (bool, str)) or not 0 <= value < float("inf"):
        raise ParameterError(
            f"{where.lstrip('-')} is {tolerance!r}, and that is no tolerance",
            where=where,
            mend="give a number from 0 up, such as 1e-6",
        )
    return value


def checked_start(start: object, *, where: str = "start") -> int:
    """The position of a first row as int; raises ParameterError unless it is whole and within ±2^53."""
    if not is_whole(start) or not -MAX_POSITION <= start <= MAX_POSITION:
        raise ParameterError(
            f"start is {start!r}, but it is a whole position within ±2^53",
            where=where,
            mend="give the position of the first row, mostly 0",
        )
    return int(start)


def checked_dtype(dtype: object, *, where: str = "dtype") -> NumberFormat:
    """A number format, by its name, a NumPy dtype, or itself; raises ParameterError unless it is one of DTYPES."""
    if isinstance(dtype, NumberFormat):
        return dtype
    found = FORMATS.get(dtype) if isinstance(dtype, str) else None
    if found is None and isinstance(dtype, type):
        found = _BY_TYPE.get(dtype)
    # NumPy takes None for float64.
    if found is None and dtype is not None:
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
    # Named only where it may be: NumPy imports its masked arrays when they are.
    is_plain = not isinstance(positions, np.ndarray) or type(positions) is np.ndarray
    if not is_plain and np.ma.is_masked(positions):
        raise ParameterError("a position is masked", where=where, mend="leave out what is masked, or fill it")
    if not np.isfinite(array).all():
        raise ParameterError("a position is not finite", where=where, mend="leave out nan and inf")
    if array.size and _is_far(positions, given, array):
        raise ParameterError("a position is beyond 2^53", where=where, mend="float64 cannot tell such neighbours apart")
    return array


def _is_far(positions: Positions, given: NDArray[Any], array: Floats) -> bool:
    """Whether one of finite positions is beyond ±2^53, even by so little that float64 has rounded it to that."""
    largest = np.abs(array).max()
    if largest != MAX_POSITION:
        return bool(largest > MAX_POSITION)
    # Beside a fraction NumPy makes whole numbers float64 by itself.
    exact = given if isinstance(positions, np.ndarray) else np.asarray(positions, dtype=object)
    return any(abs(each) > MAX_POSITION for each in exact[np.abs(array) == MAX_POSITION].tolist())


def checked_window(first_slot: object, last_slot: object, d_model: int) -> tuple[int, int]:
    """The slots from the first up to but not including the last, as those of 0 … d_model - 1 that there are.

    Raises:
        ParameterError: If one is no whole number; the last may be None for d_model.
    """
    for slot, where in ((first_slot, "first_slot"), (d_model if last_slot is None else last_slot, "last_slot")):
        if not is_whole(slot):
            raise ParameterError(f"{where} is {slot!r}, but slots are whole numbers", where=where)
    first = max(0, int(first_slot))  # type: ignore[call-overload]
    last = d_model if last_slot is None else min(int(last_slot), d_model)  # type: ignore[call-overload]
    return first, max(first, last)
