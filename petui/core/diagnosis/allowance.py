"""How far a table may be from exact values: what its number format, its arithmetic and its owner allow each cell."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, log2

import numpy as np

from petui.core.diagnosis.findings import Declared
from petui.core.diagnosis.slotwaves import SlotWaves
from petui.core.phase import Floats
from petui.core.precision import FORMATS
from petui.records import dataclass

# A cell that may be off by more than this share of the scale says nothing of its angle.
TELLING = 0.1
# The frequency 1 is exact in every program; so are whole positions, up to as many bits as numbers have.
_WIDEST_OF_ONE = 0.02
_WHOLE = {name: 2.0 ** max(form.bits, FORMATS["float32"].bits) for name, form in FORMATS.items()}
# Half a unit in the last place of numbers from 1/2 to 1, and the least of all: exact values are themselves off by
# some 1e-15.
_HALF_UNITS = {name: max(form.half_unit / 2, 2.0**-52) for name, form in FORMATS.items()}
_LEAST_HALF_UNITS = {"float64": 2e-15, "float32": 1e-15, "float16": 2.0**-25, "bfloat16": 1e-15}
# No tolerance that an owner asks for makes a search for slips looser than this.
_LOOSEST_SEARCH = 0.01
# What legitimate arithmetic does to an angle, relative to the position; rounding of a value up to 1 comes on top.
_PHASE = {"float64": 4e-16, "float32": 2e-7, "float16": 2e-7, "bfloat16": 2e-7}
_ROUNDING = {"float64": 5e-16, "float32": 6e-8, "float16": 2.5e-4, "bfloat16": 2e-3}
_LEAST_POSITION = 10.0
# Of figures with so many times as much between a format's numbers as between their own, so many tell the format.
_ROOM = 3.0
_LEAST_PRINTED = 20
# A little more than rounding does to numbers.
_SLACK = 1.024
_LEAST_SLACK = 1e-15


@dataclass(frozen=True, slots=True)
class Precision:
    """How far from exact values a table may be.

    Attributes:
        name: The number format.
        rounding: Half a unit in the last place of values up to 1, and half a unit of the last printed decimal.
        phase: Error of an angle for each position, at one radian per position.
        rtol: Relative tolerance that the owner asks for.
        atol: Absolute tolerance likewise.
        resolution: Half a unit of the last printed decimal alone.
        strict: Whether what the owner asks for takes the place of what fits; else it only adds to that.
        exact: Whether cells of whose angles arithmetic leaves nothing are to be exact values, rounded once.
    """

    name: str
    rounding: float
    phase: float
    rtol: float | None = None
    atol: float | None = None
    resolution: float = 0.0
    strict: bool = False
    exact: bool = False

    @property
    def asked(self) -> bool:
        """Whether the owner asks for a tolerance, and it takes the place of what fits."""
        return self.strict and (self.rtol is not None or self.atol is not None)

    def loosened(self, *, rounding: float, phase: float = 1.0) -> Precision:
        """The same with so many times the rounding and the error of angles."""
        return replace(self, rounding=rounding * self.rounding, phase=phase * self.phase)

    def allowed(self, positions: Floats, waves: SlotWaves, expected: Floats) -> Floats:
        """What each cell may be off, shape (rows, slots); infinite where arithmetic leaves nothing of its angle."""
        size = abs(waves.scale)
        if self.asked:
            return np.maximum(np.minimum(self._given(expected), TELLING * size), self.rounded_once(expected))
        top = 2.0 ** ceil(log2(size)) if size > 0 else 1.0
        reach = np.abs(positions)[:, None]
        turned = reach * waves.phase_weights
        if turned.size and turned.max() * self.phase > _WIDEST_OF_ONE:
            exact = (np.abs(waves.omega) == 1) & (reach <= _WHOLE[self.name])
            turned = np.where(exact, np.minimum(turned, _WIDEST_OF_ONE / self.phase), turned)
        own: Floats = self.rounding * top + self.phase * size * np.maximum(turned, _LEAST_POSITION)
        if self.rtol is not None or self.atol is not None:
            own = np.maximum(own, np.minimum(self._given(expected), _LOOSEST_SEARCH * size))
        if own.size and own.max() > TELLING * size:
            blind = own > TELLING * size
            own[blind] = self.rounded_once(expected)[blind] if self.exact else np.inf
        return own

    def rounded_once(self, expected: Floats) -> Floats:
        """Half a unit in the last place of each exact value: what a table may be off that is rounded only once."""
        unit = _HALF_UNITS[self.name] * (1 + 1e-6)
        once = np.ldexp(unit, np.frexp(expected)[1]) + _LEAST_HALF_UNITS[self.name]
        return np.asarray(once + self.resolution)

    def _given(self, expected: Floats) -> Floats:
        return np.asarray((self.atol or 0.0) + (self.rtol or 0.0) * np.abs(expected))


def precision_of(name: str, declared: Declared) -> Precision:
    """The precision that a number format promises; figures from text promise no more than single precision."""
    phase = _PHASE[name]
    if declared.resolution > 1e-12:
        phase = max(phase, _PHASE["float32"])
    rounding = _ROUNDING[name] + declared.resolution
    return Precision(name, rounding, phase, declared.rtol, declared.atol, declared.resolution)


def held_format(values: Floats, stored: str) -> str:
    """The narrowest number format that holds every value: that of the array, unless it was widened."""
    telling = values[np.isfinite(values) & (values != 0) & (np.abs(values) != 1)]
    if telling.size < 4:
        return stored
    for name in ("bfloat16", "float16", "float32"):
        if _ROUNDING[name] > _ROUNDING[stored] and np.array_equal(FORMATS[name].rounded(telling), telling):
            return name
    return stored


def printed_format(values: Floats, resolution: float, stored: str) -> str:
    """The narrow number format whose every number these figures may be, where others would not be so by chance."""
    telling = values[np.isfinite(values) & (np.abs(values) > 2 * resolution) & (np.abs(values) < 1)]
    for name in ("bfloat16", "float16"):
        # Half a step of the format at each value; between its numbers there must be room for other figures.
        steps = _ROUNDING[name] * 2.0 ** np.ceil(np.log2(np.abs(telling)))
        wide = telling[steps > _ROOM * resolution]
        off = np.abs(FORMATS[name].rounded(wide) - wide)
        if wide.size >= _LEAST_PRINTED and (off <= resolution * (1 + 1e-6)).all():
            return name
    return stored


def own_rounding(name: str) -> float:
    """How far a format may have moved a number from 1 to 2, and a little more."""
    return max(_SLACK * FORMATS[name].half_unit, _LEAST_SLACK)
