"""Numbers as the formats of 32 and 16 bits hold them, rounded to nearest, ties to even."""

from __future__ import annotations

import numpy as np

from petui.core.phase import Floats

_BRAIN_BITS = 16


def single(x: float) -> float:
    """The nearest float32 (24 bits of precision; whole numbers are exact up to 2^24); infinite beyond its range."""
    with np.errstate(over="ignore"):
        return float(np.float32(x))


def half(x: float) -> float:
    """The nearest float16 (11 bits of precision; whole numbers are exact up to 2048); infinite beyond 65504."""
    with np.errstate(over="ignore"):
        return float(np.float16(x))


def brain(x: float) -> float:
    """The nearest bfloat16 (8 bits of precision; whole numbers are exact up to 256)."""
    return float(brains(np.array([x]))[0])


def brains(values: Floats) -> Floats:
    """Each value as the nearest bfloat16, through float32 as hardware has it; the same shape."""
    with np.errstate(over="ignore"):
        bits = np.asarray(values, dtype=np.float32).view(np.uint32)
    half_step = np.uint32((1 << (_BRAIN_BITS - 1)) - 1)
    rounded = (bits + half_step + ((bits >> _BRAIN_BITS) & 1)) >> _BRAIN_BITS << _BRAIN_BITS
    # Not a number has no neighbours; adding to its bits could make a number of it.
    kept = np.where(np.isnan(values), bits, rounded).astype(np.uint32)
    return kept.view(np.float32).astype(np.float64)
