r"""The encoding's formulas as plain functions of numbers, right or with one known slip in them.

A lesson's expressions are evaluated through a Formula. Evaluated through a slipped one, the same expression gives
the number that a learner with that misconception arrives at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import lru_cache
from math import cos, pi, radians, sin
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from petui.core.attention import attended
from petui.core.encoding import encode
from petui.core.errors import ParameterError
from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Slip:
    """One way to get the formula wrong.

    Attributes:
        id: Its name in content and in the log.
        title: A few words for people.
        says: What went wrong and how to mend it, one or two sentences.
        variants: The changes of a Formula's fields that make the slip; more than one where it can be made in ways.
    """

    id: str
    title: str
    says: str
    variants: tuple[MappingProxyType[str, Any], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Formula:
    r"""The formulas at one Lab; every field but `lab` is a slip when it is not at its default.

    Attributes:
        lab: Where d_model and base come from.
        exponent_factor: 1, or 2 for the doubled exponent 4i/d_model.
        by_slot: The exponent is 2·slot/d_model for every slot.
        degrees: Sine and cosine read their angle in degrees.
        swapped: Sine where cosine belongs and the other way round.
        inverted: \omega is taken for its divisor, 1/\omega.
        turnless: The wavelength without its 2\pi.
        negated: The sign of a sine or cosine is lost.
        shift: Added to every position.
        omega_digits: Decimals that \omega is rounded to before use.
        angle_digits: Decimals that the angle is rounded to before use.
    """

    lab: Lab
    exponent_factor: float = 1.0
    by_slot: bool = False
    degrees: bool = False
    swapped: bool = False
    inverted: bool = False
    turnless: bool = False
    negated: bool = False
    shift: int = 0
    omega_digits: int | None = None
    angle_digits: int | None = None

    def exponent(self, pair: float) -> float:
        r"""2i/d_model."""
        return self.exponent_factor * 2 * pair / self.lab.d_model

    def divisor(self, pair: float) -> float:
        r"""base^(2i/d_model) = 1/\omega_i."""
        return _power(self.lab.base, self.exponent(pair))

    def omega(self, pair: float) -> float:
        r"""\omega_i = base^(-2i/d_model), radians per position."""
        rate = _power(self.lab.base, self.exponent(pair) if self.inverted else -self.exponent(pair))
        return rate if self.omega_digits is None else round(rate, self.omega_digits)

    def wavelength(self, pair: float) -> float:
        r"""2\pi·base^(2i/d_model), positions per turn."""
        if self.inverted:
            return 2 * pi * _power(self.lab.base, -self.exponent(pair))
        return self.divisor(pair) if self.turnless else 2 * pi * self.divisor(pair)

    def angle(self, pos: float, slot: float) -> float:
        r"""pos·\omega of the slot's pair, radians."""
        self._check_slot(slot)
        angle = (pos + self.shift) * self.omega(slot if self.by_slot else slot // 2)
        return angle if self.angle_digits is None else round(angle, self.angle_digits)

    def pe(self, pos: float, slot: float) -> float:
        """PE(pos, slot); the right formula goes through the exact phase."""
        self._check_slot(slot)
        if self == Formula(self.lab):
            return _exact(pos, int(slot), self.lab.d_model, self.lab.base)
        angle = self.angle(pos, slot)
        return self.cosine(angle) if int(slot) % 2 else self.sine(angle)

    def sine(self, angle: float) -> float:
        """The sine of an angle in radians."""
        return self._wave(cos if self.swapped else sin, angle)

    def cosine(self, angle: float) -> float:
        """The cosine of an angle in radians."""
        return self._wave(sin if self.swapped else cos, angle)

    def _wave(self, wave: Callable[[float], float], angle: float) -> float:
        value = wave(radians(angle) if self.degrees else angle)
        return -value if self.negated else value

    def row(self, pos: float) -> Floats:
        """PE(pos), shape (d_model,)."""
        if self == Formula(self.lab):
            return np.asarray(encode(pos, self.lab.d_model, self.lab.base), dtype=np.float64)
        slots = np.arange(self.lab.d_model)
        angles = self._angles(pos, slots if self.by_slot else slots // 2)
        if self.degrees:
            angles = np.radians(angles)
        values = np.where((slots % 2 == 1) != self.swapped, np.cos(angles), np.sin(angles))
        return -values if self.negated else values

    def _angles(self, pos: float, pairs: NDArray[np.int64]) -> Floats:
        """The slipped angle of each pair at once: slot by slot a wide row takes too long to grade with."""
        exponents = self.exponent_factor * 2 * pairs / self.lab.d_model
        _power(self.lab.base, float(exponents[-1]) if self.inverted else 0.0)
        rates = np.asarray(self.lab.base ** (exponents if self.inverted else -exponents), dtype=np.float64)
        if self.omega_digits is not None:
            rates = np.round(rates, self.omega_digits)
        angles = (pos + self.shift) * rates
        return angles if self.angle_digits is None else np.round(angles, self.angle_digits)

    def dot(self, first: float, second: float) -> float:
        r"""PE(first)·PE(second) = \sum cos((second - first)\omega_i) where d_model is even."""
        return float(self.row(first) @ self.row(second))

    def distance(self, first: float, second: float) -> float:
        """|PE(first) - PE(second)|."""
        return float(np.linalg.norm(self.row(first) - self.row(second)))

    def norm(self, pos: float) -> float:
        r"""|PE(pos)| = \sqrt(d_model/2) where d_model is even."""
        return float(np.linalg.norm(self.row(pos)))

    def attended(self, order: float, word: float, slot: float, placed: float) -> float:
        """One output number of a toy attention, see petui.core.attention."""
        return attended(order, word, slot, placed=bool(placed))

    def _check_slot(self, slot: float) -> None:
        if slot != int(slot) or not 0 <= slot < self.lab.d_model:
            raise ParameterError(
                f"slot is {slot:g}, but d_model {self.lab.d_model} has slots 0 to {self.lab.d_model - 1}", where="slot"
            )


@lru_cache(maxsize=1 << 14)
def _exact(pos: float, slot: int, d_model: int, base: float) -> float:
    """PE(pos, slot); a page of a lesson names few cells, many times each."""
    row = encode(pos, d_model, base, first_slot=slot, last_slot=slot + 1)
    return float(row[0])


def _power(base: float, exponent: float) -> float:
    try:
        power: float = base**exponent
    except OverflowError:
        raise ParameterError(f"{base:g}^{exponent:g} is too large a number", where="base") from None
    return power


def _variant(**changes: Any) -> MappingProxyType[str, Any]:
    return MappingProxyType(changes)


SLIPS: tuple[Slip, ...] = (
    Slip(
        "degrees",
        "degrees",
        "Angles here are radians: set the calculator to RAD.",
        (_variant(degrees=True),),
    ),
    Slip(
        "swapped",
        "sine and cosine swapped",
        "The sine is the height of the dot, the cosine its sideways place; in the table even slots hold the sine.",
        (_variant(swapped=True),),
    ),
    Slip(
        "doubled-exponent",
        "doubled exponent",
        "The exponent is 2i/d with i the pair, so the factor 2 belongs in it once.",
        (_variant(exponent_factor=2.0),),
    ),
    Slip(
        "slot-as-pair",
        "slot used as i",
        "The pair is half the slot, remainder dropped: slots 2 and 3 both belong to pair 1.",
        (_variant(by_slot=True),),
    ),
    Slip(
        "off-by-one",
        "position off by one",
        "Positions count from 0, so the first token is at 0, and this number belongs to a neighbour.",
        (_variant(shift=1), _variant(shift=-1)),
    ),
    Slip(
        "inverted-omega",
        "inverted frequency",
        "ω is 1 divided by 10000^(2i/d), so the angle is pos divided by the divisor.",
        (_variant(inverted=True),),
    ),
    Slip(
        "base-1000",
        "base 1000",
        "Count the zeros: the base here is larger.",
        (_variant(base=1000.0),),
    ),
    Slip(
        "forgotten-two-pi",
        "2π forgotten",
        "A wavelength is a full turn, 2π radians, divided by ω.",
        (_variant(turnless=True),),
    ),
    Slip(
        "early-rounding",
        "rounded too early",
        "Keep every digit of ω and of the angle until the end.",
        tuple(_variant(omega_digits=n) for n in (2, 3)) + tuple(_variant(angle_digits=n) for n in (0, 1, 2)),
    ),
    Slip(
        "lost-sign",
        "sign lost",
        "The size is right: see on which side of zero the number lies.",
        (_variant(negated=True),),
    ),
)


def slipped(formula: Formula, variant: MappingProxyType[str, Any]) -> Formula:
    """The formula with one slip's changes; `base` changes its Lab.

    Returns:
        A Formula whose functions give the slip's numbers.
    """
    changes = dict(variant)
    lab = formula.lab.changed(base=changes.pop("base")) if "base" in changes else formula.lab
    return replace(formula, lab=lab, **changes)
