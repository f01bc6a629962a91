"""Arrays of people's own programs: named, and asserted in their tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Cause, Declared, Diagnosis
from petui.core.errors import ParameterError
from petui.core.parameters import checked_base, checked_dtype, checked_start, checked_tolerance
from petui.core.sequences import convention as convention_of


def identify(
    array: ArrayLike,
    *,
    convention: str | None = None,
    start: int | None = None,
    base: float | None = None,
    dtype: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
) -> Diagnosis:
    """Which convention a table follows, or which slip made it differ.

    Args:
        array: Shape (positions, slots), or (1, positions, slots) and (positions, 1, slots); real numbers. It is not
            changed.
        convention: The convention that it is meant to follow; found out unless given.
        start: The position that its first row is meant for; the convention's own unless given.
        base: Base of the wavelengths' progression; the convention's own unless given.
        dtype: Number format that it was rounded to; that of the array unless given.
        rtol: Relative tolerance instead of the one that fits dtype and positions.
        atol: Absolute tolerance likewise.

    Raises:
        ParameterError: If the array holds no table of real numbers, or an argument is impossible.
    """
    rows, remarks = _table_of(array)
    named = None if convention is None else convention_of(_name_of(convention))
    own = 10000.0 if named is None else named.base
    declared = Declared(
        None if named is None else named.name,
        None if start is None else checked_start(start),
        own if base is None else checked_base(base),
        None if dtype is None else checked_dtype(dtype).name,
        None if rtol is None else checked_tolerance(rtol, where="rtol"),
        None if atol is None else checked_tolerance(atol, where="atol"),
    )
    found = diagnose(rows, declared)
    return replace(found, remarks=(*remarks, *found.remarks))


def assert_encoding(
    array: ArrayLike,
    convention: str = "paper",
    *,
    start: int | None = None,
    base: float = 10000.0,
    dtype: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Fail a test unless an array is a convention's table.

    Args:
        array: As for `identify`.
        convention: The convention's name.
        start: The position of the first row; the convention's own unless given, which is mostly 0.
        base: Base of the wavelengths' progression.
        dtype: As for `identify`.
        rtol: As for `identify`.
        atol: As for `identify`.

    Raises:
        AssertionError: If it is not: says the first cell that differs, the cause and what to change.
        ParameterError: If the array holds no table of real numbers, or an argument is impossible.
    """
    __tracebackhide__ = True
    convention = _name_of(convention)
    found = identify(array, convention=convention, start=start, base=base, dtype=dtype, rtol=rtol, atol=atol)
    if found.verdict != "match":
        raise AssertionError(_complaint(found, convention))


def _complaint(found: Diagnosis, name: str) -> str:
    rows, slots = found.shape
    size = f"{rows} {'row' if rows == 1 else 'rows'}, {slots} {'slot' if slots == 1 else 'slots'}"
    lines = [f"not the table of {name} ({size})"]
    if not found.causes:
        lines.append("no slip that is known explains the difference")
    for number, cause in enumerate(found.causes):
        if number == 0 and cause.first_difference is not None:
            row, slot = cause.first_difference
            lines.append(f"first difference: row {row}, slot {slot}: got {cause.got!r}, expected {cause.expected!r}")
        lines += _told(cause)
    lines += found.remarks
    return "\n".join(lines)


def _told(cause: Cause) -> list[str]:
    return [f"{cause.bug}: {cause.says}", f"mend: {cause.mend}"]


def _name_of(convention: object) -> str:
    if not isinstance(convention, str):
        raise ParameterError(
            f"convention is {convention!r}, and that is no name", where="convention", mend="give a name such as paper"
        )
    return convention


def _table_of(array: ArrayLike) -> tuple[NDArray[Any], list[str]]:
    """A 2-D array of real numbers, and what was done to get it."""
    rows = array if isinstance(array, np.ndarray) else _converted(array)
    if rows.dtype.kind not in "iufb":
        raise ParameterError(
            f"the array holds {rows.dtype} and no real numbers", where="array", mend="give real numbers"
        )
    if isinstance(rows, np.ma.MaskedArray):
        if np.ma.is_masked(rows):
            raise ParameterError("cells of the array are masked", where="array", mend="fill them, or leave them out")
        rows = rows.data
    remarks = []
    if rows.ndim == 3 and 1 in rows.shape[:2]:
        axis = 0 if rows.shape[0] == 1 else 1
        remarks.append(f"The shape is {rows.shape}: axis {axis}, of length 1, was taken off.")
        rows = np.squeeze(rows, axis=axis)
    if rows.ndim != 2 or 0 in rows.shape:
        raise ParameterError(
            f"the array has the shape {rows.shape} and not (positions, slots)",
            where="array",
            mend="give two axes, each of at least 1",
        )
    return rows.astype(np.int8) if rows.dtype.kind == "b" else rows, remarks


def _converted(array: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(array)
    except (TypeError, ValueError) as error:
        raise ParameterError("this is no array of numbers", where="array", mend="give rows of equal length") from error
