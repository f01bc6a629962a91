"""Bad files: one clear line each, in bounded memory and time, and nothing of them is ever run."""

from __future__ import annotations

import io
import json
import os
import pickle
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from petui.core.errors import TableError
from petui.plain import npzfile
from petui.plain.arrayfile import open_table
from tests.plain.madefiles import npy_bytes, npy_of_header, npz_bytes, safetensors_bytes, safetensors_of

TABLE = np.sin(np.arange(24.0).reshape(4, 6) / 3)
PATIENCE = 120
_HEADER = "{'descr': %s, 'fortran_order': False, 'shape': %s, }"


class Bomb:
    """What would run if a pickle were opened."""

    def __reduce__(self) -> Any:
        return os.abort, ()


def header(descr: str, shape: str) -> bytes:
    return npy_of_header(_HEADER % (descr, shape), bytes(64))


def tensor(**entry: Any) -> bytes:
    whole = {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16], **entry}
    return safetensors_of({"w": {name: value for name, value in whole.items() if value is not None}}, bytes(16))


def refusal(file: Path | str) -> str:
    """What is said of a file that cannot be read: one line."""
    with pytest.raises(TableError) as caught:
        open_table(str(file))
    words = str(caught.value)
    assert "\n" not in words
    return words.removeprefix(f"{file}")


def locked(archive: bytes) -> bytes:
    """An archive whose directory says that its one array is encrypted."""
    at = archive.index(b"PK\x01\x02") + 8
    return archive[:at] + b"\x01" + archive[at + 1 :]


def archive_of(contents: dict[str, bytes]) -> bytes:
    """An archive of what NumPy may not have made."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in contents.items():
            archive.writestr(f"{name}.npy", content)
    return stream.getvalue()


RECORDS = np.zeros(3, dtype=[("a", "f8"), ("b", "i4")])
BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", ": is empty"),
    "a pickled npy": (npy_bytes(np.array([[Bomb()]], dtype=object)), "pickled and never opened"),
    "a pickle": (pickle.dumps(Bomb(), protocol=4), "is a Python pickle, which is never opened"),
    "strings": (npy_bytes(np.array([["a", "b"]])), "holds strings"),
    "bytes": (npy_bytes(np.array([[b"a", b"b"]])), "holds strings"),
    "complex": (npy_bytes(TABLE + 1j), "holds complex numbers, no real numbers; save their real or imaginary parts"),
    "booleans": (npy_bytes(TABLE > 0), "holds booleans"),
    "dates": (npy_bytes(np.array([["2020-01-01"]], dtype="M8[D]")), "holds dates"),
    "records": (npy_bytes(RECORDS), "holds records"),
    "arrays in cells": (header("('<f4', (2, 2))", "(2, 2)"), "holds records"),
    "records of names": (npy_of_header(_HEADER % ([("é", "<f8")], (2,)), bytes(16), version=3), "holds records"),
    "wide floats": (npy_bytes(TABLE.astype(np.longdouble)), "differs between machines"),
    "cut in the numbers": (
        npy_bytes(TABLE)[:-1],
        "is cut short: its header says (4, 6) of float64, 192 bytes, but 191",
    ),
    "cut in the header": (npy_bytes(TABLE)[:40], "its header cannot be read"),
    "cut after its mark": (npy_bytes(TABLE)[:6], "its header cannot be read"),
    "a shape beyond any file": (header("'<f8'", "(9223372036854775807, 9223372036854775807)"), "no file could hold"),
    "a shape that wraps around": (header("'<f8'", "(4294967296, 4294967296, 2)"), "no file could hold"),
    "a shape of huge figures": (header("'<f8'", f"({'9' * 4000}, 2)"), "no file could hold"),
    "more figures than can be": (header("'<f8'", f"({'9' * 9000}, 2)"), "its header cannot be read"),
    "a negative shape": (header("'<f8'", "(-4, 6)"), "impossible shape, (-4, 6)"),
    "two negative axes": (header("'<f8'", "(-2, -2)"), "impossible shape"),
    "a shape of truths": (header("'<f8'", "(True, 6)"), "impossible shape"),
    "a shape of words": (header("'<f8'", "('4', 6)"), "its header cannot be read"),
    "no number format": (header("'?!'", "(4, 6)"), "its header cannot be read"),
    "no bytes in a number": (header("'V0'", "(4, 6)"), "holds records"),
    "a header that is code": (npy_of_header("__import__('os').abort()"), "its header cannot be read"),
    "a nested header": (npy_of_header("(" * 5000 + ")" * 5000), "its header cannot be read"),
    "a header without end": (npy_of_header("{'descr': '<f8'" + " " * 60000), "its header cannot be read"),
    "a header of no letters": (b"\x93NUMPY\x03\x00\x03\x00\x00\x00\xff\xfe\xfd", "its header cannot be read"),
    "a header beyond all": (
        b"\x93NUMPY\x02\x00\x00\x28\x6b\xee" + bytes(99),
        "said to take 4000000000 bytes, more than",
    ),
    "such a header in an archive": (archive_of({"a": b"\x93NUMPY\x03\x00\xff\xff\xff\xff"}), ":a: its header is said"),
    "no array in an archive": (archive_of({"a": b"hello"}), ":a: does not begin as .npy"),
    "many arrays": (archive_of(dict.fromkeys(map(str, range(1001)), b"")), "has 1001 arrays, too many to look"),
    "an unknown version": (npy_of_header(_HEADER % ("'<f8'", "(4, 6)"), version=9), "its header cannot be read"),
    "zeros": (bytes(10000), "no form of table that petui knows"),
    "noise": (bytes(range(255, 0, -1)) * 20, "no form of table that petui knows"),
    "an image": (b"\x89PNG\r\n\x1a\n" + bytes(100), "is an image"),
    "gzip": (b"\x1f\x8b\x08" + bytes(100), "unpack it first"),
    "HDF5": (b"\x89HDF\r\n\x1a\n", "is an HDF5 file; petui reads"),
    "a pointer": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git lfs pull"),
    "no arrays": (npz_bytes(), "is an archive without arrays"),
    "a cut archive": (npz_bytes(pe=TABLE)[:-30], "is an archive that cannot be read"),
    "a pickled npz": (npz_bytes(pe=np.array([[Bomb()]], dtype=object)), "pickled and never opened"),
    "a locked archive": (locked(npz_bytes(pe=TABLE)), "is encrypted"),
    "strings in an archive": (npz_bytes(pe=np.array([["a"]])), "holds strings"),
    "a header too long": (b"\xff\xff\xff\xff\x00\x00\x00\x00{" + bytes(20), "header is said to take 4294967295 bytes"),
    "no JSON": (safetensors_of(b"{nonsense"), "its header cannot be read"),
    "a deep header": (safetensors_of(b'{"a":' + b"[" * 100000), "its header cannot be read"),
    "a header of brackets": (safetensors_of(b"{" + b"[]," * (1 << 20)), "too many parts"),
    "an empty safetensors": (safetensors_of({}), "holds no arrays"),
    "a tensor of words": (safetensors_of({"w": "F32"}), "does not say where it lies"),
    "a tensor without a place": (tensor(data_offsets=None), "does not say where it lies"),
    "a tensor beyond the end": (tensor(data_offsets=[0, 64]), "is cut short"),
    "a tensor before the begin": (tensor(data_offsets=[-16, 0]), "is cut short"),
    "a tensor turned over": (tensor(data_offsets=[16, 0]), "is cut short"),
    "a tensor of other bytes": (tensor(shape=[3, 3]), "16 bytes cannot be (3, 3) of F32"),
    "a tensor that wraps around": (tensor(shape=[1 << 62, 4]), "no file could hold"),
    "a negative tensor": (tensor(shape=[-2, -2]), "impossible shape"),
    "a tensor of fractions": (tensor(shape=[1.5, 2]), "impossible shape"),
    "an unknown tensor": (tensor(dtype="F8_E4M3", data_offsets=[0, 4]), "holds F8_E4M3"),
    "truths in a tensor": (tensor(dtype="BOOL", data_offsets=[0, 4]), "holds BOOL"),
}


@pytest.mark.parametrize(("data", "says"), BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("name", ["t.npy", "t"])
def test_a_bad_file_is_refused_in_a_line(data: bytes, says: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    assert says in refusal(file)


def test_what_is_no_file(tmp_path: Path) -> None:
    """Nothing is waited for."""
    os.mkfifo(tmp_path / "pipe.npy")
    (tmp_path / "closed.npy").write_bytes(npy_bytes(TABLE))
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert refusal(tmp_path) == ": is a directory; give a file in it"
    assert refusal(tmp_path / "pipe.npy") == ": is a pipe; give - and let it be standard input"
    assert refusal("/dev/zero") == ": is a device, no file"
    assert "No such file" in refusal(tmp_path / "missing.npy")
    assert "cannot be read" in refusal(tmp_path / "loop")
    assert "cannot be read" in refusal(f"{tmp_path}/\0")
    assert "cannot be read" in refusal(f"{tmp_path}/{'x' * 5000}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    file = tmp_path / "t.npy"
    file.write_bytes(npy_bytes(TABLE))
    file.chmod(0)
    assert "Permission denied" in refusal(file)


def test_a_file_of_five_gigabytes_that_lies(tmp_path: Path) -> None:
    """Its size is checked against the header before anything is mapped."""
    file = tmp_path / "t.npy"
    file.write_bytes(header("'<f4'", "(1073741824, 512)"))
    os.truncate(file, 5 << 30)
    assert "is cut short: its header says (1073741824, 512) of float32" in refusal(file)


_CHILD = """
import resource, sys
from petui.plain.arrayfile import open_table
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
table = open_table(sys.argv[1])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
step, count = int(sys.argv[2]), 1 << 12
total = sum(float(table.rows[at : at + count].max()) for at in range(0, len(table.rows), step))
print(table.rows.shape, total, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def sparse(file: Path, kind: str) -> None:
    """A table of 2 GiB of zeros that takes no room."""
    rows = 1 << 19
    if kind == "npy":
        file.write_bytes(npy_of_header(_HEADER % ("'<f4'", (rows, 1024))))
    else:
        entry = {"dtype": "BF16", "shape": [1, rows, 2048], "data_offsets": [0, rows * 4096]}
        file.write_bytes(safetensors_of({"pe": entry}))
    os.truncate(file, file.stat().st_size + (2 << 30))


@pytest.mark.parametrize(("kind", "step"), [("npy", 1 << 13), ("bfloat16", 1 << 16)])
def test_two_gigabytes_stay_on_the_disk(kind: str, step: int, tmp_path: Path) -> None:
    """Half of the rows, or some, are read in a process that may hold half as much, and hardly grows."""
    file = tmp_path / "large"
    sparse(file, kind)
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(file), str(step)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shape, megabytes = done.stdout.rsplit(" ", 1)
    assert shape.startswith("(524288, ")
    assert int(megabytes) < 192


def test_a_header_of_four_gigabytes_is_not_read(tmp_path: Path) -> None:
    """Though the file is as long as it says."""
    file = tmp_path / "t.npy"
    file.write_bytes(b"\x93NUMPY\x02\x00" + (4_000_000_000).to_bytes(4, "little"))
    os.truncate(file, 4_100_000_000)
    tracemalloc.start()
    try:
        assert "said to take 4000000000 bytes" in refusal(file)
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("compressed", [False, True])
def test_a_flipped_byte_in_an_archive(tmp_path: Path, compressed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its checksum is looked at, or it is said that it was not."""
    file, data = tmp_path / "t.npz", bytearray(npz_bytes(pe=TABLE, compressed=compressed))
    # The directory's sum is wrong where the bytes themselves cannot be without their form.
    at = data.index(TABLE.tobytes()) + 9 if not compressed else data.index(b"PK\x01\x02") + 16
    data[at] ^= 1
    file.write_bytes(data)
    assert ":pe: is damaged: its checksum (CRC-32)" in refusal(file)
    if not compressed:
        monkeypatch.setattr(npzfile, "MOST_SUMMED", 100)
        (remark,) = open_table(str(file)).remarks
        assert "checksum was not looked at" in remark


@pytest.mark.parametrize("number", [b"<f8", b"<f4"])
def test_a_table_of_version_3(number: bytes, tmp_path: Path) -> None:
    """Any array may be saved so."""
    with (tmp_path / "t.npy").open("wb") as stream:
        np.lib.format.write_array(stream, TABLE.astype(number.decode()), version=(3, 0))
    assert np.array_equal(open_table(str(tmp_path / "t.npy")).rows[:], TABLE.astype(number.decode()))


def test_an_archive_that_swells_is_refused_by_its_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kilobyte that says a terabyte is not unpacked, nor one whose header says less than there is."""
    file = tmp_path / "t.npz"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pe.npy", npy_of_header(_HEADER % ("'<f8'", (1 << 20, 1 << 17)), bytes(1 << 20)))
    assert "would take 1099511627776 bytes unpacked" in refusal(file)
    monkeypatch.setattr(npzfile, "MOST_UNPACKED", 191)
    file.write_bytes(npz_bytes(pe=TABLE, compressed=True))
    assert "would take 192 bytes unpacked, more than 191" in refusal(file)
    monkeypatch.setattr(npzfile, "MOST_UNPACKED", 192)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pe.npy", npy_bytes(TABLE) + bytes(1 << 24))
    assert np.array_equal(open_table(str(file)).rows[0:4], TABLE)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pe.npy", npy_bytes(TABLE)[:-8])
    assert "is cut short" in refusal(file)


# ---- bytes of any kind ---------------------------------------------------------------------------------------

SEEDS = [
    npy_bytes(TABLE),
    npz_bytes(pe=TABLE),
    npz_bytes(pe=TABLE, compressed=True),
    safetensors_bytes({"pe": TABLE, "b": TABLE.astype(np.float32)}),
    json.dumps({"schema": 1, "base": 10000.0, "positions": [0, 1, 2, 3], "values": TABLE.tolist()}).encode(),
    b"position,0,1\n0,0.0,1.0\n1,0.84147,0.5403\n",
    b"slot  0  1\n      sin  cos\n1  0.5  0.25\n",
]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A file that some bytes of were changed, taken out or put in."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            del data[at : at + draw(st.integers(1, 30))]
        elif kind == 1:
            data[at:at] = draw(st.binary(max_size=12))
        elif kind == 2:
            data[at : at + 1] = bytes([draw(st.integers(0, 255))])
        else:
            data[at : at + 4] = draw(
                st.sampled_from([b"\xff\xff\xff\xff", b"0000", b"9999", b"[[[[", b"nan,", b"1e99"])
            )
    return bytes(data)


def opens_or_refuses(data: bytes, file: Path) -> None:
    """Either every row can be read, or it is said why not."""
    file.write_bytes(data)
    try:
        table = open_table(str(file))
    except TableError as error:
        assert error.what
        return
    assert np.asarray(table.rows[:]).shape == table.rows.shape
    assert np.asarray(table.rows[0:1]).dtype == table.rows.dtype


_FUZZ = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])


@_FUZZ
@given(mutated())
def test_a_damaged_file_opens_or_is_refused(tmp_path: Path, data: bytes) -> None:
    opens_or_refuses(data, tmp_path / "t")


_MARKS = [b"", b"\x93NUMPY\x01\x00", b"PK\x03\x04", b"[", b"{", b"\x10\0\0\0\0\0\0\0{", b"0,", b"\xff\xfe", b"a,b\n"]


@_FUZZ
@given(st.sampled_from(_MARKS), st.binary(max_size=300))
def test_any_bytes_open_or_are_refused(tmp_path: Path, mark: bytes, data: bytes) -> None:
    opens_or_refuses(mark + data, tmp_path / "t")


@_FUZZ
@given(st.text("0123456789.,;-+e \t\n\"'naif#_[]{}:−", max_size=120))
def test_any_text_opens_or_is_refused(tmp_path: Path, text: str) -> None:
    opens_or_refuses(text.encode(), tmp_path / "t")
