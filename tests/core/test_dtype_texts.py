"""Number formats as text: four are known, and NumPy's own grammar of formats never shows through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import ParameterError
from petui.core.lab import Lab
from petui.core.parameters import checked_dtype


@given(st.text(st.characters() | st.sampled_from("fiSUV248()[],<>|=:;0M"), max_size=8))
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_any_text_is_a_format_or_a_parameter_error(text: str) -> None:
    """Whatever somebody types, or a log holds."""
    try:
        assert checked_dtype(text).name in ("float64", "float32", "float16", "bfloat16")
    except ParameterError as error:
        assert error.where == "dtype"


@pytest.mark.parametrize("text", [",", "(", "f8,(", "9<x", "\ud800", "M8[x]", "(9999999999999,)f8"])
def test_what_numpy_refuses_in_other_ways_is_refused_in_ours(text: str) -> None:
    """It raises SyntaxError, ValueError and UnicodeEncodeError too."""
    with pytest.raises(ParameterError):
        Lab().changed_by_text("dtype", text)
    with pytest.raises(ParameterError):
        Lab(dtype=text)
