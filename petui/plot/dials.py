r"""Dials: one clock per frequency pair, its hand at the angle pos·\omega_i, cosine to the right and sine up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from petui.core.lab import Lab
from petui.plot.canvas import Cells, Grid
from petui.plot.encoded import encoded
from petui.plot.picture import Line, Picture, Run, filled, first_that_fits, needs, worded
from petui.plot.ruler import four_decimals, plural, short, subscript
from petui.plot.sheet import Sheet, place_marks
from petui.plot.turns import circle_cells, hand_cells, signed, turns
from petui.records import dataclass

MIN_WIDTH = 20
MIN_HEIGHT = 5
_LEAST_ROWS = 3
_MOST_ROWS = 20
_LEGIBLE_ROWS = 4
_COMFORTABLE_DIALS = 8
_WIDE_TEXT = 18
_LEGIBLE_TEXT = 15
_NARROW_TEXT = 13
# Whether a dial's text stands beside it, and how wide it is.
_TEXTS = ((True, _WIDE_TEXT), (True, _LEGIBLE_TEXT), (True, _NARROW_TEXT), (False, _WIDE_TEXT))
_GAP = 2
_HEAD_LINES = 1
_HAND = 0.82


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the dials go.

    Attributes:
        pairs: The pairs shown, first and one past the last.
        rows: Rows of a dial; it is twice as many columns wide, which is round at a cell of 1 × 2.
        across: Dials side by side.
        beside: Whether a dial's text stands at its right, not below it.
        text_width: Columns of a dial's text.
        texts: Rows of a dial's text.
        caption: Whether a row says what the axes are.
    """

    pairs: range
    rows: int
    across: int
    beside: bool
    text_width: int
    texts: int
    caption: bool

    @property
    def block_width(self) -> int:
        """Columns of a dial with its text."""
        return 2 * self.rows + 1 + self.text_width if self.beside else max(2 * self.rows, self.text_width)

    @property
    def block_height(self) -> int:
        """Rows of a dial with its text, and of the gap below a text that stands beside it."""
        return self.rows + 1 if self.beside else self.rows + self.texts

    def fitting(self, width: int, height: int) -> tuple[int, int]:
        """How many dials fit side by side, and how many below each other."""
        return (width + _GAP) // (self.block_width + _GAP), (height + self.beside) // self.block_height


@dataclass(frozen=True, slots=True)
class Hand:
    r"""What one dial shows.

    Attributes:
        pair: The pair i.
        omega: Its frequency, radians per position.
        cosine: Whether the table has its cosine.
        angle: pos·\omega_i, radians.
        turn: offset·\omega_i, radians.
        now: The hand's (x, y) at the current position.
        then: The hand's (x, y) at the position an offset further.
    """

    pair: int
    omega: float
    cosine: bool
    angle: float
    turn: float
    now: tuple[float, float]
    then: tuple[float, float]


@needs("Dials", MIN_WIDTH, MIN_HEIGHT)
def dials(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """A dial for as many frequency pairs as fit, the current slot's pair among them.

    The solid hand stands at the current position; with an offset other than 0 a dotted one stands at pos + offset,
    and the turn between them is written in radians and turns.
    """
    plan = planned(lab, width, height)
    shown = shown_hands(lab, plan.pairs)
    sheet = Sheet(width, height)
    for text, style, column in _heading(lab, plan, width, ascii):
        sheet.put(0, column, text, style)
    texts = _texts(shown, lab, plan, ascii)
    for at, (hand, said) in enumerate(zip(shown, texts, strict=True)):
        down, across = divmod(at, plan.across)
        row = _HEAD_LINES + down * plan.block_height
        _draw(sheet, plan, hand, said, row, across * (plan.block_width + _GAP), lab, ascii)
    lines: list[Line] = list(sheet.lines())
    if plan.caption:
        lines[-1] = _caption(lab, width, ascii)
    return Picture(filled(lines, width, height), _says(lab, shown))


# ---- layout ----------------------------------------------------------------------------------------------------------


def planned(lab: Lab, width: int, height: int) -> Plan:
    """As many dials of a legible size as are wanted, up to eight, with units, and then as large as they can be."""
    table = encoded(lab)
    pairs = table.pairs
    texts = 4 if lab.offset else 3
    caption = height > MIN_HEIGHT
    room = height - _HEAD_LINES - caption
    best, choice = (False, 0, False, 0), Plan(range(1), _LEAST_ROWS, 1, True, _NARROW_TEXT, texts, caption)
    for rows in range(min(_MOST_ROWS, room), _LEAST_ROWS - 1, -1):
        for beside, text_width in _TEXTS:
            plan = replace(choice, rows=rows, beside=beside, text_width=text_width)
            across, down = plan.fitting(width, room)
            dials_wanted = min(across * down, pairs, _COMFORTABLE_DIALS)
            score = (rows >= _LEGIBLE_ROWS, dials_wanted, text_width >= _LEGIBLE_TEXT, rows)
            if across * down and score > best:
                shown = table.pairs_at(lab.slot, across * down)
                best, choice = score, replace(plan, across=across, pairs=shown)
    return choice


def shown_hands(lab: Lab, pairs: range) -> list[Hand]:
    """The hands of these pairs."""
    table = encoded(lab)
    y, x = table.hands([lab.pos, lab.pos + lab.offset], pairs)
    omegas = table.omega
    return [
        Hand(
            pair,
            float(omegas[pair]),
            table.has_cosine(pair),
            lab.pos * float(omegas[pair]),
            lab.offset * float(omegas[pair]),
            (float(x[0, at]), float(y[0, at])),
            (float(x[1, at]), float(y[1, at])),
        )
        for at, pair in enumerate(pairs)
    ]


# ---- drawing ---------------------------------------------------------------------------------------------------------


def _draw(
    sheet: Sheet, plan: Plan, hand: Hand, texts: Sequence[Run], row: int, column: int, lab: Lab, ascii: bool
) -> None:
    """One dial and its text."""
    size = 2 * plan.rows
    inset = 0 if plan.beside else (plan.block_width - size) // 2
    style = f"pair{hand.pair}"
    sheet.lay(_rim(plan.rows, ascii), row, column + inset, "muted")
    grid = _grid(plan.rows, ascii)
    if lab.offset:
        x, y = hand.then
        sheet.lay(hand_cells(grid, _HAND * x, _HAND * y, dotted=True), row, column + inset, style)
    x, y = hand.now
    sheet.lay(hand_cells(grid, _HAND * x, _HAND * y), row, column + inset, f"{style} strong")
    current, other = place_marks(ascii=ascii)
    ends = [(hand.now, current, "cursor strong")]
    if lab.offset:
        ends.insert(0, (hand.then, other, f"{style} strong"))
    for (x, y), mark, end_style in ends:
        sheet.put(row + grid.row(y), column + inset + grid.column(x), mark, end_style)
    at = (row, column + size + 1) if plan.beside else (row + plan.rows, column)
    for down, (text, text_style) in enumerate(texts):
        sheet.put(at[0] + down, at[1], text, text_style)


def _texts(shown: Sequence[Hand], lab: Lab, plan: Plan, ascii: bool) -> list[tuple[Run, ...]]:
    """Each dial's text, no more rows than a dial has beside it; a row has one form at all dials."""
    rows = plan.rows if plan.beside else plan.texts
    mark, _ = place_marks(ascii=ascii)
    names = [("w" if ascii else "ω") + subscript(hand.pair, ascii=ascii) for hand in shown]
    forms = [
        ("strong", [_rates(name, hand) for name, hand in zip(names, shown, strict=True)]),
        ("strong", [_angles(f"{mark} ", hand.angle) for hand in shown]),
        ("muted", [_in_turns(hand.angle) for hand in shown]),
        ("", [_turned(name, hand.turn) for name, hand in zip(names, shown, strict=True)]),
        ("muted", [_in_turns(hand.turn, plus=True) for hand in shown]),
    ]
    if lab.pos == encoded(lab).padding:
        forms[1:] = [("strong", [[f"{mark} padding: 0", f"{mark} padding", mark]] * len(shown))]
    elif lab.pos + lab.offset == encoded(lab).padding:
        forms[3:] = []
    wanted = [True, True, not lab.offset or rows > 4, bool(lab.offset), bool(lab.offset) and rows > 3]
    columns = [
        [(text, style) for text in _alike(texts, plan.text_width)]
        for (style, texts), keep in zip(forms, wanted, strict=False)
        if keep
    ]
    return [
        tuple((text, _row_style(down, style, hand, lab)) for down, (text, style) in enumerate(rows_of_one))
        for hand, rows_of_one in zip(shown, zip(*columns, strict=True), strict=True)
    ]


def _row_style(down: int, style: str, hand: Hand, lab: Lab) -> str:
    """The first row is the accent at the current pair; it and the turn by the offset are in the pair's colour."""
    if down == 0:
        return "cursor strong" if hand.pair == encoded(lab).near_pair(lab.slot) else f"pair{hand.pair} strong"
    return style or f"pair{hand.pair}"


def _alike(forms: Sequence[Sequence[str]], room: int) -> list[str]:
    """The first form, each dial's longest first, that fits `room` at every dial; blank where none does."""
    fitting = (texts for texts in zip(*forms, strict=True) if all(len(text) <= room for text in texts))
    return list(next(fitting, [""] * len(forms)))


def _rates(name: str, hand: Hand) -> list[str]:
    return [f"{name} = {short(hand.omega)}", f"{name}={short(hand.omega)}", name]


def _angles(mark: str, angle: float) -> list[str]:
    texts = [f"{mark}{signed(angle, digits=digits)}" for digits in (4, 3)]
    return [*(f"{text} rad" for text in texts), *texts]


def _turned(name: str, turn: float) -> list[str]:
    by, roughly = (signed(turn, plus=True, digits=digits) for digits in (4, 3))
    return [f"k{name} = {by} rad", f"k{name}={by} rad", f"{by} rad", f"{roughly} rad", by, roughly]


def _in_turns(angle: float, *, plus: bool = False) -> list[str]:
    text = turns(angle, plus=plus)
    return [f"= {text} turn", f"{text} turn", f"= {text}"]


def _grid(rows: int, ascii: bool) -> Grid:
    return Grid(2 * rows, rows, (-1.0, 1.0), (-1.0, 1.0), ascii)


@lru_cache(maxsize=64)
def _rim(rows: int, ascii: bool) -> Cells:
    """A circle."""
    return circle_cells(_grid(rows, ascii))


# ---- words -----------------------------------------------------------------------------------------------------------


def _heading(lab: Lab, plan: Plan, width: int, ascii: bool) -> list[tuple[str, str, int]]:
    """The pairs shown and the marks of both hands, each with its style and column."""
    dash = "-" if ascii else "–"
    first, last, pairs = plan.pairs[0], plan.pairs[-1], encoded(lab).pairs
    shown = f"pair {first}" if first == last else f"pairs {first}{dash}{last}"
    current, other = place_marks(ascii=ascii)
    now = f"{current} pos {lab.pos}"
    then = f"{other} pos {lab.pos + lab.offset}" if lab.offset else ""
    heads = (f"Dials, {shown} of {pairs}", f"{shown} of {pairs}", shown)
    for marks in ([now, then], [now]):
        for head in heads:
            if len(head) + sum(len(mark) + 3 for mark in marks) <= width:
                at = len(head) + 3
                places = zip(marks, ("cursor strong", "strong"), (at, at + len(now) + 3), strict=False)
                return [(head, "heading", 0), *places]
    return [(first_that_fits(heads[1:], width), "heading", 0)]


def _caption(lab: Lab, width: int, ascii: bool) -> Line:
    rate = "w_i" if ascii else "ω_i"
    times = "*" if ascii else "·"
    turns_on = lab.offset and encoded(lab).padding not in (lab.pos, lab.pos + lab.offset)
    turn = f"; to pos {lab.pos + lab.offset} each turns by k{times}{rate}, k = {lab.offset}" if turns_on else ""
    notes = [
        f"hand at pos{times}{rate}, from the right and upwards; cosine to the right, sine up{turn}",
        f"cosine to the right, sine up{turn}",
        "cosine right, sine up",
        "cos right, sin up",
    ]
    return worded(notes, width, "muted")


def _says(lab: Lab, shown: list[Hand]) -> str:
    parts, padding = [], encoded(lab).padding
    for hand in shown:
        x, y = hand.now
        no = "" if hand.cosine else " (not in the table)"
        angle = "" if padding == lab.pos else f"at {signed(hand.angle)} radians, {turns(hand.angle)} turns, "
        part = (
            f"pair {hand.pair} (omega {short(hand.omega)}) {angle}has cosine {four_decimals(x)}{no} to the right and "
            f"sine {four_decimals(y)} up"
        )
        if lab.offset and padding not in (lab.pos, lab.pos + lab.offset):
            part += f", and turns by {signed(hand.turn, plus=True)} radians, {turns(hand.turn, plus=True)} turns"
        parts.append(part)
    further = f", and from there to position {lab.pos + lab.offset}" if lab.offset else ""
    pairs = encoded(lab).pairs
    return (
        f"Dials of {len(shown)} of {plural(pairs, 'frequency pair')} at d_model {lab.d_model}, each with a hand at "
        f"position {lab.pos}{further}: " + "; ".join(parts) + "."
    )
