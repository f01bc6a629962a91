"""Heat map: each shade is its own cell's value, and what is left out is said."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.encoding import encode
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.heat import ASCII_SHADES, UNICODE_SHADES, _column, _window, first_row, heat
from petui.plot.picture import Picture, line_text


@st.composite
def labs(draw: st.DrawFn) -> Lab:
    """Any Lab, its corners more often than not."""
    d_model = draw(st.one_of(st.integers(1, 12), st.sampled_from([512, 16383, 16384]), st.integers(1, 16384)))
    return Lab(
        pos=draw(st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION), st.just(MAX_LAB_POSITION))),
        slot=draw(st.one_of(st.integers(0, d_model - 1), st.just(d_model - 1))),
        d_model=d_model,
        base=draw(st.one_of(st.just(10000.0), st.just(1.0), st.floats(1.0, 1e12))),
        length=draw(st.one_of(st.integers(1, 64), st.integers(1, MAX_LAB_POSITION))),
    )


def texts(picture: Picture) -> list[str]:
    """The characters of a picture, line by line."""
    return [line_text(line) for line in picture.lines]


@settings(max_examples=80, deadline=None)
@given(labs(), st.integers(1, 200), st.integers(1, 60), st.booleans())
@example(Lab(d_model=16384, slot=16383, pos=MAX_LAB_POSITION, base=1e12, length=1), 200, 200, False)
def test_any_picture_has_the_size_asked_for(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """Whatever the Lab and the size, `height` lines of `width` printable cells and a sentence."""
    picture = heat(lab, width, height, ascii=ascii)
    assert [len(text) for text in texts(picture)] == [width] * height
    assert all(text.isprintable() for text in texts(picture))
    assert picture.says.endswith(".")
    assert not ascii or (all(text.isascii() for text in texts(picture)) and picture.says.isascii())


@settings(max_examples=40, deadline=None)
@given(labs(), st.integers(20, 150), st.integers(5, 30), st.booleans())
def test_each_shade_is_its_own_value(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """Every shown cell has the shade and the style of PE(position, slot), not of an average or a neighbour."""
    picture, window = heat(lab, width, height, ascii=ascii), _window(lab, width, height)
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    positions = range(window.first, window.first + window.rows)
    assert lab.pos in positions
    for at in range(0, window.pairs, max(1, window.pairs // 5)):
        pair = window.first_pair + at * window.stride
        table = encode(list(positions), lab.d_model, lab.base, first_slot=2 * pair, last_slot=2 * pair + 2)
        for row in range(window.rows):
            text = texts(picture)[2 + row][window.left :]
            for offset, value in enumerate(table[row].tolist()):
                start = (2 * at + offset) * window.cell
                bins = {min(len(shades) - 1, int((v + 1) / 2 * len(shades))) for v in (value - 1e-12, value + 1e-12)}
                assert text[start : start + window.cell] in {shades[max(0, n)] * window.cell for n in bins}


@settings(max_examples=60, deadline=None)
@given(labs(), st.integers(20, 150), st.integers(5, 30), st.booleans())
def test_current_cell_is_shown_and_marked(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """The current slot's column has the pointer, the current position's row too, and no other."""
    picture, window = heat(lab, width, height, ascii=ascii), _window(lab, width, height)
    assert (lab.slot // 2 - window.first_pair) % window.stride == 0
    column = window.left + _column(window, lab.slot)
    rows = texts(picture)
    assert rows[1][column] == ("v" if ascii else "▼")
    pointed = [at for at, text in enumerate(rows) if text[0] == (">" if ascii else "▶")]
    assert pointed == [2 + lab.pos - window.first]
    assert rows[pointed[0]][1:].split()[0].startswith(str(lab.pos))
    styles = [style for text, style in picture.lines[pointed[0]][1:] if "cursor" in style]
    assert len(styles) == 1
    assert re.fullmatch(r"heat[0-8] cursor", styles[0])


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_strides_are_said(width: int) -> None:
    """Where slots are left out, heading and sentence say every how manieth pair is shown."""
    lab = Lab(d_model=512, length=1000)
    picture, window = heat(lab, width, 12), _window(lab, width, 12)
    assert window.stride > 1
    said = re.search(r"every (\d+)(st|nd|rd|th) pair", texts(picture)[0])
    assert said is not None and int(said[1]) == window.stride
    assert said[0] in picture.says
    assert window.first_pair + window.stride * (window.pairs - 1) + window.stride >= 256


def test_all_slots_are_shown_where_they_fit() -> None:
    """No slot is left out, and wide cells name sine and cosine."""
    picture = heat(Lab(d_model=8, length=16), 80, 12)
    assert "all 8 slots" in texts(picture)[0]
    assert all(name in texts(picture)[1] for name in ("0 sin", "1 cos", "6 sin", "7 cos"))


def test_legend_runs_from_least_to_most() -> None:
    """The legend shows each shade once, in order, by the rule of the cells."""
    for ascii, shades in ((False, UNICODE_SHADES), (True, ASCII_SHADES)):
        legend = texts(heat(Lab(), 80, 12, ascii=ascii))[-1]
        inside = legend[legend.index("[") + 1 : legend.index("]")]
        assert "".join(dict.fromkeys(inside)) == shades


def test_odd_width_has_no_last_cosine() -> None:
    """The picked columns of an odd width end with a sine."""
    lab = Lab(d_model=511, slot=510, length=64)
    window = _window(lab, 80, 12)
    assert (window.first_pair + window.stride * (window.pairs - 1)) == 255
    row = texts(heat(lab, 80, 12))[2]
    assert row[window.left + 2 * window.pairs - 1 :].strip() == ""


@settings(max_examples=200, deadline=None)
@given(st.integers(0, MAX_LAB_POSITION), st.integers(1, MAX_LAB_POSITION), st.integers(1, 100))
def test_rows_hold_the_position(pos: int, length: int, rows: int) -> None:
    """The window holds the position, and stays inside a sequence that is long enough."""
    first = first_row(pos, length, rows)
    assert 0 <= first <= pos < first + rows
    if pos < length and rows <= length:
        assert first + rows <= length


def test_rows_stand_still_between_half_pages() -> None:
    """Moving by one moves the window seldom, and then by about half a page."""
    starts = [first_row(pos, 1000, 20) for pos in range(200, 300)]
    moves = [b - a for a, b in itertools.pairwise(starts) if a != b]
    assert set(moves) == {10}
