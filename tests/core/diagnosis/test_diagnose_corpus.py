"""Tables as programmers write them, by plain NumPy in the number formats of their libraries: each is named, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from petui.core.conventions import encode_grid
from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Declared, Diagnosis
from petui.core.precision import brains
from petui.core.registry import PLANES
from tests.core.diagnosis.wrongprograms import right

Table = NDArray[np.floating]


def angles(rows: int, omega: Table, start: int = 0) -> Table:
    return np.outer(np.arange(start, start + rows), omega)


def paired(turns: Table) -> Table:
    return np.stack([np.sin(turns), np.cos(turns)], axis=2).reshape(len(turns), -1)


def halves(turns: Table) -> Table:
    return np.concatenate([np.sin(turns), np.cos(turns)], axis=1)


def cosines_first(turns: Table) -> Table:
    return np.concatenate([np.cos(turns), np.sin(turns)], axis=1)


def paper(d: int, base: float = 1e4) -> Table:
    return base ** (-np.arange(0, d, 2) / d)


def t2t(d: int) -> Table:
    return 1e4 ** (-np.arange(d // 2) / (d // 2 - 1))


def bugs(found: Diagnosis) -> list[str]:
    return [cause.bug for cause in found.causes]


def changed(omega: Table, pair: int, factor: float) -> Table:
    return np.where(np.arange(len(omega)) == pair, omega * factor, omega)


FREQUENCIES: dict[str, tuple[Table, str]] = {
    "rounded to 4": (paired(angles(200, np.round(paper(64), 4))), "rounded to 4 decimals"),
    "rounded to 6, many rows": (paired(angles(5000, np.round(paper(64), 6))), "rounded to 6 decimals"),
    "rounded to 3, sines first": (halves(angles(50, np.round(t2t(8), 3))), "rounded to 3 decimals"),
    "one pair": (paired(angles(200, changed(paper(64), 5, 1.01))), "pair 5 is off: it turns by 0.239509"),
    "first pair": (paired(angles(200, changed(paper(64), 0, 1.3))), "pair 0 is off: it turns by 1.3 "),
    "all by a little": (
        paired(angles(200, paper(64) * (1 + 0.01 * np.sin(np.arange(32))))),
        "of 32 frequencies are off, that of pair 1 first",
    ),
}


@pytest.mark.parametrize("which", FREQUENCIES)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_frequencies_that_are_a_little_off_are_told_by_pair(which: str, dtype: str) -> None:
    table, says = FREQUENCIES[which]
    found = diagnose(table.astype(dtype))
    assert (found.verdict, bugs(found)) == ("bug", ["frequencies-off"])
    assert says in found.causes[0].says


def test_nothing_was_added_where_every_pair_is_on_its_circle() -> None:
    random = np.random.default_rng(2)
    for spread in (0.001, 0.01, 0.1, 0.5):
        turns = angles(200, paper(64)) + random.normal(0, spread, (200, 32))
        assert "embeddings-added" not in bugs(diagnose(paired(turns)))
    assert bugs(diagnose(right(200, 64) + random.normal(0, 0.05, (200, 64)))) == ["embeddings-added"]


DAMAGED: dict[str, tuple[Table, str, tuple[int, int]]] = {
    "tensor2tensor": (halves(angles(30, t2t(8))), "tensor2tensor", (7, 2)),
    "row 1, where fairseq has none": (halves(angles(30, t2t(8))), "tensor2tensor", (1, 2)),
    "musicgen": (cosines_first(angles(40, t2t(16))), "musicgen", (12, 12)),
    "paper, row 0": (paired(angles(30, paper(8))), "paper", (0, 0)),
}


@pytest.mark.parametrize("which", DAMAGED)
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_one_cell_that_is_off_is_just_that(which: str, dtype: str) -> None:
    table, name, cell = DAMAGED[which]
    table = table.astype(dtype)
    table[cell] += 0.5
    found = diagnose(table)
    assert (found.verdict, bugs(found), found.causes[0].first_difference) == ("bug", ["damaged-cells"], cell)
    assert found.causes[0].says.startswith("1 cell is off")
    assert found.meant is not None
    assert (found.meant.convention, found.meant.start) == (name, 0)


def spoilt(table: Table, row: int, value: float) -> Table:
    table[row, 3] = value
    return table


BESIDE: dict[str, tuple[Table, set[str]]] = {
    "another base": (spoilt(paired(angles(60, paper(32, 2000.0))), 7, 0.3), {"base", "damaged-cells"}),
    "doubled": (spoilt(paired(angles(50, paper(64) ** 2)), 7, np.nan), {"doubled-exponent", "not-finite"}),
    "doubled, in row 0": (spoilt(paired(angles(50, paper(64) ** 2)), 0, np.nan), {"doubled-exponent", "not-finite"}),
    "late": (spoilt(right(100, 64, 1), 9, np.nan), {"start-at-one", "not-finite"}),
}


@pytest.mark.parametrize("which", BESIDE)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_cell_that_is_off_does_not_hide_another_slip(which: str, dtype: str) -> None:
    table, expected = BESIDE[which]
    found = diagnose(table.astype(dtype))
    assert (found.verdict, set(bugs(found))) == ("bug", expected)


def test_a_column_that_is_not_finite() -> None:
    table = right(100, 64)
    table[:, 7] = np.nan
    assert "not-finite" in bugs(diagnose(table))


@pytest.mark.parametrize("start", [300, 5000, 70000, 1000000])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_a_slice_from_far_on_says_from_where(start: int, dtype: str) -> None:
    for table in (paired(angles(50, paper(64), start)), halves(angles(50, t2t(64), start))):
        found = diagnose(table.astype(dtype))
        assert bugs(found) == ["start"]
        assert f"position {start}," in found.causes[0].says


def random_bases() -> Iterator[tuple[int, int, float, str]]:
    random = np.random.default_rng(1)
    for d, rows, dtype in product((6, 10, 64, 512), (5, 100, 2048), ("float64", "float32", "float16")):
        yield d, rows, float(np.exp(random.uniform(3, 13))), dtype


def test_a_base_that_is_found_is_a_match_where_it_is_declared() -> None:
    for d, rows, base, dtype in random_bases():
        table = paired(angles(rows, paper(d, base))).astype(dtype)
        found = diagnose(table)
        assert bugs(found)[0] == "base", (d, rows, base, dtype)
        told = float(found.causes[0].says.removeprefix("The base is ").split(",")[0])
        again = diagnose(table, Declared(base=told))
        assert (again.verdict, again.matches[0].convention) == ("match", "paper"), (d, rows, base, dtype, told)


@pytest.mark.parametrize("s", [1.5, 2, 4, 8])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_base_stretched_for_a_longer_context_is_told(s: float, dtype: str) -> None:
    for d, put in product((64, 128), (paired, cosines_first)):
        found = diagnose(put(angles(2048, paper(d, 1e4 * s ** (d / (d - 2))))).astype(dtype))
        assert any(f"s = {s:g}: NTK-aware" in remark for remark in found.remarks)
    assert not diagnose(paired(angles(2048, paper(64, 5e5))).astype(dtype)).remarks


ROTARY: dict[str, Callable[[Table], Table]] = {
    "cosines, halves": lambda a: np.cos(np.concatenate([a, a], axis=1)),
    "sines, halves": lambda a: np.sin(np.concatenate([a, a], axis=1)),
    "cosines, side by side": lambda a: np.cos(np.repeat(a, 2, axis=1)),
    "sines, side by side": lambda a: np.sin(np.repeat(a, 2, axis=1)),
    "cosines, once": np.cos,
    "sines, once": np.sin,
}


@pytest.mark.parametrize("which", ROTARY)
@pytest.mark.parametrize("base", [1e4, 5e5, 123456.0])
def test_one_table_of_a_rotary_cache_is_told_from_an_encoding(which: str, base: float) -> None:
    for d, dtype in product((32, 128), ("float64", "float32", "float16", "bfloat16")):
        table = ROTARY[which](angles(512, paper(d, base)))
        table = brains(table.astype(np.float64)).astype(np.float32) if dtype == "bfloat16" else table.astype(dtype)
        found = diagnose(table)
        assert found.verdict == "bug"
        told = next(cause for cause in found.causes if cause.bug == "rotary-cache")
        assert which.split(",")[0] in told.says
        if base != 1e4 and dtype in ("float64", "float32"):
            assert f"--base {base:.12g}" in told.mend


@pytest.mark.parametrize("digits", [4, 6])
def test_figures_of_narrow_numbers_are_judged_as_those(digits: int) -> None:
    declared = Declared(resolution=0.5 * 10.0**-digits)
    for narrow in (lambda t: t.astype(np.float16).astype(float), brains):
        found = diagnose(np.round(narrow(right(100, 16)), digits), declared)
        assert (found.verdict, found.matches[0].convention) == ("match", "paper")
        assert any("judged as" in remark for remark in found.remarks)
        slip = diagnose(np.round(narrow(right(100, 16, 1)), digits), declared)
        assert (slip.verdict, bugs(slip)) == ("bug", ["start-at-one"])
    for exact in (right(100, 16), right(1, 8)):
        assert not any("judged as" in remark for remark in diagnose(np.round(exact, digits), declared).remarks)


def test_columns_that_are_reversed_are_said_to_be() -> None:
    for table in (right(100, 64), halves(angles(100, t2t(64)))):
        found = diagnose(table[:, ::-1].astype(np.float32))
        assert bugs(found) == ["columns-out-of-order"]
        assert "reversed" in found.causes[0].says


def test_stripes_may_be_the_first_row_of_a_batch_or_nothing() -> None:
    found = diagnose(np.tile([0.0, 1.0], (30, 8)))
    assert bugs(found) == ["every-row-the-same"]
    assert "if rows of 0 and 1 are an encoding at all" in found.causes[0].says
    for low, high in ((0.0, 255.0), (0.2, 0.8), (1.0, 2.0)):
        assert diagnose(np.tile([low, high], (30, 8))).verdict == "unknown"


@pytest.mark.parametrize("name", [name for name, plane in PLANES.items() if len(plane.axes) == 2])
@pytest.mark.parametrize("shape", [(2, 2), (14, 14), (7, 31), (20, 3)])
def test_a_grid_is_known_again_cell_by_cell(name: str, shape: tuple[int, int]) -> None:
    for d, dtype in product((8, 64), ("float64", "float32", "float16")):
        table = encode_grid(PLANES[name], shape, d, None, dtype).reshape(-1, d)
        found = diagnose(table)
        assert found.verdict == "match"
        assert name in {match.convention for match in found.matches}
        assert any(f"a grid of {shape[0]} by {shape[1]}" in remark for remark in found.remarks)
        table[min(6, len(table) - 1), 1] += 0.25
        assert diagnose(table).verdict != "match"


def test_a_grid_after_the_row_of_a_class_token() -> None:
    grid = encode_grid(PLANES["mae"], (14, 14), 64, None, "float32").reshape(-1, 64)
    found = diagnose(np.concatenate([np.zeros((1, 64), dtype=np.float32), grid]))
    assert (found.verdict, found.matches[0].convention) == ("match", "mae")
    assert any("class token" in remark for remark in found.remarks)


class WithoutColumns(np.ndarray):
    """A table whose columns cost too much to be read for nothing."""

    @property
    def T(self) -> NDArray[np.floating]:  # type: ignore[override]
        raise AssertionError("all columns were read")


def test_a_table_is_not_turned_unless_its_first_row_begins_like_a_column() -> None:
    assert diagnose(np.random.default_rng(0).normal(size=(300, 40)).view(WithoutColumns)).verdict == "unknown"
    with pytest.raises(AssertionError, match="all columns"):
        diagnose(right(40, 300).T.view(WithoutColumns))
    assert bugs(diagnose(right(40, 300).T)) == ["transposed"]


def test_one_row_is_no_rows() -> None:
    table = right(60, 16)
    table[7] = np.random.default_rng(1).normal(size=16)
    assert diagnose(table).causes[0].says == "Row 7 is off; the others are right."
    table[9] = table[7]
    assert diagnose(table).causes[0].says.startswith("2 rows are off")
