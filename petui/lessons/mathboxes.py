"""Formulas in two dimensions, laid out with texicode's boxes.

A box is a list of rows of cells and the index of the row on the baseline, as texicode has it. Its lexer and parser are
passed by: they refuse nested environments, know no room around operators, and report what they cannot set as text.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from petui.lessons.cells import cell_width
from petui.lessons.mathgaps import placed
from petui.lessons.mathlines import flat_words, line, script_text
from petui.lessons.mathsigns import Atom, subscript, superscript
from petui.lessons.mathtree import (
    LINED_UP,
    Accent,
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

Sketch: TypeAlias = list[list[str]]
Box: TypeAlias = tuple[Sketch, int]

_MATRIX_FENCES = {
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "cases": ("{", ""),
}
_TOUCHED = frozenset({"letter", "number", "operand", "fence", "fraction"})
# Signs that texicode has no tall form of.
_TALL_BARS = {"|": "│", "‖": "║", "/": "/", "⟨": "⟨", "⟩": "⟩"}


def display_rows(tree: Row) -> tuple[str, ...]:
    """The rows of a formula, without margin and trailing blanks.

    Raises:
        MathError: If texicode cannot lay it out.
    """
    try:
        sketch, _ = _Layout().row(tree)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise MathError(f"the formula cannot be laid out ({error})", mend="write it more simply") from error
    rows = ["".join(row).rstrip() for row in sketch]
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    margin = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    return tuple(row[margin:] for row in rows)


def _text_box(text: str) -> Box:
    """One row; a wide sign takes two cells of it, a combining one none."""
    cells: list[str] = []
    for sign in text:
        width = cell_width(sign)
        if width == 0 and cells:
            cells[-1] += sign
        else:
            cells += [sign, *([""] * (width - 1))]
    return [cells], 0


class _Layout:
    """Builds boxes from the leaves up."""

    def __init__(self) -> None:
        # Imported with the first display formula: the commands that show none need not wait for it.
        from texicode import arts, renderer

        self._arts: Any = arts
        self._set: Any = renderer

    def row(self, row: Row, tight: bool = False, opening: bool = True) -> Box:
        """A row of nodes on one baseline."""
        boxes: list[Box] = []
        before = ""
        for room, node, edge in placed(row.items, False, tight, opening):
            kind = "fraction" if isinstance(node, Fraction) and node.line else edge.kind
            # The line of a fraction has room at both its ends already.
            touches = (kind == "fraction" and before in _TOUCHED) or (before == "fraction" and kind in _TOUCHED)
            boxes.append(_text_box("" if touches else " " * room))
            boxes.append(self._node(node, tight))
            before = kind
        return self._beside(boxes)

    def _beside(self, boxes: list[Box]) -> Box:
        box: Box = self._set.util_concat([box for box in boxes if box[0] != [[]]])
        return box

    def _stack(self, top: Sketch, middle: Box, bottom: Sketch, align: str) -> Box:
        box: Box = self._set.util_vert_pile(top, middle[0], middle[1], bottom, align)
        return box

    def _node(self, node: Node, tight: bool) -> Box:
        match node:
            case Atom():
                return self._atom(node)
            case Words():
                return _text_box(node.text)
            case Space():
                return _text_box(" " * node.cells)
            case Row():
                return self.row(node, tight)
            case Script():
                return self._script(node, tight)
            case Fraction():
                return self._fraction(node, tight)
            case Root():
                return self._root(node, tight)
            case Fence():
                left = node.left.shown if node.left else ""
                right = node.right.shown if node.right else ""
                return self._fenced(left, self.row(node.body, tight), right, flat=not _has_grid(node.body))
            case Accent():
                return self._accent(node, tight)
            case Grid():
                return self._grid(node)
            case _:
                return [[]], 0

    def _atom(self, atom: Atom) -> Box:
        if atom.shown == "∫":
            sketch, horizon = self._arts.multi_line_leaf_commands["int"]
            return [list(row) for row in sketch], horizon
        return _text_box(atom.shown)

    # ---- fractions, roots, fences -----------------------------------------------------------------------------------

    def _fraction(self, node: Fraction, tight: bool) -> Box:
        top, bottom = self.row(node.top, tight), self.row(node.bottom, tight)
        if node.line:
            box: Box = self._set.render_fraction([top, bottom])
            return box
        blank: Box = [[" "] * max(len(top[0][0]), len(bottom[0][0]))], 0
        return self._fenced("(", self._stack(top[0], blank, bottom[0], "center"), ")")

    def _root(self, node: Root, tight: bool) -> Box:
        body = self.row(node.body, tight)
        flat = len(body[0]) == 1
        if node.degree is None and flat and len(node.body.items) == 1 and isinstance(node.body.items[0], Atom):
            return self._beside([_text_box("√"), body])
        degree = superscript(script_text(node.degree) or "") if node.degree is not None else None
        if node.degree is not None and degree is None:
            return _text_box(line(Row((node,)), False))
        root: Box = self._set.util_multichar_square_root([body])
        return root if degree is None else self._beside([self._raised(_text_box(degree), 1), root])

    def _raised(self, box: Box, lift: int) -> Box:
        return [*box[0], *([[" "] * len(box[0][0])] * lift)], len(box[0]) - 1 + lift

    def _fenced(self, left: str, body: Box, right: str, flat: bool = False) -> Box:
        """A body in delimiters; `flat` keeps them in one row where only a script makes it two."""
        shape = (1, 0) if flat and len(body[0]) == 2 else (len(body[0]), body[1])
        return self._beside([self._delimiter(left, *shape), body, self._delimiter(right, *shape)])

    def _delimiter(self, sign: str, height: int, horizon: int) -> Box:
        if not sign:
            return [[]], 0
        if height == 1:
            return _text_box(sign)
        if sign in _TALL_BARS:
            return [[_TALL_BARS[sign]] for _ in range(height)], horizon
        if height == 2:
            column = self._arts.delimiter["sgl"].find(sign)
            return [[self._arts.delimiter[end][column]] for end in ("top", "btm")], horizon
        box: Box = self._set.util_delimiter(sign, height, horizon)
        return box

    def _accent(self, node: Accent, tight: bool) -> Box:
        sketch, horizon = self.row(node.body, tight)
        if len(sketch) == 1:
            return [[cell + node.mark if cell.strip() else cell for cell in sketch[0]]], horizon
        if node.said == "bar":
            return self._stack([["─"] * len(sketch[0])], (sketch, horizon), [[]], "left")
        raise MathError(f"a {node.said} cannot be put on something tall", mend="put it on one letter")

    # ---- scripts ----------------------------------------------------------------------------------------------------

    def _script(self, node: Script, tight: bool) -> Box:
        base = self._node(node.base, tight)
        if node.primes:
            base = self._beside([base, _text_box("′" * node.primes)])
        if isinstance(node.base, Atom) and node.base.kind == "big" and node.base.shown != "∫":
            return self._limits(base, node)
        sub, sup = self._sub(node.sub), self._sup(node.sup)
        flat = len(base[0]) == 1
        if flat and sub is not None and len(sub[0]) == 1 and self._is_low(node.sub):
            base, sub = self._beside([base, sub]), None
        if flat and sup is not None and len(sup[0]) == 1 and self._is_high(node.sup):
            if sub is None:
                return self._beside([base, sup])
            # The small sign keeps its row, so the two stand one above the other.
            return self._beside([base, self._column(sup, sub, 0, 1)])
        if sub is None and sup is None:
            return base
        lift = max(base[1], 1)
        drop = max(len(base[0]) - 1 - base[1], 1)
        return self._beside([base, self._column(sup, sub, lift, drop)])

    def _limits(self, base: Box, node: Script) -> Box:
        over = self.row(node.sup, True)[0] if node.sup else [[]]
        under = self.row(node.sub, True)[0] if node.sub else [[]]
        return self._stack(over, base, under, "center")

    def _column(self, sup: Box | None, sub: Box | None, lift: int, drop: int) -> Box:
        """Scripts one above the other: the upper ends `lift` rows above the baseline, the lower begins `drop` below."""
        top = sup[0] if sup else []
        bottom = sub[0] if sub else []
        between = (lift - 1 if sup else 0) + 1 + (drop - 1 if sub else 0)
        if sup and lift == 0:
            between = max(drop - 1, 0) if sub else 0
        rows = [*top, *([[""]] * between), *bottom]
        width = max(len(row) for row in rows)
        sketch = [[*row, *([" "] * (width - len(row)))] if row != [""] else [" "] * width for row in rows]
        return sketch, len(top) - 1 + lift if sup else 0

    def _is_low(self, script: Row | None) -> bool:
        return script is not None and (
            flat_words(script) is not None or subscript(script_text(script) or "?") is not None
        )

    def _is_high(self, script: Row | None) -> bool:
        return script is not None and _small_superscript(script) is not None

    def _sub(self, script: Row | None) -> Box | None:
        if script is None:
            return None
        words = flat_words(script)
        if words is not None:
            return _text_box(f"_{words}")
        small = subscript(script_text(script) or "?")
        return _text_box(small) if small else self.row(script, True)

    def _sup(self, script: Row | None) -> Box | None:
        if script is None:
            return None
        small = _small_superscript(script)
        return _text_box(small) if small else self.row(script, True)

    # ---- grids ------------------------------------------------------------------------------------------------------

    def _grid(self, node: Grid) -> Box:
        lined_up = node.kind in LINED_UP
        cells = [self.row(cell, opening=not (lined_up and at)) for row in node.rows for at, cell in enumerate(row)]
        starts = [0]
        for row in node.rows:
            starts.append(starts[-1] + len(row))
        columns = max(len(row) for row in node.rows)
        skies, oceans, widths = self._set.util_cell_stats(cells, starts, len(node.rows), columns)
        tallest = max(sky + ocean for sky, ocean in zip(skies, oceans, strict=True))
        gap = 0 if lined_up else 2 if node.kind == "cases" or any(" " in row for box in cells for row in box[0]) else 1
        blank_rows = tallest > (0 if lined_up else 1) and len(node.rows) > 1
        box: Box = self._set.util_assemble_grid(
            cells,
            starts,
            len(node.rows),
            columns,
            _aligns(node, columns),
            gap,
            blank_rows,
            False,
            skies,
            oceans,
            widths,
        )
        if blank_rows:
            box = box[0], len(box[0]) // 2
        left, right = _MATRIX_FENCES.get(node.kind, ("", ""))
        return self._fenced(left, box, right) if left or right else box


def _has_grid(row: Row) -> bool:
    return any(isinstance(item, Grid) or (isinstance(item, Row) and _has_grid(item)) for item in row.items)


def _aligns(node: Grid, columns: int) -> list[str]:
    if node.kind == "cases":
        return ["l"] * columns
    if node.kind in LINED_UP and not node.kind.startswith("gather"):
        return [("r", "l")[at % 2] for at in range(columns)]
    return ["c"] * columns


def _small_superscript(script: Row) -> str | None:
    match script.items:
        case (Atom(shown="′"),):
            return "′"
        case (Atom(shown="∘" | "°"),):
            return "°"
    return superscript(script_text(script) or "?", also="/()")
