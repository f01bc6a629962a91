"""Lines that moved up or down, found by what they hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import compress, repeat
from operator import ne, or_, sub
from typing import NamedTuple

from petui.tui.wire.frames import Row

# Columns of what is looked for: a pane's share of a line is enough.
_PIECE = 16
# How often a piece may stand on the screen and still tell where it came from.
_MOST_ALIKE = 3
# Bytes of the margins, the moves and the cursor behind them.
_OVERHEAD = 24
# What it takes on average to go to a cell further off.
_MOVE = 4
# Moved pieces below which nothing is looked into.
_FEWEST = 3
# Shifts that are weighed.
_CANDIDATES = 2


class Scroll(NamedTuple):
    """A band of lines, ends included, that moves up by `shift` lines, or down where it is negative."""

    top: int
    bottom: int
    shift: int


def find_scroll(wanted: Sequence[Row], sent: Sequence[Row], changed: Sequence[int]) -> Scroll | None:
    """The move of whole lines that saves the most; None where painting is as cheap.

    Args:
        wanted: The rows to be shown.
        sent: The rows that are shown.
        changed: The numbers of rows that differ, rising.
    """
    if len(changed) < _FEWEST:
        return None
    costs = _Costs(wanted, sent)
    found = [scroll for shift in _shifts(wanted, sent, changed) if (scroll := _best_band(costs, changed, shift))]
    return max(found, key=lambda saving: saving[0])[1] if found else None


def _shifts(wanted: Sequence[Row], sent: Sequence[Row], changed: Sequence[int]) -> list[int]:
    """By how many lines pieces of changed rows have moved up, the most frequent first."""
    columns = len(wanted[0].chars)
    places: dict[tuple[int, str], list[int]] = defaultdict(list)
    for x in range(0, columns, _PIECE):
        for y in changed:
            places[x, "".join(sent[y].chars[x : x + _PIECE])].append(y)
    votes: Counter[int] = Counter()
    for x in range(0, columns, _PIECE):
        for y in changed:
            piece = "".join(wanted[y].chars[x : x + _PIECE])
            before = places.get((x, piece), ())
            if len(before) <= _MOST_ALIKE and not piece.isspace():
                votes.update(old - y for old in before if old != y)
    return [shift for shift, number in votes.most_common(_CANDIDATES) if number >= _FEWEST]


class _Costs:
    """About how many bytes make one row of another."""

    def __init__(self, wanted: Sequence[Row], sent: Sequence[Row]) -> None:
        self.wanted = wanted
        self.sent = sent
        self.blank = Row.blank(len(wanted[0].chars))

    def between(self, row: Row, old: Row) -> int:
        if row == old:
            return 0
        differs = map(or_, map(ne, row.chars, old.chars), map(ne, row.styles, old.styles))
        places = list(compress(range(len(row.chars)), differs))
        # From one cell to the next over what is between, or by a move.
        ways: Iterator[int] = map(min, map(sub, places[1:], places), repeat(_MOVE + 1))
        return _MOVE + 1 + sum(ways)

    def now(self, y: int) -> int:
        return self.between(self.wanted[y], self.sent[y])


def _best_band(costs: _Costs, changed: Sequence[int], shift: int) -> tuple[int, Scroll] | None:
    """The band whose move by `shift` lines saves the most, with what it saves."""
    height = len(costs.wanted)
    now = {y: costs.now(y) for y in changed}
    best, best_first, best_last = 0, 0, -1
    running, first = 0, changed[0]
    for y in range(changed[0], changed[-1] + 1):
        if not 0 <= y + shift < height:
            running = 0
            continue
        if running <= 0:
            running, first = 0, y
        running += now.get(y, 0) - costs.between(costs.wanted[y], costs.sent[y + shift])
        if running > best:
            best, best_first, best_last = running, first, y
    if best <= _OVERHEAD:
        return None
    bare = range(best_last + 1, best_last + 1 + shift) if shift > 0 else range(best_first + shift, best_first)
    best += sum(now.get(y, 0) - costs.between(costs.wanted[y], costs.blank) for y in bare)
    scroll = Scroll(min(best_first, bare.start), max(best_last, bare.stop - 1), shift)
    return (best, scroll) if best > _OVERHEAD + 2 * abs(shift) else None
