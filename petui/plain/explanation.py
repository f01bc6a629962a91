"""One cell worked out in full, or one symbol said in words."""

from __future__ import annotations

import json
from dataclasses import asdict

from petui.core.encoding import Trace, checked_base, checked_d_model, trace
from petui.core.errors import ParameterError
from petui.plain.charset import shown
from petui.plain.table import check_convention

_JSON_FIELDS = ("pos", "slot", "pair", "function", "d_model", "base", "omega", "wavelength", "angle", "value")


def explain_cell(pos: float, slot: int, d_model: int, base: float, convention: str) -> Trace:
    """Every intermediate of one cell.

    Raises:
        ParameterError: Naming the option or argument that is impossible.
    """
    checked_d_model(d_model, where="--d-model")
    check_convention(convention)
    return trace(pos, slot, d_model, checked_base(base, where="--base"))


def cell_json(cell: Trace) -> str:
    """The cell as one line of JSON."""
    values = asdict(cell)
    return json.dumps({"schema": 1, **{name: values[name] for name in _JSON_FIELDS}}) + "\n"


def cell_text(cell: Trace, *, ascii: bool) -> str:
    """The cell as a derivation, one intermediate per line."""
    base, pos = _short(cell.base), _short(cell.pos)
    parity = "odd" if cell.slot % 2 else "even"
    rows = (
        (
            "pair",
            f"i = {cell.slot} // 2 = {cell.pair}; slot {cell.slot} is {parity}, so it holds a {_NAMES[cell.function]}",
        ),
        ("exponent", f"2i/d_model = {2 * cell.pair}/{cell.d_model} = {_short(cell.exponent)}"),
        ("divisor", f"{base}^{_short(cell.exponent)} = {_short(cell.divisor)}"),
        ("frequency", f"ω = 1/{_short(cell.divisor)} = {_short(cell.omega)} radians per position"),
        ("wavelength", f"λ = 2π·{_short(cell.divisor)} = {_short(cell.wavelength)} positions per turn"),
        ("angle", f"pos·ω = {pos}·{_short(cell.omega)} = {_short(cell.angle)} radians"),
        ("value", f"{cell.function}({_short(cell.angle)}) = {cell.value:.17g}"),
    )
    head = f"PE({pos}, {cell.slot}) with d_model {cell.d_model} and base {base}\n"
    return shown(head + "".join(f"  {name:<11}{line}\n" for name, line in rows), ascii=ascii)


_NAMES = {"sin": "sine", "cos": "cosine"}


def _short(number: float) -> str:
    """A number in at most 12 significant digits; whole ones in full."""
    return str(number) if isinstance(number, int) else f"{number:.12g}"


def read_slot(text: str) -> int:
    """The slot that was typed.

    Raises:
        ParameterError: If it is no whole number.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if not plain.removeprefix("-").isdecimal() or len(plain) > 20:
        raise ParameterError(f"slot is {text!r}, not a whole number", where="slot", mend="count slots from 0")
    return int(plain)
