"""The encoding against sixty digits of truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from petui.core import encode, frequencies, trace, wavelengths
from petui.core.parameters import MAX_POSITION

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text())
LIMIT = 1e-15

whole_positions = st.one_of(st.integers(0, MAX_POSITION), st.integers(0, 1 << 32), st.integers(0, 5000))
widths = st.integers(1, 512)


def truth(pos: int | float, slot: int, d_model: int, base: float = 10000.0) -> Any:
    """PE(pos, slot) in 60 digits."""
    with mpmath.workdps(60):
        angle = mpmath.mpf(pos) * mpmath.mpf(base) ** (-mpmath.mpf(2 * (slot // 2)) / d_model)
        return mpmath.cos(angle) if slot % 2 else mpmath.sin(angle)


def off(got: float, pos: int | float, slot: int, d_model: int, base: float = 10000.0) -> float:
    """How far `got` is from the truth."""
    with mpmath.workdps(60):
        return float(abs(mpmath.mpf(got) - truth(pos, slot, d_model, base)))


@pytest.mark.parametrize("pos", [0, 1, 10**3, 10**6, 2**31, 2**32 - 1])
@pytest.mark.parametrize("d_model", [1, 2, 7, 64, 512])
def test_every_slot_is_exact_at_landmark_positions(pos: int, d_model: int) -> None:
    """Each slot is within 1e-15 of the truth, however far the position."""
    row = encode(pos, d_model)
    assert max(off(float(value), pos, slot, d_model) for slot, value in enumerate(row)) <= LIMIT


@given(pos=whole_positions, d_model=widths, part=st.floats(0, 1, exclude_max=True))
@example(pos=MAX_POSITION, d_model=512, part=0.0)
@example(pos=MAX_POSITION - 1, d_model=511, part=0.999)
def test_any_whole_position_is_exact(pos: int, d_model: int, part: float) -> None:
    """A drawn slot of a drawn whole position is within 1e-15 of the truth."""
    slot = int(part * d_model)
    assert off(float(encode(pos, d_model)[slot]), pos, slot, d_model) <= LIMIT


@given(pos=whole_positions, base=st.floats(1, 1e12), d_model=st.integers(2, 64), pair=st.integers(0, 31))
def test_any_base_is_exact(pos: int, base: float, d_model: int, pair: int) -> None:
    """Other bases are as exact as the paper's."""
    slot = min(2 * pair, d_model - 1)
    assert off(float(encode(pos, d_model, base)[slot]), pos, slot, d_model, base) <= LIMIT


@given(pos=st.integers(-MAX_POSITION, -1), d_model=widths)
def test_a_negative_whole_position_is_as_exact(pos: int, d_model: int) -> None:
    """Sines change their sign and cosines do not."""
    row, mirrored = encode(pos, d_model), encode(-pos, d_model)
    assert np.array_equal(row[0::2], -mirrored[0::2])
    assert np.array_equal(row[1::2], mirrored[1::2])


@given(pos=st.floats(-5000, 5000), d_model=widths, part=st.floats(0, 1, exclude_max=True))
def test_a_fractional_position_is_near(pos: float, d_model: int, part: float) -> None:
    """The fraction's angle is added in float64: a rounding or two of an angle below 2."""
    slot = int(part * d_model)
    assert off(float(encode(pos, d_model)[slot]), pos, slot, d_model) <= 4 * LIMIT


@pytest.mark.parametrize("table", VECTORS["tables"], ids=lambda table: f"d{table['d_model']}")
def test_known_tables(table: dict[str, Any]) -> None:
    """The published figures, to their twelve digits."""
    got = encode(table["positions"], table["d_model"])[:, table["slots"]]
    np.testing.assert_allclose(got, table["values"], rtol=0, atol=6e-13)


@pytest.mark.parametrize("d_model", [int(width) for width in VECTORS["last_wavelengths"]])
def test_known_last_wavelengths(d_model: int) -> None:
    """The slowest pair falls short of 2π·10000 at every width."""
    assert wavelengths(d_model)[-1] == pytest.approx(VECTORS["last_wavelengths"][str(d_model)], rel=1e-11)


@pytest.mark.parametrize("d_model", [int(width) for width in VECTORS["similarities"]])
def test_known_similarities(d_model: int) -> None:
    """Dot products of positions k apart are the known ones."""
    for offset, similarity in VECTORS["similarities"][str(d_model)].items():
        first, second = encode([77, 77 + int(offset)], d_model)
        assert float(first @ second) == pytest.approx(similarity, abs=1e-9)


@pytest.mark.parametrize("key", ["first_rising_offset", "first_negative_offset"])
def test_similarity_does_not_fall_steadily(key: str) -> None:
    """It first rises, and first is negative, at the known offsets."""
    for d_model, offset in VECTORS[key].items():
        similarity = np.cos(np.arange(5000)[:, None] * frequencies(int(d_model))).sum(axis=1)
        found = np.diff(similarity) > 0 if key == "first_rising_offset" else similarity < 0
        assert int(np.argmax(found)) == offset


@pytest.mark.parametrize("d_model", [int(width) for width in VECTORS["nearest_offset_within_512"]])
def test_the_nearest_encoding_may_be_far(d_model: int) -> None:
    """At small widths another position than the neighbour is the nearest."""
    table = encode(range(513), d_model)
    distance = np.linalg.norm(table[1:] - table[0], axis=1)
    assert int(np.argmin(distance)) + 1 == VECTORS["nearest_offset_within_512"][str(d_model)]


@pytest.mark.parametrize("pair", VECTORS["distances_d4"])
def test_known_distances(pair: str) -> None:
    """Distances of width 4 are the known ones."""
    first, second = encode([int(each) for each in pair.split("-")], 4)
    assert float(np.linalg.norm(first - second)) == pytest.approx(VECTORS["distances_d4"][pair], abs=6e-7)


@given(d_model=widths, base=st.floats(1, 1e12))
def test_frequencies_are_the_power(d_model: int, base: float) -> None:
    """Each frequency is within a few units in the last place, and its wavelength is a turn of it."""
    omega = frequencies(d_model, base)
    with mpmath.workdps(60):
        right = [float(mpmath.mpf(base) ** (-mpmath.mpf(2 * pair) / d_model)) for pair in range(len(omega))]
    np.testing.assert_allclose(omega, right, rtol=1e-14, atol=0)
    np.testing.assert_allclose(omega * wavelengths(d_model, base), 2 * np.pi, rtol=1e-14)


@given(pos=whole_positions, d_model=widths, part=st.floats(0, 1, exclude_max=True))
def test_a_trace_ends_in_the_table(pos: int, d_model: int, part: float) -> None:
    """Every intermediate follows from the one before, and the value is the table's."""
    cell = trace(pos, int(part * d_model), d_model)
    assert cell.pair == cell.slot // 2
    assert cell.function == ("cos" if cell.slot % 2 else "sin")
    assert cell.exponent == 2 * cell.pair / d_model
    assert cell.omega * cell.divisor == pytest.approx(1, rel=1e-14)
    assert cell.wavelength == pytest.approx(2 * np.pi / cell.omega, rel=1e-14)
    assert cell.angle == pos * cell.omega
    assert cell.value == encode(pos, d_model)[cell.slot]
