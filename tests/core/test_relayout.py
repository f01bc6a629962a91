"""The permutation between two layouts: it makes one's exact table of the other's, there and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.conventions import CONVENTIONS, encode_as
from petui.core.errors import ParameterError
from petui.core.relayout import relayout

_NAMES = st.sampled_from(sorted(CONVENTIONS))


@given(_NAMES, _NAMES, st.integers(1, 24))
def test_it_makes_one_table_of_the_other_or_says_why_not(source: str, target: str, d_model: int) -> None:
    """And it refuses only where no permutation of the columns would do."""
    have, want = CONVENTIONS[source], CONVENTIONS[target]
    # Position 1 is where some keep a row of zeros for padding.
    positions = [0, 2, 3, 5, 77]
    try:
        change = relayout(have, want, d_model)
    except ParameterError as refused:
        try:
            rows = [np.sort(encode_as(each, positions, d_model) / each.multiplier(d_model)) for each in (have, want)]
        except ParameterError:
            return
        assert not np.allclose(rows[0], rows[1], rtol=0, atol=1e-13), refused
        return
    assert sorted(change.order.tolist()) == list(range(d_model))
    made = encode_as(have, positions, d_model)[:, change.order] * change.factor
    assert np.allclose(made, encode_as(want, positions, d_model), rtol=0, atol=1e-15)
    back = relayout(want, have, d_model)
    assert change.order[back.order].tolist() == list(range(d_model))
    assert change.factor * back.factor == pytest.approx(1)


def test_the_reason_is_given() -> None:
    with pytest.raises(ParameterError, match="target: the frequencies of paper and whisper differ at d_model 8"):
        relayout(CONVENTIONS["paper"], CONVENTIONS["whisper"], 8)
