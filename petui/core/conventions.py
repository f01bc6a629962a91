r"""The conventions that programs follow for sinusoidal encodings, each a point of one small grid.

A convention says how frequencies fall (the divisor), where their waves stand (the layout), which position the first
token has (the start), what an odd width becomes, what the row is multiplied by, and in which number format it is
computed. petui computes every one of them exactly; `arithmetic` says what the program itself would have done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.encoding import Positions, checked_base, checked_d_model
from petui.core.errors import ParameterError
from petui.core.sweep import Columns, Layout, Sweep, columns_of
from petui.core.tables import sweep_table

Divisor: TypeAlias = Literal["d", "d-2"]
Odd: TypeAlias = Literal["refuse", "end-with-sine", "zero-column", "round-up"]
Scale: TypeAlias = Literal["1", "d^-1/2"]


@dataclass(frozen=True, slots=True)
class Convention:
    r"""One way to lay an encoding out.

    Attributes:
        name: Its name for commands and content.
        title: Its name for people.
        layout: Where sines and cosines stand.
        divisor: "d" for \omega_i = base^(-2i/d); "d-2" for base^(-2i/(d-2)), whose last frequency is 1/base.
        start: The position of the first token.
        odd: What an odd width becomes.
        scale: What every value is multiplied by.
        arithmetic: The number format that the program computes in.
        base: The base it has by default.
        says: What trips those who compare with it, one or two sentences.
        source: Where it is written down.
    """

    name: str
    title: str
    layout: Layout = "interleaved"
    divisor: Divisor = "d"
    start: int = 0
    odd: Odd = "end-with-sine"
    scale: Scale = "1"
    arithmetic: str = "float32"
    base: float = 10000.0
    says: str = ""
    source: str = ""

    def columns(self, d_model: int) -> Columns:
        """What stands in each slot.

        Raises:
            ParameterError: If the convention has no such width.
        """
        d_model = checked_d_model(d_model)
        if d_model % 2 and self.odd == "refuse":
            raise ParameterError(
                f"{self.name} has no odd width such as {d_model}", where="d_model", mend="use an even width"
            )
        if d_model % 2 and self.odd == "zero-column":
            even = columns_of(self.layout, d_model // 2, d_model // 2)
            return Columns(np.append(even.pair, -1), np.append(even.cosine, False))
        if d_model % 2 and self.odd == "round-up":
            return columns_of(self.layout, (d_model + 1) // 2, (d_model + 1) // 2).window(0, d_model)
        return columns_of(self.layout, (d_model + 1) // 2, d_model // 2)

    def sweep(self, d_model: int, base: float | None = None) -> Sweep:
        """Its frequencies at a width; `base` is the convention's own unless given."""
        d_model, base = checked_d_model(d_model), checked_base(self.base if base is None else base)
        pairs = d_model // 2 if self.odd == "zero-column" else (d_model + 1) // 2
        width = d_model + d_model % 2 if self.odd == "round-up" else d_model
        return Sweep(pairs, pairs - 1 if self.divisor == "d-2" else width / 2, base)

    def multiplier(self, d_model: int) -> float:
        """What every value is multiplied by."""
        return 1 / sqrt(d_model) if self.scale == "d^-1/2" else 1.0


def encode_as(
    convention: Convention,
    positions: Positions,
    d_model: int,
    base: float | None = None,
    dtype: object = np.float64,
    *,
    fast: bool = False,
    first_slot: int = 0,
    last_slot: int | None = None,
) -> NDArray[np.floating]:
    r"""The rows of a convention at positions (the angle is pos·\omega_i for every convention: `start` is not added).

    Args:
        convention: Which one.
        positions: One position or a sequence of them.
        d_model: Number of slots.
        base: Base of the progression; the convention's own unless given.
        dtype: As for `encode`.
        fast: As for `encode`.
        first_slot: First slot wanted.
        last_slot: One past the last slot wanted; all by default.

    Returns:
        Shape (positions, slots); a single position gives shape (slots,).

    Raises:
        ParameterError: If a number is out of range, or the convention has no such width.
    """
    columns = convention.columns(d_model).window(first_slot, d_model if last_slot is None else last_slot)
    return sweep_table(
        positions,
        convention.sweep(d_model, base),
        columns,
        dtype,
        multiplier=convention.multiplier(d_model),
        fast=fast,
    )


CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {
        each.name: each
        for each in (
            Convention("paper", "Vaswani et al. 2017", says="Sine and cosine of a pair stand side by side."),
            Convention(
                "tensor2tensor",
                "tensor2tensor",
                layout="sines-first",
                divisor="d-2",
                odd="zero-column",
                says="All sines come first, and the last wavelength is 2π·base.",
            ),
        )
    }
)


def convention(name: str, *, where: str = "convention") -> Convention:
    """The convention of that name.

    Raises:
        ParameterError: If there is none.
    """
    if name not in CONVENTIONS:
        raise ParameterError(f"convention {name!r} is not known", where=where, mend=f"use {', '.join(CONVENTIONS)}")
    return CONVENTIONS[name]
