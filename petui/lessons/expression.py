"""Authors' expressions: read once, evaluated at a Lab and a draw, with the right formulas or with slipped ones."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
from simpleeval import SimpleEval

from petui.core.attention import WORDS
from petui.core.encoding import Floats
from petui.core.errors import ExpressionError, ParameterError, PetuiError
from petui.core.formula import SLIPS, Formula, slipped
from petui.core.lab import NUMBER_FIELDS, Lab
from petui.lessons.model import Expression
from petui.lessons.place import Place
from petui.lessons.whitelist import read_tree

_NOTHING: Mapping[str, float] = MappingProxyType({})
_MAX_GRID_ROWS = 32
_MAX_GRID_SLOTS = 64
_GRID_PREFIX = "table_"


@dataclass(frozen=True, slots=True)
class WrongGrid:
    """A table with one reading wrong, beside the right one.

    Attributes:
        shown: What the learner sees, shape (rows, d_model).
        right: What the core computes, the same shape.
        first_position: Position of the first row.
    """

    shown: Floats
    right: Floats
    first_position: int


def _power(base: float, exponent: float) -> float:
    try:
        value = base**exponent
    except OverflowError:
        return math.inf
    return value if isinstance(value, float) else math.nan


OPERATORS: dict[type[ast.AST], Callable[..., float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: _power,
    ast.USub: lambda a: -a,
    ast.UAdd: lambda a: a,
}


def embedding(token: float, slot: float) -> float:
    """One number of the vectors of The, cat, sat (tokens 0, 1, 2; slots 0 to 3).

    Raises:
        ParameterError: If there is no such token or slot.
    """
    tokens, slots = WORDS.shape
    if token != int(token) or slot != int(slot) or not (0 <= token < tokens and 0 <= slot < slots):
        raise ParameterError(f"embedding({token:g}, {slot:g}) is outside {tokens} tokens of {slots} slots")
    return float(WORDS[int(token), int(slot)])


# Name → number of arguments (None: any number from one on).
_PLAIN: dict[str, tuple[Callable[..., float], int | None]] = {
    "tan": (math.tan, 1),
    "exp": (math.exp, 1),
    "log": (math.log, 1),
    "sqrt": (math.sqrt, 1),
    "abs": (abs, 1),
    "floor": (lambda x: float(math.floor(x)), 1),
    "round": (lambda x, digits=0.0: round(x, int(digits)), None),
    "min": (min, None),
    "max": (max, None),
    "embedding": (embedding, 2),
}
_OF_FORMULA: dict[str, tuple[str, int]] = {
    "sin": ("sine", 1),
    "cos": ("cosine", 1),
    "pe": ("pe", 2),
    "omega": ("omega", 1),
    "divisor": ("divisor", 1),
    "exponent": ("exponent", 1),
    "wavelength": ("wavelength", 1),
    "angle": ("angle", 2),
    "dot": ("dot", 2),
    "distance": ("distance", 2),
    "norm": ("norm", 1),
    "attended": ("attended", 4),
}
GRIDS = (f"{_GRID_PREFIX}right", *(f"{_GRID_PREFIX}{slip.id.replace('-', '_')}" for slip in SLIPS))
_ARITIES = {
    **{name: arity for name, (_, arity) in _PLAIN.items()},
    **{name: arity for name, (_, arity) in _OF_FORMULA.items()},
    **dict.fromkeys(GRIDS, 2),
}


@lru_cache(maxsize=4096)
def _tree(source: str) -> ast.expr:
    return read_tree(source)


def parse_expression(source: str, place: Place) -> Expression:
    """An author's expression at its place.

    Raises:
        ExpressionError: If it is no arithmetic of known functions; names are looked at when it is used.
    """
    tree = read_tree(source, where=str(place))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            _check_arity(node.func.id, len(node.args), source, str(place))
    return Expression(source.strip(), place)


def _check_arity(name: str, given: int, source: str, where: str) -> None:
    if name not in _ARITIES:
        raise ExpressionError(f"`{source}`: there is no function {name}", where=where, mend=_nearest(name, _ARITIES))
    wanted = _ARITIES[name]
    if given != wanted and (wanted is not None or given == 0):
        raise ExpressionError(f"`{source}`: {name} takes {wanted or 'one or more'} numbers, not {given}", where=where)


def known_names(draw_names: Iterable[str] = ()) -> frozenset[str]:
    """Every name that an expression may use besides functions."""
    return frozenset((*NUMBER_FIELDS, "pi", *draw_names))


def unknown_names(expression: Expression, draw_names: Iterable[str]) -> tuple[str, ...]:
    """The names in an expression that stand for nothing, in order of appearance."""
    known = known_names(draw_names)
    used = used_names(expression.source)
    return tuple(dict.fromkeys(name for name in used if name not in known))


def used_names(source: str) -> tuple[str, ...]:
    """The names in an expression that are no functions, in order of appearance."""
    tree = _tree(source)
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called]
    return tuple(node.id for node in sorted(names, key=lambda node: node.col_offset))


def _nearest(name: str, known: Iterable[str]) -> str:
    found = get_close_matches(name, list(known), 1)
    return f"did you mean {found[0]}?" if found else f"known are {', '.join(sorted(known))}"


def evaluate(
    expression: Expression, lab: Lab, draw: Mapping[str, float] = _NOTHING, formula: Formula | None = None
) -> float:
    """The value of an expression.

    Args:
        expression: The expression.
        lab: Where its Lab names are read.
        draw: Further names; they go before the Lab's.
        formula: The formulas; the right ones at `lab` by default.

    Raises:
        ExpressionError: If a name is unknown, or there is no finite real value; names expression and place.
    """
    value = _run(expression, lab, draw, formula or Formula(lab), {})
    if isinstance(value, bool) or not isinstance(value, float | int) or not math.isfinite(value):
        raise _no_value(expression, "it has no finite value")
    return float(value)


def evaluate_grid(expression: Expression, lab: Lab, draw: Mapping[str, float] = _NOTHING) -> WrongGrid:
    """The table of a point block: one of the functions `table_…(first position, rows)`.

    Raises:
        ExpressionError: If the expression gives no table.
    """
    formula = Formula(lab)
    grids: dict[str, Callable[..., Any]] = {f"{_GRID_PREFIX}right": lambda first, rows: _grid(formula, formula, first, rows)}
    for slip in SLIPS:
        wrong = slipped(formula, slip.variants[0])
        grids[f"{_GRID_PREFIX}{slip.id.replace('-', '_')}"] = lambda first, rows, wrong=wrong: _grid(formula, wrong, first, rows)
    value = _run(expression, lab, draw, formula, grids)
    if not isinstance(value, WrongGrid):
        raise _no_value(expression, f"it is no table; use one of {', '.join(GRIDS)}")
    return value


def _grid(right: Formula, wrong: Formula, first: float, rows: float) -> WrongGrid:
    if first != int(first) or rows != int(rows) or not 1 <= rows <= _MAX_GRID_ROWS:
        raise ParameterError(f"a table has a whole first position and 1 to {_MAX_GRID_ROWS} rows")
    if right.lab.d_model > _MAX_GRID_SLOTS:
        raise ParameterError(f"a table has at most {_MAX_GRID_SLOTS} slots")
    positions = range(int(first), int(first) + int(rows))
    return WrongGrid(
        np.array([wrong.row(pos) for pos in positions]), np.array([right.row(pos) for pos in positions]), int(first)
    )


def _run(
    expression: Expression,
    lab: Lab,
    draw: Mapping[str, float],
    formula: Formula,
    grids: Mapping[str, Callable[..., Any]],
) -> Any:
    names = {name: float(getattr(lab, name)) for name in NUMBER_FIELDS} | {"pi": math.pi} | dict(draw)
    functions: dict[str, Callable[..., Any]] = {name: function for name, (function, _) in _PLAIN.items()}
    functions |= {name: getattr(formula, method) for name, (method, _) in _OF_FORMULA.items()}
    functions |= grids
    for name in unknown_names(expression, names):
        raise ExpressionError(
            f"`{expression.source}`: there is no name {name}", where=str(expression.place), mend=_nearest(name, names)
        )
    evaluator = SimpleEval(operators=OPERATORS, functions=functions, names=names)
    try:
        return evaluator.eval(expression.source, previously_parsed=_tree(expression.source))
    except ZeroDivisionError:
        raise _no_value(expression, "it divides by zero") from None
    except (ValueError, OverflowError):
        raise _no_value(expression, "it has no finite value") from None
    except PetuiError as error:
        raise _no_value(expression, error.what) from None
    except Exception as error:
        # simpleeval's own refusals; the whitelist leaves few, and none may reach a person as a traceback.
        raise _no_value(expression, str(error) or type(error).__name__) from None


def _no_value(expression: Expression, why: str) -> ExpressionError:
    return ExpressionError(f"`{expression.source}`: {why}", where=str(expression.place))
