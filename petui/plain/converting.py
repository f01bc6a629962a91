"""`petui convert`: the columns of a table, or the rows of rotary weights, in another convention's places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from petui.core.conventions import convention
from petui.core.diagnosis import Rows
from petui.core.encoding import MAX_D_MODEL
from petui.core.errors import ParameterError, PetuiError, TableError
from petui.core.precision import brains
from petui.core.relayout import relayout
from petui.core.rotary import halves_from_pairs, pairs_from_halves, permuted_heads
from petui.plain.arrayfile import OpenedTable, open_regular, open_table, split_key
from petui.plain.arrayform import HEAD_BYTES, form_by_name, form_of
from petui.plain.npyfile import stored_npy
from petui.plain.npzfile import shown_keys
from petui.plain.output import Chunk, write_out
from petui.plain.rowswritten import VALUES_PER_BLOCK, Written, csv_chunks, json_chunks, npy_chunks
from petui.plain.safetensorsfile import Tensor, read_tensors, stored_tensor
from petui.plain.storedarray import Array, StoredArray, lying_rows, widened

INTERLEAVED, HALF_SPLIT = "rope-interleaved", "rope-half-split"
_ROTARY = (INTERLEAVED, HALF_SPLIT)
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Conversion:
    """What is asked for.

    Attributes:
        source: The layout that there is.
        target: The layout wanted.
        heads: Heads of a rotary weight matrix; None for tables.
        remarks: What its asker should know, filled as it is done.
    """

    source: str
    target: str
    heads: int | None = None
    remarks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Refuse names that do not go together with a ParameterError."""
        rotary = [name in _ROTARY for name in (self.source, self.target)]
        if any(rotary) and not all(rotary):
            raise ParameterError(
                f"{self.source} and {self.target} are not of one kind",
                where="--to",
                mend=f"weights go between {INTERLEAVED} and {HALF_SPLIT}, tables between conventions",
            )
        if all(rotary) and self.heads is None:
            raise ParameterError(
                "is needed for weights", where="--heads", mend="give the heads of this matrix; keys may have fewer"
            )
        if not any(rotary):
            convention(self.source, where="--from")
            convention(self.target, where="--to")
            if self.heads is not None:
                raise ParameterError("is for rotary weights", where="--heads", mend="leave it out for a table")

    @property
    def of_weights(self) -> bool:
        """Whether rows of weights are permuted, not columns of a table."""
        return self.source in _ROTARY

    def row_order(self, rows: int) -> NDArray[np.int64]:
        """New row j is old row order[j], for so many rows of weights."""
        heads = self.heads or 0
        if not 1 <= heads <= rows or rows % heads or (rows // heads) % 2:
            raise ParameterError(
                f"{rows} rows are not {heads} heads of an even width", where="--heads", mend="give the matrix's own"
            )
        if self.source == self.target:
            return np.arange(rows)
        order = halves_from_pairs if self.target == HALF_SPLIT else pairs_from_halves
        return np.asarray(permuted_heads(np.arange(rows), heads, order(rows // heads)))

    def columns(self, width: int) -> tuple[NDArray[np.int64], float]:
        """New slot j is old slot order[j]; and what every value is multiplied by."""
        source, target = convention(self.source), convention(self.target)
        change = relayout(source, target, width, where="--to")
        if (source.start, source.order) != (target.start, target.order):
            self.remarks.append(
                f"Every row keeps its position; {target.name} begins at position {target.positions(1)[0]}, "
                f"{source.name} at {source.positions(1)[0]}."
            )
        if source.padding != target.padding:
            zero, other = (source, target) if source.padding is not None else (target, source)
            self.remarks.append(
                f"{zero.name} has all zeros at position {zero.padding}, unlike {other.name}; rows stay as they are."
            )
        if change.factor != 1:
            self.remarks.append(f"Every value was multiplied by {change.factor:.9g} and rounded once.")
        return change.order, change.factor

    def weights(self, stored: StoredArray) -> Iterator[Array]:
        """The permuted rows of weights, some at a time."""
        array = stored.mapped()
        order = self.row_order(len(array))
        rows = _rows_per_block(array.shape)
        for first in range(0, len(order), rows):
            yield np.ascontiguousarray(array[order[first : first + rows]])

    def table(self, rows: Rows, number: str) -> Iterator[Array]:
        """The permuted rows of a table, some at a time, in the format that they lie in."""
        order, factor = self.columns(rows.shape[1])
        for block in _blocks(rows):
            permuted = np.ascontiguousarray(block[:, order])
            yield permuted if factor == 1 else _scaled(permuted, factor, number)


def _rows_per_block(shape: tuple[int, ...]) -> int:
    return max(1, VALUES_PER_BLOCK // max(1, prod(shape[1:])))


def _blocks(rows: Rows) -> Iterator[Array]:
    count = _rows_per_block(rows.shape)
    for first in range(0, len(rows), count):
        yield rows[first : first + count]


def _scaled(block: Array, factor: float, number: str) -> Array:
    if number == "bfloat16":
        rounded = brains(widened(block).astype(np.float64) * factor).astype(np.float32)
        return (rounded.view(np.uint32) >> 16).astype(block.dtype)
    if block.dtype.kind != "f":
        raise ParameterError(f"{number} cannot be scaled", where="--to", mend="save it as floating numbers")
    return (block.astype(np.float64) * factor).astype(block.dtype)


def convert_file(
    given: str, source: str, target: str, output: str, *, heads: int | None = None, keys: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Convert a file.

    Args:
        given: FILE or FILE:KEY.
        source: The layout that it has.
        target: The layout wanted.
        output: The file to write; it is replaced only by a whole one. `-` is standard output.
        heads: Heads of a rotary weight matrix.
        keys: Names of arrays of a .safetensors file, with `*` for any letters.

    Returns:
        What was done, a sentence each.

    Raises:
        PetuiError: If the file cannot be read or written, or the layouts are no permutation of each other.
    """
    asked = Conversion(source, target, heads)
    try:
        chunks, done = _converted(given, asked, output, keys)
        write_out(chunks, None if output == "-" else Path(output))
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", where=given) from None
    return (done, *dict.fromkeys(asked.remarks))


def _converted(given: str, asked: Conversion, output: str, keys: tuple[str, ...]) -> tuple[Iterator[Chunk], str]:
    path, key = split_key(given)
    stream = open_regular(path)
    form = form_of(stream.read(HEAD_BYTES), where=str(path))
    wanted = form_by_name(output) or form
    if (form == "safetensors") != (wanted == "safetensors") and (asked.of_weights or wanted == "safetensors"):
        raise ParameterError(
            f"{form} is not written as {wanted}", where="-o", mend="give a file of the same ending as the one read"
        )
    if wanted == "safetensors":
        patterns = keys or ((key,) if key is not None else ())
        return _safetensors(stream, asked, patterns, str(path))
    if keys:
        raise ParameterError("is for .safetensors files", where="--key", mend="write FILE:KEY")
    if asked.of_weights:
        return _weights(stream, asked, str(path), form, wanted)
    return _table(open_table(given), asked, output, "npy" if wanted == "npz" else wanted)


def _weights(stream: BinaryIO, asked: Conversion, where: str, form: str, wanted: str) -> tuple[Iterator[Chunk], str]:
    if (form, wanted) != ("npy", "npy"):
        raise ParameterError(
            f"weights are not read from {form} and written as {wanted}", where="-o", mend="use .npy or .safetensors"
        )
    stream.seek(0)
    stored = stored_npy(stream, where=where)[0]
    rows = _checked_weights(stored.shape, where)
    asked.row_order(rows)
    blocks = asked.weights(stored)
    return npy_chunks(blocks, stored.dtype, Written(stored.shape)), f"{rows} rows of {asked.heads} heads permuted"


def _checked_weights(shape: tuple[int, ...], where: str) -> int:
    """Rows of weights; raises TableError if there are none."""
    if not shape or 0 in shape:
        raise TableError("holds no rows of weights", where=where)
    if shape[0] > MAX_D_MODEL:
        raise TableError(f"has {shape[0]} rows, more than {MAX_D_MODEL}", where=where)
    return shape[0]


def _table(table: OpenedTable, asked: Conversion, output: str, wanted: str) -> tuple[Iterator[Chunk], str]:
    width = table.rows.shape[1]
    asked.columns(width)
    done = f"{len(table.rows)} rows of {width} slots from {asked.source} to {asked.target}"
    asked.remarks.extend(table.remarks)
    if wanted == "npy" and table.stored is not None and table.number != "bfloat16":
        # The axes as they are: a batch of one stays.
        rows = lying_rows(table.stored, (len(table.rows), width))
        blocks = asked.table(rows, table.number)
        return npy_chunks(blocks, table.stored.dtype, Written(table.shape)), done
    if table.number == "bfloat16":
        asked.remarks.append("bfloat16 was widened to float32, which holds the same values.")
    blocks = asked.table(table.rows, "float32" if table.number == "bfloat16" else table.number)
    if wanted == "npy":
        return npy_chunks(blocks, table.rows.dtype, Written(table.shape)), done
    about = Written(table.rows.shape, table.positions, _claims(table, asked))
    if wanted == "json":
        return json_chunks(blocks, about), done
    return csv_chunks(blocks, "\t" if output.lower().endswith((".tsv", ".tab")) else ",", about), done


def _claims(table: OpenedTable, asked: Conversion) -> dict[str, Any] | None:
    """What petui's own JSON says, where the table was in it."""
    if table.form != "json" or table.base is None or table.positions is None:
        return None
    positions = [int(each) if each.is_integer() else each for each in table.positions]
    return {
        "schema": 1,
        "d_model": table.rows.shape[1],
        "base": table.base,
        "convention": convention(asked.target).name,
        "dtype": table.number,
        "positions": positions,
    }


def _safetensors(
    stream: BinaryIO, asked: Conversion, patterns: tuple[str, ...], where: str
) -> tuple[Iterator[Chunk], str]:
    tensors = read_tensors(stream, where=where)
    chosen = _chosen(tensors, patterns, where)
    replaced = sorted((_replacement(stream, tensor, asked, where) for tensor in chosen), key=lambda each: each[0])
    done = f"{shown_keys([each.name for each in chosen])} from {asked.source} to {asked.target}"
    return _patched(stream, replaced), f"{done}; all else is unchanged"


def _chosen(tensors: dict[str, Tensor], patterns: tuple[str, ...], where: str) -> list[Tensor]:
    if not patterns:
        if len(tensors) != 1:
            names = list(tensors)
            raise TableError("has several arrays", where=where, mend=f"choose by --key from {shown_keys(names)}")
        return list(tensors.values())
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in tensors):
            raise TableError(f"has no array {pattern!r}", where=where, mend=f"it has {shown_keys(list(tensors))}")
    return [each for each in tensors.values() if any(fnmatchcase(each.name, pattern) for pattern in patterns)]


# The first byte of a tensor, how many there are, and what makes the new ones.
_Patch = tuple[int, int, Callable[[], Iterator[Array]]]


def _replacement(stream: BinaryIO, tensor: Tensor, asked: Conversion, where: str) -> _Patch:
    place = f"{where}:{tensor.name}"
    if asked.of_weights:
        count = _checked_weights(tensor.shape, place)
        if tensor.bytes % count:
            raise TableError(f"{tensor.bytes} bytes are not {count} rows", where=place)
        # Rows are moved as they are, whatever numbers they hold.
        shape = (count, tensor.bytes // count)
        stored = StoredArray(stream, tensor.offset, shape, np.dtype(np.uint8), "uint8")
        try:
            asked.row_order(count)
        except PetuiError as error:
            raise ParameterError(f"{tensor.name}: {error.what}", where=error.where, mend=error.mend) from None
    else:
        stored = stored_tensor(stream, tensor.name, where=where)[0]
        if not stored.shape or 0 in stored.shape:
            raise TableError("holds no number", where=place)
        asked.columns(stored.shape[-1])
        rows = lying_rows(stored, (prod(stored.shape[:-1]), stored.shape[-1]))
        return tensor.offset, tensor.bytes, lambda: asked.table(rows, stored.number)
    return tensor.offset, tensor.bytes, lambda: asked.weights(stored)


def _patched(stream: BinaryIO, replaced: list[_Patch]) -> Iterator[Chunk]:
    """The file with other bytes in some places."""
    at = 0
    for offset, size, blocks in replaced:
        if offset < at:
            raise TableError("two of its arrays lie over one another", where="convert")
        yield from _copied(stream, at, offset)
        for block in blocks():
            yield block.tobytes()
        at = offset + size
    yield from _copied(stream, at, None)


def _copied(stream: BinaryIO, first: int, end: int | None) -> Iterator[bytes]:
    stream.seek(first)
    left = end - first if end is not None else -1
    while left and (chunk := stream.read(_CHUNK if left < 0 else min(left, _CHUNK))):
        left -= len(chunk) if left > 0 else 0
        yield chunk
