"""An answer worked out: every intermediate of an author's expression, one line each, with its numbers filled in."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from petui.core.formula import Formula
from petui.core.lab import Lab
from petui.lessons.cells import cell_width, split_at
from petui.lessons.definitions import DEFINED, Chain, definitions, near, plain
from petui.lessons.expression import opened
from petui.lessons.prosemodel import Expression
from petui.lessons.transliterate import to_ascii
from petui.lessons.verdict import precise

WIDTH = 76
_MARGIN = "  "
# Narrower than this, nothing is indented.
_NARROWEST = 24
_BREAKABLE = re.compile(r"[ =]*[^ ·*/,]*[·*/,]* ?")
_SUM, _PRODUCT, _SIGNED, _POWER, _ATOM = range(5)
_SIGNS: Mapping[type[ast.AST], tuple[str, int]] = {
    ast.Add: (" + ", _SUM),
    ast.Sub: (" - ", _SUM),
    ast.Mult: ("·", _PRODUCT),
    ast.Div: ("/", _PRODUCT),
    ast.FloorDiv: (" // ", _PRODUCT),
    ast.Mod: (" mod ", _PRODUCT),
    ast.Pow: ("^", _POWER),
}
_WAVES = ("sin", "cos", "tan")
_FUNCTIONS = {"sqrt": "√"}


def worked_answer(
    expression: Expression, lab: Lab, draw: Mapping[str, float], *, ascii: bool = False, width: int = WIDTH
) -> tuple[str, ...]:
    """How an expression's value comes about.

    Args:
        expression: The answer.
        lab: The Lab.
        draw: Drawn values, which go before the Lab's.
        ascii: Whether to use 7-bit signs only.
        width: Columns there are.

    Returns:
        A line for each call of one of the encoding's functions: its definition with the numbers filled in, and its
        value. Then the whole expression with its names as numbers, and its value, unless that has just been said. A
        chain that is too wide goes on below, indented. The last line ends with the value.

    Raises:
        ExpressionError: If the expression has no value.
    """
    chains = _Working(expression, lab, draw).chains()
    lines = (line for chain in chains for line in _broken(chain, max(width, 1), ascii))
    return tuple(lines)


class _Working:
    """Goes through one expression."""

    def __init__(self, expression: Expression, lab: Lab, draw: Mapping[str, float]) -> None:
        self._tree, self._value = opened(expression, lab, draw)
        self._formula = Formula(lab)

    def chains(self) -> tuple[Chain, ...]:
        """Every chain once, the whole expression last."""
        answer = precise(self._value(self._tree))
        found = [chain for call in _calls(self._tree) for chain in self._called(call)]
        last = found[-1] if _is_defined(self._tree) else self._whole(answer)
        return (*dict.fromkeys(chain for chain in found if chain != last), last)

    def _called(self, call: ast.Call) -> tuple[Chain, ...]:
        """The chains of one call; none for plain arithmetic."""
        if not _is_defined(call):
            return ()
        numbers = [self._value(argument) for argument in call.args]
        *before, last = definitions(_name(call), numbers, self._formula)
        return (*before, (*last, precise(self._value(call))))

    def _whole(self, answer: str) -> Chain:
        """The expression with its numbers, then with the arguments of sine, root and the like computed."""
        if isinstance(self._tree, ast.Name) and self._tree.id != "pi":
            return self._tree.id, answer
        first, second = (_Printer(self._value, inner).text(self._tree) for inner in (False, True))
        terms = [first] if first == second else [first, second]
        return tuple(terms) if terms[-1] == answer else (*terms, answer)


def _calls(tree: ast.expr) -> Iterator[ast.Call]:
    """The calls of a tree, inner ones first, from left to right."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.expr):
            yield from _calls(child)
    if isinstance(tree, ast.Call):
        yield tree


def _name(tree: ast.expr) -> str:
    """The function that a tree calls; empty if it is no call."""
    return tree.func.id if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) else ""


def _is_defined(tree: ast.expr) -> bool:
    return _name(tree) in DEFINED


class _Printer:
    """Writes a tree with names and the encoding's functions as their numbers."""

    def __init__(self, value: Callable[[ast.expr], float], computed: bool) -> None:
        """Where `computed`, the arguments of other functions are their numbers too."""
        self._value = value
        self._computed = computed

    def text(self, tree: ast.expr) -> str:
        """The whole tree."""
        return self._text(tree)[0]

    def _text(self, tree: ast.expr) -> tuple[str, int]:
        """The text, and how strongly it holds together."""
        match tree:
            case ast.Constant() | ast.Name():
                return self._number(tree)
            case ast.BinOp(left=left, op=operator, right=right):
                sign, rank = _SIGNS[type(operator)]
                # A power is bracketed on its left, every other operator on its right.
                left_rank, right_rank = (_ATOM, _SIGNED) if sign == "^" else (rank, rank + 1)
                return f"{self._within(left, left_rank)}{sign}{self._right(right, right_rank)}", rank
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self._within(operand, _POWER)}", _SIGNED
            case ast.UnaryOp(operand=operand):
                return self._text(operand)
            case ast.Call() if _is_defined(tree):
                return _signed(precise(self._value(tree)))
            case ast.Call(args=arguments):
                return self._call(_name(tree), arguments), _ATOM
        raise TypeError(tree)

    def _number(self, tree: ast.Constant | ast.Name) -> tuple[str, int]:
        if isinstance(tree, ast.Name) and tree.id == "pi":
            return "π", _ATOM
        return _signed(plain(self._value(tree)))

    def _call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        shown = near if name in _WAVES else precise
        texts = [shown(self._value(one)) if self._computed else self.text(one) for one in arguments]
        return f"{_FUNCTIONS.get(name, name)}({', '.join(texts)})"

    def _within(self, tree: ast.expr, rank: int) -> str:
        text, own = self._text(tree)
        return text if own >= rank else f"({text})"

    def _right(self, tree: ast.expr, rank: int) -> str:
        """What stands behind a sign: a minus there is bracketed, and so is a power of more than one sign."""
        text, own = self._text(tree)
        return text if own >= rank and not text.startswith("-") else f"({text})"


def _signed(number: str) -> tuple[str, int]:
    return number, _SIGNED if number.startswith("-") or "e" in number else _ATOM


def _broken(chain: Chain, width: int, ascii: bool) -> Iterator[str]:
    """A chain's terms with ` = ` between them, on as many lines as they need."""
    margin = _MARGIN if width >= _NARROWEST else ""
    line = ""
    for at, term in enumerate(chain):
        term = to_ascii(term) if ascii else term
        head = f"{line} = {term}" if at else term
        if cell_width(head) <= width:
            line = head
            continue
        if at:
            yield line
        *before, line = _filled(f"{margin}= {term}" if at else term, width, 2 * margin)
        yield from before
    yield line


def _filled(text: str, width: int, margin: str) -> list[str]:
    """A term that is too wide for a line, broken behind blanks and signs."""
    lines = [""]
    for piece in _BREAKABLE.findall(text):
        if cell_width(lines[-1] + piece.rstrip()) > width and lines[-1].strip(" ="):
            lines.append(margin)
        lines[-1] += piece
        while cell_width(lines[-1].rstrip()) > width:
            head, rest = split_at(lines[-1], width)
            lines[-1:] = [head, margin + rest]
    return [line.rstrip() for line in lines]
