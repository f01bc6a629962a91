r"""The conventions that programs follow for sinusoidal encodings: named points of one small grid, see `Convention`."""

from __future__ import annotations

from petui.core.conventiongrid import Convention, Divisor, Odd, Order, Scale, encode_as
from petui.core.registry import CONVENTIONS, convention

__all__ = ["CONVENTIONS", "Convention", "Divisor", "Odd", "Order", "Scale", "convention", "encode_as"]
