"""Tables held against tolerances that their owners ask for, and damage in those that only exact values can judge."""

from __future__ import annotations

from dataclasses import replace

from petui.core.diagnosis.allowance import TELLING
from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, exact_comparison, rounded_once, tries
from petui.core.diagnosis.comparing import Line
from petui.core.diagnosis.damage import damages
from petui.core.diagnosis.findings import Cause, Declared
from petui.core.diagnosis.grid import matching
from petui.core.diagnosis.naming import Wanted, wanted_at
from petui.core.sequences import convention


def beyond(declared: Declared) -> list[str]:
    """What is said of a tolerance that would let any wave through."""
    if max(declared.atol or 0.0, declared.rtol or 0.0) <= TELLING:
        return []
    return [f"A tolerance beyond {TELLING:g} of the waves' height says nothing of them: that much was allowed."]


def less_exact(case: Case) -> tuple[Wanted, list[Cause]] | None:
    """The convention that a table is as far as its format promises, but not within the tolerance asked for."""
    matches = matching(case, case.precision)[0] if case.strict.asked else []
    if not matches:
        return None
    named, start = convention(matches[0].convention), matches[0].start
    down = named.order in ("distances", "signed-descending") and case.count > 1
    step = -1 if down and start != case.declared.start else 1
    cause = BUGS["inexact"].cause(convention=named.name, error=f"{matches[0].max_error:.1g}")
    return Wanted(named, start, step), [cause]


def exact_but_for(case: Case) -> tuple[Case, Wanted, list[Cause]] | None:
    """What is damaged in a table of exact values at positions so high that only these can be judged."""
    for point, start in tries(case):
        line = Line(start)
        precision = rounded_once(case, point, line, case.precision)
        if precision is None:
            continue
        exact = replace(case, precision=precision)
        found = damages(exact, point, line, exact_comparison(exact, point, line, precision))
        if found:
            return exact, wanted_at(exact, point, start), found
    return None
