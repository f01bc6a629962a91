"""Whole numbers within bounds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.bounds import whole_within
from petui.core.errors import ParameterError


@given(st.integers(-9, 9))
def test_what_is_whole_and_inside_is_an_int(number: int) -> None:
    """Both bounds are inside."""
    found = whole_within("n", float(number), -9, 9)
    assert found == number and isinstance(found, int)


@pytest.mark.parametrize("number", [-1.0, 10.0, 2.5, math.nan, math.inf, -math.inf, 1e300])
def test_what_is_not_is_refused(number: float) -> None:
    """It names the parameter and its bounds."""
    with pytest.raises(ParameterError, match=r"^n: n is .*, outside 0 to 9$") as caught:
        whole_within("n", number, 0, 9)
    assert caught.value.where == "n"
