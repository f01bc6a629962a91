"""What went wrong in a table, or which convention it follows, found from its numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import MANY_ROWS, Case, one_number, opened
from petui.core.diagnosis.damage import damage
from petui.core.diagnosis.exact import beyond, exact_but_for, less_exact
from petui.core.diagnosis.findings import Cause, Declared, Diagnosis, Rows
from petui.core.diagnosis.frequencies import other_frequencies
from petui.core.diagnosis.grid import begins_transposed, matching
from petui.core.diagnosis.named import named_readings
from petui.core.diagnosis.naming import Wanted, wanted_for, with_difference
from petui.core.diagnosis.narrowed import levels_of, truncated
from petui.core.diagnosis.planes import of_plane
from petui.core.diagnosis.ranking import OR
from petui.core.diagnosis.recovery import Turning
from petui.core.diagnosis.rotary import rotary_cache
from petui.core.diagnosis.rows import row_slips
from petui.core.diagnosis.search import turnings
from petui.core.diagnosis.telling import as_match, as_slip, as_unknown
from petui.core.diagnosis.values import decimals_of, moved_columns, narrow_arithmetic, small_errors, sums, whole_slips
from petui.core.errors import ParameterError
from petui.core.sequences import CONVENTIONS, convention

# What is left to be found out: everything but the usual base.
_UNDECLARED = Declared()
# A table of more rows is not one of as many slots.
_MOST_SLOTS = 1 << 16


def diagnose(rows: Rows, declared: Declared = _UNDECLARED) -> Diagnosis:
    """Which conventions a table equals, or which slip makes it differ.

    A convention is a match only at the declared base and from its own first position, or the declared one. Rows are
    read in blocks: a table may be a memory map far larger than memory, and is never written to.

    Args:
        rows: Shape (positions, slots); real or whole numbers, at least one row and one slot.
        declared: What its owner says about it.

    Returns:
        The verdict, the conventions that fit, the causes of a difference, and remarks.
    """
    reason = _no_such_width(rows, declared)
    if reason:
        return _otherwise(rows, declared, reason)
    number = one_number(rows)
    if number is not None:
        found = diagnose(rows[:MANY_ROWS], declared)
        remark = f"Every cell that was looked at is {number:g}; not all were."
        return replace(found, shape=(rows.shape[0], rows.shape[1]), remarks=(*found.remarks, remark))
    with np.errstate(all="ignore"):
        case = opened(rows, declared)
        matches, remarks = matching(case)
        if matches:
            return as_match(case, matches, [*remarks, *beyond(declared)])
        if remarks:
            return Diagnosis(case.shape, "unknown", (), (), tuple(remarks))
        return of_plane(case) or _nearly(case) or _of_usual_base(case) or _searched(case)


def _nearly(case: Case) -> Diagnosis | None:
    """A convention within its format's tolerance but not the owner's, or one of exact values but for some damage."""
    close = less_exact(case) or truncated(case)
    if close is not None:
        return as_slip(case, "close", *close)
    found = exact_but_for(case)
    return None if found is None else as_slip(found[0], "bug", *found[1:])


def _of_usual_base(case: Case) -> Diagnosis | None:
    """The table of a convention's own base, where another is declared: other ways to the same numbers come after it."""
    named = case.declared.convention
    usual = convention(named or "paper").base
    other = replace(case, declared=replace(case.declared, base=usual))
    matches = [] if usual == case.declared.base else matching(other)[0]
    if not matches:
        return None
    words = {"found": f"{usual:.12g}", "base": f"{case.declared.base:.12g}"}
    causes = [BUGS["base"].cause(**words)]
    searched = named_readings(case, turnings(case))
    if searched is not None:
        others = [each for place, each in enumerate(searched.causes) if place == 0 or each.says.startswith(OR)]
        causes += [replace(each, says=f"{OR}{each.says.removeprefix(OR)}") for each in others if each.bug != "base"]
    first = matches[0]
    wanted = Wanted(convention(first.convention), first.start)
    return replace(as_slip(case, "bug", wanted, causes), matches=(first,))


def _no_such_width(rows: Rows, declared: Declared) -> str:
    """Why the declared convention cannot have this width; empty where it can."""
    if declared.convention is None:
        return ""
    try:
        convention(declared.convention).columns(rows.shape[1])
    except ParameterError as error:
        return error.what
    return ""


def _otherwise(rows: Rows, declared: Declared, reason: str) -> Diagnosis:
    """What a table is that cannot be what it is declared to be."""
    found = diagnose(rows, replace(declared, convention=None))
    if found.verdict != "match" or declared.convention is None:
        return replace(found, remarks=(*found.remarks, f"{reason}."))
    words = {"convention": declared.convention, "actual": found.matches[0].convention, "differs": reason}
    return replace(found, verdict="bug", causes=(BUGS["other-convention"].cause(**words),))


def _searched(case: Case) -> Diagnosis:
    """What a table is that no convention of the grid is: a slip of its waves or rows, else of its values."""
    turned = turnings(case)
    # Rows that are all the same turn by nothing, which slow frequencies do as well.
    same = case.count > 1 and bool(case.scan.repeats[1:].all())
    rotary = None if same else rotary_cache(case)
    named = None if same else named_readings(case, turned)
    if rotary is not None:
        return _of_rotary(case, named, *rotary)
    if named is not None:
        return named
    found = row_slips(case, turned)
    if found is not None or same:
        return as_unknown(case) if found is None else as_slip(case, "bug", *found)
    return _of_values(case, turned)


def _of_rotary(case: Case, named: Diagnosis | None, wanted: Wanted, causes: list[Cause], likeliest: bool) -> Diagnosis:
    """A rotary cache, beside what else has the same numbers."""
    told = with_difference(case, causes, wanted)
    if named is None or not named.causes:
        return Diagnosis(case.shape, "bug", (), told, meant=wanted.meant)
    first, second = (told, named.causes) if likeliest else (named.causes, told)
    others = tuple(each if each.says.startswith(OR) else replace(each, says=f"{OR}{each.says}") for each in second)
    return replace(named, causes=(*first, *others))


def _of_values(case: Case, turned: list[Turning]) -> Diagnosis:
    """What is wrong with values, where frequencies and rows are right; else nothing is known."""
    found = whole_slips(case)
    if found is not None:
        return as_slip(case, "bug", *found)
    rounded = _rounded(case)
    if rounded is not None:
        return rounded
    found = other_frequencies(case, turned)
    if found is not None:
        return as_slip(case, "bug", *found)
    narrow = narrow_arithmetic(case)
    if narrow is not None:
        return as_slip(case, "close" if narrow[2] == "float32" else "bug", *narrow[:2])
    damaged = moved_columns(case) or damage(case)
    if damaged is not None:
        return as_slip(case, "bug", *damaged)
    other = _transposed(case) or _padded_columns(case) or named_readings(case, turned, damaged=True)
    if other is not None:
        return other
    single = _in_single(case)
    if single is not None:
        return single
    found = small_errors(case)
    if found is not None:
        return as_slip(case, "close", *found)
    found = sums(case, turned)
    return as_unknown(case) if found is None else as_slip(case, "bug", *found)


def _in_single(case: Case) -> Diagnosis | None:
    """The slip of a double table that was computed in single precision."""
    if case.held != "float64" or case.declared.resolution or case.declared.rtol is not None:
        return None
    if case.declared.atol is not None or case.declared.dtype is not None:
        return None
    found = diagnose(case.rows, replace(case.declared, dtype="float32"))
    if found.verdict != "bug" or found.causes[0].bug == "embeddings-added":
        return None
    return replace(found, remarks=(*found.remarks, "Values are those of float32 arithmetic, and are judged so."))


def _rounded(case: Case) -> Diagnosis | None:
    """What a table is within the decimals that it was rounded to, or the steps that it was quantised to."""
    digits = decimals_of(case)
    levels = levels_of(case) if digits is None else None
    if digits is not None:
        half = 0.5000001 * 10.0**-digits
        cause = BUGS["rounded-values"].cause(digits=digits, atol=f"{half:.1g}")
        remark = f"Values have {digits} decimals, and are judged to within them."
    elif levels is not None:
        half = 0.5000001 / levels
        cause = BUGS["quantised"].cause(levels=levels, atol=f"{1.1 * half:.2g}")
        remark = f"Values stand on steps of 1/{levels}, and are judged to within them."
    else:
        return None
    found = diagnose(case.rows, replace(case.declared, resolution=half))
    if found.verdict == "match" and found.matches[0].convention in CONVENTIONS:
        name = found.matches[0].convention
        wanted = Wanted(convention(name), found.matches[0].start)
        return as_slip(case, "close", wanted, [cause])
    if found.verdict == "unknown":
        return None
    return replace(found, remarks=(*found.remarks, remark))


def _padded_columns(case: Case) -> Diagnosis | None:
    """A narrower table with columns of zeros after it."""
    zero = case.scan.constant & (np.asarray(case.rows[0]) == 0)
    times = case.width if zero.all() else int(np.argmax(~zero[::-1]))
    narrower = case.width - times
    if not times or narrower < 2 or not isinstance(case.rows, np.ndarray):
        return None
    found = matching(opened(case.rows[:, :narrower], case.declared))[0]
    if not found:
        return None
    match = next((each for each in found if convention(each.convention).has_width(case.width)), found[0])
    wanted = Wanted(convention(match.convention), match.start)
    words = {"times": times, "narrower": narrower, "width": case.width, "convention": match.convention}
    cause = BUGS["zero-columns"].cause(**words)
    if not wanted.convention.has_width(case.width):
        cause = replace(cause, mend=f"Take the first {narrower} columns.")
    return as_slip(case, "bug", wanted, [cause])


def _transposed(case: Case) -> Diagnosis | None:
    """A table whose rows are columns."""
    if min(case.shape) < 2 or case.count > _MOST_SLOTS:
        return None
    if not begins_transposed(case) or not matching(opened(case.rows.T, case.declared))[0]:
        return None
    return as_slip(case, "bug", wanted_for(case, None), [BUGS["transposed"].cause()])
