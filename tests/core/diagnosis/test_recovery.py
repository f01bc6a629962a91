"""What is read off the numbers alone: frequencies, first position and scale, base, and where rows stand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.diagnosis.allowance import held_format
from petui.core.diagnosis.recovery import decoded, frames_of, geometric, refined_steps, rounded_base, sample_of, turning
from tests.core.diagnosis.wrongprograms import right


@given(
    width=st.sampled_from([6, 8, 16, 64, 128]),
    base=st.floats(3, 1e6),
    start=st.integers(-200, 2000),
    scale=st.floats(0.01, 40),
)
@settings(max_examples=60, deadline=None)
def test_frequencies_scale_and_base_come_from_the_numbers(width: int, base: float, start: int, scale: float) -> None:
    sample = sample_of(scale * right(60, width, start, base))
    turned = turning(sample, frames_of(width)[0], 1e-15)
    assert turned is not None
    assert turned.scale == pytest.approx(scale)
    steps = refined_steps(sample, turned)
    np.testing.assert_allclose(steps, base ** (-2 * np.arange(width // 2) / width), rtol=1e-6)
    swept = geometric(steps, 1e-12)
    assert swept is not None
    assert swept.factor == pytest.approx(1, rel=1e-6)
    assert rounded_base(swept.ratio, width / 2, swept.uncertain) == pytest.approx(base, rel=1e-6)


@given(positions=st.lists(st.integers(0, 1 << 20), min_size=1, max_size=30), off=st.integers(-3000, 3000))
@settings(max_examples=60, deadline=None)
def test_positions_are_read_from_angles_whatever_the_order(positions: list[int], off: int) -> None:
    omega = 10000.0 ** (-np.arange(16) / 16)
    wanted = np.array(positions, dtype=np.float64)
    angles = np.angle(np.exp(1j * np.outer(wanted, omega)))
    np.testing.assert_array_equal(decoded(angles, omega, wanted + off), wanted)


def test_a_frame_that_does_not_fit_has_no_circles() -> None:
    sample = sample_of(right(40, 16))
    fitting = [frame.name for frame in frames_of(16) if turning(sample, frame, 1e-15) is not None]
    assert set(fitting) == {"interleaved", "cosine-leads-each-pair"}


@pytest.mark.parametrize("name", ["float32", "float16"])
def test_the_format_that_values_really_have(name: str) -> None:
    values = right(20, 8).astype(name).astype(np.float64)
    assert held_format(values, "float64") == name
    assert held_format(right(20, 8), "float64") == "float64"
    assert held_format(np.array([[0.0, 1.0, 0.5]]), "float64") == "float64"
