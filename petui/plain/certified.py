"""The table with the decimals that `--digits` asks for: every one of them right, at the position and base as typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import numpy as np

from petui.core.conventions import Convention, convention, encode_as
from petui.core.digits import (
    ExactSweep,
    certified_frequency,
    certified_row,
    checked_digits,
    decimal_text,
    exact_sweep,
)
from petui.core.parameters import MAX_POSITION, checked_dtype
from petui.core.sweep import Columns
from petui.plain.positions import ExactPositions
from petui.plain.tablerows import checked_numbers
from petui.plain.tabletext import TableLines, said_table, table_text
from petui.records import dataclass

# A float64 of a table is within 10^-15 of the true value: one that is no nearer than this to a tie is rounded right.
_DOUBT = 4e-15
# With more decimals most of them would be in doubt.
_MOST_OF_FLOAT64 = 12
_VALUES_PER_BLOCK = 1 << 13


@dataclass(frozen=True, slots=True)
class CertifiedRequest:
    """Which table; an impossible one is refused, naming the option.

    Attributes:
        positions: Its rows, as typed.
        d_model: Its slots.
        base: Base of the wavelengths' progression, as typed.
        convention: Layout of the slots.
        digits: Decimals of its values, and significant digits of its frequencies.
    """

    positions: ExactPositions
    d_model: int
    base: Decimal
    convention: str
    digits: int

    def __post_init__(self) -> None:
        """Refuse impossible parameters with a ParameterError."""
        checked_digits(self.digits, where="--digits")
        found = convention(self.convention, where="--convention")
        checked_numbers(found, self.d_model, float(self.base), "float64")


@dataclass(frozen=True, slots=True)
class _Table:
    """What is known of a table before its rows."""

    request: CertifiedRequest
    point: Convention
    columns: Columns
    frequencies: ExactSweep

    def rows(self, positions: Sequence[int | Decimal]) -> Iterator[list[str]]:
        """The values at some positions."""
        digits, base = self.request.digits, self.request.base
        whole = all(isinstance(each, int) and abs(each) <= MAX_POSITION for each in positions)
        if whole and digits <= _MOST_OF_FLOAT64 and Decimal(float(base)) == base:
            yield from self._rows_of_float64([int(each) for each in positions])
        else:
            yield from (self._row(each, self.columns) for each in positions)

    def _row(self, position: int | Decimal, columns: Columns) -> list[str]:
        if position == self.point.padding:
            return [decimal_text(0, self.request.digits)] * len(columns)
        root = self.request.d_model if self.point.scale == "d^-1/2" else 1
        return certified_row(position, self.frequencies, columns, self.request.digits, root=root)

    def _rows_of_float64(self, positions: list[int]) -> Iterator[list[str]]:
        """The values from float64, save those that it leaves in doubt."""
        digits = self.request.digits
        values = encode_as(self.point, positions, self.request.d_model, float(self.request.base))
        scaled = np.abs(values) * 10.0**digits
        doubtful = np.abs(scaled - np.floor(scaled) - 0.5) <= _DOUBT * 10.0**digits
        zero = f"-{0:.{digits}f}"
        for position, row, doubts in zip(positions, values.tolist(), doubtful, strict=True):
            cells = [f"{value:.{digits}f}" for value in row]
            cells = [cell[1:] if cell == zero else cell for cell in cells]
            at = np.flatnonzero(doubts)
            if at.size:
                some = Columns(self.columns.pair[at], self.columns.cosine[at])
                for slot, cell in zip(at.tolist(), self._row(position, some), strict=True):
                    cells[slot] = cell
            yield cells


def is_certified(form: str, dtype: str) -> bool:
    """Whether the digits of a table can be certified: of text, and of no values rounded to a smaller number format."""
    return form == "text" and checked_dtype(dtype, where="--dtype").name == "float64"


def certified_chunks(request: CertifiedRequest, *, ascii: bool, in_words: bool = False) -> Iterator[str]:
    """The table as text, in columns or in words, a few rows at a time.

    Raises:
        ParameterError: If the convention has no such width, or a value is too near to a tie to be told.
    """
    point = convention(request.convention)
    frequencies = exact_sweep(point, request.d_model, request.base)
    table = _Table(request, point, point.columns(request.d_model), frequencies)
    columns = table.columns
    proved = [certified_frequency(frequencies, pair, request.digits) for pair in range(columns.pairs)]
    rates = ["-" if pair < 0 else proved[pair] for pair in columns.pair.tolist()]
    if in_words:
        return _chunks(table, said_table(columns.functions, rates, "position"))
    return _chunks(table, table_text(columns.functions, rates, request.digits, request.positions.widest, ascii=ascii))


def _chunks(table: _Table, text: TableLines) -> Iterator[str]:
    yield text.head
    for block in table.request.positions.blocks(max(1, _VALUES_PER_BLOCK // table.request.d_model)):
        yield "".join(text.line(str(position), row) for position, row in zip(block, table.rows(block), strict=True))
