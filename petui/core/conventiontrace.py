r"""One cell of any one-dimensional convention, with every intermediate."""

from __future__ import annotations

from math import pi
from typing import Literal

from petui.core.conventions import Convention, encode_as
from petui.core.parameters import checked_base, checked_positions, checked_slot
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class CellTrace:
    r"""value = multiplier · function(pos·\omega), \omega = factor·(base/factor)^(-exponent), exponent = 2i/counted.

    Attributes:
        convention: Which convention.
        pos: Position.
        slot: Slot, 0 … d_model - 1.
        pair: The pair i; None where the slot is always 0.
        function: What the slot holds of its pair; None likewise.
        d_model: Width of the encoding.
        base: Base of the progression.
        counted: The width that divides the exponent.
        exponent: 2i/counted, and 0 for the only pair; None where the slot is always 0, as all that follow.
        divisor: 1/\omega, positions per radian.
        omega: Frequency, radians per position.
        wavelength: 2\pi/\omega, positions per turn.
        angle: pos·\omega, radians.
        multiplier: What the sine or cosine is multiplied by.
        value: The encoding's value: 0 in the row of padding.
    """

    convention: Convention
    pos: float
    slot: int
    pair: int | None
    function: Literal["sin", "cos"] | None
    d_model: int
    base: float
    counted: int
    exponent: float | None
    divisor: float | None
    omega: float | None
    wavelength: float | None
    angle: float | None
    multiplier: float
    value: float

    @property
    def is_padding(self) -> bool:
        """Whether the whole row is zeros."""
        return self.convention.padding is not None and self.pos == self.convention.padding


def trace_as(convention: Convention, pos: float, slot: int, d_model: int, base: float | None = None) -> CellTrace:
    """Every intermediate of one cell, see CellTrace; `base` is the convention's own unless given.

    Raises:
        ParameterError: If a number is out of range, the convention has no such width, or the width no such slot.
    """
    base = checked_base(convention.base if base is None else base)
    columns, sweep = convention.columns(d_model), convention.sweep(d_model, base)
    checked_positions(pos, where="pos")
    slot = checked_slot(slot, d_model)
    pair: int | None = int(columns.pair[slot])
    exponent: float | None = None
    divisor: float | None = None
    if pair is None or pair < 0:
        pair = None
    else:
        exponent = pair / sweep.pairs_per_base if pair else 0.0
        divisor = sweep.base**exponent / sweep.factor
    omega = None if exponent is None else sweep.factor * sweep.base**-exponent
    return CellTrace(
        convention=convention,
        pos=pos,
        slot=slot,
        pair=pair,
        function=None if pair is None else "cos" if columns.cosine[slot] else "sin",
        d_model=d_model,
        base=base,
        counted=convention.counted(d_model),
        exponent=exponent,
        divisor=divisor,
        omega=omega,
        wavelength=None if divisor is None else 2 * pi * divisor,
        angle=None if omega is None else pos * omega,
        multiplier=convention.multiplier(d_model),
        value=float(encode_as(convention, pos, d_model, base, first_slot=slot, last_slot=slot + 1)[0]),
    )
