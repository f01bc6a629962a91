"""Formulas in words, for screen readers."""

from __future__ import annotations

import re

from petui.lessons.mathgaps import Edge, placed
from petui.lessons.mathsigns import Atom
from petui.lessons.mathtree import (
    LINED_UP,
    Accent,
    Fence,
    Fraction,
    Grid,
    Node,
    Root,
    Row,
    Script,
    Space,
    Words,
)

_STOPS = re.compile(r"(?:\s*[,;])+")
_POWERS = {"2": "squared", "3": "cubed", "T": "transposed", "⊤": "transposed", "∘": "degrees", "′": "prime"}
_ARGUMENTS = frozenset({"letter", "number", "operand", "sign", "function"})
_OPERATIONS = frozenset({"binary", "relation", "slash", "dots"})


def words(tree: Row) -> str:
    """The formula in words."""
    said = " ".join(_say_row(tree).split())
    return _STOPS.sub(lambda stops: ";" if ";" in stops.group() else ",", said).strip(" ,;")


def _say_row(row: Row) -> str:
    said: list[str] = []
    pieces = list(placed(row.items, True, False))
    for at, (_, node, edge) in enumerate(pieces):
        before = pieces[at - 1] if at else None
        if isinstance(node, Fence) and before is not None and _applies(before[1], before[2]):
            said.append(_say_arguments(node))
        elif isinstance(node, Atom) and node.kind == "comma" and node.shown in ",;":
            said.append(node.shown)
        else:
            said.append(_say(node))
        if at + 1 < len(pieces) and _trails(node) and pieces[at + 1][2].kind not in ("relation", "comma", "close"):
            said.append(",")
        after = pieces[at + 1] if at + 1 < len(pieces) else None
        if after is not None and _governs(edge, after):
            said.append("of")
    return " ".join(said)


def _governs(edge: Edge, after: tuple[int, Node, Edge]) -> bool:
    """Whether a sum or a function is said to be "of" what follows."""
    if edge.kind == "big":
        return True
    return edge.kind == "function" and after[2].kind in _ARGUMENTS and not isinstance(after[1], Fence)


def _applies(node: Node, edge: Edge) -> bool:
    """Whether brackets after the node hold what it is applied to, as in sin(a) and PE(pos)."""
    if edge.kind == "function":
        return True
    if isinstance(node, Words):
        return node.text[-1:].isalnum()
    return isinstance(node, Atom) and node.kind == "letter" and (len(node.plain) > 1 or node.plain in "fgh")


def _say_arguments(node: Fence) -> str:
    inside = _say_row(node.body)
    if any(edge.kind in _OPERATIONS for _, _, edge in placed(node.body.items, True, False)):
        return f"of open parenthesis {inside} close parenthesis"
    return f"of {inside}"


def _trails(node: Node) -> bool:
    """Whether what is said after the node would seem to belong to its end."""
    if isinstance(node, Root):
        return len(node.body.items) > 1
    if not isinstance(node, Script) or node.sup is None:
        return False
    return any(edge.kind in _OPERATIONS for _, _, edge in placed(node.sup.items, True, True))


def _say(node: Node) -> str:
    match node:
        case Atom():
            return node.said
        case Words(text):
            return text.replace("_", " ")
        case Row():
            return _say_row(node)
        case Script():
            return _say_script(node)
        case Fraction():
            return _say_fraction(node)
        case Root(body, None):
            return f"the square root of {_say_row(body)}"
        case Root(body, degree) if degree is not None:
            return f"the root of degree {_say_row(degree)} of {_say_row(body)}"
        case Fence():
            return _say_fence(node)
        case Accent():
            return f"{_say_row(node.body)} {node.said}"
        case Grid():
            return _say_grid(node)
        case Space(cells):
            return "," if cells > 1 else ""
    return ""


def _say_script(node: Script) -> str:
    base = _say(node.base) + " prime" * node.primes
    if isinstance(node.base, Atom) and node.base.kind == "big":
        return f"{base}{_say_limits(node)}"
    if node.sub is not None:
        base = f"{base} sub {_say_row(node.sub)}"
    if node.sup is None:
        return base
    sole = node.sup.items[0] if len(node.sup.items) == 1 else None
    if isinstance(sole, Atom) and sole.shown in _POWERS:
        base += "," * isinstance(node.base, Fence)
        return f"{base} {_POWERS[sole.shown]}"
    return f"{base} to the power {_say_row(node.sup)}"


def _say_limits(node: Script) -> str:
    low = _say_row(node.sub) if node.sub else ""
    high = _say_row(node.sup) if node.sup else ""
    if low and high:
        return f" from {low} to {high}"
    if high:
        return f" up to {high}"
    return f" as {low}" if isinstance(node.base, Atom) and node.base.shown == "lim" else f" over {low}"


def _say_fraction(node: Fraction) -> str:
    top, bottom = _say_row(node.top), _say_row(node.bottom)
    if not node.line:
        return f"{top} choose {bottom}"
    complex_ = any(
        edge.kind in _OPERATIONS or isinstance(item, Fraction)
        for part in (node.top, node.bottom)
        for _, item, edge in placed(part.items, True, False)
    )
    return f"the fraction {top} over {bottom}, end of fraction" if complex_ else f"{top} over {bottom}"


def _say_fence(node: Fence) -> str:
    inside = _say_row(node.body)
    left = node.left.shown if node.left else ""
    if left == "|":
        return f"the absolute value of {inside}"
    if left == "‖":
        return f"the norm of {inside}"
    if left == "{":
        return f"the set of {inside}"
    if left in ("⌊", "⌈"):
        return f"the {'floor' if left == '⌊' else 'ceiling'} of {inside}"
    return " ".join((node.left.said if node.left else "", inside, node.right.said if node.right else ""))


def _say_grid(node: Grid) -> str:
    blank = "" if node.kind in (*LINED_UP, "cases") else "blank"
    rows = [[_say_row(cell) or blank for cell in row] for row in node.rows]
    if node.kind in LINED_UP:
        return "; ".join(" ".join(row) for row in rows)
    if node.kind == "cases":
        return "either " + "; or ".join(" ".join(cell for cell in row if cell) for row in rows) + ";"
    size = f"{len(rows)} by {max(map(len, rows))}"
    of = {"vmatrix": "the determinant of ", "Vmatrix": "the norm of "}.get(node.kind, "")
    return f"{of}the {size} matrix with rows " + "; ".join(", ".join(row) for row in rows) + ";"
