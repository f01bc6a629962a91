"""A reading put into words: which convention was meant, and which slips lead from it to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import log, sqrt

import numpy as np

from petui.core.conventions import Convention, encode_as
from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, GridPoint
from petui.core.diagnosis.comparing import Line, first_difference
from petui.core.diagnosis.findings import Cause, Match, Meant
from petui.core.diagnosis.reading import Reading
from petui.core.diagnosis.recovery import Frame, frames_of
from petui.core.diagnosis.slotwaves import Indices
from petui.core.phase import Floats
from petui.core.sequences import CONVENTIONS, convention
from petui.core.sweep import Columns
from petui.records import dataclass

_COMPUTE = "Compute the table anew: to move columns is not enough, as frequencies differ too."
_KINDS = {"sines-first": ("sines", "cosines"), "cosines-first": ("cosines", "sines")}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a table was meant to be.

    Attributes:
        convention: Its convention.
        start: The position of its first row.
        step: 1, or -1 where the convention's rows descend.
    """

    convention: Convention
    start: int
    step: int = 1

    @property
    def line(self) -> Line:
        """The position of each row."""
        return Line(self.start, self.step)

    @property
    def meant(self) -> Meant:
        """The same in names and numbers."""
        return Meant(self.convention.name, self.start, self.step)


def wanted_at(case: Case, point: GridPoint, start: int) -> Wanted:
    """The best known convention of a point, and where its first row should be."""
    best = point.conventions[0]
    return Wanted(best, best.start if case.declared.start is None else start)


def moved_start(wanted: Wanted, start: float) -> list[Cause]:
    """The slip of a first row that stands at another position than the one wanted, if it does."""
    if start == wanted.start:
        return []
    bug = "start-at-one" if start == wanted.start + 1 else "start"
    shown = f"{start:.0f}" if start == round(start) else f"{start:.12g}"
    return [BUGS[bug].cause(start=shown, wanted=wanted.start)]


def wanted_for(case: Case, reading: Reading | None) -> Wanted:
    """The declared convention, else the one that is nearest to the reading."""
    name = case.declared.convention
    chosen = convention(name) if name is not None else _nearest(case, reading)
    start = chosen.start if case.declared.start is None else case.declared.start
    if reading is not None and name in (None, chosen.name):
        signed = _signed(case, reading)
        if signed is not None and name in (None, signed.name):
            return Wanted(signed, int(reading.start), -1)
    down = chosen.order in ("distances", "signed-descending") and reading is not None and reading.step < 0
    if down and case.declared.start is None and case.count > 1:
        start = case.count - 1 if chosen.order == "distances" else chosen.positions((case.count + 1) // 2)[0]
    return Wanted(chosen, start, -1 if down else 1)


def _signed(case: Case, reading: Reading) -> Convention | None:
    """The convention of descending distances that a reading is: its rows fall from some distance to 0 and beyond."""
    plain = reading.spectrum.bug is None and not reading.kind and reading.step == -1 and reading.waves.scale == 1
    if not plain or case.declared.start is not None or not 0 < reading.start < case.count:
        return None
    if reading.start != round(reading.start):
        return None
    divisor = "d" if reading.paper else "d-2"
    orders = [each for each in CONVENTIONS.values() if each.order == "signed-descending" and each.divisor == divisor]
    return next((each for each in orders if _has_columns(each, reading.frame, case.width)), None)


def _nearest(case: Case, reading: Reading | None) -> Convention:
    """The best known convention of the reading's layout and divisor, else of its layout, else the paper's."""
    offered = list(CONVENTIONS.values())
    if reading is not None:
        for divisors in (("d" if reading.paper else "d-2",), ("d", "d-2")):
            for each in offered:
                if each.scale == "1" and each.divisor in divisors and _has_columns(each, reading.frame, case.width):
                    return each
    return next(each for each in offered if each.has_width(case.width))


def _has_columns(each: Convention, frame: Frame, width: int) -> bool:
    own = frame_for(each, width)
    return own is not None and own.name == frame.name


@lru_cache(maxsize=512)
def frame_for(each: Convention, width: int) -> Frame | None:
    """The frame in which a convention's waves stand; None where it has no such width."""
    if not each.has_width(width):
        return None
    columns = each.columns(width)
    return next((frame for frame in frames_of(width) if _same_columns(columns, frame.columns)), None)


def _same_columns(columns: Columns, other: Columns) -> bool:
    return np.array_equal(columns.pair, other.pair) and np.array_equal(columns.cosine, other.cosine)


def causes_of(case: Case, reading: Reading, wanted: Wanted) -> list[Cause]:
    """Every slip between what was wanted and a reading, that of the frequencies first."""
    found = list(_of_frequencies(case, reading, wanted))
    layout = list(_of_layout(case, reading, wanted))
    if found:
        # What only moves columns does not make that convention's table of these.
        layout = [replace(each, mend=_COMPUTE) if "petui convert" in each.mend else each for each in layout]
    found += layout
    if case.declared.convention is not None and reading.spectrum.bug is None and len(found) > 1:
        meant, actual = wanted.convention, _actual(case, reading)
        differs = "both layout and frequencies differ"
        found.insert(0, BUGS["other-convention"].cause(convention=meant.name, actual=actual, differs=differs))
    found += [*_of_rows(case, reading, wanted), *_of_scale(case, reading, wanted)]
    return found


def _of_frequencies(case: Case, reading: Reading, wanted: Wanted) -> Iterator[Cause]:
    name = wanted.convention.name
    spectrum = reading.spectrum
    if spectrum.bug is None or spectrum.bug == "base":
        meant = (wanted.convention.divisor == "d") == reading.paper
        if spectrum.bug is None and not meant and reading.spectrum.sines.size > 1:
            yield BUGS["one-pair-more" if reading.paper else "one-pair-less"].cause(convention=name)
    if spectrum.bug is not None:
        words = {"base": f"{case.declared.base:.12g}", **spectrum.found}
        yield BUGS[spectrum.bug].cause(**words)
        if spectrum.bug != "base" and "found" in spectrum.found:
            yield BUGS["base"].cause(**words)


def _of_layout(case: Case, reading: Reading, wanted: Wanted) -> Iterator[Cause]:
    meant, frame = wanted.convention, reading.frame
    if reading.kind:
        yield BUGS[reading.kind].cause()
        return
    if _has_columns(meant, frame, case.width):
        return
    actual = _actual(case, reading)
    if frame.name == "cosine-leads-each-pair":
        yield BUGS["swapped-sine-cosine"].cause()
    elif {meant.layout, frame.layout} == {"sines-first", "cosines-first"}:
        got, ought = _KINDS[frame.layout][0], _KINDS[meant.layout][0]
        yield BUGS["halves-swapped"].cause(got=got, wanted=ought, convention=meant.name, actual=actual)
    elif meant.layout == "interleaved" and frame.layout != "interleaved":
        yield BUGS["concatenated-not-interleaved"].cause(convention=meant.name, actual=actual)
    elif meant.layout == frame.layout:
        differs = "it treats the odd column otherwise"
        yield BUGS["other-convention"].cause(convention=meant.name, actual=actual, differs=differs)
    if meant.layout != "interleaved" and frame.layout == "interleaved":
        yield BUGS["interleaved-not-concatenated"].cause(convention=meant.name, actual=actual)


def _actual(case: Case, reading: Reading) -> str:
    """The convention that a reading's layout and divisor are those of."""
    return _nearest(case, reading).name


def _of_rows(case: Case, reading: Reading, wanted: Wanted) -> Iterator[Cause]:
    start, step = reading.start, reading.step
    if step != wanted.step and step == -1 and wanted.step == 1:
        if start == -wanted.start or (start == 0 and wanted.start == 0 and case.declared.start in (None, 0)):
            yield BUGS["sine-negated"].cause()
            return
        last = start - case.count + 1
        yield BUGS["reversed-rows"].cause(start=f"{start:g}", last=f"{last:g}")
        return
    if step != wanted.step:
        yield BUGS["position-step"].cause(step=f"{step:g}")
    yield from moved_start(wanted, start)


def _of_scale(case: Case, reading: Reading, wanted: Wanted) -> Iterator[Cause]:
    scale = reading.waves.scale / wanted.convention.multiplier(case.width)
    if scale == 1 or (wanted.convention.learned_scale and case.declared.convention is not None):
        return
    if scale == -1:
        yield BUGS["sign-flipped"].cause()
        return
    known = {sqrt(case.width): "√d", 1 / sqrt(case.width): "1/√d", sqrt(2 / case.width): "√(2/d)"}
    what = next((f", which is {text}" for value, text in known.items() if abs(scale / value - 1) < 1e-9), "")
    yield BUGS["scaled"].cause(scale=f"{scale:.6g}", what=what)


def with_difference(case: Case, causes: Sequence[Cause], wanted: Wanted) -> tuple[Cause, ...]:
    """The causes with the first cell that is not what was wanted, where that has such a width."""
    if not wanted.convention.has_width(case.width):
        return tuple(causes)
    point = case.point(wanted.convention.name)
    positions = wanted.line

    def expected(index: Indices) -> Floats:
        return np.asarray(
            encode_as(wanted.convention, positions[index], case.width, case.declared.base), dtype=np.float64
        )

    place = first_difference(case.rows, expected, positions, point.waves, case.strict)
    if place is None:
        return tuple(causes)
    cell, got, exact = place
    return tuple(
        cause if cause.first_difference is not None else replace(cause, first_difference=cell, got=got, expected=exact)
        for cause in causes
    )


def other_readings(
    case: Case, omega: Floats, frame: Frame, start: float, scale: float, error: float, tolerance: float
) -> list[Match]:
    """The conventions, of any other base, that have these frequencies in this frame."""
    if omega.size < 2 or omega[0] != 1 or not 0 < omega[1] < 1 or start != round(start):
        return []
    found: list[Match] = []
    for paper, divisor in ((True, "d"), (False, "d-2")):
        width = case.width if paper else 2 * (omega.size - 1)
        exponent = -log(omega[1]) * width / 2
        if not 0 < exponent < 690:
            continue
        base = float(np.exp(exponent))
        nice = float(f"{base:.9g}")
        base = nice if abs(nice / base - 1) < 1e-12 else base
        if abs(base / case.declared.base - 1) < 1e-5:
            continue
        again = base ** (-2 * np.arange(omega.size) / width)
        if not np.allclose(again, omega, rtol=1e-9, atol=1e-300):
            continue
        for each in CONVENTIONS.values():
            if each.divisor == divisor and each.scale == "1" and _has_columns(each, frame, case.width):
                found.append(Match(each.name, int(start), base, scale, error, tolerance))
                break
    return found
