r"""The frequencies that each slip gives, to be held against those of a table.

A spectrum is two arrays, the frequencies of sines and of cosines, one for each pair. `width` is what divides the
exponent 2i: d for the paper's convention, d - 2 for tensor2tensor's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from math import floor, inf, log, log1p, log2, log10, pi, trunc
from typing import TypeAlias

import numpy as np

from petui.core.phase import Floats
from petui.core.precision import FORMATS, NARROW
from petui.core.sweep import Columns
from petui.records import dataclass

# Named frequencies: (bug, what fills the braces of its text, radians per position of each pair).
Named: TypeAlias = tuple[str, dict[str, object], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    r"""Frequencies that a slip gives.

    Attributes:
        bug: The slip's id; None for the right frequencies.
        sines: Radians per position of each pair's sine.
        cosines: Likewise of its cosine; the same array unless the slip sets them apart.
        found: What fills the braces of the slip's text.
        power: Whether the arrays are exponents e of an angle (p/base)^e instead.
    """

    bug: str | None
    sines: Floats
    cosines: Floats
    found: dict[str, object] = field(default_factory=dict)
    power: bool = False


@lru_cache(maxsize=64)
def spectra(pairs: int, width: float, base: float, rows: int) -> tuple[Spectrum, ...]:
    """The right frequencies first, then those of each slip that gives both waves of a pair one frequency."""
    index = np.arange(pairs, dtype=np.float64)
    with np.errstate(all="ignore"):
        found = [
            Spectrum(bug, omega, omega, words)
            for source in (_exponents, _slips_of_programs, _factors, _formats)
            for bug, words, omega in source(index, width, base, rows)
        ]
        right = base ** (-2 * index / width)
    kept = [each for each in found if np.isfinite(each.sines).all() and not np.array_equal(each.sines, right)]
    return (Spectrum(None, right, right), *kept)


@lru_cache(maxsize=64)
def spectra_frequencies(pairs: int, width: float, base: float, rows: int) -> Floats:
    """The frequencies of all of `spectra`, shape (spectra, pairs)."""
    return np.stack([each.sines for each in spectra(pairs, width, base, rows)])


@lru_cache(maxsize=64)
def split_spectra(pairs: int, width: float, base: float) -> tuple[Spectrum, ...]:
    """Those of the slips that set the waves of a pair apart, or whose angles are no multiples of positions."""
    index = np.arange(pairs, dtype=np.float64)
    right = base ** (-2 * index / width)
    doubled = base ** (-4 * index / width)
    every = base ** (-2 * (2 * index + 1) / width)
    return (
        Spectrum("cosine-own-exponent", right, base ** (-(2 * index + 1) / width)),
        Spectrum("exponent-for-every-column", doubled, every),
        Spectrum("cosine-next-pair", right, base ** (-2 * (index + 1) / width)),
        Spectrum("integer-division", base ** -((4 * index) // width), base ** -((4 * index + 2) // width)),
        Spectrum("operator-precedence", 2 * index / width, 2 * index / width, power=True),
    )


def _exponents(index: Floats, width: float, base: float, rows: int) -> Iterator[Named]:
    """Slips of the exponent."""
    yield "doubled-exponent", {}, base ** (-4 * index / width)
    yield "halved-exponent", {}, base ** (-index / width)
    yield "missing-minus", {}, base ** (2 * index / width)
    yield "pairs-from-one", {}, base ** (-2 * (index + 1) / width)
    yield "integer-division", {}, base ** (-((2 * index) // width))
    yield "integer-division", {}, base ** (-((4 * index) // width))
    yield "width-left-out", {}, base ** (-2 * index)
    yield "width-left-out", {}, base**-index
    for what, logarithm in (("log10", log10(base)), ("log2", log2(base)), ("log1p, of 1 + base", log1p(base))):
        yield "wrong-logarithm", {"logarithm": what}, np.exp(-2 * index / width * logarithm)
    for power in (10.0, 2.0):
        yield "wrong-power", {"power": f"{power:g}"}, power ** (-2 * index / width * log(base))


def _slips_of_programs(index: Floats, width: float, base: float, rows: int) -> Iterator[Named]:
    """Slips of precedence, of casts and of spacing."""
    last, square = max(len(index) - 1, 1), np.float64(base) ** 2
    yield "operator-precedence", {}, base ** (-2 * index) / width
    yield "operator-precedence", {}, width * base ** (-2 * index)
    yield "operator-precedence", {}, 2 * index / (width * base)
    for steps in (index, 2 * index):
        yield "operator-precedence", {}, steps / (width * square)
    yield "base-exponent-swapped", {}, (2 * index / width) ** (1 / base)
    yield "base-exponent-swapped", {}, (index / last) ** (1 / base)
    for cut in (trunc, floor):
        yield "rate-cut-to-whole", {}, np.exp(2 * index * cut(-log(base) / width))
        yield "rate-cut-to-whole", {}, np.exp(index * cut(-2 * log(base) / width))
    yield "frequencies-cut-to-whole", {}, np.trunc(base ** (-2 * index / width))
    yield "divisors-cut-to-whole", {}, 1 / np.floor(base ** (2 * index / width) * (1 + 1e-12))
    yield "not-geometric", {"what": "Frequencies"}, np.linspace(1, 1 / base, len(index))
    yield "not-geometric", {"what": "Divisors"}, 1 / np.linspace(1, base, len(index))


def _factors(index: Floats, width: float, base: float, rows: int) -> Iterator[Named]:
    """Right frequencies times one number."""
    right = base ** (-2 * index / width)
    yield "degrees", {}, right * (pi / 180)
    yield "radians-to-degrees", {}, right * (180 / pi)
    yield "two-pi-factor", {}, right * (2 * pi)
    yield "two-pi-divided", {}, right / (2 * pi)
    yield "pi-factor", {}, right * pi
    for divisor, what in ((rows, "the number of rows"), (rows - 1, "the last row's number"), (width, "the width")):
        if divisor > 1:
            words: dict[str, object] = {"divisor": f"{divisor:g}", "what": what, "factor": f"{1 / divisor:.6g}"}
            yield "positions-normalised", words, right / divisor


def _formats(index: Floats, width: float, base: float, rows: int) -> Iterator[Named]:
    """Right frequencies in a narrow format."""
    right = base ** (-2 * index / width)
    forms = [FORMATS[name] for name in NARROW]
    for form in forms:
        yield f"frequencies-in-{form}", {}, form.rounded(right).astype(np.float64)
    for form in forms:
        # In float16 the divisor may overflow, which the rounding of a reciprocal does not.
        yield f"frequencies-in-{form}", {}, 1 / form.rounded(1 / right).astype(np.float64)


def named_factor(factor: float, rows: int) -> tuple[str, dict[str, object]]:
    """The slip that multiplies every frequency by this, and what fills its text."""
    for bug, value in (("two-pi-factor", 2 * pi), ("two-pi-divided", 1 / (2 * pi)), ("degrees", pi / 180)):
        if abs(factor / value - 1) < 1e-6:
            return bug, {}
    over = 1 / factor if factor else inf
    if over > 1.5 and abs(over - round(over)) < 1e-6 * over:
        divisor: dict[str, object] = {
            "divisor": f"{round(over)}",
            "what": "a longest length",
            "factor": f"{factor:.6g}",
        }
        return "positions-normalised", divisor
    return "frequency-factor", {"factor": f"{factor:.6g}"}


def slot_frequencies(spectrum: Spectrum, columns: Columns) -> Floats:
    """The frequency of each slot, shape (slots,)."""
    pair = np.maximum(columns.pair, 0)
    return np.asarray(np.where(columns.cosine, spectrum.cosines[pair], spectrum.sines[pair]))
