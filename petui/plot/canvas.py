"""A guarded canvas over plotext: the only module that imports it.

plotext hangs or exhausts memory on points far outside its limits, stops on values that are not finite, and keeps one
global figure. Here a curve is cut at its gaps and clipped first, every drawing has a figure of its own, and the size
is the caller's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import ParameterError

Floats: TypeAlias = NDArray[np.float64]
Cells: TypeAlias = tuple[str, ...]
Limits: TypeAlias = tuple[float, float]

SOLID_ASCII = "*"
DOTTED_ASCII = "."
# Far outside the unit square, yet small enough that differences of two such numbers stay finite.
_FAR = 1e30
_DOT_SPACING = 3.0
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of terminal cells over a rectangle of values.

    Attributes:
        width: Columns, at least 1.
        height: Rows, at least 1.
        across: The values at the centres of the leftmost and the rightmost marks.
        up: The values at the centres of the lowest and the highest marks.
        ascii: Draw with ASCII characters, one mark per cell, instead of braille, 2 × 4 marks per cell.
    """

    width: int
    height: int
    across: Limits
    up: Limits
    ascii: bool = False

    def __post_init__(self) -> None:
        """Raise ParameterError for a size below 1 × 1 or limits that are not finite and increasing."""
        if self.width < 1 or self.height < 1:
            raise ParameterError(f"a plot of {self.width} × {self.height} cells has no room", where="size")
        for low, high in (self.across, self.up):
            if not (low < high and isfinite(high - low)):
                raise ParameterError(f"limits {low} and {high} span no finite range", where="limits")

    @property
    def marks_across(self) -> int:
        """Marks from left to right."""
        return self.width if self.ascii else 2 * self.width

    @property
    def marks_up(self) -> int:
        """Marks from bottom to top."""
        return self.height if self.ascii else 4 * self.height

    def column(self, x: float) -> int:
        """The column, counted from the left, of the cell that holds the mark of x."""
        return _mark(x, self.across, self.marks_across) * self.width // self.marks_across

    def row(self, y: float) -> int:
        """The row, counted from the top, of the cell that holds the mark of y."""
        return self.height - 1 - _mark(y, self.up, self.marks_up) * self.height // self.marks_up

    def curve(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Cells:
        """A solid curve through the points in their order, broken where one is not finite, cut at the limits."""
        runs = [self._thinned(run) for run in _clipped_runs(self._unit(x, y))]
        return self._draw(runs, lines=True, marker=SOLID_ASCII)

    def dotted(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Cells:
        """The same curve as dots at an even spacing along it."""
        runs = [self._dots(run) for run in _clipped_runs(self._unit(x, y))]
        return self._draw(runs, lines=False, marker=DOTTED_ASCII)

    def _unit(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Floats:
        """Shape (points, 2), the limits scaled to 0 and 1; gaps are nan."""
        points = np.array([x, y], dtype=np.float64).T.reshape(-1, 2)
        points[~np.isfinite(points).all(axis=1)] = np.nan
        low = np.array([self.across[0], self.up[0]])
        span = np.array([self.across[1] - self.across[0], self.up[1] - self.up[0]])
        with np.errstate(over="ignore"):
            return np.asarray(np.clip((points - low) / span, -_FAR, _FAR))

    def _marks(self, run: Floats) -> Floats:
        return np.asarray(run * np.array([self.marks_across - 1, self.marks_up - 1]))

    def _thinned(self, run: Floats) -> Floats:
        """The run without points that fall on the mark of the point before."""
        marks = np.floor(self._marks(run) + 0.5)
        moved = np.ones(len(run), dtype=bool)
        moved[1:] = (marks[1:] != marks[:-1]).any(axis=1)
        return run[moved]

    def _dots(self, run: Floats) -> Floats:
        """Points every few marks along the run."""
        spacing = 1.0 if self.ascii else _DOT_SPACING
        steps = np.hypot(*np.diff(self._marks(run), axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(steps)])
        wanted = np.arange(0.0, along[-1] + spacing / 2, spacing)
        return np.column_stack([np.interp(wanted, along, run[:, axis]) for axis in (0, 1)])

    def _draw(self, runs: Sequence[Floats], *, lines: bool, marker: str) -> Cells:
        figure = _new_figure(self.width, self.height)
        for run in runs:
            pen = figure.plot if lines and len(run) > 1 else figure.scatter
            pen(run[:, 0].tolist(), run[:, 1].tolist(), marker=marker if self.ascii else "braille")
        figure.clear_color()
        rows = _ESCAPE.sub("", figure.build()).split("\n")[: self.height]
        return tuple(row.ljust(self.width)[: self.width] for row in rows)


def _new_figure(width: int, height: int) -> Any:
    """A plotext figure of its own over the unit square, without axes."""
    import plotext  # type: ignore[import-untyped]

    figure = type(plotext.active())()
    # The public limit_size acts on the global figure alone; without this the terminal's size would cut ours.
    figure._limit_size(False, False)
    figure.plot_size(width, height)
    figure.frame(False)
    figure.xlim(0.0, 1.0)
    figure.ylim(0.0, 1.0)
    figure.xticks([])
    figure.yticks([])
    return figure


def _mark(value: float, limits: Limits, marks: int) -> int:
    share = (value - limits[0]) / (limits[1] - limits[0])
    # plotext rounds to 8 decimals before it floors; a cursor must land on the curve's own mark.
    return floor(round(0.5 + (marks - 1) * min(1.0, max(0.0, share)), 8))


def _clipped_runs(points: Floats) -> list[Floats]:
    """The pieces of a polyline inside the unit square; a nan ends a piece, a lone point is a piece of one."""
    whole = np.isfinite(points).all(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], whole, [False]]).astype(np.int8)))
    runs: list[Floats] = []
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        runs += _clipped(points[start:stop])
    return runs


def _clipped(run: Floats) -> list[Floats]:
    """The pieces of one finite polyline inside the unit square (Liang and Barsky's cut, all segments at once)."""
    inside: NDArray[np.bool_] = np.asarray(((run >= 0) & (run <= 1)).all(axis=1))
    if inside.all():
        return [run]
    if len(run) == 1:
        return []
    start, step = run[:-1], np.diff(run, axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        at_zero, at_one = -start / step, (1 - start) / step
    still = step == 0
    outside = still & ((start < 0) | (start > 1))
    enter = np.where(still, 0.0, np.minimum(at_zero, at_one)).max(axis=1).clip(min=0.0)
    leave = np.where(still, 1.0, np.maximum(at_zero, at_one)).min(axis=1).clip(max=1.0)
    seen = (enter <= leave) & ~outside.any(axis=1)
    begin = np.clip(start + enter[:, None] * step, 0.0, 1.0)
    end = np.clip(start + leave[:, None] * step, 0.0, 1.0)
    joined = np.zeros(len(seen), dtype=bool)
    joined[1:] = seen[1:] & seen[:-1] & inside[1:-1]
    firsts = np.flatnonzero(seen & ~joined)
    lasts = np.flatnonzero(seen & ~np.append(joined[1:], False))
    return [np.concatenate([begin[a : a + 1], end[a : b + 1]]) for a, b in zip(firsts, lasts, strict=True)]
