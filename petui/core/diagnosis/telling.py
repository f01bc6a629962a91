"""What is found out about a table, put together as a diagnosis."""

from __future__ import annotations

from collections.abc import Sequence

from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, exact_comparison
from petui.core.diagnosis.findings import Cause, Diagnosis, Match, Verdict
from petui.core.diagnosis.naming import Wanted, frame_for, other_readings, wanted_for, with_difference
from petui.core.sequences import convention


def as_match(case: Case, matches: list[Match], remarks: list[str]) -> Diagnosis:
    """A table that equals conventions: these, those of other bases with the same numbers, and remarks."""
    best = matches[0]
    others: list[Match] = []
    named = convention(best.convention)
    frame = frame_for(named, case.width)
    if frame is not None:
        omega = named.sweep(case.width, case.declared.base).omega
        others = other_readings(case, omega, frame, best.start, best.scale, best.max_error, best.tolerance)
    if case.held != case.stored and case.declared.dtype is None:
        stored = "Printed with more digits" if case.declared.resolution else f"Stored as {case.stored}"
        remarks = [*remarks, f"{stored}, but every value is a {case.held}: judged as {case.held}."]
    if named.padding is not None and 0 <= named.padding - best.start < case.count:
        row = named.padding - best.start
        remarks = [*remarks, f"Row {row} is all zeros: that of padding, as {named.name} has it."]
    if case.count == 1:
        remarks = [*remarks, "One row alone: other conventions, and other bases, may have the same."]
    return Diagnosis(case.shape, "match", (*matches, *others), (), tuple(remarks))


def as_slip(case: Case, verdict: Verdict, wanted: Wanted, causes: Sequence[Cause]) -> Diagnosis:
    """A table that is not quite what was wanted, with the first cell that differs; what it is nearly, where close."""
    told = with_difference(case, causes, wanted)
    matches = (_inexact(case, wanted),) if verdict == "close" else ()
    return Diagnosis(case.shape, verdict, matches, told, meant=wanted.meant)


def _inexact(case: Case, wanted: Wanted) -> Match:
    """The convention that a table nearly is."""
    base, meant = case.declared.base, wanted.convention
    point = case.point(meant.name)
    compared = exact_comparison(case, point, wanted.line, case.strict)
    return Match(meant.name, wanted.start, base, point.waves.scale, compared.max_error, compared.tolerance)


def as_unknown(case: Case) -> Diagnosis:
    """Nothing is known; where a convention was declared, the first cell that is not its own is shown all the same."""
    if case.declared.convention is None:
        return Diagnosis(case.shape, "unknown", (), (), _broken_cells(case))
    wanted = wanted_for(case, None)
    name = wanted.convention.name
    waves = case.point(name).waves
    off = case.compared(waves, wanted.line).bad / (case.count * case.width)
    cause = BUGS["unexplained"].cause(convention=name, share=f"{100 * off:.2g}")
    return Diagnosis(
        case.shape, "unknown", (), with_difference(case, [cause], wanted), _broken_cells(case), wanted.meant
    )


def _broken_cells(case: Case) -> tuple[str, ...]:
    """The remark on cells that are not finite, if there are any."""
    if not case.scan.broken:
        return ()
    row, column = case.scan.first_broken or (0, 0)
    if case.scan.broken == 1:
        return (f"1 cell is not finite: that in row {row}, slot {column}.",)
    return (f"{case.scan.broken} cells are not finite, the first in row {row}, slot {column}.",)
