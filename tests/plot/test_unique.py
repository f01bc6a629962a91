"""Uniqueness: the core's distances, the nearest row, and no close row lost among the columns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.formula import Formula
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.picture import Picture, line_text
from petui.plot.unique import distances, unique

_GUTTER = 7

labs = st.builds(
    Lab,
    pos=st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION)),
    d_model=st.one_of(st.integers(1, 20), st.sampled_from([512, 513])),
    base=st.one_of(st.just(10000.0), st.sampled_from([1.0, 1e300])),
    length=st.one_of(st.integers(1, 100), st.integers(1, 2000)),
)


def texts(picture: Picture) -> list[str]:
    """The characters of a picture, line by line."""
    return [line_text(line) for line in picture.lines]


@settings(max_examples=60, deadline=None)
@given(labs, st.data())
def test_distances_are_the_cores(lab: Lab, data: st.DataObject) -> None:
    """Any distance is that of the two rows; the nearest is the least of all but p itself."""
    found = distances(lab)
    assert found.first <= lab.pos <= found.last
    other = data.draw(st.integers(found.first, found.last))
    expected = Formula(lab).distance(lab.pos, other)
    assert found.values[other - found.first] == pytest.approx(expected, abs=1e-12 * lab.d_model)
    others = np.delete(found.values, lab.pos - found.first)
    assert found.least == others.min() > 0
    assert lab.pos not in found.nearest


@settings(max_examples=40, deadline=None)
@given(labs)
def test_closest_two_are_the_least_of_all_offsets(lab: Lab) -> None:
    """|difference|² = d_model - 2·D(k), so the smallest distance is at the offset where D is largest."""
    found = distances(lab)
    if lab.d_model % 2:
        assert found.closest is None
        return
    assert found.closest is not None
    distance, offset = found.closest
    formula = Formula(lab)
    assert distance**2 == pytest.approx(lab.d_model - 2 * formula.dot(0, offset), abs=1e-11 * lab.d_model)
    for k in range(1, min(found.count, 40)):
        assert distance <= formula.distance(0, k) + 1e-12 * lab.d_model


@pytest.mark.parametrize(
    ("d_model", "offset", "distance"), [(4, 19, "0.2420"), (8, 63, "0.6453"), (16, 1, "1.0147"), (512, 1, "3.7143")]
)
def test_the_nearest_row_need_not_be_the_neighbour(d_model: int, offset: int, distance: str) -> None:
    """Within 512 positions a narrow table's nearest rows are far apart; from 16 on they are neighbours."""
    picture = unique(Lab(d_model=d_model, length=512, pos=100), 110, 20)
    said = f"over all offsets 1 to 511 the smallest distance is {distance}, at offset {offset}; no two rows are alike; "
    assert said in picture.says
    assert f"nearest is q = {100 - offset} and {100 + offset}, offset {offset}, at distance {distance}" in picture.says
    assert f"nearest q = {100 - offset} and {100 + offset}, offset {offset}" in texts(picture)[0]


def test_only_one_side_is_named_at_the_edge() -> None:
    """At position 3 the mirror image of the nearest row is outside the sequence."""
    assert distances(Lab(d_model=4, length=64, pos=3)).nearest == (22,)


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(24, 160), st.integers(6, 40))
def test_the_lowest_bar_is_the_nearest(lab: Lab, width: int, height: int) -> None:
    """However many positions share a column, the bar at the nearest one is as low as any: it is not averaged away."""
    found, picture = distances(lab), unique(lab, width, height)
    rows = texts(picture)[2 + (height >= 9) : -1]
    heights = []
    for column in range(_GUTTER, width):
        marks = [row[column] for row in rows]
        if set(marks) & set("│▼") or not "".join(marks).strip():
            continue
        heights.append(sum(" ▁▂▃▄▅▆▇█".index(mark) for mark in marks) / 8 / len(rows) * found.most)
    room = width - _GUTTER
    share = -(-found.count // room) if found.count > room else 1
    # A bar's eighths round to the nearest, and none is drawn below one eighth.
    step = found.most / 8 / len(rows)
    assert all(bar >= found.least - step for bar in heights)
    assert (f"the nearest of {share} q" in texts(picture)[1]) is (share > 1) or width < 60


def test_marks_stand_at_the_nearest() -> None:
    """The mark of the nearest row is in its column, above its bar, and the current position has the pointer."""
    lab = Lab(d_model=8, length=64, pos=3)
    rows = texts(unique(lab, _GUTTER + 64, 20))
    assert [row.index("▼") for row in rows if "▼" in row] == [_GUTTER + 9]
    assert rows[-1][_GUTTER + 3] == "▲"
    assert all(row[_GUTTER + 3] == "│" for row in rows[3:-1])


def test_long_sequences_say_what_is_left_out() -> None:
    """Where not every position can be computed, the window is said."""
    picture = unique(Lab(d_model=512, length=1_000_000, pos=123456), 110, 20)
    found = distances(Lab(d_model=512, length=1_000_000, pos=123456))
    assert f"positions {found.first} to {found.last} of 1000000" in picture.says
    assert f"closest two of {found.count} of 1000000 rows" in texts(picture)[1]
