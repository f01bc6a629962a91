"""No picture shows a part of a number: every number in it is one of the exact figures, in full, at every size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.circle import face_of, places
from petui.plot.dials import planned, shown_hands
from petui.plot.picture import Picture, first_that_fits, line_text
from petui.plot.ruler import four_decimals, short
from petui.plot.turns import signed, turns
from petui.plot.views import view

_NUMBER = re.compile(r"[+-]?[0-9][0-9.e-]*")
_LABS = (Lab(pos=3, d_model=8), Lab(pos=123456, d_model=25, slot=24, length=5000, offset=-17, base=2.5e5))
# Of every width these heights: the least, the usual ones of panes and windows, and some between.
_HEIGHTS = (5, 6, 9, 14, 23, 24, 40)


def numbers(picture: Picture) -> set[str]:
    """The numbers of a picture, as they are written; those of pairs, in subscripts, are not among them."""
    return {number for line in picture.lines for number in _NUMBER.findall(line_text(line))}


def said_angles(angle: float, *, plus: bool = False) -> set[str]:
    """An angle in radians and turns in every form that may be written."""
    return {signed(angle, plus=plus, digits=4), signed(angle, plus=plus, digits=3), turns(angle, plus=plus)}


def whole_circle(lab: Lab, width: int, height: int) -> set[str]:
    """Every number that a circle may show."""
    face = face_of(lab, width, height, ascii=False)
    now, then = places(lab)
    positions = {*range(face.first, face.last + 1), lab.pos, lab.pos + lab.offset}
    figures = {four_decimals(value) for place in (now, then) for value in (place.x, place.y)}
    rates = {short(face.omega), short(face.wavelength)}
    counts = {str(count) for count in (face.pair, (lab.d_model + 1) // 2, lab.length)}
    angles = said_angles(now.angle) | said_angles(lab.offset * face.omega, plus=True)
    return figures | rates | counts | angles | set(map(str, positions))


def whole_dials(lab: Lab, width: int, height: int) -> set[str]:
    """Every number that dials may show."""
    plan = planned(lab, width, height)
    found = {str(lab.pos), str(lab.pos + lab.offset), str(lab.offset), str((lab.d_model + 1) // 2)}
    for hand in shown_hands(lab, plan.pairs):
        found |= {short(hand.omega), str(hand.pair), *said_angles(hand.angle), *said_angles(hand.turn, plus=True)}
    return found


@pytest.mark.parametrize(
    ("name", "whole", "least"), [("circle", whole_circle, (24, 6)), ("dials", whole_dials, (20, 5))]
)
@pytest.mark.parametrize("lab", _LABS)
def test_every_number_is_whole(
    name: str, whole: Callable[[Lab, int, int], set[str]], least: tuple[int, int], lab: Lab
) -> None:
    """Where there is no room for a number it is left out; what is cut short would be read as another one."""
    sizes = [(width, height) for width in range(1, 121) for height in _HEIGHTS]
    for width, height in sizes:
        drawn = width >= least[0] and height >= least[1]
        allowed = whole(lab, width, height) if drawn else {str(number) for number in (*least, width, height)}
        assert numbers(view(name, lab, width, height)) <= allowed, f"{width} x {height}"


@pytest.mark.parametrize(("width", "height"), [(60, 18), (76, 7), (80, 24), (120, 11), (120, 40)])
def test_every_dial_has_the_same_form(width: int, height: int) -> None:
    """A small number takes more room than the others; the dials beside it have no more units and names than it."""
    lab = Lab(pos=3, d_model=8)
    shown = len(planned(lab, width, height).pairs)
    text = "".join(line_text(line) for line in view("dials", lab, width, height).lines[1:-1])
    assert text.count(" rad") == 2 * shown
    assert text.count(" turn") in (shown, 2 * shown)
    assert len(re.findall(r"kω. ?= ?[+]", text)) == shown


def test_far_places_are_left_out_whole() -> None:
    """The longest numbers that there are, in a small dial."""
    lab = Lab(pos=MAX_LAB_POSITION, offset=-MAX_LAB_POSITION, d_model=16383, slot=16382, base=1e300)
    assert numbers(view("dials", lab, 20, 5)) <= whole_dials(lab, 20, 5)


@pytest.mark.parametrize("width", range(0, 30))
def test_words_are_never_cut(width: int) -> None:
    """What does not fit loses words, from the end."""
    text = "cos -0.6536, sin -0.7568"
    kept = first_that_fits([text], width)
    assert len(kept) <= width
    assert kept == text or f"{text} ".startswith(f"{kept} ") or not kept
