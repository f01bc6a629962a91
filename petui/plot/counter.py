r"""Counter: the bits of each position beside the sines of its frequency pairs, fast at the left and slow at the right.

Bit k of a binary counter is the same for 2^k positions and comes round every 2^(k+1); pair i's sine comes round every
2\pi/\omega_i, without a jump.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

import numpy as np

from petui.core.lab import Lab
from petui.plot.encoded import Encoded, encoded
from petui.plot.heat import ASCII_SHADES, HEAT_LEVELS, UNICODE_SHADES, bins
from petui.plot.picture import Line, Picture, Run, filled, first_that_fits, fitted, needs, worded
from petui.plot.ruler import four_decimals, ordinal, plural, short, tidied
from petui.plot.window import row_label, rows_of
from petui.records import dataclass

MIN_WIDTH = 24
MIN_HEIGHT = 6
_WIDEST = 7
_FEWEST_BITS = 4
# Columns in which any wavelength has two digits: `6.3e4` and a gap.
_LEAST_PAIR = 6


@dataclass(frozen=True, slots=True)
class Plan:
    """What is shown.

    Attributes:
        first: First position.
        rows: Positions shown.
        bits: Bits shown, 0 upwards.
        of_bits: Bits of the longest position.
        pairs: Pairs shown: all, or every so manieth.
        bit_cell: Columns of a bit, with the gap behind it.
        pair_cell: Columns of a pair, with the gap behind it.
        left: Columns of the row labels.
    """

    first: int
    rows: int
    bits: range
    of_bits: int
    pairs: range
    bit_cell: int
    pair_cell: int
    left: int


@needs("Counters", MIN_WIDTH, MIN_HEIGHT)
def counter(lab: Lab, width: int, height: int, *, ascii: bool = False, beside: Lab | None = None) -> Picture:
    """A row per position: its bits, lowest first, and its sines as shades; the periods of both stand above.

    As many bits are shown as fit in half of the width, and pairs from the fastest to the slowest: where not all fit
    every so manieth, the current slot's among them. With `beside` the columns are as wide as those of that Lab.
    """
    table = encoded(lab)
    plan = _planned(lab, table, width, height - 4, beside or lab)
    positions = np.arange(plan.first, plan.first + plan.rows)
    sines, _ = table.hands(positions, plan.pairs)
    lines = [_heading(plan, table, width, ascii), *_periods(plan, table, width, ascii)]
    for position, row in zip(positions.tolist(), sines.tolist(), strict=True):
        lines.append(_row(lab, plan, position, row, width, ascii))
    lines.append(_legend(width, ascii))
    return Picture(filled(lines, width, height), _says(lab, plan, table, sines[lab.pos - plan.first].tolist()))


def _planned(lab: Lab, table: Encoded, width: int, most: int, beside: Lab) -> Plan:
    first, rows, left = rows_of(lab, most)
    other, other_rows, other_left = rows_of(beside, most)
    left, pairs = max(left, other_left), max(table.pairs, encoded(beside).pairs)
    # Between bits and sines stands a bar with a gap.
    room = width - left - 2
    last = max(lab.length - 1, beside.length - 1, first + rows - 1, other + other_rows - 1)
    bits = max(_FEWEST_BITS, last.bit_length())
    bit_cell = max(3, min(_WIDEST, max(len(str(2**bits)) + 1, room // 2 // min(8, max(bits, pairs)))))
    shown = max(1, min(bits, room // 2 // bit_cell))
    rest = room - shown * bit_cell
    pair_cell = min(rest, max(_LEAST_PAIR, min(_WIDEST, rest // min(8, pairs))))
    picked = _picked(table, lab.slot, rest // pair_cell)
    return Plan(first, rows, range(shown), bits, picked, bit_cell, pair_cell, left)


def _picked(table: Encoded, slot: int, count: int) -> range:
    """Pairs from the fastest to the slowest, at most `count`, equally far apart; the slot's pair is one of them."""
    stride = -(-table.pairs // count)
    return range(table.near_pair(slot) % stride, table.pairs, stride)


def _heading(plan: Plan, table: Encoded, width: int, ascii: bool) -> Line:
    dash = "-" if ascii else "–"
    last = plan.first + plan.rows - 1
    every, of = plan.pairs.step, f" of {table.pairs}"
    shown = f"every {ordinal(every)} pair" if every > 1 else "all pairs" if table.pairs > 1 else "the pair"
    from_pair = f"{shown}{of} from {plan.pairs.start}" if every > 1 else f"{shown}: {table.pairs}"
    bits = f"bits 0{dash}{plan.bits.stop - 1} of {plan.of_bits}" if plan.bits.stop < plan.of_bits else "bits"
    heads = [
        f"Counter, positions {plan.first}{dash}{last}: {bits} of pos, sines of {from_pair}",
        f"Counter: {bits} of pos, sines of {from_pair}",
        f"{bits} of pos, sines of {from_pair}",
        f"{bits} of pos, sines of {shown}",
        f"{bits}, {shown}",
        shown,
    ]
    return worded(heads, width, "heading")


def _periods(plan: Plan, table: Encoded, width: int, ascii: bool) -> tuple[Line, Line]:
    """The names of the columns, and after how many positions each comes round; a number without room is left out."""
    bar = "| " if ascii else "│ "
    names = _cells([f"b{bit}" for bit in plan.bits], plan.bit_cell)
    rounds = _cells([str(2 ** (bit + 1)) for bit in plan.bits], plan.bit_cell)
    pairs = _cells([f"s{pair}" for pair in plan.pairs], plan.pair_cell)
    waves = _cells([_period(table.wavelength(pair), plan.pair_cell - 1) for pair in plan.pairs], plan.pair_cell)
    styles = [f"pair{pair}" for pair in plan.pairs]
    upper: list[Run] = [(" " * plan.left, ""), *((text, "strong") for text in names), (bar, "axis")]
    lower: list[Run] = [
        (first_that_fits(["every", ""], plan.left - 1).ljust(plan.left), "axis"),
        *((text, "axis") for text in rounds),
        (bar, "axis"),
    ]
    upper += [(text, f"{style} strong") for text, style in zip(pairs, styles, strict=True)]
    lower += list(zip(waves, styles, strict=True))
    return fitted(upper, width), fitted(lower, width)


def _cells(texts: Sequence[str], cell: int) -> list[str]:
    return [(text if len(text) < cell else "").ljust(cell) for text in texts]


def _period(wavelength: float, room: int) -> str:
    """A wavelength in `room` columns, to two digits at least: `6.28`, `628`, `6.2e4`."""
    texts = [short(wavelength), *(tidied(f"{wavelength:.{digits}g}") for digits in (3, 2))]
    return next((text for text in texts if len(text) <= room), "")


def _row(lab: Lab, plan: Plan, position: int, sines: Sequence[float], width: int, ascii: bool) -> Line:
    """A position, its bits and its sines."""
    wide = plan.bit_cell - 1
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    runs: list[Run] = [row_label(position, plan.left, current=position == lab.pos, ascii=ascii)]
    for bit in plan.bits:
        one = position >> bit & 1
        runs += [(str(one).ljust(wide, "#" if one and ascii else "█" if one else " "), "value" if one else "muted")]
        runs.append((" ", ""))
    runs.append(("| " if ascii else "│ ", "axis"))
    values = np.asarray(sines)
    for glyph, level in zip(bins(values, len(shades)).tolist(), bins(values, HEAT_LEVELS).tolist(), strict=True):
        runs += [(shades[glyph] * (plan.pair_cell - 1), f"heat{level}"), (" ", "")]
    return fitted(runs, width)


def _legend(width: int, ascii: bool) -> Line:
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    notes = [
        f"b: bit, lowest first; s: sine of a pair, from -1 [{shades}] to 1; both are fast at the left",
        f"b: bit; s: sine of a pair, -1 [{shades}] 1",
        f"sine: -1 [{shades}] 1",
    ]
    return worded(notes, width, "muted")


def _says(lab: Lab, plan: Plan, table: Encoded, sines: Sequence[float]) -> str:
    bits = " ".join(str(lab.pos >> bit & 1) for bit in plan.bits)
    head = (
        f"Binary counter beside sinusoids: position {lab.pos} has the bits {bits}, lowest first, and bit k comes round "
        f"every 2 to the k + 1 positions"
    )
    pairs = ", ".join(
        f"pair {pair} every {short(table.wavelength(pair))} with sine {four_decimals(sine)}"
        for pair, sine in zip(plan.pairs, sines, strict=True)
    )
    ratio = _ratio(table)
    return f"{head}; of {plural(table.pairs, 'frequency pair')} {pairs}{ratio}."


def _ratio(table: Encoded) -> str:
    """How a pair's wavelength stands to the next one's, where a bit's period is half of the next one's."""
    if table.pairs < 2:
        return ""
    ratio = table.wavelength(1) / table.wavelength(0)
    return f"; each wavelength is {short(ratio)} times the one before, 2 to the {log2(ratio):.3g}"
