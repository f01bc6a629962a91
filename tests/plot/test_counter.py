"""Binary counter beside the sinusoid: bits of the positions, sines of the pairs, and when each comes round."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.plot.counter import counter
from petui.plot.encoded import encoded
from petui.plot.heat import UNICODE_SHADES
from petui.plot.picture import line_text

labs = st.builds(
    lambda d_model, slot, **rest: Lab(d_model=d_model, slot=slot % d_model, **rest),
    pos=st.one_of(st.integers(0, 100), st.integers(0, MAX_LAB_POSITION)),
    d_model=st.one_of(st.integers(1, 20), st.just(512)),
    slot=st.integers(0, 600),
    length=st.integers(1, 300),
    convention=st.sampled_from(["paper", "marian"]),
)


@settings(max_examples=60, deadline=None)
@given(labs, st.integers(24, 140), st.integers(6, 40))
def test_bits_and_shades_are_those_of_the_position(lab: Lab, width: int, height: int) -> None:
    """Read from the picture: the bits give the position back, and each shade is its own sine's."""
    rows = [line_text(line) for line in counter(lab, width, height).lines]
    shown = [row for row in rows[3:] if "│" in row]
    assert any(row.startswith("►") for row in shown)
    names = re.findall(r"s(\d+)", rows[1])
    for row in shown:
        position = int(re.findall(r"\d+", row)[0])
        left, _, right = row.partition("│")
        bits = [int(bit) for bit in re.findall(r"[01](?=[█ ])", left[left.index(str(position)) + len(str(position)) :])]
        assert bits == [position >> at & 1 for at in range(len(bits))]
        cell = rows[1].partition("│")[2]
        for name in names:
            start = cell.index(f"s{name} ")
            value = float(encoded(lab).waves(position, [int(name)])[0][0])
            near = {min(4, max(0, int((value + wobble + 1) / 2 * 5))) for wobble in (-1e-12, 1e-12)}
            assert right[start] in {UNICODE_SHADES[level] for level in near}


@settings(max_examples=40, deadline=None)
@given(labs, st.integers(24, 140), st.integers(6, 40))
def test_the_current_pair_is_among_the_shown(lab: Lab, width: int, height: int) -> None:
    """Whatever the slot."""
    pair = encoded(lab).near_pair(lab.slot)
    assert f"pair {pair} every" in counter(lab, width, height).says


@pytest.mark.parametrize(("width", "height"), [(37, 9), (38, 9), (58, 15), (78, 9), (118, 30)])
@pytest.mark.parametrize("d_model", [8, 64, 512])
@pytest.mark.parametrize("slot", [0, 7])
def test_pairs_go_from_fast_to_slow_and_no_period_is_cut(width: int, height: int, d_model: int, slot: int) -> None:
    """The shown ones are equally far apart to the end; each period is the pair's wavelength to two digits at least."""
    lab = Lab(d_model=d_model, slot=slot)
    table, rows = encoded(lab), [line_text(line) for line in counter(lab, width, height).lines]
    pairs = [int(name) for name in re.findall(r"s(\d+)", rows[1])]
    periods = rows[2].partition("│")[2].split()
    stride = pairs[1] - pairs[0]
    assert pairs == list(range(slot // 2 % stride, table.pairs, stride))
    assert len(periods) == len(pairs)
    for pair, period in zip(pairs, periods, strict=True):
        assert float(period) == pytest.approx(table.wavelength(pair), rel=0.05)
    assert (f"every {stride}" in rows[0]) is (stride > 1)


def test_bits_halve_and_pairs_fall_by_their_ratio() -> None:
    """Bit k comes round every 2^(k+1); the wavelengths' ratio is said."""
    picture = counter(Lab(d_model=8), 80, 20)
    assert line_text(picture.lines[2]).split("│")[0].split()[-6:] == ["2", "4", "8", "16", "32", "64"]
    assert "each wavelength is 10 times the one before, 2 to the 3.32." in picture.says


@pytest.mark.parametrize(("pos", "length", "bits"), [(3, 64, 6), (3, 65, 7), (2**20, 10, 21)])
def test_as_many_bits_as_the_longest_position_has(pos: int, length: int, bits: int) -> None:
    """The last position of the sequence decides, not the current one, so that columns stand still."""
    picture = counter(Lab(pos=pos, length=length), 140, 12)
    assert line_text(picture.lines[1]).count("b") == min(bits, 16) or f"of {bits}" in line_text(picture.lines[0])
