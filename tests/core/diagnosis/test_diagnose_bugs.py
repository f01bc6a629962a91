"""Every slip known by name is put into tables of several sizes and formats, and must be named."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Declared, Diagnosis
from petui.core.precision import brains
from tests.core.diagnosis.wrongprograms import WRONG, WRONG_TWICE, right

SIZES = ((20, 6), (20, 8), (20, 64), (20, 512), (5000, 6), (5000, 8))
LONG, LARGE = (5000, 64), (5000, 512)
DTYPES = ("float64", "float32", "float16")
# What legitimate arithmetic does to an angle, and to a value.
PHASE = {"float64": 4e-16, "float32": 2e-7, "float16": 2e-7}
ROUNDING = {"float64": 5e-16, "float32": 6e-8, "float16": 2.5e-4}
CLOSE = {
    *("rounded-values", "inexact", "computed-in-float32", "quantised"),
    *("truncated-to-bfloat16", "truncated-to-float16"),
}


def changes_nothing(table: NDArray[np.floating], wanted: NDArray[np.float64]) -> bool:
    """Whether a table is the right one for all that its format shows."""
    if table.shape != wanted.shape:
        return False
    reach = np.maximum(np.arange(len(table)), 10)[:, None]
    name = table.dtype.name
    return bool((np.abs(table.astype(np.float64) - wanted) <= ROUNDING[name] + PHASE[name] * reach).all())


def injected(sizes: Iterator[tuple[str, int, tuple[int, int], str]]) -> tuple[Counter[tuple[str, str]], list[str]]:
    """How often each slip was named as what, and which tables were named wrongly."""
    confusion: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    for bug, which, (rows, width), dtype in sizes:
        with np.errstate(all="ignore"):
            table = WRONG[bug][which](rows, width).astype(dtype)
        nothing = changes_nothing(table, right(rows, width))
        found = diagnose(table)
        named = found.causes[0].bug if found.causes else found.verdict
        if nothing:
            assert found.verdict == "match", (bug, rows, width, dtype, named)
            confusion[bug, "(nothing changed)"] += 1
            continue
        alike = bug in {cause.bug for cause in found.causes}
        confusion[bug, bug if alike else named] += 1
        assert found.verdict != "match", (bug, rows, width, dtype)
        if not alike or found.verdict != "bug":
            wrong.append(f"{bug} {which} {rows}x{width} {dtype}: {found.verdict} {named}")
    return confusion, wrong


def cases(dtype: str) -> Iterator[tuple[str, int, tuple[int, int], str]]:
    """Every slip at every size in a format; of long tables every third, each in one format, of the largest fewer."""
    every = [(bug, which) for bug, programs in WRONG.items() for which in range(len(programs))]
    yield from ((bug, which, size, dtype) for (bug, which), size in product(every, SIZES))
    yield from ((bug, which, LONG, dtype) for bug, which in every[DTYPES.index(dtype) :: len(DTYPES)])
    yield from ((bug, which, LARGE, dtype) for bug, which in every[DTYPES.index(dtype) :: 11])


def printed(confusion: Counter[tuple[str, str]]) -> str:
    lines = [f"{'injected':<28}{'named':<28}tables"]
    lines += [f"{bug:<28}{named:<28}{count}" for (bug, named), count in sorted(confusion.items())]
    return "\n".join(lines)


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_injected_slip_is_named_and_none_is_a_match(dtype: str) -> None:
    confusion, wrong = injected(cases(dtype))
    print(printed(confusion))
    total = sum(count for (_, named), count in confusion.items() if named != "(nothing changed)")
    print(f"{total} tables, {len(wrong)} named otherwise")
    assert total > 460
    assert len(wrong) <= 0.02 * total, wrong


@pytest.mark.soak
def test_every_injected_slip_is_named_in_large_tables() -> None:
    every = [(bug, which) for bug, programs in WRONG.items() for which in range(len(programs))]
    sizes = product(every, (LONG, LARGE), DTYPES)
    confusion, wrong = injected((bug, which, size, dtype) for (bug, which), size, dtype in sizes)
    print(printed(confusion))
    assert len(wrong) <= 0.02 * sum(confusion.values()), wrong


@pytest.mark.parametrize(("rows", "width"), [(20, 8), (60, 32)])
def test_slips_are_named_in_bfloat16_too(rows: int, width: int) -> None:
    total, wrong = 0, []
    for bug, programs in WRONG.items():
        for which, program in enumerate(programs):
            with np.errstate(all="ignore"):
                table = brains(program(rows, width)).astype(np.float32)
            if table.shape == (rows, width) and (np.abs(table - right(rows, width)) <= 2.01e-3).all():
                continue
            found = diagnose(table, Declared(dtype="bfloat16"))
            assert found.verdict != "match", (bug, which)
            total += 1
            if bug not in {cause.bug for cause in found.causes}:
                wrong.append((bug, which, found.verdict))
    assert len(wrong) <= 0.02 * total, wrong


@pytest.mark.parametrize("bugs", WRONG_TWICE, ids="+".join)
@pytest.mark.parametrize(("rows", "width"), [(20, 8), (20, 64), (300, 6)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_two_slips_at_once_are_both_named(bugs: tuple[str, str], rows: int, width: int, dtype: str) -> None:
    found = diagnose(WRONG_TWICE[bugs](rows, width).astype(dtype))
    assert found.verdict == "bug"
    assert set(bugs) <= {cause.bug for cause in found.causes}


def test_every_slip_by_name_is_injected_somewhere() -> None:
    elsewhere = {
        # Named where a convention is declared, or an odd width is given.
        *("halves-swapped", "concatenated-not-interleaved", "interleaved-not-concatenated", "other-convention"),
        *("one-pair-more", "width-rounded-up", "sign-lost"),
        *CLOSE,
        # What remains when nothing plainer holds.
        *("damaged-columns", "irregular-positions", "position-step", "frequencies-off", "rotary-cache", "unexplained"),
    }
    assert {bug for bug, programs in WRONG.items() if programs} | elsewhere == set(BUGS)


DECLARED: dict[str, tuple[Callable[[NDArray[np.float64]], NDArray[np.float64]], Declared]] = {
    "halves-swapped": (lambda t: np.hstack([t[:, 1::2], t[:, 0::2]]), Declared(convention="marian")),
    "concatenated-not-interleaved": (lambda t: np.hstack([t[:, 0::2], t[:, 1::2]]), Declared(convention="paper")),
    "interleaved-not-concatenated": (lambda t: t, Declared(convention="marian")),
    "other-convention": (lambda t: t, Declared(convention="tensor2tensor")),
    "one-pair-more": (lambda t: np.hstack([t[:, 0::2], t[:, 1::2]]), Declared(convention="tensor2tensor")),
    "start": (lambda t: t, Declared(start=5)),
    "base": (lambda t: t, Declared(base=500.0)),
}


@pytest.mark.parametrize("bug", DECLARED)
@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_declared_decides_what_is_wrong(bug: str, dtype: str) -> None:
    change, declared = DECLARED[bug]
    found = diagnose(change(right(40, 12)).astype(dtype), declared)
    assert found.verdict == "bug"
    assert found.causes[0].bug == bug


def test_a_lost_sign_of_negative_positions() -> None:
    table = right(20, 8, -9)
    table[:, 0::2] = np.abs(np.arange(20) - 9)[:, None] * 0 + right(20, 8)[np.abs(np.arange(20) - 9)][:, 0::2]
    assert [cause.bug for cause in diagnose(table, Declared(start=-9)).causes] == ["sign-lost"]


def test_a_width_that_was_rounded_up() -> None:
    assert "width-rounded-up" in {cause.bug for cause in diagnose(right(20, 8)[:, :7], Declared("paper")).causes}


def test_rounded_values_are_close_and_say_how_many_decimals() -> None:
    found = diagnose(np.round(right(20, 8), 4))
    assert (found.verdict, found.causes[0].bug) == ("close", "rounded-values")
    assert "4 decimals" in found.causes[0].says
    assert [match.convention for match in found.matches] == ["paper"]
    assert 1e-5 < found.matches[0].max_error <= 5.1e-5


def cut_off(table: NDArray[np.float64], dtype: str) -> NDArray[np.floating]:
    """Values with the lower bits dropped, as shifting a float32's bits right by 16 does."""
    if dtype == "bfloat16":
        return (table.astype(np.float32).view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    nearest = table.astype(np.float16)
    return np.where(np.abs(nearest) > np.abs(table), np.nextafter(nearest, np.float16(0)), nearest)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize(("rows", "width"), [(20, 8), (512, 64), (5000, 16)])
def test_values_that_were_cut_off_are_close(dtype: str, rows: int, width: int) -> None:
    found = diagnose(cut_off(right(rows, width), dtype))
    assert (found.verdict, found.causes[0].bug) == ("close", f"truncated-to-{dtype}")
    assert found.causes[0].first_difference is not None
    assert found.matches[0].convention == "paper"


@pytest.mark.parametrize("levels", [7, 127, 255, 32767])
@pytest.mark.parametrize(("rows", "width"), [(20, 8), (512, 64)])
def test_values_that_were_quantised_are_close(levels: int, rows: int, width: int) -> None:
    for dtype in ("float64", "float32"):
        found = diagnose((np.round(right(rows, width) * levels) / levels).astype(dtype))
        assert (found.verdict, found.causes[0].bug) == ("close", "quantised")
        assert f"1/{levels}:" in found.causes[0].says


def test_angles_of_single_precision_in_a_double_table_are_close() -> None:
    angles = np.arange(300, dtype=np.float32)[:, None] * (10000 ** (-np.arange(0, 64, 2) / 64)).astype(np.float32)
    table = np.stack([np.sin(angles.astype(float)), np.cos(angles.astype(float))], axis=2).reshape(300, 64)
    found = diagnose(table)
    assert (found.verdict, found.causes[0].bug) == ("close", "computed-in-float32")


def first_cell(found: Diagnosis) -> tuple[tuple[int, int] | None, float | None, float | None]:
    cause = found.causes[0]
    return cause.first_difference, cause.got, cause.expected


def test_the_first_cell_that_differs() -> None:
    table = right(5000, 64)
    table[4321, 17] += 0.25
    cell, got, expected = first_cell(diagnose(table))
    assert cell == (4321, 17)
    assert got == table[4321, 17]
    assert expected == pytest.approx(right(5000, 64)[4321, 17], abs=1e-11)


def test_the_other_reading_of_the_same_numbers_is_named_with_its_base() -> None:
    doubled = diagnose(WRONG["doubled-exponent"][0](20, 8))
    assert doubled.causes[0].bug == "doubled-exponent"
    assert [match.convention for match in doubled.matches] == ["paper"]
    assert doubled.matches[0].base == pytest.approx(1e8)
    t2t = np.hstack([np.sin(a := np.outer(np.arange(20), 10000 ** (-np.arange(4) / 3))), np.cos(a)])
    found = diagnose(t2t)
    assert found.verdict == "match"
    assert found.matches[0].convention == "tensor2tensor"
    assert {match.convention: match.base for match in found.matches}["marian"] == pytest.approx(215443.469, rel=1e-6)


def test_a_reading_of_the_declared_base_is_not_named_beside_itself() -> None:
    for dtype in DTYPES:
        assert diagnose((right(20, 64) * 8).astype(dtype)).matches == ()


def test_another_base_is_named_and_matches_where_it_is_declared() -> None:
    table = right(20, 8, base=500.0)
    found = diagnose(table)
    assert (found.verdict, found.causes[0].bug) == ("bug", "base")
    assert "--base 500" in found.causes[0].mend
    assert diagnose(table, Declared(base=500.0)).verdict == "match"


@pytest.mark.parametrize("base", [2.0, 9999.0, 1e6, 1e8, 1e100, 1e200, 1e300])
@pytest.mark.parametrize(("rows", "width"), [(20, 8), (20, 64), (1, 16)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_usual_base_is_named_first_where_another_is_declared(
    base: float, rows: int, width: int, dtype: str
) -> None:
    for name in (None, "paper"):
        found = diagnose(right(rows, width, 1).astype(dtype), Declared(name, start=1, base=base))
        if dtype == "float16" and base == 9999:
            assert found.verdict in ("match", "bug")
            continue
        assert (found.verdict, found.causes[0].bug) == ("bug", "base")
        assert found.causes[0].says.startswith("The base is 10000, not ")
        assert found.matches[0].base == 10000
        assert len({cause.bug for cause in found.causes}) == len(found.causes)


def test_no_warning_leaves_the_search_and_the_table_is_not_changed() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for table in (right(20, 8), np.full((4, 4), np.nan), np.full((3, 5), np.inf), np.zeros((9, 7)), right(1, 2)):
            before = table.copy()
            table.setflags(write=False)
            diagnose(table)
            np.testing.assert_array_equal(table, before)
