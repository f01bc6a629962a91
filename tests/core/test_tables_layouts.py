"""Tables made of products are those made cell by cell, whatever the positions, slots and formats."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from petui.core import encode
from petui.core.errors import ParameterError
from petui.core.parameters import DTYPES
from petui.core.steps import steps_of
from petui.core.sweep import Columns, Layout, Sweep, columns_of
from petui.core.tables import sweep_table

# Parts of one, by which a format's numbers near one are apart.
SPACING = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}

layouts: st.SearchStrategy[Layout] = st.sampled_from(["interleaved", "sines-first", "cosines-first"])
formats = st.sampled_from(DTYPES)


@st.composite
def whole_positions(draw: st.DrawFn) -> NDArray[np.float64]:
    """Enough of them for products: in steps, backwards, across zero, shuffled, twice, in two far places."""
    count = draw(st.integers(200, 400))
    first = draw(st.one_of(st.integers(-300, 300), st.integers(-(1 << 50), 1 << 50)))
    rows = first + np.arange(count) * draw(st.sampled_from([1, 1, -1, 2, 7, -1000]))
    kind = draw(st.sampled_from(["steps", "shuffled", "holes", "twice", "far"]))
    if kind == "shuffled":
        rows = np.random.default_rng(count).permutation(rows)
    elif kind == "holes":
        rows = rows[np.arange(count) % 5 != 2]
    elif kind == "twice":
        rows = np.repeat(rows[: count // 2], 2)
    elif kind == "far":
        rows = np.concatenate([rows[: count // 2], rows[: count // 2] + 12345678])
    return rows.astype(np.float64)


@st.composite
def slots(draw: st.DrawFn) -> Columns:
    """A layout of at least 60 pairs, of even or odd width, a window of it, and some columns of zeros."""
    pairs = draw(st.integers(60, 90))
    columns = columns_of(draw(layouts), pairs, pairs - draw(st.sampled_from([0, 0, 1])))
    columns = columns.window(draw(st.sampled_from([0, 0, 1, 4])), len(columns) - draw(st.sampled_from([0, 0, 1, 3])))
    if draw(st.booleans()):
        columns = Columns(np.append(columns.pair, -1), np.append(columns.cosine, False))
    return columns


def by_cells(rows: Any, sweep: Sweep, columns: Columns, multiplier: float = 1.0) -> NDArray[np.floating]:
    """The float64 table by as few rows at once as are never made of products."""
    parts = [sweep_table(rows[at : at + 16], sweep, columns, multiplier=multiplier) for at in range(0, len(rows), 16)]
    return np.concatenate(parts)


def same(table: NDArray[np.floating], exact: NDArray[np.floating], form: str, size: float = 1.0) -> bool:
    """Whether each number is the nearest one of its format, up to what float64 itself is off."""
    got = table.astype(np.float64)
    scale = 2.0 ** np.floor(np.log2(np.maximum(np.maximum(np.abs(got), np.abs(exact)), 1e-300)))
    least = {"float16": 2.0**-24, "bfloat16": 2.0**-133}.get(form, 0.0)
    rounding = 0.0 if form == "float64" else np.maximum(scale * SPACING[form], least) / 2
    return bool((np.abs(got - exact) <= rounding + 2e-15 * size).all())


@settings(max_examples=60)
@given(rows=whole_positions(), columns=slots(), form=formats, multiplier=st.sampled_from([1.0, 1.0, -0.125, 3.7]))
def test_products_are_cells(rows: NDArray[np.float64], columns: Columns, form: str, multiplier: float) -> None:
    """Any layout, window and format, at any whole positions, in any order."""
    sweep = Sweep(90, 90.0)
    table = sweep_table(rows, sweep, columns, form, multiplier=multiplier)
    assert steps_of(rows, len(columns) // 2) is not None or len(set(np.diff(rows))) > 1
    assert table.shape == (len(rows), len(columns))
    assert same(table, by_cells(rows, sweep, columns, multiplier), form, abs(multiplier))
    assert not table[:, columns.pair < 0].any()


@pytest.mark.parametrize("form", DTYPES)
@pytest.mark.parametrize("width", [1, 2, 7, 2048 * 2 + 6])
def test_any_width(width: int, form: str) -> None:
    """Few pairs and many rows; and more pairs than are computed at once."""
    rows = np.arange(5, 5 + max(48, 20000 // width))
    exact = by_cells(rows, Sweep((width + 1) // 2, width / 2), columns_of("interleaved", (width + 1) // 2, width // 2))
    assert same(encode(rows, width, dtype=form), exact, form)


@pytest.mark.parametrize(
    ("rows", "products"),
    [
        (np.arange(1024.0), True),
        (np.arange(1024.0)[::-1], True),
        (np.arange(1024.0) * 10**9, True),
        (np.random.default_rng(1).permutation(1024) * 1.0, True),
        (np.random.default_rng(1).integers(0, 1 << 40, 1024) * 1.0, False),
        (np.arange(1024.0) + 0.5, False),
        (np.arange(-512.0, 512.0) * 2.0**43, True),
        (np.append(np.arange(1023.0), 2.0**53) - 1, False),
        (np.zeros(1024), True),
        (np.arange(8.0), False),
    ],
)
def test_which_positions_are_made_of_products(rows: NDArray[np.float64], products: bool) -> None:
    """Those in steps and those near each other; a fraction, or strangers, are computed by themselves."""
    assert (steps_of(rows, 64) is not None) == products
    exact = by_cells(rows, Sweep(64, 64.0), columns_of("interleaved", 64, 64))
    assert same(encode(rows, 128), exact, "float64")


def test_columns_in_any_order_and_more_than_once() -> None:
    """A view may ask for some pairs only, in its own order."""
    draw = np.random.default_rng(3)
    columns = Columns(draw.integers(-1, 200, 150), draw.integers(0, 2, 150).astype(bool))
    table = sweep_table(np.arange(300), Sweep(200, 200.0), columns)
    whole = sweep_table(np.arange(300), Sweep(200, 200.0), columns_of("interleaved", 200, 200))
    wanted = np.where(columns.pair < 0, 0.0, whole[:, 2 * columns.pair + columns.cosine])
    assert np.abs(table - wanted).max() <= 2e-15


@pytest.mark.parametrize("form", DTYPES)
@pytest.mark.parametrize("fast", [False, True])
def test_an_array_that_is_given_is_filled(form: str, fast: bool) -> None:
    """It is the table, and what it held before is gone."""
    room = np.full((600, 64), np.nan, dtype=encode(0, 2, dtype=form).dtype)
    table = encode(range(600), 64, dtype=form, fast=fast, out=room)
    assert np.shares_memory(table, room)
    assert np.array_equal(room, encode(range(600), 64, dtype=form, fast=fast))


@pytest.mark.parametrize(
    "room",
    [np.empty((3, 4)), np.empty((4, 3), np.float32), np.empty((4, 4), np.float32).T[:3], np.empty((3, 4), np.float16)],
)
def test_an_array_that_does_not_fit_is_refused(room: NDArray[np.floating]) -> None:
    """Of another shape, dtype or order."""
    with pytest.raises(ParameterError) as caught:
        encode([1, 2, 3], 4, dtype="float32", out=room)
    assert caught.value.where == "out"


def test_no_rows_and_no_columns() -> None:
    """Empty is no special case."""
    none = columns_of("sines-first", 0, 0)
    assert sweep_table([], Sweep(0, 1.0), none).shape == (0, 0)
    assert sweep_table(range(1000), Sweep(8, 8.0), none).shape == (1000, 0)
    blank = Columns(np.array([-1]), np.array([False]))
    assert sweep_table(range(1000), Sweep(0, 1.0), blank).tolist() == [[0.0]] * 1000


@pytest.mark.parametrize("form", DTYPES)
@pytest.mark.parametrize("layout", ["interleaved", "sines-first"])
def test_a_table_takes_little_more_memory_than_itself(layout: Layout, form: str) -> None:
    """Ten parts of a hundred, and a quarter of a megabyte for a small one."""
    columns, sweep, rows = columns_of(layout, 256, 256), Sweep(256, 256.0), np.arange(16384)
    sweep_table(rows[:100], sweep, columns, form)
    tracemalloc.start()
    table = sweep_table(rows, sweep, columns, form)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= 1.1 * table.nbytes + (1 << 18)
