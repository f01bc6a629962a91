"""Numbers as they lie in a file, mapped rather than read, and the table of two axes that their shape stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any, BinaryIO, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.diagnosis import Rows
from petui.core.encoding import MAX_D_MODEL
from petui.core.errors import TableError

Array: TypeAlias = NDArray[Any]

# Shapes beyond this cannot lie in any file; NumPy's own products of them would wrap around.
_MOST_BYTES = 1 << 62


@dataclass(frozen=True, slots=True)
class ConvertedRows:
    """Rows that are converted when they are read, so that the file stays where it is.

    Attributes:
        stored: Two axes, as they lie in the file.
        dtype: What a slice of rows holds.
        convert: Makes that of a slice of stored rows.
    """

    stored: Array
    dtype: np.dtype[Any]
    convert: Callable[[Array], Array]

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and slots."""
        return self.stored.shape

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.stored)

    def __getitem__(self, rows: slice | NDArray[np.int64], /) -> Array:
        """Some of the rows, converted."""
        return self.convert(self.stored[rows])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """All rows, converted."""
        return np.asarray(self[:], dtype=dtype)


@dataclass(frozen=True, slots=True)
class StoredArray:
    """Where the numbers of an array lie.

    Attributes:
        stream: The file.
        offset: Its byte that they begin with.
        shape: Their axes.
        dtype: How they lie there; uint16 for bfloat16.
        number: What they are, such as `float32` or `bfloat16`.
        fortran: Whether the first axis changes fastest.
    """

    stream: BinaryIO
    offset: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    number: str
    fortran: bool = False

    def mapped(self) -> Array:
        """The numbers as they lie there, read when they are looked at."""
        order: Literal["C", "F"] = "F" if self.fortran else "C"
        # Its typing asks for more than it uses: only the stream's descriptor and place.
        stream: Any = self.stream
        lying: Array = np.memmap(stream, self.dtype, "r", self.offset, self.shape, order)
        return lying


def byte_count(shape: tuple[int, ...], itemsize: int, *, where: str) -> int:
    """Bytes that an array takes.

    Raises:
        TableError: If an axis is no whole number from 0, or no file could hold it.
    """
    if not all(isinstance(axis, int) and not isinstance(axis, bool) and axis >= 0 for axis in shape):
        raise TableError(f"its header gives an impossible shape, {shown_shape(shape)}", where=where)
    count = prod(shape) * itemsize
    if count > _MOST_BYTES:
        raise TableError(f"its header gives a shape that no file could hold, {shown_shape(shape)}", where=where)
    return count


def check_length(needed: int, present: int, shape: tuple[int, ...], number: str, *, where: str) -> None:
    """Raise TableError if a file is shorter than its header says."""
    if present < needed:
        raise TableError(
            f"is cut short: its header says {shown_shape(shape)} of {number}, {needed} bytes, but {present} are there",
            where=where,
            mend="write or copy it again",
        )


def shown_shape(shape: tuple[int, ...]) -> str:
    """The axes for people: `(8, 512)`; a long one is cut."""
    text = str(tuple(shape)) if len(shape) <= 8 else f"{len(shape)} axes"
    return text if len(text) <= 80 else text[:80] + "..."


def two_axes(shape: tuple[int, ...], *, where: str) -> tuple[tuple[int, int], str]:
    """Rows and slots of an array, and a remark where an axis was added or taken off.

    A single row is a table of one row; a batch of one, before or after the positions, is taken off.

    Raises:
        TableError: If the shape is no table's.
    """
    rows, slots, remark = 0, 0, ""
    if len(shape) == 1:
        rows, slots, remark = 1, shape[0], f"One axis of {shape[0]}: read as a single row."
    elif len(shape) == 2:
        rows, slots = shape
    elif len(shape) == 3 and shape[2] != 1 and 1 in shape[:2]:
        rows, slots = max(shape[0], shape[1]) if 0 not in shape else 0, shape[2]
        place = "first" if shape[0] == 1 else "second"
        remark = f"A batch of one, the {place} axis of {shown_shape(shape)}, was taken off."
    else:
        raise TableError(
            f"its shape is {shown_shape(shape)}, but a table has two axes, positions and slots",
            where=where,
            mend="save one table of it, such as array[0]" if len(shape) > 2 else "save rows of numbers",
        )
    if rows == 0 or slots == 0:
        raise TableError(f"holds no number: its shape is {shown_shape(shape)}", where=where)
    if slots > MAX_D_MODEL:
        raise TableError(f"has {slots} slots in a row, more than {MAX_D_MODEL}", where=where)
    return (rows, slots), remark


def table_rows(stored: StoredArray, shape: tuple[int, int]) -> Rows:
    """The numbers of a stored array as rows of this shape; bfloat16 as float32, foreign byte orders as ours."""
    lying = stored.mapped().reshape(shape)
    if stored.number == "bfloat16":
        return ConvertedRows(lying, np.dtype(np.float32), widened)
    if not stored.dtype.isnative:
        native = stored.dtype.newbyteorder("=")
        return ConvertedRows(lying, native, lambda rows: rows.astype(native))
    return lying


def widened(brains: Array) -> NDArray[np.float32]:
    """The float32 of each bfloat16: the same bits, and sixteen zeros after them."""
    return (np.asarray(brains).astype(np.uint32) << 16).view(np.float32)
