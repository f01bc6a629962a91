"""What may differ in a table: by each slot's own angle, by what its owner asks for, and nothing of exact values."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from petui.core.conventions import CONVENTIONS, Convention
from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Declared
from petui.core.encoding import encode
from petui.core.errors import ParameterError

TOLERANCES = (0.0, 1e-20, 1e-12, 1e-3, 0.09, 0.5, 1.0, 2.0, 1e308)


def single(named: Convention, start: int, width: int, *, power: bool) -> NDArray[np.float32]:
    """40 rows, all computed in single precision, by exp or by a power."""
    f, columns, sweep = np.float32, named.columns(width), named.sweep(width)
    share = (np.arange(len(sweep.omega), dtype=f) / f(sweep.pairs_per_base)).astype(f)
    if power:
        omega = f(sweep.factor) / np.power(f(sweep.base), share)
    else:
        omega = np.exp(np.arange(len(share), dtype=f) * f(-np.log(f(sweep.base)) / f(sweep.pairs_per_base)))
        omega *= f(sweep.factor)
    angles = np.arange(start, start + 40).astype(f)[:, None] * omega.astype(f)[np.maximum(columns.pair, 0)]
    table = np.where(columns.cosine, np.cos(angles), np.sin(angles)) * f(named.multiplier(width))
    table[:, columns.pair < 0] = 0
    if named.padding is not None and start <= named.padding:
        table[named.padding - start] = 0
    return np.asarray(table, dtype=f)


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("start", [0, 5000, 131071 - 40, 1000000])
def test_single_precision_of_every_convention_is_a_match(name: str, start: int) -> None:
    for width, power in product((64, 512), (False, True)):
        try:
            table = single(CONVENTIONS[name], start, width, power=power)
        except ParameterError:
            continue
        assert diagnose(table, Declared(name, start)).verdict == "match", (width, power)


def at(start: int, width: int = 64, dtype: str = "float32") -> NDArray[np.floating]:
    return encode(np.arange(start, start + 20), width, dtype=dtype)


@pytest.mark.parametrize("start", [100_000, 600_000, 5_000_000, 1 << 24, 1 << 27, 1 << 40])
def test_no_cell_is_let_through_at_high_positions(start: int) -> None:
    random = np.random.default_rng(start)
    tables = [at(start) for _ in range(4)]
    tables[0][:, :2] = random.normal(size=(20, 2))
    tables[1][3, 0] += 0.5
    tables[2][:, 0] *= -1
    tables[3][3, 50] += 0.015
    for table in tables:
        found = diagnose(table, Declared(start=start))
        assert found.verdict == "bug"
        assert found.causes[0].bug in ("damaged-columns", "damaged-cells", "frequencies-off")
    assert diagnose(at(start + 1), Declared(start=start)).verdict in ("bug", "unknown")


@pytest.mark.parametrize("start", [300_000, 600_000, 5_000_000, (1 << 24) - 20])
def test_what_single_precision_leaves_is_judged(start: int) -> None:
    table = single(CONVENTIONS["paper"], start, 64, power=False)[:20]
    found = diagnose(table, Declared(start=start))
    assert found.verdict == "match"
    assert found.matches[0].tolerance < 0.1
    assert any("cannot be judged" in remark for remark in found.remarks) == (start > 500_000)
    table[3, 0] += 0.5
    assert diagnose(table, Declared(start=start)).verdict != "match"


@pytest.mark.parametrize("start", [1 << 24, 1 << 26])
def test_where_single_precision_leaves_too_little_nothing_is_a_match(start: int) -> None:
    table = single(CONVENTIONS["paper"], start, 64, power=False)
    for first in (start, start + 1):
        found = diagnose(table, Declared(start=first))
        assert (found.verdict, found.causes) == ("unknown", ())
        assert any("rounded once" in remark for remark in found.remarks)


@pytest.mark.parametrize("power", [27, 32, 40, 52])
def test_exact_values_are_a_match_at_any_position(power: int) -> None:
    for width, dtype in product((1, 2, 7, 8, 64), ("float64", "float32", "float16", "bfloat16")):
        declared = Declared(start=1 << power, dtype=dtype if dtype == "bfloat16" else None)
        assert diagnose(at(1 << power, width, dtype), declared).verdict == "match", (width, dtype)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_a_larger_tolerance_makes_no_bug_of_a_match(dtype: str) -> None:
    exact, moved = at(0, 8, dtype), at(0, 8, dtype).astype(np.float64) + 2e-3
    for table, least in ((exact, 0.0), (moved, 3e-3)):
        for tolerance in TOLERANCES:
            for declared in (Declared(atol=tolerance), Declared(atol=tolerance, rtol=0.0)):
                assert (diagnose(table, declared).verdict == "match") == (tolerance >= least), tolerance
    for tolerance in TOLERANCES:
        assert diagnose(exact, Declared(rtol=tolerance)).verdict == "match"
    assert diagnose(np.random.default_rng(0).normal(size=(20, 8)), Declared(atol=2.0)).verdict == "unknown"


def test_a_tolerance_that_says_nothing_is_told() -> None:
    assert any("says nothing" in remark for remark in diagnose(at(0, 8), Declared(atol=2.0)).remarks)
