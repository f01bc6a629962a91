"""What may stand in an expression at all: the gate in front of the evaluator, for authors and learners alike."""

from __future__ import annotations

import ast
import keyword
import math
import re

from petui.core.errors import ExpressionError

MAX_LENGTH = 200
MAX_DEPTH = 20

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.USub, ast.UAdd)
_TOKEN = re.compile(
    r"(?P<blank>[ \t]+)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<sign>\*\*|//|[-+*/%^(),\N{MINUS SIGN}])"
)
_SIGNS = {"^": "**", "\N{MINUS SIGN}": "-"}
_REFUSED = {".": "an attribute", "[": "an index", "]": "an index", "=": "an assignment", "'": "a text", '"': "a text"}
_ALLOWED = "use numbers, names, + - * / ^ ( ) and functions only"


def read_tree(source: str, *, where: str = "", called: str = "") -> ast.expr:
    """The tree of an expression in which nothing stands but numbers, names, calls and arithmetic.

    Args:
        source: The expression; `^` is a power, `−` (U+2212) a minus.
        where: Named in errors.
        called: What errors call it; the expression itself in quotes by default.

    Returns:
        A tree of float constants, names, calls of names, unary and binary operators.

    Raises:
        ExpressionError: If it is too long or deep, no expression, or uses anything else.
    """
    text = source.strip()
    if not text:
        raise ExpressionError("the expression is empty", where=where, mend="write one, for example omega(1)")
    name = called or f"expression {quoted(text)}"
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"{name} is longer than {MAX_LENGTH} characters", where=where, mend="split it")
    tokens = _tokens(text, name, where)
    # Counted before parsing, since the parser itself gives up on deep nesting.
    if _deepest_bracket(text) > MAX_DEPTH:
        raise ExpressionError(f"{name} is nested deeper than {MAX_DEPTH}", where=where, mend="use fewer parentheses")
    try:
        tree = ast.parse(" ".join(tokens), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError(f"{name} cannot be read", where=where, mend="check operators and parentheses") from None
    _check(tree.body, name, where, 1)
    return tree.body


def quoted(text: str) -> str:
    """Text between backquotes for a message: one short line, with nothing in it that a terminal would act on."""
    shown = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text[:60])
    return f"`{shown}…`" if len(text) > 60 else f"`{shown}`"


def _tokens(text: str, name: str, where: str) -> list[str]:
    """Numbers as float literals, so that 9**9**9 overflows at once instead of filling the memory; names and signs."""
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            what = _REFUSED.get(text[at], f"{quoted(text[at])}, which is no arithmetic")
            raise ExpressionError(f"{name} uses {what}", where=where, mend=_ALLOWED)
        at = token.end()
        if token["name"] and keyword.iskeyword(token["name"]):
            raise ExpressionError(f"{name} uses the word {token['name']}", where=where, mend=_ALLOWED)
        if token["number"]:
            number = float(token["number"])
            if math.isinf(number):
                what = f"{name} has no finite value: {quoted(token['number'])} is too large"
                raise ExpressionError(what, where=where, mend="write a smaller number")
            found.append(repr(number))
        elif not token["blank"]:
            found.append(_SIGNS.get(token[0], token[0]))
    return found


def _deepest_bracket(text: str) -> int:
    depth = deepest = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        deepest = max(deepest, depth)
    return deepest


def _check(node: ast.AST, name: str, where: str, depth: int) -> None:
    if depth > MAX_DEPTH + 1:
        raise ExpressionError(f"{name} is nested deeper than {MAX_DEPTH}", where=where, mend="simplify it")
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name):
        raise ExpressionError(f"{name} calls what is no function", where=where, mend="write * between factors")
    if not _allowed(node):
        raise ExpressionError(f"{name} uses something that is no arithmetic", where=where, mend=_ALLOWED)
    for child in ast.iter_child_nodes(node):
        # A long sum is a chain along its left operands, and no nesting.
        chained = isinstance(node, ast.BinOp) and child is node.left and isinstance(child, ast.BinOp)
        _check(child, name, where, depth if chained else depth + 1)


def _allowed(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return type(value) is float
        case ast.Call(func=ast.Name(), keywords=[]):
            return not any(isinstance(argument, ast.Starred) for argument in node.args)
        case ast.BinOp() | ast.UnaryOp() | ast.Name():
            return True
    return isinstance(node, (*_OPERATORS, ast.Load))
