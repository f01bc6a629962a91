"""The table in its four forms."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from petui.core import encode
from petui.core.errors import ParameterError
from petui.plain.positions import read_positions
from petui.plain.table import FORMATS, TableRequest, table_chunks


def written(pos: str, form: str, digits: int | None = None, *, ascii: bool = False, **parameters: Any) -> bytes:
    """A table as the bytes that are written."""
    chunks = table_chunks(TableRequest(read_positions(pos), **parameters), form, digits, ascii=ascii)
    return b"".join(chunk if isinstance(chunk, bytes) else chunk.encode() for chunk in chunks)


def assert_same(values: Any, expected: NDArray[np.floating]) -> None:
    """Equal; of float64 the last bit may depend on how many rows are computed at once."""
    allowed = 1e-15 if expected.dtype == np.float64 else 0.0
    assert np.abs(np.asarray(values, dtype=np.float64) - expected).max() <= allowed


def same(values: Any, table: NDArray[np.floating]) -> bool:
    """Equal; of float64 the last digit may depend on how many rows are computed at once."""
    return bool((np.abs(np.asarray(values) - table) <= (1e-15 if table.dtype == np.float64 else 0)).all())


# More rows than a block holds, so that forms are tested across their seams.
LONG = "0:5000"
WIDTH = 64


def test_json() -> None:
    """Every digit, in the stable shape."""
    content = json.loads(written(LONG, "json", d_model=WIDTH))
    assert list(content) == ["schema", "d_model", "base", "convention", "dtype", "positions", "values"]
    assert (content["schema"], content["d_model"], content["base"]) == (1, WIDTH, 10000.0)
    assert content["positions"] == list(range(5000))
    assert_same(content["values"], encode(range(5000), WIDTH))


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_json_widens_smaller_dtypes(dtype: str) -> None:
    """A float32 is written as the float64 that it is."""
    content = json.loads(written("3,2.5", "json", d_model=4, dtype=dtype))
    assert content["dtype"] == dtype
    assert content["positions"] == [3, 2.5]
    assert np.array_equal(content["values"], encode([3, 2.5], 4, dtype=dtype).astype(np.float64))


def test_a_dtype_is_written_by_its_name() -> None:
    """`f4` is float32."""
    assert json.loads(written("3", "json", dtype="f4"))["dtype"] == "float32"


def test_csv() -> None:
    """A header, then exact values."""
    rows = list(csv.reader(io.StringIO(written(LONG, "csv", d_model=WIDTH).decode())))
    assert rows[0] == ["position", *map(str, range(WIDTH))]
    assert [int(row[0]) for row in rows[1:]] == list(range(5000))
    assert_same([[float(value) for value in row[1:]] for row in rows[1:]], encode(range(5000), WIDTH))


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_npy(dtype: str) -> None:
    """NumPy reads it back as the same array."""
    array = np.load(io.BytesIO(written(LONG, "npy", d_model=WIDTH, dtype=dtype)))
    assert array.dtype == np.dtype(dtype)
    assert_same(array, encode(range(5000), WIDTH, dtype=dtype))


def test_text() -> None:
    """Columns under slot, function and frequency; the widest cell sets their width."""
    assert written("3,-2", "text", d_model=3).decode().splitlines() == [
        "slot         0         1         2",
        "           sin       cos       sin",
        "   ω         1         1  0.002154",
        "   3    0.1411   -0.9900    0.0065",
        "  -2   -0.9093   -0.4161   -0.0043",
    ]


def test_text_in_ascii() -> None:
    """The letter is spelled, and nothing else changes."""
    assert written("3", "text", d_model=3, ascii=True).isascii()
    assert b"omega" in written("3", "text", d_model=3, ascii=True)


@pytest.mark.parametrize("digits", [0, 1, 4, 17])
def test_text_columns_are_aligned(digits: int) -> None:
    """Every line is as long as the others, at any number of decimals."""
    lines = written("-3:1200", "text", digits, d_model=9).decode().splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) == 3 + 1203


def test_text_has_no_negative_zero() -> None:
    """What rounds to zero is zero."""
    assert "-0.0 " not in written("-1", "text", 1, d_model=8).decode() + " "


@pytest.mark.parametrize("form", FORMATS)
def test_a_long_table_begins_at_once(form: str) -> None:
    """The first chunks of 10^12 rows come without the rest, and are small."""
    request = TableRequest(read_positions("0:1000000000000"), 64)
    chunks: Iterable[str | bytes] = table_chunks(request, form, None, ascii=False)
    assert sum(len(chunk) for chunk in islice(chunks, 4)) < 4_000_000


@pytest.mark.parametrize(
    ("parameters", "where"),
    [
        ({"d_model": 0}, "--d-model"),
        ({"base": -1.0}, "--base"),
        ({"dtype": "int8"}, "--dtype"),
        ({"convention": "x"}, "--convention"),
    ],
)
def test_impossible_parameters_name_their_option(parameters: dict[str, Any], where: str) -> None:
    """Before anything is written."""
    with pytest.raises(ParameterError) as caught:
        TableRequest(read_positions("3"), **parameters)
    assert caught.value.where == where


@pytest.mark.parametrize(("form", "digits"), [("json", 3), ("csv", 3), ("npy", 3), ("text", -1), ("text", 18)])
def test_digits_are_for_text(form: str, digits: int) -> None:
    """Elsewhere they would be a silent no."""
    with pytest.raises(ParameterError) as caught:
        table_chunks(TableRequest(read_positions("3")), form, digits, ascii=False)
    assert caught.value.where == "--digits"


def test_forms_agree() -> None:
    """CSV and JSON hold the same numbers."""
    rows = [line.split(",") for line in written("0:9", "csv").decode().splitlines()[1:]]
    content = json.loads(written("0:9", "json"))
    assert [[float(cell) for cell in row[1:]] for row in rows] == content["values"]
