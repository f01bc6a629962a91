"""The room between neighbours in a formula: LaTeX leaves it to the fonts, a terminal has whole cells only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from petui.lessons.mathsigns import Atom
from petui.lessons.mathtree import Accent, Blank, Fence, Fraction, Grid, Node, Root, Row, Script, Space, Words
from petui.records import dataclass

_OPERANDS = frozenset({"letter", "number", "ordinary", "fence", "grid", "operand", "close", "bar"})
_NAMES = frozenset({"letter", "number", "operand"})


@dataclass(frozen=True, slots=True)
class Edge:
    """What a neighbour needs to know of a node.

    Attributes:
        kind: An Atom's kind, or fence, grid, operand, space, sign (a plus or minus with nothing before it).
        head: Letters and digits that it begins with.
        tail: Letters and digits that it ends with.
        raised: Whether it ends with a script, so that a name after it would seem to belong to that.
    """

    kind: str
    head: int = 0
    tail: int = 0
    raised: bool = False


def edge(node: Node, plain: bool) -> Edge:
    """The Edge of a node as written in ASCII (`plain`) or Unicode."""
    match node:
        case Atom():
            text = node.plain if plain else node.shown
            return Edge(node.kind, _run(text), _run(text[::-1]))
        case Words():
            return Edge("letter", _run(node.text), _run(node.text[::-1]))
        case Space():
            return Edge("space")
        case Script():
            base = edge(node.base, plain)
            return replace(base, tail=0, raised=True, kind="ordinary" if base.kind in ("binary", "sign") else base.kind)
        case Fence():
            return Edge("fence", _run(node.left.plain) if plain and node.left else 0)
        case Root():
            return Edge("operand", 4 if plain else 0, raised=True)
        case Accent():
            return Edge("letter", 3 if plain else 1, 0 if plain else 1)
        case Grid():
            return Edge("grid")
        case Fraction():
            return Edge("operand")
        case Row():
            return _row_edge(node, plain)
        case _:
            return Edge("blank")


def _row_edge(row: Row, plain: bool) -> Edge:
    items = [item for item in row.items if not isinstance(item, Blank)]
    if not items:
        return Edge("ordinary")
    first, last = edge(items[0], plain), edge(items[-1], plain)
    return Edge("operand" if len(items) > 1 else first.kind, first.head, last.tail, last.raised)


def _run(text: str) -> int:
    """Length of the run of letters and digits that the text begins with."""
    return next((at for at, sign in enumerate(text) if not sign.isalnum()), len(text))


def placed(items: Iterable[Node], plain: bool, tight: bool, opening: bool = True) -> Iterator[tuple[int, Node, Edge]]:
    """Each node of a row but blanks with the number of cells to leave before it.

    Args:
        items: The row.
        plain: Whether it is written in ASCII.
        tight: Whether it is a script, where operators have no room around them.
        opening: Whether nothing stands before it; false in a cell that goes on after an alignment mark.
    """
    before = None if opening else Edge("open")
    first = True
    soft = False
    for item in _spliced(items):
        if isinstance(item, Blank):
            soft = True
            continue
        now = edge(item, plain)
        if now.kind == "binary" and _is_sign(item, before, soft, first):
            now = replace(now, kind="sign")
        if before is None:
            room = 0
        elif first:
            room = 1 if now.kind in ("relation", "binary") else 0
        else:
            room = gap(before, now, soft, tight)
        if isinstance(item, Words):
            room = 0 if item.text[:1].isspace() else room
            # What the text itself leaves after it is room enough.
            now = Edge("space") if item.text[-1:].isspace() else now
        yield room, item, now
        before, soft, first = now, False, False


def _spliced(items: Iterable[Node]) -> Iterator[Node]:
    for item in items:
        if isinstance(item, Row):
            yield from _spliced(item.items)
        else:
            yield item


def _is_sign(item: Node, before: Edge | None, soft: bool, first: bool) -> bool:
    """Whether a plus or minus has nothing before it that it could be added to."""
    if not (isinstance(item, Atom) and item.shown in "+-±∓"):
        return False
    if before is None:
        return True
    if first:
        return False
    if before.kind == "function":
        return not soft and not before.raised
    return before.kind in ("binary", "relation", "open", "comma", "sign", "big", "slash")


def gap(left: Edge, right: Edge, soft: bool, tight: bool) -> int:
    """Cells to leave between two neighbours: 0 or 1."""
    kinds = (left.kind, right.kind)
    if "space" in kinds or "slash" in kinds or left.kind == "open" or right.kind in ("close", "comma"):
        return 0
    if left.kind == "comma":
        return 0 if tight else 1
    if "relation" in kinds or "binary" in kinds:
        worded = any(each.kind in ("relation", "binary") and each.tail for each in (left, right))
        return 1 if worded or not tight else 0
    if left.kind == "sign":
        return 0
    if "dots" in kinds:
        return 0 if tight else 1
    if left.kind in ("function", "big"):
        return 0 if left.kind == "function" and right.kind in ("fence", "open", "bar") else 1
    if right.kind in ("function", "big", "sign"):
        return 1
    return _between_operands(left, right, soft)


def _between_operands(left: Edge, right: Edge, soft: bool) -> int:
    if left.kind not in _OPERANDS or right.kind not in _OPERANDS:
        return 0
    if "grid" in (left.kind, right.kind):
        return 1
    if right.kind in ("fence", "bar"):
        return 1 if right.head and (left.tail or left.raised) else 0
    if left.kind in ("fence", "close", "bar"):
        return 1 if right.kind in _NAMES and (soft or right.head > 1 or left.raised) else 0
    if left.kind not in _NAMES or right.kind not in _NAMES:
        return 0
    if left.raised or "operand" in (left.kind, right.kind):
        return 1
    if left.kind == "number":
        return 1 if right.kind == "number" or right.head > 1 else 0
    if right.kind == "number":
        return 1 if soft or left.tail > 1 else 0
    return 1 if soft or left.tail > 1 or right.head > 1 else 0
