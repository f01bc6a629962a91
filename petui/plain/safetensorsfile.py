"""The .safetensors form: eight bytes of length, a header in JSON, and numbers as they lie in memory."""

from __future__ import annotations

import json
import os
from typing import Any, BinaryIO

import numpy as np

from petui.core.errors import TableError
from petui.plain.arraykeys import chosen_key, only_key
from petui.plain.storedarray import StoredArray, byte_count, shown_shape
from petui.records import dataclass

_MOST_HEADER = 1 << 25
# Each opens a list or a table of names in memory, which takes far more than its bytes here.
_MOST_BRACKETS = 1 << 20
# Name here: (what the numbers are, how they lie in the file).
_NUMBERS = {
    "F64": ("float64", "<f8"),
    "F32": ("float32", "<f4"),
    "F16": ("float16", "<f2"),
    "BF16": ("bfloat16", "<u2"),
    "I64": ("int64", "<i8"),
    "I32": ("int32", "<i4"),
    "I16": ("int16", "<i2"),
    "I8": ("int8", "i1"),
    "U64": ("uint64", "<u8"),
    "U32": ("uint32", "<u4"),
    "U16": ("uint16", "<u2"),
    "U8": ("uint8", "u1"),
}


@dataclass(frozen=True, slots=True)
class Tensor:
    """One array of a file.

    Attributes:
        name: Its name.
        number: Its number format as the file names it: F32, BF16.
        shape: Its axes.
        offset: The byte of the file that it begins with.
        bytes: How many it takes.
    """

    name: str
    number: str
    shape: tuple[int, ...]
    offset: int
    bytes: int

    @property
    def is_read(self) -> bool:
        """Whether its numbers are of a format that petui reads."""
        return self.number in _NUMBERS


def read_tensors(stream: BinaryIO, *, where: str) -> dict[str, Tensor]:
    """Every array of a file by its name.

    Raises:
        TableError: If its header cannot be read, or does not fit the file.
    """
    size = os.fstat(stream.fileno()).st_size
    stream.seek(0)
    length = int.from_bytes(stream.read(8), "little")
    if length > min(size - 8, _MOST_HEADER):
        raise TableError(f"is cut short or damaged: its header is said to take {length} bytes", where=where)
    text = stream.read(length)
    if text.count(b"[") + text.count(b"{") > _MOST_BRACKETS:
        raise TableError("has a header of too many parts", where=where)
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise TableError("begins as .safetensors, but its header cannot be read", where=where) from None
    if not isinstance(header, dict):
        raise TableError("begins as .safetensors, but its header lists no arrays", where=where)
    header.pop("__metadata__", None)
    return {name: _tensor(name, entry, 8 + length, size, where) for name, entry in header.items()}


def _tensor(name: str, entry: Any, begin: int, size: int, where: str) -> Tensor:
    place = f"{where}:{name}"
    try:
        number, shape, (first, last) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
        whole = all(type(each) is int for each in (first, last))
    except (TypeError, KeyError, ValueError):
        whole = False
    if not whole or not isinstance(number, str):
        raise TableError("its header does not say where it lies", where=place)
    if not 0 <= first <= last <= size - begin:
        raise TableError(f"is cut short: it is said to lie at bytes {first} to {last}", where=place)
    itemsize = np.dtype(_NUMBERS[number][1]).itemsize if number in _NUMBERS else 0
    if byte_count(shape, itemsize, where=place) != last - first and itemsize:
        raise TableError(f"{last - first} bytes cannot be {shown_shape(shape)} of {number}", where=place)
    return Tensor(name, number, shape, begin + first, last - first)


def stored_tensor(stream: BinaryIO, key: str | None, *, where: str) -> tuple[StoredArray, str]:
    """An array of a file, and its name.

    Args:
        stream: The file.
        key: Which array; needed where several are tables.
        where: The file's name, for errors.

    Raises:
        TableError: If it cannot be read, or there is no single such array.
    """
    tensors = read_tensors(stream, where=where)
    if not tensors:
        raise TableError("holds no arrays", where=where)
    if key is None:
        tables = [each.name for each in tensors.values() if len(each.shape) in {2, 3} and each.number in _NUMBERS]
        key = next(iter(tensors)) if len(tensors) == 1 else only_key(tables, list(tensors), where)
    tensor = tensors[chosen_key(key, list(tensors), where)]
    if tensor.number not in _NUMBERS:
        raise TableError(
            f"holds {tensor.number}, no numbers that petui reads",
            where=f"{where}:{key}",
            mend=f"save one of {', '.join(_NUMBERS)}",
        )
    name, lying = _NUMBERS[tensor.number]
    stored = StoredArray(stream, tensor.offset, tensor.shape, np.dtype(lying), name, name=f"{where}:{key}")
    return stored, key
