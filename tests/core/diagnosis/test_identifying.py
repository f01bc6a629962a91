"""`identify` and `assert_encoding`: tables of people's own programs, in their own tests."""

from __future__ import annotations

import numpy as np
import pytest

from petui.core import assert_encoding, encode, identify
from petui.core.conventions import CONVENTIONS, encode_as
from petui.core.errors import ParameterError


def test_a_right_table_is_identified_and_asserted() -> None:
    table = encode(range(20), 16, dtype="float32")
    assert identify(table).matches[0].convention == "paper"
    assert_encoding(table)
    assert_encoding(table.tolist(), dtype="float32")
    assert_encoding(encode(range(5, 25), 16), start=5)
    assert_encoding(encode(range(20), 16, 500.0), base=500.0)
    assert_encoding(encode_as(CONVENTIONS["fairseq"], range(2, 30), 16), "fairseq")


def test_a_wrong_table_fails_with_the_cell_the_cause_and_the_mend() -> None:
    with pytest.raises(AssertionError) as failed:
        assert_encoding(encode(range(1, 21), 16))
    said = str(failed.value).splitlines()
    assert said[0] == "not the table of paper (20 rows, 16 slots)"
    assert said[1] == "first difference: row 0, slot 0: got 0.8414709848078965, expected 0.0"
    assert said[2].startswith("start-at-one: ")
    assert said[3].startswith("mend: ")


def test_a_table_that_is_close_fails_and_passes_with_the_tolerance_that_is_said() -> None:
    table = encode(range(20), 16).round(4)
    with pytest.raises(AssertionError, match="decimals"):
        assert_encoding(table)
    assert_encoding(table, atol=1e-4)


def test_noise_fails_without_a_cause() -> None:
    with pytest.raises(AssertionError, match="no slip that is known"):
        assert_encoding(np.random.default_rng(0).normal(size=(20, 16)))


@pytest.mark.parametrize("shape", [(1, 20, 16), (20, 1, 16)])
def test_a_batch_of_one_is_taken_off_and_said(shape: tuple[int, ...]) -> None:
    found = identify(encode(range(20), 16).reshape(shape))
    assert found.verdict == "match"
    assert found.shape == (20, 16)
    assert "was taken off" in found.remarks[0]


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((0, 4)),
        np.zeros((4, 0)),
        np.zeros(4),
        np.zeros((2, 3, 4)),
        np.array([["a", "b"]]),
        np.ones((2, 2), dtype=complex),
        np.array([[None, 1]], dtype=object),
        [[1, 2], [3]],
        "text",
    ],
)
def test_what_holds_no_table_of_numbers_is_refused(array: object) -> None:
    with pytest.raises(ParameterError):
        identify(array)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [{"convention": "nobody"}, {"dtype": "int8"}, {"base": 0.0}])
def test_impossible_arguments_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        identify(encode(range(4), 8), **bad)  # type: ignore[arg-type]


def test_what_is_not_finite_does_not_hide_the_rest() -> None:
    table = encode(range(20), 16)
    table[3, 4] = np.nan
    found = identify(table)
    assert (found.verdict, found.causes[0].bug, found.causes[0].first_difference) == ("bug", "not-finite", (3, 4))
    assert identify(np.full((4, 4), np.nan)).verdict == "unknown"


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        *(("start", each) for each in ("x", True, 1.5, float("nan"), 1 << 60)),
        *(("rtol", each) for each in (-1, float("nan"), float("inf"), "x", "1", True, [1])),
        *(("atol", each) for each in ("x", float("inf"), -1e-9)),
        *(("convention", each) for each in (3, None, b"paper")),
    ],
)
def test_an_impossible_argument_is_named(argument: str, value: object) -> None:
    for call in (identify, assert_encoding):
        if call is identify and value is None:
            continue
        with pytest.raises(ParameterError) as failed:
            call(encode(range(20), 16), **{argument: value})  # type: ignore[arg-type]
        assert failed.value.where == argument


def test_masked_cells_are_refused_and_a_mask_of_none_is_not() -> None:
    table = encode(range(20), 16)
    assert_encoding(np.ma.masked_array(table, mask=False))
    with pytest.raises(ParameterError, match="masked"):
        identify(np.ma.masked_array(table, mask=table > 0.5))


def test_whole_numbers_of_numpy_are_positions_and_tolerances() -> None:
    assert_encoding(encode(range(5, 25), 16), start=np.int64(5), atol=np.float32(1e-6), rtol=0)  # type: ignore[arg-type]


def test_a_relative_tolerance_is_taken() -> None:
    table = encode(range(20), 16) * 1.0005
    with pytest.raises(AssertionError):
        assert_encoding(table)
    assert_encoding(table, rtol=1e-3)
