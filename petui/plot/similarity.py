"""Similarity of two positions: PE(p)·PE(p + k)."""

from __future__ import annotations

from petui.core.formula import Formula
from petui.core.lab import Lab
from petui.plot.picture import Picture, worded
from petui.plot.ruler import four_decimals


def similarity(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """Similarity of two positions: PE(p)·PE(p + k)."""
    other = lab.pos + lab.offset
    number = four_decimals(Formula(lab).dot(lab.pos, other))
    return worded(f"PE({lab.pos}) times PE({other}) is {number}.", width, height)
