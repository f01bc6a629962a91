"""Slips that set the two waves of a pair apart, or that one row alone shows: no circle turns there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from petui.core.diagnosis.bugspectra import Spectrum, slot_frequencies, spectra, split_spectra
from petui.core.diagnosis.casework import Case
from petui.core.diagnosis.reading import Reading, reach_of, snapped_scale, widths_of
from petui.core.diagnosis.recovery import Frame, frames_of
from petui.core.diagnosis.slotwaves import Indices, SlotWaves
from petui.core.phase import Floats
from petui.core.sweep import Columns
from petui.records import dataclass

# A row alone is looked for at so many positions, and must have so many cells that tell it.
_FIRST_POSITIONS = 9
_LEAST_OF_A_ROW = 3
_SLOTS_OF_A_ROW = 64


@dataclass(frozen=True, slots=True, eq=False)
class _Split:
    """One way to set the waves of a pair apart, from one start."""

    frame: Frame
    paper: bool
    spectrum: Spectrum
    waves: SlotWaves
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
                waves = _waves_in(frame.columns, spectrum, kind, base)
                found += [_Split(frame, paper, spectrum, waves, kind, start) for start in starts]
    found += _own_slots(width, base, starts)
    return tuple(found), np.stack([each.waves.values(each.start + np.arange(1.0, 3.0)) for each in found])


def _waves_in(columns: Columns, spectrum: Spectrum, kind: str, base: float) -> SlotWaves:
    cosine = columns.cosine if not kind else np.full(len(columns), kind == "cosines-only")
    omega = slot_frequencies(spectrum, columns)
    if spectrum.power:
        return SlotWaves(np.ones(len(columns)), cosine, columns.pair < 0, power=omega, base=base)
    return SlotWaves(omega, cosine, columns.pair < 0)


def _own_slots(width: int, base: float, starts: tuple[float, ...]) -> Iterator[_Split]:
    """One kind of wave in all slots, each slot with a frequency of its own; the sines of a table twice as wide."""
    frame, slots = frames_of(width)[0], np.arange(width)
    for kind in ("sines-only", "cosines-only"):
        for power in (1, 2):
            omega = base ** (-power * slots / width)
            waves = SlotWaves(omega, np.full(width, kind == "cosines-only"), np.zeros(width, dtype=bool))
            spectrum = Spectrum(None, omega[::2], omega[::2])
            for start in starts:
                yield _Split(frame, True, spectrum, waves, kind, start)
                if kind == "sines-only" and power == 1:
                    # The sines of a table twice as wide that has all of them first.
                    words: dict[str, object] = {"wider": 2 * width, "width": width}
                    cut = Spectrum("truncated-columns", omega[::2], omega[::2], words)
                    yield _Split(frame, True, cut, waves, "", start)


def of_split_pairs(case: Case) -> Iterator[Reading]:
    """Slips that set the two waves of a pair apart, or leave one out: no circle, so that starts are tried."""
    if len(case.sample.index) < 3:
        return
    starts = tuple(dict.fromkeys((float(case.declared.start or 0), 0.0, 1.0, 2.0)))
    ways, exact = _splits(case.width, case.declared.base, starts)
    got = case.sample.values[1:3]
    sizes = np.maximum((exact * exact).sum(axis=(1, 2)), 1e-300)
    scales = (exact * got).sum(axis=(1, 2)) / sizes
    allowed = 1.5 * case.precision.rounding + case.precision.phase * reach_of(case)
    error = np.abs(got - scales[:, None, None] * exact).max(axis=(1, 2))
    for place in np.flatnonzero((error <= 2 * allowed * np.maximum(np.abs(scales), 1)) & (np.abs(scales) > 1e-9)):
        way, scale = ways[place], float(scales[place])
        sized = way.waves.scaled(snapped_scale(abs(scale), case) * (1 if scale > 0 else -1))
        if case.fits(sized, way.start, 1.0):
            yield Reading(way.frame, way.paper, way.spectrum, sized, way.start, 1.0, way.kind, case.precision)


def _row_ways(width: int, base: float) -> Iterator[tuple[Frame, bool, Spectrum]]:
    """Every slip of frequencies, in every frame."""
    for frame in frames_of(width):
        pairs = frame.columns.pairs
        for paper, divisor in widths_of(frame, width):
            for spectrum in (*spectra(pairs, divisor, base, 1), *split_spectra(pairs, divisor, base)):
                yield frame, paper, spectrum


@lru_cache(maxsize=8)
def _rows_of(width: int, base: float, starts: tuple[float, ...]) -> Floats:
    """What each slip gives at each start in a few slots: shape (slips, starts, slots)."""
    slots, positions = _few_slots(width), np.array(starts)
    found = []
    for frame, _, spectrum in _row_ways(width, base):
        columns = Columns(frame.columns.pair[slots], frame.columns.cosine[slots])
        found.append(_waves_in(columns, spectrum, "", base).values(positions))
    return np.stack(found)


def _few_slots(width: int) -> Indices:
    """Some slots of a row, all over it: of a wide one all slots of all slips would take too much room."""
    return np.unique(np.linspace(0, width - 1, min(width, _SLOTS_OF_A_ROW)).astype(np.int64))


def of_single_row(case: Case) -> Iterator[Reading]:
    """Every slip at the declared position, or at one of the first: a row turns by nothing that could be read."""
    told, base = case.declared.start, case.declared.base
    starts = (float(told),) if told is not None else tuple(map(float, range(_FIRST_POSITIONS)))
    reach = max(10.0, *(abs(start) for start in starts))
    slack = 2 * case.precision.rounding + 100 * case.precision.phase * reach
    rows = _rows_of(case.width, base, starts)
    near = np.abs(case.sample.values[0, _few_slots(case.width)] - rows).max(axis=2) <= slack
    for (frame, paper, spectrum), fitting in zip(_row_ways(case.width, base), near, strict=True):
        for start in np.array(starts)[fitting]:
            waves = _waves_in(frame.columns, spectrum, "", base)
            if case.fits(waves, float(start), 1.0) and _shows(case, waves, float(start)):
                yield Reading(frame, paper, spectrum, waves, float(start), 1.0, "", case.precision)


def _shows(case: Case, waves: SlotWaves, start: float) -> bool:
    """Whether a row has enough cells that are neither 0 nor ±1 to be told by."""
    size = np.abs(waves.values(np.array([float(start)])))
    slack = 10 * case.precision.rounding
    return int(((size > slack) & (size < 1 - slack)).sum()) >= _LEAST_OF_A_ROW
