"""Which of several readings is told: the plainest, beside those that are as plain, and none that is a mere guess."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case
from petui.core.diagnosis.findings import Cause
from petui.core.diagnosis.naming import Wanted
from petui.core.diagnosis.reading import Reading
from petui.core.precision import NARROW

# A reading, what was wanted, and what sets them apart.
Told: TypeAlias = tuple[Reading, Wanted, list[Cause]]
OR = "Or, which gives the same numbers: "
# In a narrow format a base that is off by so little is mostly rounding of the exponents.
_NEAR = 0.05
# Angles that far on may be off by so much that errors of the format are lost in what is allowed.
_FAR_IN_NARROW = 4096
_MANY_CELLS = 4096
# A first row that is farther on is a last guess.
_FAR_ON = 1 << 17


def far_on(reading: Reading, wanted: Wanted) -> bool:
    """Whether a table would be a slice from so far on that other readings are likelier."""
    return abs(reading.start - wanted.start) > _FAR_ON


def slips(causes: list[Cause]) -> int:
    """How many slips there are; where it is another convention altogether, its layout and frequencies are one."""
    return len(causes) - 2 if causes[0].bug == "other-convention" and len(causes) > 2 else len(causes)


def hardly(case: Case, reading: Reading, causes: list[Cause]) -> bool:
    """Whether a nearly right base, or a start far on, may be errors of a narrow format that the table has itself."""
    if case.held not in NARROW:
        return False
    if causes[0].bug == "start":
        return abs(reading.start) > _FAR_IN_NARROW
    if causes[0].bug != "base" or abs(reading.base / case.declared.base - 1) >= _NEAR:
        return False
    # So many cells are not all right by chance.
    many = case.count * case.width >= _MANY_CELLS
    return not many or case.compared(reading.waves, reading.line).bad > 0


def as_plain(first: list[Cause], others: list[Told]) -> list[Cause]:
    """Causes of other readings that are no longer than the first."""
    found: list[Cause] = []
    # Another base is told beside it, among the matches.
    seen = {"base", *(cause.bug for cause in first)}
    for _, _, causes in others:
        if slips(causes) != slips(first):
            continue
        for cause in causes:
            if cause.bug not in seen:
                seen.add(cause.bug)
                found.append(replace(cause, says=f"{OR}{cause.says}"))
    return found


def throughout(case: Case, causes: list[Cause]) -> list[Cause]:
    """Where only frequencies show a narrow format that the table has itself, all may have been computed in it."""
    name = causes[0].bug.removeprefix("frequencies-in-")
    if name != case.held or name == causes[0].bug:
        return []
    cause = BUGS[f"computed-in-{name}"].cause()
    return [replace(cause, says=f"{OR}{cause.says}")]


def of_stretch(reading: Reading) -> tuple[str, ...]:
    """What stretching gives the base that was found, where it does."""
    found = reading.spectrum.found
    if "stretch" not in found:
        return ()
    formula = f"{found['base']}·s^(d/(d-2)) with s = {found['stretch']:g}"
    return (f"The base {found['found']} is {formula}: NTK-aware scaling of a context by {found['stretch']:g}.",)
