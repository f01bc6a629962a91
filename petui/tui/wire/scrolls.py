"""Lines that moved up or down, found by what they hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from operator import ne, sub
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
# What a piece that differs takes, about half of its cells.
_ROUGHLY = 8
# Moved pieces below which nothing is looked into.
_FEWEST = 3
# Shifts that are weighed.
_CANDIDATES = 2


class Scroll(NamedTuple):
    """A band of lines, ends included, that moves up by `shift` lines, or down where it is negative."""

    top: int
    bottom: int
    shift: int


def find_scroll(wanted: Sequence[Row], sent: Sequence[Row], changes: Mapping[int, Sequence[int]]) -> Scroll | None:
    """The move of whole lines that saves the most; None where painting is as cheap.

    Args:
        wanted: The rows to be shown.
        sent: The rows that are shown.
        changes: The columns that differ, by the numbers of rows, rising.
    """
    if len(changes) < _FEWEST:
        return None
    shifts = _shifts(wanted, sent, changes)
    if not shifts:
        return None
    costs, changed = _Costs(wanted, sent), list(changes)
    saved, scroll = max(_best_band(costs, changed, shift) for shift in shifts)
    return scroll if saved > _OVERHEAD and costs.saved(scroll) > 0 else None


def _shifts(wanted: Sequence[Row], sent: Sequence[Row], changes: Mapping[int, Sequence[int]]) -> list[int]:
    """By how many lines pieces that have changed have moved up, the most frequent first."""
    pieces = [(x, y) for y, columns in changes.items() for x in {column - column % _PIECE for column in columns}]
    places: dict[tuple[int, str], list[int]] = defaultdict(list)
    for x, y in pieces:
        places[x, "".join(sent[y].chars[x : x + _PIECE])].append(y)
    votes: Counter[int] = Counter()
    for x, y in pieces:
        piece = "".join(wanted[y].chars[x : x + _PIECE])
        before = places.get((x, piece))
        if before and len(before) <= _MOST_ALIKE and not piece.isspace():
            votes.update(old - y for old in before if old != y)
    return [shift for shift, number in votes.most_common(_CANDIDATES) if number >= _FEWEST]


# Texts and styles of the pieces of a row.
_Pieces = list[tuple[list[str], list[str]]]


class _Costs:
    """About how many bytes make one row of another: by pieces, which is fast, or by cells."""

    def __init__(self, wanted: Sequence[Row], sent: Sequence[Row]) -> None:
        self.wanted = wanted
        self.sent = sent
        self.blank = Row.blank(len(wanted[0].chars))
        self._all = ((0, len(wanted[0].chars)),)
        self._wanted_pieces = [_pieces(row) for row in wanted]
        self._sent_pieces = [_pieces(row) for row in sent]

    def roughly(self, y: int, old: int) -> int:
        """What row `y` takes where row `old` of what was sent stands."""
        differing: Iterator[bool] = map(ne, self._wanted_pieces[y], self._sent_pieces[old])
        return _ROUGHLY * sum(differing)

    def between(self, row: Row, old: Row) -> int:
        """What a row takes where another stands."""
        if row == old:
            return 0
        places = row.differs(old, self._all)
        # From one cell to the next over what is between, or by a move.
        ways: Iterator[int] = map(min, map(sub, places[1:], places), repeat(_MOVE + 1))
        return _MOVE + 1 + sum(ways)

    def saved(self, scroll: Scroll) -> int:
        """What a scroll saves, less what it takes itself."""
        total = -_OVERHEAD - 2 * abs(scroll.shift)
        for y in range(scroll.top, scroll.bottom + 1):
            from_y = y + scroll.shift
            moved = self.sent[from_y] if scroll.top <= from_y <= scroll.bottom else self.blank
            total += self.between(self.wanted[y], self.sent[y]) - self.between(self.wanted[y], moved)
        return total


def _pieces(row: Row) -> _Pieces:
    return [(row.chars[x : x + _PIECE], row.styles[x : x + _PIECE]) for x in range(0, len(row.chars), _PIECE)]


def _best_band(costs: _Costs, changed: Sequence[int], shift: int) -> tuple[int, Scroll]:
    """The band whose move by `shift` lines saves the most, by pieces, and how much."""
    best, best_first, best_last = 0, 0, -1
    running, first = 0, changed[0]
    for y in range(max(changed[0], -shift), min(changed[-1], len(costs.wanted) - 1 - shift) + 1):
        if running <= 0:
            running, first = 0, y
        running += costs.roughly(y, y) - costs.roughly(y, y + shift)
        if running > best:
            best, best_first, best_last = running, first, y
    return best, Scroll(min(best_first, best_first + shift), max(best_last, best_last + shift), shift)
