"""Which panes a size has room for."""

from __future__ import annotations

from typing import Literal

from petui.lessons.cells import cut_mark
from petui.records import dataclass

PANES = ("derivation", "table", "plot")
LAB_PANES = ("table", "plot")

_WIDE = (112, 34)
_TALL_HEIGHT = 44
_STACKED = (60, 16)
_TINY = (20, 6)
_BESIDE_WIDTH = 160


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The panes to show.

    Attributes:
        kind: wide (all, side by side), tall (all, stacked), stacked (two), beside (two, side by side), one, or tiny
            (a line of words).
        panes: The panes that are shown.
    """

    kind: Literal["wide", "tall", "stacked", "beside", "one", "tiny"]
    panes: tuple[str, ...]

    @property
    def single(self) -> bool:
        """Whether one pane has all the room."""
        return len(self.panes) == 1


def is_tiny(width: int, height: int) -> bool:
    """Whether a screen has room for a line of words only."""
    return width < _TINY[0] or height < _TINY[1]


def tiny_words(width: int, *, ascii: bool) -> str:
    """What a screen without room for anything else says: the longest words that fit."""
    forms = ("petui: enlarge the window", "enlarge the window", "too small", "small", cut_mark(ascii=ascii))
    return next((form for form in forms if len(form) <= width), "")


def arrange(width: int, height: int, current: str, lower: str, zoomed: bool) -> Arrangement:
    """The arrangement for a screen of `width` by `height`.

    Args:
        width: Columns.
        height: Rows.
        current: The pane that the learner is at.
        lower: The pane below the text where only one fits: table or plot.
        zoomed: Whether the current pane has the whole screen.
    """
    if is_tiny(width, height):
        return Arrangement("tiny", ())
    if zoomed or width < _STACKED[0] or height < _STACKED[1]:
        return Arrangement("one", (current,))
    if width >= _WIDE[0] and height >= _WIDE[1]:
        return Arrangement("wide", PANES)
    if height >= _TALL_HEIGHT:
        return Arrangement("tall", PANES)
    return Arrangement("stacked", ("derivation", lower))


def arrange_lab(width: int, height: int, current: str, zoomed: bool) -> Arrangement:
    """The arrangement of table and plot alone, see `arrange`."""
    if is_tiny(width, height):
        return Arrangement("tiny", ())
    if zoomed or width < _STACKED[0] or height < _STACKED[1]:
        return Arrangement("one", (current,))
    return Arrangement("beside" if width >= _BESIDE_WIDTH else "stacked", LAB_PANES)
