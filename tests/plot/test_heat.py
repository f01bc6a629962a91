"""Heat map: each shade is its own cell's value, and what is left out is said."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.encoding import encode
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.encoded import encoded
from petui.plot.heat import ASCII_SHADES, UNICODE_SHADES, bins, heat
from petui.plot.picture import Picture, line_text
from petui.plot.window import Window, first_row, window_of


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


def shown(lab: Lab, width: int, height: int) -> Window:
    """What a heat map of that size shows."""
    return window_of(lab, width, height - 3)


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
    picture, window = heat(lab, width, height, ascii=ascii), shown(lab, width, height)
    shades = ASCII_SHADES if ascii else UNICODE_SHADES
    positions = range(window.first, window.first + window.rows)
    assert lab.pos in positions
    for slot in window.slots[:: max(1, len(window.slots) // 5)]:
        values = encode(list(positions), lab.d_model, lab.base, first_slot=slot, last_slot=slot + 1)[:, 0].tolist()
        start = window.column(slot)
        for row, value in enumerate(values):
            text = texts(picture)[2 + row][window.left :]
            near = {min(len(shades) - 1, int((v + 1) / 2 * len(shades))) for v in (value - 1e-12, value + 1e-12)}
            assert text[start : start + window.cell] in {shades[max(0, n)] * window.cell for n in near}


@settings(max_examples=60, deadline=None)
@given(labs(), st.integers(20, 150), st.integers(5, 30), st.booleans())
def test_current_cell_is_shown_and_marked(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """The current slot's column has the pointer, the current position's row too, and no other."""
    picture, window = heat(lab, width, height, ascii=ascii), shown(lab, width, height)
    assert lab.slot in window.slots
    column = window.left + window.column(lab.slot)
    rows = texts(picture)
    assert rows[1][column] == ("v" if ascii else "▼")
    pointed = [at for at, text in enumerate(rows) if text[0] == (">" if ascii else "►")]
    assert pointed == [2 + lab.pos - window.first]
    assert rows[pointed[0]][1:].split()[0].startswith(str(lab.pos))
    styles = [style for text, style in picture.lines[pointed[0]][1:] if "cursor" in style]
    assert len(styles) == 1
    assert re.fullmatch(r"heat[0-8] cursor", styles[0])


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_strides_are_said(width: int) -> None:
    """Where slots are left out, heading and sentence say every how manieth pair is shown."""
    lab = Lab(d_model=512, length=1000)
    picture, window = heat(lab, width, 12), shown(lab, width, 12)
    assert window.stride > 1
    said = re.search(r"every (\d+)(st|nd|rd|th) pair", texts(picture)[0])
    assert said is not None and int(said[1]) == window.stride
    assert said[0] in picture.says
    assert {slot // 2 for slot in window.slots} == set(range(0, 256, window.stride))


@given(st.integers(0, 511), st.integers(0, 511))
def test_columns_stay_where_they_are(slot: int, other: int) -> None:
    """The current pair stands for the picked one that it follows, and is named; no other column changes with it."""
    lab = Lab(d_model=512, length=1000, slot=slot)
    window, beside = (shown(each, 80, 12) for each in (lab, lab.changed(slot=other)))
    pair, picked = slot // 2, slot // 2 // window.stride * window.stride
    assert {each // 2 for each in window.slots} == {*range(0, 256, window.stride)} - {picked} | {pair}
    changed = {mine // 2 for mine, theirs in zip(window.slots, beside.slots, strict=True) if mine != theirs}
    assert changed <= {pair, other // 2 // window.stride * window.stride}
    assert (f"pair {pair} for pair {picked}" in texts(heat(lab, 80, 12))[0]) is (pair != picked)
    assert (f"pair {pair} in the place of pair {picked}," in heat(lab, 80, 12).says) is (pair != picked)


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
    window = shown(lab, 80, 12)
    assert window.slots[-1] == 510
    row = texts(heat(lab, 80, 12))[2]
    assert row[window.left + len(window.slots) :].strip() == ""


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


@settings(max_examples=60, deadline=None)
@given(labs(), st.integers(20, 150), st.integers(5, 30))
def test_half_blocks_show_both_positions(lab: Lab, width: int, height: int) -> None:
    """Each half has the level of its own cell; the current one is the accent, and its row has the pointer."""
    picture = heat(lab, width, height, halves=True)
    assert [len(text) for text in texts(picture)] == [width] * height
    if lab.length <= height - 3 and lab.pos < lab.length:
        assert picture == heat(lab, width, height)
        return
    window = window_of(lab, width, 2 * (height - 3))
    values = encoded(lab).values(range(window.first, window.first + window.rows), window.slots)
    levels = bins(values, 9).tolist()
    for row in range(0, window.rows, 2):
        line = picture.lines[2 + row // 2]
        cells = [halves_of(sign, style) for text, style in line for sign in text][window.left :]
        current = lab.pos - window.first in (row, row + 1)
        assert line_text(line).startswith("►") is current
        for slot in window.slots[:: max(1, len(window.slots) // 5)]:
            at = window.slots.index(slot)
            wanted = [f"heat{levels[each][at]}" for each in (row, row + 1) if each < window.rows]
            if current and slot == lab.slot:
                wanted[lab.pos - window.first - row] = "cursor"
            assert [each for each in cells[window.column(slot)] if each] == wanted


def halves_of(sign: str, style: str) -> tuple[str, str]:
    """What is seen above and below in a cell."""
    before, _, behind = style.partition(" on ")
    return {"▀": (before, behind), "▄": (behind, before)}.get(sign, (behind, behind))


def test_half_blocks_have_few_styles() -> None:
    """Two levels have one style whichever is above, and one level is a blank: what runs on costs a byte a cell."""
    lines = heat(Lab(d_model=512, length=1000), 120, 40, halves=True).lines[2:-1]
    styles = {style for line in lines for _, style in line if " on " in style and "cursor" not in style}
    assert all(text.isspace() is style.startswith(" on ") for line in lines for text, style in line if "heat" in style)
    assert len(styles) <= 9 * 10 // 2


@pytest.mark.parametrize("d_model", [8, 9, 129, 512])
def test_another_layout_is_shown_slot_by_slot(d_model: int) -> None:
    """The columns are those of the Lab's convention, picked pairs with all their slots, and the legend says which."""
    lab = Lab(d_model=d_model, slot=d_model - 1, convention="tensor2tensor")
    window = window_of(lab, 60, 12)
    table = encoded(lab)
    pairs = {table.pair_of(slot) for slot in window.slots} - {None}
    assert (
        window.slots == tuple(slot for slot in range(d_model) if slot == lab.slot or table.pair_of(slot) in pairs)
        or d_model % 2
    )
    assert len(window.slots) * window.cell <= 60 - window.left
    assert "first sin, then cos" in texts(heat(lab, 80, 15))[-1]
