"""The views by name, for every front end: one Lab, or two against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TypeAlias

from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.plot.circle import circle
from petui.plot.dials import dials
from petui.plot.heat import heat
from petui.plot.picture import Line, Picture, filled, first_that_fits, fitted, joined
from petui.plot.similarity import similarity
from petui.plot.unique import unique
from petui.plot.waves import overlay_cursor, waves, waves_at_slot, waves_base

View: TypeAlias = Callable[..., Picture]

# petui.lessons.schema.VIEWS, in its order; petui.plot.picture.needs says how each is called.
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
# Views that compare two Labs in one picture.
COMPARING = frozenset({"difference"})
_COMPARED = ("convention", "d_model", "base", "dtype", "pos", "slot", "offset", "length")


def view(name: str, lab: Lab, width: int, height: int, *, ascii: bool = False, against: Lab | None = None) -> Picture:
    """The view of that name, a key of VIEWS.

    Args:
        name: Which view.
        lab: What to draw.
        width: Columns of the picture.
        height: Rows of the picture.
        ascii: Draw in ASCII.
        against: A second Lab. A view that compares draws both in one picture; of another there are two pictures,
            side by side where both have the room, else one below the other, each headed by what is its own.

    Returns:
        `height` lines of `width` characters, whatever the Labs; one that cannot be drawn is told in words.
    """
    if against is None:
        return _one(name, lab, width, height, ascii=ascii)
    if name in COMPARING:
        return _one(name, lab, width, height, ascii=ascii, against=against)
    return _two(name, (lab, against), width, height, ascii=ascii)


def _one(name: str, lab: Lab, width: int, height: int, *, ascii: bool, against: Lab | None = None) -> Picture:
    """One picture; where the convention has no such encoding, why."""
    options = {} if against is None else {"against": against}
    try:
        return VIEWS[name](lab, width, height, ascii=ascii, **options)
    except PetuiError as error:
        what = f"{error.what}: {error.mend}." if error.mend else f"{error.what}."
        text = first_that_fits([what, f"{error.what}.", "no such table", "?"], width)
        return Picture(filled([fitted([(text, "muted")], width)], width, height), what)


def _two(name: str, labs: tuple[Lab, Lab], width: int, height: int, *, ascii: bool) -> Picture:
    """Both Labs' pictures under their headings."""
    wide, high = VIEWS[name].least  # type: ignore[attr-defined]
    heads = told_apart(*labs)
    bar = " | " if ascii else " │ "
    half = (width - len(bar)) // 2
    if half >= wide or height // 2 <= high:
        left, right = (
            _headed(name, lab, head, room, height, ascii)
            for lab, head, room in zip(labs, heads, (half, width - len(bar) - half), strict=True)
        )
        lines: Sequence[Line] = [joined([*a, (bar, "axis"), *b]) for a, b in zip(left.lines, right.lines, strict=True)]
    else:
        upper = height - height // 2
        left, right = (
            _headed(name, lab, head, width, rows, ascii)
            for lab, head, rows in zip(labs, heads, (upper, height - upper), strict=True)
        )
        lines = [*left.lines, *right.lines]
    says = " ".join(f"{head}: {each.says}" for head, each in zip(heads, (left, right), strict=True))
    return Picture(filled(lines, width, height), says)


def _headed(name: str, lab: Lab, head: str, width: int, height: int, ascii: bool) -> Picture:
    """A picture below its heading."""
    drawn = _one(name, lab, width, max(0, height - 1), ascii=ascii)
    heading = fitted([(first_that_fits([head, head.split(", ")[0]], width), "strong")], width)
    return Picture(filled([heading, *drawn.lines], width, height), drawn.says)


def told_apart(lab: Lab, against: Lab) -> tuple[str, str]:
    """What each of two Labs is called beside the other: its convention, and the fields in which they differ."""
    differing = [name for name in _COMPARED[1:] if getattr(lab, name) != getattr(against, name)]
    return _called(lab, differing), _called(against, differing)


def _called(lab: Lab, differing: Sequence[str]) -> str:
    values = ((name, getattr(lab, name)) for name in differing)
    return ", ".join(
        [lab.convention, *(f"{name} {value:g}" if name == "base" else f"{name} {value}" for name, value in values)]
    )


__all__ = ["COMPARING", "VIEWS", "Line", "Picture", "heat", "overlay_cursor", "view", "waves", "waves_base"]
