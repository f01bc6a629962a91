"""The views by name, for every front end: one Lab, or two against each other."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.plot.encoded import encoded, told_apart
from petui.plot.picture import Line, Picture, View, filled, first_that_fits, fitted, joined, line_text, worded

# petui.lessons.schema.VIEWS, in its order: the module and the function of each, loaded when it is first drawn.
VIEWS: MappingProxyType[str, tuple[str, str]] = MappingProxyType(
    {
        "waves": ("waves", "waves_at_slot"),
        "heat": ("heat", "heat"),
        "similarity": ("similarity", "similarity"),
        "dials": ("dials", "dials"),
        "circle": ("circle", "circle"),
        "unique": ("unique", "unique"),
        "dtype": ("dtypeview", "dtype_view"),
        "difference": ("difference", "difference"),
        "sum": ("sumview", "sum_view"),
        "attention": ("shuffled", "attention_view"),
        "counter": ("counter", "counter"),
    }
)
# Views that compare two Labs in one picture, those that can put two positions into a row of text, and those whose
# limits, ticks or gutters depend on the Lab, so that two pictures in one must share them.
COMPARING = frozenset({"difference"})
HALVING = frozenset({"heat"})
SHARING = frozenset({"waves", "heat", "similarity", "unique", "dtype", "counter"})
# Columns from which on two pictures stand well side by side.
_COMFORTABLE = 36


def named_view(name: str) -> View:
    """What draws the view of that name, a key of VIEWS."""
    module, function = VIEWS[name]
    return cast(View, getattr(import_module(f"petui.plot.{module}"), function))


def view(
    name: str,
    lab: Lab,
    width: int,
    height: int,
    *,
    ascii: bool = False,
    against: Lab | None = None,
    halves: bool = False,
) -> Picture:
    """The view of that name, a key of VIEWS.

    Args:
        name: Which view.
        lab: What to draw.
        width: Columns of the picture.
        height: Rows of the picture.
        ascii: Draw in ASCII.
        against: A second Lab. A view that compares draws both in one picture; of another there are two pictures at the
            first Lab's length, side by side or one below the other, each headed by what is its own, of one scale.
        halves: Whether a row of text may hold two positions that only colours tell apart: where there are 256 or more.

    Returns:
        `height` lines of `width` characters, whatever the Labs; one that cannot be drawn is told in words.
    """
    options: dict[str, Any] = {"ascii": ascii}
    if name in HALVING:
        options["halves"] = halves
    if name in COMPARING:
        options["against"] = against
    elif against is not None:
        return _two(name, (lab, against.changed(length=lab.length)), width, height, options)
    return _named(_noted(name, lab, width, height, options), lab)


def _noted(name: str, lab: Lab, width: int, height: int, options: dict[str, Any]) -> Picture:
    """One picture; of a table that has a row of padding with a line below it that says so."""
    against = options.get("against")
    padding = _padding_of(lab) if against is None else next(filter(None, map(_padding_of, (lab, against))), None)
    wide, high = named_view(name).least
    if padding is None or height <= high or width < wide:
        return _one(name, lab, width, height, options)
    drawn = _one(name, lab, width, height - 1, options)
    notes = [f"position {padding} is padding: all zeros", f"{padding} is padding: all zeros", f"{padding}: padding"]
    line = worded(notes, width, "strong" if lab.pos == padding else "muted")
    return Picture((*drawn.lines, line), f"{drawn.says} Position {padding} is padding: all zeros.")


def _padding_of(lab: Lab) -> int | None:
    """The position whose row is all zeros, where the Lab's convention has one."""
    try:
        return encoded(lab).padding
    except PetuiError:
        return None


def _one(name: str, lab: Lab, width: int, height: int, options: dict[str, Any]) -> Picture:
    """One picture; where the convention has no such encoding, why."""
    try:
        return named_view(name)(lab, width, height, **options)
    except PetuiError as error:
        what = f"{error.what}: {error.mend}." if error.mend else f"{error.what}."
        text = first_that_fits([what, f"{error.what}.", "no such table", "?"], width)
        return Picture(filled([fitted([(text, "muted")], width)], width, height), what)


def _named(picture: Picture, lab: Lab) -> Picture:
    """The picture with its convention at the right end of its first line, where that is another than the paper's."""
    if lab.convention == "paper" or not picture.lines:
        return picture
    says = f"{picture.says} The convention is {lab.convention}{_multiplied(lab)}."
    width = len(line_text(picture.lines[0]))
    left = line_text(picture.lines[0]).rstrip()
    if lab.convention in left or len(left) + 2 + len(lab.convention) > width:
        return Picture(picture.lines, says)
    first = fitted(picture.lines[0], width - len(lab.convention))
    return Picture((joined([*first, (lab.convention, "strong")]), *picture.lines[1:]), says)


def _multiplied(lab: Lab) -> str:
    by = encoded(lab).multiplier
    return f", whose values are multiplied by {by:.4g}" if by != 1.0 else ""


def _two(name: str, labs: tuple[Lab, Lab], width: int, height: int, options: dict[str, Any]) -> Picture:
    """Both Labs' pictures under their headings."""
    wide, high = named_view(name).least
    heads = told_apart(*labs)
    bar = " | " if options["ascii"] else " │ "
    half = (width - len(bar)) // 2
    stacked = width >= wide and height // 2 > high
    if half < wide and not stacked and width >= wide and height > high:
        return _alone(name, labs, heads, width, height, options)
    if half >= max(wide, _COMFORTABLE) or not stacked:
        # Of one width, so that ticks stand at the same columns; a column that is left over stays blank.
        rooms = [(max(0, half), height)] * 2
    else:
        rooms = [(width, height - height // 2), (width, height // 2)]
    shared: list[dict[str, Any]] = [{"beside": other} if name in SHARING else {} for other in reversed(labs)]
    both = [
        _headed(name, lab, head, *room, options | other)
        for lab, head, room, other in zip(labs, heads, rooms, shared, strict=True)
    ]
    lines: Sequence[Line] = [line for each in both for line in each.lines]
    if rooms[0][1] == height:
        lines = [fitted([*a, (bar, "axis"), *b], width) for a, b in zip(both[0].lines, both[1].lines, strict=True)]
    says = " ".join(f"{head}: {each.says}" for head, each in zip(heads, both, strict=True))
    return Picture(filled(lines, width, height), says)


def _alone(
    name: str, labs: tuple[Lab, Lab], heads: tuple[str, str], width: int, height: int, options: dict[str, Any]
) -> Picture:
    """The first Lab's picture, where there is no room for the second."""
    ours, theirs = (head.split(", ")[0] for head in heads)
    picture = _headed(name, labs[0], f"{ours} alone, no room for {theirs}", width, height, options)
    return Picture(picture.lines, f"{heads[0]}: {picture.says} There is no room for {heads[1]}.")


def _headed(name: str, lab: Lab, head: str, width: int, height: int, options: dict[str, Any]) -> Picture:
    """A picture below its heading."""
    drawn = _noted(name, lab, width, max(0, height - 1), options)
    heading = worded([head, head.split(", ")[0]], width, "strong")
    return Picture(filled([heading, *drawn.lines], width, height), drawn.says)
