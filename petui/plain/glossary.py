"""One symbol said in words."""

from __future__ import annotations

import json
from dataclasses import asdict

from petui.lessons.symbols import Symbol
from petui.plain.charset import shown


def symbol_json(symbol: Symbol) -> str:
    """The symbol as one line of JSON."""
    return json.dumps({"schema": 1, **asdict(symbol)}) + "\n"


def symbol_text(symbol: Symbol, *, ascii: bool) -> str:
    """The symbol in three or four lines."""
    lines = [f"{symbol.symbol}: {symbol.title}", f"  {symbol.meaning}"]
    lines += [f"  {symbol.formula}"] if symbol.formula else []
    return shown("\n".join([*lines, f"  Unit: {symbol.unit}."]) + "\n", ascii=ascii)
