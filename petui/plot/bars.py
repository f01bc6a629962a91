"""Bars: counts per day upright, shares of a whole lying; every scale begins at zero."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor

from petui.plot.picture import Line, Run, fitted, joined
from petui.plot.ruler import Tick, round_step, ruler
from petui.records import dataclass

_LYING = " ▏▎▍▌▋▊▉█"
_UPRIGHT = " ▁▂▃▄▅▆▇█"
_EIGHTHS = 8
_WIDEST = 5
# Narrower, a column cannot say which bar it is part of.
MIN_WIDTH = 20
MIN_HEIGHT = 4


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Attributes:
        count: How long it is, 0 or more.
        label: What is written below it where there is room; empty for nothing.
        style: Its style.
    """

    count: int
    label: str = ""
    style: str = "value"


# ---- lying -----------------------------------------------------------------------------------------------------------


def share_bar(share: float, width: int, *, ascii: bool, style: str = "value") -> Line:
    """A bar that fills `share` of `width` columns, the rest a dotted track.

    It is full only for 1 and empty only for 0: little is not shown as nothing, nor nearly all as all.

    Args:
        share: 0 to 1; what lies outside is taken for the nearer end.
        width: Columns.
        ascii: Draw with `#` and `.` instead of eighths of a block.
        style: Style of what is filled.
    """
    parts = 1 if ascii else _EIGHTHS
    full = width * parts
    filled = round(min(1.0, max(0.0, share)) * full)
    if 0.0 < share < 1.0 and full > 1:
        filled = min(full - 1, max(1, filled))
    whole, rest = divmod(filled, parts)
    text = "#" * whole if ascii else "█" * whole + _LYING[rest].strip()
    return joined([(text, style), (("." if ascii else "·") * (width - len(text)), "muted")])


# ---- upright ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Scale:
    """How counts become rows and bars become columns.

    Attributes:
        unit: What a full row stands for.
        rows: Rows of bars.
        gutter: Columns of the numbers and the axis.
        step: Columns from one bar to the next.
        bar: Columns of a bar.
    """

    unit: int
    rows: int
    gutter: int
    step: int
    bar: int


def upright_bars(bars: Sequence[Bar], width: int, height: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """Bars side by side over an axis from 0, with what a row stands for at its left, and their labels below.

    A row stands for 1, 2, 5, 10, 20 … and is filled by eighths; in ASCII `#` is at least half a row, `.` less. Where
    every bar has the room its count is written below the axis.

    Args:
        bars: What to draw, from the left.
        width: Columns; a bar needs one, and the numbers some.
        height: Most rows; fewer are drawn where the counts need fewer.
        ascii: Draw in ASCII.

    Returns:
        Lines of `width` characters; none where there are no bars or not the room for them.
    """
    scale = _scale(bars, width, height)
    if scale is None:
        return ()
    lines = [_row(bars, scale, row, width, ascii) for row in range(scale.rows, 0, -1)]
    lines.append(_axis(bars, scale, width, ascii))
    if _can_count(bars, scale):
        lines.append(_counts(bars, scale, width))
    lines.append(_labels(bars, scale, width, ascii))
    return tuple(lines)


def rows_stand_for(bars: Sequence[Bar], width: int, height: int) -> int | None:
    """The count that a full row of `upright_bars` stands for; None where it draws nothing."""
    scale = _scale(bars, width, height)
    return scale.unit if scale else None


def _scale(bars: Sequence[Bar], width: int, height: int) -> _Scale | None:
    if not bars or width < MIN_WIDTH or height < MIN_HEIGHT:
        return None
    most = max(1, *(bar.count for bar in bars))
    unit = round_step(most / (height - 3))
    rows = -(-most // unit)
    gutter = len(str(unit * rows)) + 2
    step = min(_WIDEST, (width - gutter) // len(bars))
    return _Scale(unit, rows, gutter, step, max(1, step - 1)) if step else None


def _row(bars: Sequence[Bar], scale: _Scale, row: int, width: int, ascii: bool) -> Line:
    """The row that ends at `row` units."""
    runs: list[Run] = [(f"{scale.unit * row:>{scale.gutter - 1}}{'|' if ascii else '┤'}", "axis")]
    for bar in bars:
        filled = bar.count / scale.unit - (row - 1)
        sign = part_of_cell(filled, ascii)
        runs += [(sign * scale.bar, bar.style if sign != " " else ""), (" " * (scale.step - scale.bar), "")]
    return fitted(runs, width)


def part_of_cell(filled: float, ascii: bool) -> str:
    """The sign of a cell that is filled from below by that share: below 0 it is blank, above 1 full."""
    if filled <= 0:
        return " "
    if ascii:
        return "#" if filled >= 0.5 else "."
    return _UPRIGHT[min(_EIGHTHS, max(1, floor(filled * _EIGHTHS + 0.5)))]


def _axis(bars: Sequence[Bar], scale: _Scale, width: int, ascii: bool) -> Line:
    corner, dash = ("+", "-") if ascii else ("┴", "─")
    text = f"{0:>{scale.gutter - 1}}{corner}{dash * (scale.step * len(bars))}"
    return fitted([(text, "axis")], width)


def _can_count(bars: Sequence[Bar], scale: _Scale) -> bool:
    """Whether no count touches the next one's, nor leaves its own bar's columns."""
    texts = [str(bar.count) if bar.count else "" for bar in bars]
    return all(len(text) <= scale.step - bool(after) for text, after in pairwise((*texts, "")))


def _counts(bars: Sequence[Bar], scale: _Scale, width: int) -> Line:
    texts = (str(bar.count) if bar.count else "" for bar in bars)
    return fitted([(" " * scale.gutter, ""), *((f"{text:<{scale.step}}", "muted") for text in texts)], width)


def _labels(bars: Sequence[Bar], scale: _Scale, width: int, ascii: bool) -> Line:
    ticks = [Tick(at * scale.step, bar.label) for at, bar in enumerate(bars) if bar.label]
    line = ruler(ticks, width - scale.gutter, "'" if ascii else "╵")
    return joined([(" " * scale.gutter, ""), *line])
