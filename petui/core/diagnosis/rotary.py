r"""Caches of rotary embeddings: the cosines alone, or the sines, each once or each twice."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import numpy as np

from petui.core.diagnosis.bases import in_few_digits, settled
from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case
from petui.core.diagnosis.findings import Cause
from petui.core.diagnosis.naming import Wanted, wanted_for
from petui.core.diagnosis.slotwaves import SlotWaves
from petui.core.phase import Floats

# Bases that are tried, by their logarithms, before one is fitted to all rows.
_LOGARITHMS = np.arange(1.0, 21.0, 0.03)
_FIRST_ROWS = 4
_LEAST_PAIRS = 2
_NEAREST = 0.05
# A cosine and a sine each have their columns once, or twice in one of two orders.
_KINDS = {"halves": "each twice, half beside half", "pairs": "each twice, side by side", "once": "each once"}
_KEPT = {"halves": "first half of the columns", "pairs": "even columns", "once": "columns"}


def rotary_cache(case: Case) -> tuple[Wanted, list[Cause], bool] | None:
    """The half of a rotary cache that a table is, and whether that is the likeliest reading of its numbers."""
    if case.count < 3 or case.width < 2 or len(case.sample.index) < 3:
        return None
    still, scale = case.sample.values[0], 1.0
    cosine = bool((np.abs(still - scale) <= case.precision.rounding).all())
    if not cosine and (np.abs(still) > case.precision.rounding).any():
        return None
    for kind, share in _shares(case):
        base = _base_of(case, share, cosine=cosine)
        if base is None:
            continue
        words = {"function": "cosine" if cosine else "sine", "each": _KINDS[kind], "kept": _KEPT[kind]}
        words |= {"base": "", "option": ""}
        if base != case.declared.base:
            words |= {"base": f", with base {base:.16g}", "option": f" --base {base:.16g}"}
        likeliest = cosine or kind == "halves"
        return wanted_for(case, None), [BUGS["rotary-cache"].cause(**words)], likeliest
    return None


def _shares(case: Case) -> Iterator[tuple[str, Floats]]:
    """Each way to lay columns, and by which power of 1/base the frequency of each falls."""
    values, half = case.sample.values, case.width // 2
    if case.width % 2 == 0 and half >= _LEAST_PAIRS:
        falls = np.arange(half) / half
        if np.array_equal(values[:, :half], values[:, half:]):
            yield "halves", np.tile(falls, 2)
        if np.array_equal(values[:, 0::2], values[:, 1::2]):
            yield "pairs", np.repeat(falls, 2)
    if case.width > _LEAST_PAIRS:
        yield "once", np.arange(case.width) / case.width


def _base_of(case: Case, share: Floats, *, cosine: bool) -> float | None:
    """The base at which all rows are right: the declared one, or one that is fitted."""
    positions = np.arange(case.count, dtype=np.float64)
    kinds, none = np.full(case.width, cosine), np.zeros(case.width, dtype=bool)
    declared = SlotWaves(case.declared.base**-share, kinds, none)
    if case.fits(declared, 0.0, 1.0) and case.compared(declared, positions).bad == 0:
        return case.declared.base
    rough = _fitted(case, share, cosine=cosine)
    if rough is None:
        return None
    base, low, high = settled(case, SlotWaves(rough**-share, kinds, none), share, positions, rough)
    if not 1 < base < 1e12:
        return None
    base = in_few_digits(base, low, high)
    return base if case.compared(SlotWaves(base**-share, kinds, none), positions).bad == 0 else None


def _fitted(case: Case, share: Floats, *, cosine: bool) -> float | None:
    """The base that fits the first rows, then more and more of the sampled ones, by least squares."""
    function, turned, sign = (np.cos, np.sin, -1.0) if cosine else (np.sin, np.cos, 1.0)
    at, values = case.sample.index.astype(np.float64), case.sample.values
    few = slice(1, _FIRST_ROWS)
    errors = [
        float(((function(np.outer(at[few], np.exp(-share * each))) - values[few]) ** 2).sum()) for each in _LOGARITHMS
    ]
    if not np.isfinite(errors).any() or min(errors) > _NEAREST**2 * values[few].size:
        return None
    logarithm = float(_LOGARITHMS[int(np.nanargmin(errors))])
    for last in range(_FIRST_ROWS, len(at) + 1):
        for _ in range(2):
            angles = np.outer(at[:last], np.exp(-share * logarithm))
            slope = sign * turned(angles) * -share * angles
            weight = float((slope**2).sum())
            if weight > 0:
                logarithm += float((slope * (values[:last] - function(angles))).sum()) / weight
    return float(np.exp(logarithm)) if log(1.5) < logarithm < 25 else None
