"""What the encoding table can show in its cells."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from petui.core.attention import NAMES, word_vectors
from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.encoded import encoded
from petui.plot.ruler import four_decimals, tidied
from petui.records import dataclass

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TableMode:
    """One way to show the table.

    Attributes:
        name: Its name, which tells modes apart.
        title: What the cells hold, in words; `{dtype}` stands for the Lab's number format.
        width: Columns per slot, the blank before the number included.
        numbers: What the cells hold: shape (positions, slots), float64.
        text: A number as text of at most `width` - 1 characters.
        change: A difference of two such numbers, with its sign, no longer either.
        least: A smaller difference is none.
        called: What the number of a cell is called; `{cell}` stands for PE(pos,slot).
        exactly: A number below the table, where there is more room.
        least_below: A smaller difference is none there.
    """

    name: str
    title: str
    width: int
    numbers: Callable[[Lab, Whole, Whole], Floats]
    text: Callable[[float], str]
    change: Callable[[float], str]
    least: float = 5e-5
    called: str = "{cell}"
    exactly: Callable[[float], str] = "{:.6f}".format
    least_below: float = 5e-7

    def number(self, lab: Lab) -> float:
        """The number of the Lab's cell."""
        return float(self.numbers(lab, np.array([lab.pos]), np.array([lab.slot]))[0, 0])

    def titled(self, lab: Lab) -> str:
        """Its title at a Lab."""
        return self.title.format(dtype=lab.dtype)


def _values(lab: Lab, positions: Whole, slots: Whole) -> Floats:
    return encoded(lab).values(positions, slots, lab.dtype)


def _angles(lab: Lab, positions: Whole, slots: Whole) -> Floats:
    here = encoded(lab)
    pairs = here.columns.pair[slots]
    rates = here.omega[np.maximum(pairs, 0)]
    angles: Floats = positions[:, None].astype(np.float64) * np.where(pairs < 0, 0.0, rates)
    return angles


def _sums(lab: Lab, positions: Whole, slots: Whole) -> Floats:
    total: Floats = _values(lab, positions, slots) + embeddings(lab.d_model, positions, slots)
    return total


def embeddings(d_model: int, positions: Whole, slots: Whole) -> Floats:
    """The vectors of the tokens at positions, shape (positions, slots): The, cat, sat, over and over."""
    vectors: Floats = word_vectors(d_model)[np.ix_(positions % len(NAMES), slots)]
    return vectors


def _errors(lab: Lab, positions: Whole, slots: Whole) -> Floats:
    exact = encoded(lab).values(positions, slots)
    wrong: Floats = encoded(lab).values(positions, slots, lab.dtype) - exact
    return wrong


def _shares(lab: Lab, positions: Whole, slots: Whole) -> Floats:
    """The values as shares of the largest one possible, from -1 to 1."""
    shares: Floats = _values(lab, positions, slots) / encoded(lab).multiplier
    return shares


def signed_decimals(number: float) -> str:
    """A difference from -9 to 9 in seven characters."""
    return f"{number:+.4f}"


def angle_text(number: float) -> str:
    """An angle in nine characters."""
    text = f"{number:.4f}"
    return text if len(text) <= 9 else tidied(f"{number:.3e}")


def angle_change(number: float) -> str:
    """A difference of angles in nine characters."""
    text = f"{number:+.4f}"
    return text if len(text) <= 9 else tidied(f"{number:+.2e}")


def share_change(number: float) -> str:
    """The size of a difference of shares in three characters, `.05`, `1.9`: its sign stands before it."""
    hundredths = round(abs(number) * 100)
    return f".{hundredths:02d}" if hundredths < 100 else f"{abs(number):.1f}"


def error_text(number: float) -> str:
    """An error in eight characters; none is 0."""
    return "0" if number == 0 else tidied(f"{number:+.1e}")


VALUE = TableMode("value", "values", 8, _values, four_decimals, signed_decimals)
SHADE = TableMode("shade", "shades", 4, _shares, four_decimals, share_change, called="share of {cell}")
MODES: tuple[TableMode, ...] = (
    VALUE,
    SHADE,
    TableMode(
        "angle",
        "angles pos·ω in radians",
        10,
        _angles,
        angle_text,
        angle_change,
        called="angle of {cell}",
        exactly=lambda number: tidied(f"{number:.9g}"),
        least_below=0.0,
    ),
    TableMode("sum", "embedding + PE", 8, _sums, four_decimals, signed_decimals, called="embedding + {cell}"),
    TableMode(
        "error",
        "error of {dtype}",
        9,
        _errors,
        error_text,
        error_text,
        least=0.0,
        called="error of {cell}",
        exactly=lambda number: tidied(f"{number:.3g}"),
        least_below=0.0,
    ),
)
