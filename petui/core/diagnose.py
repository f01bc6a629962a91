"""What went wrong in a table, or which convention it follows, found from its numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from petui.core.casework import Case, opened
from petui.core.comparing import Rows
from petui.core.diagnose_grid import matching
from petui.core.diagnose_naming import Wanted, causes_of, frame_name, other_readings, wanted_for, with_difference
from petui.core.diagnose_search import Reading, readings, turnings
from petui.core.diagnosis import Cause, Declared, Diagnosis, Match
from petui.core.recovery import Turning, frame_of
from petui.core.registry import convention

# More readings than this of one table are no news.
_MOST_READINGS = 12


def diagnose(rows: Rows, declared: Declared = Declared()) -> Diagnosis:  # noqa: B008
    """Which conventions a table equals, or which slip makes it differ.

    A convention is a match only at the declared base and from its own first position, or the declared one. Rows are
    read in blocks: a table may be a memory map far larger than memory, and is never written to.

    Args:
        rows: Shape (positions, slots); real or whole numbers, at least one row and one slot.
        declared: What its owner says about it.

    Returns:
        The verdict, the conventions that fit, the causes of a difference, and remarks.
    """
    with np.errstate(all="ignore"):
        case = opened(rows, declared)
        matches, remarks = matching(case)
        if matches:
            return _matched(case, matches, remarks)
        return _searched(case)


def _shape(case: Case) -> tuple[int, int]:
    return case.count, case.width


def _matched(case: Case, matches: list[Match], remarks: list[str]) -> Diagnosis:
    best = matches[0]
    others: list[Match] = []
    named = convention(best.convention)
    name = frame_name(named, case.width)
    if name is not None:
        omega = named.sweep(case.width, case.declared.base).omega
        frame = frame_of(name, case.width)
        others = other_readings(case, omega, frame, best.start, best.scale, best.max_error, best.tolerance)
    if case.held != case.stored and case.declared.dtype is None:
        remarks = [*remarks, f"Stored as {case.stored}, but every value is a {case.held}: judged as {case.held}."]
    if case.count == 1:
        remarks = [*remarks, "One row alone: other conventions, and other bases, may have the same."]
    return Diagnosis(_shape(case), "match", (*matches, *others), (), tuple(remarks))


def _searched(case: Case) -> Diagnosis:
    turned = turnings(case)
    named = _named_readings(case, turned)
    if named is not None:
        return named
    return Diagnosis(_shape(case), "unknown")


def _named_readings(case: Case, turned: list[Turning]) -> Diagnosis | None:
    """The plainest reading that holds in all of the table, and those that are as plain."""
    ranked: list[tuple[Reading, Wanted, list[Cause]]] = []
    for reading in readings(case, turned):
        wanted = wanted_for(case, reading)
        causes = causes_of(case, reading, wanted)
        if causes:
            ranked.append((reading, wanted, causes))
        if len(ranked) >= _MOST_READINGS:
            break
    ranked.sort(key=lambda each: _slips(each[2]))
    for place, (reading, wanted, causes) in enumerate(ranked):
        compared = case.compared(reading.waves, reading.positions(case.count), reading.precision)
        if compared.bad:
            continue
        alike = _as_plain(causes, ranked[place + 1 :])
        matches: list[Match] = []
        for each, _, _ in ranked[place:]:
            matches += other_readings(
                case, each.spectrum.sines, each.frame, each.start, each.waves.scale, compared.max_error,
                compared.tolerance,
            )  # fmt: skip
        told = with_difference(case, [*causes, *alike], wanted)
        return Diagnosis(_shape(case), "bug", tuple(_distinct(matches)), told)
    return None


def _slips(causes: list[Cause]) -> int:
    """How many slips there are; where it is another convention altogether, its layout and frequencies are one."""
    return len(causes) - 2 if causes[0].bug == "other-convention" and len(causes) > 2 else len(causes)


def _as_plain(first: list[Cause], others: list[tuple[Reading, Wanted, list[Cause]]]) -> list[Cause]:
    """Causes of other readings that are no longer than the first."""
    found: list[Cause] = []
    # Another base is told beside it, among the matches.
    seen = {"base", *(cause.bug for cause in first)}
    for _, _, causes in others:
        if _slips(causes) != _slips(first):
            continue
        for cause in causes:
            if cause.bug not in seen:
                seen.add(cause.bug)
                found.append(replace(cause, says=f"Or, as the same numbers: {cause.says}"))
    return found


def _distinct(matches: list[Match]) -> list[Match]:
    """Matches whose bases are told apart by more than the table's precision; the first of each, as slips say best."""
    kept: list[Match] = []
    for each in matches:
        if not any(each.convention == other.convention and abs(each.base / other.base - 1) < 1e-3 for other in kept):
            kept.append(each)
    return kept
