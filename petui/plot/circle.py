"""The current pair's unit circle."""

from __future__ import annotations

from petui.core.formula import Formula
from petui.core.lab import Lab
from petui.plot.picture import Picture, worded
from petui.plot.ruler import four_decimals


def circle(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """The current pair's unit circle."""
    other = lab.pos + lab.offset
    number = four_decimals(Formula(lab).dot(lab.pos, other))
    return worded(f"PE({lab.pos}) times PE({other}) is {number}.", width, height)
