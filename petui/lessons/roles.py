"""What stands in running text besides text: formulas, values, cells, symbols and references."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.lessons.expression import evaluate
from petui.lessons.figures import format_number
from petui.lessons.mathtext import MathError, inline_maths
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression, Inline, Maths, Role, Text
from petui.lessons.source import visible
from petui.lessons.symbols import find_symbol
from petui.lessons.transliterate import to_ascii
from petui.lessons.wrapping import Piece
from petui.records import dataclass

_PAIR_CALL = re.compile(r"\s*(?:omega|wavelength|divisor|exponent)\(\s*(\d+)\s*\)\s*")
_SLOT_CALL = re.compile(r"\s*(?:pe|angle)\([^(),]+,\s*(\d+)\s*\)\s*")
_NOWHERE = Place("")


@dataclass(frozen=True, slots=True)
class Values:
    """What the roles in a text are filled from.

    Attributes:
        lab: The Lab that expressions see.
        draw: Drawn values, which go before the Lab's.
        titles: Titles of lessons by id, for references.
        linked: Where a symbol is used for the first time, which is marked.
    """

    lab: Lab
    draw: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    titles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    linked: frozenset[Place] = frozenset()


def set_inline(inline: Inline, values: Values, *, ascii: bool) -> tuple[Piece, ...]:
    """The pieces of one inline; what has no value here is a dash with the reason."""
    match inline:
        case Text(text, style):
            return (Piece(_shown(text, ascii), style, whole=style == "code"),)
        case Maths(tex, place):
            return (_formula(tex, "math linked" if place in values.linked else "math", ascii),)
        case Role(name="sym", text=text, place=place):
            return (_symbol(text, "symbol linked" if place in values.linked else "symbol", ascii),)
        case Role():
            return tuple(_role(inline, values, ascii))


def joined(*styles: str) -> str:
    """Style names as one, each once."""
    return " ".join(dict.fromkeys(name for style in styles for name in style.split()))


def _shown(text: str, ascii: bool) -> str:
    text = visible(text)
    return to_ascii(text) if ascii else text


def _formula(tex: str, style: str, ascii: bool) -> Piece:
    try:
        return Piece(inline_maths(tex, ascii=ascii), style, whole=True)
    except MathError:
        # Lint names the fault; the learner still sees what the author wrote.
        return Piece(_shown(f"${tex}$", ascii), "code", whole=True)


def _role(role: Role, values: Values, ascii: bool) -> list[Piece]:
    match role.name:
        case "val" if role.expressions:
            return _value(role, values, ascii)
        case "cell" if len(role.expressions) == 2:
            return _cell(role, values, ascii)
        case "literal":
            return [Piece(_shown(role.text, ascii), "literal", whole=True)]
        case "ref":
            lesson, _, step = role.text.partition("#")
            title = values.titles.get(lesson)
            shown = role.text if title is None else f"{title}, {step}" if step else title
            return [Piece(_shown(shown, ascii), "reference")]
    return [Piece(_shown(role.text, ascii), "code", whole=True)]


def _value(role: Role, values: Values, ascii: bool) -> list[Piece]:
    source = role.expressions[0].source
    try:
        number = evaluate(role.expressions[0], values.lab, values.draw)
    except PetuiError as error:
        return _missing(error, ascii)
    return [Piece(format_number(number, role.digits), joined(_pair_style(source), "value"), whole=True)]


def _pair_style(source: str) -> str:
    if match := _PAIR_CALL.fullmatch(source):
        return f"pair{int(match.group(1))}"
    if match := _SLOT_CALL.fullmatch(source):
        return f"pair{int(match.group(1)) // 2}"
    return ""


def _cell(role: Role, values: Values, ascii: bool) -> list[Piece]:
    try:
        pos, slot = (evaluate(each, values.lab, values.draw) for each in role.expressions)
        name = f"PE({format_number(pos)},{format_number(slot)})"
        # Through the same evaluator as every other value, so that one rule says which cells there are.
        number = evaluate(Expression(f"pe({pos:.17g}, {slot:.17g})", _NOWHERE), values.lab)
    except PetuiError as error:
        return _missing(error, ascii)
    return [Piece(f"{name} = {format_number(number, 4)}", joined(f"pair{int(slot) // 2}", "value"), whole=True)]


def _missing(error: PetuiError, ascii: bool) -> list[Piece]:
    dash = "--" if ascii else "—"
    return [Piece(dash, "value", whole=True), Piece(" "), Piece(_shown(f"({error.what})", ascii), "muted")]


def _symbol(name: str, style: str, ascii: bool) -> Piece:
    try:
        symbol = find_symbol(name)
    except PetuiError:
        return _formula(name, style, ascii)
    return Piece(symbol.ascii if ascii else symbol.symbol, style, whole=True)
