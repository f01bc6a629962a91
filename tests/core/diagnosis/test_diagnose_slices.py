"""What people really bring: slices of tables, a little noise, one format throughout; no cause is named without one.

Faults of the diagnosis that were found by using it; each is to be mended in kind.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Declared


def program(rows: int, d_model: int) -> NDArray[np.float32]:
    """The paper's table as most programs compute it: float32 throughout, by exponentials of logarithms."""
    positions = np.arange(rows, dtype=np.float32)[:, None]
    omega = np.exp(np.arange(0, d_model, 2, dtype=np.float32) * np.float32(-np.log(10000.0) / d_model))
    table = np.zeros((rows, d_model), dtype=np.float32)
    table[:, 0::2], table[:, 1::2] = np.sin(positions * omega), np.cos(positions * omega)
    return table


@pytest.mark.parametrize("d_model", [8, 16, 32, 64, 512])
@pytest.mark.parametrize("first", [300, 512, 1000, 5000])
def test_slice_begins_late_and_nothing_else(d_model: int, first: int) -> None:
    part = program(first + 88, d_model)[first:]
    found = diagnose(part)
    assert [cause.bug for cause in found.causes] == ["start"]
    assert str(first) in found.causes[0].says
    assert diagnose(part, Declared(start=first)).verdict == "match"


@pytest.mark.parametrize(("rows", "d_model"), [(50, 8), (64, 32), (128, 512)])
@pytest.mark.parametrize("size", [1e-6, 1e-5, 1e-4, 1e-3])
def test_noise_is_no_number_format(rows: int, d_model: int, size: float) -> None:
    noise = np.random.default_rng(5).normal(0, size, (rows, d_model)).astype(np.float32)
    found = diagnose(program(rows, d_model) + noise)
    assert found.verdict in ("close", "bug")
    assert not [cause.bug for cause in found.causes if cause.bug.startswith(("computed-in", "frequencies-in"))]
    assert not [cause.bug for cause in found.causes if cause.bug == "damaged-cells"]


@pytest.mark.parametrize("d_model", [6, 8, 16, 64])
@pytest.mark.parametrize("rows", [50, 100, 512])
def test_half_precision_throughout(d_model: int, rows: int) -> None:
    positions = np.arange(rows, dtype=np.float16)[:, None]
    omega = (np.float64(10000.0) ** (-np.arange(0, d_model, 2) / d_model)).astype(np.float16)
    angles = positions * omega
    table = np.zeros((rows, d_model), dtype=np.float16)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    causes = {cause.bug for cause in diagnose(table).causes}
    assert causes & {"computed-in-float16", "frequencies-in-float16", "positions-in-float16"}
    assert not causes & {"embeddings-added", "damaged-columns", "damaged-cells"}


def test_unknown_with_a_declared_convention_shows_where_it_begins_to_differ() -> None:
    table = program(50, 16)
    table[:, 1::2] *= -1
    found = diagnose(table, Declared(convention="paper"))
    assert found.verdict != "match"
    assert found.causes and found.causes[0].first_difference == (0, 1)
    assert found.causes[0].got == -1
    assert found.causes[0].expected == 1


def test_convert_is_offered_only_where_frequencies_agree() -> None:
    pairs = 1e4 ** (-np.arange(4) / 3)
    angles = np.arange(50)[:, None] * pairs
    found = diagnose(np.concatenate([np.sin(angles), np.cos(angles)], axis=1), Declared(convention="paper"))
    assert found.causes and not any("petui convert" in cause.mend for cause in found.causes)
