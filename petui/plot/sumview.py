r"""Sum: slot by slot, a word's embedding + PE(pos) = the input of the model.

The words are those of petui.core.attention in their order, over and over: position 0 is The, 1 cat, 2 sat, 3 The.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from petui.core.attention import NAMES, WORDS, word_vectors
from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.encoded import Encoded, encoded
from petui.plot.picture import Line, Picture, Run, filled, first_that_fits, fitted, needs, worded
from petui.plot.ruler import four_decimals
from petui.plot.window import first_row, slot_style
from petui.records import dataclass

MIN_WIDTH = 34
MIN_HEIGHT = 5
# Every bar goes from -2 to 2: an embedding reaches 0.8, an encoding 1, and so their sum 1.8.
REACH = 2.0
_NUMBER = 8
_LEAST_BAR = 5
# Ten cells to each side of the zero: a cell is 0.2. Longer bars would say no more, and cost a terminal more.
_MOST_BAR = 21
_SAID_SLOTS = 8


@dataclass(frozen=True, slots=True)
class Parts:
    """The three rows that are shown.

    Attributes:
        word: The word's name.
        embedding: Its vector, shape (d_model,).
        encoding: PE(pos), shape (d_model,).
    """

    word: str
    embedding: Floats
    encoding: Floats

    @property
    def total(self) -> Floats:
        """Their sum."""
        return self.embedding + self.encoding


def parts_of(lab: Lab) -> Parts:
    """The word at the current position, its vector, and the encoding in the Lab's convention and dtype."""
    word = lab.pos % len(NAMES)
    row = encoded(lab).values(lab.pos, dtype=lab.dtype)
    return Parts(NAMES[word], word_vectors(lab.d_model)[word], row)


@needs("Sums", MIN_WIDTH, MIN_HEIGHT)
def sum_view(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """A row per slot: the embedding, the encoding and their sum, as numbers, and as bars of one scale where they fit.

    Of a wide encoding the slots around the current one are shown, and it is said.
    """
    table, parts = encoded(lab), parts_of(lab)
    rows = min(height - 3, lab.d_model)
    first = first_row(lab.slot, lab.d_model, rows)
    left = len(str(lab.d_model - 1)) + 7
    panel = min((width - left) // 3, _NUMBER + 1 + _MOST_BAR)
    lines = [_heading(lab, parts, width), _columns(parts, lab, left, panel, width)]
    for slot in range(first, first + rows):
        lines.append(_row(lab, table, parts, slot, left, panel, width, ascii))
    lines.append(_caption(lab, parts, first, rows, width))
    return Picture(filled(lines, width, height), _says(lab, table, parts))


def _heading(lab: Lab, parts: Parts, width: int) -> Line:
    place = f"PE({lab.pos})"
    wordings = [
        (f'Embedding of "{parts.word}" + ', f" = input, d_model {lab.d_model}"),
        (f'"{parts.word}" + ', " = input"),
        (f'"{parts.word}" + ', ""),
    ]
    fitting = (each for each in wordings if sum(map(len, each)) + len(place) <= width)
    before, after = next(fitting, ("", ""))
    return fitted([(before, "heading"), (place, "cursor strong"), (after, "heading")], width)


def _columns(parts: Parts, lab: Lab, left: int, panel: int, width: int) -> Line:
    """The names of the three columns, the signs between them."""
    names = [[f'"{parts.word}"'], [f"+ PE({lab.pos})", "+ PE"], ["= sum"]]
    runs: list[Run] = [("slot".ljust(left), "axis")]
    for texts in names:
        style = "cursor strong" if texts[0].startswith("+") else "strong"
        runs += fitted([(first_that_fits(texts, panel - 1), style)], panel)
    return fitted(runs, width)


def _row(lab: Lab, table: Encoded, parts: Parts, slot: int, left: int, panel: int, width: int, ascii: bool) -> Line:
    current = slot == lab.slot
    pointer = (">" if ascii else "►") if current else " "
    style = slot_style(table, slot)
    label = f"{pointer}{slot:{left - 7}d} {table.function_of(slot):4} "
    runs: list[Run] = [(label, "cursor strong" if current else style)]
    bar = panel - _NUMBER - 1
    columns = ((parts.embedding, "value"), (parts.encoding, style), (parts.total, "strong"))
    for values, name in columns:
        number = f"{four_decimals(float(values[slot])):>{_NUMBER - 1}}"
        drawn = [(" ", ""), *bar_from_zero(float(values[slot]), bar, name, ascii=ascii)] if bar >= _LEAST_BAR else []
        runs += fitted([(number, "cursor strong" if current and values is parts.total else ""), *drawn], panel)
    return fitted(runs, width)


def bar_from_zero(value: float, width: int, style: str, *, ascii: bool) -> list[Run]:
    """A lying bar from a zero in the middle, to the left for what is negative, so long that REACH fills a half.

    It is drawn by half cells, in ASCII by whole ones. A value other than 0 has at least one; one beyond the reach ends
    with an arrow.
    """
    half = (width - 1) // 2
    parts = 1 if ascii else 2
    filled_parts = min(parts * half, max(1, round(abs(value) / REACH * parts * half))) if value else 0
    whole, rest = divmod(filled_parts, parts)
    mark, axis = ("=", "|") if ascii else ("█", "│")
    right, left = mark * whole + "▌" * rest, "▐" * rest + mark * whole
    if abs(value) > REACH:
        right, left = right[:-1] + (">" if ascii else "►"), ("<" if ascii else "◄") + left[1:]
    right, left = (right, "") if value >= 0 else ("", left)
    return [
        (" " * (half - len(left)), ""),
        (left, style),
        (axis, "axis"),
        (right, style),
        (" " * (width - 1 - half - len(right)), ""),
    ]


def _caption(lab: Lab, parts: Parts, first: int, rows: int, width: int) -> Line:
    """How long the three are, and which slots are shown."""
    sizes = [float(np.linalg.norm(values)) for values in (parts.embedding, parts.encoding, parts.total)]
    # Always as many figures, so that what stands behind them stands still.
    lengths = f"norms {sizes[0]:#.4g}, {sizes[1]:#.4g}, {sizes[2]:#.4g}"
    made = "" if lab.d_model == WORDS.shape[1] else "embedding made up, within -0.8 to 0.8"
    shown = f"slots {first} to {first + rows - 1} of {lab.d_model}" if rows < lab.d_model else ""
    notes = [
        "; ".join(filter(None, (shown, lengths, made))),
        "; ".join(filter(None, (shown, lengths))),
        shown or lengths,
    ]
    return worded(notes, width, "muted")


def _says(lab: Lab, table: Encoded, parts: Parts) -> str:
    """The current slot's sum, and those of the first slots."""
    sums = ", ".join(
        f"slot {slot} {four_decimals(float(parts.embedding[slot]))} plus {four_decimals(float(parts.encoding[slot]))} "
        f"is {four_decimals(float(parts.total[slot]))}"
        for slot in sorted({*range(min(_SAID_SLOTS, lab.d_model)), lab.slot})
    )
    made = (
        ""
        if lab.d_model == WORDS.shape[1]
        else f" (made up: numbers from -0.8 to 0.8, norm {sqrt((parts.embedding**2).sum()):.4g})"
    )
    norm = float(np.linalg.norm(parts.encoding))
    return (
        f"Embedding of {parts.word}{made} plus the encoding of position {lab.pos} at d_model {lab.d_model}, slot by "
        f"slot, each number rounded by itself: {sums}; the encoding's norm is {norm:.4g}."
    )
