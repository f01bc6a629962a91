"""Collisions: rows of a table that a number format makes alike, rounded once or computed in it throughout."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.encoded import encoded_as
from petui.plot.ruler import page
from petui.records import dataclass

_MOST_CELLS = 200_000
_FEWEST_ROWS = 16


@dataclass(frozen=True, slots=True)
class Alike:
    """Rows that are the same as an earlier one.

    Attributes:
        count: How many there are.
        first: The first two positions that share a row; None where no two do.
        missing: Rows that hold something that is not a number, which are alike with none.
    """

    count: int
    first: tuple[int, int] | None
    missing: int


@dataclass(frozen=True, slots=True)
class Collisions:
    """What a format does to the rows of a window.

    Attributes:
        first: First position looked at.
        last: Last position looked at.
        once: With exact values rounded once.
        computed: With every step computed in the format.
    """

    first: int
    last: int
    once: Alike
    computed: Alike

    def in_words(self, dtype: str) -> str:
        """Both, in a sentence without its full stop."""
        if self.once == self.computed and not self.once.missing:
            return f"in {dtype}, rounded once or computed throughout, {_words(self.once)}"
        return f"in {dtype} rounded once {_words(self.once)}, computed throughout {_words(self.computed)}"

    def briefly(self, dtype: str) -> list[str]:
        """Both, the fullest words first."""
        once, computed = _briefly(self.once), _briefly(self.computed)
        if once == computed:
            return [f"{dtype}, rounded once or computed in it: {once}", f"{dtype}: {once}", once, ""]
        return [
            f"{dtype} rounded once: {once}; computed in it: {computed}",
            f"{dtype} computed: {computed}",
            f"computed: {computed}",
            "",
        ]


def _words(found: Alike) -> str:
    missing = f", and {found.missing} rows have no value" if found.missing else ""
    if found.first is None:
        return f"no two rows are alike{missing}"
    return f"rows {found.first[0]} and {found.first[1]} are the first alike, {found.count} in all{missing}"


def _briefly(found: Alike) -> str:
    if found.first is None:
        return "some rows have no value" if found.missing else "no two rows alike"
    return f"rows {found.first[0]}, {found.first[1]} alike"


def collisions_of(lab: Lab, first: int, last: int) -> Collisions:
    """The collisions among the positions of a window, or among as many around the current one as can be compared."""
    count = min(last - first + 1, max(_FEWEST_ROWS, _MOST_CELLS // lab.d_model))
    return _collisions(lab.convention, lab.d_model, lab.base, lab.dtype, page(lab.pos, count, first, last), count)


@lru_cache(maxsize=16)
def _collisions(name: str, d_model: int, base: float, dtype: str, first: int, count: int) -> Collisions:
    table = encoded_as(name, d_model, base)
    positions = np.arange(first, first + count)
    once = table.values(positions, dtype=dtype)
    computed = table.computed(positions, dtype)
    return Collisions(first, first + count - 1, alike_rows(once, first), alike_rows(computed, first))


def alike_rows(rows: Floats, first: int) -> Alike:
    """Rows that are the same as an earlier one; row 0 has the position `first`."""
    whole = np.flatnonzero(~np.isnan(rows).any(axis=1))
    missing = len(rows) - len(whole)
    # Adding 0 makes 0 of -0, which is the same number.
    kept = np.ascontiguousarray(rows[whole] + 0.0)
    bytes_of_rows = kept.view(np.dtype((np.void, kept.dtype.itemsize * kept.shape[1]))).ravel()
    _, firsts, groups = np.unique(bytes_of_rows, return_index=True, return_inverse=True)
    earlier = firsts[groups]
    again = np.flatnonzero(earlier != np.arange(len(whole)))
    if not again.size:
        return Alike(0, None, missing)
    pair = int(whole[earlier[again[0]]]) + first, int(whole[again[0]]) + first
    return Alike(len(again), pair, missing)
