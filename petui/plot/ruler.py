"""Tick marks with numbers beside them, numbers as people read them, and the windows of positions that are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from petui.plot.picture import Line, Run, joined
from petui.records import dataclass

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on a ruler; `column` is counted from its left end."""

    column: int
    label: str
    style: str = "axis"


def ruler(ticks: Sequence[Tick], width: int, mark: str, *, current: Tick | None = None, pointer: str = "") -> Line:
    """A row of ticks, each `mark` exactly at its column and its label beside it; the current place wins over others.

    Args:
        ticks: Wanted ticks in order; one that would touch another is left out.
        width: Columns of the row.
        mark: The character of a tick.
        current: The place that is always marked.
        pointer: The character of the current place.

    Returns:
        A line of `width` characters.
    """
    taken: list[tuple[int, str, str]] = []
    if current is not None:
        taken.append((*_placed(current, width, pointer), current.style))
    for tick in ticks:
        start, text = _placed(tick, width, mark)
        if all(start > at + len(other) or start + len(text) < at for at, other, _ in taken):
            taken.append((start, text, tick.style))
    runs: list[Run] = []
    at = 0
    for start, text, style in sorted(taken):
        runs += [(" " * (start - at), ""), (text, style)]
        at = start + len(text)
    return joined([*runs, (" " * (width - at), "")])


def _placed(tick: Tick, width: int, mark: str) -> tuple[int, str]:
    """The start and text of a tick: label to the right of its mark, at the right edge to the left of it."""
    if tick.column + len(mark + tick.label) <= width:
        return tick.column, mark + tick.label
    if tick.column >= len(tick.label):
        return tick.column - len(tick.label), tick.label + mark
    return tick.column, mark


def round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`."""
    decade = 1
    while True:
        for factor in (1, 2, 5):
            if factor * decade >= least:
                return factor * decade
        decade *= 10


def round_count(most: float) -> int:
    """The largest of 1, 2, 5, 10, 20, 50 … that is at most `most`; at least 1."""
    found, decade = 1, 1
    while decade <= most:
        found = max(factor * decade for factor in (1, 2, 5) if factor * decade <= most)
        decade *= 10
    return found


def position_ticks(first: int, last: int, column: Callable[[float], int]) -> tuple[Tick, ...]:
    """Ticks at round positions of first … last, and one at `first`, as close as their labels allow."""
    apart = len(str(last)) + 3
    columns = max(1, column(last) - column(first))
    step = round_step(max(1.0, apart * (last - first) / columns))
    wanted = range(-(-first // step) * step, last + 1, step)
    return tuple(Tick(column(position), str(position)) for position in sorted({first, *wanted}))


def page(position: int, count: int, first: int, last: int) -> int:
    """The first position of the page of `count` positions that holds `position`, pages counted from `first`.

    The last page is moved back so that it ends at `last`; within one page the window stands still.
    """
    start = first + (position - first) // count * count
    return max(first, min(start, last - count + 1))


def page_within(position: int, length: int, count: int) -> int:
    """The same within the window of `length` positions that holds `position`, windows counted from 0."""
    start = position // length * length
    return page(position, count, start, start + length - 1)


def short(value: float) -> str:
    """A positive number in at most 8 characters: `0.01`, `6.283`, `62832`, `1.04e-4`."""
    if 0.001 <= value < 1000:
        return f"{value:.4g}"
    if 1000 <= value < 99999.5:
        return f"{value:.0f}"
    return tidied(f"{value:.2e}")


def tidied(text: str) -> str:
    """A number as Python writes it, without noughts that say nothing around an exponent: `1e-4`, not `1.0e-04`."""
    digits, e, exponent = text.partition("e")
    if not e:
        return text
    return f"{digits.rstrip('0').rstrip('.') if '.' in digits else digits}e{int(exponent)}"


def four_decimals(value: float) -> str:
    """A value to four decimals; what rounds to zero has no sign."""
    return f"{round(value, 4) + 0.0:.4f}"


def subscript(number: int, *, ascii: bool) -> str:
    """A number as a subscript; plain digits in ASCII."""
    return str(number) if ascii else str(number).translate(_SUBSCRIPTS)


def plural(count: int, word: str) -> str:
    """`1 slot`, `2 slots`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def ordinal(number: int) -> str:
    """`2nd`, `3rd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
