"""Padding: the row of zeros that some conventions have is all zeros in every view, and it is said there."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from petui.core.conventions import CONVENTIONS, encode_as
from petui.core.lab import Lab
from petui.core.parameters import DTYPES
from petui.lessons.schema import VIEWS
from petui.plot.circle import face_of, places
from petui.plot.collisions import collisions_of
from petui.plot.dials import shown_hands
from petui.plot.difference import compared
from petui.plot.dtypeview import errors_of
from petui.plot.encoded import encoded
from petui.plot.picture import line_text
from petui.plot.similarity import dot
from petui.plot.unique import distances
from petui.plot.views import view

PADDED = sorted(name for name, each in CONVENTIONS.items() if each.padding is not None)
LAB = Lab(pos=1, slot=5, d_model=8, length=12)


def test_some_conventions_have_padding() -> None:
    """Else nothing below is tested."""
    assert {"fairseq", "m2m100"} <= set(PADDED)


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_values_are_those_of_the_convention(name: str, dtype: str) -> None:
    """In the table's rows and in one alone, rounded or computed; of any convention."""
    table, found = encoded(Lab(d_model=8, convention=name)), CONVENTIONS[name]
    exact = encode_as(found, range(5), 8, 10000.0, dtype)
    assert (table.values(range(5), dtype=dtype) == exact).all()
    assert (table.values(1, [5, 2], dtype)).tolist() == exact[1, [5, 2]].tolist()
    assert not table.computed(range(5), dtype)[found.padding].any() if found.padding is not None else True


@pytest.mark.parametrize("name", PADDED)
def test_every_view_has_the_row_of_zeros(name: str) -> None:
    """No wave, hand, dot or distance is drawn of it."""
    lab = LAB.changed(convention=name)
    now, then = places(lab)
    assert (now.x, now.y, now.padding, then.padding) == (0.0, 0.0, True, False)
    face = face_of(lab, 80, 24, ascii=False)
    assert face.dots[1] == (face.grid.row(0.0), face.grid.column(0.0))
    assert all(hand.now == (0.0, 0.0) and hand.then != (0.0, 0.0) for hand in shown_hands(lab, range(4)))
    assert dot(lab) == dot(lab.changed(pos=0)) == 0.0 != dot(lab.changed(pos=2))
    assert errors_of(lab.changed(dtype="bfloat16")).computed[1] == errors_of(lab).once[1] == 0.0
    table = compared(lab, Lab(d_model=8, length=12, convention="tensor2tensor"), 80, 24)
    assert table.ours[1].tolist() == [0.0] * 8 and table.theirs[1].any()
    for shown in ("waves", "counter", "sum"):
        assert "0.0000" in view(shown, lab, 80, 24).says
    assert "sine 0.0000 and cosine 0.0000" in view("waves", lab, 80, 24).says
    assert collisions_of(lab, 0, 11).once.first is None


@pytest.mark.parametrize("name", PADDED)
@pytest.mark.parametrize("length", [2, 3, 4, 12])
def test_distances_are_those_of_the_rows(name: str, length: int) -> None:
    """From the row of zeros and from others; the closest two are none of padding."""
    rows = encode_as(CONVENTIONS[name], range(length), 8)
    for pos in range(length):
        found = distances(Lab(pos=pos, d_model=8, length=length, convention=name))
        assert np.allclose(found.values, np.linalg.norm(rows - rows[pos], axis=1))
    if length > 2:
        kept = [row for row in range(length) if row != 1]
        least = min(float(np.linalg.norm(rows[a] - rows[b])) for a, b in combinations(kept, 2))
        assert found.closest is not None and found.closest[0] == pytest.approx(least)


@pytest.mark.parametrize("name", VIEWS)
def test_it_is_said(name: str) -> None:
    """Below the picture, in its words, beside another one, and not of conventions without."""
    lab = LAB.changed(convention="fairseq")
    alone = view(name, lab, 80, 24)
    assert line_text(alone.lines[-1]).rstrip() == "position 1 is padding: all zeros"
    assert "Position 1 is padding: all zeros." in alone.says
    assert "padding" not in view(name, LAB.changed(convention="whisper"), 80, 24).says
    assert "padding" in view("difference", LAB, 80, 24, against=lab).says
    both = [line_text(line) for line in view(name, lab, 120, 24, against=LAB).lines]
    assert "position 1 is padding: all zeros" in both[-1]


def test_no_angle_is_told_of_it() -> None:
    """A row of zeros stands in the middle, and no turn leads from it or to it."""
    for name in ("circle", "dials"):
        for pos in (1, 0):
            text = "\n".join(map(line_text, view(name, LAB.changed(convention="fairseq", pos=pos), 100, 24).lines))
            assert "padding" in text and "k\N{GREEK SMALL LETTER OMEGA}" not in text
            assert ("rad" in text) is (pos == 0)
