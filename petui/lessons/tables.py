"""Tables of running text as aligned columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from petui.lessons.cells import Line, line_width, merged, padded
from petui.lessons.wrapping import Piece, wrap

Cell: TypeAlias = Sequence[Piece]
_GAP = 2
_NUMBER = re.compile(r"[-+]?[\d.,]+(?:e[-+]?\d+)?%?|—|--|\s*")


def set_table(header: Sequence[Cell], rows: Sequence[Sequence[Cell]], width: int, rule: str) -> tuple[Line, ...]:
    """A table within `width` columns: the widest columns are wrapped first; a list of `name: value` where that fails.

    Args:
        header: Cells of the first row.
        rows: The other rows; a short one is filled up.
        width: Columns there are.
        rule: The sign that the line below the header is made of.
    """
    count = max(len(header), *(len(row) for row in rows)) if rows else len(header)
    table = [[*row, *([()] * (count - len(row)))] for row in (header, *rows)]
    natural = [max(1, *(_natural_width(row[at]) for row in table)) for at in range(count)]
    room = width - _GAP * (count - 1)
    if room < count:
        return _as_list(table, width)
    widths = _shrunk(natural, room)
    right = [all(_NUMBER.fullmatch(_text(row[at])) for row in table[1:]) and len(table) > 1 for at in range(count)]
    lines = _set_row(table[0], widths, right, lambda style: f"strong {style}".strip())
    lines.append(merged((piece for at, size in enumerate(widths) for piece in _rule_part(at, size, rule))))
    for row in table[1:]:
        lines += _set_row(row, widths, right, lambda style: style)
    return tuple(lines)


def _rule_part(at: int, size: int, rule: str) -> tuple[tuple[str, str], ...]:
    return ((" " * _GAP if at else "", ""), (rule * size, "muted"))


def _text(cell: Cell) -> str:
    return "".join(piece.text for piece in cell).strip()


def _natural_width(cell: Cell) -> int:
    return max((line_width(line) for line in wrap(cell, 1_000_000)), default=0)


def _shrunk(widths: list[int], room: int) -> list[int]:
    """The widths with the widest ones taken down until all fit."""
    widths = list(widths)
    while (over := sum(widths) - room) > 0:
        most = max(widths)
        widest = [at for at, size in enumerate(widths) if size == most]
        next_most = max((size for size in widths if size < most), default=1)
        cut = min(most - next_most, max(1, over // len(widest)))
        for at in widest[:over]:
            widths[at] -= cut
    return widths


def _set_row(row: Sequence[Cell], widths: list[int], right: list[bool], restyle: Callable[[str], str]) -> list[Line]:
    wrapped = [wrap(cell, size) for cell, size in zip(row, widths, strict=True)]
    lines = []
    for at in range(max(1, *(len(lines) for lines in wrapped))):
        runs: list[tuple[str, str]] = []
        for column, cell in enumerate(wrapped):
            line = cell[at] if at < len(cell) else ()
            styled = tuple((text, restyle(style)) for text, style in line)
            runs += ((" " * _GAP if column else "", ""), *padded(styled, widths[column], right[column]))
        lines.append(_stripped(merged(runs)))
    return lines


def _stripped(line: Line) -> Line:
    """The line without unstyled blanks at its end."""
    if line and not line[-1][1] and (text := line[-1][0].rstrip(" ")) != line[-1][0]:
        return _stripped(merged((*line[:-1], (text, ""))))
    return line


def _as_list(table: list[list[Cell]], width: int) -> tuple[Line, ...]:
    lines: list[Line] = []
    for row in table[1:] or [table[0]]:
        for name, cell in zip(table[0], row, strict=True):
            lines += wrap((*name, Piece(": "), *cell), width)
    return tuple(lines)
