"""The views by name, for every front end."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TypeAlias

from petui.core.lab import Lab
from petui.plot.circle import circle
from petui.plot.dials import dials
from petui.plot.heat import heat
from petui.plot.picture import Line, Picture
from petui.plot.similarity import similarity
from petui.plot.unique import unique
from petui.plot.waves import overlay_cursor, waves, waves_at_slot, waves_base

View: TypeAlias = Callable[..., Picture]

# petui.lessons.schema.VIEWS, in its order; each is called as view(lab, width, height, ascii=...).
VIEWS: MappingProxyType[str, View] = MappingProxyType(
    {
        "waves": waves_at_slot,
        "heat": heat,
        "similarity": similarity,
        "dials": dials,
        "circle": circle,
        "unique": unique,
    }
)


def view(name: str, lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """The view of that name, a key of VIEWS."""
    return VIEWS[name](lab, width, height, ascii=ascii)


__all__ = ["VIEWS", "Line", "Picture", "heat", "overlay_cursor", "view", "waves", "waves_base"]
