"""In which order runs cost least: as they stand, or all of one style together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from petui.tui.wire.moves import shortest
from petui.tui.wire.pens import blank_style, transition
from petui.tui.wire.runs import Kind, Run

_BLANK = (Kind.BLANK, Kind.ERASED)
# Farther than any column.
_FAR = 10**6


def arranged(runs: Sequence[Run], style: str, columns: int) -> Sequence[Run]:
    """The runs in the better of two orders.

    A cursor's line through a plot, or a map of colours, costs more for its colours than for its moves: then all runs of
    a style are written one after the other.

    Args:
        runs: The runs, from the top and from the left.
        style: The style that holds before the first.
        columns: The width of the terminal.
    """
    grouped = _by_style(runs, style)
    return grouped if _cost(grouped, style, columns) < _cost(runs, style, columns) else runs


def _by_style(runs: Sequence[Run], style: str) -> list[Run]:
    """Runs of one style together, in their order; each time the style next that is the least change."""
    groups: dict[str, list[Run]] = defaultdict(list)
    before = style
    for at, run in enumerate(runs):
        taken = _taken_along(runs, at, before) if run.kind in _BLANK else run.style
        before = run.style if taken is None else taken
        groups[before].append(run)
    order: list[Run] = []
    while groups:
        style = min(groups, key=lambda other: len(transition(style, other)))
        order += groups.pop(style)
    return order


def _taken_along(runs: Sequence[Run], at: int, before: str) -> str | None:
    """The style of what a blank run is written with, that before it or the nearer one behind it; None for its own."""
    run = runs[at]
    fits = blank_style[before] == run.style
    following = runs[at + 1] if at + 1 < len(runs) else None
    if following is None or following.y != run.y or following.kind in _BLANK:
        return before if fits else None
    if blank_style[following.style] != run.style:
        return before if fits else None
    gap = run.left - runs[at - 1].right if at and runs[at - 1].y == run.y else _FAR
    return before if fits and gap <= following.left - run.right else following.style


def _cost(runs: Sequence[Run], style: str, columns: int) -> int:
    """About how many bytes the moves and the changes of style take."""
    cost, y, x = 0, -1, -1
    for run in runs:
        cost += len(shortest(y, x, run.y, run.left, columns))
        y, x = run.y, run.left if run.kind is Kind.ERASED else run.right
        if run.style != style and not (run.kind in _BLANK and blank_style[style] == run.style):
            cost += len(transition(style, run.style))
            style = run.style
    return cost
