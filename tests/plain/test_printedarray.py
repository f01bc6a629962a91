"""Arrays as Python prints them are read by the digits that were printed, or it is said what to save instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from petui.core.conventions import encode_as
from petui.core.errors import TableError
from petui.plain.arrayfile import OpenedTable, open_table
from petui.plain.arrayform import form_of

_DRAWN = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read(text: str, folder: Path, name: str = "t.txt") -> OpenedTable:
    file = folder / name
    file.write_text(text)
    return open_table(str(file))


@_DRAWN
@given(
    st.integers(1, 30),
    st.integers(2, 20),
    st.integers(0, 3000),
    st.sampled_from(["float64", "float32", "float16"]),
    st.sampled_from([repr, str]),
    st.integers(3, 9),
    st.integers(40, 200),
)
def test_numpy_s_own_print(
    tmp_path: Path,
    rows: int,
    width: int,
    start: int,
    number: str,
    how: Callable[[object], str],
    digits: int,
    columns: int,
) -> None:
    """In any width of line and number of digits; what was read is off by no more than was rounded."""
    table = encode_as("paper", range(start, start + rows), width, dtype=number)
    with np.printoptions(precision=digits, linewidth=columns, threshold=10**6):
        texts = (how(table), how(table[None]))
    for each in texts:
        found = read(each, tmp_path)
        assert found.form == "printed" and found.rows.shape == table.shape
        off = np.abs(np.asarray(found.rows[:]) - table).max()
        # The shortest digits of a float are within its own rounding.
        assert off <= max(found.resolution * (1 + 1e-9), float(np.finfo(number).eps))
    assert any("as Python prints it" in remark for remark in found.remarks)


def test_other_libraries(tmp_path: Path) -> None:
    """PyTorch and JAX write theirs with another name; nan is a number."""
    table = read("tensor([[ 0.0000,  1.0000],\n        [ 0.8415,     nan]], dtype=torch.float64)\n", tmp_path)
    assert table.rows.shape == (2, 2) and table.resolution == pytest.approx(5e-5)
    assert np.isnan(table.rows[1][1])
    assert read("Array([0., 1.], dtype=float32)", tmp_path).rows.shape == (1, 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (str(np.zeros((2000, 8))), "left out part of it"),
        ("[[0. 1.]\n [0.5]]", "row 1 of this printed array has 1 number, row 0 has 2"),
        ("[[0. 1.]\n [0.5 x]]", "'x' in a printed array is no number"),
        ("array([[", "holds no row"),
    ],
)
def test_what_cannot_be_read(text: str, words: str, tmp_path: Path) -> None:
    """Says so, and how to save the array."""
    with pytest.raises(TableError, match=words) as caught:
        read(text, tmp_path)
    assert "np.save" in caught.value.mend


@pytest.mark.parametrize(
    "text", ["[[0, 1], [0.5, 2]]", "[]", '{"a": [1, 2]}', "[[0.5]]", "[\n [1,\n 2]]", "0 1\n2 3\n", "[1 ,2]"]
)
def test_json_and_lines_stay_what_they_are(text: str) -> None:
    assert form_of(text.encode(), where="t") in ("json", "csv")
