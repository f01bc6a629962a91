"""`petui convert`: columns and rows change places, nothing else does, and there and back is the same file."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from petui.cli import root
from petui.core.conventions import convention, encode_as, encode_grid
from petui.core.diagnosis.findings import Declared
from petui.core.errors import ParameterError, PetuiError
from petui.core.rotary import rotated
from petui.plain.arrayfile import open_table
from petui.plain.sourcecheck import check_source
from tests.plain.madefiles import Array, brain_bits, npy_bytes, npz_bytes, safetensors_bytes

PAPER = encode_as(convention("paper"), range(6), 8)
HALVES = encode_as(convention("marian"), range(6), 8)
SCALED = "x-transformers-scaled"
_DRAWN = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def convert(file: Path | str, source: str, target: str, output: Path, *more: str) -> None:
    """Run the command in this process."""
    root.main(
        ["convert", str(file), "--from", source, "--to", target, "-o", str(output), *more],
        prog_name="petui",
        standalone_mode=False,
    )


def refused(*arguments: Any) -> str:
    """What is said; nothing is written."""
    with pytest.raises(PetuiError) as caught:
        convert(*arguments)
    assert not Path(arguments[3]).exists()
    return str(caught.value)


@pytest.mark.parametrize("number", ["float64", "float32", "float16", ">f8"])
@pytest.mark.parametrize("shape", [(6, 8), (1, 6, 8), (6, 1, 8)])
def test_a_table_s_columns_are_permuted(number: str, shape: tuple[int, ...], tmp_path: Path) -> None:
    """In its own number format, with its own axes."""
    file, made, back = tmp_path / "a.npy", tmp_path / "b.npy", tmp_path / "c.npy"
    file.write_bytes(npy_bytes(PAPER.astype(number).reshape(shape)))
    convert(file, "paper", "marian", made)
    array = np.load(made)
    assert (array.shape, array.dtype) == (shape, np.dtype(number))
    assert np.array_equal(array.reshape(6, 8), HALVES.astype(number))
    convert(made, "marian", "paper", back)
    assert back.read_bytes() == file.read_bytes()


def test_a_file_may_be_replaced_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "a.npy"
    file.write_bytes(npy_bytes(PAPER))
    convert(file, "paper", "marian", file)
    assert np.array_equal(np.load(file), HALVES)


def test_figures_in_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They keep their digits and positions, whichever form they go to."""
    lines = [",".join([str(row), *map(repr, each)]) for row, each in enumerate(PAPER.tolist())]
    file = tmp_path / "a.csv"
    file.write_text("position,0,1,2,3,4,5,6,7\n" + "\n".join(lines) + "\n")
    convert(file, "paper", "marian", tmp_path / "b.csv")
    assert "petui: 6 rows of 8 slots from paper to marian" in capsys.readouterr().err
    convert(tmp_path / "b.csv", "marian", "paper", tmp_path / "c.csv")
    assert (tmp_path / "c.csv").read_bytes() == file.read_bytes()
    convert(file, "paper", "marian", tmp_path / "b.npy")
    assert np.array_equal(np.load(tmp_path / "b.npy"), HALVES)
    convert(file, "paper", "marian", tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text()) == HALVES.tolist()
    convert(file, "paper", "marian", tmp_path / "b.tsv")
    assert (tmp_path / "b.tsv").read_text().startswith("position\t0\t1")


def test_single_figures_are_short(tmp_path: Path) -> None:
    """As many digits as tell a float32 from its neighbours, which are read back to the same bits."""
    file = tmp_path / "a.npy"
    single = PAPER.astype(np.float32)
    file.write_bytes(npy_bytes(single))
    convert(file, "paper", "paper", tmp_path / "b.csv")
    assert "0.5403023," in (tmp_path / "b.csv").read_text()
    assert np.array_equal(np.loadtxt(tmp_path / "b.csv", delimiter=",", dtype=np.float32), single)
    convert(file, "paper", "paper", tmp_path / "b.json")
    assert np.array_equal(np.array(json.loads((tmp_path / "b.json").read_text()), dtype=np.float32), single)
    assert len((tmp_path / "b.json").read_text()) < 12 * single.size


def test_petui_s_own_json_names_its_new_convention(tmp_path: Path) -> None:
    file, made = tmp_path / "a.json", tmp_path / "b.json"
    head = {"schema": 1, "d_model": 8, "base": 10000.0, "convention": "paper", "dtype": "float64"}
    file.write_text(json.dumps({**head, "positions": list(range(6)), "values": PAPER.tolist()}))
    convert(file, "paper", "marian", made)
    expected = {**head, "convention": "marian", "positions": list(range(6)), "values": HALVES.tolist()}
    assert json.loads(made.read_text()) == expected


def test_an_archive_s_array(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    file.write_bytes(npz_bytes(pe=PAPER, other=PAPER + 1))
    convert(f"{file}:pe", "paper", "marian", tmp_path / "b.npy")
    assert np.array_equal(np.load(tmp_path / "b.npy"), HALVES)


def test_another_scale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Values are multiplied, in the number format that they have, and that is said."""
    expected = encode_as(convention(SCALED), range(6), 8)
    for name, array in {"a.npy": PAPER, "a.safetensors": PAPER.astype(np.float32)}.items():
        file, made = tmp_path / name, tmp_path / f"b{Path(name).suffix}"
        file.write_bytes(npy_bytes(array) if name == "a.npy" else safetensors_bytes({"pe": array}))
        convert(file, "paper", SCALED, made)
        assert "Every value was multiplied by 0.353553391" in capsys.readouterr().err
        found = np.load(made) if name == "a.npy" else np.frombuffer(made.read_bytes()[-6 * 8 * 4 :], np.float32)
        assert np.allclose(found.reshape(6, 8), expected, rtol=0, atol=1e-7)


def test_bfloat16_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bits = brain_bits(PAPER)
    file, made = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    file.write_bytes(safetensors_bytes({"pe": bits}, ("pe",)))
    convert(file, "paper", "marian", made)
    assert made.read_bytes() == safetensors_bytes({"pe": brain_bits(HALVES)}, ("pe",))
    convert(file, "paper", "marian", tmp_path / "b.npy")
    assert "bfloat16 was widened" in capsys.readouterr().err
    assert np.array_equal(np.load(tmp_path / "b.npy").view(np.uint32) >> 16, brain_bits(HALVES))


def test_rows_keep_their_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A convention that begins elsewhere is another part of the same table."""
    file = tmp_path / "a.npy"
    file.write_bytes(npy_bytes(encode_as(convention("tensor2tensor"), range(6), 8)))
    convert(file, "tensor2tensor", "fairseq", tmp_path / "b.npy")
    assert "fairseq begins at position 2, tensor2tensor at 0" in capsys.readouterr().err


# ---- rotary weights -----------------------------------------------------------------------------------------


def test_scores_stay_the_same(tmp_path: Path) -> None:
    """What converting is for: permuted queries and keys, turned half-split, score as the interleaved ones did."""
    drawn = np.random.default_rng(5)
    heads, width, features = 3, 8, 5
    q, k = (drawn.normal(size=(heads * width, features)) for _ in range(2))
    x, y = drawn.normal(size=features), drawn.normal(size=features)
    for name, array in (("q", q), ("k", k)):
        np.save(tmp_path / f"{name}.npy", array)
        more = ("--heads", str(heads))
        convert(tmp_path / f"{name}.npy", "rope-interleaved", "rope-half-split", tmp_path / f"{name}2.npy", *more)
    q2, k2 = np.load(tmp_path / "q2.npy"), np.load(tmp_path / "k2.npy")
    for head in range(heads):
        rows = slice(head * width, (head + 1) * width)
        before = rotated((q @ x)[rows], 7) @ rotated((k @ y)[rows], 3)
        after = rotated((q2 @ x)[rows], 7, halves=True) @ rotated((k2 @ y)[rows], 3, halves=True)
        assert after == pytest.approx(before, abs=1e-12)


@_DRAWN
@given(
    st.integers(1, 5),
    st.integers(1, 6),
    st.sampled_from([(), (1,), (3,), (2, 3)]),
    st.sampled_from(["<f8", "<f4", "<f2", ">f4", "<i8"]),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_npy_there_and_back(
    tmp_path: Path, heads: int, half: int, rest: tuple[int, ...], number: str, fortran: bool, drawn: Any
) -> None:
    """Matrices and biases of any number format, bit for bit, NaNs with their payload too."""
    shape = (heads * 2 * half, *rest)
    size = int(np.prod(shape)) * np.dtype(number).itemsize
    array = np.frombuffer(drawn.randbytes(size), dtype=number).reshape(shape)
    file, made, back = tmp_path / "a.npy", tmp_path / "b.npy", tmp_path / "c.npy"
    file.write_bytes(npy_bytes(np.asfortranarray(array) if fortran else array))
    convert(file, "rope-interleaved", "rope-half-split", made, "--heads", str(heads))
    first = array.reshape(heads, half, 2, -1)
    assert np.load(made).tobytes() == np.ascontiguousarray(first.transpose(0, 2, 1, 3)).tobytes()
    convert(made, "rope-half-split", "rope-interleaved", back, "--heads", str(heads))
    assert back.read_bytes() == npy_bytes(array)


@_DRAWN
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.binary(max_size=40))
def test_safetensors_there_and_back(tmp_path: Path, heads: int, half: int, features: int, other: bytes) -> None:
    """The chosen arrays change, bfloat16 and all; every other byte stays."""
    rows = heads * 2 * half
    bits = np.arange(rows * features, dtype=np.uint16).reshape(rows, features) * 1021
    tensors: dict[str, Array] = {
        "note": np.frombuffer(other, dtype=np.uint8),
        "l.0.q.weight": bits,
        "l.0.v.weight": bits + 1,
        "l.1.q.weight": bits + 2,
        "l.1.q.bias": np.arange(rows, dtype=np.float32),
        "norm": np.arange(3, dtype=np.float16),
    }
    brains = ("l.0.q.weight", "l.0.v.weight", "l.1.q.weight")
    file, made, back = (tmp_path / f"{name}.safetensors" for name in "abc")
    file.write_bytes(safetensors_bytes(tensors, brains, {"format": "pt"}))
    more = ("--heads", str(heads), "--key", "*.q.*")
    convert(file, "rope-interleaved", "rope-half-split", made, *more)
    order = np.arange(rows).reshape(heads, half, 2).transpose(0, 2, 1).ravel()
    expected = {name: array[order] if ".q." in name else array for name, array in tensors.items()}
    assert made.read_bytes() == safetensors_bytes(expected, brains, {"format": "pt"})
    convert(made, "rope-half-split", "rope-interleaved", back, *more)
    assert back.read_bytes() == file.read_bytes()


def test_columns_of_a_cache(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table of cosines or sines has positions for rows: its columns are permuted, in every form, and that is said."""
    waves = PAPER[:, 1::2].astype(np.float32)
    halves, pairs = np.tile(waves, 2), np.repeat(waves, 2, axis=1)
    there, back = ("rope-half-split", "rope-interleaved"), ("rope-interleaved", "rope-half-split")
    file, made = tmp_path / "a.npy", tmp_path / "b.npy"
    for shape in ((6, 8), (1, 6, 8), (1, 1, 6, 8), (3, 2, 8)):
        for stored in (halves.reshape(shape), np.asfortranarray(halves.reshape(shape))):
            file.write_bytes(npy_bytes(stored))
            convert(file, *there, made)
            assert np.array_equal(np.load(made), pairs.reshape(shape))
            said = capsys.readouterr().err
            assert "8 columns permuted" in said and "columns i and i + 4 are the same" in said
            convert(made, *back, tmp_path / "c.npy")
            assert (tmp_path / "c.npy").read_bytes() == npy_bytes(halves.reshape(shape))
    file.write_bytes(npy_bytes(halves))
    convert(file, *there, tmp_path / "b.csv")
    convert(tmp_path / "b.csv", *back, tmp_path / "d.npy")
    assert np.array_equal(np.load(tmp_path / "d.npy").astype(np.float32), halves)
    none = tmp_path / "none.npy"
    assert "that is rope-half-split" in refused(file, *back, none)
    assert "is for weights, and" in refused(file, *there, none, "--heads", "1")
    convert(file, *there, made, "--heads", "3", "--axis", "rows")
    assert "6 rows of 3 heads permuted" in capsys.readouterr().err
    assert np.array_equal(np.load(made), halves)


def test_a_cache_among_weights(tmp_path: Path) -> None:
    """In one file each array is permuted along its own axis, where --heads does not say that all are weights."""
    waves = PAPER[:, 1::2]
    file, made = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    tensors: dict[str, Array] = {"cos": brain_bits(np.tile(waves, 2)), "q": np.arange(24.0).reshape(6, 4)}
    file.write_bytes(safetensors_bytes(tensors, ("cos",)))
    convert(file, "rope-half-split", "rope-interleaved", made, "--key", "cos")
    expected = {**tensors, "cos": brain_bits(np.repeat(waves, 2, axis=1))}
    assert made.read_bytes() == safetensors_bytes(expected, ("cos",))


def test_other_names_of_the_rotary_layouts(tmp_path: Path) -> None:
    """As `petui conventions` gives them; what has no layout is refused."""
    file, made, other = tmp_path / "a.npy", tmp_path / "b.npy", tmp_path / "c.npy"
    np.save(file, np.arange(8.0))
    convert(file, "gpt-j", "Rotate_Half", made, "--heads", "2")
    convert(file, "rope-interleaved", "rope-half-split", other, "--heads", "2")
    assert made.read_bytes() == other.read_bytes()
    assert "alibi changes scores and has no table" in refused(file, "alibi", "paper", tmp_path / "none.npy")


def test_columns_on_request(tmp_path: Path) -> None:
    """Queries themselves, heads side by side in a row, go the same way as the rows of their weights."""
    queries = np.random.default_rng(5).normal(size=(6, 24))
    file, made = tmp_path / "a.npy", tmp_path / "b.npy"
    for array, name in ((queries, "columns"), (np.ascontiguousarray(queries.T), "rows")):
        file.write_bytes(npy_bytes(array))
        convert(file, "rope-interleaved", "rope-half-split", made, "--heads", "3", "--axis", name)
        moved = np.load(made) if name == "columns" else np.load(made).T
        assert np.array_equal(moved, queries.reshape(6, 3, 4, 2).transpose(0, 1, 3, 2).reshape(6, 24))


# ---- tables that are not what they are said to be --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.npy", "a.csv", "a.safetensors"])
def test_another_table_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what it is; --force converts it all the same."""
    rows = encode_as("tensor2tensor", range(50), 8)
    file, made = tmp_path / name, tmp_path / f"b{Path(name).suffix}"
    if name == "a.csv":
        file.write_text("\n".join(",".join(map(repr, row)) for row in rows.tolist()))
    else:
        file.write_bytes(npy_bytes(rows) if name == "a.npy" else safetensors_bytes({"pe": rows}))
    said = refused(file, "paper", "marian", made)
    assert "--from: " in said and "tensor2tensor" in said and "--force" in said
    convert(file, "paper", "marian", made, "--force")
    assert made.exists()
    capsys.readouterr()
    convert(file, "marian", "paper", made)
    assert "marian divides by d" in capsys.readouterr().err


@pytest.mark.parametrize("source", ["paper", "tensor2tensor", "fairseq", "musicgen", "transformer-xl", SCALED])
@pytest.mark.parametrize("number", ["float64", "float32", "float16", "bfloat16"])
def test_every_part_of_any_base_is_right(source: str, number: str) -> None:
    """Slices, steps, rows in any order, any base: what has the layout is not refused, what has another is."""
    drawn = np.random.default_rng(7)
    other = "paper" if source != "paper" else "marian"
    told = Declared(source, base=10000.0, dtype="bfloat16" if number == "bfloat16" else None)
    for base in (10000.0, 500.0, 1e6):
        for positions in (range(40), range(100, 130), range(0, 90, 3), drawn.permutation(30), [7]):
            for width in (8, 64):
                check_source(encode_as(source, positions, width, base, number), told, where="t")
    for positions in (range(40), range(100, 130)):
        with pytest.raises(ParameterError, match="is not laid out as"):
            check_source(encode_as(other, positions, 64, dtype=number), told, where="t")


def test_a_grid_is_no_sequence(tmp_path: Path) -> None:
    """Rows of cells are refused as another's, without a layout to give instead."""
    file = tmp_path / "a.npy"
    file.write_bytes(npy_bytes(encode_grid("detr", (4, 3), 8).reshape(-1, 8)))
    said = refused(file, "paper", "marian", tmp_path / "b.npy")
    assert "It is the table of detr" in said and "--from detr" not in said


def test_what_is_unknown_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A learned table may be meant; it is converted."""
    file = tmp_path / "a.npy"
    file.write_bytes(npy_bytes(np.random.default_rng(5).normal(size=(40, 8))))
    convert(file, "paper", "marian", tmp_path / "b.npy")
    assert "is no table that petui knows" in capsys.readouterr().err


def test_singulars(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.npy"
    file.write_bytes(npy_bytes(PAPER[:1]))
    convert(file, "paper", "marian", tmp_path / "b.npy")
    assert "petui: 1 row of 8 slots from" in capsys.readouterr().err
    file.write_bytes(npy_bytes(PAPER))
    convert(file, "rope-interleaved", "rope-half-split", tmp_path / "b.npy", "--heads", "1")
    assert "petui: 6 rows of 1 head permuted" in capsys.readouterr().err


# ---- refusals -----------------------------------------------------------------------------------------------


def test_refusals(tmp_path: Path) -> None:
    """Each says why, in a line, and writes nothing."""
    npy, tensors, cut = tmp_path / "a.npy", tmp_path / "a.safetensors", tmp_path / "cut.npy"
    npy.write_bytes(npy_bytes(PAPER))
    cut.write_bytes(npy_bytes(PAPER)[:-1])
    tensors.write_bytes(safetensors_bytes({"q": PAPER, "k": PAPER}))
    made, other = tmp_path / "b.npy", tmp_path / "b.safetensors"
    rotary = ("rope-interleaved", "rope-half-split")
    assert "pair 1 has 0.1 and 0.0464159" in refused(npy, "paper", "whisper", made)
    assert "--to: " in refused(npy, "paper", "nonsense", made)
    assert "--from: " in refused(npy, "nonsense", "paper", made)
    assert "are not of one kind" in refused(npy, "paper", "rope-half-split", made)
    assert "--heads: is needed" in refused(npy, *rotary, made)
    assert "6 rows are not 4 heads of an even width" in refused(npy, *rotary, made, "--heads", "4")
    assert "6 rows are not 2 heads of an even width" in refused(npy, *rotary, made, "--heads", "2")
    assert "not 0 heads" in refused(npy, *rotary, made, "--heads", "0")
    assert "--heads: is for the rotary layouts" in refused(npy, "paper", "marian", made, "--heads", "2")
    assert "--axis: is for the rotary layouts" in refused(npy, "paper", "marian", made, "--axis", "rows")
    single = tmp_path / "single.npy"
    single.write_bytes(npy_bytes(PAPER[:1]))
    assert "1 row is not 1 head of" in refused(single, *rotary, made, "--axis", "rows", "--heads", "1")
    assert "8 columns are not 3 heads" in refused(npy, *rotary, made, "--axis", "columns", "--heads", "3")
    assert "--key: is for .safetensors" in refused(npy, "paper", "marian", made, "--key", "q")
    assert "npy is not written as safetensors" in refused(npy, "paper", "marian", other)
    assert "choose by --key from q, k" in refused(tensors, *rotary, other, "--heads", "1")
    assert "has no array 'v*'; it has q, k" in refused(tensors, *rotary, other, "--heads", "1", "--key", "v*")
    assert "q: 6 rows are not 4 heads" in refused(tensors, *rotary, other, "--heads", "4", "--key", "q")
    assert "is cut short" in refused(cut, "paper", "marian", made)
    assert "No such file" in refused(tmp_path / "none.npy", "paper", "marian", made)


def test_a_failure_leaves_the_file_that_was(tmp_path: Path) -> None:
    file, made = tmp_path / "a.npy", tmp_path / "b.npy"
    file.write_bytes(npy_bytes((PAPER * 100).astype(np.int64)))
    made.write_bytes(b"mine")
    with pytest.raises(PetuiError, match="cannot be scaled"):
        convert(file, "paper", SCALED, made)
    assert made.read_bytes() == b"mine"
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_file()) == ["a.npy", "b.npy"]


@pytest.mark.parametrize("form", ["npy", "npz", "csv", "safetensors"])
def test_standard_input_is_converted(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file is; one of several arrays is named behind it."""
    data = {
        "npy": npy_bytes(PAPER),
        "npz": npz_bytes(pe=PAPER, b=PAPER[:2]),
        "csv": "".join(",".join(map(repr, row)) + "\n" for row in PAPER.tolist()).encode(),
        "safetensors": safetensors_bytes({"pe": PAPER, "b": PAPER[:2]}),
    }[form]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    made = tmp_path / ("b.safetensors" if form == "safetensors" else "b.npy")
    convert("-:pe" if form in {"npz", "safetensors"} else "-", "paper", "marian", made)
    key = ":pe" if form == "safetensors" else ""
    assert np.array_equal(open_table(f"{made}{key}").rows[:], HALVES)


def test_standard_input_that_is_closed_and_arrays_that_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = io.TextIOWrapper(io.BytesIO(npz_bytes(pe=PAPER, b=PAPER)))
    monkeypatch.setattr("sys.stdin", several)
    assert refused("-", "paper", "marian", tmp_path / "b.npy").endswith("; write -:KEY with one of pe, b")
    assert refused("", "paper", "marian", tmp_path / "b.npy").startswith("FILE: names no file")
    monkeypatch.setattr("sys.stdin", None)
    assert refused("-", "paper", "marian", tmp_path / "b.npy") == "standard input: is closed"
    (tmp_path / "a.safetensors").write_bytes(safetensors_bytes({}))
    words = refused(tmp_path / "a.safetensors", "paper", "marian", tmp_path / "b.safetensors", "--key", "*")
    assert words.endswith("a.safetensors: holds no arrays")
