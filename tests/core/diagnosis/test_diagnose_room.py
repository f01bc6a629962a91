"""Tables of any shape are judged in little room: one wide row, long narrow tables, and those of one number."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Declared, Diagnosis
from petui.core.encoding import encode

MEGABYTE = 1 << 20


def room_of(table: NDArray[Any], declared: Declared = Declared()) -> tuple[Diagnosis, float]:  # noqa: B008
    """What is found out, and how many megabytes it took at most."""
    tracemalloc.start()
    try:
        found = diagnose(table, declared)
        return found, tracemalloc.get_traced_memory()[1] / MEGABYTE
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        (lambda: encode(np.arange(5, 6), 16384, dtype="float32"), "bug"),
        (lambda: np.random.default_rng(0).normal(size=(1, 16384)), "unknown"),
    ],
)
def test_a_wide_row_takes_no_room_for_each_slip(rows: Callable[[], NDArray[Any]], verdict: str) -> None:
    found, room = room_of(rows())
    assert found.verdict == verdict
    assert room < 60


def test_a_long_table_takes_no_room_for_its_rows() -> None:
    table = encode(np.arange(2_000_000), 2, dtype="float32")
    found, room = room_of(table)
    assert found.verdict == "match"
    assert room < 60
    table[1_999_990, 1] += 0.5
    assert diagnose(table).verdict != "match"


@pytest.mark.parametrize("number", [0.0, 0.37])
@pytest.mark.parametrize("width", [1, 8])
def test_a_long_table_of_one_number_is_refused_at_once(number: float, width: int) -> None:
    table = np.broadcast_to(np.float32(number), (1 << 40, width))
    for declared in (Declared(), Declared("paper")):
        found = diagnose(table, declared)
        assert (found.verdict, found.matches, found.shape) == ("unknown", (), (1 << 40, width))
        assert any(f"looked at is {number:g}" in remark for remark in found.remarks)
