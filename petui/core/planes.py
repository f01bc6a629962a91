r"""Encodings of cells of a grid, and of points: several coordinates in one row.

Each axis has its own sines and cosines, sin(p·\omega_k) and cos(p·\omega_k) with \omega_k = base^(-2k/F), where F is
the number of slots of one axis. What differs is which axis comes first, where its waves stand, and what p is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import ParameterError
from petui.core.parameters import checked_base, checked_d_model
from petui.core.phase import Floats
from petui.core.sweep import Columns, Sweep, columns_of
from petui.core.tables import sweep_table
from petui.records import dataclass

PlaneLayout: TypeAlias = Literal["interleaved", "sines-first", "alternating"]
Measure: TypeAlias = Literal["count", "share-of-turn", "middle-of-turn"]
MAX_SIDE = 1 << 20
# What the DETR family adds to the last position before it divides by it.
_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Plane:
    r"""One way to encode the cells of a grid.

    Attributes:
        name: Its name for commands.
        title: Its name for people.
        axes: The axes of the grid, outermost first.
        first: The axes' indices in the order in which their slots come.
        layout: Within the slots of an axis; "alternating" has sine and cosine of each axis in turn, pair after pair.
        start: What the first cell of an axis counts as.
        measure: "count" for p = start, start + 1, …; "share-of-turn" for p = 2\pi·n/(last + 10^-6), where n counts
            from start; "middle-of-turn" for the same of n - 0.5.
        rounds_up: Whether an axis may lose its last slots, because their number is rounded up; else a width must fit.
        floored: Whether \omega_k is exp(2k·floor(-ln(base) / d_model / 2)), the slip of a program, instead.
        arithmetic: The number format that the program computes in.
        base: The base it has by default.
        says: What trips those who compare with it, one or two sentences.
        source: Where it is written down.
        aliases: Other programs that do the same, or other names.
    """

    name: str
    title: str
    axes: tuple[str, ...]
    first: tuple[int, ...]
    layout: PlaneLayout = "interleaved"
    start: int = 0
    measure: Measure = "count"
    rounds_up: bool = False
    floored: bool = False
    arithmetic: str = "float32"
    base: float = 10000.0
    says: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()

    def features(self, d_model: int) -> int:
        """How many slots one axis has, before any are cut off.

        Raises:
            ParameterError: If the convention has no such width.
        """
        width, unit = checked_d_model(d_model), 2 * len(self.axes)
        if width % unit and not self.rounds_up:
            raise ParameterError(
                f"{self.name} shares its slots among {len(self.axes)} axes in pairs, and {width} is no multiple of "
                f"{unit}",
                where="d_model",
                mend=f"give {unit}, {2 * unit} and so on",
            )
        return -(-width // unit) * 2

    def slots(self, d_model: int) -> tuple[NDArray[np.int64], Columns]:
        """The axis of each slot, and its pair and function there; each of shape (d_model,)."""
        pairs = self.features(d_model) // 2
        axes = np.array(self.first)
        if self.layout == "alternating":
            axis, pair = np.tile(np.repeat(axes, 2), pairs), np.repeat(np.arange(pairs), 2 * len(axes))
            return axis, Columns(pair, np.arange(len(pair)) % 2 == 1)
        one = columns_of(self.layout, pairs, pairs)
        axis = np.repeat(axes, 2 * pairs)[:d_model]
        return axis, Columns(np.tile(one.pair, len(axes)), np.tile(one.cosine, len(axes))).window(0, d_model)

    def sweep(self, d_model: int, base: float | None = None) -> Sweep:
        """The frequencies of one axis; `base` is the convention's own unless given."""
        base, pairs = checked_base(self.base if base is None else base), self.features(d_model) // 2
        if self.floored:
            return Sweep(pairs, 1, exp(-2 * (-log(base) / d_model // 2)))
        return Sweep(pairs, pairs, base)

    def positions(self, length: int) -> Floats:
        """The p of each cell along an axis of so many cells."""
        counts = np.arange(length, dtype=np.float64) + self.start
        if self.measure == "count":
            return counts
        half = 0.5 if self.measure == "middle-of-turn" else 0.0
        share: Floats = (counts - half) / (counts[-1] + _EPSILON) * (2 * pi)
        return share


def axis_tables(
    plane: Plane, shape: Sequence[int], d_model: int, base: float | None = None, dtype: object = np.float64
) -> list[tuple[NDArray[np.int64], NDArray[np.floating]]]:
    """For each axis of a grid: its slots, and their values at each cell along it, shape (length, slots).

    Raises:
        ParameterError: As encode_grid.
    """
    lengths = checked_shape(plane, shape)
    axis, columns = plane.slots(d_model)
    sweep = plane.sweep(d_model, base)
    found = []
    for number, length in enumerate(lengths):
        own = np.flatnonzero(axis == number)
        waves = Columns(columns.pair[own], columns.cosine[own])
        found.append((own, sweep_table(plane.positions(length), sweep, waves, dtype)))
    return found


def checked_shape(plane: Plane, shape: Sequence[int], *, where: str = "shape") -> tuple[int, ...]:
    """The lengths of a grid's axes; raises ParameterError unless there is one for each, from 1 to 2^20."""
    lengths = tuple(shape)
    if len(lengths) != len(plane.axes):
        raise ParameterError(
            f"{plane.name} has the axes {', '.join(plane.axes)}, not {len(lengths)}",
            where=where,
            mend=f"give {len(plane.axes)} lengths",
        )
    for length in lengths:
        if isinstance(length, bool) or not isinstance(length, (int, np.integer)) or not 1 <= length <= MAX_SIDE:
            raise ParameterError(
                f"{length!r} is no length of an axis", where=where, mend=f"give whole numbers from 1 to {MAX_SIDE}"
            )
    return tuple(int(length) for length in lengths)


def encode_cells(
    tables: Sequence[tuple[NDArray[np.int64], NDArray[np.floating]]], cells: NDArray[np.int64]
) -> NDArray[np.floating]:
    """The rows of some cells of a grid.

    Args:
        tables: Of the grid's axes, from axis_tables.
        cells: Their indices along the axes, shape (cells, axes).

    Returns:
        Shape (cells, d_model).
    """
    rows = np.empty((len(cells), sum(len(slots) for slots, _ in tables)), dtype=tables[0][1].dtype)
    for number, (slots, table) in enumerate(tables):
        rows[:, slots] = table[cells[:, number]]
    return rows


@dataclass(frozen=True, slots=True)
class PointConvention:
    r"""One way to encode points with fractional coordinates, by frequencies that double: \omega_k = factor·2^k.

    A row holds the coordinates themselves where `raw`, then for each k the sines of all of them, then the cosines.

    Attributes:
        name: Its name for commands.
        title: Its name for people.
        factor: The lowest frequency, radians per unit: 1 or \pi.
        raw: Whether the coordinates themselves stand before their waves.
        arithmetic: The number format that the program computes in.
        says: What trips those who compare with it, one or two sentences.
        source: Where it is written down.
        aliases: Other names.
    """

    name: str
    title: str
    factor: float
    raw: bool
    arithmetic: str = "float32"
    says: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()

    def width(self, coordinates: int, levels: int) -> int:
        """The slots of a row with so many frequencies."""
        return coordinates * (2 * levels + self.raw)

    def levels(self, d_model: int, coordinates: int) -> int:
        """How many frequencies a width holds.

        Raises:
            ParameterError: If the convention has no such width for so many coordinates.
        """
        width = checked_d_model(d_model)
        count, rest = divmod(width - self.raw * coordinates, 2 * coordinates)
        if rest or count < 1:
            widths = " or ".join(str(self.width(coordinates, max(1, count) + more)) for more in (0, 1))
            raise ParameterError(
                f"{self.name} has no width {width} for {coordinates} coordinates",
                where="d_model",
                mend=f"give {widths}",
            )
        return count
