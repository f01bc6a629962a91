"""Pictures as text with terminal colours."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import Any

from petui.core.conventions import convention
from petui.core.errors import ParameterError, PetuiError
from petui.core.lab import Lab
from petui.plain.positions import read_positions
from petui.plot.picture import Picture
from petui.plot.views import view as view_named
from petui.surroundings import color_count, forbids_color

MAX_SIDE = 1000

_RESET = "\x1b[0m"
# Select Graphic Rendition codes; of the 16 colours that every theme has. The plain blue and red are too dark on black.
_CODES = {
    "strong": "1",
    "em": "3",
    "muted": "2",
    "cursor": "7",
    "axis": "2",
    "heading": "1",
    "value": "1",
    "right": "32",
    "wrong": "91",
}
_PAIR_COLOURS = ("36", "33", "35", "32", "94", "91", "96", "93")
# Nine levels from -1 to 1: of 256 colours blue through grey to orange, of 16 blue, cyan, grey, yellow, red.
_HEAT_COLOURS = ("25", "32", "74", "110", "249", "180", "215", "208", "166")
_HEAT_OF_16 = ("94", "94", "94", "36", "90", "33", "91", "91", "91")
# The current place as the colour of half a cell: white, which no level has.
_ACCENT = "231"


def plot_lab(pos: str, length: int, **parameters: Any) -> Lab:
    """The Lab that a plot shows.

    Args:
        pos: The current position, or `0:LENGTH`.
        length: Positions of the sequence, unless `pos` says so.
        parameters: The other fields of the Lab; a base of None is the convention's own.

    Raises:
        ParameterError: Naming the option that is impossible.
    """
    if parameters.get("base", 0) is None:
        parameters["base"] = convention(parameters["convention"], where="--convention").base
    (piece, *others) = read_positions(pos).pieces
    if others or (len(piece) > 1 and piece[0] != 0):
        mend = "give one whole position, or 0:LENGTH"
        raise ParameterError(f"{pos} is no position of a plot", where="--pos", mend=mend)
    if isinstance(piece, range) and len(piece) > 1:
        length = len(piece)
    try:
        # A fractional position is refused by the Lab itself.
        return Lab(pos=piece[0], length=length, **parameters)  # type: ignore[arg-type]
    except ParameterError as error:
        where = "--" + error.where.replace("_", "-")
        raise ParameterError(error.what, where=where, mend=error.mend) from None


def lab_against(lab: Lab, name: str) -> Lab:
    """The same Lab in the convention that `--against` names.

    Raises:
        ParameterError: If there is none, or it has no such width.
    """
    try:
        return lab.changed(convention=name)
    except ParameterError as error:
        raise ParameterError(error.what, where="--against", mend=error.mend) from None


def picture_size(width: int | None, height: int | None, *, terminal: bool) -> tuple[int, int]:
    """The size asked for; where none is, that of the terminal with a line left for the prompt, or 80 x 24."""
    columns, lines = shutil.get_terminal_size((80, 25)) if terminal else (80, 25)
    return columns if width is None else width, max(1, lines - 1) if height is None else height


def colors_wanted(choice: str, *, no_color: bool, terminal: bool, environ: Mapping[str, str]) -> int:
    """How many colours to write: 0 for none, 16 or 256, as the terminal has.

    `choice` is what `--color` says; `auto` writes them on a terminal that nothing forbids them on.
    """
    if choice == "always":
        return max(16, min(256, color_count(environ)))
    wanted = choice == "auto" and terminal and not no_color and not forbids_color(environ)
    return min(256, color_count(environ)) if wanted else 0


def draw(
    view: str, lab: Lab, width: int, height: int, *, ascii: bool, against: Lab | None = None, colors: int = 0
) -> Picture:
    """One of petui.lessons.schema.VIEWS; of two Labs where there is another one; for so many colours.

    Raises:
        PetuiError: If a side is not 1 to MAX_SIDE.
    """
    for name, side in (("--width", width), ("--height", height)):
        if not 1 <= side <= MAX_SIDE:
            raise PetuiError(f"{side} is no size for a picture", where=name, mend=f"give 1 to {MAX_SIDE}")
    return view_named(view, lab, width, height, ascii=ascii, against=against, halves=colors >= 256)


def to_text(picture: Picture, *, colors: int) -> str:
    """The picture's lines, with colours or without; blanks at line ends are left out.

    Args:
        picture: What to write.
        colors: How many colours there are; 0 to write none.
    """
    lines = []
    for line in picture.lines:
        # A blank on a ground is part of the picture.
        plain = "".join("x" * len(text) if " on " in style else text for text, style in line)
        left = len(plain.rstrip())
        cut = []
        for text, style in line:
            cut.append(_styled(text[:left], style, colors) if colors else text[:left])
            left = max(0, left - len(text))
        lines.append("".join(cut))
    return "\n".join(lines) + "\n"


def _styled(text: str, style: str, colors: int) -> str:
    front, on, behind = style.partition(" on ")
    if on:
        codes = [*([f"38;5;{_half(front)}"] if front else []), f"48;5;{_half(behind)}"]
    else:
        codes = [code for name in style.split() if (code := _code(name, colors))]
    return f"\x1b[{';'.join(codes)}m{text}{_RESET}" if text and codes else text


def _half(name: str) -> str:
    """The colour of half a cell, of the palette of 256."""
    return _ACCENT if name == "cursor" else _HEAT_COLOURS[int(name.removeprefix("heat"))]


def _code(name: str, colors: int) -> str:
    if name.startswith("pair") and name[4:].isdecimal():
        return _PAIR_COLOURS[int(name[4:]) % len(_PAIR_COLOURS)]
    if name.startswith("heat") and name[4:].isdecimal():
        level = min(int(name[4:]), len(_HEAT_COLOURS) - 1)
        return f"38;5;{_HEAT_COLOURS[level]}" if colors >= 256 else _HEAT_OF_16[level]
    return _CODES.get(name, "")
