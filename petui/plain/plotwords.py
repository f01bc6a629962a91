"""A view of the encoding in words, for those who hear it: what it shows, the current row, a slot's extremes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.plain.charset import shown
from petui.plain.looking import said_row
from petui.plain.picture import draw
from petui.plot.encoded import encoded

# A longer sequence is looked at no further.
_LONGEST = 65_536
# Views whose own words have the numbers of the current position, and none of a slot over all of them.
_WHOLE = ("attention", "sum", "counter")
# Where a sentence ends, or a part of one that stands for itself.
_CLAUSE = re.compile(r"(?<=;) |(?<=\.) (?=[A-Za-z])")


def plot_words(view: str, lab: Lab, width: int, height: int, *, ascii: bool, against: Lab | None = None) -> str:
    """One clause to a line, so that a line is heard at a time and none must be heard to its end; then what is current.

    Args:
        view: One of petui.lessons.schema.VIEWS.
        lab: What to tell.
        width: Columns of the picture that is told; it says what must be left out.
        height: Its rows.
        ascii: Keep to ASCII.
        against: A second Lab.

    Raises:
        PetuiError: If a side is impossible.
    """
    says = draw(view, lab, width, height, ascii=ascii, against=against).says
    sides = () if view in _WHOLE else (lab,) if against is None else (lab, against)
    lines = [*_CLAUSE.split(says), *(line for each in sides for line in _numbers(each))]
    return shown("".join(f"{line}\n" for line in lines), ascii=ascii)


def _numbers(lab: Lab) -> Iterator[str]:
    """The current row, and the extremes of the current slot; nothing where the convention has no table."""
    try:
        row, extremes = said_row(lab.pos, lab), _extremes(lab)
    except PetuiError:
        return
    name = "" if lab.convention == "paper" else f"{lab.convention}, "
    yield f"{name}{row}"
    yield f"{name}{extremes}"


def _extremes(lab: Lab) -> str:
    count = min(lab.length, _LONGEST)
    values = encoded(lab).values(range(count), [lab.slot], lab.dtype)[:, 0]
    high, low = int(np.argmax(values)), int(np.argmin(values))
    return (
        f"slot {lab.slot} over positions 0 to {count - 1}: greatest {_number(values[high])} at position {high}, "
        f"least {_number(values[low])} at position {low}."
    )


def _number(value: float) -> str:
    return f"{float(value) + 0.0:.4f}"
