"""A guarded canvas over plotext: the only module that imports it.

plotext hangs or exhausts memory on points far outside its limits, stops on values that are not finite, and keeps one
global figure. Here a curve is cut at its gaps and clipped first, every drawing has a figure of its own, and the size
is the caller's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import floor, isfinite
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import ParameterError
from petui.records import dataclass

Floats: TypeAlias = NDArray[np.float64]
Cells: TypeAlias = tuple[str, ...]
Limits: TypeAlias = tuple[float, float]

SOLID_ASCII = "*"
DOTTED_ASCII = "."
# Far outside the unit square, yet small enough that differences of two such numbers stay finite.
_FAR = 1e30
_DOT_SPACING = 3.0
# plotext takes milliseconds for any figure: what a key brings (a hand, an arc, lanes of waves) has fewer marks.
_FEW_MARKS = 500
_BRAILLE = 0x2800
# The bits of a cell's marks, from its bottom row, left and right.
_BRAILLE_DOTS = np.array([[0x40, 0x80], [0x04, 0x20], [0x02, 0x10], [0x01, 0x08]], dtype=np.uint32)
# Differences below the eighth decimal are rounding noise.
_NOISE = 1e8
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
        share = (x - self.across[0]) / (self.across[1] - self.across[0])
        return _mark(share, self.marks_across) * self.width // self.marks_across

    def row(self, y: float) -> int:
        """The row, counted from the top, of the cell that holds the mark of y."""
        share = (y - self.up[0]) / (self.up[1] - self.up[0])
        return self.height - 1 - _mark(share, self.marks_up) * self.height // self.marks_up

    def curve(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Cells:
        """A solid curve through the points in their order, broken where one is not finite, cut at the limits."""
        return self._draw([self._solid(run) for run in _clipped_runs(self._unit(x, y))], SOLID_ASCII)

    def dotted(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Cells:
        """The same curve as dots at an even spacing along it."""
        return self._draw([self._dots(run) for run in _clipped_runs(self._unit(x, y))], DOTTED_ASCII)

    def _unit(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Floats:
        """Shape (points, 2), the limits scaled to 0 and 1; gaps are nan."""
        points = np.array([x, y], dtype=np.float64).T.reshape(-1, 2)
        points[~np.isfinite(points).all(axis=1)] = np.nan
        low = np.array([self.across[0], self.up[0]])
        span = np.array([self.across[1] - self.across[0], self.up[1] - self.up[0]])
        with np.errstate(over="ignore"):
            return np.asarray(np.clip((points - low) / span, -_FAR, _FAR))

    def _steps(self, run: Floats) -> Floats:
        """Shape (2, points - 1): how many marks the run moves, across and up, from point to point."""
        scale = np.array([self.marks_across - 1, self.marks_up - 1])
        return np.asarray(np.abs(np.diff(run, axis=0) * scale).T)

    def _solid(self, run: Floats) -> Floats:
        """Points so close that their marks touch, at least cornerwise."""
        along = _sums(np.maximum(*self._steps(run)))
        return _points(run, along, np.append(np.arange(0.0, along[-1]), along[-1]))

    def _dots(self, run: Floats) -> Floats:
        """Points a few marks apart."""
        along = _sums(np.hypot(*self._steps(run)))
        spacing = 1.0 if self.ascii else _DOT_SPACING
        return _points(run, along, np.append(np.arange(spacing, along[-1], spacing), 0.0))

    def _draw(self, runs: Sequence[Floats], marker: str) -> Cells:
        """All runs as one set of marks: of two drawings in one cell plotext would keep only the later."""
        points = np.concatenate([np.empty((0, 2)), *runs])
        # Asked for their counts too, `unique` does not load all of numpy.ma to see whether some are masked.
        marks, _ = np.unique(
            _nearest(points[:, 0], self.marks_across) * self.marks_up + _nearest(points[:, 1], self.marks_up),
            return_counts=True,
        )
        across, up = np.divmod(marks.astype(np.int64), self.marks_up)
        if len(marks) <= _FEW_MARKS:
            return self._set(across, up, marker)
        figure = self._new_figure()
        figure.scatter(across.tolist(), up.tolist(), marker=marker if self.ascii else "braille")
        figure.clear_color()
        rows = _ESCAPE.sub("", figure.build()).split("\n")[: self.height]
        return tuple(row.ljust(self.width)[: self.width] for row in rows)

    def _set(self, across: NDArray[np.int64], up: NDArray[np.int64], marker: str) -> Cells:
        """The same cells without plotext."""
        columns, rows = across * self.width // self.marks_across, up * self.height // self.marks_up
        cells = np.zeros((self.height, self.width), dtype=np.uint32)
        if self.ascii:
            cells[rows, columns] = ord(marker)
        else:
            np.bitwise_or.at(cells, (rows, columns), _BRAILLE | _BRAILLE_DOTS[up % 4, across % 2])
        cells[cells == 0] = ord(" ")
        return tuple(row.tobytes().decode("utf-32-le") for row in cells[::-1])

    def _new_figure(self) -> Any:
        """A plotext figure of its own whose values are marks, without axes."""
        import plotext

        figure = type(plotext.active())()
        # The public limit_size acts on the global figure alone; without this the terminal's size would cut ours.
        figure._limit_size(False, False)
        figure.plot_size(self.width, self.height)
        figure.frame(False)
        figure.xlim(0, max(1, self.marks_across - 1))
        figure.ylim(0, max(1, self.marks_up - 1))
        figure.xticks([])
        figure.yticks([])
        return figure


def _sums(steps: Floats) -> Floats:
    return np.concatenate([[0.0], np.cumsum(steps)])


def _points(run: Floats, along: Floats, wanted: Floats) -> Floats:
    """The points of a run at the wanted distances along it."""
    return np.column_stack([np.interp(wanted, along, run[:, axis]) for axis in (0, 1)])


def _nearest(shares: Floats, marks: int) -> Floats:
    """The marks nearest to shares of the range; ties and rounding noise go up."""
    return np.asarray(np.floor(np.round(np.clip(shares, 0.0, 1.0) * (marks - 1) + 0.5, 8)))


def _mark(share: float, marks: int) -> int:
    """The same of one share: NumPy takes ten times as long for it."""
    return floor(round((min(max(share, 0.0), 1.0) * (marks - 1) + 0.5) * _NOISE) / _NOISE)


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
