"""Tables of people's own: every form, every number format, every shape that is one table."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pytest

from petui.core.errors import TableError
from petui.plain.arrayfile import OpenedTable, open_table
from tests.plain.madefiles import brain_bits, npy_bytes, npz_bytes, safetensors_bytes

TABLE = np.sin(np.arange(24.0).reshape(4, 6) / 3)


def opened(data: bytes | str, name: str, folder: Path, key: str = "") -> OpenedTable:
    file = folder / name
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return open_table(f"{file}{key}")


def piped(data: bytes) -> OpenedTable:
    """Through a real pipe, which cannot be mapped or gone back in."""
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as stdin:
        with os.fdopen(writer, "wb") as feeder:
            feeder.write(data)
        return open_table("-", stdin=stdin)


def csv_text(between: str = ",", head: str = "") -> str:
    return head + "".join(between.join(map(repr, row)) + "\n" for row in TABLE.tolist())


FORMS: dict[str, tuple[str, bytes]] = {
    "npy": ("t.npy", npy_bytes(TABLE)),
    "npy by columns": ("t.npy", npy_bytes(np.asfortranarray(TABLE))),
    "npy of the other byte order": ("t.npy", npy_bytes(TABLE.astype(">f8"))),
    "npz": ("t.npz", npz_bytes(pe=TABLE)),
    "npz, compressed": ("t.npz", npz_bytes(pe=TABLE, compressed=True)),
    "npz, one table among vectors": ("t.npz", npz_bytes(steps=np.arange(3), pe=TABLE)),
    "safetensors": ("t.safetensors", safetensors_bytes({"pe": TABLE}, metadata={"format": "np"})),
    "csv": ("t.csv", csv_text().encode()),
    "csv with a mark of UTF-8": ("t.csv", b"\xef\xbb\xbf" + csv_text().encode()),
    "csv of another system": ("t.csv", csv_text().replace("\n", "\r\n").encode()),
    "UTF-16": ("t.txt", csv_text("\t").encode("utf-16")),
    "semicolons": ("t.csv", csv_text(";").encode()),
    "tsv": ("t.tsv", csv_text("\t").encode()),
    "blanks": ("t.txt", csv_text("   ").encode()),
    "json": ("t.json", json.dumps(TABLE.tolist()).encode()),
    "json under a name": ("t.json", json.dumps({"note": "mine", "pe": TABLE.tolist()}).encode()),
}


@pytest.mark.parametrize(("name", "data"), FORMS.values(), ids=FORMS.keys())
def test_every_form_gives_the_same_table(name: str, data: bytes, tmp_path: Path) -> None:
    """From a file and through a pipe, to the last bit, and read by slices of rows."""
    for table in (opened(data, name, tmp_path), piped(data)):
        assert (table.rows.shape, table.number, table.resolution, table.remarks) == ((4, 6), "float64", 0.0, ())
        assert np.array_equal(np.asarray(table.rows[0:4]), TABLE)
        assert np.array_equal(table.rows[1:3], TABLE[1:3])
        assert table.rows.dtype == np.float64
        assert table.rows.dtype.isnative
        assert table.rows[0:2].dtype == table.rows.dtype
        assert len(table.rows) == 4


@pytest.mark.parametrize("number", ["float64", "float32", "float16", "int64", "uint8"])
def test_number_formats_are_kept(number: str, tmp_path: Path) -> None:
    """Whole numbers too."""
    array = (TABLE * 100).astype(number)
    for name, data in (("t.npy", npy_bytes(array)), ("t.safetensors", safetensors_bytes({"w": array}))):
        table = opened(data, name, tmp_path)
        assert table.number == number
        assert table.rows.dtype == array.dtype
        assert np.array_equal(np.asarray(table.rows[:]), array)


def test_bfloat16_comes_as_float32(tmp_path: Path) -> None:
    """The same values, widened as they are read; not a number stays none."""
    array = TABLE.astype(np.float32)
    array[0, 0], array[0, 1] = np.nan, -np.inf
    bits = brain_bits(array)
    table = opened(safetensors_bytes({"pe": bits}, ("pe",)), "t.safetensors", tmp_path)
    assert (table.number, table.rows.dtype.name, table.rows.shape) == ("bfloat16", "float32", (4, 6))
    wide = (bits.astype(np.uint32) << 16).view(np.float32)
    assert np.array_equal(table.rows[:], wide, equal_nan=True)
    assert np.array_equal(np.asarray(table.rows), wide, equal_nan=True)
    assert np.array_equal(table.rows[2:3], wide[2:3])


SHAPES: dict[str, tuple[tuple[int, ...], tuple[int, int], str]] = {
    "a row": ((6,), (1, 6), "One axis of 6: read as a single row."),
    "batch first": ((1, 4, 6), (4, 6), "A batch of one, the first axis of (1, 4, 6), was taken off."),
    "positions first": ((4, 1, 6), (4, 6), "A batch of one, the second axis of (4, 1, 6), was taken off."),
    "one row in a batch of one": ((1, 1, 6), (1, 6), "A batch of one, the first axis of (1, 1, 6), was taken off."),
    "one column": ((4, 1), (4, 1), ""),
}


@pytest.mark.parametrize(("shape", "rows", "remark"), SHAPES.values(), ids=SHAPES.keys())
def test_a_batch_of_one_is_taken_off_and_said_so(
    shape: tuple[int, ...], rows: tuple[int, int], remark: str, tmp_path: Path
) -> None:
    array = TABLE.ravel()[: int(np.prod(shape))].reshape(shape)
    texts = {"t.npy": npy_bytes(array), "t.json": json.dumps(array.tolist()).encode()}
    for name, data in texts.items():
        table = opened(data, name, tmp_path)
        assert (table.shape, table.rows.shape) == (shape, rows)
        assert table.remarks == ((remark,) if remark else ())
        assert np.array_equal(np.asarray(table.rows[:]), array.reshape(rows))


@pytest.mark.parametrize("shape", [(), (2, 4, 3), (4, 1, 1), (1, 4, 1), (1, 1, 4, 6), (0, 6), (4, 0), (0,), (1, 0, 6)])
def test_other_shapes_are_refused(shape: tuple[int, ...], tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"shape|number"):
        opened(npy_bytes(np.zeros(shape)), "t.npy", tmp_path)


def test_a_key_chooses(tmp_path: Path) -> None:
    """Where there are several tables none is guessed, and the error lists them."""
    other = TABLE + 1
    files = {
        "t.npz": npz_bytes(pe=TABLE, other=other),
        "t.safetensors": safetensors_bytes({"pe": TABLE, "other": other}),
        "t.json": json.dumps({"pe": TABLE.tolist(), "other": other.tolist()}).encode(),
    }
    for name, data in files.items():
        assert np.array_equal(opened(data, name, tmp_path, ":other").rows[0:4], other)
        with pytest.raises(TableError, match=r"has several tables; write .*:KEY with one of pe, other"):
            opened(data, name, tmp_path)
        with pytest.raises(TableError, match=r"has no array 'x'; it has pe, other"):
            opened(data, name, tmp_path, ":x")
    with pytest.raises(TableError, match="leave out :pe"):
        opened(npy_bytes(TABLE), "t.npy", tmp_path, ":pe")


def test_a_name_with_a_colon_is_a_name(tmp_path: Path) -> None:
    assert np.array_equal(opened(npy_bytes(TABLE), "t.npz:pe", tmp_path).rows[0:4], TABLE)


def test_content_decides_and_a_wrong_name_is_remarked(tmp_path: Path) -> None:
    table = opened(npy_bytes(TABLE), "t.csv", tmp_path)
    assert table.form == "npy"
    assert table.remarks == ("Its name says csv, but it holds npy, and was read as that.",)
    assert opened(csv_text(), "t.npy", tmp_path).form == "csv"
    assert opened(csv_text(), "t.unknown", tmp_path).remarks == ()


def test_what_follows_an_array_is_remarked(tmp_path: Path) -> None:
    assert opened(npy_bytes(TABLE) * 2, "t.npy", tmp_path).remarks[0].endswith("bytes after the table were not read.")


def test_a_redirected_file_stays_where_it_is(tmp_path: Path) -> None:
    """`petui check - < FILE` copies nothing."""
    file = tmp_path / "t.npy"
    file.write_bytes(npy_bytes(TABLE))
    with file.open("rb") as stdin:
        table = open_table("-", stdin=stdin)
        assert table.stored is not None
        assert table.stored.stream is stdin
        assert np.array_equal(table.rows[:], TABLE)


def test_rows_are_taken_as_arrays_take_them(tmp_path: Path) -> None:
    """Slices and indices of every kind, row by row or column by column in the file."""
    for order in ("C", "F"):
        table = opened(npy_bytes(np.asarray(TABLE, order=order)), "t.npy", tmp_path)
        for wanted in (slice(1, 3), slice(None, None, 2), slice(None, None, -1), slice(9, 3), slice(-2, None)):
            assert np.array_equal(table.rows[wanted], TABLE[wanted])
        for index in ([0, 1, 3], [3, 0, 0], [-1, 2], []):
            assert np.array_equal(table.rows[np.array(index, dtype=np.int64)], TABLE[np.array(index, dtype=np.int64)])
        assert np.array_equal(table.rows[2], TABLE[2])
        assert table.rows[-1, 3] == TABLE[-1, 3]
        assert np.array_equal(table.rows[1:, 2:4], TABLE[1:, 2:4])
        assert np.array_equal(np.asarray(table.rows), TABLE)
        turned: Any = table.rows
        assert np.array_equal(turned.T[1:5], TABLE.T[1:5])
        assert np.array_equal(turned.T.T[:], TABLE)
        with pytest.raises(IndexError):
            table.rows[4]


def test_a_file_that_is_cut_meanwhile(tmp_path: Path) -> None:
    """It ends with a line, where a mapped one would end the process."""
    table = opened(npy_bytes(np.zeros((5000, 8))), "t.npy", tmp_path)
    other: Any = table.rows
    os.truncate(tmp_path / "t.npy", 4096)
    assert not table.rows[0:8].any()
    with pytest.raises(TableError, match="was cut while it was read"):
        other.T[0:1]
    with pytest.raises(TableError, match=r"t\.npy: was cut while it was read"):
        table.rows[4000:4001]


def test_no_standard_input() -> None:
    with pytest.raises(TableError, match="standard input: is closed"):
        open_table("-")


def test_a_pipe_is_read_in_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless text ends at the limit, whatever it says."""

    class Endless(io.RawIOBase):
        def __init__(self) -> None:
            self.given = 0

        def read(self, size: int = -1, /) -> bytes:
            self.given += size
            return (b"1,2\n" * size)[:size]

    monkeypatch.setattr("petui.plain.arrayfile.MOST_TEXT", 1 << 22)
    endless: Any = Endless()
    stream: BinaryIO = endless
    with pytest.raises(TableError, match="has more than 4194304 bytes"):
        open_table("-", stdin=stream)
    assert endless.given < 1 << 23
