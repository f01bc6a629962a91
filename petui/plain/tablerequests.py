"""A table's rows as a command line asks for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from math import prod

from petui.core.conventions import Convention, any_convention
from petui.core.errors import ParameterError
from petui.core.planes import Plane, PointConvention
from petui.plain.certified import CertifiedRequest, certified_chunks, is_certified
from petui.plain.output import Chunk
from petui.plain.positions import (
    ExactPositions,
    FarPositionError,
    Positions,
    TypedPositions,
    read_exact_positions,
    read_position,
    read_positions,
)
from petui.plain.table import digits_of_form, table_chunks
from petui.plain.tablerows import DEFAULT_D_MODEL, GridRequest, PointRequest, TableRequest, TableRows
from petui.records import dataclass

DEFAULT_TOKENS = 8
_DEFAULT_LEVELS = 4
DEFAULT_POINT = "0.1,-0.5,0.9"
_GRID = re.compile(r"\d{1,9}(?:[x×]\d{1,9})*")


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A table about to be written.

    Attributes:
        chunks: What to write.
        count: How many rows that is.
        said: What to tell about what was left open; empty where nothing is to be told.
    """

    chunks: Iterator[Chunk]
    count: int
    said: str = ""


def asked_table(
    name: str,
    pos: str | None,
    grid: str | None,
    d_model: int | None,
    base: Decimal | None,
    dtype: str,
    digits: int | None,
    form: str,
    *,
    ascii: bool,
    in_words: bool = False,
) -> AskedTable:
    """The table that a command line asks for; see `requested` for what is not told here.

    Args:
        name: The convention's name.
        pos: Positions or points.
        grid: Cells.
        d_model: Slots.
        base: Base of the wavelengths' progression, as typed.
        dtype: Number format.
        digits: Decimals of the text form.
        form: One of petui.plain.table.FORMATS.
        ascii: Keep to ASCII.
        in_words: Whether the text form says each value beside its slot's name.

    Raises:
        ParameterError: Naming the option that is impossible, or does not belong to the convention or the form.
    """
    found = any_convention(name, where="--convention")
    if digits is not None and grid is None and isinstance(found, Convention) and is_certified(form, dtype):
        own: ExactPositions = TypedPositions((found.positions(DEFAULT_TOKENS),))
        exact = own if pos is None else read_exact_positions(pos)
        typed = Decimal(found.base) if base is None else base
        proved = CertifiedRequest(exact, DEFAULT_D_MODEL if d_model is None else d_model, typed, found.name, digits)
        return AskedTable(certified_chunks(proved, ascii=ascii, in_words=in_words), exact.count)
    if digits is not None and form != "text":
        raise digits_of_form(form)
    rows, said = requested(name, pos, grid, d_model, None if base is None else float(base), dtype)
    chunks = table_chunks(rows, form, digits, ascii=ascii, in_words=in_words)
    return AskedTable(chunks, prod(rows.shape), said)


def requested(
    name: str, pos: str | None, grid: str | None, d_model: int | None, base: float | None, dtype: str
) -> tuple[TableRows, str]:
    """The rows that a command line asks for, and what to say about those that it leaves open.

    Args:
        name: The convention's name.
        pos: Positions, or the coordinates of points set off by `;`.
        grid: Cells along each axis, as `2x3`.
        d_model: Slots.
        base: Base of the wavelengths' progression.
        dtype: Number format.

    Raises:
        ParameterError: Naming the option that is impossible, or does not belong to the convention.
    """
    found = any_convention(name, where="--convention")
    if grid is not None and not isinstance(found, Plane):
        raise ParameterError(f"{found.name} has no grid", where="--grid", mend="give --pos")
    if isinstance(found, Convention):
        own: Positions = TypedPositions((found.positions(DEFAULT_TOKENS),))
        width = DEFAULT_D_MODEL if d_model is None else d_model
        return TableRequest(own if pos is None else _read_positions(pos, found), width, base, found.name, dtype), ""
    if isinstance(found, PointConvention):
        return _requested_points(found, pos, d_model, base, dtype)
    if pos is not None:
        raise ParameterError(f"{found.name} encodes cells of a grid", where="--pos", mend="give --grid, such as 2x3")
    default = default_grid(found)
    shape = read_grid(default if grid is None else grid)
    width = default_width(found) if d_model is None else d_model
    said = f"without --grid the grid is {default}" if grid is None else ""
    return GridRequest(found, shape, width, base, dtype), said


def _read_positions(text: str, found: Convention) -> Positions:
    try:
        return read_positions(text)
    except FarPositionError as error:
        # Digits are proved only of frequencies that begin at 1.
        raise error if found.factor == 1 else _far(error) from None


def _far(error: FarPositionError) -> ParameterError:
    return ParameterError(error.what, where=error.where, mend="float64 cannot tell such neighbours apart")


def default_grid(found: Plane) -> str:
    """The cells where nothing else is said, as `--grid` takes them: 2x3, or 2x3x2."""
    return "x".join(("2", "3", "2")[: len(found.axes)])


def default_width(found: Plane) -> int:
    """The slots of a row where nothing else is said: 8, or the fewest above that share evenly."""
    unit = 2 * len(found.axes)
    return DEFAULT_D_MODEL if found.rounds_up else -(-DEFAULT_D_MODEL // unit) * unit


def _requested_points(
    found: PointConvention, pos: str | None, d_model: int | None, base: float | None, dtype: str
) -> tuple[TableRows, str]:
    if base is not None:
        raise ParameterError(f"{found.name} has no base: its frequencies double", where="--base", mend="leave it out")
    points = read_points(DEFAULT_POINT if pos is None else pos)
    width = found.width(len(points[0]), _DEFAULT_LEVELS) if d_model is None else d_model
    said = f"without --pos the point is {DEFAULT_POINT}" if pos is None else ""
    return PointRequest(found, points, width, dtype), said


def read_grid(text: str) -> tuple[int, ...]:
    """Lengths of a grid's axes, `2x3`.

    Raises:
        ParameterError: If it cannot be read.
    """
    plain = "".join(text.lower().split())
    if not _GRID.fullmatch(plain):
        raise ParameterError(f"{text!r} is no grid", where="--grid", mend="give rows x columns, such as 2x3")
    return tuple(int(length) for length in re.split("[x×]", plain))


def read_points(text: str) -> tuple[tuple[float, ...], ...]:
    """Points: coordinates set off by commas, points by semicolons.

    Raises:
        ParameterError: If one cannot be read.
    """
    try:
        return tuple(
            tuple(read_position(number, where="--pos") for number in point.split(",")) for point in text.split(";")
        )
    except FarPositionError as error:
        raise _far(error) from None
