"""A table as lines of text: its head (slot, function, frequency), and its rows below; in columns, or in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from petui.lessons.saidtables import said_rows
from petui.records import dataclass

_SAID = {"sin": "sine", "cos": "cosine"}


class TableLines(Protocol):
    """A table's head and its rows as text."""

    @property
    def head(self) -> str:
        """The lines above the rows."""

    def line(self, name: str, cells: Iterable[str]) -> str:
        """The line of a row."""


@dataclass(frozen=True, slots=True)
class TableText:
    """How wide the columns of a table are as text, and the three lines above its rows.

    Attributes:
        label: Characters of a position.
        width: Characters of a value.
        heads: The words above the positions and above each slot, line by line.
    """

    label: int
    width: int
    heads: tuple[tuple[str, list[str]], ...]

    @property
    def head(self) -> str:
        """The lines above the rows."""
        return "".join(self.line(name, cells) for name, cells in self.heads)

    def line(self, name: str, cells: Iterable[str]) -> str:
        """A line of the table, its cells to the right of their columns."""
        return (f"{name:>{self.label}}  " + "  ".join(f"{cell:>{self.width}}" for cell in cells)).rstrip() + "\n"


def table_text(
    functions: Sequence[str],
    rates: Sequence[str],
    digits: int,
    widest: int,
    *,
    axes: Sequence[str] = (),
    ascii: bool,
) -> TableText:
    r"""The text of a table.

    Args:
        functions: What stands in each slot.
        rates: \omega of each slot, as text; `-` where it has none.
        digits: Decimals of the values.
        widest: The most characters that a position takes.
        axes: The axis of each slot; all empty in a sequence.
        ascii: Keep to ASCII.
    """
    heads = (
        ("slot", [str(slot) for slot in range(len(functions))]),
        *((("axis", list(axes)),) if any(axes) else ()),
        ("", list(functions)),
        ("omega" if ascii else "ω", list(rates)),
    )
    width = max(digits + 3, *(len(cell) for _, cells in heads for cell in cells))
    return TableText(max(widest, *(len(name) for name, _ in heads)), width, heads)


@dataclass(frozen=True, slots=True)
class SaidTable:
    """A table for those who hear it: each value stands beside its slot's name.

    Attributes:
        label: What the rows are called.
        names: What the slots are called.
        rates: Omega of each slot, as text; `-` where it has none.
    """

    label: str
    names: tuple[str, ...]
    rates: tuple[str, ...]

    @property
    def head(self) -> str:
        """A line that says the frequencies."""
        said = (f"{name} {rate}" for name, rate in zip(self.names, self.rates, strict=True) if rate != "-")
        return f"omega: {', '.join(said)}\n"

    def line(self, name: str, cells: Iterable[str]) -> str:
        """A row as a line."""
        (said,) = said_rows([self.label, *self.names], [[name, *cells]], headed=True)
        return f"{said}\n"


def said_table(functions: Sequence[str], rates: Sequence[str], label: str, axes: Sequence[str] = ()) -> SaidTable:
    """The words of a table; see `table_text` for the arguments, `label` is what its rows are called."""
    whose = axes or [""] * len(functions)
    names = (
        " ".join(filter(None, (f"slot {slot}", axis, _SAID.get(function, function))))
        for slot, (function, axis) in enumerate(zip(functions, whose, strict=True))
    )
    return SaidTable(label, tuple(names), tuple(rates))
