"""What has to be written: stretches of cells of one style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import compress, pairwise
from operator import ne
from typing import NamedTuple

from petui.tui.wire.cells import Trust, is_plain, trust
from petui.tui.wire.frames import Row

# An erasure must save more than what it takes: three bytes for the rest of a line.
_ERASURE = 4


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


def runs_between(y: int, wanted: Row, sent: Row, changed: Sequence[int]) -> list[Run]:
    """What must be written to make row `y` of what was sent.

    Args:
        y: The row's number.
        wanted: The row to be shown.
        sent: The row that is shown.
        changed: The columns in which they differ, rising.
    """
    if wanted.odd or sent.odd:
        changed = _with_followers(wanted, sent, changed)
    plain = is_settled(wanted)
    runs: list[Run] = []
    # What is blank up to the end of the row may be erased from any column on, whether it was blank before or not.
    tail = _default_tail(wanted, changed[0] if changed else 0)
    erased = sum(x >= tail for x in changed) >= _ERASURE
    for start, end in _stretches([x for x in changed if x < tail] if erased else changed):
        runs += _parted(y, start, end, wanted, plain=plain)
    if erased:
        left = next(x for x in changed if x >= tail)
        runs.append(Run(y, left, len(wanted.chars), "", Kind.ERASED, ""))
    return runs


def is_settled(row: Row) -> bool:
    """Whether every character of a row takes one column in any terminal."""
    return not row.odd or is_plain("".join(row.chars))


def _parted(y: int, start: int, end: int, row: Row, *, plain: bool) -> Iterator[Run]:
    """The cells of a row from `start` to before `end`, by their styles."""
    if start == end:
        return
    styles = row.styles
    edges = compress(range(start + 1, end), map(ne, styles[start + 1 : end], styles[start : end - 1]))
    for left, right in pairwise((start, *edges, end)):
        text = "".join(row.chars[left:right])
        kind = Kind.ODD if not (plain or is_plain(text)) else Kind.TEXT if text.strip(" ") else Kind.BLANK
        yield Run(y, left, right, styles[left], kind, text)


def _with_followers(wanted: Row, sent: Row, changed: Sequence[int]) -> Sequence[int]:
    """The columns in which cells must be written, rising, where some differ."""
    if not any(map(is_strange, {*wanted.chars, *sent.chars})):
        return changed
    # Terminals differ on where such a character ends: what stands right of it may be gone.
    odd = next((x for x in changed if is_strange(wanted.chars[x]) or is_strange(sent.chars[x])), None)
    return changed if odd is None else [*(x for x in changed if x < odd), *range(odd, len(wanted.chars))]


def _stretches(columns: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Rising columns as stretches without a gap, each with its end behind the last."""
    starts = [x for before, x in pairwise((-2, *columns)) if x != before + 1]
    ends = [before + 1 for before, x in pairwise((*columns, -2)) if x != before + 1]
    return zip(starts, ends, strict=True)


def is_strange(char: str) -> bool:
    """Whether terminals differ on the width of what a cell holds."""
    return not is_plain(char) and trust(char) is Trust.STRANGE


def _default_tail(row: Row, start: int) -> int:
    """From which column on, at or right of `start`, a row is as a terminal clears it."""
    x = len(row.chars)
    while x > start and row.chars[x - 1] == " " and not row.styles[x - 1]:
        x -= 1
    return x


def may_part(runs: Sequence[Run], rows: Iterable[Row]) -> bool:
    """Whether runs may be written in any order: no cell reaches into another.

    Args:
        runs: The runs.
        rows: The rows that they are in, as they are and as they shall be.
    """
    return len(runs) > 2 and all(
        is_settled(row) or not ("" in row.chars or any(map(is_strange, row.chars))) for row in rows
    )
