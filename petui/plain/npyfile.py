"""The header of NumPy's .npy form: no pickle is opened, and no size believed before the file's own is looked at."""

from __future__ import annotations

import os
import warnings
from io import BytesIO
from typing import Any, BinaryIO

import numpy as np

from petui.core.errors import TableError
from petui.plain.storedarray import StoredArray, byte_count, check_length
from petui.records import dataclass

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
_MARK = b"\x93NUMPY"
# Of each version: bytes of the header's length, and the encoding of its text.
_VERSIONS = {b"\x01\x00": (2, "latin-1"), b"\x02\x00": (4, "latin-1"), b"\x03\x00": (4, "utf-8")}
# As much as version 1 can have; a length beyond it is not read to be refused.
_MOST_HEADER = (1 << 16) - 1


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
    text = _header_text(stream, where)
    try:
        with warnings.catch_warnings():
            # Headers of Python 2 are read with a warning that says nothing about the numbers.
            warnings.simplefilter("ignore")
            # Its parser takes the length in four bytes before the text.
            written = BytesIO(len(text).to_bytes(4, "little") + text)
            shape, fortran, dtype = np.lib.format.read_array_header_2_0(written)
    # NumPy lets whatever befell its parser through.
    except Exception:
        raise _unreadable(where) from None
    check_numbers(dtype, where=where)
    return NpyHeader(shape, dtype, fortran, byte_count(shape, dtype.itemsize, where=where))


def _header_text(stream: BinaryIO, where: str) -> bytes:
    """What stands before the numbers, in ASCII; raises TableError where it is no header of a known version."""
    if stream.read(len(_MARK)) != _MARK:
        raise TableError("does not begin as .npy", where=where)
    size, encoding = _VERSIONS.get(stream.read(2), (0, ""))
    length = int.from_bytes(stream.read(size), "little")
    if length > _MOST_HEADER:
        mend = "write it again"
        raise TableError(f"its header is said to take {length} bytes, more than {_MOST_HEADER}", where=where, mend=mend)
    text = stream.read(length)
    if not size or len(text) < length:
        raise _unreadable(where)
    try:
        # Names of records may have any letters; Python's parser reads them from their numbers too.
        return text.decode(encoding).encode("ascii", "backslashreplace")
    except UnicodeDecodeError:
        raise _unreadable(where) from None


def _unreadable(where: str) -> TableError:
    return TableError("begins as .npy, but its header cannot be read", where=where, mend="write it again")


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
    present = max(0, (os.fstat(stream.fileno()).st_size if end is None else end) - offset)
    check_length(header.bytes, present, header.shape, header.dtype.name, where=where)
    more = present - header.bytes
    remarks = (f"{more} bytes after the table were not read.",) if more and end is None else ()
    stored = StoredArray(stream, offset, header.shape, header.dtype, header.dtype.name, header.fortran, where)
    return stored, remarks
