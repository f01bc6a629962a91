"""Tables of people's own: opened from any form of file, or from standard input, with nothing in it believed or run."""

from __future__ import annotations

import os
import stat
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from petui.core.diagnosis.findings import Rows
from petui.core.errors import TableError
from petui.core.parameters import DTYPES
from petui.plain.arrayform import HEAD_BYTES, Form, form_by_name, form_of
from petui.plain.arraykeys import STDIN_NAME
from petui.plain.jsonarray import read_json_figures
from petui.plain.npyfile import stored_npy
from petui.plain.npzfile import stored_npz
from petui.plain.printedarray import read_printed
from petui.plain.safetensorsfile import stored_tensor
from petui.plain.storedarray import StoredArray, table_rows, two_axes
from petui.plain.textarray import MOST_TEXT, Figures, read_figures
from petui.records import dataclass

STDIN = "-"
# What comes through a pipe is kept in a temporary file, at most so many bytes of it.
MOST_PIPED = 1 << 32
_CHUNK = 1 << 20
_KEYED = (".npz", ".safetensors", ".json")


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table whose rows can be read.

    Attributes:
        name: The file as it was given, with the key where one was found; `standard input` for that.
        form: npy, npz, safetensors, json, csv or printed.
        rows: Its rows, which stay in the file where it is binary.
        number: Its number format: float64, float32, float16, bfloat16 (whose rows come as float32) or a whole one.
        shape: The axes as they were stored.
        resolution: Half a unit of the last decimal, of figures in text; 0 for binary files and unrounded figures.
        remarks: What was taken off, skipped or read for something, a sentence each.
        positions: The rows' positions where the file says them.
        base: The base where it says it.
        stored: Where the numbers lie; None for text.
    """

    name: str
    form: Form
    rows: Rows
    number: str
    shape: tuple[int, ...]
    resolution: float = 0.0
    remarks: tuple[str, ...] = ()
    positions: tuple[float, ...] | None = None
    base: float | None = None
    stored: StoredArray | None = None


def open_table(given: str, *, stdin: BinaryIO | None = None) -> OpenedTable:
    """Open a table.

    Args:
        given: FILE, FILE:KEY for an array of several, or `-` or `-:KEY` for standard input.
        stdin: Standard input; needed for `-`.

    Raises:
        TableError: If it cannot be read, or holds no table of real numbers.
    """
    try:
        return read_table(open_source(given, stdin=stdin))
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", where=given) from None


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is open for reading.

    Attributes:
        stream: The file.
        head: Its first bytes.
        form: npy, npz, safetensors, json or csv.
        name: What it is called; `standard input` for that.
        key: Which array of several; None where none was named.
    """

    stream: BinaryIO
    head: bytes
    form: Form
    name: str
    key: str | None


def open_source(given: str, *, stdin: BinaryIO | None = None) -> Source:
    """Open a file, as for open_table.

    Raises:
        TableError: If it cannot be read, or is of no form that petui reads.
        OSError: If it cannot be read, once open.
    """
    if not given:
        raise TableError("names no file", where="FILE", mend="give FILE, or - for standard input")
    if given == STDIN or (given.startswith(f"{STDIN}:") and not os.path.lexists(given)):
        name, key = STDIN_NAME, given.partition(":")[2] if given != STDIN else None
        stream, head = _piped(stdin)
    else:
        path, key = split_key(given)
        name, stream = str(path), open_regular(path)
        head = stream.read(HEAD_BYTES)
    return Source(stream, head, form_of(head, where=name), name, key)


def read_table(source: Source) -> OpenedTable:
    """The table that an open file holds.

    Raises:
        TableError: If it holds no table of real numbers.
        OSError: If it cannot be read.
    """
    table = _opened(source)
    meant = form_by_name(source.name)
    if meant in {None, source.form} or source.form == "printed":
        return table
    remark = f"Its name says {meant}, but it holds {source.form}, and was read as that."
    return replace(table, remarks=(remark, *table.remarks))


def split_key(given: str) -> tuple[Path, str | None]:
    """The file and the key of FILE:KEY; a file whose own name has a colon is found by it."""
    name, colon, key = given.rpartition(":")
    if colon and not os.path.lexists(given) and (name.lower().endswith(_KEYED) or os.path.isfile(name)):
        return Path(name), key
    # A key may have colons of its own.
    for ending in _KEYED:
        at = given.lower().find(f"{ending}:")
        if at > 0 and not os.path.lexists(given):
            return Path(given[: at + len(ending)]), given[at + len(ending) + 1 :]
    return Path(given), None


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading; what is no file is refused without waiting for it.

    Raises:
        TableError: If it is missing, unreadable, a directory, a pipe or a device.
    """
    where = str(path)
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            # It may become a pipe in between; opening must not wait then.
            stream = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb")
            mode = os.fstat(stream.fileno()).st_mode
            if stat.S_ISREG(mode):
                return stream
            stream.close()
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or error
        mend = "give FILE, or - for standard input" if isinstance(error, FileNotFoundError) else ""
        raise TableError(f"cannot be read: {words}", where=where, mend=mend) from None
    if stat.S_ISDIR(mode):
        raise TableError("is a directory", where=where, mend="give a file in it")
    if stat.S_ISFIFO(mode):
        raise TableError("is a pipe", where=where, mend="give - and let it be standard input")
    raise TableError("is a device, no file", where=where)


def _piped(stdin: BinaryIO | None) -> tuple[BinaryIO, bytes]:
    """Standard input as a file that can be mapped, and its first bytes."""
    name = STDIN_NAME
    if stdin is None:
        raise TableError("is closed", where=name)
    if _is_whole_file(stdin):
        return stdin, stdin.read(HEAD_BYTES)
    head = _filled(stdin)
    form = form_of(head, where=name)
    most = MOST_TEXT if form in {"csv", "json", "printed"} else MOST_PIPED
    beside: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115
    count, chunk = 0, head
    while chunk:
        count += beside.write(chunk)
        if count > most:
            raise TableError(f"has more than {most} bytes", where=name, mend="save it to a file, and give that")
        chunk = stdin.read(_CHUNK)
    beside.flush()
    return beside, head


def _is_whole_file(stdin: BinaryIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stdin.fileno()).st_mode) and stdin.tell() == 0
    except (OSError, ValueError):
        return False


def _filled(stdin: BinaryIO) -> bytes:
    """The first HEAD_BYTES bytes, or all there are: a pipe may give them in pieces."""
    head = b""
    while len(head) < HEAD_BYTES and (piece := stdin.read(HEAD_BYTES - len(head))):
        head += piece
    return head


def _opened(source: Source) -> OpenedTable:
    stream, head, form, name, key = source.stream, source.head, source.form, source.name, source.key
    stream.seek(0)
    if form in {"npy", "csv", "printed"} and key is not None:
        raise TableError("holds a single table, without names", where=name, mend=f"leave out :{key}")
    if form == "npy":
        return _of_stored(name, form, *stored_npy(stream, where=name))
    if form == "npz":
        stored, inside, remarks = stored_npz(stream, key, where=name)
        return _of_stored(f"{name}:{inside}", form, stored, remarks)
    if form == "safetensors":
        stored, inside = stored_tensor(stream, key, where=name)
        return _of_stored(f"{name}:{inside}", form, stored)
    if form == "printed":
        return _of_figures(name, form, read_printed(stream, where=name))
    if form == "json":
        figures, inside = read_json_figures(stream, head, key, where=name)
        return _of_figures(f"{name}:{inside}" if key else name, form, figures)
    return _of_figures(name, form, read_figures(stream, head, where=name))


def _of_stored(name: str, form: Form, stored: StoredArray, remarks: tuple[str, ...] = ()) -> OpenedTable:
    shape, remark = two_axes(stored.shape, where=name)
    remarks = (*remarks, remark) if remark else remarks
    return OpenedTable(
        name, form, table_rows(stored, shape), stored.number, stored.shape, remarks=remarks, stored=stored
    )


def _of_figures(name: str, form: Form, figures: Figures) -> OpenedTable:
    shape, remark = two_axes(figures.values.shape, where=name)
    number = figures.dtype if figures.dtype in DTYPES else "float64"
    if number == "float64" and figures.looks_single and _are_shortest_singles(figures):
        number = "float32"
    return OpenedTable(
        name,
        form,
        figures.values.reshape(shape),
        number,
        figures.values.shape,
        figures.resolution,
        (*figures.remarks, remark) if remark else figures.remarks,
        figures.positions,
        figures.base,
    )


def _are_shortest_singles(figures: Figures) -> bool:
    """Whether the first figures are float32 values, each in the fewest digits that tell it from its neighbours."""
    few = figures.values.ravel()[:512]
    with np.errstate(over="ignore"):
        return all(float(str(each)) == value for each, value in zip(few.astype(np.float32), few, strict=True))
