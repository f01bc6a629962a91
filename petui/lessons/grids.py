"""Tables with something wrong in them, beside what the core computes: what a point block shows."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from petui.core.errors import ParameterError, PetuiError
from petui.core.formula import SLIPS, Formula, slipped
from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.core.wrongtables import WRONG_TABLES
from petui.lessons.expression import call_of, evaluate, no_value, tree_of
from petui.lessons.functions import GRIDS
from petui.lessons.model import Point
from petui.lessons.prosemodel import Expression
from petui.records import dataclass

_NOTHING: Mapping[str, float] = MappingProxyType({})
_MAX_ROWS = 32
_MAX_SLOTS = 64


@dataclass(frozen=True, slots=True)
class WrongGrid:
    """A table with one reading wrong, beside the right one.

    Attributes:
        shown: What the learner sees, shape (rows, columns).
        right: What the core computes, the same shape.
        texts: What the learner sees, as text; as printed where it is quoted.
        right_texts: What the core computes, with as many decimals.
        columns: What the columns are called, empty where their numbers say it.
        rows: What the rows are called, empty where their numbers say it.
        printed: Whether the figures are quoted, so that a half of their last decimal is no fault.
    """

    shown: Floats
    right: Floats
    texts: tuple[tuple[str, ...], ...]
    right_texts: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    printed: bool = False

    def is_wrong(self, row: int, column: int) -> bool:
        """Whether the cell as it is shown is not what the core computes, at the decimals that are shown of a quote."""
        return bool(self._wrong[row, column])

    @property
    def first_wrong(self) -> tuple[int, int] | None:
        """Row and column of the first wrong cell, reading row by row."""
        found = np.argwhere(self._wrong)
        return (int(found[0][0]), int(found[0][1])) if len(found) else None

    @property
    def _wrong(self) -> np.ndarray:
        if not self.printed:
            return ~np.isclose(self.shown, self.right, rtol=1e-9, atol=1e-12)
        halves = np.array([[0.5 * 10.0 ** -_decimals(text) for text in row] for row in self.texts])
        # A figure printed with so many decimals may be off by half of the last; the slack is for ties.
        wrong: np.ndarray = np.abs(self.shown - self.right) > halves * (1 + 1e-6)
        return wrong


def grid_of(point: Point, lab: Lab, draw: Mapping[str, float] = _NOTHING) -> WrongGrid:
    """The table of a point block: quoted figures, or one call of `table_SLIP(first position, rows)`.

    Raises:
        ExpressionError: If the expressions give no table, or a table of impossible size.
    """
    return _quoted(point, lab, draw) if point.quoted else evaluate_grid(point.grid, lab, draw)


def _quoted(point: Point, lab: Lab, draw: Mapping[str, float]) -> WrongGrid:
    right = np.array([[evaluate(one, lab, draw) for one in row] for row in point.rights])
    shown = np.array([[float(text) for text in row] for row in point.quoted])
    texts = tuple(
        tuple(f"{value:.{_decimals(text)}f}" for value, text in zip(values, row, strict=True))
        for values, row in zip(right, point.quoted, strict=True)
    )
    columns = point.columns or tuple(str(at) for at in range(shown.shape[1]))
    return WrongGrid(shown, right, point.quoted, texts, columns, point.rows, printed=True)


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


def evaluate_grid(expression: Expression, lab: Lab, draw: Mapping[str, float] = _NOTHING) -> WrongGrid:
    """The table of one call of `table_SLIP(first position, rows)`.

    Raises:
        ExpressionError: If the expression gives no table, or a table of impossible size.
    """
    tree = tree_of(expression)
    if not isinstance(tree, ast.Call) or call_of(tree) not in GRIDS:
        raise no_value(expression, "it is no table; write one as table_right(0, 4) or as CONTRIBUTING.md lists them")
    first, rows = (_argument(expression, argument, lab, draw) for argument in tree.args)
    try:
        return _grid(Formula(lab), GRIDS[call_of(tree)], first, rows)
    except PetuiError as error:
        raise no_value(expression, error.what) from None


def _argument(expression: Expression, argument: ast.expr, lab: Lab, draw: Mapping[str, float]) -> float:
    return evaluate(Expression(ast.unparse(argument), expression.place), lab, draw)


def _grid(right: Formula, slip_id: str, first: float, rows: float) -> WrongGrid:
    if first != int(first) or rows != int(rows) or not 1 <= rows <= _MAX_ROWS:
        raise ParameterError(f"a table has a whole first position and 1 to {_MAX_ROWS} rows")
    if right.lab.d_model > _MAX_SLOTS:
        raise ParameterError(f"a table has at most {_MAX_SLOTS} slots, and d_model is {right.lab.d_model}")
    positions = np.arange(int(first), int(first) + int(rows), dtype=np.float64)
    computed = np.array([right.row(pos) for pos in positions])
    shown = _slipped_rows(right, slip_id, positions)
    # Rows are pointed at by their number, so a table that starts later says which position each belongs to.
    names = tuple(f"pos {pos:.0f}" for pos in positions) if first else ()
    return WrongGrid(shown, computed, _as_texts(shown), _as_texts(computed), rows=names)


def _slipped_rows(right: Formula, slip_id: str, positions: Floats) -> Floats:
    if slip_id in WRONG_TABLES:
        return WRONG_TABLES[slip_id](positions, right.lab.d_model, right.lab.base)
    variants = {slip.id: slip.variants[0] for slip in SLIPS}
    wrong = slipped(right, variants[slip_id]) if slip_id else right
    return np.array([wrong.row(pos) for pos in positions])


def _as_texts(table: Floats) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"{value:.4f}" for value in row) for row in table)


def row_label(grid: WrongGrid, row: int) -> str:
    """How a row is headed: its number, and what it is called."""
    return f"{row} {grid.rows[row]}".rstrip() if grid.rows else str(row)


def column_label(grid: WrongGrid, column: int) -> str:
    """How a column is called where its number does not say it."""
    return grid.columns[column] if grid.columns else str(column)
