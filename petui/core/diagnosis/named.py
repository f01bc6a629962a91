"""The diagnosis of a table that some slip of frequencies, layout, rows or scale gives, the plainest reading first."""

from __future__ import annotations

from petui.core.diagnosis.casework import Case, GridPoint
from petui.core.diagnosis.comparing import Comparison
from petui.core.diagnosis.damage import damages
from petui.core.diagnosis.findings import Diagnosis, Match
from petui.core.diagnosis.naming import Wanted, causes_of, other_readings, wanted_for, with_difference
from petui.core.diagnosis.ranking import Told, as_plain, far_on, hardly, of_stretch, slips, throughout
from petui.core.diagnosis.reading import Reading
from petui.core.diagnosis.recovery import Turning
from petui.core.diagnosis.search import readings
from petui.core.diagnosis.telling import as_match, as_slip
from petui.core.diagnosis.values import narrow_arithmetic

# More readings than this of one table are no news.
_MOST_READINGS = 12
# So many cells, or such a share of them, may be off in a table that has another slip besides.
_FEW = 8
_FEW_CELLS = 0.01


def named_readings(case: Case, turned: list[Turning], *, damaged: bool = False) -> Diagnosis | None:
    """The diagnosis by the plainest readings; with `damaged`, by one that a few cells depart from.

    None where no reading holds.
    """
    ranked: list[Told] = []
    for reading in readings(case, turned):
        wanted = wanted_for(case, reading)
        causes = causes_of(case, reading, wanted)
        if causes:
            ranked.append((reading, wanted, causes))
        elif case.declared.convention in (None, wanted.convention.name):
            match = _at_own_start(case, reading, wanted)
            if match is not None:
                return match
        if len(ranked) >= _MOST_READINGS:
            break
    ranked.sort(key=lambda each: (far_on(each[0], each[1]), slips(each[2])))
    return _damaged_reading(case, ranked) if damaged else _whole_reading(case, ranked)


def _damaged_reading(case: Case, ranked: list[Told]) -> Diagnosis | None:
    """The plainest reading that holds but in a few cells, and what is wrong in these."""
    for reading, wanted, causes in ranked:
        positions = reading.line
        compared = case.compared(reading.waves, positions, reading.precision)
        if compared.bad > max(_FEW, _FEW_CELLS * case.count * case.width):
            continue
        found = damages(case, GridPoint((wanted.convention,), reading.waves), positions, compared)
        if found:
            return as_slip(case, "bug", wanted, [*causes, *found])
    return None


def _whole_reading(case: Case, ranked: list[Told]) -> Diagnosis | None:
    """The plainest reading that holds in every cell, beside those that are as plain."""
    for place, (reading, wanted, causes) in enumerate(ranked):
        compared = case.compared(reading.waves, reading.line, reading.precision)
        if compared.bad:
            continue
        if hardly(case, reading, causes):
            narrow = narrow_arithmetic(case, everywhere=False)
            if narrow is not None:
                return as_slip(case, "bug", narrow[0], narrow[1])
        others = [each for each in ranked[place + 1 :] if far_on(*each[:2]) == far_on(reading, wanted)]
        alike = as_plain(causes, others)
        matches = _of_other_bases(case, reading, wanted, compared)
        told = with_difference(case, [*causes, *alike, *throughout(case, causes)], wanted)
        return Diagnosis(case.shape, "bug", tuple(matches), told, of_stretch(reading), wanted.meant)
    return None


def _of_other_bases(case: Case, reading: Reading, wanted: Wanted, compared: Comparison) -> list[Match]:
    """The conventions that a reading's frequencies are those of, where frequencies are what is wrong."""
    spectrum = reading.spectrum
    plain = spectrum.sines is spectrum.cosines and not spectrum.power and not reading.kind
    if not plain or (spectrum.bug is None and reading.paper == (wanted.convention.divisor == "d")):
        return []
    scale = reading.waves.scale
    error, tolerance = compared.max_error, compared.tolerance
    return other_readings(case, spectrum.sines, reading.frame, reading.start, scale, error, tolerance)


def _at_own_start(case: Case, reading: Reading, wanted: Wanted) -> Diagnosis | None:
    """A match of a convention whose rows may begin at any distance."""
    compared = case.compared(reading.waves, reading.line, case.strict)
    if compared.bad:
        return None
    name, base = wanted.convention.name, case.declared.base
    match = Match(name, wanted.start, base, reading.waves.scale, compared.max_error, compared.tolerance)
    return as_match(case, [match], ["Its rows are distances that descend."])
