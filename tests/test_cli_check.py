"""`petui check`: what petui prints it knows again, slips are named, and what is no table ends with one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from petui.cli import root
from petui.core.conventions import CONVENTIONS, convention, encode_as
from petui.core.encoding import encode
from petui.core.errors import PetuiError
from petui.core.parameters import DTYPES
from tests.plain.madefiles import brain_bits, npy_bytes, npy_of_header, npz_bytes, safetensors_bytes

# Far beyond what any of these takes; only a hang reaches it.
PATIENCE = 120
PETUI = f"{sys.executable} -m petui"


def petui(*arguments: str | Path) -> int:
    """Run a command in this process; its exit code."""
    code = root.main([str(each) for each in arguments], prog_name="petui", standalone_mode=False)
    return code if isinstance(code, int) else 0


def checked(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, Any]:
    """The exit code and what is found, from JSON."""
    capsys.readouterr()
    code = petui("check", *arguments, "--format", "json")
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("number", DTYPES)
@pytest.mark.parametrize("name", ["t.npy", "t.csv", "t.json", "t.txt"])
def test_petui_knows_its_own_tables(name: str, number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In every form and number format; four decimals of text no longer tell the format."""
    file = tmp_path / name
    petui("table", "--pos", "0:40", "--d-model", "16", "--dtype", number, "-o", file)
    code, found = checked(capsys, file, *(["--dtype", number] if name == "t.txt" else []))
    assert (code, found["verdict"], found["shape"]) == (0, "match", [40, 16])
    best = found["matches"][0]
    assert (best["convention"], best["start"], best["base"], best["scale"]) == ("paper", 0, 10000.0, 1.0)
    assert best["max_error"] <= best["tolerance"]
    assert found["schema"] == 1
    assert found["diagnosis"] == []


@pytest.mark.parametrize("name", ["whisper", "fairseq", "marian", "musicgen", "x-transformers-scaled"])
@pytest.mark.parametrize("form", ["csv", "json", "npy"])
def test_other_conventions_are_named(name: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As petui prints them: at the positions that they begin with."""
    file = tmp_path / f"t.{form}"
    start = CONVENTIONS[name].start
    petui("table", "--convention", name, "--pos", f"{start}:{start + 30}", "--d-model", "12", "-o", file)
    code, found = checked(capsys, file)
    assert (code, found["verdict"]) == (0, "match")
    assert found["matches"][0]["start"] == start
    assert checked(capsys, file, "--convention", name)[1]["matches"][0]["convention"] == name
    assert checked(capsys, file, "--convention", "paper")[0] == 1


@pytest.mark.parametrize("form", ["csv", "json"])
@pytest.mark.parametrize("name", ["detr", "loftr", "mae", "positional-encodings-2d"])
def test_a_grid_is_known(name: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its cells' coordinates are no slots."""
    petui("table", "--convention", name, "--grid", "4x3", "--d-model", "16", "--format", form, "-o", tmp_path / "t")
    code, found = checked(capsys, tmp_path / "t")
    assert (code, found["shape"]) == (0, [12, 16])
    assert name in [each["convention"] for each in found["matches"]]


def test_a_grid_is_not_declared(tmp_path: Path) -> None:
    petui("table", "--convention", "detr", "-o", tmp_path / "t.csv")
    with pytest.raises(PetuiError, match="detr encodes cells of a grid; leave it out"):
        petui("check", tmp_path / "t.csv", "--convention", "detr")


def test_the_text_of_a_grid_is_refused(tmp_path: Path) -> None:
    petui("table", "--convention", "loftr", "-o", tmp_path / "t.txt")
    with pytest.raises(PetuiError, match=r"its rows are cells of a grid.*--format csv"):
        petui("check", tmp_path / "t.txt")


def test_an_array_of_a_grid_is_told_from_a_batch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says how to save it, and then it is known."""
    file = tmp_path / "a.npy"
    petui("table", "--convention", "detr", "--grid", "4x3", "-o", file)
    with pytest.raises(PetuiError, match=r"\(4, 3, 8\)") as caught:
        petui("check", file)
    assert "array.reshape(-1, 8)" in caught.value.mend
    np.save(file, np.load(file).reshape(-1, 8))
    code, found = checked(capsys, file)
    assert (code, found["matches"][0]["convention"]) == (0, "detr")


@pytest.mark.parametrize("name", ["transformer-xl", "xlnet"])
def test_rows_that_descend_are_known(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    petui("table", "--convention", name, "-o", tmp_path / "t.csv")
    code, found = checked(capsys, tmp_path / "t.csv")
    assert (code, found["matches"][0]["convention"]) == (0, name)


def test_a_file_s_own_base_and_positions_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """petui's JSON says both; its CSV the positions, so that the base must be given."""
    for form in ("json", "csv"):
        petui("table", "--pos", "70:90", "--base", "100", "--d-model", "8", "-o", tmp_path / f"t.{form}")
    code, found = checked(capsys, tmp_path / "t.json")
    assert (code, found["matches"][0]["start"], found["matches"][0]["base"]) == (0, 70, 100.0)
    assert checked(capsys, tmp_path / "t.csv", "--base", "100")[0] == 0
    assert checked(capsys, tmp_path / "t.csv")[0] == 1


def test_every_container_of_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Archives, safetensors, bfloat16, the other byte order, columns first, a batch of one."""
    table = encode(range(50), 32)
    rounded = encode(range(50), 32, dtype="bfloat16") if "bfloat16" in DTYPES else None
    files = {
        "a.npz": npz_bytes(pe=table.astype(np.float32), compressed=True),
        "b.safetensors": safetensors_bytes({"pe": table.astype(np.float16)}),
        "d.npy": npy_bytes(table.astype(">f4")[None]),
        "e.npy": npy_bytes(np.asfortranarray(table[:, None, :])),
    }
    if rounded is not None:
        files["c.safetensors"] = safetensors_bytes({"pe": brain_bits(rounded)}, ("pe",))
    for name, data in files.items():
        file = tmp_path / name
        file.write_bytes(data)
        code, found = checked(capsys, file)
        assert (code, found["verdict"], found["matches"][0]["convention"]) == (0, "match", "paper"), name
    assert "batch of one" in checked(capsys, tmp_path / "d.npy")[1]["remarks"][0]


def doubled(rows: int, width: int) -> Any:
    """A loop that steps by two and doubles again."""
    slots = np.arange(width) // 2 * 2
    angles = np.arange(rows)[:, None] / 10000.0 ** (2 * slots / width)
    return np.where(np.arange(width) % 2, np.cos(angles), np.sin(angles))


def test_a_slip_is_named_with_its_first_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the other reading, an honest table of another base, is no match."""
    table = doubled(30, 8).astype(np.float32)
    file = tmp_path / "t.npy"
    file.write_bytes(npy_bytes(table))
    code, found = checked(capsys, file)
    assert (code, found["verdict"]) == (1, "bug")
    cause = found["diagnosis"][0]
    assert cause["bug"] == "doubled-exponent"
    assert cause["first_difference"] == [1, 2]
    assert cause["got"] == pytest.approx(0.01, abs=1e-6)
    assert cause["expected"] == pytest.approx(0.0998334, abs=1e-6)
    assert petui("check", file) == 1
    page = capsys.readouterr().out
    assert page.startswith("bug  ")
    assert "row 1, slot 2: got 0.0099998" in page
    assert all(len(line) <= 80 for line in page.splitlines() if "petui table" not in line)
    assert checked(capsys, file, "--base", "1e8")[0] == 0


def test_the_command_shown_prints_the_right_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Word for word."""
    file, right = tmp_path / "t.npy", tmp_path / "right.npy"
    file.write_bytes(npy_bytes(doubled(30, 8)))
    petui("check", file)
    line = next(line for line in capsys.readouterr().out.splitlines() if "petui table" in line)
    petui(*line[line.index("petui ") :].split()[1:], "-o", str(right))
    assert np.array_equal(np.load(right), encode(range(30), 8))


def test_the_right_table_is_of_the_nearest_convention(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not the paper's, where the layout is another's."""
    file = tmp_path / "t.npy"
    cosines_first = encode_as(convention("musicgen"), range(30), 8)
    damaged = cosines_first.copy()
    damaged[7, 2] += 0.5
    file.write_bytes(npy_bytes(damaged))
    code, found = checked(capsys, file)
    assert (code, found["diagnosis"][0]["first_difference"]) == (1, [7, 2])
    meant = CONVENTIONS[found["meant"]["convention"]]
    assert np.array_equal(encode_as(meant, range(30), 8), cosines_first)


def test_noise_is_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.npy"
    file.write_bytes(npy_bytes(np.random.default_rng(3).normal(size=(40, 16)).astype(np.float32)))
    code, found = checked(capsys, file)
    assert (code, found["verdict"], found["matches"]) == (1, "unknown", [])
    assert petui("check", file) == 1
    assert capsys.readouterr().out.startswith("unknown  ")


def test_tolerances_are_the_asker_s(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.npy"
    file.write_bytes(npy_bytes(encode(range(30), 8) + 1e-4))
    assert checked(capsys, file)[0] == 1
    assert checked(capsys, file, "--rtol", "0", "--atol", "2e-4")[0] == 0


@pytest.mark.parametrize("form", ["csv", "json", "npy", "text"])
def test_through_a_pipe(form: str) -> None:
    """From one process to the other, in the form of any."""
    done = subprocess.run(
        ["sh", "-c", f"{PETUI} table --pos 0:300 --d-model 8 --format {form} | {PETUI} check -"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("match  standard input: 300 rows of 8 slots")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.npy"], "petui: none.npy: cannot be read: No such file or directory"),
        (["cut.npy"], "petui: cut.npy: is cut short"),
        (["lies.npy"], "petui: lies.npy: is cut short: its header says (1073741824, 512)"),
        (["."], "petui: .: is a directory"),
        (["pipe"], "petui: pipe: is a pipe"),
        (["-"], "petui: standard input: is empty"),
        (["cut.npy", "--base", "x"], "petui: Invalid value for '--base'"),
        (["cut.npy", "other.npy"], "petui: Got unexpected extra argument"),
        ([], "petui: Missing argument"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_read_is_one_line(arguments: list[str], says: str, tmp_path: Path) -> None:
    """Exit code 2, nothing on stdout, in little memory."""
    (tmp_path / "cut.npy").write_bytes(npy_bytes(np.zeros((8, 8)))[:-1])
    (tmp_path / "lies.npy").write_bytes(
        npy_of_header("{'descr': '<f4', 'fortran_order': False, 'shape': (1073741824, 512), }")
    )
    os.truncate(tmp_path / "lies.npy", 5 << 30)
    os.mkfifo(tmp_path / "pipe")
    done = subprocess.run(
        [sys.executable, "-m", "petui", "check", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=_in_little_memory,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1


def _in_little_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def test_an_impossible_convention_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "t.npy"
    file.write_bytes(npy_bytes(encode_as(convention("paper"), range(4), 8)))
    with pytest.raises(PetuiError, match="--convention: "):
        petui("check", file, "--convention", "nonsense")
