"""Every convention is known again from its numbers; what is none is not taken for one."""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from petui.core.conventions import CONVENTIONS, Convention, encode_as
from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Declared, Diagnosis
from petui.core.parameters import DTYPES
from petui.core.precision import brains
from tests.core.diagnosis.wrongprograms import right

HERE = Path(__file__).parent.parent
PROGRAMS: list[dict[str, Any]] = json.loads((HERE / "vectors_libraries.json").read_text())["rows"]
SLIPS: list[dict[str, Any]] = json.loads((HERE / "vectors_slips.json").read_text())["slips"]


def table_of(
    named: Convention, positions: range, width: int, base: float = 10000.0, dtype: str = "float64"
) -> NDArray[np.floating]:
    if dtype == "bfloat16":
        return brains(encode_as(named, positions, width, base).astype(np.float64)).astype(np.float32)
    return encode_as(named, positions, width, base, dtype)


def widths_of(named: Convention, *wanted: int) -> Iterator[int]:
    yield from (width for width in wanted if named.has_width(width))


def names(found: Diagnosis) -> set[str]:
    """Every convention that a match names."""
    return {match.convention for match in found.matches}


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_convention_is_found_from_its_numbers_alone(name: str, dtype: str) -> None:
    named = CONVENTIONS[name]
    for width, rows in product(widths_of(named, 4, 6, 7, 8, 64, 65, 512), (4, 20, 130)):
        found = diagnose(table_of(named, range(named.start, named.start + rows), width, dtype=dtype))
        assert found.verdict == "match", (width, rows)
        assert name in names(found)
        first = found.matches[0]
        assert (first.start, first.base) == (named.start, 10000.0)
        assert first.scale == pytest.approx(named.multiplier(width))
        assert first.max_error <= first.tolerance


@given(
    name=st.sampled_from(sorted(CONVENTIONS)),
    width=st.integers(1, 70),
    rows=st.integers(1, 40),
    start=st.integers(-3000, 1 << 20),
    base=st.floats(2, 1e6),
    dtype=st.sampled_from(DTYPES),
)
@settings(max_examples=150, deadline=None)
def test_a_table_is_a_match_of_what_it_is_declared_to_be(
    name: str, width: int, rows: int, start: int, base: float, dtype: str
) -> None:
    for fitting in widths_of(CONVENTIONS[name], width):
        table = table_of(CONVENTIONS[name], range(start, start + rows), fitting, base, dtype)
        format_said = dtype if dtype == "bfloat16" else None
        found = diagnose(table, Declared(name, start, base, format_said))
        assert found.verdict == "match"
        match = found.matches[0]
        assert (match.convention, match.start, match.base) == (name, start, base)


@given(seed=st.integers(0, 1 << 32), row=st.integers(0, 19), slot=st.integers(0, 7), off=st.floats(1e-4, 3))
@settings(max_examples=80, deadline=None)
def test_a_table_with_one_cell_off_is_never_a_match(seed: int, row: int, slot: int, off: float) -> None:
    table = right(20, 8).astype(np.float32)
    table[row, slot] += off if seed % 2 else -off
    found = diagnose(table)
    assert found.verdict == "bug"
    assert found.causes[0].first_difference == (row, slot)


@given(order=st.permutations(range(12)))
@settings(max_examples=80, deadline=None)
def test_rows_in_another_order_are_never_a_match(order: list[int]) -> None:
    found = diagnose(right(12, 16)[order])
    assert found.verdict == ("match" if order == sorted(order) else "bug")


@given(seed=st.integers(0, 1 << 32), rows=st.integers(2, 40), width=st.integers(2, 40), scale=st.floats(1e-3, 30))
@settings(max_examples=150, deadline=None)
def test_noise_is_unknown(seed: int, rows: int, width: int, scale: float) -> None:
    found = diagnose(np.random.default_rng(seed).normal(size=(rows, width)) * scale)
    assert found.verdict == "unknown"
    assert not found.matches
    assert not found.causes


def unrelated(rows: int, width: int, seed: int) -> Iterator[tuple[str, NDArray[Any]]]:
    """Tables that are no encoding: random, learned-like, pictures, ramps."""
    random = np.random.default_rng(seed)
    normal = random.normal(size=(rows, width))
    steps = np.arange(rows) / rows
    smooth = sum(
        np.outer(np.cos(np.pi * (k + 0.5) * steps + random.uniform(0, 6)), random.normal(size=width)) / (k + 1)
        for k in range(6)
    )
    yield "normal", normal
    yield "small", normal * 0.02
    yield "uniform", random.uniform(-1, 1, (rows, width))
    yield "walk", np.cumsum(normal, axis=0) * 0.1
    yield "learned and smooth", np.asarray(smooth)
    yield "learned of few directions", random.normal(size=(rows, 3)) @ random.normal(size=(3, width))
    yield "learned with a mean", np.cumsum(normal, axis=0) / rows**0.5 * 0.05 + random.normal(size=width) * 0.1
    yield "waves of any frequency and phase", np.sin(np.outer(np.arange(rows), random.uniform(0, 3, width)) + normal)
    yield "softmax", np.exp(normal) / np.exp(normal).sum(axis=1, keepdims=True)
    yield "picture", random.integers(0, 256, (rows, width)).astype(np.uint8)
    yield (
        "smooth picture",
        (127 + 120 * np.sin(np.arange(rows)[:, None] / 9) * np.cos(np.arange(width) / 7)).astype(int),
    )
    yield "zeros and ones", random.integers(0, 2, (rows, width)).astype(np.float64)
    yield "whole numbers", random.integers(-3, 4, (rows, width))
    yield "identity", np.eye(rows, width)
    yield "zeros", np.zeros((rows, width))
    yield "ones", np.ones((rows, width))
    yield "ramp", np.add.outer(np.arange(rows), np.arange(width)) * 1.0
    yield "product", np.outer(np.arange(rows), np.arange(width)) / (rows * width)
    yield "one row repeated", np.tile(normal[:1], (rows, 1))
    yield "one number", np.full((rows, width), 0.37)
    yield from patterned(rows, width)
    yield from turning_otherwise(rows, width, random)


def patterned(rows: int, width: int) -> Iterator[tuple[str, NDArray[Any]]]:
    """Patterns of pictures, and of transforms and biases that programs keep in tables."""
    row, column = np.arange(rows), np.arange(width)
    yield "stripes", np.tile(np.where(column % 2, 0.8, 0.2), (rows, 1))
    yield "wide stripes", np.tile(column // 2 % 2 * 255, (rows, 1))
    if rows > 1:
        yield "checks", np.add.outer(row, column) % 2
    yield "one of many", np.eye(width)[row * 7 % width]
    yield "cosine transform", np.cos(np.pi * np.outer(row + 0.5, column) / width)
    yield "Fourier transform", np.cos(2 * np.pi * np.outer(row, column) / max(rows, width))
    yield "Walsh", np.array([[(-1.0) ** (r & c).bit_count() for c in column.tolist()] for r in row.tolist()])
    yield "distances", -np.abs(np.subtract.outer(row, column)) * 0.25
    yield "slopes", -np.outer(row, 2.0 ** -(1 + column % 8))
    yield "binary digits", (row[:, None] >> np.minimum(column, 60)) & 1
    yield "bells", np.exp(-0.5 * ((row[:, None] - np.linspace(0, rows - 1, width)) / 3) ** 2)
    yield "positions", np.repeat(row[:, None], width, axis=1)


def turning_otherwise(rows: int, width: int, random: np.random.Generator) -> Iterator[tuple[str, NDArray[np.floating]]]:
    """Points on circles, as an encoding's pairs are, but by other frequencies or none."""
    pairs = (width + 1) // 2

    def waves(turns: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.stack([np.sin(turns), np.cos(turns)], axis=2).reshape(rows, -1)[:, :width]

    along = np.arange(rows)
    if pairs > 2 and rows > 2:
        yield "random features", waves(2 * np.pi * np.outer(along / rows, random.normal(0, 5, pairs)))
        yield "random frequencies", waves(np.outer(along, np.sort(np.exp(random.uniform(-9, 0, pairs)))[::-1]))
        yield "calendar", waves(2 * np.pi * np.outer(along, 1 / np.linspace(7, 366, pairs)))
    if rows > 3 and width > 3:
        yield "random turns", waves(random.uniform(0, 7, (rows, pairs)))
        yield "wandering turns", waves(np.cumsum(random.uniform(0, 0.5, (rows, pairs)), axis=0))


def test_nothing_unrelated_is_named() -> None:
    sizes = ((20, 6), (20, 8), (50, 16), (512, 32), (128, 128), (20, 512), (7, 7), (3, 4), (1, 12), (12, 1))
    seen: Counter[str] = Counter()
    for number, (rows, width) in enumerate(sizes):
        for (kind, table), dtype in product(unrelated(rows, width, number), ("float64", "float32", "float16")):
            whole = table.dtype.kind in "iu"
            if whole and dtype != "float64":
                continue
            found = diagnose(table if whole else table.astype(dtype))
            assert (found.verdict, found.matches, found.causes) == ("unknown", (), ()), (kind, rows, width, dtype)
            seen[kind] += 1
    print(f"{seen.total()} unrelated tables, none named")
    assert seen.total() >= 200


def test_a_row_alone_fits_several_and_says_so() -> None:
    found = diagnose(np.array([[0.0, 1.0, 0.0, 1.0]]))
    assert found.verdict == "match"
    assert found.matches[0].convention == "paper"
    assert any("One row alone" in remark for remark in found.remarks)


def test_rows_that_descend_are_those_of_xlnet_and_transformer_xl() -> None:
    for name, positions in (("transformer-xl", range(9, -1, -1)), ("xlnet", range(6, -4, -1))):
        found = diagnose(table_of(CONVENTIONS[name], positions, 16))
        assert found.verdict == "match"
        assert (found.matches[0].convention, found.matches[0].start) == (name, positions[0])


def test_the_row_of_padding_is_no_bug() -> None:
    found = diagnose(table_of(CONVENTIONS["fairseq"], range(12), 8))
    assert (found.verdict, found.matches[0].convention, found.matches[0].start) == ("match", "fairseq", 0)
    assert any("padding" in remark for remark in found.remarks)


def test_a_double_table_of_single_values_is_judged_as_single() -> None:
    found = diagnose(right(40, 16).astype(np.float32).astype(np.float64))
    assert found.verdict == "match"
    assert any("float32" in remark for remark in found.remarks)
    assert diagnose(right(40, 16).astype(np.float32).astype(np.float64), Declared(dtype="float64")).verdict == "close"


@pytest.mark.parametrize(("digits", "verdict"), [(4, "match"), (7, "match")])
def test_figures_of_text_need_not_be_better_than_their_decimals(digits: int, verdict: str) -> None:
    table = np.round(right(30, 16), digits)
    assert diagnose(table, Declared(resolution=0.5 * 10.0**-digits)).verdict == verdict


def test_tolerances_that_are_declared_take_the_place_of_those_that_fit() -> None:
    table = right(30, 16) + 1e-3
    assert diagnose(table).verdict != "match"
    assert diagnose(table, Declared(atol=1.1e-3)).verdict == "match"
    found = diagnose(single_precision(300, 16), Declared(atol=1e-12, rtol=0.0))
    assert (found.verdict, found.causes[0].bug) == ("close", "inexact")
    assert found.causes[0].first_difference is not None


def single_precision(rows: int, width: int) -> NDArray[np.float32]:
    """As PyTorch's tutorial computes it, all in float32."""
    rate = np.float32(-np.log(np.float32(10000)) / np.float32(width))
    frequencies = np.exp(np.arange(0, width, 2, dtype=np.float32) * rate)
    angles = np.arange(rows, dtype=np.float32)[:, None] * frequencies
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(rows, width)


@pytest.mark.parametrize(("rows", "width"), [(20, 8), (5000, 64), (40000, 16)])
def test_single_precision_arithmetic_is_a_match_at_any_length(rows: int, width: int) -> None:
    table = single_precision(rows, width)
    assert diagnose(table).verdict == "match"
    assert diagnose(table.astype(np.float16)).verdict == "match"


ONE_DIMENSIONAL = {
    "annotated_d4": "annotated-transformer", "pytorch_tutorial_d6": "pytorch-tutorial", "fairseq_d8_nopad": "whisper",
    "opennmt_interleaved_d6": "opennmt", "hf_marian_d8": "marian", "hf_marian_d7": "marian",
    "hf_distilbert_d8": "distilbert", "hf_distilbert_d7": "distilbert", "hf_xlnet_d8": "xlnet",
    "hf_speecht5_d8": "speecht5-scaled", "diffusers_1d_d8": "diffusers-1d", "pe_pkg_1d_d6": "positional-encodings",
    "x_transformers_scaled_d8": "x-transformers-scaled", "t2t_d8": "tensor2tensor", "keras_hub_d8": "keras-hub",
    "flax_wmt_d8": "flax-wmt",
}  # fmt: skip


@pytest.mark.parametrize("vector", ONE_DIMENSIONAL)
def test_what_public_programs_print_is_known_again(vector: str) -> None:
    entry = next(each for each in PROGRAMS if each["id"] == vector)
    found = diagnose(np.array(entry["values"], dtype=np.float64), Declared(resolution=6e-7))
    assert found.verdict == "match"
    assert ONE_DIMENSIONAL[vector] in names(found)


WRONG_ROWS = {
    "doubled_exponent_2i_2i": ("doubled-exponent", 2),
    "doubled_exponent_plus_one_cos": ("exponent-for-every-column", 3),
    "cos_uses_exponent_(2i+1)": ("cosine-own-exponent", 1),
}


@pytest.mark.parametrize("vector", WRONG_ROWS)
def test_a_wrong_row_that_was_published_is_named(vector: str) -> None:
    bug, start = WRONG_ROWS[vector]
    entry = next(each for each in SLIPS if each["id"].startswith(vector))
    for declared in (Declared(start=start), Declared(start=start, resolution=6e-7)):
        found = diagnose(np.array([entry["wrong"]]), declared)
        assert (found.verdict, found.causes[0].bug) == ("bug", bug)
        assert diagnose(np.array([entry["right"]]), declared).verdict in ("match", "close")


WRONG_FREQUENCIES: dict[str, tuple[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]]] = {
    "int_division_py2": ("integer-division", lambda wrong: 1 / wrong),
    "long_truncation": ("rate-cut-to-whole", lambda wrong: np.repeat(wrong, 2)),
    "exponents**1e-4": ("base-exponent-swapped", lambda wrong: np.repeat(wrong, 2)),
}


@pytest.mark.parametrize("vector", WRONG_FREQUENCIES)
def test_wrong_frequencies_that_were_published_are_named(vector: str) -> None:
    bug, frequency = WRONG_FREQUENCIES[vector]
    entry = next(each for each in SLIPS if each["id"].startswith(vector))
    omega = frequency(np.array(entry["wrong"], dtype=np.float64))
    angles = np.arange(20)[:, None] * omega
    table = np.where(np.arange(len(omega)) % 2, np.cos(angles), np.sin(angles))
    found = diagnose(table, Declared(resolution=1e-5))
    assert (found.verdict, found.causes[0].bug) == ("bug", bug)


def test_a_map_of_a_large_file_is_read_in_blocks(tmp_path: Path) -> None:
    rows, width = 40000, 64
    path = tmp_path / "table.npy"
    stored = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(rows, width))
    stored[:] = right(rows, width)
    stored[30001] = stored[5]
    stored.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = diagnose(np.load(path, mmap_mode="r"))
    assert [cause.bug for cause in found.causes] == ["shifted-row"]
    assert found.causes[0].first_difference == (30001, 0)


def test_a_width_that_the_declared_convention_cannot_have() -> None:
    found = diagnose(np.random.default_rng(0).normal(size=(20, 7)), Declared("xlnet"))
    assert found.verdict != "match"
    assert any("no odd width" in remark for remark in found.remarks)
    odd = diagnose(table_of(CONVENTIONS["distilbert"], range(20), 7), Declared("xlnet"))
    assert (odd.verdict, odd.causes[0].bug) == ("bug", "other-convention")


@given(
    rows=st.integers(1, 20),
    width=st.integers(1, 20),
    power=st.integers(-300, 300),
    broken=st.sampled_from([0.0, np.inf, -np.inf, np.nan]),
    base=st.sampled_from([1.0, 2.0, 1e12, 1e300]),
    name=st.sampled_from([None, "paper", "fairseq", "xlnet"]),
)
@settings(max_examples=80, deadline=None)
def test_no_table_is_too_strange(
    rows: int, width: int, power: int, broken: float, base: float, name: str | None
) -> None:
    table = np.random.default_rng(rows).normal(size=(rows, width)) * 10.0**power
    table[rows // 2, width // 2] = broken
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert diagnose(table, Declared(name, base=base)).verdict in ("unknown", "bug", "close", "match")
