"""Every named convention, and where similar names lead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
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
    """The one-dimensional convention of that name or alias, in any case, with `-` or `_`.

    Raises:
        ParameterError: If there is none; similar names are hinted.
    """
    written = plain_name(name)
    found = CONVENTIONS.get(written) or _BY_ALIAS.get(written)
    if found is None:
        raise ParameterError(
            f"convention {name!r} is not known", where=where, mend=near_names(name, (*CONVENTIONS, *_BY_ALIAS))
        )
    return found


def plain_name(name: str) -> str:
    """A name as the registry has it: small letters, parts set off by `-`."""
    return "-".join(name.strip().lower().replace("_", "-").split())


def near_names(name: str, known: Iterable[str]) -> str:
    """What to do about a name that is not known: the names most like it, else where all of them are told."""
    near = get_close_matches(plain_name(name), tuple(known), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else "`petui conventions` lists them"
