"""Every view: the size asked for, one accent, plain ASCII where asked, and a sentence, for any Lab."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.conventions import CONVENTIONS
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.core.parameters import DTYPES
from petui.lessons.schema import VIEWS as NAMES
from petui.plot.picture import Picture, line_text
from petui.plot.views import VIEWS, view
from petui.tui.wire.cells import is_plain

LEAST = MappingProxyType(
    {
        "waves": (20, 5),
        "heat": (20, 5),
        "similarity": (24, 5),
        "dials": (20, 5),
        "circle": (24, 6),
        "unique": (24, 5),
        "dtype": (30, 6),
        "difference": (24, 6),
        "sum": (34, 5),
        "attention": (37, 7),
        "counter": (24, 6),
    }
)


@st.composite
def labs(draw: st.DrawFn) -> Lab:
    """Any Lab, its corners more often than not."""
    d_model = draw(st.one_of(st.integers(1, 12), st.sampled_from([512, 16383, 16384]), st.integers(1, 600)))
    far = st.integers(-MAX_LAB_POSITION, MAX_LAB_POSITION)
    return Lab(
        pos=draw(st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION), st.just(MAX_LAB_POSITION))),
        slot=draw(st.one_of(st.integers(0, d_model - 1), st.just(d_model - 1))),
        d_model=d_model,
        base=draw(st.one_of(st.just(10000.0), st.sampled_from([1.0, 1.5, 1e300]), st.floats(1.0, 1e300))),
        offset=draw(st.one_of(st.integers(-20, 20), st.just(0), far)),
        length=draw(st.one_of(st.integers(1, 64), st.sampled_from([1, 2, MAX_LAB_POSITION]), st.integers(1, 2000))),
        dtype=draw(st.sampled_from(DTYPES)),
        convention=draw(st.one_of(st.just("paper"), st.sampled_from(names_for(d_model)))),
    )


def names_for(d_model: int) -> list[str]:
    """The conventions that have that width."""
    return [name for name, each in CONVENTIONS.items() if each.has_width(d_model)]


def texts(picture: Picture) -> list[str]:
    """The characters of a picture, line by line."""
    return [line_text(line) for line in picture.lines]


def test_lessons_and_plots_know_the_same_views() -> None:
    """What a lesson may show and `v` cycles through is what can be drawn, in that order."""
    assert tuple(VIEWS) == NAMES


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(NAMES), labs(), st.integers(1, 160), st.integers(1, 50), st.booleans())
@example("similarity", Lab(d_model=1, length=1, pos=0, offset=0), 24, 5, False)
@example("unique", Lab(d_model=1, length=1, pos=MAX_LAB_POSITION), 24, 5, True)
@example(
    "circle", Lab(d_model=1, length=MAX_LAB_POSITION, pos=MAX_LAB_POSITION, offset=-MAX_LAB_POSITION), 90, 40, True
)
@example(
    "dials", Lab(d_model=16383, slot=16382, base=1e300, pos=MAX_LAB_POSITION, offset=MAX_LAB_POSITION), 20, 5, True
)
def test_any_picture_has_the_size_asked_for(name: str, lab: Lab, width: int, height: int, ascii: bool) -> None:
    """Whatever the Lab and the size, `height` lines of `width` printable cells and a sentence."""
    picture = view(name, lab, width, height, ascii=ascii)
    assert [len(text) for text in texts(picture)] == [width] * height
    assert all(text.isprintable() for text in texts(picture))
    assert picture.says.endswith((".", "window."))
    assert picture.says.isascii()
    assert not ascii or all(text.isascii() for text in texts(picture))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ascii", [False, True])
def test_every_size_from_one_cell_up_is_drawn(name: str, ascii: bool) -> None:
    """From 1 x 1 on no size is refused; below the least size the least size is named."""
    wide, high = LEAST[name]
    for width in range(1, wide + 3):
        for height in range(1, high + 3):
            picture = view(name, Lab(), width, height, ascii=ascii)
            assert [len(text) for text in texts(picture)] == [width] * height
            drawn = width >= wide and height >= high
            assert (f"{wide} x {high}" in picture.says) is not drawn
            assert drawn or width < 6 or str(wide) in texts(picture)[0]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(NAMES), labs(), st.integers(40, 160), st.integers(8, 50), st.booleans())
def test_the_current_place_is_the_accent(name: str, lab: Lab, width: int, height: int, ascii: bool) -> None:
    """Something is in the accent's style, and its number is written: the offset or slot, else the position."""
    accents = [
        text for line in view(name, lab, width, height, ascii=ascii).lines for text, style in line if "cursor" in style
    ]
    number = str({"similarity": lab.offset, "attention": lab.slot}.get(name, lab.pos))
    assert any(number in text for text in accents)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(NAMES), labs(), st.integers(40, 160), st.integers(8, 50), st.booleans())
def test_no_terminal_draws_a_sign_two_columns_wide(name: str, lab: Lab, width: int, height: int, halves: bool) -> None:
    """No sign is one that some terminals draw as an emoji: all that stands right of it would be written each time."""
    picture = view(name, lab, width, height, halves=halves)
    assert all(map(is_plain, texts(picture)))
