"""The Lab: possible states only."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import ParameterError
from petui.core.lab import FIELDS, MAX_LAB_D_MODEL, MAX_LAB_POSITION, Lab

possible = st.fixed_dictionaries(
    {},
    optional={
        "pos": st.integers(0, MAX_LAB_POSITION),
        "d_model": st.integers(1, MAX_LAB_D_MODEL),
        "base": st.floats(1, 1e300),
        "offset": st.integers(-MAX_LAB_POSITION, MAX_LAB_POSITION),
        "length": st.integers(1, MAX_LAB_POSITION),
        "dtype": st.sampled_from(["float64", "float32", "float16"]),
    },
)

IMPOSSIBLE: list[tuple[str, Any]] = [
    ("pos", -1),
    ("pos", MAX_LAB_POSITION + 1),
    ("pos", 2.0),
    ("pos", True),
    ("slot", 8),
    ("slot", -1),
    ("d_model", 0),
    ("d_model", MAX_LAB_D_MODEL + 1),
    ("d_model", 8.0),
    ("base", 0.0),
    ("base", float("nan")),
    ("offset", MAX_LAB_POSITION + 1),
    ("length", 0),
    ("dtype", "int8"),
    ("convention", "nobody's"),
]


@given(changes=possible)
def test_possible_changes_are_taken(changes: dict[str, Any]) -> None:
    """Every possible value is taken, and only what was named changes, but for a slot beyond the width."""
    lab = Lab(slot=5).changed(**changes)
    for name in FIELDS:
        if name == "slot":
            assert lab.slot == min(5, lab.d_model - 1)
        else:
            assert getattr(lab, name) == changes.get(name, getattr(Lab(), name))


@pytest.mark.parametrize(("name", "value"), IMPOSSIBLE)
def test_impossible_values_are_refused_by_name(name: str, value: Any) -> None:
    """The error names the parameter, and the old Lab stands."""
    lab = Lab()
    with pytest.raises(ParameterError) as caught:
        lab.changed(**{name: value})
    assert caught.value.where == name
    assert lab == Lab()


@given(changes=possible)
def test_text_reads_back(changes: dict[str, Any]) -> None:
    """What a value is printed as can be typed."""
    lab = Lab()
    for name, value in changes.items():
        lab = lab.changed_by_text(name, f" {value} ")
    assert lab == Lab().changed(**changes)


@pytest.mark.parametrize(
    ("name", "text"),
    [("pos", "three"), ("pos", ""), ("pos", "3.5"), ("base", "x"), ("dtype", "int8"), ("colour", "red"), ("pos", "-1")],
)
def test_text_that_is_no_value_is_refused(name: str, text: str) -> None:
    """Each is refused with the parameter's name."""
    with pytest.raises(ParameterError) as caught:
        Lab().changed_by_text(name, text)
    assert caught.value.where == name


def test_a_slot_that_is_named_is_not_taken_along() -> None:
    """An explicit slot beyond the new width is an error, not a silent change."""
    with pytest.raises(ParameterError):
        Lab().changed(d_model=4, slot=6)


def test_an_unknown_parameter_is_named() -> None:
    """The error says which, and which there are."""
    with pytest.raises(ParameterError, match="there is no parameter 'colour'; parameters are pos"):
        Lab().changed(colour="red")
