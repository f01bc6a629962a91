"""Dtype error: the largest of all slots, on one scale, honest about what rounding alone does."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.arithmetic import computed_in
from petui.core.encoding import encode
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.core.parameters import DTYPES
from petui.core.sweep import columns_of
from petui.plot.dtypeview import _drawn, _heights, dtype_view, errors_of
from petui.plot.encoded import encoded
from petui.plot.picture import line_text
from petui.plot.views import view

labs = st.builds(
    Lab,
    pos=st.one_of(st.integers(0, 3000), st.integers(0, MAX_LAB_POSITION)),
    d_model=st.one_of(st.integers(2, 20), st.just(512)),
    length=st.one_of(st.integers(1, 64), st.integers(1, 5000), st.just(MAX_LAB_POSITION)),
    dtype=st.sampled_from(DTYPES),
    convention=st.sampled_from(["paper", "tensor2tensor", "marian"]),
)


@settings(max_examples=40, deadline=None)
@given(labs)
def test_rounding_once_stays_below_its_floor(lab: Lab) -> None:
    """An exact value rounded once is off by half a unit of a number near 1 at most, at any position."""
    errors = errors_of(lab)
    assert errors.first <= lab.pos <= errors.last
    assert float(errors.once.max()) <= errors.floor * (1 + 1e-6) + 2e-16


@settings(max_examples=30, deadline=None)
@given(labs, st.integers(0, 10_000))
def test_errors_are_those_of_the_table(lab: Lab, at: int) -> None:
    """At any position of the window: how far the rounded row and the computed one are from the exact one."""
    errors, table = errors_of(lab), encoded(lab)
    index = at % errors.count
    exact = table.values(errors.first + index)
    rounded = np.abs(table.values(errors.first + index, dtype=lab.dtype) - exact).max()
    assert errors.once[index] == pytest.approx(float(rounded), abs=1e-15)
    made = computed_in(lab.dtype, [errors.first + index], table.sweep, table.columns)[0]
    assert errors.computed[index] == pytest.approx(float(np.abs(made - exact).max()), abs=1e-15, nan_ok=True)


def test_computing_in_half_loses_odd_positions_from_2048_on() -> None:
    """2049 is no float16: its row is that of 2048, and the error is of the order of the values."""
    sweep, columns = encoded(Lab()).sweep, columns_of("interleaved", 4, 4)
    rows = computed_in("float16", [2047, 2048, 2049], sweep, columns)
    assert (rows[1] == rows[2]).all()
    assert (rows[0] != rows[1]).any()
    errors = errors_of(Lab(dtype="float16", length=3000, pos=0))
    assert float(errors.computed[:2000].max()) < 0.2 < float(errors.computed[2049])


def test_beyond_the_range_of_half_there_is_no_value() -> None:
    """65504 is the last float16: the curve has a gap, and it is said."""
    lab = Lab(dtype="float16", pos=70_000)
    assert np.isnan(errors_of(lab).computed).all()
    picture = dtype_view(lab, 80, 20)
    assert "computed no value" in line_text(picture.lines[1])
    assert "no value in the window" in picture.says


@settings(max_examples=40, deadline=None)
@given(labs, st.integers(30, 140), st.integers(6, 40), st.booleans())
@example(Lab(dtype="float16", length=1), 30, 6, True)
def test_the_mark_stands_at_its_error(lab: Lab, width: int, height: int, ascii: bool) -> None:
    """In the column of the position and the row of the error; where there is none, no mark."""
    rows = height - 3 - (height >= 8)
    drawn = _drawn(errors_of(lab), width - 7, rows, ascii)
    body = [line_text(line) for line in dtype_view(lab, width, height, ascii=ascii).lines[2 : 2 + rows]]
    found = [
        (row, text.index("@" if ascii else "●")) for row, text in enumerate(body) if ("@" if ascii else "●") in text
    ]
    error = float(drawn.errors.computed[lab.pos - drawn.errors.first])
    if np.isnan(error):
        assert not found
        return
    low = drawn.grid.up[0]
    assert found == [(drawn.grid.row(log10(max(error, 10.0**low))), 7 + drawn.grid.column(lab.pos))]


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_scale_stands_still(dtype: str) -> None:
    """Position, length and width change the curve alone, not the scale at the left."""
    labs = [
        Lab(dtype=dtype),
        Lab(dtype=dtype, pos=60_000, length=100),
        Lab(dtype=dtype, d_model=64, length=2000),
        Lab(dtype=dtype, convention="tensor2tensor"),
    ]
    scales = {tuple(line_text(line)[:7] for line in dtype_view(lab, 80, 20).lines[2:-2]) for lab in labs}
    assert len(scales) == 1


def test_float64_tells_nothing_below_what_exact_values_are_known_to() -> None:
    """Such an error is said to be below 1e-15, and nothing is dotted."""
    lab = Lab(pos=3)
    exact = encode(3, 8)
    direct = computed_in("float64", [3], encoded(lab).sweep, encoded(lab).columns)[0]
    assert float(np.abs(direct - exact).max()) < 1e-15
    picture = dtype_view(lab, 80, 20)
    assert "computed below 1e-15" in line_text(picture.lines[1])
    assert "dotted" not in line_text(picture.lines[1])


def test_a_point_is_the_largest_error_of_its_positions() -> None:
    """However many positions share it: the curve's points are as high as the worst of each group."""
    errors = errors_of(Lab(dtype="float16", length=3000, pos=100))
    drawn = _drawn(errors, 73, 16, False)
    starts = np.arange(0, errors.count, drawn.share)
    groups = [float(errors.computed[start : start + drawn.share].max()) for start in starts]
    assert _heights(errors.computed, starts, drawn.grid) == pytest.approx(np.log10(groups))


def test_what_a_point_stands_for_is_said() -> None:
    """Where positions outnumber the columns; a single late error is not lost."""
    lab = Lab(dtype="float16", length=3000, pos=100)
    picture = dtype_view(lab, 80, 20)
    assert "a point: the largest of 42" in line_text(picture.lines[-1])
    assert "at most 0.96" in picture.says


def test_a_point_is_the_largest_of_positions() -> None:
    """Not of the slots that the heading tells of."""
    lines = [line_text(line) for line in view("dtype", Lab(dtype="float32", length=500), 78, 12).lines]
    assert "largest of 8 slots" in lines[0] and "a point: the largest of 8 positions" in lines[-1]
