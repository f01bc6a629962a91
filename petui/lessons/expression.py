"""Authors' expressions: read once, evaluated at a Lab and a draw, with the right formulas or with slipped ones."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
from simpleeval import InvalidExpression, SimpleEval

from petui.core.errors import ExpressionError, ParameterError, PetuiError
from petui.core.formula import Formula
from petui.core.lab import NUMBER_FIELDS, Lab
from petui.lessons.functions import ARITIES, GRIDS, LEARNER_FUNCTIONS, OPERATORS, SLOTS_PER_CALL, author_functions
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression
from petui.lessons.whitelist import quoted, read_tree
from petui.records import dataclass

_NOTHING: Mapping[str, float] = MappingProxyType({})
# What one expression may compute of whole rows: 25 ms on a slow machine.
_MAX_SLOTS = 1 << 17
# Longer than this a list of what is known helps nobody.
_MOST_LISTED = 24
_NOT_FINITE = "it has no finite value"
# All that a learner's answer may name.
LEARNER_NAMES = frozenset((*LEARNER_FUNCTIONS, "pi"))


# ---- reading --------------------------------------------------------------------------------------------------------


def parse_expression(source: str, place: Place) -> Expression:
    """An author's expression at its place.

    Raises:
        ExpressionError: If it is no arithmetic of known functions; names are looked at when it is used.
    """
    _read_at(source, str(place))
    return Expression(source.strip(), place)


def tree_of(expression: Expression) -> ast.expr:
    """The tree of an expression; raises ExpressionError with its place where it cannot be read."""
    return _read_at(expression.source, str(expression.place)).tree


def _read_at(source: str, where: str) -> _Reading:
    try:
        return _read(source)
    except ExpressionError as error:
        raise ExpressionError(error.what, where=where, mend=error.mend) from None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What there is to know of an expression's text, whatever its names are worth.

    Attributes:
        tree: Its tree.
        names: The names in it that are no functions, each once, in order of appearance.
        slots: How many slots of rows its calls compute, in units of d_model.
        is_grid: Whether it is a table.
        halving: Whether each floor in it is floor(something / 2): the pair of a slot.
    """

    tree: ast.expr
    names: tuple[str, ...]
    slots: int
    is_grid: bool
    halving: bool


@lru_cache(maxsize=4096)
def _read(source: str) -> _Reading:
    tree = read_tree(source)
    calls = _calls(tree)
    for call in calls:
        _check_call(call_of(call), len(call.args), source)
    called = {id(call.func) for call in calls}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called]
    return _Reading(
        tree,
        tuple(dict.fromkeys(node.id for node in sorted(names, key=lambda node: node.col_offset))),
        sum(SLOTS_PER_CALL.get(call_of(call), 0) for call in calls),
        any(call_of(call) in GRIDS for call in calls),
        _floors_only_halves(calls),
    )


def _calls(tree: ast.expr) -> list[ast.Call]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def called_names(expression: Expression) -> frozenset[str]:
    """The functions that an expression calls."""
    return frozenset(map(call_of, _calls(tree_of(expression))))


def call_of(call: ast.Call) -> str:
    """The name of the function that is called."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _check_call(name: str, given: int, source: str) -> None:
    if name in known_names():
        raise ExpressionError(f"{quoted(source)}: {name} is a number, no function", mend="write * between factors")
    if name not in ARITIES:
        raise ExpressionError(f"{quoted(source)}: there is no function {name}", mend=_nearest(name, ARITIES))
    fewest, most = ARITIES[name]
    if fewest <= given <= most:
        return
    wanted = f"{fewest}" if fewest == most else f"{fewest} or {most}" if most < math.inf else f"{fewest} or more"
    many = "number" if wanted == "1" else "numbers"
    raise ExpressionError(f"{quoted(source)}: {name} takes {wanted} {many}, not {given}")


def known_names(draw_names: Iterable[str] = ()) -> frozenset[str]:
    """Every name that an expression may use besides functions."""
    return frozenset((*NUMBER_FIELDS, "pi", *draw_names))


def unknown_names(expression: Expression, draw_names: Iterable[str]) -> tuple[str, ...]:
    """The names in an expression that stand for nothing, in order of appearance."""
    known = known_names(draw_names)
    return tuple(name for name in used_names(expression.source) if name not in known)


def used_names(source: str) -> tuple[str, ...]:
    """The names in an expression that are no functions, each once, in order of appearance.

    Raises:
        ExpressionError: If the expression cannot be read.
    """
    return _read(source).names


def _nearest(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    found = get_close_matches(name, names, 1)
    if found:
        return f"did you mean {found[0]}?"
    return f"known are {', '.join(names)}" if len(names) <= _MOST_LISTED else "CONTRIBUTING.md lists what there is"


# ---- evaluating -----------------------------------------------------------------------------------------------------


def evaluate(
    expression: Expression, lab: Lab, draw: Mapping[str, float] = _NOTHING, formula: Formula | None = None
) -> float:
    r"""The value of an expression.

    Args:
        expression: The expression.
        lab: Where its Lab names are read.
        draw: Further names; they go before the Lab's.
        formula: The formulas; the right ones at `lab` by default. With slipped ones the value is the slip's.

    Returns:
        A finite number, and every intermediate of it was finite too.

    Raises:
        ExpressionError: If a name is unknown, or there is no finite real value; names expression and place.
    """
    tree, value_of = opened(expression, lab, draw, formula)
    return value_of(tree)


def opened(
    expression: Expression, lab: Lab, draw: Mapping[str, float] = _NOTHING, formula: Formula | None = None
) -> tuple[ast.expr, Callable[[ast.expr], float]]:
    """The tree of an expression, and what gives the value of it or of a part of it; see `evaluate`.

    Raises:
        ExpressionError: If a name is unknown or it gives no number; what gives the values raises it too.
    """
    read = _read_at(expression.source, str(expression.place))
    if read.is_grid:
        raise no_value(expression, "it is a table, not a number")
    names = {name: named_value(name, lab, draw, expression) for name in read.names}
    slots = read.slots * lab.d_model
    if slots > _MAX_SLOTS:
        raise no_value(expression, f"it would compute {slots} slots; make d_model smaller")
    evaluator = _author_evaluator(formula or Formula(lab), halving=read.halving)

    def value_of(part: ast.expr) -> float:
        try:
            return _compute(part, names, evaluator)
        except ExpressionError as error:
            raise no_value(expression, error.what) from None

    return read.tree, value_of


def named_value(name: str, lab: Lab, draw: Mapping[str, float], expression: Expression) -> float:
    """What a name in an expression stands for: a drawn value before the Lab's, before pi.

    Raises:
        ExpressionError: If it stands for nothing; names expression and place.
    """
    if name in draw:
        return float(draw[name])
    if name in NUMBER_FIELDS:
        return float(getattr(lab, name))
    if name == "pi":
        return math.pi
    raise _unknown(expression, name, (*draw, *NUMBER_FIELDS, "pi"))


def typed_value(text: str) -> float:
    """The value of arithmetic in a learner's names only: + - * / ** ^ ( ) sin cos tan exp log sqrt pi.

    Raises:
        ExpressionError: If it is anything else, or has no finite real value.
    """
    tree = read_tree(text, called="it")
    called = {id(call.func) for call in _calls(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FloorDiv | ast.Mod):
            raise ExpressionError("only + - * / and ^ are read here")
        if isinstance(node, ast.Name) and node.id not in LEARNER_NAMES:
            raise ExpressionError(f"{node.id} means nothing in an answer")
        if isinstance(node, ast.Name) and (id(node) in called) != (node.id != "pi"):
            raise ExpressionError("pi is a number, no function" if node.id == "pi" else f"{node.id} needs its ( )")
    for call in _calls(tree):
        if len(call.args) != 1:
            raise ExpressionError(f"{call_of(call)} takes 1 number")
    return _compute(tree, {"pi": math.pi}, _LEARNER_EVALUATOR)


def _evaluator(functions: Mapping[str, Callable[..., float]]) -> SimpleEval:
    return SimpleEval(operators=dict(OPERATORS), functions=dict(functions))


@lru_cache(maxsize=512)
def _author_evaluator(formula: Formula, *, halving: bool) -> SimpleEval:
    return _evaluator(author_functions(formula, halving=halving))


_LEARNER_EVALUATOR = _evaluator(LEARNER_FUNCTIONS)


def _compute(tree: ast.expr, names: Mapping[str, float], evaluator: SimpleEval) -> float:
    """The value of a tree that passed the whitelist; every operator and function refuses what is not finite."""
    evaluator.names = dict(names)
    try:
        # NumPy would warn on the terminal of what is refused below.
        with np.errstate(over="ignore", invalid="ignore"):
            value: Any = evaluator.eval("", previously_parsed=tree)
        # A bare name or number has met no operator yet.
        if not math.isfinite(value):
            raise OverflowError
        return float(value)
    except ZeroDivisionError:
        raise ExpressionError("it divides by zero") from None
    except ParameterError as error:
        raise ExpressionError(error.what) from None
    except PetuiError:
        raise
    except (ArithmeticError, ValueError, TypeError, InvalidExpression):
        raise ExpressionError(_NOT_FINITE) from None


def _floors_only_halves(calls: Iterable[ast.Call]) -> bool:
    floors = [call for call in calls if call_of(call) == "floor"]
    return bool(floors) and all(
        isinstance(half := call.args[0], ast.BinOp)
        and isinstance(half.op, ast.Div)
        and isinstance(half.right, ast.Constant)
        and half.right.value == 2
        for call in floors
    )


def _unknown(expression: Expression, name: str, names: Iterable[str]) -> ExpressionError:
    what, where = f"{quoted(expression.source)}: there is no name {name}", str(expression.place)
    mend = f"{name} is a function: write {name}(…)" if name in ARITIES else _nearest(name, names)
    return ExpressionError(what, where=where, mend=mend)


def no_value(expression: Expression, why: str) -> ExpressionError:
    """The error that an expression has no value, and why."""
    return ExpressionError(f"{quoted(expression.source)}: {why}", where=str(expression.place))
