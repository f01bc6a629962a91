"""The encoding's table as text, CSV, JSON or .npy, written in blocks so that its length costs no memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np

from petui.core.errors import ParameterError
from petui.plain.output import Chunk
from petui.plain.rowswritten import npy_header
from petui.plain.tablerows import Label, TableRequest, TableRows
from petui.plain.tabletext import TableLines, said_table, table_text

FORMATS = ("text", "csv", "json", "npy")
DEFAULT_DIGITS = 4
# 17 significant digits tell any two float64 apart.
MAX_DIGITS = 17
_MORE = "more are for positions in float64"


def form_for(file: Path | None) -> str:
    """The one of FORMATS that a file's suffix asks for; text for any other file, and for standard output."""
    suffix = "" if file is None else file.suffix.lower().removeprefix(".")
    return suffix if suffix in FORMATS else "text"


def written_words(count: int, form: str) -> str:
    """What was written, and in which form: `8 rows written as csv`."""
    return f"{count} {'row' if count == 1 else 'rows'} written as {form}"


def table_chunks(
    request: TableRows, form: str, digits: int | None, *, ascii: bool, in_words: bool = False
) -> Iterator[Chunk]:
    """The table in one of FORMATS.

    Args:
        request: Which table.
        form: One of FORMATS.
        digits: Decimals of the text form, DEFAULT_DIGITS unless told; the other forms are exact and take none.
        ascii: Keep to ASCII.
        in_words: Whether the text form says each value beside its slot's name, and sets no columns.

    Raises:
        ParameterError: If `digits` is out of range or does not belong to the form.
    """
    if digits is not None and form != "text":
        raise digits_of_form(form)
    if digits is not None and not 0 <= digits <= MAX_DIGITS:
        raise ParameterError(f"digits is {digits}", where="--digits", mend=f"give 0 to {MAX_DIGITS}; {_MORE}")
    if form == "csv":
        return _csv(request)
    if form == "json":
        return _json(request)
    if form == "npy":
        return _npy(request)
    decimals = DEFAULT_DIGITS if digits is None else digits
    return _text(request, _layout(request, decimals, ascii, in_words), decimals)


def digits_of_form(form: str) -> ParameterError:
    """What is said of --digits beside a form other than text."""
    return ParameterError(f"the {form} form holds every digit", where="--digits", mend="leave it out, or use text")


def _text(request: TableRows, text: TableLines, digits: int) -> Iterator[str]:
    yield text.head
    for labels, rows in request.blocks():
        # Adding zero makes a rounded -0 plain 0.
        rounded = np.round(rows.astype(np.float64), digits) + 0.0
        yield "".join(
            text.line(_said(label), (f"{value:.{digits}f}" for value in row))
            for label, row in zip(labels, rounded.tolist(), strict=True)
        )


def _layout(request: TableRows, digits: int, ascii: bool, in_words: bool) -> TableLines:
    waves = request.waves()
    rates = ["-" if wave.omega is None else f"{wave.omega:.{max(1, digits)}g}" for wave in waves]
    functions, axes = [wave.function for wave in waves], [wave.axis for wave in waves]
    if in_words:
        return said_table(functions, rates, ", ".join(request.axes), axes if any(axes) else ())
    return table_text(functions, rates, digits, request.widest, axes=axes, ascii=ascii)


def _said(label: Label) -> str:
    return ",".join(map(str, label)) if isinstance(label, list) else str(label)


def _csv(request: TableRows) -> Iterator[str]:
    yield ",".join((*request.axes, *map(str, range(request.width)))) + "\n"
    for labels, rows in request.blocks():
        yield "".join(
            f"{_said(own)},{','.join(map(repr, row))}\n"
            for own, row in zip(labels, rows.astype(np.float64).tolist(), strict=True)
        )


def _json(request: TableRows) -> Iterator[str]:
    head: dict[str, object] = {
        "schema": 1,
        "d_model": request.width,
        "base": request.used_base,
        "convention": request.name,
        "dtype": request.format,
    }
    if len(request.shape) > 1:
        head["grid"] = list(request.shape)
    yield json.dumps(head)[:-1] + ', "positions": ['
    for number, block in enumerate(request.labels()):
        yield (", " if number else "") + json.dumps(block)[1:-1]
    yield '], "values": ['
    for number, (_, rows) in enumerate(request.blocks()):
        yield (",\n" if number else "\n") + json.dumps(rows.astype(np.float64).tolist())[1:-1]
    yield "]}\n"


def _npy(request: TableRows) -> Iterator[bytes]:
    blocks = request.blocks()
    first = next(blocks)
    yield npy_header((*request.shape, request.width), first[1].dtype)
    for _, rows in chain([first], blocks):
        yield np.ascontiguousarray(rows).tobytes()


__all__ = ["FORMATS", "TableRequest", "form_for", "table_chunks", "written_words"]
