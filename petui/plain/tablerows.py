"""Which rows a table has, and what stands above its slots: of a sequence, of a grid, or of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.conventions import Convention, convention, encode_as, encode_points
from petui.core.errors import ParameterError
from petui.core.parameters import checked_base, checked_d_model, checked_dtype
from petui.core.planes import Plane, PointConvention, axis_tables, checked_shape, encode_cells
from petui.core.sweep import Columns, Sweep
from petui.plain.positions import Positions
from petui.records import dataclass

Label: TypeAlias = int | float | list[int] | list[float]
Block: TypeAlias = tuple[Sequence[Label], NDArray[np.floating]]

DEFAULT_D_MODEL = 8
_VALUES_PER_BLOCK = 1 << 15


@dataclass(frozen=True, slots=True)
class Wave:
    """What stands above a slot.

    Attributes:
        function: "sin", "cos", "zero" for a slot that is always 0, "raw" for a coordinate itself.
        omega: Its frequency, radians per position; None where it has none.
        axis: The axis that it belongs to; empty in a sequence.
    """

    function: str
    omega: float | None
    axis: str = ""


class TableRows(Protocol):
    """What the forms of a table ask of its rows."""

    @property
    def name(self) -> str:
        """The convention's name."""

    @property
    def width(self) -> int:
        """Slots of a row."""

    @property
    def used_base(self) -> float | None:
        """Base of the wavelengths' progression; None where there is none."""

    @property
    def format(self) -> str:
        """The number format's name."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows along each axis."""

    @property
    def axes(self) -> tuple[str, ...]:
        """What each part of a label counts; one name for a sequence."""

    @property
    def widest(self) -> int:
        """The most characters that a label takes in text."""

    def waves(self) -> list[Wave]:
        """What stands above each slot."""

    def labels(self) -> Iterator[Sequence[Label]]:
        """The rows' labels, a block at a time."""

    def blocks(self) -> Iterator[Block]:
        """Labels and rows, a few at a time."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Rows of a sequence; an impossible request is refused, naming the option.

    Attributes:
        positions: Its rows.
        d_model: Its slots.
        base: Base of the wavelengths' progression; the convention's own unless given.
        convention: Layout of the slots: the name of a one-dimensional convention.
        dtype: Number format that the exact values are rounded to once.
    """

    positions: Positions
    d_model: int = DEFAULT_D_MODEL
    base: float | None = None
    convention: str = "paper"
    dtype: str = "float64"

    def __post_init__(self) -> None:
        """Refuse impossible parameters with a ParameterError."""
        found = convention(self.convention, where="--convention")
        checked_numbers(found, self.d_model, self.base, self.dtype)

    @property
    def found(self) -> Convention:
        """The convention."""
        return convention(self.convention)

    @property
    def name(self) -> str:
        """The convention's name."""
        return self.found.name

    @property
    def width(self) -> int:
        """Slots of a row."""
        return self.d_model

    @property
    def used_base(self) -> float:
        """Base of the wavelengths' progression."""
        return self.found.base if self.base is None else float(self.base)

    @property
    def format(self) -> str:
        """The number format's name."""
        return checked_dtype(self.dtype).name

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows there are."""
        return (self.positions.count,)

    @property
    def axes(self) -> tuple[str, ...]:
        """What a label counts."""
        return ("position",)

    @property
    def widest(self) -> int:
        """The most characters that a position takes."""
        return self.positions.widest

    def waves(self) -> list[Wave]:
        """What stands above each slot."""
        found = self.found
        return _waves(found.columns(self.d_model), found.sweep(self.d_model, self.base))

    def labels(self) -> Iterator[list[int | float]]:
        """The positions, a block at a time."""
        return self.positions.blocks(max(1, _VALUES_PER_BLOCK // self.d_model))

    def blocks(self) -> Iterator[Block]:
        """Positions and their rows, a few at a time."""
        for block in self.labels():
            yield block, encode_as(self.found, block, self.d_model, self.base, self.dtype)


@dataclass(frozen=True, slots=True)
class GridRequest:
    """Rows of a grid's cells, the last axis counting fastest; an impossible request is refused, naming the option.

    Attributes:
        plane: The convention.
        grid: Cells along each axis.
        d_model: Its slots.
        base: Base of the wavelengths' progression; the convention's own unless given.
        dtype: Number format that the values are rounded to once.
    """

    plane: Plane
    grid: tuple[int, ...]
    d_model: int = DEFAULT_D_MODEL
    base: float | None = None
    dtype: str = "float64"

    def __post_init__(self) -> None:
        """Refuse impossible parameters with a ParameterError."""
        checked_shape(self.plane, self.grid, where="--grid")
        checked_numbers(self.plane, self.d_model, self.base, self.dtype)

    @property
    def name(self) -> str:
        """The convention's name."""
        return self.plane.name

    @property
    def width(self) -> int:
        """Slots of a row."""
        return self.d_model

    @property
    def used_base(self) -> float:
        """Base of the wavelengths' progression."""
        return self.plane.base if self.base is None else float(self.base)

    @property
    def format(self) -> str:
        """The number format's name."""
        return checked_dtype(self.dtype).name

    @property
    def shape(self) -> tuple[int, ...]:
        """Cells along each axis."""
        return self.grid

    @property
    def axes(self) -> tuple[str, ...]:
        """The grid's axes."""
        return self.plane.axes

    @property
    def widest(self) -> int:
        """The most characters that a cell's indices take."""
        return sum(len(str(length - 1)) for length in self.grid) + len(self.grid) - 1

    def waves(self) -> list[Wave]:
        """What stands above each slot."""
        axis, columns = self.plane.slots(self.d_model)
        waves = _waves(columns, self.plane.sweep(self.d_model, self.base))
        return [Wave(wave.function, wave.omega, self.axes[own]) for wave, own in zip(waves, axis, strict=True)]

    def labels(self) -> Iterator[list[list[int]]]:
        """The cells' indices, a block at a time."""
        rows = max(1, _VALUES_PER_BLOCK // self.d_model)
        for first in range(0, prod(self.grid), rows):
            numbers = np.arange(first, min(first + rows, prod(self.grid)))
            yield np.stack(np.unravel_index(numbers, self.grid), axis=1).tolist()

    def blocks(self) -> Iterator[Block]:
        """The cells' indices and their rows, a few at a time."""
        tables = axis_tables(self.plane, self.grid, self.d_model, self.base, self.dtype)
        for cells in self.labels():
            yield cells, encode_cells(tables, np.array(cells))


@dataclass(frozen=True, slots=True)
class PointRequest:
    """Rows of points; an impossible request is refused, naming the option.

    Attributes:
        points_of: The convention.
        points: The points, each with as many coordinates.
        d_model: Its slots.
        dtype: Number format that the values are rounded to once.
    """

    points_of: PointConvention
    points: tuple[tuple[float, ...], ...]
    d_model: int
    dtype: str = "float64"

    def __post_init__(self) -> None:
        """Refuse impossible parameters with a ParameterError."""
        if len({len(point) for point in self.points}) != 1:
            raise ParameterError(
                "the points have different numbers of coordinates", where="--pos", mend="give each as many"
            )
        checked_dtype(self.dtype, where="--dtype")
        try:
            self.points_of.levels(self.d_model, len(self.points[0]))
        except ParameterError as error:
            raise ParameterError(error.what, where="--d-model", mend=error.mend) from None

    @property
    def name(self) -> str:
        """The convention's name."""
        return self.points_of.name

    @property
    def width(self) -> int:
        """Slots of a row."""
        return self.d_model

    @property
    def used_base(self) -> None:
        """Frequencies double; there is no base."""
        return None

    @property
    def format(self) -> str:
        """The number format's name."""
        return checked_dtype(self.dtype).name

    @property
    def shape(self) -> tuple[int, ...]:
        """How many points there are."""
        return (len(self.points),)

    @property
    def axes(self) -> tuple[str, ...]:
        """The coordinates' names."""
        count = len(self.points[0])
        return ("x", "y", "z")[:count] if count <= len("xyz") else tuple(f"x{number}" for number in range(count))

    @property
    def widest(self) -> int:
        """The most characters that a point takes."""
        return max(len(",".join(map(str, point))) for point in self.points)

    def waves(self) -> list[Wave]:
        """What stands above each slot."""
        found = [Wave("raw", None, axis) for axis in self.axes] if self.points_of.raw else []
        for level in range(self.points_of.levels(self.d_model, len(self.axes))):
            omega = self.points_of.factor * 2.0**level
            found += [Wave(function, omega, axis) for function in ("sin", "cos") for axis in self.axes]
        return found

    def labels(self) -> Iterator[list[list[float]]]:
        """The points."""
        yield [list(point) for point in self.points]

    def blocks(self) -> Iterator[Block]:
        """The points and their rows."""
        for block in self.labels():
            yield block, checked_dtype(self.dtype).rounded(encode_points(self.points_of, block, self.d_model))


def _waves(columns: Columns, sweep: Sweep) -> list[Wave]:
    omega = sweep.omega.tolist()
    slots = zip(columns.functions, columns.pair.tolist(), strict=True)
    return [Wave(function, None if pair < 0 else omega[pair]) for function, pair in slots]


def checked_numbers(found: Convention | Plane, d_model: int, base: float | None, dtype: str) -> None:
    """Raise ParameterError, naming the option, unless the convention has this width, base and number format."""
    checked_d_model(d_model, where="--d-model")
    checked_base(found.base if base is None else base, where="--base")
    checked_dtype(dtype, where="--dtype")
    try:
        found.features(d_model) if isinstance(found, Plane) else found.checked_width(d_model)
    except ParameterError as error:
        raise ParameterError(error.what, where="--d-model", mend=error.mend) from None
