"""Rows that stay in their file are asked for as those of an array are, in no more room than they take."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from petui.plain.arrayfile import open_table

TABLE = np.arange(40.0).reshape(10, 4)
WANTED: tuple[Any, ...] = (3, -1, [0, 9], np.array([1, 5, -2]), slice(2, 5), slice(None, None, -2), (2, 1))


@pytest.mark.parametrize("wanted", [*WANTED, np.arange(10) % 3 == 0, np.array([], dtype=int)], ids=str)
def test_rows_are_those_of_the_array(tmp_path: Path, wanted: Any) -> None:
    np.save(tmp_path / "table.npy", TABLE)
    rows = open_table(str(tmp_path / "table.npy")).rows
    np.testing.assert_array_equal(rows[wanted], TABLE[wanted])


@pytest.mark.parametrize("row", [10, -11])
def test_there_is_no_other_row(tmp_path: Path, row: int) -> None:
    np.save(tmp_path / "table.npy", TABLE)
    with pytest.raises(IndexError):
        open_table(str(tmp_path / "table.npy")).rows[row]


def test_one_row_of_many_takes_no_list_of_all(tmp_path: Path) -> None:
    np.lib.format.open_memmap(tmp_path / "long.npy", mode="w+", dtype=np.float32, shape=(50_000_000, 1)).flush()
    rows = open_table(str(tmp_path / "long.npy")).rows
    tracemalloc.start()
    try:
        assert rows[np.array([49_999_999])].tolist() == [[0.0]]
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
