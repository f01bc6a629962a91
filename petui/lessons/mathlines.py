"""Formulas in one line: in ASCII, or in Unicode with small raised and lowered signs where there are."""

from __future__ import annotations

import re

from petui.lessons.mathgaps import placed
from petui.lessons.mathsigns import Atom, subscript, superscript
from petui.lessons.mathtree import (
    LINED_UP,
    Accent,
    Blank,
    Fence,
    Fraction,
    Grid,
    MathError,
    Node,
    Root,
    Row,
    Script,
    Space,
    Words,
)
from petui.lessons.transliterate import to_ascii

_WORD = re.compile(r"\w+")
_WHOLE = re.compile(r"[A-Za-z]+|\d+")
_SHORT = 3
_APART = frozenset({"letter", "number", "ordinary", "fence", "grid", "operand", "close", "bar", "function", "big"})


def line(tree: Row, plain: bool, grids: bool = True) -> str:
    """The formula in one line.

    Args:
        tree: The formula.
        plain: Whether to use ASCII only.
        grids: Whether a matrix may be written as [[a, b], [c, d]].

    Raises:
        MathError: If there is a matrix and `grids` is false.
    """
    text = _Line(plain, grids).row(tree, False)
    return to_ascii(text) if plain else text


def ascii_rows(tree: Row) -> tuple[str, ...]:
    """The formula in ASCII: one line, or one for each row of an `aligned`, with its marks one below another."""
    items = [item for item in tree.items if not isinstance(item, Blank | Space)]
    if len(items) != 1 or not isinstance(items[0], Grid) or items[0].kind not in LINED_UP:
        return (line(tree, True),)
    writer = _Line(True, True)
    rows = [[to_ascii(cell) for cell in writer.cells(row)] for row in items[0].rows]
    width = max((len(row[0]) for row in rows if len(row) > 1), default=0)
    return tuple((row[0].rjust(width) + "".join(row[1:]) if len(row) > 1 else row[0]).rstrip() for row in rows)


def script_text(script: Row) -> str | None:
    """The ASCII letters, digits, signs and brackets of a script, or None where it is more than a flat run of them."""
    text: list[str] = []
    for _, item, _ in placed(script.items, False, True):
        if isinstance(item, Fence):
            inside = script_text(item.body)
            if inside is None or item.left is None or item.right is None:
                return None
            text += (item.left.plain, inside, item.right.plain)
        elif isinstance(item, Atom) and item.shown == "⊤":
            text.append("T")
        elif isinstance(item, Atom) and item.shown.isascii() and item.kind in ("letter", "number", "binary", "slash"):
            text.append(item.shown)
        else:
            return None
    joined = "".join(text)
    return joined if joined and not re.search(rf"[A-Za-z]{{{_SHORT + 1}}}|\*", joined) else None


def flat_words(script: Row) -> str | None:
    """The text of a script that is a name in words, such as `model`, or None."""
    match script.items:
        case (Words(text),):
            return text.strip() or None
        case (Atom(shown=shown, kind="letter"),) if shown.isascii() and len(shown) > _SHORT:
            return shown
    return None


class _Line:
    """Writes a tree in one line."""

    def __init__(self, plain: bool, grids: bool) -> None:
        self._plain = plain
        self._grids = grids

    def row(self, row: Row, tight: bool, opening: bool = True) -> str:
        """A row; `tight` in scripts, `opening` false in a cell after an alignment mark."""
        pieces = list(placed(row.items, self._plain, tight, opening))
        text: list[str] = []
        for at, (room, node, _) in enumerate(pieces):
            if isinstance(node, Fraction) and node.line:
                before = pieces[at - 1][2].kind if at else ""
                after = pieces[at + 1][2].kind if at + 1 < len(pieces) else ""
                apart = before in _APART or after in _APART or "slash" in (before, after)
                piece = f"({self._node(node, tight)})" if apart else self._node(node, tight)
                room = 0 if before == "function" else room
            else:
                piece = self._node(node, tight)
            text += (" " * room, piece)
        return "".join(text)

    def cells(self, row: tuple[Row, ...]) -> list[str]:
        """The cells of one row of an aligned environment."""
        return [self.row(cell, False, opening=at == 0) for at, cell in enumerate(row)]

    def _node(self, node: Node, tight: bool) -> str:
        match node:
            case Atom():
                return node.plain if self._plain else node.shown
            case Words():
                return node.text
            case Space():
                return " " * node.cells
            case Row():
                return self.row(node, tight)
            case Script():
                return self._script(node, tight)
            case Fraction():
                return self._fraction(node, tight)
            case Root():
                return self._root(node, tight)
            case Fence():
                return self._fence(node, tight)
            case Accent():
                return self._accent(node, tight)
            case Grid():
                return self._grid(node)
            case _:
                return ""

    # ---- fractions and roots ----------------------------------------------------------------------------------------

    def _fraction(self, node: Fraction, tight: bool) -> str:
        if not node.line:
            top, bottom = self.row(node.top, tight), self.row(node.bottom, tight)
            return f"binom({top}, {bottom})" if self._plain else f"C({top}, {bottom})"
        return f"{self._factor(node.top, tight, True)}/{self._factor(node.bottom, tight, False)}"

    def _factor(self, row: Row, tight: bool, top: bool) -> str:
        """A numerator or denominator, in brackets where it would fall apart without."""
        text = self.row(row, tight)
        pieces = list(placed(row.items, self._plain, tight))
        kinds = [piece[2].kind for piece in pieces]
        if top:
            loose = any(
                kind in ("relation", "comma", "big", "function", "dots")
                or (kind == "binary" and not (isinstance(node, Atom) and node.shown in "·×*"))
                for kind, (_, node, _) in zip(kinds, pieces, strict=True)
            )
        else:
            loose = len(pieces) != 1 or isinstance(pieces[0][1], Fraction)
        words = any(isinstance(node, Words) and " " in node.text.strip() for _, node, _ in pieces)
        return f"({text})" if loose or words else text

    def _root(self, node: Root, tight: bool) -> str:
        body = self.row(node.body, tight)
        if node.degree is not None:
            degree = self.row(node.degree, True)
            small = None if self._plain else superscript(script_text(node.degree) or "")
            return f"{small}√({body})" if small else f"root({degree}, {body})"
        if self._plain:
            return f"sqrt({body})"
        return f"√{body}" if _is_single(node.body) else f"√({body})"

    def _fence(self, node: Fence, tight: bool) -> str:
        left = self._node(node.left, tight) if node.left else ""
        right = self._node(node.right, tight) if node.right else ""
        return f"{left}{self.row(node.body, tight)}{right}"

    def _accent(self, node: Accent, tight: bool) -> str:
        body = self.row(node.body, tight)
        if self._plain:
            return f"{node.said.replace('vector', 'vec').replace(' ', '')}({body})"
        return "".join(sign + node.mark if sign.isalnum() else sign for sign in body)

    # ---- scripts ----------------------------------------------------------------------------------------------------

    def _script(self, node: Script, tight: bool) -> str:
        base = self._node(node.base, tight)
        if isinstance(node.base, Fraction | Root) or (isinstance(node.base, Row) and len(node.base.items) > 1):
            base = f"({base})"
        primes = ("'" if self._plain else "′") * node.primes
        sub = self._sub(node.sub) if node.sub else ""
        return base + primes + sub + (self._sup(node.sup) if node.sup else "")

    def _sub(self, script: Row) -> str:
        words = flat_words(script)
        if words is not None:
            return f"_{words}" if _WORD.fullmatch(words) else f"_({words})"
        text = script_text(script)
        small = subscript(text) if text and not self._plain else None
        return small or f"_{self._bracketed(script)}"

    def _sup(self, script: Row) -> str:
        if len(script.items) == 1 and isinstance(script.items[0], Atom):
            shown = script.items[0].shown
            if shown == "′":
                return "'" if self._plain else "′"
            if shown in ("∘", "°"):
                return " deg" if self._plain else "°"
        text = script_text(script)
        small = superscript(text) if text and not self._plain else None
        return small or f"^{self._bracketed(script)}"

    def _bracketed(self, script: Row) -> str:
        """A script behind its mark: in brackets unless it is one name, number or sign."""
        text = self.row(script, True)
        if isinstance(script.items[0] if len(script.items) == 1 else None, Atom):
            top = isinstance(script.items[0], Atom) and script.items[0].shown == "⊤"
            return "T" if top else text
        whole = len(script.items) == 1 and isinstance(script.items[0], Fence) and text[:1] == "("
        return text if whole or _WHOLE.fullmatch(text) else f"({text})"

    # ---- grids ------------------------------------------------------------------------------------------------------

    def _grid(self, node: Grid) -> str:
        if not self._grids:
            raise MathError(
                f"an environment {node.kind} does not fit into a line", mend="set it off as a display formula with $$"
            )
        if node.kind in LINED_UP:
            return "; ".join("".join(self.cells(row)).strip() for row in node.rows)
        rows = [[self.row(cell, False) for cell in row] for row in node.rows]
        if node.kind == "cases":
            return "{" + "; ".join(_joined_case(row) for row in rows) + "}"
        body = "[" + ", ".join("[" + ", ".join(cell or "." for cell in row) + "]" for row in rows) + "]"
        if node.kind == "vmatrix":
            return f"det {body}"
        return f"||{body}||" if node.kind == "Vmatrix" else body


def _is_single(row: Row) -> bool:
    """Whether a root's sign before the row can only mean the whole of it."""
    match row.items:
        case (Atom() | Fence(),) | (Script(base=Atom(), sup=None),):
            return True
    return False


def _joined_case(cells: list[str]) -> str:
    filled = [cell.strip() for cell in cells if cell.strip()]
    return ", ".join(cell.removesuffix(",") for cell in filled)
