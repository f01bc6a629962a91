"""One symbol said in words."""

from __future__ import annotations

import json
from dataclasses import asdict

from petui.lessons.symbols import Symbol
from petui.plain.charset import shown
from petui.plain.hanging import wrapped


def symbol_json(symbol: Symbol) -> str:
    """The symbol as one line of JSON."""
    return json.dumps({"schema": 1, **asdict(symbol)}) + "\n"


def symbol_text(symbol: Symbol, *, ascii: bool, width: int = 78) -> str:
    """The symbol, its meaning, formula and unit, in lines of at most `width` columns."""
    says = [symbol.meaning, symbol.formula, f"Unit: {symbol.unit}."]
    lines = [line for each in says for line in wrapped(shown(each, ascii=ascii), width - 2)]
    head = wrapped(shown(f"{symbol.symbol}: {symbol.title}", ascii=ascii), width)
    return "\n".join([*head, *(f"  {line}" for line in lines)]) + "\n"
