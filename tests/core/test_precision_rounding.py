"""float64 to bfloat16 and the others, held against arithmetic of whole numbers."""

from __future__ import annotations

from fractions import Fraction
from math import copysign, inf, isinf

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from petui.core.errors import ParameterError
from petui.core.parameters import DTYPES, checked_dtype
from petui.core.precision import FORMATS, brains

LEAST = Fraction(1, 1 << 133)


def nearest_brain(x: float) -> float:
    """The nearest bfloat16: eight bits from the leading one on, but none below 2^-133; ties to the even one."""
    if isinf(x) or x == 0:
        return x
    size = abs(Fraction(x))
    step = LEAST
    while size >= step * 256:
        step *= 2
    count, rest = divmod(size, step)
    count += rest * 2 > step or (rest * 2 == step and count % 2 == 1)
    value = count * step
    return copysign(inf if value >= Fraction(2) ** 128 else float(value), x)


halfway = st.builds(
    lambda count, exponent, below: (count + 0.5) * 2.0**exponent * (1 - below * 2.0**-53),
    st.integers(-255, 255),
    st.integers(-135, 122),
    st.integers(-1, 1),
)


@given(st.one_of(st.floats(allow_nan=False), st.floats(width=32, allow_nan=False), st.floats(-1, 1), halfway))
@example(2.0**-133)
@example(2.0**-134)
@example(2.0**-134 * (1 + 2.0**-52))
@example(255.5 * 2.0**120)
@example(np.nextafter(255.5 * 2.0**120, 0))
@example(1.00390625 + 2.0**-40)
@example(-0.0)
def test_brains_are_the_nearest(x: float) -> None:
    """Rounded once: 1 + 2^-8 + 2^-40 goes up, though as a float32 it is a tie that goes down."""
    got = float(brains(np.array([x]))[0])
    assert got == nearest_brain(x)
    assert copysign(1, got) == copysign(1, x)
    assert not int(np.float32(got).view(np.uint32)) & 0xFFFF


def test_not_a_number_stays_so() -> None:
    """Whatever its bits are."""
    bits = np.array([0x7FF0000000000001, 0x7FFFFFFFFFFFFFFF, 0xFFF8000000000000], dtype=np.uint64)
    assert np.isnan(brains(bits.view(np.float64))).all()


def test_shapes_are_kept() -> None:
    """A number, a row seen backwards, a table by columns."""
    table = np.linspace(-1, 1, 12).reshape(3, 4)
    assert brains(np.float64(0.1)).shape == ()  # type: ignore[arg-type]
    assert np.array_equal(brains(table[:, ::-2]), brains(table)[:, ::-2])
    assert np.array_equal(brains(table.T), brains(table).T)


@given(st.floats(-70000, 70000), st.sampled_from(DTYPES))
def test_formats_round_once(x: float, name: str) -> None:
    """Into the dtype that stores them."""
    form = FORMATS[name]
    got = form.rounded(np.array([x]))
    assert got.dtype == form.stored
    if name == "bfloat16":
        assert float(got[0]) == nearest_brain(x)
    else:
        with np.errstate(over="ignore"):
            assert np.array_equal(got, np.array([x]).astype(name))


def test_a_half_is_rounded_from_float64() -> None:
    """1 + 2^-11 + 2^-40 is above the middle; float32 would make it the middle, which goes down."""
    assert FORMATS["float16"].rounded(np.array([1 + 2.0**-11 + 2.0**-40]))[0] == 1 + 2.0**-10


@pytest.mark.parametrize("given", ["float32", np.float32, np.dtype("float32"), "f4", FORMATS["float32"]])
def test_a_format_has_several_names(given: object) -> None:
    """Its own, NumPy's, and itself."""
    assert checked_dtype(given) is FORMATS["float32"]
    assert str(checked_dtype(given)) == "float32"


def test_bfloat16_is_stored_as_float32() -> None:
    """NumPy has no such dtype."""
    assert checked_dtype("bfloat16") is FORMATS["bfloat16"]
    assert FORMATS["bfloat16"].stored == np.dtype("float32")
    with pytest.raises(ParameterError):
        checked_dtype("bfloat")
