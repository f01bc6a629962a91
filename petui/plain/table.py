"""The encoding's table as text, CSV, JSON or .npy, written in blocks so that its length costs no memory."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from petui.core.conventions import convention
from petui.core.encoding import DTYPES, checked_base, checked_d_model, checked_dtype, encode, frequencies
from petui.core.errors import ParameterError
from petui.plain.output import Chunk
from petui.plain.positions import Positions

FORMATS = ("text", "csv", "json", "npy")
DEFAULT_DIGITS = 4
# 17 significant digits tell any two float64 apart.
MAX_DIGITS = 17
_VALUES_PER_BLOCK = 1 << 15


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Which table; an impossible one is refused, naming the option.

    Attributes:
        positions: Its rows.
        d_model: Its slots.
        base: Base of the wavelengths' progression.
        convention: Layout of the slots.
        dtype: Number format that the exact values are rounded to once.
    """

    positions: Positions
    d_model: int = 8
    base: float = 10000.0
    convention: str = "paper"
    dtype: str = "float64"

    def __post_init__(self) -> None:
        """Refuse impossible parameters with a ParameterError."""
        checked_d_model(self.d_model, where="--d-model")
        checked_base(self.base, where="--base")
        checked_dtype(self.dtype, where="--dtype")
        check_convention(self.convention)

    def blocks(self) -> Iterator[tuple[list[int | float], NDArray[np.floating]]]:
        """Positions and their rows, a few at a time."""
        for block in self.positions.blocks(max(1, _VALUES_PER_BLOCK // self.d_model)):
            yield block, encode(block, self.d_model, self.base, self.dtype)


def check_convention(name: str) -> None:
    """Raise ParameterError unless petui knows the convention."""
    convention(name, where="--convention")


def form_for(file: Path | None) -> str:
    """The one of FORMATS that a file's suffix asks for; text for any other file, and for standard output."""
    suffix = "" if file is None else file.suffix.lower().removeprefix(".")
    return suffix if suffix in FORMATS else "text"


def written_words(request: TableRequest, form: str) -> str:
    """What was written, and in which form: `8 rows written as csv`."""
    count = request.positions.count
    return f"{count} {'row' if count == 1 else 'rows'} written as {form}"


def table_chunks(request: TableRequest, form: str, digits: int | None, *, ascii: bool) -> Iterator[Chunk]:
    """The table in one of FORMATS.

    Args:
        request: Which table.
        form: One of FORMATS.
        digits: Decimals of the text form, DEFAULT_DIGITS unless told; the other forms are exact and take none.
        ascii: Keep to ASCII.

    Raises:
        ParameterError: If `digits` is out of range or does not belong to the form.
    """
    if digits is not None and form != "text":
        raise ParameterError(f"the {form} form holds every digit", where="--digits", mend="leave it out, or use text")
    if digits is not None and not 0 <= digits <= MAX_DIGITS:
        raise ParameterError(f"digits is {digits}", where="--digits", mend=f"give 0 to {MAX_DIGITS}")
    if form == "csv":
        return _csv(request)
    if form == "json":
        return _json(request)
    if form == "npy":
        return _npy(request)
    return _text(request, DEFAULT_DIGITS if digits is None else digits, ascii)


def _text(request: TableRequest, digits: int, ascii: bool) -> Iterator[str]:
    rates = [f"{rate:.{max(1, digits)}g}" for rate in frequencies(request.d_model, request.base)]
    width = max(digits + 3, 3, len(str(request.d_model - 1)), *(len(rate) for rate in rates))
    omega = "omega" if ascii else "ω"
    label = max(request.positions.widest, len("slot"), len(omega))
    slots = range(request.d_model)
    for name, cells in (
        ("slot", (str(slot) for slot in slots)),
        ("", ("cos" if slot % 2 else "sin" for slot in slots)),
        (omega, (rates[slot // 2] for slot in slots)),
    ):
        yield _line(name, cells, label, width)
    for positions, rows in request.blocks():
        # Adding zero makes a rounded -0 plain 0.
        rounded = np.round(rows.astype(np.float64), digits) + 0.0
        yield "".join(
            _line(str(position), (f"{value:.{digits}f}" for value in row), label, width)
            for position, row in zip(positions, rounded.tolist(), strict=True)
        )


def _line(name: str, cells: Iterator[str], label: int, width: int) -> str:
    return f"{name:>{label}}  " + "  ".join(f"{cell:>{width}}" for cell in cells) + "\n"


def _csv(request: TableRequest) -> Iterator[str]:
    yield "position," + ",".join(str(slot) for slot in range(request.d_model)) + "\n"
    for positions, rows in request.blocks():
        yield "".join(
            f"{position},{','.join(map(repr, row))}\n"
            for position, row in zip(positions, rows.astype(np.float64).tolist(), strict=True)
        )


def _json(request: TableRequest) -> Iterator[str]:
    head = {
        "schema": 1,
        "d_model": request.d_model,
        "base": request.base,
        "convention": request.convention,
        "dtype": checked_dtype(request.dtype).name,
    }
    yield json.dumps(head)[:-1] + ', "positions": ['
    rows_per_block = max(1, _VALUES_PER_BLOCK // request.d_model)
    for number, block in enumerate(request.positions.blocks(rows_per_block)):
        yield (", " if number else "") + json.dumps(block)[1:-1]
    yield '], "values": ['
    for number, (_, rows) in enumerate(request.blocks()):
        yield (",\n" if number else "\n") + json.dumps(rows.astype(np.float64).tolist())[1:-1]
    yield "]}\n"


def _npy(request: TableRequest) -> Iterator[bytes]:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header,
        {
            "descr": np.lib.format.dtype_to_descr(np.dtype(request.dtype)),
            "fortran_order": False,
            "shape": (request.positions.count, request.d_model),
        },
    )
    yield header.getvalue()
    for _, rows in request.blocks():
        yield np.ascontiguousarray(rows).tobytes()


__all__ = ["DTYPES", "FORMATS", "TableRequest", "check_convention", "form_for", "table_chunks", "written_words"]
