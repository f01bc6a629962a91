"""Which symbols of the glossary a lesson speaks of, and where it does so first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from petui.core.errors import PetuiError
from petui.lessons.model import Lesson, Step
from petui.lessons.place import Place
from petui.lessons.prosemodel import Inline, Maths, Role
from petui.lessons.symbols import SYMBOLS, Symbol, find_symbol
from petui.lessons.walk import displays_in, inlines_in, part_hints, step_proses

# Whole things first: the k of T_k and of D(k) is no offset of its own.
_TOKEN = re.compile(r"T_\{?k\}?|D\(k\)|d_\{?\\text\{model\}\}?|d_\{?model\}?|\\text\{[^}]*\}|\\?[A-Za-z]+")
_BY_TOKEN = MappingProxyType(
    {
        "T_k": "T_k",
        "T_{k}": "T_k",
        "D(k)": "D(k)",
        "PE": "PE",
        "pos": "pos",
        "slot": "slot",
        "i": "i",
        "k": "k",
        "d": "d_model",
        "base": "base",
        "\\omega": "ω",
        "\\lambda": "λ",
        "\\theta": "θ",
        "\\text{pos}": "pos",
        "\\text{slot}": "slot",
        "\\text{PE}": "PE",
    }
)
_BY_SYMBOL = MappingProxyType({symbol.symbol: symbol for symbol in SYMBOLS})


def symbols_of_tex(tex: str) -> tuple[Symbol, ...]:
    """The symbols of the glossary in a formula, each once, in order of appearance."""
    names = (_name_of(token) for token in _TOKEN.findall(tex))
    return tuple(dict.fromkeys(_BY_SYMBOL[name] for name in names if name))


def _name_of(token: str) -> str:
    return "d_model" if "model" in token else _BY_TOKEN.get(token, "")


def symbols_of_step(step: Step) -> tuple[Symbol, ...]:
    """The symbols that a step speaks of, each once, in order of appearance."""
    return tuple(dict.fromkeys(symbol for symbol, _ in _uses(step)))


def first_uses(lesson: Lesson) -> frozenset[Place]:
    """Where a lesson uses each symbol in its running text for the first time: there it is linked."""
    found: dict[Symbol, Place] = {}
    for step in lesson.steps:
        for symbol, place in _uses(step):
            if place is not None:
                found.setdefault(symbol, place)
    return frozenset(found.values())


def _uses(step: Step) -> Iterator[tuple[Symbol, Place | None]]:
    """Each use of a symbol in a step; without a place in a display formula, which is drawn and not written."""
    for prose in step_proses(step):
        for display in displays_in(prose):
            yield from ((symbol, None) for symbol in symbols_of_tex(display.tex))
        yield from _inline_uses(inlines_in(prose))
    for part in step.parts:
        for hint in part_hints(part):
            yield from _inline_uses(hint)


def _inline_uses(inlines: Iterable[Inline]) -> Iterator[tuple[Symbol, Place]]:
    for inline in inlines:
        match inline:
            case Maths(tex, place):
                yield from ((symbol, place) for symbol in symbols_of_tex(tex))
            case Role("sym", text, place):
                try:
                    yield find_symbol(text), place
                except PetuiError:
                    # Lint names it; what is no symbol is not linked.
                    continue
