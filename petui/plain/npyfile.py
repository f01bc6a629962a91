"""The header of NumPy's .npy form: no pickle is opened, and no size believed before the file's own is looked at."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeAlias

import numpy as np

from petui.core.errors import TableError
from petui.plain.storedarray import StoredArray, byte_count, check_length

_KINDS = {
    "O": "Python objects, which are pickled and never opened",
    "U": "strings",
    "S": "strings",
    "T": "strings",
    "V": "records",
    "c": "complex numbers",
    "b": "booleans",
    "M": "dates",
    "m": "durations",
}
_MENDS = {"c": "save their real or imaginary parts", "O": "save numbers: np.save(FILE, np.array(rows, dtype=float))"}
_Header: TypeAlias = tuple[tuple[int, ...], bool, np.dtype[Any]]


def _of_records(stream: BinaryIO) -> _Header:
    """Version 3 is written only where records have names beyond Latin-1."""
    return (), False, np.dtype("V1")


_READERS: dict[tuple[int, int], Callable[[BinaryIO], _Header]] = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
    (3, 0): _of_records,
}


@dataclass(frozen=True, slots=True)
class NpyHeader:
    """What stands before the numbers of a .npy file.

    Attributes:
        shape: Their axes.
        dtype: Their number format.
        fortran: Whether the first axis changes fastest.
        bytes: How many bytes they take.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    fortran: bool
    bytes: int


def read_npy_header(stream: BinaryIO, *, where: str) -> NpyHeader:
    """Read the header at the stream's place; the numbers begin where it then is.

    Raises:
        TableError: If it is no header, or not of numbers that a table may hold.
    """
    try:
        with warnings.catch_warnings():
            # Headers of Python 2 are read with a warning that says nothing about the numbers.
            warnings.simplefilter("ignore")
            shape, fortran, dtype = _READERS[np.lib.format.read_magic(stream)](stream)
    # NumPy lets whatever befell its parser through.
    except Exception:
        raise TableError("begins as .npy, but its header cannot be read", where=where, mend="write it again") from None
    check_numbers(dtype, where=where)
    return NpyHeader(shape, dtype, fortran, byte_count(shape, dtype.itemsize, where=where))


def check_numbers(dtype: np.dtype[Any], *, where: str) -> None:
    """Raise TableError unless a dtype is of whole or floating numbers of at most 64 bits."""
    kind = "V" if dtype.names or dtype.subdtype else dtype.kind
    if kind in _KINDS:
        raise TableError(f"holds {_KINDS[kind]}, no real numbers", where=where, mend=_MENDS.get(kind, ""))
    if dtype.itemsize > 8:
        raise TableError(f"holds {dtype.name}, which differs between machines", where=where, mend="save float64")


def stored_npy(stream: BinaryIO, *, where: str, end: int | None = None) -> tuple[StoredArray, tuple[str, ...]]:
    """The array of a .npy file that begins at the stream's place, and remarks.

    Args:
        stream: The file.
        where: Its name, for errors.
        end: Where it ends in the stream; at the stream's end unless given.

    Raises:
        TableError: If it cannot be read.
    """
    header = read_npy_header(stream, where=where)
    offset = stream.tell()
    present = (os.fstat(stream.fileno()).st_size if end is None else end) - offset
    check_length(header.bytes, present, header.shape, header.dtype.name, where=where)
    more = present - header.bytes
    remarks = (f"{more} bytes after the table were not read.",) if more and end is None else ()
    stored = StoredArray(stream, offset, header.shape, header.dtype, header.dtype.name, header.fortran, where)
    return stored, remarks
