"""What may stand in an expression at all: the gate in front of the evaluator, for authors and learners alike."""

from __future__ import annotations

import ast

from petui.core.errors import ExpressionError

MAX_LENGTH = 200
MAX_DEPTH = 20

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.USub, ast.UAdd)
_SHELL = (ast.Expression, ast.Load)


def read_tree(source: str, *, where: str = "") -> ast.expr:
    """The tree of an expression in which nothing stands but numbers, names, calls and arithmetic.

    Args:
        source: The expression; `^` is a power, `−` (U+2212) a minus.
        where: Named in errors.

    Raises:
        ExpressionError: If it is too long or deep, no expression, or uses anything else.
    """
    text = source.strip().replace("^", "**").replace("\N{MINUS SIGN}", "-")
    quoted = f"expression `{source.strip()[:60]}`"
    if not text:
        raise ExpressionError("the expression is empty", where=where, mend="write one, for example omega(1)")
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"{quoted}… is longer than {MAX_LENGTH} characters", where=where, mend="split it")
    # Counted on the text, since the parser itself gives up on deep nesting.
    if _deepest_bracket(text) > MAX_DEPTH:
        raise ExpressionError(f"{quoted} is nested deeper than {MAX_DEPTH}", where=where, mend="use fewer parentheses")
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError(f"{quoted} cannot be read", where=where, mend="check operators and parentheses") from None
    _check(tree.body, quoted, where, 1)
    return tree.body


def _deepest_bracket(text: str) -> int:
    depth = deepest = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _check(node: ast.AST, quoted: str, where: str, depth: int) -> None:
    if depth > MAX_DEPTH + 1:
        raise ExpressionError(f"{quoted} is nested deeper than {MAX_DEPTH}", where=where, mend="simplify it")
    if not _allowed(node):
        raise ExpressionError(
            f"{quoted} uses {_name_of(node)}", where=where, mend="use numbers, names, + - * / ^ ( ) and functions only"
        )
    if isinstance(node, ast.Constant):
        try:
            # Integers made float: 9**9**9 overflows at once instead of filling the memory.
            node.value = float(node.value)  # type: ignore[arg-type]
        except OverflowError:
            raise ExpressionError(f"{quoted} holds too large a number", where=where, mend="write a smaller one") from None
    for child in ast.iter_child_nodes(node):
        _check(child, quoted, where, depth + 1)


def _allowed(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float) and not isinstance(value, bool)
        case ast.Call(func=ast.Name(), keywords=[]):
            return not any(isinstance(argument, ast.Starred) for argument in node.args)
        case ast.BinOp() | ast.UnaryOp() | ast.Name():
            return True
    return isinstance(node, _OPERATORS + _SHELL)


def _name_of(node: ast.AST) -> str:
    names = {ast.Attribute: "an attribute", ast.Subscript: "an index", ast.Constant: "a text", ast.Tuple: "a list"}
    return names.get(type(node), "something that is no arithmetic")
