"""Which slip of frequencies, layout, first position and scale gives a table: every one is tried against its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log, sqrt

import numpy as np

from petui.core.bugspectra import Spectrum, named_factor, slots_of, spectra, split_spectra, turns_of
from petui.core.casework import Case
from petui.core.comparing import Precision, Waves, waves_of
from petui.core.diagnose_bases import in_few_digits, settled, sharpened, stretched
from petui.core.phase import Floats
from petui.core.recovery import (
    Frame,
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

# Two bases that text shows alike.
_SAME = 1e-9
# A row alone is looked for at so many positions, and must have so many cells that tell it.
_FIRST_POSITIONS = 9
_LEAST_OF_A_ROW = 3
# Positions up to which angles are single arithmetic's, where a table may be a slice from far on.
_FAR = (1e3, 1e5)
_TURNS = (1, -1, 2, 3, 4)
# A first frequency that may be 1 for all that a narrow format shows.
_NEARLY = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One way in which a table may have come about.

    Attributes:
        frame: Where its sines and cosines stand.
        paper: Whether exponents divide by d, else by d - 2.
        spectrum: Its frequencies, and the slip that gives them.
        waves: What stands in each slot.
        start: Position of the first row.
        step: Positions from row to row.
        kind: "" for both waves, "sines-only" or "cosines-only".
        precision: What was allowed.
    """

    frame: Frame
    paper: bool
    spectrum: Spectrum
    waves: Waves
    start: float
    step: float
    kind: str
    precision: Precision

    @property
    def base(self) -> float:
        """The base that was read from the numbers, where the slip is of the base; else infinite."""
        return float(str(self.spectrum.found.get("found", "inf")))

    def positions(self, count: int) -> Floats:
        """The position of each row."""
        return self.start + self.step * np.arange(count, dtype=np.float64)


def turnings(case: Case) -> list[Turning]:
    """How pairs turn, for each frame that they may stand in."""
    found = (turning(case.sample, frame, _noise(case)) for frame in frames_of(case.width))
    return [each for each in found if each is not None]


def _noise(case: Case) -> float:
    return case.precision.rounding + 1e-15


def readings(case: Case, turned: list[Turning]) -> Iterator[Reading]:
    """Every reading that fits the sampled rows, the plainest first."""
    if case.count == 1:
        yield from _of_single_row(case)
        return
    for each in turned:
        yield from _of_known_slips(case, each)
    yield from _of_split_pairs(case)
    for each in turned:
        yield from _of_geometric(case, each)


def widths_of(frame: Frame, width: int) -> list[tuple[bool, float]]:
    """What may divide the exponent 2i, and whether that is the paper's d."""
    pairs = frame.columns.pairs
    even = 2 * (width // 2) if frame.name.startswith("zero-") else width
    found = [(True, float(even))]
    if pairs > 1:
        found.append((False, 2.0 * (pairs - 1)))
    return found


def _of_known_slips(case: Case, turned: Turning) -> Iterator[Reading]:
    if not turned.even.any():
        return
    for reach in (_reach(case), *_FAR):
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
        turns = turns_of(pairs, width, base, rows)
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
            for place in fitting if reach == _reach(case) else fitting[fitting == 0]:
                yield from _placed(case, turned, paper, known[place], step)


def _reach(case: Case) -> float:
    return max(10.0, abs(case.declared.start or 0) + 4.0)


def _placed(
    case: Case, turned: Turning, paper: bool, spectrum: Spectrum, step: float, precision: Precision | None = None
) -> Iterator[Reading]:
    """The reading of a spectrum at the first position that the angles tell, if all sampled rows agree."""
    frame, precision = turned.frame, precision or case.precision
    waves = waves_of(spectrum.sines, frame.columns, _snapped_scale(turned.scale, case))
    wanted = float(case.declared.start or 0)
    starts: list[float] = []
    speeds = np.abs(spectrum.sines[: turned.steps.size])
    slowest = float(speeds[speeds > 0].min(initial=np.inf))
    turn = 2 * np.pi / slowest if 2 * np.pi > slowest * case.count else 0.0
    hints = [wanted] if step > 0 else [wanted, case.count - 1.0]
    # A slice may begin some turns of its slowest pair on.
    further = _TURNS if turn and spectrum.bug is None else ()
    for hint in (*hints, *(wanted + turns * turn for turns in further)):
        told = float(decoded(turned.angles[:1], spectrum.sines[: turned.steps.size], np.array([hint]))[0])
        if not np.isfinite(told) or (hint not in hints and told != round(told)):
            continue
        starts += [told] if 2 * told == round(2 * told) else [float(round(told)), told]
    # After whole turns of all pairs at once, rows are the same again at positions that are not whole.
    starts.sort(key=lambda start: 2 * start != round(2 * start))
    for start in dict.fromkeys((*starts, wanted, wanted + 1)):
        if case.fits(waves, start, step, precision):
            yield Reading(frame, paper, spectrum, waves, start, step, "", precision)
            return
        if waves.scale != 1:
            sized, loose = _sized(case, waves, start, step), replace(precision, rounding=1.5 * precision.rounding)
            if case.fits(sized, start, step, loose):
                yield Reading(frame, paper, spectrum, sized, start, step, "", loose)
                return


def _usual_scales(width: int) -> tuple[float, ...]:
    root = sqrt(width)
    return (1.0, root, 1 / root, sqrt(2 / width), 1 / sqrt(2), sqrt(2), 2.0, 0.5, float(width), 1 / width)


def _snapped_scale(scale: float, case: Case) -> float:
    """A scale as one of the usual numbers where it may be that."""
    slack = 8 * case.precision.rounding + 1e-13
    for usual in _usual_scales(case.width):
        if abs(scale / usual - 1) <= slack / min(1.0, usual):
            return usual
    return scale


def _sized(case: Case, waves: Waves, start: float, step: float) -> Waves:
    """Waves of the height that the sample has by least squares, in as few digits as that leaves open."""
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


@dataclass(frozen=True, slots=True, eq=False)
class _Split:
    """One way to set the waves of a pair apart, from one start."""

    frame: Frame
    paper: bool
    spectrum: Spectrum
    waves: Waves
    kind: str
    start: float


@lru_cache(maxsize=16)
def _splits(width: int, base: float, starts: tuple[float, ...]) -> tuple[tuple[_Split, ...], Floats]:
    """Every such way, and its rows 1 and 2: shape (ways, 2, slots)."""
    found: list[_Split] = []
    for frame in frames_of(width):
        pairs = frame.columns.pairs
        for paper, divisor in widths_of(frame, width):
            right = spectra(pairs, divisor, base, 2)[0]
            options = [(each, "") for each in split_spectra(pairs, divisor, base)]
            options += [(right, "sines-only"), (right, "cosines-only")]
            for spectrum, kind in options:
                waves = _split_waves(frame, spectrum, kind, base)
                found += [_Split(frame, paper, spectrum, waves, kind, start) for start in starts]
    found += _own_slots(width, base, starts)
    return tuple(found), np.stack([each.waves.values(each.start + np.arange(1.0, 3.0)) for each in found])


def _split_waves(frame: Frame, spectrum: Spectrum, kind: str, base: float) -> Waves:
    columns = frame.columns
    cosine = columns.cosine if not kind else np.full(len(columns), kind == "cosines-only")
    omega = slots_of(spectrum, columns.pair, columns.cosine)
    if spectrum.power:
        return Waves(np.ones(len(columns)), cosine, columns.pair < 0, power=omega, base=base)
    return Waves(omega, cosine, columns.pair < 0)


def _own_slots(width: int, base: float, starts: tuple[float, ...]) -> Iterator[_Split]:
    """One kind of wave in all slots, each slot with a frequency of its own; the sines of a table twice as wide."""
    frame, slots = frames_of(width)[0], np.arange(width)
    for kind in ("sines-only", "cosines-only"):
        for power in (1, 2):
            omega = base ** (-power * slots / width)
            waves = Waves(omega, np.full(width, kind == "cosines-only"), np.zeros(width, dtype=bool))
            spectrum = Spectrum(None, omega[::2], omega[::2])
            for start in starts:
                yield _Split(frame, True, spectrum, waves, kind, start)
                if kind == "sines-only" and power == 1:
                    # The sines of a table twice as wide that has all of them first.
                    words: dict[str, object] = {"wider": 2 * width, "width": width}
                    cut = Spectrum("truncated-columns", omega[::2], omega[::2], words)
                    yield _Split(frame, True, cut, waves, "", start)


def _of_split_pairs(case: Case) -> Iterator[Reading]:
    """Slips that set the two waves of a pair apart, or leave one out: no circle, so that starts are tried."""
    if len(case.sample.index) < 3:
        return
    starts = tuple(dict.fromkeys((float(case.declared.start or 0), 0.0, 1.0, 2.0)))
    ways, exact = _splits(case.width, case.declared.base, starts)
    got = case.sample.values[1:3]
    sizes = np.maximum((exact * exact).sum(axis=(1, 2)), 1e-300)
    scales = (exact * got).sum(axis=(1, 2)) / sizes
    allowed = 1.5 * case.precision.rounding + case.precision.phase * _reach(case)
    error = np.abs(got - scales[:, None, None] * exact).max(axis=(1, 2))
    for place in np.flatnonzero((error <= 2 * allowed * np.maximum(np.abs(scales), 1)) & (np.abs(scales) > 1e-9)):
        way, scale = ways[place], float(scales[place])
        sized = way.waves.scaled(_snapped_scale(abs(scale), case) * (1 if scale > 0 else -1))
        if case.fits(sized, way.start, 1.0):
            yield Reading(way.frame, way.paper, way.spectrum, sized, way.start, 1.0, way.kind, case.precision)


@lru_cache(maxsize=8)
def _row_ways(width: int, base: float, starts: tuple[float, ...]) -> tuple[tuple[_Split, ...], Floats]:
    """Every slip at every start, and the row that it gives there: shape (ways, slots)."""
    found: list[_Split] = []
    for frame in frames_of(width):
        pairs = frame.columns.pairs
        for paper, divisor in widths_of(frame, width):
            for spectrum in (*spectra(pairs, divisor, base, 1), *split_spectra(pairs, divisor, base)):
                waves = _split_waves(frame, spectrum, "", base)
                found += [_Split(frame, paper, spectrum, waves, "", start) for start in starts]
    return tuple(found), np.concatenate([each.waves.values(np.array([each.start])) for each in found])


def _of_single_row(case: Case) -> Iterator[Reading]:
    """Every slip at the declared position, or at one of the first: a row turns by nothing that could be read."""
    told = case.declared.start
    starts = (float(told),) if told is not None else tuple(map(float, range(_FIRST_POSITIONS)))
    ways, exact = _row_ways(case.width, case.declared.base, starts)
    reach = max(10.0, *(abs(start) for start in starts))
    slack = 2 * case.precision.rounding + 100 * case.precision.phase * reach
    near = np.abs(case.sample.values - exact).max(axis=1) <= slack
    for place in np.flatnonzero(near):
        way = ways[place]
        if case.fits(way.waves, way.start, 1.0) and _shows(case, way.waves, way.start):
            yield Reading(way.frame, way.paper, way.spectrum, way.waves, way.start, 1.0, "", case.precision)


def _shows(case: Case, waves: Waves, start: float) -> bool:
    """Whether a row has enough cells that are neither 0 nor ±1 to be told by."""
    size = np.abs(waves.values(np.array([float(start)])))
    slack = 10 * case.precision.rounding
    return int(((size > slack) & (size < 1 - slack)).sum()) >= _LEAST_OF_A_ROW


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
    loose = replace(case.precision, rounding=2 * case.precision.rounding, phase=4 * case.precision.phase)
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
    base, low, high = settled(case, waves, share, reading.positions(case.count), reading.base)
    if not 1 < base < 1e300:
        return reading
    words: dict[str, object] = {"base": f"{declared:.12g}"}
    stretch = stretched(base, low, high, declared, case.width) if reading.paper else None
    if stretch is not None:
        words["stretch"], base = stretch
    else:
        base = in_few_digits(base, low, high)
    base = float(f"{base:.16g}")
    omega = base ** (-2 * index / width)
    spectrum = Spectrum("base", omega, omega, {"found": f"{base:.16g}", **words})
    exact = waves_of(omega, reading.frame.columns, waves.scale)
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
