"""A calendar of counts: a column per week, a row per weekday, a shade per range of counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from petui.plot.days import MONTHS, WEEKDAYS
from petui.plot.picture import Line, Run, fitted
from petui.records import dataclass

_GUTTER = 4
_WIDEST = 4
_UNICODE_SHADES = "·░▒▓█"
_ASCII_SHADES = ".:+*#"
_SHADED = 4
# The busiest days beyond this share of all do not make the shades wider; a single long day would else pale all others.
_COMMON = 0.9
MIN_WIDTH = 12


@dataclass(frozen=True, slots=True)
class _Frame:
    """What is shown, and how wide.

    Attributes:
        monday: First day of the first column.
        weeks: Columns.
        cell: Character columns per week.
        step: Counts per shade.
    """

    monday: date
    weeks: int
    cell: int
    step: int


def calendar(days: Sequence[tuple[str, int]], width: int, *, ascii: bool = False) -> tuple[Line, ...]:
    """The counts as shades, Monday to Sunday downwards, weeks to the right, months above, and the legend.

    Where the weeks do not all fit the latest are shown, so that the first month's label says where it begins. Days
    outside `days` are blank; a day without a count has a dot.

    Args:
        days: Days (YYYY-MM-DD) in order with their counts; the last one is marked as the current day.
        width: Columns, at least MIN_WIDTH.
        ascii: Draw in ASCII.

    Returns:
        Lines of `width` characters: months, seven weekdays, the legend; none where there are no days or no room.
    """
    if not days or width < MIN_WIDTH:
        return ()
    frame = _frame(days, width)
    counts = dict(days)
    lines = [_months(frame, days[0][0], width)]
    lines += [_weekday(frame, row, counts, days[-1][0], width, ascii) for row in range(len(WEEKDAYS))]
    return (*lines, *_legend(frame, width, ascii))


def weeks_shown(days: Sequence[tuple[str, int]], width: int) -> int:
    """How many weeks `calendar` shows; 0 where it draws nothing."""
    return _frame(days, width).weeks if days and width >= MIN_WIDTH else 0


def _frame(days: Sequence[tuple[str, int]], width: int) -> _Frame:
    first, last = date.fromisoformat(days[0][0]), date.fromisoformat(days[-1][0])
    end = last - timedelta(last.weekday())
    weeks = (end - (first - timedelta(first.weekday()))).days // 7 + 1
    weeks = min(weeks, width - _GUTTER)
    step = _step([count for _, count in days if count])
    cell = max(1, min(_WIDEST, (width - _GUTTER) // weeks))
    return _Frame(end - timedelta(7 * (weeks - 1)), weeks, cell, step)


def _step(counts: list[int]) -> int:
    """Counts per shade, such that the darkest shade is that of the busiest days, of which one alone does not decide."""
    if not counts:
        return 1
    common = sorted(counts)[int(_COMMON * (len(counts) - 1))]
    return max(1, -(-common // _SHADED))


def _months(frame: _Frame, first: str, width: int) -> Line:
    """A month's name above the first week that begins in it, and above the first week of all."""
    text, last = "", 0
    for week in range(frame.weeks):
        monday = frame.monday + timedelta(7 * week)
        shown = max(monday, date.fromisoformat(first))
        column = _GUTTER + week * frame.cell
        name = MONTHS[shown.month - 1]
        if shown.month != last and (not text or column > len(text)) and column + len(name) <= width:
            text = f"{text:<{column}}{name}"
        last = shown.month
    return fitted([(text, "axis")], width)


def _weekday(frame: _Frame, row: int, counts: dict[str, int], today: str, width: int, ascii: bool) -> Line:
    runs: list[Run] = [(f"{WEEKDAYS[row]} ", "axis")]
    wide = max(1, frame.cell - 1)
    for week in range(frame.weeks):
        day = (frame.monday + timedelta(7 * week + row)).isoformat()
        sign, style = _shade(counts[day], frame.step, ascii) if day in counts else (" ", "")
        style = f"{style} cursor" if day == today else style
        runs += [(sign * wide, style), (" " * (frame.cell - wide), "")]
    return fitted(runs, width)


def _shade(count: int, step: int, ascii: bool) -> tuple[str, str]:
    level = min(_SHADED, -(-count // step))
    return (_ASCII_SHADES if ascii else _UNICODE_SHADES)[level], "value" if level else "muted"


def _legend(frame: _Frame, width: int, ascii: bool) -> tuple[Line, ...]:
    """What each shade stands for, in as many lines as it takes."""
    shades, dash = (_ASCII_SHADES, "-") if ascii else (_UNICODE_SHADES, "–")
    texts = ["none"]
    for level in range(1, _SHADED + 1):
        low, high = frame.step * (level - 1) + 1, frame.step * level
        texts.append(f"{low} or more" if level == _SHADED else str(low) if low == high else f"{low}{dash}{high}")
    lines: list[list[Run]] = [[(" " * _GUTTER, "")]]
    for level, text in enumerate(texts):
        entry = [(shades[level], "value" if level else "muted"), (f" {text}", "axis"), ("  ", "")]
        used = sum(len(part) for part, _ in lines[-1])
        if used > _GUTTER and used + sum(len(part) for part, _ in entry[:2]) > width:
            lines.append([(" " * _GUTTER, "")])
        lines[-1] += entry
    return tuple(fitted(line, width) for line in lines)
