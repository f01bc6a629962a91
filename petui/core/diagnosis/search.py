"""Which slip of frequencies, layout, first position and scale gives a table: every one is tried against its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log, sqrt

import numpy as np

from petui.core.diagnosis.allowance import Precision
from petui.core.diagnosis.bases import in_few_digits, in_nine_digits, settled, sharpened, stretched
from petui.core.diagnosis.bugspectra import Spectrum, named_factor, spectra, spectra_frequencies
from petui.core.diagnosis.casework import Case
from petui.core.diagnosis.reading import Reading, reach_of, snapped_scale, widths_of
from petui.core.diagnosis.recovery import (
    Geometric,
    Turning,
    decoded,
    frames_of,
    geometric,
    refined_steps,
    rounded_base,
    turning,
    wrapped,
)
from petui.core.diagnosis.slotwaves import SlotWaves, slot_waves
from petui.core.diagnosis.splits import of_single_row, of_split_pairs
from petui.core.phase import Floats

# Two bases that text shows alike.
_SAME = 1e-9
# Positions up to which angles are single arithmetic's, where a table may be a slice from far on.
_FAR = (1e3, 1e5)
_TURNS = np.array([1, -1, *range(2, 33)], dtype=np.float64)
# A first frequency that may be 1 for all that a narrow format shows.
_NEARLY = 0.02


def turnings(case: Case) -> list[Turning]:
    """How pairs turn, for each frame that they may stand in."""
    found = (turning(case.sample, frame, _noise(case)) for frame in frames_of(case.width))
    return [each for each in found if each is not None]


def _noise(case: Case) -> float:
    return case.precision.rounding + 1e-15


def readings(case: Case, turned: list[Turning]) -> Iterator[Reading]:
    """Every reading that fits the sampled rows, the plainest first."""
    if case.count == 1:
        yield from of_single_row(case)
        return
    for each in turned:
        yield from _of_known_slips(case, each)
    yield from of_split_pairs(case)
    for each in turned:
        yield from _of_geometric(case, each)


def _of_known_slips(case: Case, turned: Turning) -> Iterator[Reading]:
    if not turned.even.any():
        return
    for reach in (reach_of(case), *_FAR):
        seen = False
        for reading in _of_known_at(case, turned, reach):
            seen = True
            yield reading
        if seen:
            return


def _of_known_at(case: Case, turned: Turning, reach: float) -> Iterator[Reading]:
    """Those whose angles are as exact as they are at positions up to a reach."""
    base, rows = case.declared.base, case.count
    pairs = turned.frame.columns.pairs
    for paper, width in widths_of(turned.frame, case.width):
        known = spectra(pairs, width, base, rows)
        turns = spectra_frequencies(pairs, width, base, rows)
        if paper and case.width % 2:
            wider = base ** (-2 * np.arange(pairs) / (width + 1))
            known = (*known, Spectrum("width-rounded-up", wider, wider, {"wider": case.width + 1, "width": case.width}))
            turns = np.vstack([turns, wider])
        turns = turns[:, : turned.steps.size]
        for step in (1.0, -1.0):
            slack = 8 * case.precision.rounding * max(1.0, 1 / turned.scale) + 2 * case.precision.phase * reach
            # Frequencies have errors of their own where they were computed in single precision.
            slack_each = slack + (10 * case.precision.phase + 1e-13) * np.abs(turns)
            near = np.abs(wrapped(turned.steps - step * turns)) <= slack_each
            fitting = np.flatnonzero(near[:, turned.even].all(axis=1))
            # Far on almost any slow pair may be right: there only the right frequencies are looked for.
            for place in fitting if reach == reach_of(case) else fitting[fitting == 0]:
                yield from _placed(case, turned, paper, known[place], step)


def _placed(
    case: Case, turned: Turning, paper: bool, spectrum: Spectrum, step: float, precision: Precision | None = None
) -> Iterator[Reading]:
    """The reading of a spectrum at the first position that the angles tell, if all sampled rows agree."""
    frame, precision = turned.frame, precision or case.precision
    waves = slot_waves(spectrum.sines, frame.columns, snapped_scale(turned.scale, case))
    for start in dict.fromkeys(_starts(case, turned, spectrum, step)):
        if case.fits(waves, start, step, precision):
            yield Reading(frame, paper, spectrum, waves, start, step, "", precision)
            return
        if waves.scale != 1:
            sized, loose = _sized(case, waves, start, step), precision.loosened(rounding=1.5)
            if case.fits(sized, start, step, loose):
                yield Reading(frame, paper, spectrum, sized, start, step, "", loose)
                return


def _starts(case: Case, turned: Turning, spectrum: Spectrum, step: float) -> Iterator[float]:
    """First positions that the angles tell, whole numbers first: those near the one wanted, then some turns on."""
    wanted, omega = float(case.declared.start or 0), spectrum.sines[: turned.steps.size]
    hints = [wanted] if step > 0 else [wanted, case.count - 1.0]
    told = [float(decoded(turned.angles[:1], omega, np.array([hint]))[0]) for hint in hints]
    near = [start for start in told if np.isfinite(start)]
    yield from (start if 2 * start == round(2 * start) else float(round(start)) for start in near)
    slowest = float(np.abs(omega[omega != 0]).min(initial=np.inf))
    if spectrum.bug is None and slowest < 2 * np.pi / case.count:
        turns = wanted + _TURNS * (2 * np.pi / slowest)
        further = decoded(np.repeat(turned.angles[:1], len(turns), axis=0), omega, turns)
        yield from map(float, further[further == np.round(further)])
    # After whole turns of all pairs at once, rows are the same again at positions that are not whole.
    yield from (*near, wanted, wanted + 1)


def _sized(case: Case, waves: SlotWaves, start: float, step: float) -> SlotWaves:
    """SlotWaves of the height that the sample has by least squares, in as few digits as that leaves open."""
    exact = waves.scaled(1.0).values(start + step * case.sample.index.astype(np.float64))
    weight = float((exact * exact).sum())
    scale = float((exact * case.sample.values).sum()) / weight if weight > 0 else 0.0
    if not scale > 0:
        return waves
    slack = 4 * case.precision.rounding / sqrt(max(1.0, weight)) + 1e-14
    nice = next(
        (float(f"{scale:.{digits}g}") for digits in range(1, 9) if abs(float(f"{scale:.{digits}g}") - scale) <= slack),
        scale,
    )
    return waves.scaled(nice)


def _of_geometric(case: Case, turned: Turning) -> Iterator[Reading]:
    """A geometric sweep of another base, factor or width, read from the numbers alone."""
    if turned.steps.size < 2:
        return
    steps = refined_steps(case.sample, turned)
    last = float(case.sample.index[-1] - case.sample.index[0])
    error = (case.precision.rounding * max(1.0, 1 / turned.scale) + case.precision.phase * max(10.0, last)) / max(
        1.0, last
    )
    swept = geometric(steps, error) or geometric(turned.steps, 4 * case.precision.rounding * max(1.0, 1 / turned.scale))
    if swept is None:
        return
    step = -1.0 if swept.factor < 0 else 1.0
    pairs = turned.frame.columns.pairs
    loose = case.precision.loosened(rounding=2, phase=4)
    found = [
        (paper, width, spectrum)
        for paper, width in widths_of(turned.frame, case.width)
        for spectrum in _geometric_spectra(case, turned, swept, pairs, width)
    ]
    if any(spectrum.bug is None for *_, spectrum in found):
        return
    seen = False
    for paper, width, spectrum in found:
        if seen and spectrum.bug == "base":
            continue
        for each in _placed(case, turned, paper, spectrum, step, loose):
            seen = True
            yield _settled(case, each, width) if spectrum.bug == "base" else each


def _geometric_spectra(case: Case, turned: Turning, swept: Geometric, pairs: int, width: float) -> Iterator[Spectrum]:
    """What a geometric sweep may be called: another base, a wider table cut off, or a common factor."""
    declared, index = case.declared.base, np.arange(pairs, dtype=np.float64)
    if not swept.ratio < 1:
        return
    base = rounded_base(swept.ratio, width / 2, swept.uncertain)
    if not 1 <= base < 1e300:
        return
    same = abs(log(base) - log(declared)) <= max(20 * swept.uncertain * width / 2, _SAME)
    factor, near = abs(swept.factor), abs(abs(swept.factor) - 1) < _NEARLY
    based: dict[str, object] = {} if same else {"found": f"{base:.12g}", "base": f"{declared:.12g}"}
    if not same and near:
        yield from _cut_off(case, turned, swept, index)
        fine = sharpened(case, turned, base, width / 2, -1.0 if swept.factor < 0 else 1.0)
        # In few digits it is right at once where it was chosen so; by all rows it is right in any case.
        for each in (base, fine) if 1 <= fine < 1e300 else (base,):
            omega = each ** (-2 * index / width)
            yield Spectrum("base", omega, omega, {"found": f"{each:.16g}", "base": f"{declared:.12g}"})
        base = fine if 1 <= fine < 1e300 else base
        based = {"found": f"{base:.16g}", "base": f"{declared:.12g}"}
    omega = (declared if same else base) ** (-2 * index / width)
    factor = _snapped_factor(factor, swept)
    # Two frequencies are always some factor and some base.
    if factor != 1.0 and (same or turned.steps.size > 2):
        bug, words = named_factor(factor, case.count)
        yield Spectrum(bug, factor * omega, factor * omega, {**words, **based})
    elif same and near:
        # Nothing is wrong but for small errors: those are told elsewhere, and no other base is.
        yield Spectrum(None, omega, omega)


def _settled(case: Case, reading: Reading, width: float) -> Reading:
    """A reading of another base with that base in as few digits as all rows leave open, if they agree."""
    declared, waves = case.declared.base, reading.waves
    index = np.arange(len(reading.spectrum.sines), dtype=np.float64)
    share = 2 * np.maximum(reading.frame.columns.pair, 0) / width
    base, low, high = settled(case, waves, share, reading.line, reading.base)
    if not 1 < base < 1e300:
        return reading
    words: dict[str, object] = {"base": f"{declared:.12g}"}
    stretch = stretched(base, low, high, declared, case.width) if reading.paper else None
    if stretch is not None:
        words["stretch"], base = stretch[0], in_nine_digits(stretch[1], base, low, high)
    else:
        base = in_few_digits(base, low, high)
    base = float(f"{base:.16g}")
    omega = base ** (-2 * index / width)
    spectrum = Spectrum("base", omega, omega, {"found": f"{base:.16g}", **words})
    exact = slot_waves(omega, reading.frame.columns, waves.scale)
    return replace(reading, spectrum=spectrum, waves=exact)


def _cut_off(case: Case, turned: Turning, swept: Geometric, index: Floats) -> Iterator[Spectrum]:
    """The first columns of a wider table at the declared base, where its width comes out even."""
    wider = -2 * log(case.declared.base) / log(swept.ratio)
    unsure = wider * swept.uncertain / abs(log(swept.ratio))
    even = 2 * round(wider / 2)
    if turned.frame.name == "interleaved" and even > case.width and abs(wider - even) <= max(4 * unsure, 1e-6):
        omega = case.declared.base ** (-2 * index / even)
        yield Spectrum("truncated-columns", omega, omega, {"wider": even, "width": case.width})


def _snapped_factor(factor: float, swept: Geometric) -> float:
    slack = max(20 * swept.uncertain, 1e-12)
    if abs(factor - 1) <= slack:
        return 1.0
    for usual in (2.0, 0.5, 2 * np.pi, 1 / (2 * np.pi), np.pi, np.pi / 180):
        if abs(factor / usual - 1) <= slack:
            return float(usual)
    return float(1 / round(1 / factor)) if factor < 0.7 and abs(1 / factor / round(1 / factor) - 1) <= slack else factor
