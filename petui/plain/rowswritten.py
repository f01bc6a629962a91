"""Tables of people's own written again: as .npy, or as figures that are read back to the same bits."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from petui.plain.output import Chunk
from petui.plain.storedarray import Array
from petui.records import dataclass

VALUES_PER_BLOCK = 1 << 17


@dataclass(frozen=True, slots=True)
class Written:
    """What is written besides the rows.

    Attributes:
        shape: The axes, of a .npy file.
        positions: The rows' positions; None where they are not known.
        claims: What petui's own JSON says of a table; None for a plain list of rows.
    """

    shape: tuple[int, ...]
    positions: tuple[float, ...] | None = None
    claims: dict[str, Any] | None = None


def npy_header(shape: tuple[int, ...], dtype: np.dtype[Any]) -> bytes:
    """What stands before the numbers, row by row, of a .npy file."""
    header = io.BytesIO()
    content = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(header, content)
    return header.getvalue()


def npy_chunks(blocks: Iterable[Array], dtype: np.dtype[Any], about: Written) -> Iterator[Chunk]:
    """The rows as .npy."""
    yield npy_header(about.shape, dtype)
    for block in blocks:
        yield block.tobytes()


def csv_chunks(blocks: Iterable[Array], between: str, about: Written) -> Iterator[Chunk]:
    """The rows as lines of figures, with a header and a column of positions where these are known."""
    positions = iter(about.positions or ())
    if about.positions is not None:
        yield between.join(["position", *(str(slot) for slot in range(about.shape[-1]))]) + "\n"
    for block in blocks:
        for row in _figures(block):
            cells = [repr(value) for value in row]
            if about.positions is not None:
                cells.insert(0, _plain(next(positions)))
            yield between.join(cells) + "\n"


def json_chunks(blocks: Iterable[Array], about: Written) -> Iterator[Chunk]:
    """The rows as a list of lists, or in petui's own form."""
    yield "[" if about.claims is None else json.dumps(about.claims)[:-1] + ', "values": ['
    first = True
    for block in blocks:
        for row in _figures(block):
            yield ("\n" if first else ",\n") + json.dumps(row)
            first = False
    yield "]\n" if about.claims is None else "]}\n"


def _figures(block: Array) -> list[list[float]]:
    """Rows of numbers that are written with the fewest digits that tell them from their neighbours."""
    if block.dtype != np.float32:
        whole: list[list[float]] = block.astype(np.float64).tolist()
        return whole
    # float32 in its own shortest digits: half of those of the float64 of the same value.
    return [[float(str(value)) for value in row] for row in block]


def _plain(position: float) -> str:
    return str(int(position)) if position.is_integer() else repr(position)
