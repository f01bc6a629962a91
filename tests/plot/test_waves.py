"""Waves: the right size, the right places, never aliased."""

from __future__ import annotations

import re
from math import cos, pi, sin

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.encoding import encode, wavelengths
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.lanes import shown_count
from petui.plot.picture import Line, Picture, line_text
from petui.plot.ruler import page
from petui.plot.waves import WavesBase, overlay_cursor, waves, waves_base

SIZES = ((120, 14), (80, 8), (76, 20), (40, 12), (20, 6), (300, 100))
NUMBERS = re.compile(r"[-0-9.]+")


@st.composite
def labs(draw: st.DrawFn) -> Lab:
    """Any Lab, its corners more often than not."""
    d_model = draw(st.one_of(st.integers(1, 12), st.sampled_from([512, 16383, 16384]), st.integers(1, 16384)))
    return Lab(
        pos=draw(st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION), st.just(MAX_LAB_POSITION))),
        slot=draw(st.integers(0, d_model - 1)),
        d_model=d_model,
        base=draw(st.one_of(st.just(10000.0), st.just(1.0), st.floats(1.0, 1e12))),
        length=draw(st.one_of(st.integers(1, 64), st.integers(1, MAX_LAB_POSITION))),
    )


def texts(picture: Picture) -> list[str]:
    """The characters of a picture, line by line."""
    return [line_text(line) for line in picture.lines]


def style_at(line: Line, column: int) -> str:
    """The style of one cell."""
    for text, style in line:
        if column < len(text):
            return style
        column -= len(text)
    raise AssertionError("beyond the line")


def drawn(lab: Lab, width: int, height: int, **options: bool | int) -> WavesBase:
    """The base of a picture that has room."""
    base = waves_base(lab, width, height, **options)  # type: ignore[arg-type]
    assert base is not None
    return base


def within_half_a_cell(mark: float, cell: int, marks: int) -> bool:
    """Whether an exact mark lies in a cell of so many marks, marks being as wide as they are apart."""
    return cell * marks - 0.5 - 1e-6 <= mark <= (cell + 1) * marks - 0.5 + 1e-6


def lane_rows(base: WavesBase) -> list[int]:
    """The picture row at which each lane's plot begins."""
    rows, at = [], 1
    for index in range(len(base.lanes)):
        rows.append(at)
        at += base.layout.lane_height + base.layout.spaced + base.layout.ends_group(index)
    return rows


@settings(max_examples=60, deadline=None)
@given(
    labs(), st.integers(1, 200), st.integers(1, 60), st.booleans(), st.integers(0, 9000), st.none() | st.integers(1, 9)
)
@example(Lab(d_model=16384, pos=MAX_LAB_POSITION, base=1e12, length=1), 200, 200, False, 0, None)
def test_any_picture_has_the_size_asked_for(
    lab: Lab, width: int, height: int, ascii: bool, first_pair: int, pairs: int | None
) -> None:
    """Whatever the Lab and the size, `height` lines of `width` printable cells and a sentence."""
    picture = waves(lab, width, height, ascii=ascii, first_pair=first_pair, pairs=pairs)
    assert [len(text) for text in texts(picture)] == [width] * height
    assert all(text.isprintable() for text in texts(picture))
    assert picture.says.endswith(".")
    assert not ascii or (all(text.isascii() for text in texts(picture)) and picture.says.isascii())


@settings(max_examples=80, deadline=None)
@given(labs(), st.integers(20, 200), st.integers(5, 40), st.booleans())
def test_no_lane_is_aliased_and_each_window_holds_the_position(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """A period has four columns or more, and the current position is on every lane."""
    base = drawn(lab, width, height, ascii=ascii)
    turns = wavelengths(lab.d_model, lab.base)
    for lane in base.lanes:
        columns_per_position = (lane.grid.width - 1) / (lane.lane.count - 1)
        assert turns[lane.lane.pair] * columns_per_position >= 4
        assert lane.first <= lab.pos <= lane.last
        assert lane.lane.count <= max(2, lab.length)
        assert base.layout.lane_height >= 3


@settings(max_examples=40, deadline=None)
@given(labs(), st.sampled_from(SIZES), st.booleans())
def test_cursor_stands_at_the_position(lab: Lab, size: tuple[int, int], ascii: bool) -> None:
    """The cursor's column in each lane, and the pointer on its ruler, are the column of `pos`."""
    base = drawn(lab, *size, ascii=ascii)
    picture = overlay_cursor(base, lab.pos)
    for index, (lane, top) in enumerate(zip(base.lanes, lane_rows(base), strict=True)):
        column = base.layout.left + lane.grid.column(lab.pos - lane.first)
        for row in range(top, top + base.layout.lane_height + base.layout.spaced):
            line = picture.lines[row]
            assert [at for at in range(size[0]) if "cursor" in style_at(line, at)] == [column]
        if base.layout.ends_group(index):
            ruler = line_text(picture.lines[top + base.layout.lane_height + base.layout.spaced])
            assert ruler[column] == ("^" if ascii else "▲")
            if base.layout.plot_width < 2 * len(str(lab.pos)) + 2:
                continue
            near = ruler[column + 1 : column + 12] + " " + ruler[max(base.layout.left, column - 11) : column]
            assert str(lab.pos) in NUMBERS.findall(near)


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("d_model", [4, 7])
def test_dots_stand_at_the_values(d_model: int, ascii: bool) -> None:
    """Each whole position's dot is within half a cell of its value, at its own column."""
    lab = Lab(d_model=d_model, length=16, pos=9)
    base = drawn(lab, 120, 30, ascii=ascii)
    table = encode(np.arange(16), d_model)
    sine, cosine = ("S", "C") if ascii else ("●", "○")
    for lane in base.lanes:
        for position in range(16):
            for slot, mark in ((2 * lane.lane.pair, sine), (2 * lane.lane.pair + 1, cosine)):
                if slot >= d_model:
                    assert all(mark not in text for text in lane.texts)
                    continue
                across = position / 15 * (lane.grid.marks_across - 1)
                down = (1 - table[position, slot]) / 2 * (lane.grid.marks_up - 1)
                cells = [(r, c) for r, text in enumerate(lane.texts) for c, at in enumerate(text) if at in (mark, sine)]
                assert any(
                    within_half_a_cell(across, c, 1 if ascii else 2) and within_half_a_cell(down, r, 1 if ascii else 4)
                    for r, c in cells
                )


@pytest.mark.parametrize(("length", "width"), [(40, 100), (100, 84)])
def test_curve_peaks_where_the_sine_peaks(length: int, width: int) -> None:
    """For ω = 1 the top row is lit around π/2 + 2πn, the bottom row around -π/2 + 2πn, and nowhere else."""
    lane = drawn(Lab(d_model=1, length=length, pos=0), width, 12).lanes[0]
    assert lane.lane.count == length
    least = 1 - 8 / (lane.grid.marks_up - 1)
    for row, sign in ((0, 1), (lane.grid.height - 1, -1)):
        lit = {at for at, character in enumerate(lane.texts[row]) if character != " "}
        peaks = np.arange((2 - sign) * pi / 2, length - 2, 2 * pi)
        assert all(lane.grid.column(x) in lit for x in peaks.tolist())
        for column in lit:
            near = np.linspace(2 * column - 1, 2 * column + 2, 31) / (lane.grid.marks_across - 1) * (length - 1)
            assert (sign * np.sin(near)).max() >= least


def test_sine_is_unbroken_where_the_cosine_shares_its_cells() -> None:
    """Each column has a strong cell, and a shared cell holds the marks of both curves."""
    lane = drawn(Lab(d_model=2, length=64, pos=0), 80, 12).lanes[0]
    offsets = np.linspace(0, 63, 4 * lane.grid.width + 1)
    alone = lane.grid.curve(offsets, np.sin(offsets)), lane.grid.dotted(offsets, np.cos(offsets))
    for row, line in enumerate(lane.lines):
        for column in range(lane.grid.width):
            bits = [0 if cells[row][column] == " " else ord(cells[row][column]) - 0x2800 for cells in alone]
            here = lane.texts[row][column]
            assert (0 if here == " " else ord(here) - 0x2800) == bits[0] | bits[1]
            assert (style_at(line, column) == "pair0 strong") == bool(bits[0])
    strong = [any(style_at(line, at) == "pair0 strong" for line in lane.lines) for at in range(lane.grid.width)]
    assert all(strong)


def test_sine_and_cosine_differ_by_mark_and_weight_not_by_hue() -> None:
    """Solid strong and dotted plain, both in the pair's own style."""
    lane = drawn(Lab(d_model=2, length=64, pos=0), 80, 12).lanes[0]
    styles = {style for line in lane.lines for _, style in line}
    assert styles == {"", "pair0", "pair0 strong"}
    for row, line in enumerate(lane.lines):
        at = 0
        for text, style in line:
            if style == "pair0 strong":
                for column in range(at, at + len(text)):
                    x = column / (lane.grid.width - 1) * 63
                    nearby = [sin(x + step) for step in np.linspace(-0.6, 0.6, 13)]
                    level = 1 - 2 * row / (lane.grid.height - 1)
                    assert min(nearby) - 0.3 <= level <= max(nearby) + 0.3
            at += len(text)


def test_odd_width_ends_with_a_sine_alone() -> None:
    """The last pair of d_model 5 has no cosine: no mark, no value, and the label says so."""
    lab = Lab(d_model=5, length=16)
    picture = waves(lab, 100, 20)
    base = drawn(lab, 100, 20)
    last = base.lanes[-1]
    assert not last.lane.cosine
    assert {style for line in last.lines for _, style in line} == {"", "pair2 strong"}
    top = lane_rows(base)[-1]
    assert any("no cos" in text for text in texts(picture)[top:])
    assert picture.says.count("cosine") == 3


def test_moving_within_the_window_keeps_the_curves() -> None:
    """A position key costs no curve: the cached base is the same object until the window is left."""
    lab = Lab(length=64, pos=3)
    base = waves_base(lab, 120, 14)
    assert waves_base(lab.changed(pos=50, slot=2, offset=9), 120, 14) is base
    assert waves_base(lab.changed(pos=64), 120, 14) is not base


def test_values_are_the_core_s_and_are_said() -> None:
    """The numbers beside the lanes and in the sentence are those of the encoding."""
    lab = Lab(d_model=4, pos=3, length=16)
    picture = waves(lab, 100, 14)
    for value in (sin(3), cos(3), sin(0.03), cos(0.03)):
        assert any(f"{value:.4f}" in text for text in texts(picture))
        assert f"{value:.4f}" in picture.says


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ascii", [False, True])
def test_narrowed_windows_are_said(size: tuple[int, int], ascii: bool) -> None:
    """Where a lane shows fewer positions than the sequence has, picture and sentence both say so."""
    lab = Lab(d_model=8, length=1000)
    picture = waves(lab, *size, ascii=ascii)
    base = drawn(lab, *size, ascii=ascii)
    narrowed = [lane for lane in base.lanes if lane.lane.count < 1000]
    assert narrowed
    for lane in narrowed:
        assert any(f"{lane.first}{'-' if ascii else '–'}{lane.last}" in text for text in texts(picture))
        assert f"positions {lane.first} to {lane.last}" in picture.says


def test_shown_pairs_are_named_and_follow_first_pair() -> None:
    """The heading names the pairs; a first pair beyond the last shows the last."""
    lab = Lab(d_model=512)
    assert "pairs 0–3 of 256" in texts(waves(lab, 120, 14))[0]
    assert "pairs 10–11 of 256" in texts(waves(lab, 120, 14, first_pair=10, pairs=2))[0]
    assert "pair 255 of 256" in texts(waves(lab, 120, 14, first_pair=999))[0]


@settings(max_examples=200, deadline=None)
@given(st.floats(6.29, 1e15), st.integers(1, MAX_LAB_POSITION), st.integers(12, 300))
def test_shown_count_is_as_large_as_it_may_be(turn: float, length: int, columns: int) -> None:
    """All positions where a period then has four columns, else the most round number that leaves it four."""
    count = shown_count(turn, length, columns)
    assert turn * (columns - 1) / (count - 1) >= 4
    assert count == max(2, length) or (count < length and turn * (columns - 1) / (2.5 * count) < 4)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 500), st.integers(0, 10**6), st.data())
def test_pages_hold_their_position_and_stay_inside(first: int, count: int, extra: int, data: st.DataObject) -> None:
    """A page lies within first … last and holds the position."""
    last = first + count - 1 + extra
    position = data.draw(st.integers(first, last))
    start = page(position, count, first, last)
    assert first <= start <= position <= start + count - 1 <= last
