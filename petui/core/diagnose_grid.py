"""Which conventions a table equals, cell by cell."""

from __future__ import annotations

import numpy as np

from petui.core.casework import Case, Point, exact_comparison, places_of, points_of
from petui.core.comparing import Comparison
from petui.core.conventiongrid import Convention
from petui.core.diagnosis import Match
from petui.core.registry import CONVENTIONS

# As many names as one reads.
_MOST_NAMES = 6


def matching(case: Case) -> tuple[list[Match], list[str]]:
    """The conventions that the whole table equals at the declared base, the best known first, and remarks."""
    found: list[tuple[Convention, Match]] = []
    for point in points_of(case.width, case.declared.base, case.declared.convention):
        compared: dict[tuple[int, int, float], Comparison | None] = {}
        for each in point.conventions:
            scale = _own_scale(case, point, each)
            for start, step in places_of(each, case.count, case.declared):
                place = (start, step, scale)
                if place not in compared:
                    compared[place] = _whole(case, point, *place)
                comparison = compared[place]
                if comparison is not None:
                    match = Match(
                        each.name, start, case.declared.base, scale, comparison.max_error, comparison.tolerance
                    )
                    found.append((each, match))
                    break
    ranks = {name: rank for rank, name in enumerate(CONVENTIONS)}
    found.sort(key=lambda pair: ranks[pair[0].name])
    return _shortened([match for _, match in found])


def _own_scale(case: Case, point: Point, each: Convention) -> float:
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


def _whole(case: Case, point: Point, start: int, step: int, scale: float) -> Comparison | None:
    """The comparison where every cell is right, else None."""
    waves = point.waves.scaled(scale)
    if not case.fits(waves, start, step):
        return None
    positions = start + step * np.arange(case.count, dtype=np.float64)
    if scale == point.waves.scale:
        comparison = exact_comparison(case, point, positions)
    else:
        comparison = case.compared(waves, positions)
    return comparison if comparison.bad == 0 else None


def _shortened(matches: list[Match]) -> tuple[list[Match], list[str]]:
    rest = [match.convention for match in matches[_MOST_NAMES:]]
    remarks = [f"The same table is that of {', '.join(rest)}."] if rest else []
    return matches[:_MOST_NAMES], remarks
