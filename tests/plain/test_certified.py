"""The table whose every decimal is right."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.conventions import CONVENTIONS, convention
from petui.core.digits import certified_row, exact_sweep
from petui.core.errors import ParameterError
from petui.plain.certified import CertifiedRequest, certified_chunks, is_certified
from petui.plain.positions import read_exact_positions


def rows(
    pos: str, digits: int, d_model: int = 4, base: str = "10000", name: str = "paper"
) -> tuple[list[list[str]], list[list[str]]]:
    """The words of the three lines of the head, and those of the rows."""
    request = CertifiedRequest(read_exact_positions(pos), d_model, Decimal(base), name, digits)
    lines = [line.split() for line in "".join(certified_chunks(request, ascii=True)).splitlines()]
    return lines[:3], lines[3:]


def test_a_position_near_2_to_63() -> None:
    """All thirty decimals, and the frequencies."""
    head, (row,) = rows("9223372036854775807", 30)
    assert head == [["slot", "0", "1", "2", "3"], ["sin", "cos", "sin", "cos"], ["omega", "1", "1", "0.01", "0.01"]]
    # By mpmath with 60 digits.
    assert row == [
        "9223372036854775807",
        "0.530335266220223799221565698862",
        "0.847788007348018782808156148748",
        "0.732783809022960054038155798752",
        "0.680461526637474197833815668165",
    ]


@settings(max_examples=40)
@given(first=st.integers(-(2**53), 2**53 - 40), digits=st.integers(0, 14), d_model=st.integers(2, 24), data=st.data())
def test_float64_is_used_only_where_it_is_right(first: int, digits: int, d_model: int, data: st.DataObject) -> None:
    """The table is the proved one in every cell, in every convention."""
    name = data.draw(st.sampled_from(sorted(CONVENTIONS)))
    point = convention(name)
    d_model = max(d_model, point.least)
    d_model += d_model % 2
    _, table = rows(f"{first}:{first + 12}", digits, d_model, name=name)
    root = d_model if point.scale == "d^-1/2" else 1
    for position, row in zip(range(first, first + 12), table, strict=True):
        exact = certified_row(position, exact_sweep(point, d_model), point.columns(d_model), digits, root=root)
        if position == point.padding:
            assert not np.asarray(row[1:], dtype=float).any()
        else:
            assert row == [str(position), *exact]


def test_doubtful_cells_of_float64_are_proved() -> None:
    """Each of these rows has a cell whose float64, right to its last place, rounds to another twelfth decimal."""
    point, positions = convention("paper"), (5386, 6488, 8279, 9752, 10854)
    _, table = rows(",".join(map(str, positions)), 12, 16)
    frequencies, columns = exact_sweep(point, 16), point.columns(16)
    assert [row[1:] for row in table] == [certified_row(pos, frequencies, columns, 12) for pos in positions]


def test_positions_and_base_are_what_was_typed() -> None:
    """Not the float64 beside them."""
    _, ((name, sine, _),) = rows("0.1", 40, 2)
    # sin 0.1; that of the float64 0.1 differs from the 18th decimal on.
    assert (name, sine) == ("0.1", "0.0998334166468281523068141984106220269899")
    head, _ = rows("1", 25, 4, base="10000.1")
    assert head[2][3] == "0.009999950000374996875027344"
    _, (other,) = rows("4611686018427387904", 20, 4, base="10000.1")
    _, (nearest,) = rows("4611686018427387904", 20, 4, base=str(Decimal.from_float(10000.1)))
    assert other[1:3] == nearest[1:3]
    assert other[3] != nearest[3]


def test_a_slot_that_is_always_zero_has_no_frequency() -> None:
    """Its head says so."""
    head, (row,) = rows("3", 6, 7, name="tensor2tensor")
    assert (head[1][-1], head[2][-1]) == ("zero", "-")
    assert (len(row), row[-1]) == (8, "0.000000")


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (("3", 1001), "--digits"),
        (("3", -1), "--digits"),
        (("3", 5, 0), "--d-model"),
        (("3", 5, 4, "0.5"), "--base"),
        (("3", 5, 4, "NaN"), "--base"),
        (("3", 5, 4, "2", "x"), "--convention"),
        (("9223372036854775808", 5), "--pos"),
        (("-9223372036854775808", 5), "--pos"),
        (("1e-1001", 5), "--pos"),
        (("nan", 5), "--pos"),
        (("x", 5), "--pos"),
        (("2:2", 5), "--pos"),
        (("0:2.5", 5), "--pos"),
    ],
)
def test_impossible_requests_name_their_option(arguments: tuple[str, int], where: str) -> None:
    """Before anything is written."""
    with pytest.raises(ParameterError) as caught:
        rows(*arguments)
    assert caught.value.where == where


def test_only_text_of_float64_is_certified() -> None:
    """The other forms and formats hold what they hold."""
    assert is_certified("text", "float64")
    assert is_certified("text", "f8")
    assert not is_certified("csv", "float64")
    assert not is_certified("text", "float32")
