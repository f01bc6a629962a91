"""Tables read row by row: each number beside its column's name, for those who hear a table or read it line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = r"[-+−]?\d[\d.,]*(?:e[-+]?\d+)?\s*%?|—|--"


def said_rows(header: Sequence[str], rows: Sequence[Sequence[str]], *, headed: bool | None = None) -> tuple[str, ...]:
    """One line for each row: `position 3: sine 0.1411, cosine -0.9900`.

    Args:
        header: What the columns are called.
        rows: Their cells; blank ones are left out.
        headed: Whether the first cells name the rows; None to judge by what they are.
    """
    names = [_words(name) for name in header]
    # A header of numbers is itself named by its corner: `slot | 0 | 1`.
    numbered = len(names) > 1 and not _is_number(names[0]) and all(map(_is_number, names[1:]))
    if numbered:
        names = [names[0], *(f"{names[0]} {name}".strip() for name in names[1:])]
    named = _heads(names, rows) if headed is None else headed
    cells = [[_words(cell) for cell in row] for row in rows]
    # A number needs its column's name to say what it is; words speak for themselves.
    if named and (numbered or (not any(_is_number(row[0]) for row in cells if row) and headed is None)):
        names[0] = ""
    return tuple(_row(names, row, named) for row in cells)


def _heads(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first cells tell the rows apart, rather than being figures like the others."""
    if len(names) < 2 or names[0][-1:].isdigit():
        return False
    return len(rows) > 1 or not _is_number(_words(rows[0][0]) if rows and rows[0] else "")


def _row(names: Sequence[str], cells: Sequence[str], headed: bool) -> str:
    head = f"{names[0]} {cells[0]}".strip() if headed and cells else ""
    head = f"{head}: " if head else ""
    start = 1 if headed else 0
    pairs = [_pair(names[at] if at < len(names) else "", cell) for at, cell in enumerate(cells) if at >= start and cell]
    parted = "; " if any("," in pair for pair in pairs) else ", "
    return (head + parted.join(pairs)).strip()


def _pair(name: str, cell: str) -> str:
    """A cell beside its column's name, parted so that neither runs into the other."""
    if not name:
        return cell
    return f"{name} {cell}" if _is_number(cell) and not name[-1].isdigit() else f"{name}: {cell}"


def _is_number(text: str) -> bool:
    return re.fullmatch(_NUMBER, text) is not None


def _words(text: str) -> str:
    return " ".join(text.split())
