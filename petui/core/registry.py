"""Every named convention, and where similar names lead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import TypeAlias

from petui.core.conventiongrid import Convention
from petui.core.errors import ParameterError
from petui.core.planes import Plane, PointConvention
from petui.core.registry_planes import PLANES as _PLANES
from petui.core.registry_planes import POINTS as _POINTS
from petui.core.registry_scores import ON_SCORES as _ON_SCORES
from petui.core.registry_scores import OnScores
from petui.core.sequences import CONVENTIONS, plain_name

AnyConvention: TypeAlias = Convention | Plane | PointConvention

PLANES: Mapping[str, Plane] = MappingProxyType({each.name: each for each in _PLANES})
POINTS: Mapping[str, PointConvention] = MappingProxyType({each.name: each for each in _POINTS})
ALL: Mapping[str, AnyConvention] = MappingProxyType({**CONVENTIONS, **PLANES, **POINTS})
ON_SCORES: Mapping[str, OnScores] = MappingProxyType({each.name: each for each in _ON_SCORES})
_BY_ALIAS: Mapping[str, AnyConvention] = MappingProxyType(
    {alias: each for each in ALL.values() for alias in each.aliases}
)
_SCORES_BY_ALIAS: Mapping[str, OnScores] = MappingProxyType(
    {alias: each for each in ON_SCORES.values() for alias in each.aliases}
)


def any_convention(name: str, *, where: str = "convention") -> AnyConvention:
    """The convention of that name or alias, of sequences, grids or points; in any case, with `-` or `_`.

    Raises:
        ParameterError: If there is none; similar names are hinted.
    """
    written = plain_name(name)
    found = ALL.get(written) or _BY_ALIAS.get(written)
    if found is not None:
        return found
    without = on_scores(name)
    if without is not None:
        raise ParameterError(
            f"{without.name} changes {without.acts_on} and has no table",
            where=where,
            mend=f"`petui conventions {without.name}` explains it",
        )
    known = (*ALL, *_BY_ALIAS, *ON_SCORES, *_SCORES_BY_ALIAS)
    raise ParameterError(f"convention {name!r} is not known", where=where, mend=near_names(name, known))


def on_scores(name: str) -> OnScores | None:
    """What has no table and that name or alias; None where there is none."""
    written = plain_name(name)
    return ON_SCORES.get(written) or _SCORES_BY_ALIAS.get(written)


def near_names(name: str, known: Iterable[str]) -> str:
    """What to do about a name that is not known: the names most like it, else where all of them are told."""
    written, names = plain_name(name), tuple(known)
    # The beginning of several names, such as rope, is like none of them by its letters.
    begun = [each for each in names if each.startswith(f"{written}-")][:3]
    near = begun or get_close_matches(written, names, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else "`petui conventions` lists them"
