"""Circle: dots at the core's points, around the current position."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.encoding import encode
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.circle import MOST_DOTS, circle, face_of, places, text_column
from petui.plot.picture import Picture, line_text
from petui.plot.ruler import four_decimals
from petui.plot.views import view

_MARGIN = 5

labs = st.builds(
    lambda d_model, slot, **rest: Lab(d_model=d_model, slot=slot % d_model, **rest),
    d_model=st.one_of(st.integers(1, 20), st.sampled_from([512, 513])),
    slot=st.integers(0, 600),
    pos=st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION)),
    offset=st.one_of(st.integers(-9, 9), st.just(0)),
    length=st.one_of(st.integers(1, 40), st.integers(1, MAX_LAB_POSITION)),
)


def texts(picture: Picture) -> list[str]:
    """The characters of a picture, line by line."""
    return [line_text(line) for line in picture.lines]


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(24, 120), st.integers(6, 40), st.booleans())
def test_each_dot_is_its_positions_point(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """Row and column of every dot are those of (cos, sin) in the table."""
    face = face_of(lab, width, height, ascii=ascii)
    slot = 2 * face.pair
    positions = list(range(face.first, face.last + 1))
    table = encode(positions, lab.d_model, lab.base, first_slot=slot, last_slot=slot + 2).tolist()
    assert len(face.dots) == face.count == min(lab.length, MOST_DOTS)
    for (row, column), values in zip(face.dots, table, strict=True):
        assert row == face.grid.row(values[0])
        if face.cosine:
            assert column == face.grid.column(values[1])


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(24, 120), st.integers(6, 40), st.booleans())
def test_the_accent_stands_at_the_current_position(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """The current position's mark is on the circle at its own cell, within the window."""
    face = face_of(lab, width, height, ascii=ascii)
    assert face.first <= lab.pos <= face.last
    rows = texts(circle(lab, width, height, ascii=ascii))[1:]
    now, _ = places(lab)
    assert rows[face.grid.row(now.y)][_MARGIN + face.grid.column(now.x)] == ("@" if ascii else "●")


@settings(max_examples=60, deadline=None)
@given(labs)
def test_numbers_said_are_the_cores(lab: Lab) -> None:
    """Cosine and sine at both positions; the last pair of an odd width says that its cosine has no slot."""
    says, slot = circle(lab, 100, 30).says, lab.slot // 2 * 2
    for position in {lab.pos, lab.pos + lab.offset}:
        row = encode(position, lab.d_model, lab.base, first_slot=slot, last_slot=slot + 2).tolist()
        assert f"and sine {four_decimals(row[0])}" in says
        if len(row) == 2:
            assert f"cosine {four_decimals(row[1])} and" in says
    assert ("no slot for" in says) is (slot + 1 == lab.d_model)
    assert ("a turn by" in says) is bool(lab.offset)


def test_first_positions_are_numbered() -> None:
    """Seven positions of the first pair, each with its number at its dot: beside it, or above or below that."""
    rows = texts(circle(Lab(pos=3, length=7, d_model=8), 78, 20))[1:]
    face = face_of(Lab(pos=3, length=7, d_model=8), 78, 20, ascii=False)
    for position, (row, column) in enumerate(face.dots):
        near = "".join(text[_MARGIN + column - 2 : _MARGIN + column + 3] for text in rows[max(0, row - 1) : row + 2])
        assert str(position) in near
    assert "0–6" in "".join(rows)


def test_of_positions_in_one_cell_one_is_numbered() -> None:
    """Positions 3 and 4 of a slow pair share a cell: a 4 below it would seem to belong to the cell there."""
    lab = Lab(pos=3, d_model=8, slot=4)
    face = face_of(lab, 78, 20, ascii=False)
    assert face.dots[3] == face.dots[4]
    circles = [text[: face.grid.width + 2 * _MARGIN] for text in texts(circle(lab, 78, 20))[1:]]
    assert any("●3" in text for text in circles)
    assert "4" not in "".join(circles)


def test_arc_is_drawn_for_turns_of_at_most_one() -> None:
    """An offset of a whole turn or less has its arc; more than one turn would lie over itself."""
    lab = Lab(pos=0, length=1, d_model=2)
    marks = [sum(text[:60].count(" ") for text in texts(circle(lab.changed(offset=k), 60, 30))) for k in (6, 7)]
    assert marks[0] < marks[1] - 10


def test_keys_do_not_draw_the_face_again() -> None:
    """The circle and its dots are the same object while the position stays in the window."""
    lab = Lab(length=40)
    face = face_of(lab, 80, 20, ascii=False)
    assert face_of(lab.changed(pos=39, offset=8, slot=1), 80, 20, ascii=False) is face
    assert face_of(lab.changed(slot=2), 80, 20, ascii=False) is not face


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(24, 120), st.integers(6, 40))
def test_numbers_touch_their_own_dots(lab: Lab, width: int, height: int) -> None:
    """Beside, above or below each number is the dot of its position; at most the rim is between them."""
    face = face_of(lab, width, height, ascii=False)
    now, then = places(lab)
    drawn = texts(circle(lab, width, height))[1:]
    rows = [text[: text_column(face, width)].replace("x = cos", " " * 7) for text in drawn]
    for row, text in enumerate(rows):
        for found in re.finditer("-?[0-9]+", text):
            place = next((one for one in (now, then) if one.position == int(found[0])), None)
            inside = face.first <= int(found[0]) <= face.last
            if inside:
                at, column = face.dots[int(found[0]) - face.first]
            else:
                assert place is not None
                at, column = face.grid.row(place.y), face.grid.column(place.x)
            start, end = found.start() - _MARGIN, found.end() - 1 - _MARGIN
            beside = at == row and min(abs(column - start), abs(column - end)) <= 2
            assert beside or (abs(at - row) == 1 and column in (start, end))


@pytest.mark.parametrize("ascii", [False, True])
def test_no_axis_runs_through_a_label(ascii: bool) -> None:
    """`x = cos` and `y = sin` are whole where they stand at all."""
    seen = 0
    for width in range(24, 121):
        # Of the heights every seventh, another one at each width.
        for height in range(8 + width % 7, 41, 7):
            text = "\n".join(map(line_text, view("circle", Lab(), width, height, ascii=ascii).lines))
            assert not re.search(r"x\S= cos|x =\Scos|y\S= sin|y =\Ssin", text), (width, height)
            seen += "x = cos" in text
    assert seen > 70
