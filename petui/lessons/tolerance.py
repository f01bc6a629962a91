"""When a number counts as right."""

from __future__ import annotations

import math

from petui.lessons.model import Tolerance

_EXACT = 1e-9
# A gap of exactly the tolerance is within it, whatever the last bit of the subtraction says.
_BRIM = 1 + 1e-9


def is_right(typed: float, right: float, tolerance: Tolerance) -> bool:
    r"""Whether a number is within the tolerance of the right one.

    With `digits` n: it rounds to the same n significant digits, or is at most half a unit of the n-th digit away;
    where the right number is 0, |typed| < 0.5·10^-n. Else |typed - right| ≤ max(relative·|right|, absolute), and with
    no tolerance at all the two agree to 1e-9.
    """
    if typed == right:
        return True
    gap = abs(typed - right)
    if tolerance.digits is not None:
        return _agrees(typed, right, gap, max(1, tolerance.digits))
    allowed = max(tolerance.relative * abs(right), tolerance.absolute)
    if tolerance.relative == tolerance.absolute == 0:
        allowed = _EXACT * max(1.0, abs(right))
    return gap <= allowed * _BRIM


def _agrees(typed: float, right: float, gap: float, digits: int) -> bool:
    if right == 0:
        return abs(typed) < 0.5 * 10.0**-digits
    unit = 10.0 ** (math.floor(math.log10(abs(right))) - digits + 1)
    return gap <= unit / 2 * _BRIM or _significant(typed, digits) == _significant(right, digits)


def _significant(value: float, digits: int) -> str:
    return f"{value:.{digits - 1}e}"
