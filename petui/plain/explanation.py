"""One cell worked out in full."""

from __future__ import annotations

import json

from petui.core.conventions import Convention, any_convention
from petui.core.conventiontrace import CellTrace, trace_as
from petui.core.errors import ParameterError
from petui.plain.charset import shown
from petui.plain.tablerows import checked_numbers

_FIELDS = ("pos", "slot", "pair", "function", "d_model", "base", "omega", "wavelength", "angle", "value")
_NAMES = {"sin": "sine", "cos": "cosine"}
_PLURALS = {"sin": "sines", "cos": "cosines"}


def explain_cell(pos: float, slot: int, d_model: int, base: float | None, convention: str) -> CellTrace:
    """Every intermediate of one cell; `base` is the convention's own unless given.

    Raises:
        ParameterError: Naming the option or argument that is impossible.
    """
    found = any_convention(convention, where="--convention")
    if not isinstance(found, Convention):
        raise ParameterError(
            f"a cell of {found.name} has several coordinates, and POS is one",
            where="--convention",
            mend=f"`petui table --convention {found.name}` shows its frequencies above its rows",
        )
    checked_numbers(found, d_model, base, "float64")
    return trace_as(found, pos, slot, d_model, base)


def cell_json(cell: CellTrace) -> str:
    """The cell as one line of JSON; of another convention than the paper's with its name and its multiplier."""
    values = {name: getattr(cell, name) for name in _FIELDS}
    if cell.convention.name != "paper":
        values |= {"convention": cell.convention.name, "multiplier": cell.multiplier}
    return json.dumps({"schema": 1, **values}) + "\n"


def cell_text(cell: CellTrace, *, ascii: bool) -> str:
    """The cell as a derivation, one intermediate per line."""
    head = f"PE({_short(cell.pos)}, {cell.slot}) with d_model {cell.d_model} and base {_short(cell.base)}"
    head += "" if cell.convention.name == "paper" else f", as {cell.convention.name}"
    lines = "".join(f"  {name:<11}{line}\n" for name, line in _rows(cell))
    return shown(f"{head}\n{lines}", ascii=ascii)


def _rows(cell: CellTrace) -> list[tuple[str, str]]:
    if cell.pair is None or cell.exponent is None or cell.function is None:
        where = f"slot {cell.slot} belongs to no pair: at an odd d_model a zero fills up the row"
        return [("slot", where), ("value", "0")]
    divisor, omega = _short(cell.divisor), _short(cell.omega)
    rows = [
        ("pair", _pair_words(cell)),
        ("exponent", _exponent_words(cell)),
        ("divisor", f"{_short(cell.base)}^{_short(cell.exponent)} = {divisor}"),
        ("frequency", f"ω = 1/{divisor} = {omega} radians per position"),
        ("wavelength", f"λ = 2π·{divisor} = {_short(cell.wavelength)} positions per turn"),
        ("angle", f"pos·ω = {_short(cell.pos)}·{omega} = {_short(cell.angle)} radians"),
    ]
    if cell.is_padding:
        return [*rows, ("value", f"0, for position {_short(cell.pos)} is that of padding, and its row is all zeros")]
    wave = f"{cell.function}({_short(cell.angle)})"
    if cell.convention.scale != "1":
        rows.append(("scale", f"1/√d_model = {_short(cell.multiplier)}"))
        wave = f"{_short(cell.multiplier)}·{wave}"
    return [*rows, ("value", f"{wave} = {cell.value:.17g}")]


def _pair_words(cell: CellTrace) -> str:
    function = str(cell.function)
    if cell.convention.layout == "interleaved":
        parity = "odd" if cell.slot % 2 else "even"
        return f"i = {cell.slot} // 2 = {cell.pair}; slot {cell.slot} is {parity}, so it holds a {_NAMES[function]}"
    first = cell.slot - int(cell.pair or 0)
    count = cell.convention.columns(cell.d_model)
    last = first + int((count.cosine[(count.pair >= 0)] == (function == "cos")).sum()) - 1
    taken = f"{cell.slot} - {first} = {cell.pair}" if first else f"{cell.slot}"
    return f"i = {taken}; slots {first} to {last} hold the {_PLURALS[function]}"


def _exponent_words(cell: CellTrace) -> str:
    if not cell.counted:
        return "0, for there is no pair but this"
    more = cell.counted - cell.d_model
    width = f"(d_model {'+' if more > 0 else '-'} {abs(more)})" if more else "d_model"
    return f"2i/{width} = {2 * int(cell.pair or 0)}/{cell.counted} = {_short(cell.exponent)}"


def _short(number: float | None) -> str:
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
