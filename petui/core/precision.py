"""Numbers as the formats of 64, 32 and 16 bits hold them, rounded to nearest, ties to even."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from petui.core.phase import Floats
from petui.records import dataclass

# A float64 has 52 bits after its point and a bfloat16 seven.
_DROPPED = np.uint64(45)
_BELOW_HALF = np.uint64((1 << 44) - 1)
_ONE = np.uint64(1)
_LEAST_NORMAL = 2.0**-126
# Adding and taking away 1.5·2^(52 - 133) leaves multiples of 2^-133, which the smallest bfloat16 numbers are.
_SUBNORMAL_STEP = 1.5 * 2.0**-81


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A format of numbers.

    Attributes:
        name: float64, float32, float16 or bfloat16.
        stored: The NumPy dtype that holds its numbers: its own, or float32 for bfloat16, which NumPy has not.
        bits: Bits of precision, the hidden one counted: whole numbers are exact up to 2^bits.
        least: The least number above 0.
    """

    name: str
    stored: np.dtype[Any]
    bits: int
    least: float

    def __str__(self) -> str:
        """Its name."""
        return self.name

    @property
    def half_unit(self) -> float:
        """Half a unit in the last place of numbers from 1 to 2: 2^-bits."""
        return 2.0**-self.bits

    def rounded(self, values: NDArray[np.floating]) -> NDArray[np.floating]:
        """Each number as the nearest one of this format, rounded once, in the stored dtype."""
        exact = np.asarray(values, dtype=np.float64)
        with np.errstate(over="ignore"):
            return (brains(exact) if self.name == "bfloat16" else exact).astype(self.stored)


FORMATS: Mapping[str, NumberFormat] = MappingProxyType(
    {
        form.name: form
        for form in (
            NumberFormat("float64", np.dtype("float64"), 53, 2.0**-1074),
            NumberFormat("float32", np.dtype("float32"), 24, 2.0**-149),
            NumberFormat("float16", np.dtype("float16"), 11, 2.0**-24),
            NumberFormat("bfloat16", np.dtype("float32"), 8, 2.0**-133),
        )
    }
)

# Those of 16 bits.
NARROW = ("float16", "bfloat16")


def single(x: float) -> float:
    """The nearest float32 (24 bits of precision; whole numbers are exact up to 2^24); infinite beyond its range."""
    return _nearest("float32", x)


def half(x: float) -> float:
    """The nearest float16 (11 bits of precision; whole numbers are exact up to 2048); infinite beyond 65504."""
    return _nearest("float16", x)


def brain(x: float) -> float:
    """The nearest bfloat16 (8 bits of precision; whole numbers are exact up to 256); infinite beyond its range."""
    return _nearest("bfloat16", x)


def _nearest(name: str, x: float) -> float:
    return float(FORMATS[name].rounded(np.array([x]))[0])


def brains(values: Floats) -> Floats:
    """Each float64 as the nearest bfloat16, rounded once; the same shape.

    Ties go to even, what is beyond the greatest becomes infinite, and not a number stays so.
    """
    given = np.ascontiguousarray(values, dtype=np.float64)
    bits = given.view(np.uint64)
    rounded = ((bits + _BELOW_HALF + ((bits >> _DROPPED) & _ONE)) >> _DROPPED << _DROPPED).view(np.float64)
    size = np.abs(given)
    # Not a number has no neighbours, and nor has infinity; numbers below the least normal one have fewer bits.
    special = ~((size >= _LEAST_NORMAL) & (size < 2.0**127))
    if special.any():
        rounded[special] = _special(given[special])
    return rounded.reshape(np.shape(values))


def _special(values: Floats) -> Floats:
    """The nearest bfloat16 of numbers at either end of its range, and of zeros, infinities and nan."""
    tiny = np.abs(values) < _LEAST_NORMAL
    steps = np.copysign((np.where(tiny, values, 0.0) + _SUBNORMAL_STEP) - _SUBNORMAL_STEP, values)
    # The greatest is 255·2^120; half a step beyond it infinity begins.
    great = np.where(np.abs(values) >= 255.5 * 2.0**120, np.copysign(np.inf, values), values)
    with np.errstate(invalid="ignore", over="ignore"):
        eighths = np.rint(great * 2.0**-120) * 2.0**120
    return np.where(tiny, steps, np.where(np.isfinite(great), eighths, great))
