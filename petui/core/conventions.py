r"""The conventions that programs follow for sinusoidal encodings: named points of one small grid, see `Convention`."""

from __future__ import annotations

from petui.core.conventiongrid import Convention, Divisor, Odd, Order, Scale, encode_as
from petui.core.registry import ALL, CONVENTIONS, PLANES, POINTS, AnyConvention, any_convention, convention

__all__ = [
    "ALL",
    "CONVENTIONS",
    "PLANES",
    "POINTS",
    "AnyConvention",
    "Convention",
    "Divisor",
    "Odd",
    "Order",
    "Scale",
    "any_convention",
    "convention",
    "encode_as",
]
