"""Whole numbers within bounds, of what expressions give as floats."""

from __future__ import annotations

from petui.core.errors import ParameterError


def whole_within(name: str, number: float, low: int, high: int) -> int:
    """The number as an int.

    Raises:
        ParameterError: If it is not whole, or not `low` to `high`; it names the parameter.
    """
    if not low <= number <= high or number != int(number):
        raise ParameterError(f"{name} is {number:g}, outside {low} to {high}", where=name)
    return int(number)
