"""The functions and operators of expressions: what each is called, how many numbers it takes, what it computes."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from petui.core.errors import ParameterError
from petui.core.formula import SLIPS, Formula
from petui.core.precision import brain, half, single
from petui.core.wrongtables import WRONG_TABLES

Function: TypeAlias = Callable[..., float]


def _finite(function: Function) -> Function:
    """The function, refusing a result that is not a finite real number: 1/9**9**9 is then no quiet zero."""

    def checked(*numbers: float) -> float:
        value = function(*numbers)
        if isinstance(value, complex) or not math.isfinite(value):
            raise OverflowError
        return float(value)

    return checked


OPERATORS: Mapping[type[ast.AST], Function] = MappingProxyType(
    {
        ast.Add: _finite(lambda a, b: a + b),
        ast.Sub: _finite(lambda a, b: a - b),
        ast.Mult: _finite(lambda a, b: a * b),
        ast.Div: _finite(lambda a, b: a / b),
        ast.FloorDiv: _finite(lambda a, b: a // b),
        ast.Mod: _finite(lambda a, b: a % b),
        ast.Pow: _finite(lambda a, b: a**b),
        ast.USub: _finite(lambda a: -a),
        ast.UAdd: _finite(lambda a: a),
    }
)


def embedding(token: float, slot: float) -> float:
    """One number of the vectors of The, cat, sat (tokens 0, 1, 2; slots 0 to 3).

    Raises:
        ParameterError: If there is no such token or slot.
    """
    # Loaded with the first one that is asked for.
    from petui.core.attention import WORDS

    tokens, slots = WORDS.shape
    if token != int(token) or slot != int(slot) or not (0 <= token < tokens and 0 <= slot < slots):
        raise ParameterError(f"embedding({token:g}, {slot:g}) is outside {tokens} tokens of {slots} slots")
    return float(WORDS[int(token), int(slot)])


def _rounded(number: float, digits: float = 0.0) -> float:
    if digits != int(digits):
        raise ParameterError(f"round takes a whole number of digits, not {digits:g}")
    return round(number, int(digits))


# What connections.py computes: how many numbers each function takes, and what it is given before them.
CONNECTED: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        **{
            name: ("", arity)
            for name, arity in {
                "content_content": 2,
                "alibi_slope": 2,
                "alibi_bias": 4,
                "t5_bucket": 3,
                "t5_bucket_causal": 3,
                "learned": 3,
                "learned_dot": 3,
                "learned_loss": 1,
                "random_product": 3,
            }.items()
        },
        **{
            name: ("base", arity)
            for name, arity in {
                "content_position": 2,
                "position_content": 2,
                "position_position": 2,
                "score": 4,
                "added": 4,
                "rotated": 3,
                "rotated_halves": 3,
                "rotary": 4,
                "rotary_halves": 4,
            }.items()
        },
        **{
            name: ("lab", arity)
            for name, arity in {"head_product": 3, "head_weight": 5, "nearest_offset": 1, "amplitude": 3}.items()
        },
    }
)


def _connected(name: str, *given: object) -> Function:
    """A function of connections.py behind what it is given; its mathematics is loaded when it is called first."""

    def call(*numbers: float) -> float:
        from petui.lessons.connections import FUNCTIONS

        return FUNCTIONS[name](*given, *numbers)

    return call


LEARNER_FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        name: _finite(function)
        for name, function in {
            "sin": math.sin,
            "cos": math.cos,
            "tan": math.tan,
            "exp": math.exp,
            "log": math.log,
            "sqrt": math.sqrt,
        }.items()
    }
)

# Name → function, fewest and most arguments.
_PLAIN: dict[str, tuple[Function, float, float]] = {
    "tan": (math.tan, 1, 1),
    "exp": (math.exp, 1, 1),
    "log": (math.log, 1, 1),
    "sqrt": (math.sqrt, 1, 1),
    "abs": (abs, 1, 1),
    "floor": (math.floor, 1, 1),
    "round": (_rounded, 1, 2),
    "min": (min, 2, math.inf),
    "max": (max, 2, math.inf),
    "atan2": (math.atan2, 2, 2),
    "half": (half, 1, 1),
    "single": (single, 1, 1),
    "brain": (brain, 1, 1),
    "embedding": (embedding, 2, 2),
    **{name: (_connected(name), arity, arity) for name, (given, arity) in CONNECTED.items() if not given},
}
# Name → method of the formula, number of arguments.
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
_OF_PAIR = ("omega", "divisor", "exponent", "wavelength")

# Functions that give a table, and the slip that is in it; none for the right one.
GRIDS: Mapping[str, str] = MappingProxyType(
    {
        "table_right": "",
        **{f"table_{name.replace('-', '_')}": name for name in (*(slip.id for slip in SLIPS), *WRONG_TABLES)},
    }
)
ARITIES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        **{name: (fewest, most) for name, (_, fewest, most) in _PLAIN.items()},
        **{name: (arity, arity) for name, (_, arity) in {**_OF_FORMULA, **CONNECTED}.items()},
        **dict.fromkeys(GRIDS, (2, 2)),
    }
)
# How many slots of a row one call computes, in units of d_model.
SLOTS_PER_CALL: Mapping[str, int] = MappingProxyType(
    {"dot": 2, "distance": 2, "norm": 1, "head_product": 3, "head_weight": 256, "nearest_offset": 256, "amplitude": 64}
)

_PLAIN_CHECKED: Mapping[str, Function] = MappingProxyType(
    {name: _finite(function) for name, (function, _, _) in _PLAIN.items()}
)


def author_functions(formula: Formula, *, halving: bool = False) -> dict[str, Function]:
    """Every function of an author's expression that gives a number, by name.

    Args:
        formula: The formulas, right or slipped.
        halving: Each floor in the expression is floor(slot / 2). One who takes the slot for the pair skips it.
    """
    functions = {name: _finite(getattr(formula, method)) for name, (method, _) in _OF_FORMULA.items()}
    functions.update(_PLAIN_CHECKED)
    before = {"lab": formula.lab, "base": formula.lab.base}
    functions.update(
        {name: _finite(_connected(name, before[given])) for name, (given, _) in CONNECTED.items() if given}
    )
    if formula.by_slot:
        if halving:
            functions["floor"] = lambda half: 2 * half
        return functions
    functions.update({name: _of_pair(functions[name], formula) for name in _OF_PAIR})
    if formula.angle_digits is not None:
        functions.update({name: _of_rounded(functions[name], formula.angle_digits) for name in ("sin", "cos")})
    return functions


def _of_pair(function: Function, formula: Formula) -> Function:
    """The function, refusing a pair that the encoding does not have."""

    def checked(pair: float) -> float:
        pairs = (formula.lab.d_model + 1) // 2
        if pair != int(pair) or not 0 <= pair < pairs:
            raise ParameterError(
                f"pair is {pair:g}, but d_model {formula.lab.d_model} has pairs 0 to {pairs - 1}", where="pair"
            )
        return function(pair)

    return checked


def _of_rounded(wave: Function, digits: int) -> Function:
    return lambda angle: wave(round(angle, digits))
