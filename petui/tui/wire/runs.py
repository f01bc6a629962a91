"""What has to be written: stretches of cells of one style, and in which order they cost least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby, pairwise
from typing import NamedTuple

from petui.tui.wire.cells import Trust, is_plain, trust
from petui.tui.wire.frames import Row
from petui.tui.wire.pens import blank_style, transition

# An erasure must save more than what it takes: three bytes for the rest of a line.
_ERASURE = 4
# A search among more runs takes longer than what it saves.
_MOST_ARRANGED = 40
# About what the move to another run costs: behind the last one, right of it, anywhere else.
_NEXT, _RIGHT, _ELSEWHERE = 0, 4, 7


class Kind(Enum):
    """What a run is made of.

    TEXT: characters of one column each.
    BLANK: spaces, which take any style that looks the same on them.
    ODD: characters among which are some of another or a doubtful width.
    ERASED: all that is right of a column, in the default colours.
    """

    TEXT = 0
    BLANK = 1
    ODD = 2
    ERASED = 3


class Run(NamedTuple):
    """Cells of a row from `left` to before `right`, all of one style."""

    y: int
    left: int
    right: int
    style: str
    kind: Kind
    text: str


def runs_between(y: int, wanted: Row, sent: Row) -> list[Run]:
    """What must be written to make row `y` of what was sent."""
    columns = len(wanted.chars)
    runs: list[Run] = []
    for start, end in _stretches(wanted, sent):
        if end == columns and (tail := _default_tail(wanted, start)) <= end - _ERASURE:
            runs += _parted(y, start, tail, wanted)
            runs.append(Run(y, tail, columns, "", Kind.ERASED, ""))
        else:
            runs += _parted(y, start, end, wanted)
    return runs


def _parted(y: int, start: int, end: int, row: Row) -> Iterator[Run]:
    """The cells of a row from `start` to before `end`, by their styles."""
    if start == end:
        return
    styles = row.styles
    edges = [start, *(x for x in range(start + 1, end) if styles[x] != styles[x - 1]), end]
    for left, right in pairwise(edges):
        text = "".join(row.chars[left:right])
        plain = Kind.TEXT if text.strip(" ") else Kind.BLANK
        yield Run(y, left, right, styles[left], plain if is_plain(text) else Kind.ODD, text)


def _stretches(wanted: Row, sent: Row) -> Iterator[tuple[int, int]]:
    """The stretches of a row in which cells differ."""
    cells = zip(wanted.chars, sent.chars, wanted.styles, sent.styles, strict=True)
    changed = [x for x, (char, old, style, before) in enumerate(cells) if char != old or style != before]
    # Terminals differ on where such a character ends: what stands right of it may be gone.
    for x in () if is_plain("".join(wanted.chars + sent.chars)) else changed:
        if is_strange(wanted.chars[x]) or is_strange(sent.chars[x]):
            changed = [*(at for at in changed if at < x), *range(x, len(wanted.chars))]
            break
    for _, group in groupby(enumerate(changed), key=lambda numbered: numbered[1] - numbered[0]):
        stretch = [x for _, x in group]
        yield stretch[0], stretch[-1] + 1


def is_strange(char: str) -> bool:
    """Whether terminals differ on the width of what a cell holds."""
    return not is_plain(char) and trust(char) is Trust.STRANGE


def _default_tail(row: Row, start: int) -> int:
    """From which column on, at or right of `start`, a row is as a terminal clears it."""
    x = len(row.chars)
    while x > start and row.chars[x - 1] == " " and not row.styles[x - 1]:
        x -= 1
    return x


def may_part(rows: Iterable[Row]) -> bool:
    """Whether the runs of rows may be written in any order: no cell of theirs reaches into another."""
    return all(is_plain("".join(row.chars)) or not ("" in row.chars or any(map(is_strange, row.chars))) for row in rows)


def arranged(runs: Sequence[Run], style: str) -> list[Run] | None:
    """The runs in an order in which colours change seldom, each time the cheapest next; None where it is not worth it.

    Args:
        runs: The runs, from the top and from the left.
        style: The style that holds before the first.
    """
    if not 2 < len(runs) <= _MOST_ARRANGED:
        return None
    left, order, y, x = list(runs), list[Run](), -1, -1
    while left:
        best = min(left, key=lambda run: _cost(run, y, x, style))
        left.remove(best)
        order.append(best)
        y, x = best.y, best.right
        style = style if best.kind is Kind.BLANK and blank_style[style] == best.style else best.style
    return order


def _cost(run: Run, y: int, x: int, style: str) -> int:
    """About what a run takes where the cursor and the colours are."""
    away = _ELSEWHERE if run.y != y or run.left < x else _RIGHT if run.left > x else _NEXT
    if run.kind in (Kind.BLANK, Kind.ERASED) and blank_style[style] == run.style:
        return away
    return away + len(transition(style, run.style))
