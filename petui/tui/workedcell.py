"""One cell worked out in full, in whatever convention and number format, and against a pinned one."""

from __future__ import annotations

import numpy as np

from petui.core.attention import NAMES
from petui.core.lab import Lab
from petui.plot.encoded import Encoded, encoded
from petui.plot.picture import first_that_fits
from petui.tui.tablemodes import SHADE, VALUE, TableMode, embeddings


def worked_cell(lab: Lab, width: int) -> list[str]:
    """The cell in full: formula, angle, value, and what a smaller number format makes of it; no number is cut."""
    name = f"PE({lab.pos},{lab.slot})"
    first, *others = _pieces(lab, encoded(lab))
    lines = [f"{name} = {first}"]
    for piece in others:
        if len(lines[-1]) + len(piece) + 3 <= width:
            lines[-1] += f" = {piece}"
        else:
            lines.append(f"{' ' * len(name)} = {piece}")
    if lab.dtype != "float64":
        stored = f"{value_at(lab):.9g} in {lab.dtype}"
        if len(lines[-1]) + len(stored) + 2 <= width:
            lines[-1] += f", {stored}"
        else:
            lines.append(f"{' ' * len(name)}   {stored}")
    return lines


def value_at(lab: Lab) -> float:
    """The value of the Lab's cell, in its number format."""
    return _value(encoded(lab), lab, lab.dtype)


def sum_text(lab: Lab, *, ascii: bool) -> str:
    """The cell with the embedding of its token added."""
    token = float(embeddings(lab.d_model, np.array([lab.pos]), np.array([lab.slot]))[0, 0])
    name = NAMES[lab.pos % len(NAMES)]
    value = value_at(lab)
    minus = "-" if ascii else "−"
    return f"{name} {token:.4g} {minus if value < 0 else '+'} {abs(value):.6f} = {token + value:.6f}"


def compared_text(lab: Lab, pinned: Lab, width: int, mode: TableMode = VALUE, *, ascii: bool) -> str:
    """How far the cell is from the pinned one, by sign and word: of what the table shows, of shades the values."""
    mode = VALUE if mode is SHADE else mode
    if lab.slot >= pinned.d_model:
        has = f"pinned has slots 0 to {pinned.d_model - 1}"
        return first_that_fits([f"{has}: nothing to compare slot {lab.slot} with", has], width)
    other = pinned.changed(slot=lab.slot)
    before, now = mode.number(other), mode.number(lab)
    says = f"{sign_of(now - before, mode.least_below, ascii=ascii)} {word_of(now - before, mode)} pinned"
    cell, old = mode.called.format(cell=f"PE({other.pos},{other.slot})"), mode.exactly(before + 0.0)
    full = f"{says} {cell} = {old}"
    forms = [full, f"{says} {old}", says]
    if pinned.d_model != lab.d_model:
        forms.insert(0, f"{full}; it has {pinned.d_model} slots")
    return first_that_fits(forms, width)


def word_of(difference: float, mode: TableMode = VALUE) -> str:
    """A difference in words: `0.515880 higher than`."""
    if not difference or abs(difference) < mode.least_below:
        return "equal to"
    return f"{mode.exactly(abs(difference))} {'higher' if difference > 0 else 'lower'} than"


def sign_of(difference: float, least: float, *, ascii: bool) -> str:
    """A mark for higher, lower or, within `least`, equal."""
    if difference == 0 or abs(difference) < least:
        return "="
    return ("^" if ascii else "▲") if difference > 0 else ("v" if ascii else "▼")


def _value(here: Encoded, lab: Lab, dtype: str) -> float:
    return float(here.values([lab.pos], [lab.slot], dtype)[0, 0])


def _pieces(lab: Lab, here: Encoded) -> list[str]:
    """What the cell is equal to: formula, angle, value."""
    pair, function = here.pair_of(lab.slot), here.function_of(lab.slot)
    if pair is None:
        return ["0 in every row: this slot is left over"]
    if lab.pos == here.padding:
        return [f"0: position {lab.pos} is padding, all zeros"]
    exact = _value(here, lab, "float64")
    scale = "" if here.multiplier == 1 else f"{here.multiplier:.6g}·"
    angle = lab.pos * float(here.omega[pair])
    product, shown = _product(lab, here, pair), f"{angle:.6g}"
    waves = [f"{scale}{function}({text})" for text in dict.fromkeys((product, shown))]
    return [*waves, f"{exact:.6f}"]


def _product(lab: Lab, here: Encoded, pair: int) -> str:
    """The angle as the convention computes it: `3 / 10000^(2/4)`."""
    sweep = here.sweep
    factor = "" if sweep.factor == 1 else f"·{sweep.factor:.6g}"
    if not sweep.pairs_per_base:
        return f"{lab.pos}{factor}"
    return f"{lab.pos}{factor} / {sweep.base:.6g}^({2 * pair}/{2 * sweep.pairs_per_base:g})"
