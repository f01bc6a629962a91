"""Which conventions a table equals, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from petui.core.conventiongrid import Convention
from petui.core.diagnosis.allowance import Precision
from petui.core.diagnosis.casework import (
    Case,
    GridPoint,
    exact_comparison,
    exactly_fits,
    grid_points,
    places_of,
    rounded_once,
)
from petui.core.diagnosis.comparing import Comparison, Line
from petui.core.diagnosis.findings import Match
from petui.core.sequences import CONVENTIONS

# So many cells tell what a column begins with.
_FEW = 8
# First position, step from row to row, and scale.
_Place: TypeAlias = tuple[int, int, float]


def matching(case: Case, precision: Precision | None = None) -> tuple[list[Match], list[str]]:
    """The conventions that the whole table equals at the declared base, the best known first, and remarks.

    Where there are remarks alone, all that can be judged is right, but that is too little.

    Args:
        case: The table.
        precision: What is allowed; the tolerance that its owner asks for, or the one that fits, unless given.
    """
    allowed, unsure = precision or case.strict, ""
    ranks = {name: rank for rank, name in enumerate(CONVENTIONS)}
    found: list[tuple[int, Match, str]] = []
    for point in case.points:
        known: dict[_Place, Comparison | None] = {}
        for each in point.conventions:
            for (start, step, scale), compared in _fitting(case, point, each, allowed, known):
                if 2 * compared.untold > case.count:
                    unsure = unsure or _unsure(start + step * (compared.blind_row or 0))
                    continue
                base, error, tolerance = case.declared.base, compared.max_error, compared.tolerance
                match = Match(each.name, start, base, scale, error, tolerance)
                found.append((ranks[each.name], match, _blind(compared, start, step)))
                break
    found.sort(key=lambda one: one[0])
    remark = found[0][2] if found else unsure
    return [match for _, match, _ in found], [remark] if remark else []


def _fitting(
    case: Case, point: GridPoint, each: Convention, allowed: Precision, known: dict[_Place, Comparison | None]
) -> Iterator[tuple[_Place, Comparison]]:
    """The places of a convention's rows at which the table is right; what is `known` of a place is not found twice."""
    scale = _own_scale(case, point, each)
    for start, step in places_of(each, case.count, case.declared):
        place = (start, step, scale)
        if place not in known:
            known[place] = _whole(case, point, place, allowed)
        compared = known[place]
        if compared is not None:
            yield place, compared


def _unsure(position: int) -> str:
    return (
        f"From position {position} on, programs' arithmetic leaves too little of the angles to tell a row from the "
        "next: there only exact values, rounded once, would be known, and these are not."
    )


def _blind(comparison: Comparison, start: int, step: int) -> str:
    """What of a matching table could not be judged; empty where all of it was."""
    if comparison.blind_row is None:
        return ""
    slots = np.flatnonzero(comparison.blind)
    which = f"slot {slots[0]}" if slots.size == 1 else f"{slots.size} slots, the first of them slot {slots[0]},"
    return (
        f"From position {start + step * comparison.blind_row} on {which} cannot be judged: programs' arithmetic "
        "leaves nothing of such angles."
    )


def _own_scale(case: Case, point: GridPoint, each: Convention) -> float:
    """The scale that the convention has, or that training gave it where it is declared."""
    own = point.waves.scale
    if not (each.learned_scale and case.declared.convention == each.name):
        return own
    sines, cosines = np.flatnonzero(~point.waves.cosine), np.flatnonzero(point.waves.cosine)
    pairs = min(len(sines), len(cosines))
    values = case.sample.values
    with np.errstate(all="ignore"):
        radius = float(np.median(np.hypot(values[:, sines[:pairs]], values[:, cosines[:pairs]])))
    return radius if 0 < radius < np.inf and abs(radius / own - 1) > 8 * case.precision.rounding else own


def _whole(case: Case, point: GridPoint, place: _Place, precision: Precision) -> Comparison | None:
    """The comparison where every cell that can be judged is right, else None."""
    start, step, scale = place
    waves, line = point.waves.scaled(scale), Line(start, step)
    own = scale == point.waves.scale
    precision = (rounded_once(case, point, line, precision) if own else None) or precision
    if own and (precision.exact or precision.asked):
        if not exactly_fits(case, point, line, precision):
            return None
    elif not case.fits(waves, start, step, precision, blind=True):
        return None
    if own:
        comparison = exact_comparison(case, point, line, precision, whole=True)
    else:
        comparison = case.compared(waves, line, precision)
    return comparison if comparison.bad == 0 else None


def begins_transposed(case: Case) -> bool:
    """Whether a first row is what the first column of some convention begins with: all columns cost a pass each."""
    # In float64, for the row may be one of whole numbers.
    got = np.asarray(case.rows[0][:_FEW], dtype=np.float64)
    rows = np.arange(len(got), dtype=np.float64)
    for point in grid_points(case.count, case.declared.base, case.declared.convention):
        waves = point.waves
        first = replace(waves, omega=waves.omega[:1], cosine=waves.cosine[:1], empty=waves.empty[:1])
        for each in point.conventions:
            for start, step in places_of(each, case.width, case.declared):
                positions = start + step * rows
                exact = first.values(positions)
                if (np.abs(got[:, None] - exact) <= case.precision.allowed(positions, first, exact)).all():
                    return True
    return False
