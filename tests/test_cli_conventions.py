"""`petui conventions`, and `petui table` and `petui explain` by any of them."""

from __future__ import annotations

import csv
import io
import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from petui.cli import root
from petui.core.conventions import (
    ALL,
    CONVENTIONS,
    ON_SCORES,
    PLANES,
    POINTS,
    Convention,
    OnScores,
    encode_as,
    encode_grid,
    encode_points,
)
from petui.core.errors import PetuiError
from petui.core.kinship import kin_of

each_convention = pytest.mark.parametrize("found", CONVENTIONS.values(), ids=lambda found: found.name)
each_plane = pytest.mark.parametrize("plane", PLANES.values(), ids=lambda plane: plane.name)


def run(*arguments: str) -> Result:
    """Run `petui` in this process."""
    return CliRunner().invoke(root, arguments)


def out(*arguments: str) -> str:
    """Standard output of a run that must succeed in silence."""
    done = run(*arguments)
    assert (done.exit_code, done.stderr, done.exception) == (0, "", None)
    return done.stdout


def content(*arguments: str) -> Any:
    """The same, as JSON."""
    found = json.loads(run(*arguments, "--format", "json").stdout)
    assert found["schema"] == 1
    return found


def refusal(*arguments: str) -> PetuiError:
    """The error of a run that must be refused."""
    error = run(*arguments).exception
    assert isinstance(error, PetuiError)
    assert error.exit_code == 2 and error.where and error.mend
    return error


def odd_width(found: Convention) -> int:
    """7 where the convention has it, else 8."""
    return 8 if found.odd == "refuse" else 7


# ---- the list and the pages -----------------------------------------------------------------------------------------


def test_the_list_has_every_convention_in_80_columns() -> None:
    """Each name begins one line; ASCII on request; JSON has all that is known."""
    lines = out("conventions").splitlines()
    first = [line.split()[0] for line in lines if line]
    assert [first.count(name) for name in ALL] == [1] * len(ALL)
    assert max(map(len, lines)) <= 80
    assert out("conventions", "--ascii").isascii()
    listed = content("conventions")["conventions"]
    assert [each["name"] for each in listed] == list(ALL)
    assert {each["kind"] for each in listed} == {"sequence", "grid", "points"}
    fairseq = next(each for each in listed if each["name"] == "fairseq")
    assert (fairseq["start"], fairseq["padding"], fairseq["odd"], fairseq["divisor"]) == (2, 1, "zero-column", "d-2")


@pytest.mark.parametrize("name", ALL)
def test_a_page_tells_all(name: str) -> None:
    """What trips, the source, numbers computed now; the command that it names prints those numbers."""
    text = " ".join(out("conventions", name).split())
    found = ALL[name]
    assert found.says in text and found.source in text and text.startswith(f"{name}: {found.title}")
    page = content("conventions", name)
    command = page["command"].split()
    assert command[0] == "petui" and page["command"] in text
    printed = content(*command[1:])
    assert printed["convention"] == name
    rows = {str(label): row for label, row in zip(printed["positions"], printed["values"], strict=True)}
    for label, row in zip(page["sample"]["positions"], page["sample"]["values"], strict=True):
        if isinstance(found, Convention) and str(label) in rows:
            assert rows[str(label)] == pytest.approx(row, abs=1e-15)


@each_convention
def test_kin_give_the_same_numbers(found: Convention) -> None:
    """Those called equal are so at every width that either has, the others at even ones; no kin is left out."""
    kin = kin_of(found)
    named = {*kin.same, *kin.even, *kin.moved}
    here = encode_as(found, 5, 8)
    for other in CONVENTIONS.values():
        alike = np.array_equal(encode_as(other, 5, 8), here)
        assert alike == (other.name in named or other.name == found.name)
    for name in kin.same:
        assert (CONVENTIONS[name].odd, CONVENTIONS[name].start) == (found.odd, found.start)
        width = odd_width(found)
        assert np.array_equal(encode_as(CONVENTIONS[name], 5, width), encode_as(found, 5, width))


def test_other_names_lead_to_the_page() -> None:
    """An alias and other writing; what is not known is hinted."""
    assert out("conventions", "pegasus") == out("conventions", "Marian")
    error = refusal("conventions", "fairsec")
    assert "fairseq" in error.mend
    assert "petui conventions" in refusal("conventions", "qqqq").mend


@pytest.mark.parametrize("found", ON_SCORES.values(), ids=lambda found: found.name)
def test_what_has_no_table_is_explained(found: OnScores) -> None:
    """In the list, on a page of its own by any of its names, and where somebody asks for its table."""
    assert [line.split()[0] for line in out("conventions").splitlines() if line].count(found.name) == 1
    assert found.name in [each["name"] for each in content("conventions")["on_scores"]]
    text = " ".join(out("conventions", found.name).split())
    page = content("conventions", found.name)
    assert text.startswith(f"{found.name}: {found.title}") and page["kind"] == "scores"
    assert all(part in text for part in (found.says, found.source, page["command"], *page["formula"], *found.users))
    for other in (*found.aliases, found.name.replace("-", "_").upper()):
        assert out("conventions", other) == out("conventions", found.name)
    assert out("conventions", found.name, "--ascii").isascii()
    for command in (["table"], ["explain", "3", "1"], ["plot", "waves"]):
        error = refusal(*command, "--convention", found.name)
        assert "has no table" in error.what and f"petui conventions {found.name}" in error.mend


def test_names_are_of_one_thing_each() -> None:
    """No name or alias is another's too; the beginning of several leads to them."""
    names = [name for each in (*ALL.values(), *ON_SCORES.values()) for name in (each.name, *each.aliases)]
    assert len(names) == len(set(names))
    assert refusal("conventions", "rope").mend == "did you mean rope-interleaved or rope-half-split?"


@pytest.mark.parametrize("name", ["rope-interleaved", "rope-half-split"])
def test_the_rotary_page_is_what_its_command_does(name: str, tmp_path: Path) -> None:
    """The order is that in which the command permutes; the turned vector is one of that layout."""
    page = content("conventions", name)
    file, made = tmp_path / "Q.npy", tmp_path / "NEW.npy"
    np.save(file, np.arange(8.0))
    places = {"Q.npy": str(file), "NEW.npy": str(made), "H": "1"}
    assert run(*(places.get(word, word) for word in page["command"].split()[1:])).exit_code == 0
    assert np.load(made).tolist() == page["sample"]["order"]
    (a, b, c, d), sine, cosine = page["sample"]["turned"], np.sin(1), np.cos(1)
    fast = (a, b) if name == "rope-interleaved" else (a, c)
    first, second = (1, 2) if name == "rope-interleaved" else (1, 3)
    assert fast == pytest.approx((first * cosine - second * sine, first * sine + second * cosine))
    assert a**2 + b**2 + c**2 + d**2 == pytest.approx(30)


def test_the_bias_pages_are_their_formulas() -> None:
    """ALiBi's slopes for a power of two; T5's buckets near and far."""
    slopes = content("conventions", "alibi")["sample"]["slopes"]["8"]
    assert slopes == [2 ** (-8 * (head + 1) / 8) for head in range(8)]
    sample = content("conventions", "t5")["sample"]
    for offset, bucket in zip(sample["offsets"], sample["encoder"], strict=True):
        distance = abs(offset)
        far = 8 if distance < 8 else 8 + int((16 - 8) * np.log(distance / 8) / np.log(128 / 8))
        assert bucket == (distance if distance < 8 else min(far, 15)) + (16 if offset > 0 else 0)


# ---- table ----------------------------------------------------------------------------------------------------------


@each_convention
def test_the_head_follows_the_columns(found: Convention) -> None:
    """Function and frequency of every slot, and by default eight tokens in the convention's own order."""
    width = odd_width(found)
    slots, functions, omegas, *rows = (
        line.split() for line in out("table", "--convention", found.name, "--d-model", str(width)).splitlines()
    )
    columns, omega = found.columns(width), found.sweep(width).omega
    assert slots == ["slot", *map(str, range(width))]
    for slot, (function, rate) in enumerate(zip(functions, omegas[1:], strict=True)):
        if columns.pair[slot] < 0:
            assert (function, rate) == ("zero", "-")
        else:
            assert function == ("cos" if columns.cosine[slot] else "sin")
            assert float(rate) == pytest.approx(omega[columns.pair[slot]], rel=1e-3)
    positions = list(found.positions(8))
    assert [int(row[0]) for row in rows] == positions
    values = np.array([row[1:] for row in rows], dtype=float)
    assert np.abs(values - encode_as(found, positions, width)).max() <= 5.1e-5


@each_convention
def test_table_forms_by_convention(found: Convention) -> None:
    """JSON and CSV hold the exact rows; proved digits are of the same numbers."""
    arguments = ["table", "--convention", found.name, "--pos", "1,2,900"]
    exact = encode_as(found, [1, 2, 900], 8)
    table = content(*arguments)
    assert (table["convention"], table["d_model"], table["base"]) == (found.name, 8, found.base)
    assert "grid" not in table
    assert np.abs(np.array(table["values"]) - exact).max() <= 1e-15
    rows = list(csv.reader(io.StringIO(out(*arguments, "--format", "csv"))))
    assert [row[0] for row in rows] == ["position", "1", "2", "900"]
    proved = [line.split()[1:] for line in out(*arguments, "--digits", "9").splitlines()[3:]]
    assert np.abs(np.array(proved, dtype=float) - exact).max() <= 5.1e-10


@each_plane
def test_tables_of_grids(plane: Any, tmp_path: Path) -> None:
    """Rows are cells, the last axis fastest; every form holds the same numbers."""
    shape = (3, 2, 2)[: len(plane.axes)]
    grid = "x".join(map(str, shape))
    exact = encode_grid(plane, shape, 12)
    cells = [list(cell) for cell in product(*map(range, shape))]
    arguments = ["table", "--convention", plane.name, "--grid", grid, "--d-model", "12"]
    table = content(*arguments)
    if plane.rounds_up or 12 % (2 * len(plane.axes)) == 0:
        assert (table["grid"], table["positions"]) == (list(shape), cells)
    assert np.abs(np.array(table["values"]) - exact.reshape(-1, 12)).max() <= 1e-15
    _, axes, functions, _, *rows = (line.split() for line in out(*arguments).splitlines())
    axis, columns = plane.slots(12)
    assert axes[1:] == [plane.axes[own] for own in axis]
    assert functions == ["cos" if cosine else "sin" for cosine in columns.cosine]
    assert [row[0] for row in rows] == [",".join(map(str, cell)) for cell in cells]
    head = next(csv.reader(io.StringIO(out(*arguments, "--format", "csv"))))
    assert head[: len(shape) + 1] == [*plane.axes, "0"]
    file = tmp_path / "grid.npy"
    done = run(*arguments, "-o", str(file))
    assert done.stderr == f"petui: {len(cells)} rows written as npy\n"
    assert np.load(file).shape == (*shape, 12)


@each_plane
def test_a_grid_left_open_is_said(plane: Any) -> None:
    """A small one is shown, and which on stderr."""
    done = run("table", "--convention", plane.name)
    grid = "x".join(("2", "3", "2")[: len(plane.axes)])
    assert done.stderr == f"petui: without --grid the grid is {grid}\n"
    assert done.stdout == out("table", "--convention", plane.name, "--grid", grid)


def test_tables_of_points() -> None:
    """Coordinates set off by commas, points by semicolons; a label is the point."""
    table = content("table", "--convention", "nerf", "--pos", "0.1,-0.5,0.9;0,1,−1", "--d-model", "21")
    assert table["positions"] == [[0.1, -0.5, 0.9], [0, 1, -1]]
    assert table["base"] is None
    assert np.array_equal(table["values"], encode_points(POINTS["nerf"], table["positions"], 21))
    head = out("table", "--convention", "nerf", "--pos", "0.1;0.25").splitlines()
    assert head[2].split() == ["raw", *["sin", "cos"] * 4]
    assert [line.split()[0] for line in head[4:]] == ["0.1", "0.25"]
    small = content("table", "--convention", "nerf-pi", "--pos", "0.3", "--dtype", "bfloat16")["values"]
    assert np.array_equal(np.array(small, dtype=np.float32).view(np.uint32) & 0xFFFF, np.zeros((1, 8)))
    assert "without --pos the point is" in run("table", "--convention", "nerf").stderr


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["--convention", "farseq"], "--convention"),
        (["--convention", "whisper", "--d-model", "7"], "--d-model"),
        (["--convention", "whisper", "--d-model", "7", "--digits", "9"], "--d-model"),
        (["--convention", "fairseq", "--d-model", "2"], "--d-model"),
        (["--convention", "detr", "--d-model", "6"], "--d-model"),
        (["--convention", "detr", "--pos", "3"], "--pos"),
        (["--convention", "paper", "--grid", "2x3"], "--grid"),
        (["--convention", "paper", "--grid", "2x3", "--digits", "5"], "--grid"),
        (["--convention", "nerf", "--grid", "2x3"], "--grid"),
        (["--convention", "detr", "--grid", "2x3x4"], "--grid"),
        (["--convention", "detr", "--grid", "0x3"], "--grid"),
        (["--convention", "detr", "--grid", "2by3"], "--grid"),
        (["--convention", "detr", "--grid", "9999999x2"], "--grid"),
        (["--convention", "detr", "--base", "0"], "--base"),
        (["--convention", "detr", "--dtype", "int8"], "--dtype"),
        (["--convention", "nerf", "--base", "2"], "--base"),
        (["--convention", "nerf", "--d-model", "8"], "--d-model"),
        (["--convention", "nerf", "--pos", "1,2;3"], "--pos"),
        (["--convention", "nerf", "--pos", "a,b"], "--pos"),
    ],
)
def test_what_does_not_fit_names_its_option(arguments: list[str], where: str) -> None:
    """And says what to give instead."""
    assert refusal("table", *arguments).where == where


def test_a_long_grid_is_written_block_by_block(tmp_path: Path) -> None:
    """More cells than a block holds."""
    file = tmp_path / "grid.npy"
    run("table", "--convention", "mae", "--grid", "90x100", "--d-model", "16", "--dtype", "float32", "-o", str(file))
    assert np.array_equal(np.load(file), encode_grid(PLANES["mae"], (90, 100), 16, dtype="float32"))
    table = content("table", "--convention", "mae", "--grid", "90x100", "--d-model", "16")
    assert table["positions"] == [list(cell) for cell in product(range(90), range(100))]
    assert len(table["values"]) == 9000


# ---- explain and plot -----------------------------------------------------------------------------------------------


@each_convention
def test_explain_follows_the_columns(found: Convention) -> None:
    """Pair, function, frequency and value of every slot are those of the table."""
    width = odd_width(found)
    columns, omega, row = found.columns(width), found.sweep(width).omega, encode_as(found, 3, width)
    for slot in range(width):
        arguments = ["explain", "3", str(slot), "--convention", found.name, "--d-model", str(width)]
        cell, text = content(*arguments), out(*arguments)
        assert cell["value"] == pytest.approx(row[slot], abs=1e-15)
        assert f"{cell['value']:.12g}"[:10] in text
        if columns.pair[slot] < 0:
            assert (cell["pair"], cell["function"], cell["omega"]) == (None, None, None)
            assert "belongs to no pair" in text
            continue
        assert (cell["pair"], cell["function"]) == (columns.pair[slot], "cos" if columns.cosine[slot] else "sin")
        assert cell["omega"] == pytest.approx(omega[columns.pair[slot]], rel=1e-14)
        assert ("convention" in cell) == (found.name != "paper")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("3 5 --convention marian", "i = 5 - 4 = 1; slots 4 to 7 hold the cosines"),
        ("3 5 --convention marian --d-model 7", "i = 5 - 4 = 1; slots 4 to 6 hold the cosines"),
        ("3 2 --convention musicgen", "i = 2; slots 0 to 3 hold the cosines"),
        ("3 1 --convention whisper", "2i/(d_model - 2) = 2/6"),
        ("3 1 --convention tensor2tensor --d-model 7", "2i/(d_model - 3) = 2/4"),
        ("3 3 --convention positional-encodings --d-model 7", "2i/(d_model + 1) = 2/8"),
        ("3 1 --convention t2t --d-model 2", "0, for there is no pair but this"),
        ("1 1 --convention fairseq", "0, for position 1 is that of padding"),
        ("3 1 --convention x-transformers-scaled", "0.353553390593·sin(0.3)"),
        ("3 1", "slot 1 is odd, so it holds a cosine"),
    ],
)
def test_explain_says_how_a_slot_is_found(arguments: str, words: str) -> None:
    """By its layout, its divisor and its scale."""
    assert words in out("explain", *arguments.split())


def test_explain_and_plot_need_one_position() -> None:
    """A grid is refused with the command that prints it."""
    for arguments in (["explain", "3", "1"], ["plot", "waves"]):
        error = refusal(*arguments, "--convention", "detr")
        assert error.where == "--convention" and "petui table --convention detr" in error.mend


def test_plot_takes_a_convention() -> None:
    """With its own base."""
    assert out("plot", "waves", "--convention", "whisper", "--width", "60", "--height", "20").strip()
    assert refusal("plot", "waves", "--convention", "whisper", "--d-model", "7").where == "--d-model"
