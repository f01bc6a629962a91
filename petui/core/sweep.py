"""What every sinusoidal encoding is made of: a sweep of frequencies, and a layout of their waves in slots."""

from __future__ import annotations

from math import isfinite
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import ParameterError
from petui.core.parameters import is_whole
from petui.core.phase import Floats, Words, phase_words
from petui.records import dataclass

Layout: TypeAlias = Literal["interleaved", "sines-first", "cosines-first"]


@dataclass(frozen=True, slots=True)
class Sweep:
    r"""A geometric sweep: \omega_i = factor·base^(-i / pairs_per_base), radians per position, i = 0 … pairs - 1.

    Attributes:
        pairs: How many frequencies there are.
        pairs_per_base: Over how many pairs the frequency falls by the base: d_model/2 as the paper prints it,
            pairs - 1 where the last frequency is to be factor/base. A sweep of one pair does not use it.
        base: Base of the progression.
        factor: The first frequency, radians per position.
    """

    pairs: int
    pairs_per_base: float
    base: float = 10000.0
    factor: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what makes no frequencies with a ParameterError."""
        if not is_whole(self.pairs) or self.pairs < 0:
            raise ParameterError(f"pairs is {self.pairs!r}, but it is a whole number from 0", where="pairs")
        for name in ("pairs_per_base", "base", "factor"):
            number = getattr(self, name)
            if not isinstance(number, (int, float, np.number)) or not isfinite(number):
                raise ParameterError(f"{name} is {number!r}, but it is a finite number", where=name)
        if self.base <= 0:
            raise ParameterError(f"base is {self.base!r}, but it is a number above 0", where="base")
        if self.pairs_per_base == 0 and self.pairs > 1:
            raise ParameterError("pairs_per_base is 0, over which nothing falls", where="pairs_per_base")

    @property
    def omega(self) -> Floats:
        """Every frequency, shape (pairs,), float64."""
        index = np.arange(self.pairs)
        exponents = -index / self.pairs_per_base if self.pairs > 1 else np.zeros(self.pairs)
        return np.asarray(self.factor * self.base**exponents, dtype=np.float64)

    @property
    def words(self) -> tuple[Words, Words]:
        r"""High and low words of every \omega / 2\pi, see petui.core.phase.phase_words; kept, and read-only."""
        return phase_words(self.pairs, self.pairs_per_base, self.base, self.factor)


@dataclass(frozen=True, slots=True)
class Columns:
    """What stands in each slot of a row.

    Attributes:
        pair: Shape (d_model,): the pair of each slot; -1 where a slot is always 0.
        cosine: Shape (d_model,): whether the slot holds the cosine of its pair.
    """

    pair: NDArray[np.int64]
    cosine: NDArray[np.bool_]

    def __len__(self) -> int:
        """How many slots there are."""
        return len(self.pair)

    @property
    def pairs(self) -> int:
        """How many pairs have a slot, when they are the first ones."""
        return int(self.pair.max(initial=-1)) + 1

    @property
    def functions(self) -> list[str]:
        """What each slot holds of its pair: `sin`, `cos`, or `zero` where it is always 0."""
        slots = zip(self.pair.tolist(), self.cosine.tolist(), strict=True)
        return ["zero" if pair < 0 else "cos" if cosine else "sin" for pair, cosine in slots]

    def with_zero(self) -> Columns:
        """The same slots, and one more that is always 0."""
        return Columns(np.append(self.pair, -1), np.append(self.cosine, False))

    def window(self, first: int, last: int) -> Columns:
        """The slots from `first` up to but not including `last`."""
        return Columns(self.pair[first:last], self.cosine[first:last])


def columns_of(layout: Layout, sines: int, cosines: int) -> Columns:
    """The slots of a layout that holds so many sines (of the first pairs) and so many cosines."""
    sine, cosine = np.arange(sines), np.arange(cosines)
    leading = layout == "cosines-first"
    pair = np.concatenate([cosine, sine] if leading else [sine, cosine])
    is_cosine = np.repeat([leading, not leading], [cosines, sines] if leading else [sines, cosines])
    if layout == "interleaved":
        order = np.argsort(2 * pair + is_cosine, kind="stable")
        pair, is_cosine = pair[order], is_cosine[order]
    return Columns(pair, is_cosine)
