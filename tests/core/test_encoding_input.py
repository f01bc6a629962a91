"""Impossible input is refused by name, never computed with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core import encode, frequencies, rotation, trace, wavelengths
from petui.core.conventions import encode_as
from petui.core.errors import ParameterError, PetuiError
from petui.core.sweep import Sweep

BAD_WIDTHS: list[Any] = [0, -1, 2.0, 2.5, True, "4", None, (1 << 20) + 1, float("nan"), 10**30]
BAD_BASES: list[Any] = [0, -1, 0.5, True, "many", None, float("nan"), float("inf"), 1e301, 10**400]
BAD_POSITIONS: list[Any] = [
    float("nan"),
    float("inf"),
    (1 << 53) + 2,
    -(2.0**54),
    10**400,
    "3",
    [1, "2"],
    [[1], [2, 3]],
    None,
    True,
    3j,
]
BY_WIDTH: list[Callable[[Any], object]] = [
    frequencies,
    wavelengths,
    lambda width: encode(3, width),
    lambda width: trace(3, 0, width),
    lambda width: rotation(1, width),
]
BY_BASE: list[Callable[[Any], object]] = [
    lambda base: frequencies(4, base),
    lambda base: wavelengths(4, base),
    lambda base: encode(3, 4, base),
    lambda base: trace(3, 0, 4, base),
    lambda base: rotation(1, 4, base),
]


@pytest.mark.parametrize("width", BAD_WIDTHS, ids=repr)
@pytest.mark.parametrize("function", BY_WIDTH)
def test_widths(function: Callable[[Any], object], width: object) -> None:
    """A width is a whole number from 1 to 2^20."""
    with pytest.raises(ParameterError) as caught:
        function(width)
    assert caught.value.where == "d_model"
    assert "a whole number of slots, at least 1; give 1 to " in str(caught.value)


@pytest.mark.parametrize("base", BAD_BASES, ids=lambda base: repr(base)[:12])
@pytest.mark.parametrize("function", BY_BASE)
def test_bases(function: Callable[[Any], object], base: object) -> None:
    """A base is a finite number from 1."""
    with pytest.raises(ParameterError) as caught:
        function(base)
    assert caught.value.where == "base"


@pytest.mark.parametrize("position", BAD_POSITIONS, ids=lambda position: repr(position)[:12])
def test_positions(position: Any) -> None:
    """Positions are finite numbers within ±2^53."""
    for call in (lambda: encode(position, 4), lambda: trace(position, 0, 4), lambda: rotation(position, 4)):
        with pytest.raises(ParameterError):
            call()


FAR: list[Any] = [
    (1 << 53) + 1,
    -(1 << 53) - 1,
    [(1 << 53) + 1, 0.5],
    np.array([(1 << 53) + 1]),
    np.array([(1 << 63) - 1, -(1 << 63)]),
    np.array((1 << 64) - 1, dtype=np.uint64),
    range((1 << 53) + 1, (1 << 53) + 2),
]


@pytest.mark.parametrize("positions", FAR, ids=repr)
def test_positions_are_refused_before_they_are_rounded(positions: Any) -> None:
    """2^53 + 1 would be the float64 of 2^53; that itself is the last position."""
    with pytest.raises(ParameterError, match=r"beyond 2\^53"):
        encode(positions, 4)
    assert encode([1 << 53, -(1 << 53), 0.5], 4).shape == (3, 4)


def test_masked_positions() -> None:
    """What is masked is no position; a mask that hides nothing is none."""
    with pytest.raises(ParameterError, match="masked"):
        encode(np.ma.array([1, 2], mask=[False, True]), 4)
    assert np.array_equal(encode(np.ma.array([1, 2], mask=[False, False]), 4), encode([1, 2], 4))


@pytest.mark.parametrize("slot", ["a", None, float("nan"), 2.0, True])
@pytest.mark.parametrize("call", [encode, lambda *given, **window: encode_as("marian", *given, **window)])
def test_windows(call: Callable[..., Any], slot: Any) -> None:
    """Slots of a window are whole numbers; those beyond the table are left out."""
    with pytest.raises(ParameterError, match="first_slot"):
        call(3, 4, first_slot=slot)
    if slot is not None:
        with pytest.raises(ParameterError, match="last_slot"):
            call(3, 4, last_slot=slot)
    assert np.array_equal(call(3, 4, first_slot=-2, last_slot=9), call(3, 4))
    assert call(3, 4, first_slot=np.int64(3), last_slot=2).shape == (0,)


def test_room_that_is_no_array() -> None:
    """A list cannot be written into."""
    with pytest.raises(ParameterError, match="of type list"):
        encode([1, 2], 8, out=[[0] * 8] * 2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "numbers",
    [(-1, 4), (2.5, 4), (4, 0), (4, float("nan")), (4, 4, -1.0), (4, 4, 0), (4, 4, 10.0, float("inf")), (4, "4")],
    ids=repr,
)
def test_sweeps(numbers: tuple[Any, ...]) -> None:
    """What makes no frequencies is refused; they may rise, and one pair needs nothing to fall over."""
    with pytest.raises(ParameterError):
        Sweep(*numbers)
    assert Sweep(3, -1, 2.0).omega.tolist() == [1, 2, 4]
    assert Sweep(1, 0).omega.tolist() == [1]


@pytest.mark.parametrize("slot", [-1, 4, 1.0, True, "1", None])
def test_slots(slot: Any) -> None:
    """A slot is a whole number from 0 to d_model - 1."""
    with pytest.raises(ParameterError) as caught:
        trace(3, slot, 4)
    assert caught.value.where == "slot"


@pytest.mark.parametrize("dtype", ["float128x", "int32", "complex64", "nonsense", int, object])
def test_dtypes(dtype: object) -> None:
    """A dtype is float64, float32 or float16."""
    with pytest.raises(ParameterError) as caught:
        encode(3, 4, dtype=dtype)
    assert caught.value.where == "dtype"


@given(
    width=st.one_of(st.none(), st.integers(-5, 5), st.floats(), st.text(max_size=3)),
    base=st.one_of(st.none(), st.floats(), st.text(max_size=3)),
    position=st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=3), st.lists(st.floats(), max_size=3)),
)
def test_anything_is_a_table_or_a_clear_error(width: Any, base: Any, position: Any) -> None:
    """Whatever is given, the answer is finite numbers or a ParameterError."""
    try:
        table = encode(position, width, base)
    except ParameterError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert np.isfinite(table).all()
        assert np.abs(table).max(initial=0) <= 1


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ({"where": "--pos", "mend": "do that"}, "--pos: what; do that"),
        ({"where": "--pos"}, "--pos: what"),
        ({"mend": "do that"}, "what; do that"),
        ({}, "what"),
    ],
)
def test_an_error_is_one_line(parts: dict[str, str], line: str) -> None:
    """Where, what, and what to do."""
    assert str(PetuiError("what", **parts)) == line
