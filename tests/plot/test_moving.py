"""What a position key may cost: curves stay, and only what moves is laid over them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.conventions import CONVENTIONS
from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.plot import canvas, views
from petui.plot.canvas import Cells, Grid
from petui.plot.encoded import encoded
from petui.plot.picture import Picture

SIZES = ((118, 18), (78, 9), (40, 12))
SHARES = st.floats(-0.2, 1.2)


def forget() -> None:
    """Empty every cache of the plots."""
    for name, module in list(sys.modules.items()):
        if name.startswith("petui.plot"):
            for member in vars(module).values():
                if hasattr(member, "cache_clear"):
                    member.cache_clear()


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Grid]]:
    """The grids that have been drawn on with more marks than a hand or an arc has."""
    asked: list[Grid] = []
    monkeypatch.setattr(canvas, "_FEW_MARKS", 80)
    new = Grid._new_figure

    def counted(self: Grid) -> object:
        asked.append(self)
        return new(self)

    monkeypatch.setattr(Grid, "_new_figure", counted)
    yield asked


@st.composite
def labs(draw: st.DrawFn) -> Lab:
    """A Lab of any convention that has its width."""
    convention = draw(st.sampled_from(sorted(CONVENTIONS)))
    lab = Lab(
        pos=draw(st.integers(0, 40)),
        slot=0,
        d_model=draw(st.sampled_from((4, 6, 8, 64, 512))),
        base=draw(st.sampled_from((100.0, 10000.0))),
        offset=draw(st.sampled_from((0, 1, -3))),
        length=draw(st.sampled_from((1, 10, 50, 64))),
    )
    try:
        return lab.changed(convention=convention, slot=draw(st.integers(0, lab.d_model - 1)))
    except PetuiError:
        return lab


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(views.VIEWS)), labs(), st.integers(-3, 3), st.sampled_from(SIZES), st.booleans())
def test_what_is_laid_over_cached_curves_is_the_picture_drawn_whole(
    name: str, lab: Lab, by: int, size: tuple[int, int], ascii: bool
) -> None:
    """A picture does not depend on the ones before it."""
    moved = lab.changed(pos=max(0, lab.pos + by))

    def picture(lab: Lab) -> Picture:
        return views.view(name, lab, *size, ascii=ascii, halves=not ascii)

    forget()
    picture(lab)
    after = picture(moved)
    forget()
    assert after == picture(moved)


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("d_model", [8, 512])
@pytest.mark.parametrize("name", sorted(views.VIEWS))
def test_a_position_key_draws_no_curve(figures: list[Grid], name: str, d_model: int, ascii: bool) -> None:
    """While the window stays."""
    forget()
    lab = Lab(pos=3, d_model=d_model, length=20)
    views.view(name, lab, 118, 18, ascii=ascii)
    figures.clear()
    for pos in (4, 5, 6, 5):
        views.view(name, lab.changed(pos=pos), 118, 18, ascii=ascii)
    assert figures == []


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=12),
    st.integers(1, 40),
    st.integers(1, 12),
    st.booleans(),
    st.booleans(),
)
def test_marks_set_one_by_one_are_those_of_plotext(
    points: list[tuple[float, float]], width: int, height: int, ascii: bool, dotted: bool
) -> None:
    """Few marks are set without plotext; the cells are the same."""
    grid = Grid(width, height, (0.0, 1.0), (0.0, 1.0), ascii)

    def drawn(most: int) -> Cells:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(canvas, "_FEW_MARKS", most)
            x, y = zip(*points, strict=True)
            return (grid.dotted if dotted else grid.curve)(x, y)

    assert drawn(10**9) == drawn(0)


@given(st.sampled_from((2, 7, 8, 64, 512)), st.integers(1, 12))
def test_the_shown_pairs_move_by_halves(d_model: int, count: int) -> None:
    """The slot's pair is always shown, and walking through the slots has new lanes come by half a window at a time."""
    table = encoded(Lab(pos=0, slot=0, d_model=d_model))
    shown = [table.pairs_at(slot, count) for slot in range(d_model)]
    assert all(table.near_pair(slot) in pairs for slot, pairs in enumerate(shown))
    assert {len(pairs) for pairs in shown} == {min(count, table.pairs)}
    assert len({pairs.start for pairs in shown}) <= table.pairs // max(1, count // 2) + 1
