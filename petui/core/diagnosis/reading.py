"""One way in which a table may have come about, and what all such ways are told by."""

from __future__ import annotations

from math import sqrt

from petui.core.diagnosis.allowance import Precision
from petui.core.diagnosis.bugspectra import Spectrum
from petui.core.diagnosis.casework import Case
from petui.core.diagnosis.comparing import Line
from petui.core.diagnosis.recovery import Frame
from petui.core.diagnosis.slotwaves import SlotWaves
from petui.records import dataclass


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
    waves: SlotWaves
    start: float
    step: float
    kind: str
    precision: Precision

    @property
    def base(self) -> float:
        """The base that was read from the numbers, where the slip is of the base; else infinite."""
        return float(str(self.spectrum.found.get("found", "inf")))

    @property
    def line(self) -> Line:
        """The position of each row."""
        return Line(self.start, self.step)


def widths_of(frame: Frame, width: int) -> list[tuple[bool, float]]:
    """What may divide the exponent 2i, and whether that is the paper's d."""
    pairs = frame.columns.pairs
    even = 2 * (width // 2) if frame.name.startswith("zero-") else width
    found = [(True, float(even))]
    if pairs > 1:
        found.append((False, 2.0 * (pairs - 1)))
    return found


def reach_of(case: Case) -> float:
    """The position up to which angles are those of the first rows."""
    return max(10.0, abs(case.declared.start or 0) + 4.0)


def _usual_scales(width: int) -> tuple[float, ...]:
    root = sqrt(width)
    return (1.0, root, 1 / root, sqrt(2 / width), 1 / sqrt(2), sqrt(2), 2.0, 0.5, float(width), 1 / width)


def snapped_scale(scale: float, case: Case) -> float:
    """A scale as one of the usual numbers where it may be that."""
    slack = 8 * case.precision.rounding + 1e-13
    for usual in _usual_scales(case.width):
        if abs(scale / usual - 1) <= slack / min(1.0, usual):
            return usual
    return scale
