"""What stands in each slot of a table, as numbers: its wave's frequency, its function and its height."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.phase import Floats
from petui.core.sweep import Columns
from petui.records import dataclass

Bools: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SlotWaves:
    r"""What stands in each slot: scale · sin or cos of p·\omega, or 0.

    Attributes:
        omega: Radians per position, shape (slots,).
        cosine: Whether a slot holds a cosine, shape (slots,).
        empty: Whether a slot is always 0, shape (slots,).
        scale: What every value is multiplied by.
        power: Exponents of (p/base) that stand for the angle instead of p·\omega, shape (slots,); mostly None.
        base: The base of `power`.
        silent: The position whose row is all zeros; None where there is none.
    """

    omega: Floats
    cosine: Bools
    empty: Bools
    scale: float = 1.0
    power: Floats | None = None
    base: float = 1.0
    silent: int | None = None
    # What was worked out before: the same waves are held against many rows.
    _known: dict[str, Floats] = field(default_factory=dict, init=False, repr=False)

    @property
    def phase_weights(self) -> Floats:
        """By how much the error of each slot's angle grows with the position, shape (slots,)."""
        if "weights" not in self._known:
            self._known["weights"] = error_growth(np.where(self.empty, 0.0, self.omega))
        return self._known["weights"]

    @property
    def partners(self) -> Indices:
        """The slot of the other wave of the same frequency; the slot itself where there is none, shape (slots,)."""
        slots, found = np.flatnonzero(~self.empty), np.arange(len(self.omega))
        others = {(float(self.omega[slot]), bool(self.cosine[slot])): int(slot) for slot in slots}
        for slot in slots:
            found[slot] = others.get((float(self.omega[slot]), not self.cosine[slot]), slot)
        return found

    def scaled(self, scale: float) -> SlotWaves:
        """The same waves of another height."""
        return replace(self, scale=scale)

    def values(self, positions: Floats) -> Floats:
        """The rows at positions, shape (positions, slots)."""
        out = np.zeros((len(positions), len(self.omega)))
        for function, slots in ((np.sin, ~self.cosine & ~self.empty), (np.cos, self.cosine & ~self.empty)):
            if slots.any():
                out[:, slots] = function(self._angles(positions, slots))
        if self.scale != 1:
            out *= self.scale
        if self.silent is not None:
            out[positions == self.silent] = 0.0
        return out

    def _angles(self, positions: Floats, slots: Bools) -> Floats:
        if self.power is None:
            return np.asarray(np.multiply.outer(positions, self.omega[slots]))
        with np.errstate(all="ignore"):
            angles = (positions[:, None] / self.base) ** self.power[slots][None, :]
        return np.where(np.isfinite(angles), angles, 0.0)


def slot_waves(omega: Floats, columns: Columns, scale: float = 1.0) -> SlotWaves:
    """The waves of frequencies, one for each pair, in slots."""
    return SlotWaves(omega[np.maximum(columns.pair, 0)], columns.cosine, columns.pair < 0, scale)


def error_growth(omega: Floats) -> Floats:
    """By how much each angle's error grows with the position; slow frequencies are powers, and less exact."""
    size = np.abs(omega)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = size / size.max(initial=0.0)
        return np.asarray(np.where(size > 0, size * (1 + 0.6 * np.abs(np.log(share))), 0.0))
