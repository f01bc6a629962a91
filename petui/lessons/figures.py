"""Numbers as learners read and copy them."""

from __future__ import annotations

import math

_SAME = 1e-14
_MOST_WHOLE = 1e15


def format_number(x: float, digits: int | None = None) -> str:
    """A number as text.

    Args:
        x: The number.
        digits: Decimals to give. Unless told, whole numbers have none, sizes from 0.001 have 4, from 1000 on 2,
            smaller ones three significant digits (0.000524, and 1.2e-08 below a millionth).

    Returns:
        ASCII text with `-` for minus, which can be typed as an answer; never `-0`.
    """
    x = float(x)
    if not math.isfinite(x):
        return str(x)
    text = f"{x:.{digits}f}" if digits is not None else _unasked(x)
    return text.removeprefix("-") if text.startswith("-") and not text.strip("-0.") else text


def _unasked(x: float) -> str:
    size = abs(x)
    nearest = round(x)
    if size < _MOST_WHOLE and abs(x - nearest) <= _SAME * abs(nearest):
        return str(nearest)
    if size >= _MOST_WHOLE:
        return f"{x:.6g}"
    if size >= 1000:
        return f"{x:.2f}"
    if size >= 1e-3:
        return f"{x:.4f}"
    if size >= 1e-6:
        return f"{x:.{2 - math.floor(math.log10(size))}f}"
    mantissa, power = f"{x:.2e}".split("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{power}"
