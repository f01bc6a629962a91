"""Distances between rows: |PE(p) - PE(q)|."""

from __future__ import annotations

from petui.core.formula import Formula
from petui.core.lab import Lab
from petui.plot.picture import Picture, worded
from petui.plot.ruler import four_decimals


def unique(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """Distances between rows: |PE(p) - PE(q)|."""
    other = lab.pos + lab.offset
    number = four_decimals(Formula(lab).distance(lab.pos, other))
    return worded(f"The distance from PE({lab.pos}) to PE({other}) is {number}.", width, height)
