"""Every format's tables against mpmath: two thousand cells, and the small ones where products cancel."""

from __future__ import annotations

import random
from typing import Any

import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

from petui.core import encode
from petui.core.parameters import DTYPES
from petui.core.sweep import Sweep, columns_of
from petui.core.tables import sweep_table

ROWS = 128


def truth(pos: int, pair: int, cosine: bool, sweep: Sweep) -> Any:
    """A cell in sixty digits."""
    with mpmath.workdps(60):
        omega = sweep.factor * mpmath.mpf(sweep.base) ** (-mpmath.mpf(pair) / sweep.pairs_per_base)
        return mpmath.cos(pos * omega) if cosine else mpmath.sin(pos * omega)


def neighbours(value: np.floating, form: str) -> tuple[float, float]:
    """The numbers of a format on both sides of one of its numbers."""
    if form != "bfloat16":
        return tuple(float(np.nextafter(value, value.dtype.type(end))) for end in (-2, 2))  # type: ignore[return-value]
    bits = np.float32(value).view(np.int32) + np.array([-(1 << 16), 1 << 16], dtype=np.int32)
    one, two = bits.view(np.float32).tolist()
    return one, two


def is_nearest(got: np.floating, exact: Any, form: str) -> bool:
    """Whether no number of the format is nearer to the truth."""
    with mpmath.workdps(60):
        off = abs(mpmath.mpf(float(got)) - exact)
        return all(off <= abs(mpmath.mpf(other) - exact) for other in neighbours(got, form))


def check(pos: int, pair: int, cosine: bool, sweep: Sweep, cells: dict[str, np.floating]) -> None:
    """Every format's cell is as near to the truth as it is said to be."""
    exact = truth(pos, pair, cosine, sweep)
    with mpmath.workdps(60):
        off = abs(mpmath.mpf(float(cells["float64"])) - exact)
        assert off <= 1e-15
        assert off <= 1e-12 * abs(exact)
    for form in DTYPES[1:]:
        assert is_nearest(cells[form], exact, form), (pos, pair, cosine, sweep, form)


def test_two_thousand_cells() -> None:
    """Half of them alone, half of them in tables that are made of products."""
    draw = random.Random(2017)
    for number in range(20):
        d_model = draw.choice([130, 200, 256, 512, 767])
        base = draw.choice([10000.0, 500000.0, draw.uniform(1, 1e6), 10 ** draw.uniform(0, 12)])
        sweep = Sweep((d_model + 1) // 2, d_model / 2, base)
        first = draw.randrange((1 << 32) - ROWS * 100)
        rows = first + draw.choice([1, 1, 3, 100]) * np.arange(ROWS) if number % 2 else None
        tables = {form: encode(rows, d_model, base, form) for form in DTYPES} if rows is not None else {}
        for _ in range(100):
            slot, row = draw.randrange(d_model), draw.randrange(ROWS)
            pos = draw.randrange(1 << 32) if rows is None else int(rows[row])
            cells = {
                form: tables[form][row, slot]
                if tables
                else encode(pos, d_model, base, form, first_slot=slot, last_slot=slot + 1)[0]
                for form in DTYPES
            }
            check(pos, slot // 2, bool(slot % 2), sweep, cells)


@pytest.mark.parametrize(("first", "rows"), [(0, 1024), (103993 - 500, 1024), (312689 - 200, 512)])
def test_small_values_are_exact_by_themselves(first: int, rows: int) -> None:
    """Near multiples of π/2 a product cancels: 710, 103993 and 312689 are next to multiples of π."""
    table = encode(np.arange(first, first + rows), 128)
    found = np.argwhere((np.abs(table) < 2e-3) & (table != 0))
    assert len(found) > 20
    for row, slot in found[:: max(1, len(found) // 80)].tolist():
        exact = truth(first + row, slot // 2, bool(slot % 2), Sweep(64, 64.0))
        with mpmath.workdps(60):
            assert abs(mpmath.mpf(float(table[row, slot])) - exact) <= 1e-12 * abs(exact), (first + row, slot)


def test_the_smallest_sine_of_a_table() -> None:
    """Sin(710) = 6.03e-5, sin(103993) = 1.9e-5, in a table as by themselves."""
    for pos in (710, 103993):
        table = encode(np.arange(pos - 256, pos + 256), 64)
        assert table[256, 0] == encode(pos, 64)[0]
        assert abs(table[256, 0]) < 1e-4


def test_row_zero_is_zeros_and_ones() -> None:
    """Exactly, in a table that is made of products, and in any format."""
    for form in DTYPES:
        assert encode(np.arange(1024), 64, dtype=form)[0].tolist() == [0.0, 1.0] * 32


@pytest.mark.parametrize("base", [1e12, 1e100, 1e300])
def test_very_slow_frequencies_keep_their_digits(base: float) -> None:
    """Beyond what 128 bits of a turn can tell: sin(x) is x there."""
    sweep = Sweep(40, 39.0, base)
    for rows in ([1, 2, 3], np.arange(1, 1025)):
        table = sweep_table(rows, sweep, columns_of("interleaved", 40, 0), "float64")
        for pair in (20, 30, 39):
            with mpmath.workdps(60):
                exact = mpmath.sin(3 * mpmath.mpf(base) ** (-mpmath.mpf(pair) / 39))
                assert abs(mpmath.mpf(float(table[2, pair])) - exact) <= 1e-12 * exact


def test_fractions_of_rapid_frequencies_are_exact() -> None:
    """Frequencies that double, as fields of radiance have them, at points between whole ones."""
    sweep = Sweep(10, 1.0, 0.5, float(np.pi))
    points = np.array([0.1, 0.3, -0.7, 0.999, 2.5, -1e-9])
    table = sweep_table(points, sweep, columns_of("interleaved", 10, 10))
    for row, point in enumerate(points.tolist()):
        for pair in range(10):
            with mpmath.workdps(60):
                angle = mpmath.mpf(point) * mpmath.mpf(sweep.factor) * 2**pair
                assert abs(mpmath.mpf(float(table[row, 2 * pair])) - mpmath.sin(angle)) <= 1e-15
                assert abs(mpmath.mpf(float(table[row, 2 * pair + 1])) - mpmath.cos(angle)) <= 1e-15


def test_fast_is_within_its_bound_anywhere() -> None:
    """2e-7 at any position; and float32 alone is changed by it."""
    worst = 0.0
    for first in (0, 10**6, (1 << 32) - 4096, 1 << 52):
        rows = np.arange(first, first + 4096)
        quick: NDArray[np.floating] = encode(rows, 64, dtype="float32", fast=True)
        worst = max(worst, float(np.abs(quick - encode(rows, 64)).max()))
    assert 3e-8 < worst <= 2e-7
    for form in ("float64", "float16", "bfloat16"):
        assert np.array_equal(encode(range(512), 64, dtype=form, fast=True), encode(range(512), 64, dtype=form))
