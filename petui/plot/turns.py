r"""Hands of clocks: a position on a frequency pair's circle, x = cos(pos·\omega_i), y = sin(pos·\omega_i)."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

import numpy as np

from petui.plot.canvas import Cells, Grid
from petui.plot.mirror import lower_from_upper
from petui.plot.ruler import short

_CROWDED = 99999.5
# Directions of a hand per row of its circle: finer than its marks, and few enough that drawn hands can be kept.
_STEPS_PER_ROW = 16


def signed(value: float, *, plus: bool = False, digits: int = 4) -> str:
    """A number in at most 9 characters: `-0.03`, `0`; with `plus`, `+0.03`; in fewer digits where asked for."""
    if value == 0:
        return "0"
    size = abs(value) if digits > 3 else float(f"{abs(value):.{digits}g}")
    return ("-" if value < 0 else "+" if plus else "") + short(size)


def turns(angle: float, *, plus: bool = False) -> str:
    """An angle in radians as turns in three decimals, where that says something: `0.477`, `+0.159`, `1.59e-4`."""
    count = angle / (2 * pi)
    if not 0.001 <= abs(count) < _CROWDED:
        return signed(count, plus=plus)
    return f"{count:+.3f}" if plus else f"{count:.3f}"


def circle_cells(grid: Grid) -> Cells:
    """The unit circle, by its upper quarters, so that it is alike on all sides."""
    quarter = np.append(np.linspace(0.0, pi / 2, 8 * grid.height + 1), np.nan)
    x, y = np.append(np.cos(quarter), -np.cos(quarter)), np.tile(np.sin(quarter), 2)
    return lower_from_upper(grid.dotted(x, y) if grid.ascii else grid.curve(x, y))


def hand_cells(grid: Grid, x: float, y: float, *, dotted: bool = False) -> Cells:
    """A hand from the centre to about (x, y)."""
    steps = _STEPS_PER_ROW * grid.height
    step = round(float(np.arctan2(y, x)) / (2 * pi) * steps) % steps
    return _hand(grid, step, round(hypot(x, y), 2), dotted)


@lru_cache(maxsize=2048)
def _hand(grid: Grid, step: int, reach: float, dotted: bool) -> Cells:
    angle = 2 * pi * step / (_STEPS_PER_ROW * grid.height)
    return (grid.dotted if dotted else grid.curve)([0.0, reach * cos(angle)], [0.0, reach * sin(angle)])


def arc_cells(grid: Grid, begin: float, turn: float, reach: float) -> Cells:
    """A dotted arc around the centre from the angle `begin` on, at about `reach` from it."""
    steps = _STEPS_PER_ROW * grid.height / (2 * pi)
    return _arc(grid, round(begin * steps), round(turn * steps), reach)


@lru_cache(maxsize=512)
def _arc(grid: Grid, begin: int, turn: int, reach: float) -> Cells:
    angles = 2 * pi * np.linspace(begin, begin + turn, abs(turn) + 2) / (_STEPS_PER_ROW * grid.height)
    return grid.dotted(reach * np.cos(angles), reach * np.sin(angles))
