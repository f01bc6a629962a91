r"""What a Lab's convention makes of its width and base: the one place where views ask for frequencies and values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi

import numpy as np
from numpy.typing import NDArray

from petui.core.arithmetic import computed_in
from petui.core.lab import Lab
from petui.core.parameters import Positions
from petui.core.phase import Floats
from petui.core.sequences import convention
from petui.core.sweep import Columns, Sweep
from petui.core.tables import sweep_table
from petui.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    r"""The encoding of one convention, width and base.

    Attributes:
        name: The convention.
        d_model: Number of slots.
        sweep: The frequencies.
        columns: What stands in each slot.
        multiplier: What every value is multiplied by.
        omega: \omega_i of each pair, radians per position, shape (pairs,).
        padding: The position whose row is all zeros; None where there is none.
    """

    name: str
    d_model: int
    sweep: Sweep
    columns: Columns
    multiplier: float
    omega: Floats
    padding: int | None = None

    @property
    def pairs(self) -> int:
        """How many frequencies there are, at least 1."""
        return self.sweep.pairs

    @property
    def layout(self) -> str:
        """Where sines and cosines stand, in words."""
        waves = self.columns.cosine[self.columns.pair >= 0]
        if len(waves) > 2 and bool((waves == np.arange(len(waves)) % 2).all()):
            return "even slots sin, odd slots cos"
        return "first cos, then sin" if len(waves) and bool(waves[0]) else "first sin, then cos"

    def wavelength(self, pair: int) -> float:
        """Positions per turn of a pair."""
        return 2 * pi / float(self.omega[pair])

    def pair_of(self, slot: int) -> int | None:
        """The pair of a slot; None where it is always 0."""
        pair = int(self.columns.pair[slot])
        return None if pair < 0 else pair

    def near_pair(self, slot: int) -> int:
        """The pair of a slot; of one that is always 0 the last pair."""
        pair = self.pair_of(slot)
        return self.pairs - 1 if pair is None else pair

    def pairs_at(self, slot: int, count: int) -> range:
        """As many pairs as there are up to `count`, the slot's among them: from 0, or further by halves of so many.

        Two move together: by halves every other slot would have half of all drawn anew.
        """
        pair, count = self.near_pair(slot), min(count, self.pairs)
        half = count if count <= 2 else count // 2
        first = 0 if pair < count else min((pair - count + half) // half * half, self.pairs - count)
        return range(first, first + count)

    def function_of(self, slot: int) -> str:
        """`sin`, `cos`, or `zero` where a slot is always 0."""
        return self.columns.window(slot, slot + 1).functions[0]

    def slot_of(self, pair: int, *, cosine: bool) -> int | None:
        """Where a pair's sine or cosine stands; None where the table has none."""
        found = np.flatnonzero((self.columns.pair == pair) & (self.columns.cosine == cosine))
        return int(found[0]) if found.size else None

    @property
    def lone_pair(self) -> int | None:
        """The pair that has a sine without a cosine, the last of an odd width; None where there is none."""
        last = self.pairs - 1
        return None if self.has_cosine(last) else last

    def has_cosine(self, pair: int) -> bool:
        """Whether the table has a slot for a pair's cosine, as it has for every sine."""
        return self.slot_of(pair, cosine=True) is not None

    def values(
        self, positions: Positions, slots: Sequence[int] | NDArray[np.int64] | None = None, dtype: str = "float64"
    ) -> Floats:
        """The table's values, shape (positions, slots), as float64 that hold what `dtype` can."""
        columns = self.columns
        if slots is not None:
            picked = np.asarray(slots, dtype=np.int64)
            columns = Columns(columns.pair[picked], columns.cosine[picked])
        table = sweep_table(positions, self.sweep, columns, dtype, multiplier=self.multiplier)
        return self._padded(positions, np.asarray(table, dtype=np.float64))

    def computed(self, positions: Positions, dtype: str) -> Floats:
        """The table as a program computes it that keeps to a format throughout, see petui.core.arithmetic."""
        made = computed_in(dtype, positions, self.sweep, self.columns, multiplier=self.multiplier)
        return self._padded(positions, made)

    def hands(self, positions: Positions, pairs: Sequence[int] | NDArray[np.int64]) -> tuple[Floats, Floats]:
        """What `waves` gives at whole positions, but 0 in the row of padding: of unit size, as the table has them."""
        sines, cosines = self.waves(positions, pairs)
        return self._padded(positions, sines), self._padded(positions, cosines)

    def _padded(self, positions: Positions, rows: Floats) -> Floats:
        """The rows, that of padding made all zeros."""
        if self.padding is not None:
            rows[np.asarray(positions) == self.padding] = 0
        return rows

    def waves(self, positions: Positions, pairs: Sequence[int] | NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Sines and cosines of pairs, each of shape (positions, pairs): of unit size, whether or not in the table."""
        picked = np.asarray(pairs, dtype=np.int64)
        both = Columns(np.repeat(picked, 2), np.tile([False, True], len(picked)))
        table = np.asarray(sweep_table(positions, self.sweep, both), dtype=np.float64)
        return table[..., 0::2], table[..., 1::2]


def encoded(lab: Lab) -> Encoded:
    """The encoding that a Lab looks at.

    Raises:
        ParameterError: If its convention has no such width.
    """
    return encoded_as(lab.convention, lab.d_model, lab.base)


@lru_cache(maxsize=32)
def encoded_as(name: str, d_model: int, base: float) -> Encoded:
    """The encoding of a named convention.

    Raises:
        ParameterError: If there is no such convention, or it has no such width.
    """
    found = convention(name)
    sweep = found.sweep(d_model, base)
    return Encoded(name, d_model, sweep, found.columns(d_model), found.multiplier(d_model), sweep.omega, found.padding)


def told_apart(lab: Lab, against: Lab) -> tuple[str, str]:
    """What each of two Labs is called beside the other: its convention, and the fields in which they differ."""
    differing = [name for name in lab.differing(against) if name != "convention"]
    return _called(lab, differing), _called(against, differing)


def _called(lab: Lab, differing: Sequence[str]) -> str:
    values = ((name, getattr(lab, name)) for name in differing)
    fields = (f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}" for name, value in values)
    return ", ".join([lab.convention, *fields])
