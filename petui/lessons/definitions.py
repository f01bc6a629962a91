"""What each of the encoding's functions is computed from, with the numbers filled in, as a chain of equal terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from petui.core.formula import Formula
from petui.lessons.verdict import precise

# Equal terms of one line.
Chain: TypeAlias = tuple[str, ...]
_MOST_TERMS = 4
_HALF = 5e-7


def definitions(name: str, numbers: Sequence[float], formula: Formula) -> tuple[Chain, ...]:
    """The chains that lead to the value of one call of a DEFINED function.

    Args:
        name: The function.
        numbers: What it is called with.
        formula: The right formulas at the Lab.

    Returns:
        Chains of which every one but the last ends with its value; the last one's, the call's own, is left out.
    """
    return tuple(_DEFINITIONS[name](formula, *numbers))


def _power(formula: Formula, pair: float) -> str:
    return f"{plain(formula.lab.base)}^({plain(2 * pair)}/{formula.lab.d_model})"


def _exponent(formula: Formula, pair: float) -> Iterator[Chain]:
    yield "2i/d", f"2·{plain(pair)}/{formula.lab.d_model}"


def _divisor(formula: Formula, pair: float) -> Iterator[Chain]:
    yield f"1/ω_{plain(pair)}", _power(formula, pair)


def _omega(formula: Formula, pair: float) -> Iterator[Chain]:
    yield f"ω_{plain(pair)}", f"1/{_power(formula, pair)}"


def _wavelength(formula: Formula, pair: float) -> Iterator[Chain]:
    yield f"λ_{plain(pair)}", f"2π·{_power(formula, pair)}"


def _omega_of_slot(formula: Formula, pos: float, slot: float) -> Iterator[Chain]:
    for chain in _omega(formula, slot // 2):
        yield (*chain, _rate(formula, slot // 2, pos))


def _angle(formula: Formula, pos: float, slot: float) -> Iterator[Chain]:
    yield from _omega_of_slot(formula, pos, slot)
    yield f"{_factor(pos)}·ω_{plain(slot // 2)}", _product(formula, pos, slot)


def _pe(formula: Formula, pos: float, slot: float) -> Iterator[Chain]:
    yield from _omega_of_slot(formula, pos, slot)
    wave = "cos" if slot % 2 else "sin"
    angle = near(formula.angle(pos, slot))
    yield f"PE({plain(pos)}, {plain(slot)})", f"{wave}({_product(formula, pos, slot)})", f"{wave}({angle})"


def _product(formula: Formula, pos: float, slot: float) -> str:
    return f"{_factor(pos)}·{_rate(formula, slot // 2, pos)}"


def _rate(formula: Formula, pair: float, factor: float) -> str:
    return near(formula.omega(pair), factor)


def _dot(formula: Formula, first: float, second: float) -> Iterator[Chain]:
    head = f"PE({plain(first)})·PE({plain(second)})"
    if formula.lab.d_model % 2:
        yield head, f"Σ PE({plain(first)}, slot)·PE({plain(second)}, slot) over all slots"
    else:
        yield head, _terms(formula, second - first, "cos({offset}·{omega})")


def _distance(formula: Formula, first: float, second: float) -> Iterator[Chain]:
    head = f"|PE({plain(first)}) - PE({plain(second)})|"
    if formula.lab.d_model % 2:
        yield head, f"√(Σ (PE({plain(first)}, slot) - PE({plain(second)}, slot))^2 over all slots)"
    else:
        # Not √(d - 2·dot): near positions would lose every digit that is shown.
        yield head, f"2·√({_terms(formula, second - first, 'sin({offset}·{omega}/2)^2')})"


def _terms(formula: Formula, offset: float, term: str) -> str:
    """A sum over the pairs, those in the middle left out where there are many."""
    pairs = range(formula.lab.d_model // 2)
    shown = pairs if len(pairs) <= _MOST_TERMS else [*pairs[:2], pairs[-1]]
    terms = [term.format(offset=_factor(offset), omega=_rate(formula, pair, offset)) for pair in shown]
    if len(shown) < len(pairs):
        terms.insert(2, "…")
    return " + ".join(terms)


def _norm(formula: Formula, pos: float) -> Iterator[Chain]:
    if formula.lab.d_model % 2:
        yield f"|PE({plain(pos)})|", f"√(Σ PE({plain(pos)}, slot)^2 over all slots)"
    else:
        yield f"|PE({plain(pos)})|", f"√({formula.lab.d_model}/2)"


def _attended(formula: Formula, order: float, word: float, slot: float, placed: float) -> Iterator[Chain]:
    added = "with" if placed else "without"
    yield (f"attention's output for word {plain(word)} in order {plain(order)}, slot {plain(slot)}, {added} PE",)


def _embedding(formula: Formula, token: float, slot: float) -> Iterator[Chain]:
    yield (f"embedding of token {plain(token)}, slot {plain(slot)}",)


_DEFINITIONS: Mapping[str, Callable[..., Iterator[Chain]]] = MappingProxyType(
    {
        "exponent": _exponent,
        "divisor": _divisor,
        "omega": _omega,
        "wavelength": _wavelength,
        "angle": _angle,
        "pe": _pe,
        "dot": _dot,
        "distance": _distance,
        "norm": _norm,
        "attended": _attended,
        "embedding": _embedding,
    }
)


DEFINED = frozenset(_DEFINITIONS)


def plain(number: float) -> str:
    """A given number in full, which is not one that was computed: at most 12 significant digits."""
    text = f"{number + 0.0:.12g}"
    return text if "e" not in text or abs(number) < 1 else precise(number)


def near(number: float, factor: float = 1.0) -> str:
    """A computed number with digits enough for six right decimals in the sine of `factor` times it."""
    text, factor = precise(number), max(1.0, abs(factor))
    if abs(float(text) - number) * factor <= _HALF:
        return text
    return f"{number:.{6 + math.ceil(math.log10(factor))}f}".rstrip("0").rstrip(".")


def _factor(number: float) -> str:
    return f"({plain(number)})" if number < 0 else plain(number)
