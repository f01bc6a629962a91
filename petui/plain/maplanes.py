"""The lanes of the map: a line down from each lesson to those that need it, in columns beside the rows."""

from __future__ import annotations

from collections.abc import Sequence

from petui.lessons.cells import Line, Run, merged
from petui.lessons.graph import LessonGraph
from petui.records import dataclass

# By weight (0 none, 1 light, 2 heavy) up, down, left and right.
_JOINTS = {
    "1100": "│", "2200": "┃", "0011": "─", "0022": "━", "0012": "╼",
    "0101": "╭", "0102": "┍", "0201": "┎", "0202": "┏",
    "1001": "╰", "1002": "┕", "2001": "┖", "2002": "┗",
    "1101": "├", "1102": "┝", "2101": "┞", "1201": "┟", "2201": "┠", "2102": "┡", "1202": "┢", "2202": "┣",
    "0111": "┬", "0112": "┮", "0122": "┯", "0211": "┰", "0212": "┲", "0222": "┳",
    "1011": "┴", "1012": "┶", "1022": "┷", "2011": "┸", "2012": "┺", "2022": "┻",
    "1111": "┼", "1112": "┾", "1122": "┿", "2111": "╀", "1211": "╁", "2211": "╂", "2112": "╄", "1212": "╆",
    "2122": "╇", "1222": "╈", "2212": "╊", "2222": "╋",
}  # fmt: skip
_STYLES = ("", "axis", "cursor")


@dataclass(frozen=True, slots=True)
class _Lane:
    """The line of one lesson.

    Attributes:
        source: The lesson that it comes from.
        column: 0 is the leftmost.
        first: The row of its lesson.
        last: The row of the last lesson that needs it.
    """

    source: str
    column: int
    first: int
    last: int


class Lanes:
    """A lane for each lesson that another one needs; at the row of that one a branch leads to it.

    At the row of a lesson a line that comes from above and bends, or has a branch, is what the lesson needs; one that
    begins there is its own. A lane that a branch passes behind is not broken.
    """

    def __init__(self, rows: Sequence[str | None], graph: LessonGraph) -> None:
        """Lay them out.

        Args:
            rows: The lesson of each row, None for a row without one; every lesson after those that it needs.
            graph: The links.
        """
        self._rows = rows
        self._graph = graph
        self._places = {name: at for at, name in enumerate(rows) if name is not None}
        spans = [
            (at, max(self._places[each] for each in graph.after[name]), len(graph.after[name]), name)
            for name, at in self._places.items()
            if graph.after[name]
        ]
        lanes = _laid_out(spans)
        self.columns = max((lane.column for lane in lanes), default=-1) + 1
        self._by_source = {lane.source: lane for lane in lanes}
        self._at: list[dict[int, _Lane]] = [{} for _ in rows]
        for lane in lanes:
            for at in range(lane.first, lane.last + 1):
                self._at[at][lane.column] = lane

    def width(self, pitch: int) -> int:
        """Columns of text that they take, `pitch` for each lane."""
        return self.columns * pitch

    def line(self, at: int, pitch: int, chosen: str | None, *, ascii: bool) -> Line:
        """Their part of a row, up to its lesson; the links of the chosen lesson are heavy."""
        joined = self._joined(at)
        start = min(joined, default=self.columns)
        bright = min((column for column, lane in joined.items() if self._is_bright(at, lane, chosen)), default=99999)
        runs: list[Run] = []
        for column in range(self.columns):
            left = _weight(column - 1, start, bright)
            right = _weight(column, start, bright)
            up, down = self._vertical(at, column, chosen)
            if (up or down) and column not in joined:
                # Another branch goes on behind it.
                runs.append((_sign(up, down, 0, 0, ascii=ascii), _STYLES[max(up, down)]))
            else:
                runs.append((_sign(up, down, left, right, ascii=ascii), _STYLES[max(up, down, left, right)]))
            runs.append((_sign(0, 0, right, right, ascii=ascii) * (pitch - 1), _STYLES[right]))
        return merged(runs)

    def end(self, at: int, chosen: str | None, *, ascii: bool) -> Run:
        """One cell more of the branch that leads to the lesson of a row, blank where none does."""
        weight = max((1 + self._is_bright(at, lane, chosen) for lane in self._joined(at).values()), default=0)
        return _sign(0, 0, weight, weight, ascii=ascii), _STYLES[weight]

    def _joined(self, at: int) -> dict[int, _Lane]:
        """The lanes that the lesson of a row has to do with, by column."""
        name = self._rows[at]
        if name is None:
            return {}
        lanes = (self._by_source.get(each) for each in (*self._graph.before[name], name))
        return {lane.column: lane for lane in lanes if lane is not None}

    def _is_bright(self, at: int, lane: _Lane, chosen: str | None) -> bool:
        """Whether the branch between a lane and the lesson of a row is one of the chosen lesson's links."""
        name = self._rows[at]
        if chosen is None:
            return False
        leads_there = lane.source == name and chosen in self._graph.after[lane.source]
        return name == chosen or lane.source == chosen or leads_there

    def _vertical(self, at: int, column: int, chosen: str | None) -> tuple[int, int]:
        """Weights of what goes up and down from a row in a column."""
        lane = self._at[at].get(column)
        if lane is None:
            return 0, 0
        end = -1
        if lane.source == chosen:
            end = lane.last
        elif chosen is not None and chosen in self._graph.after[lane.source]:
            end = self._places[chosen]
        up = (at > lane.first) * (2 if at <= end else 1)
        down = (at < lane.last) * (2 if at < end else 1)
        return up, down


def _laid_out(spans: Sequence[tuple[int, int, int, str]]) -> tuple[_Lane, ...]:
    """A column for each span, of which the first and last row and the number of branches are given.

    Those with few rows for a branch are at the right: their branches are short, and few lanes lie before them.
    """
    taken: list[list[tuple[int, int]]] = []
    places: list[tuple[int, int, int, str]] = []
    for first, last, _, name in sorted(spans, key=lambda span: ((span[1] - span[0]) / (span[2] + 1), span[0])):
        free = (at for at, others in enumerate(taken) if all(last < low or high < first for low, high in others))
        column = next(free, len(taken))
        if column == len(taken):
            taken.append([])
        taken[column].append((first, last))
        places.append((column, first, last, name))
    return tuple(_Lane(name, len(taken) - 1 - column, first, last) for column, first, last, name in places)


def _weight(column: int, start: int, bright: int) -> int:
    """Weight of the branch at the right of a column; it begins in column `start` and is heavy from `bright` on."""
    return 0 if column < start else 2 if column >= bright else 1


def _sign(up: int, down: int, left: int, right: int, *, ascii: bool) -> str:
    if not ascii:
        return _JOINTS.get(f"{up}{down}{left}{right}", " ")
    if not (left or right):
        return "|" if up or down else " "
    if up and down:
        return "+"
    if up or down:
        return "'" if up else "."
    return "=" if right == 2 else "-"
