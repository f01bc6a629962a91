"""`petui convert`: the columns of a table, or the rows of rotary weights, in another convention's places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from math import prod
from typing import Any, BinaryIO

import numpy as np

from petui.core.conventions import convention
from petui.core.diagnosis.findings import Declared, Rows
from petui.core.errors import ParameterError, PetuiError, TableError
from petui.plain.arrayfile import OpenedTable, Source, open_source, read_table
from petui.plain.arrayform import form_by_name
from petui.plain.arraykeys import shown_keys
from petui.plain.checkpage import declare
from petui.plain.conversion import Axis, Conversion
from petui.plain.npyfile import stored_npy
from petui.plain.output import Chunk, output_file, write_out
from petui.plain.rowswritten import Written, csv_chunks, json_chunks, npy_chunks
from petui.plain.safetensorsfile import Tensor, read_tensors, stored_tensor
from petui.plain.sourcecheck import check_source
from petui.plain.storedarray import Array, StoredArray, lying_rows, table_rows

_CHUNK = 1 << 20


def convert_file(
    given: str, asked: Conversion, output: str, *, keys: tuple[str, ...] = (), stdin: BinaryIO | None = None
) -> tuple[str, ...]:
    """Convert a file.

    Args:
        given: FILE or FILE:KEY, or `-` or `-:KEY` for standard input.
        asked: From which layout to which.
        output: The file to write; it is replaced only by a whole one. `-` is standard output.
        keys: Names of arrays of a .safetensors file, with `*` for any letters.
        stdin: Standard input; needed for `-`.

    Returns:
        What was done, a sentence each.

    Raises:
        PetuiError: If the file cannot be read or written, or the layouts are no permutation of each other, or it has
            plainly another than it is said to have.
    """
    try:
        file = output_file(output)
        chunks, done = _converted(open_source(given, stdin=stdin), asked, output, keys)
        write_out(chunks, file)
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", where=given) from None
    return (done, *dict.fromkeys(asked.remarks))


def _converted(source: Source, asked: Conversion, output: str, keys: tuple[str, ...]) -> tuple[Iterator[Chunk], str]:
    stream, form, key, where = source.stream, source.form, source.key, source.name
    wanted = form_by_name(output) or form
    if (form == "safetensors") != (wanted == "safetensors") and (asked.is_rotary or wanted == "safetensors"):
        raise ParameterError(
            f"{form} is not written as {wanted}", where="-o", mend="give a file of the same ending as the one read"
        )
    if wanted == "safetensors":
        patterns = keys or ((key,) if key is not None else ())
        return _safetensors(stream, asked, patterns, where)
    if keys:
        raise ParameterError("is for .safetensors files", where="--key", mend="write FILE:KEY")
    if asked.is_rotary and (form, wanted) == ("npy", "npy"):
        return _rotary(stream, asked, where)
    table = read_table(source)
    if asked.is_rotary and asked.axis_of(table.rows, where) == "rows":
        raise ParameterError(
            f"weights are not read from {form} and written as {wanted}", where="-o", mend="use .npy or .safetensors"
        )
    if not asked.is_rotary:
        # Rows may be of any positions, whatever the file says of them.
        _check(table.rows, asked, declare(table, name=asked.source, start=0), where)
    return _table(table, asked, output, "npy" if wanted == "npz" else wanted)


def _check(rows: Rows, asked: Conversion, declared: Declared, where: str) -> None:
    """Refuse a table that plainly is another's, unless that is wanted."""
    width = rows.shape[1]
    # A layout without such a width, or one that is no permutation, is a plainer fault.
    replace(asked, remarks=[]).columns(width)
    if not asked.force:
        asked.remarks.extend(check_source(rows, declared, where=where))


def _rotary(stream: BinaryIO, asked: Conversion, where: str) -> tuple[Iterator[Chunk], str]:
    """Weights or a cache, from .npy to .npy."""
    stream.seek(0)
    stored = stored_npy(stream, where=where)[0]
    rows, axis = _rotary_axis(stored, asked, where)
    length = stored.shape[0] if axis == "rows" else stored.shape[-1]
    asked.rotary_order(length, axis)
    blocks = asked.weights(stored) if axis == "rows" else asked.table(rows, stored.number)
    return npy_chunks(blocks, stored.dtype, Written(stored.shape)), asked.done(stored.shape[0], stored.shape[-1], axis)


def _rotary_axis(stored: StoredArray, asked: Conversion, name: str) -> tuple[Rows, Axis]:
    """The numbers as rows as they lie there, and which axis is permuted; raises TableError if there are none."""
    if not stored.shape or 0 in stored.shape:
        raise TableError("holds no rows of weights", where=name)
    shape = (prod(stored.shape[:-1]), stored.shape[-1])
    rows: Rows = lying_rows(stored, shape)
    if stored.fortran and sum(length > 1 for length in stored.shape[:-1]) > 1:
        # By columns, several axes of rows are no single axis of the file.
        rows = stored.mapped().reshape(shape)
    figures = table_rows(stored, shape) if stored.number == "bfloat16" else rows
    return rows, asked.axis_of(figures, name)


def _table(table: OpenedTable, asked: Conversion, output: str, wanted: str) -> tuple[Iterator[Chunk], str]:
    width = table.rows.shape[1]
    asked.columns(width)
    done = asked.done(len(table.rows), width, "columns")
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
    if not tensors:
        raise TableError("holds no arrays", where=where)
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
    if not tensor.is_read and asked.is_rotary:
        return _moved_rows(stream, tensor, asked, place)
    stored = stored_tensor(stream, tensor.name, where=where)[0]
    if asked.is_rotary:
        rows, axis = _rotary_axis(stored, asked, place)
        if axis == "rows":
            return _moved_rows(stream, tensor, asked, place)
        _named(tensor, asked, stored.shape[-1], axis)
    else:
        if not stored.shape or 0 in stored.shape:
            raise TableError("holds no number", where=place)
        shape = (prod(stored.shape[:-1]), stored.shape[-1])
        rows = lying_rows(stored, shape)
        told = Declared(asked.table_source.name, base=asked.table_source.base, dtype=_told(stored))
        _check(table_rows(stored, shape), asked, told, place)
    return tensor.offset, tensor.bytes, lambda: asked.table(rows, stored.number)


def _told(stored: StoredArray) -> str | None:
    return stored.number if stored.number == "bfloat16" else None


def _moved_rows(stream: BinaryIO, tensor: Tensor, asked: Conversion, place: str) -> _Patch:
    """Rows of weights, moved as they are, whatever numbers they hold."""
    if not tensor.shape or 0 in tensor.shape:
        raise TableError("holds no rows of weights", where=place)
    count = tensor.shape[0]
    if tensor.bytes % count:
        raise TableError(f"{tensor.bytes} bytes are not {count} rows", where=place)
    _named(tensor, asked, count, "rows")
    stored = StoredArray(stream, tensor.offset, (count, tensor.bytes // count), np.dtype(np.uint8), "uint8")
    return tensor.offset, tensor.bytes, lambda: asked.weights(stored)


def _named(tensor: Tensor, asked: Conversion, length: int, axis: Axis) -> None:
    """Refuse what is no number of heads of an even width, by the name of the array."""
    try:
        asked.rotary_order(length, axis)
    except PetuiError as error:
        raise ParameterError(f"{tensor.name}: {error.what}", where=error.where, mend=error.mend) from None


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
