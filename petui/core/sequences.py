"""The one-dimensional conventions by name; nothing of grids, points and scores is loaded for a name of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from petui.core.conventiongrid import Convention
from petui.core.errors import ParameterError
from petui.core.registry_libraries import LIBRARIES
from petui.core.registry_models import MODELS

CONVENTIONS: Mapping[str, Convention] = MappingProxyType({each.name: each for each in (*MODELS, *LIBRARIES)})
_BY_ALIAS: Mapping[str, Convention] = MappingProxyType(
    {alias: each for each in CONVENTIONS.values() for alias in each.aliases}
)


def convention(name: str, *, where: str = "convention") -> Convention:
    """The one-dimensional convention of that name or alias; in any case, with `-` or `_`.

    Raises:
        ParameterError: If there is none; similar names are hinted, and what encodes grids or points is said to.
    """
    written = plain_name(name)
    found = CONVENTIONS.get(written) or _BY_ALIAS.get(written)
    if found is not None:
        return found
    # Only to say what else the name may be.
    from petui.core.registry import POINTS, any_convention

    other = any_convention(name, where=where)
    what = "points" if other.name in POINTS else "cells of a grid"
    raise ParameterError(
        f"{other.name} encodes {what}, and this needs one position a row",
        where=where,
        mend=f"`petui table --convention {other.name}` prints it",
    )


def plain_name(name: str) -> str:
    """A name as the conventions have it: small letters, parts set off by `-`."""
    return "-".join(name.strip().lower().replace("_", "-").split())
