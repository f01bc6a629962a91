"""Numbers that stay in their file until they are looked at, and the table of two axes that their shape stands for."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import Any, BinaryIO, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import TableError
from petui.core.parameters import MAX_D_MODEL
from petui.records import dataclass

Array: TypeAlias = NDArray[Any]

# Shapes beyond this cannot lie in any file; NumPy's own products of them would wrap around.
_MOST_BYTES = 1 << 62


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
        name: The file's name, for errors.
    """

    stream: BinaryIO
    offset: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    number: str
    fortran: bool = False
    name: str = ""

    def mapped(self) -> Array:
        """The numbers as they lie there, in memory only where they are looked at."""
        order: Literal["C", "F"] = "F" if self.fortran else "C"
        # Its typing asks for more than it uses: only the stream's descriptor and place.
        stream: Any = self.stream
        try:
            lying: Array = np.memmap(stream, self.dtype, "r", self.offset, self.shape, order)
        except (OSError, ValueError) as error:
            words = getattr(error, "strerror", None) or "was cut while it was read"
            raise TableError(f"cannot be read: {words}", where=self.name) from None
        return lying


@dataclass(frozen=True, slots=True)
class FileRows:
    """Rows that stay in their file: each look reads those wanted, so that memory holds no more than these.

    A whole file that is mapped counts as memory of the process wherever that is limited, and ends it without a word
    when somebody cuts the file meanwhile; what is read does neither.

    Attributes:
        stored: Where they lie.
        shape: Rows and slots.
        dtype: What some of the rows come as.
        convert: Makes that of rows as they lie there; None where they come so.
    """

    stored: StoredArray
    shape: tuple[int, int]
    dtype: np.dtype[Any]
    convert: Callable[[Array], Array] | None = None

    def __len__(self) -> int:
        """How many rows there are."""
        return self.shape[0]

    def __getitem__(self, wanted: Any, /) -> Any:
        """Some of the rows, or with a second index cells of them: numbers, slices and arrays of numbers, as in NumPy.

        Raises:
            TableError: If the file has been cut since it was opened, or cannot be read any more.
        """
        rows, slots = wanted if isinstance(wanted, tuple) else (wanted, slice(None))
        index = np.asarray(range(len(self))[rows]) if isinstance(rows, slice) else self._numbers(rows)
        lying = self._lying(index.reshape(-1))
        found = lying if self.convert is None else self.convert(lying)
        return found.reshape(*index.shape, self.shape[1])[..., slots]

    def _numbers(self, rows: Any) -> NDArray[np.int64]:
        """Row numbers from 0 up, of numbers or of a mask; no list of all rows is made for them."""
        given = np.asarray(rows)
        index = np.flatnonzero(given) if given.dtype.kind == "b" else given.astype(np.int64)
        if index.size and not -len(self) <= index.min() <= index.max() < len(self):
            raise IndexError(f"row {index.min()} or {index.max()} is none of {len(self)}")
        return np.where(index < 0, index + len(self), index)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """All rows."""
        return np.asarray(self[:], dtype=dtype)

    @property
    def T(self) -> FileRows:
        """Rows for columns, as of an array."""
        turned = replace(self.stored, fortran=not self.stored.fortran)
        return FileRows(turned, (self.shape[1], self.shape[0]), self.dtype, self.convert)

    def _lying(self, index: NDArray[np.int64]) -> Array:
        """Rows as they lie there: neighbours are read together."""
        runs = np.split(index, np.flatnonzero(np.diff(index) != 1) + 1) if len(index) else []
        if len(runs) == 1:
            return self._run(int(index[0]), len(index))
        empty = np.empty((0, self.shape[1]), self.stored.dtype)
        return np.concatenate([empty, *(self._run(int(run[0]), len(run)) for run in runs)])

    def _run(self, first: int, count: int) -> Array:
        rows, slots = self.shape
        if not self.stored.fortran:
            return self._read(first * slots, count * slots).reshape(count, slots)
        # By columns a read for each would be too many; the map ends with the look.
        return np.array(replace(self.stored, shape=(rows, slots)).mapped()[first : first + count])

    def _read(self, first: int, count: int) -> Array:
        stored = self.stored
        values: Array = np.empty(count, stored.dtype)
        buffer: Any = values
        into, at, done = memoryview(buffer).cast("B"), stored.offset + first * stored.dtype.itemsize, 0
        try:
            while done < len(into) and (more := os.preadv(stored.stream.fileno(), [into[done:]], at + done)):
                done += more
        except OSError as error:
            raise TableError(f"cannot be read: {error.strerror or error}", where=stored.name) from None
        if done < len(into):
            raise TableError("was cut while it was read", where=stored.name)
        return values


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
            mend=_mend_of_axes(shape),
        )
    if rows == 0 or slots == 0:
        raise TableError(f"holds no number: its shape is {shown_shape(shape)}", where=where)
    if slots > MAX_D_MODEL:
        raise TableError(f"has {slots} slots in a row, more than {MAX_D_MODEL}", where=where)
    return (rows, slots), remark


def _mend_of_axes(shape: tuple[int, ...]) -> str:
    if len(shape) < 3:
        return "save rows of numbers"
    return (
        "of a batch save one table, such as array[0]; of a grid's rows, columns and slots "
        f"array.reshape(-1, {shape[-1]}), a row for each cell"
    )


def table_rows(stored: StoredArray, shape: tuple[int, int]) -> FileRows:
    """The numbers of a stored array as rows of this shape; bfloat16 as float32, foreign byte orders as ours."""
    if stored.number == "bfloat16":
        return FileRows(stored, shape, np.dtype(np.float32), widened)
    native = stored.dtype.newbyteorder("=")
    return FileRows(stored, shape, native, None if stored.dtype.isnative else lambda rows: rows.astype(native))


def lying_rows(stored: StoredArray, shape: tuple[int, int]) -> FileRows:
    """The same as they lie there."""
    return FileRows(stored, shape, stored.dtype)


def widened(brains: Array) -> NDArray[np.float32]:
    """The float32 of each bfloat16: the same bits, and sixteen zeros after them."""
    return (np.asarray(brains).astype(np.uint32) << 16).view(np.float32)
