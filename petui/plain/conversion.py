"""What `petui convert` does to rows: the order of their columns, or of the rows themselves, and what must be said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from math import prod
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.conventions import Convention, convention, on_scores
from petui.core.diagnosis.findings import Rows
from petui.core.diagnosis.rotarycache import cache_pairing
from petui.core.errors import ParameterError
from petui.core.parameters import MAX_D_MODEL
from petui.core.precision import brains
from petui.core.relayout import relayout
from petui.core.rotary import halves_from_pairs, pairs_from_halves, permuted_heads
from petui.plain.faults import counted
from petui.plain.rowswritten import VALUES_PER_BLOCK
from petui.plain.storedarray import Array, StoredArray, widened
from petui.records import dataclass

INTERLEAVED, HALF_SPLIT = "rope-interleaved", "rope-half-split"
_ROTARY = (INTERLEAVED, HALF_SPLIT)
Axis: TypeAlias = Literal["rows", "columns"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """What is asked for.

    Attributes:
        source: The layout that there is.
        target: The layout wanted.
        heads: Heads of a rotary weight matrix; None for tables.
        axis: What is permuted between the rotary layouts; None to tell it from the numbers.
        force: Whether to convert also what plainly has another layout.
        remarks: What its asker should know, filled as it is done.
    """

    source: str
    target: str
    heads: int | None = None
    axis: Axis | None = None
    force: bool = False
    remarks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Refuse names and options that do not go together with a ParameterError."""
        rotary = [name in _ROTARY for name in (self.source, self.target)]
        if any(rotary) and not all(rotary):
            raise ParameterError(
                f"{self.source} and {self.target} are not of one kind",
                where="--to",
                mend=f"weights go between {INTERLEAVED} and {HALF_SPLIT}, tables between conventions",
            )
        if not any(rotary):
            convention(self.source, where="--from")
            convention(self.target, where="--to")
            for option, given in (("--heads", self.heads), ("--axis", self.axis)):
                if given is not None:
                    raise ParameterError("is for the rotary layouts", where=option, mend="leave it out for a table")

    @property
    def is_rotary(self) -> bool:
        """Whether the layouts are those of rotary embedding, not those of tables."""
        return self.source in _ROTARY

    @property
    def table_source(self) -> Convention:
        """The convention that a table is said to follow."""
        return convention(self.source, where="--from")

    def axis_of(self, rows: Rows, name: str) -> Axis:
        """What is permuted between the rotary layouts: rows of weights, columns of a cache.

        Args:
            rows: The numbers.
            name: What they are called, for the error.

        Raises:
            ParameterError: If it is a cache of the other layout, or the number of heads is missing or too much.
        """
        if self.axis is not None:
            return self.axis
        pairing = cache_pairing(rows)
        if pairing is None:
            return "rows"
        if self.heads is not None:
            raise ParameterError(
                f"is for weights, and {name} is a cache of cosines or sines",
                where="--heads",
                mend="leave it out and columns are permuted, or give --axis rows",
            )
        if self.source != f"rope-{pairing}" and not self.force:
            raise ParameterError(
                f"{name} is a cache of cosines or sines that is rope-{pairing}: {self._pairs(rows.shape[1], pairing)}",
                where="--from",
                mend="give its own layout, or --force to permute it all the same",
            )
        self.remarks.append(
            f"A cache of cosines or sines, {self._pairs(rows.shape[1], pairing)}: its columns were permuted."
        )
        return "columns"

    @staticmethod
    def _pairs(width: int, pairing: str) -> str:
        if pairing == "interleaved":
            return "its columns 2i and 2i + 1 are the same"
        return f"its columns i and i + {width // 2} are the same"

    def rotary_order(self, length: int, axis: Axis) -> NDArray[np.int64]:
        """New row (or column) j is old row order[j], for so many of them.

        Raises:
            ParameterError: If they are not that many heads of an even width, or there are too many.
        """
        if self.heads is None and axis == "rows":
            raise ParameterError(
                "is needed for weights", where="--heads", mend="give the heads of this matrix; keys may have fewer"
            )
        heads = 1 if self.heads is None else self.heads
        if length > MAX_D_MODEL:
            raise ParameterError(f"{counted(length, axis[:-1])} are more than {MAX_D_MODEL}", where="--from")
        if not 1 <= heads <= length or length % heads or (length // heads) % 2:
            mend = "give the matrix's own" if axis == "rows" else "give as many as stand side by side"
            verb = "is" if length == 1 else "are"
            what = (
                f"{counted(length, axis[:-1])} {verb} not {heads} {'head' if heads == 1 else 'heads'} of an even width"
            )
            raise ParameterError(what, where="--heads", mend=mend)
        if self.source == self.target:
            return np.arange(length)
        order = halves_from_pairs if self.target == HALF_SPLIT else pairs_from_halves
        return np.asarray(permuted_heads(np.arange(length), heads, order(length // heads)))

    def columns(self, width: int) -> tuple[NDArray[np.int64], float]:
        """New slot j is old slot order[j]; and what every value is multiplied by."""
        if self.is_rotary:
            return self.rotary_order(width, "columns"), 1.0
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
        order = self.rotary_order(len(array), "rows")
        rows = _rows_per_block(array.shape)
        for first in range(0, len(order), rows):
            yield np.ascontiguousarray(array[order[first : first + rows]])

    def table(self, rows: Rows, number: str) -> Iterator[Array]:
        """The permuted columns of a table, some rows at a time, in the format that they lie in."""
        order, factor = self.columns(rows.shape[1])
        for block in _blocks(rows):
            permuted = np.ascontiguousarray(block[:, order])
            yield permuted if factor == 1 else _scaled(permuted, factor, number)

    def done(self, count: int, width: int, axis: Axis) -> str:
        """What was done, in a sentence without its point."""
        if not self.is_rotary:
            return f"{counted(count, 'row')} of {counted(width, 'slot')} from {self.source} to {self.target}"
        of = "" if axis == "columns" and self.heads is None else f" of {counted(self.heads or 1, 'head')}"
        permuted = counted(count, "row") if axis == "rows" else counted(width, "column")
        return f"{permuted}{of} permuted from {self.source} to {self.target}"


def layout_name(given: str) -> str:
    """A layout's own name where an alias of a rotary one, or another writing of it, is given."""
    found = on_scores(given)
    return given if found is None else found.name


def _blocks(rows: Rows) -> Iterator[Array]:
    count = _rows_per_block(rows.shape)
    for first in range(0, len(rows), count):
        yield rows[first : first + count]


def _rows_per_block(shape: tuple[int, ...]) -> int:
    return max(1, VALUES_PER_BLOCK // max(1, prod(shape[1:])))


def _scaled(block: Array, factor: float, number: str) -> Array:
    if number == "bfloat16":
        rounded = brains(widened(block).astype(np.float64) * factor).astype(np.float32)
        return (rounded.view(np.uint32) >> 16).astype(block.dtype)
    if block.dtype.kind != "f":
        raise ParameterError(f"{number} cannot be scaled", where="--to", mend="save it as floating numbers")
    return (block.astype(np.float64) * factor).astype(block.dtype)
