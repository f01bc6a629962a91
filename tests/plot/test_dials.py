"""Dials: hands where the core has them, round, and as many as fit."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.encoding import encode, frequencies
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.canvas import Grid
from petui.plot.dials import dials, planned, shown_hands
from petui.plot.picture import Picture, line_text
from petui.plot.ruler import four_decimals
from petui.plot.turns import circle_cells, hand_cells, signed, turns

labs = st.builds(
    lambda d_model, slot, **rest: Lab(d_model=d_model, slot=slot % d_model, **rest),
    d_model=st.one_of(st.integers(1, 20), st.sampled_from([512, 513])),
    slot=st.integers(0, 600),
    pos=st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION)),
    offset=st.one_of(st.integers(-9, 9), st.just(0)),
)


def texts(picture: Picture) -> list[str]:
    """The characters of a picture, line by line."""
    return [line_text(line) for line in picture.lines]


@settings(max_examples=60, deadline=None)
@given(labs)
@example(Lab(pos=2, offset=-5, d_model=7))
def test_hands_are_the_cells_of_the_table(lab: Lab) -> None:
    """x and y are the pair's cosine and sine at pos and pos + offset, negative positions too."""
    pairs = range((lab.d_model + 1) // 2)
    for hand in shown_hands(lab, pairs):
        for position, (x, y) in ((lab.pos, hand.now), (lab.pos + lab.offset, hand.then)):
            row = encode(position, lab.d_model, lab.base).tolist()
            assert y == pytest.approx(row[2 * hand.pair], abs=1e-15)
            if hand.cosine:
                assert x == pytest.approx(row[2 * hand.pair + 1], abs=1e-15)
            assert x * x + y * y == pytest.approx(1, abs=1e-14)


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(20, 160), st.integers(5, 50), st.booleans())
def test_shown_pairs_fit_and_hold_the_current_one(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """The blocks lie inside the picture, each has its dot, and the current slot's pair is among them."""
    plan = planned(lab, width, height)
    assert lab.slot // 2 in plan.pairs
    assert plan.across * (plan.block_width + 2) - 2 <= width
    down = -(-len(plan.pairs) // plan.across)
    last = plan.rows if plan.beside else plan.block_height
    assert 1 + (down - 1) * plan.block_height + last + plan.caption <= height
    mark = "@" if ascii else "●"
    drawn = sum(
        text.count(mark)
        for line in dials(lab, width, height, ascii=ascii).lines[1:]
        for text, style in line
        if style == "cursor strong"
    )
    # The current pair's text is in the accent too, and begins with no mark.
    assert drawn == len(plan.pairs)


@settings(max_examples=60, deadline=None)
@given(labs)
def test_numbers_said_are_the_cores(lab: Lab) -> None:
    """Angle, cosine, sine and turn of the current pair are in the sentence."""
    says, pair = dials(lab, 80, 20).says, lab.slot // 2
    omega = float(frequencies(lab.d_model, lab.base)[pair])
    part = next(part for part in says.split(": ", 1)[1].split("; ") if part.startswith(f"pair {pair} "))
    sine = float(encode(lab.pos, lab.d_model, lab.base, first_slot=2 * pair, last_slot=2 * pair + 1)[0])
    assert f"sine {four_decimals(sine)} up" in part
    assert f"at {signed(lab.pos * omega)} radians, {turns(lab.pos * omega)} turns" in part
    assert ("(not in the table)" in part) is (2 * pair + 1 >= lab.d_model)
    by = f"turns by {signed(lab.offset * omega, plus=True)} radians, {turns(lab.offset * omega, plus=True)} turns"
    assert (by in part) is bool(lab.offset)


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("rows", range(3, 21))
def test_dials_are_round(rows: int, ascii: bool) -> None:
    """At a cell of 1 x 2 every mark of the rim is within a mark of the radius, and all sides are alike."""
    grid = Grid(2 * rows, rows, (-1.0, 1.0), (-1.0, 1.0), ascii)
    cells = circle_cells(grid)
    for row, text in enumerate(cells):
        for column, mark in enumerate(text):
            if mark != " ":
                x, y = (column + 0.5) / rows - 1, 1 - (row + 0.5) * 2 / rows
                assert abs((x * x + y * y) ** 0.5 - 1) <= 2.5 / rows
    solid = [[mark != " " for mark in text] for text in cells]
    assert solid == [row[::-1] for row in solid]
    assert solid == solid[::-1]


@pytest.mark.parametrize("ascii", [False, True])
def test_hand_points_to_its_end(ascii: bool) -> None:
    """Right, up, left and down: the hand has marks on that side of the centre and not on the other."""
    grid = Grid(20, 10, (-1.0, 1.0), (-1.0, 1.0), ascii)
    (hand,) = shown_hands(Lab(pos=0, d_model=2), range(1))
    assert hand.now == (1.0, 0.0)
    halves = {(1.0, 0.0): (0, 1), (-1.0, 0.0): (1, 0)}
    for (right, up), (left_marks, right_marks) in halves.items():
        drawn = hand_cells(grid, right, up)
        assert bool("".join(text[:8] for text in drawn).strip()) == bool(left_marks)
        assert bool("".join(text[12:] for text in drawn).strip()) == bool(right_marks)
    assert not "".join(hand_cells(grid, 0.0, 1.0)[6:]).strip()
    assert not "".join(hand_cells(grid, 0.0, -1.0)[:4]).strip()


def test_more_room_shows_more_dials() -> None:
    """All four pairs of d_model 8 where there is room, as many as fit where there is not, and it is said."""
    lab = Lab(d_model=8)
    assert len(planned(lab, 120, 40).pairs) == 4
    assert "pairs 0–2 of 4" in texts(dials(lab, 76, 7))[0]
    assert "pairs 1–3 of 4" in texts(dials(lab.changed(slot=7), 76, 7))[0]


def test_offset_has_a_hand_of_its_own() -> None:
    """Without an offset there is no second hand and no turn."""
    one, two = dials(Lab(offset=0), 80, 20), dials(Lab(offset=2), 80, 20)
    assert "○" not in "".join(texts(one))
    assert "kω₀ = +2 rad" in "".join(texts(two))
    assert "= +0.318 turn" in "".join(texts(two))
