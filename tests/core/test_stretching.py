"""Stretched rotary frequencies against what public libraries compute, against mpmath, and by their laws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from petui.core.encoding import frequencies
from petui.core.errors import ParameterError
from petui.core.rotary import rotated
from petui.core.stretching import (
    dynamic_ntk,
    dynamic_ntk_base,
    interpolated,
    llama3,
    ntk_aware,
    ntk_base,
    turns,
    yarn,
    yarn_attention,
)

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors_stretching.json").read_text(encoding="utf-8"))

widths = st.integers(1, 64).map(lambda pairs: 2 * pairs)
wider = st.integers(2, 64).map(lambda pairs: 2 * pairs)
bases = st.floats(1.5, 1e7)
factors = st.floats(1, 64)
lengths = st.integers(1, 1_000_000)


def _stretched(vector: dict[str, Any]) -> np.ndarray:
    """What petui gives for a public vector."""
    width, base, factor, trained = (vector[name] for name in ("width", "base", "factor", "trained"))
    match vector["kind"]:
        case "linear":
            return interpolated(width, base, factor=factor)
        case "dynamic":
            return dynamic_ntk(width, base, factor=factor, trained=trained, length=vector["length"])
        case "llama3":
            high, low = vector["high_freq_factor"], vector["low_freq_factor"]
            return llama3(width, base, factor=factor, trained=trained, high=high, low=low)
    ends = {name: vector[name] for name in ("beta_fast", "beta_slow") if name in vector}
    return yarn(width, base, factor=factor, trained=trained, whole=vector.get("truncate", True), **ends)


@pytest.mark.parametrize("vector", VECTORS["stretched"], ids=lambda vector: f"{vector['kind']}-{vector['width']}")
def test_public_vectors(vector: dict[str, Any]) -> None:
    """Every frequency of each kind, to the digits that were printed."""
    np.testing.assert_allclose(_stretched(vector), vector["omega"], rtol=1e-11)
    if vector["kind"] == "yarn":
        assert yarn_attention(vector["factor"]) == pytest.approx(vector["attention"], rel=1e-15)


def test_llama_is_stretched_as_llama_by_default() -> None:
    """The numbers of Llama 3.1 are the defaults; heads of 128 slots."""
    vector = next(each for each in VECTORS["stretched"] if (each["kind"], each["width"]) == ("llama3", 128))
    np.testing.assert_allclose(llama3(128), vector["omega"], rtol=1e-11)


def _exact(width: int, base: float) -> list[mpmath.mpf]:
    return [mpmath.mpf(base) ** (mpmath.mpf(-2 * pair) / width) for pair in range(width // 2)]


@given(wider, bases, factors, lengths, lengths)
def test_ntk_against_mpmath(width: int, base: float, factor: float, trained: int, length: int) -> None:
    """Both, by the slowest pair: each base is the one that slows it by the wanted factor."""
    with mpmath.workdps(40):
        first = _exact(width, base)
        wanted = mpmath.mpf(factor)
        grown = max(mpmath.mpf(1), wanted * length / trained - (wanted - 1))
        for times, got in (
            (wanted, ntk_aware(width, base, factor=factor)),
            (grown, dynamic_ntk(width, base, factor=factor, trained=trained, length=length)),
        ):
            # ω_i of the new base is ω_i · times^(-i/(pairs - 1)).
            exact = [omega * times ** (mpmath.mpf(-pair) / (width // 2 - 1)) for pair, omega in enumerate(first)]
            np.testing.assert_allclose(got, [float(each) for each in exact], rtol=1e-11)


@given(widths, bases, factors, lengths, st.floats(0.5, 8), st.floats(1.1, 40))
def test_ramps_over_turns_against_mpmath(
    width: int, base: float, factor: float, trained: int, low: float, times: float
) -> None:
    """YaRN as the paper has it, and Llama 3.1, which is the same with other ends."""
    high = low * times
    with mpmath.workdps(40):
        exact = []
        for omega in _exact(width, base):
            turning = trained * omega / (2 * mpmath.pi)
            share = min(mpmath.mpf(1), max(mpmath.mpf(0), (turning - low) / (mpmath.mpf(high) - low)))
            exact.append(float((1 - share) * omega / factor + share * omega))
    np.testing.assert_allclose(
        yarn(width, base, factor=factor, trained=trained, beta_fast=high, beta_slow=low, ramp="turns"), exact, rtol=1e-9
    )
    np.testing.assert_allclose(
        llama3(width, base, factor=factor, trained=trained, high=high, low=low), exact, rtol=1e-9
    )


@given(wider, bases, factors)
def test_ntk_keeps_the_fastest_and_slows_the_slowest_by_the_factor(width: int, base: float, factor: float) -> None:
    """ω_0 stays 1, the last is ω/factor, and none between is slowed by more."""
    before, after = frequencies(width, base), ntk_aware(width, base, factor=factor)
    assert after[0] == 1.0
    assert after[-1] * factor == pytest.approx(before[-1], rel=1e-12)
    slowed = before / after
    assert (np.diff(slowed) >= -1e-9).all()
    assert slowed.max() <= factor * (1 + 1e-12)


def test_ntk_bases_of_128_slots() -> None:
    """For factors 2, 4 and 8 of base 10000, as they are mostly quoted."""
    bases = [round(ntk_base(128, factor=factor), 2) for factor in (2, 4, 8)]
    assert bases == [20221.26, 40889.94, 82684.62]


def test_dynamic_ntk_grows_with_the_text() -> None:
    """A base that stays as it was first computed is a known slip: it gives another number at twice the length."""
    known = VECTORS["constant_dynamic_ntk"]

    def times(length: float) -> float:
        given = {name: known[name] for name in ("factor", "trained")}
        return dynamic_ntk_base(known["width"], length=length, **given) / 10000

    assert times(4096) == pytest.approx(3.1082, abs=5e-5)
    assert times(known["length"]) == pytest.approx(known["right"], abs=5e-7)
    assert times(known["length"]) != pytest.approx(known["wrong"], rel=0.5)
    assert times(4096) == pytest.approx(known["wrong"], abs=5e-7)


@given(wider, bases, factors, lengths, lengths)
def test_dynamic_ntk_changes_nothing_up_to_the_trained_length(
    width: int, base: float, factor: float, first: int, second: int
) -> None:
    """Exactly nothing; beyond it the base grows with every position."""
    short, long = sorted((first, second))
    assert dynamic_ntk_base(width, base, factor=factor, trained=long, length=short) == base
    near, far = (dynamic_ntk_base(width, base, factor=factor, trained=short, length=long + more) for more in (1, 2))
    assert base < near < far


@given(wider, bases, lengths, lengths)
def test_dynamic_ntk_of_factor_one_is_ntk_by_the_ratio(width: int, base: float, trained: int, more: int) -> None:
    """1·L/L0 - 0."""
    length = trained + more
    dynamic = dynamic_ntk_base(width, base, factor=1, trained=trained, length=length)
    assert dynamic == pytest.approx(ntk_base(width, base, factor=length / trained), rel=1e-11)


@given(widths, bases, factors, lengths, st.sampled_from(["pairs", "turns"]), st.booleans())
def test_yarn_keeps_fast_pairs_and_divides_slow_ones(
    width: int, base: float, factor: float, trained: int, ramp: Any, whole: bool
) -> None:
    """32 turns and more: as it was; one and fewer: position interpolation; between: between the two, and falling."""
    before = frequencies(width, base)
    after = yarn(width, base, factor=factor, trained=trained, ramp=ramp, whole=whole)
    turning = turns(before, trained)
    # At the ends themselves rounding decides.
    assume(not (np.isclose(turning, 32) | np.isclose(turning, 1)).any())
    np.testing.assert_allclose(after[turning > 32], before[turning > 32], rtol=1e-15)
    slow = interpolated(width, base, factor=factor)
    np.testing.assert_allclose(after[turning < 1], slow[turning < 1], rtol=1e-15)
    assert (after <= before * (1 + 1e-15)).all()
    assert (after >= slow * (1 - 1e-15)).all()
    assert (np.diff(after / before) <= 1e-15).all()
    assert (np.diff(after) < 0).all()


@given(widths, bases, factors, lengths)
def test_the_two_ramps_agree_at_the_ends_alone(width: int, base: float, factor: float, trained: int) -> None:
    """Without whole ends, the turns fall below their ramp over pairs: a convex curve lies under its chord."""
    before = frequencies(width, base)
    by_pairs, by_turns = (
        yarn(width, base, factor=factor, trained=trained, ramp=ramp, whole=False) for ramp in ("pairs", "turns")
    )
    # The chord's ends must be pairs 0 … width - 1, where the published ramp is cut.
    assume(turns(before, trained)[0] >= 32 and trained * base ** (-2 * (width - 1) / width) / (2 * np.pi) <= 1)
    assert (by_turns <= by_pairs * (1 + 1e-12)).all()


@given(widths, bases, lengths)
def test_a_factor_of_one_stretches_nothing(width: int, base: float, trained: int) -> None:
    """All five are the frequencies as they were."""
    before = frequencies(width, base)
    np.testing.assert_array_equal(interpolated(width, base, factor=1), before)
    for after in (
        yarn(width, base, factor=1, trained=trained),
        yarn(width, base, factor=1, trained=trained, ramp="turns"),
        llama3(width, base, factor=1, trained=trained),
    ):
        np.testing.assert_allclose(after, before, rtol=1e-15)
    if width > 2:
        np.testing.assert_array_equal(ntk_aware(width, base, factor=1), before)
    assert yarn_attention(1) == 1.0


@given(widths, bases, st.integers(1, 64), st.integers(0, 4096))
def test_interpolated_turns_are_those_of_the_shrunk_positions(width: int, base: float, factor: int, pos: int) -> None:
    """Position factor·p, interpolated, is position p as trained."""
    vector = np.arange(1.0, width + 1)
    omega = interpolated(width, base, factor=factor)
    np.testing.assert_allclose(rotated(vector, factor * pos, omega=omega), rotated(vector, pos, base), atol=1e-8)


def test_a_score_is_multiplied_by_the_square() -> None:
    """Of 0.1·ln 4 + 1."""
    assert yarn_attention(4) ** 2 == pytest.approx(1.296477, abs=5e-7)


KNOWN: dict[str, Any] = {"factor": 2.0, "trained": 2048.0}


@pytest.mark.parametrize("factor", [0.5, 0, -2, float("nan"), float("inf"), "x", None, True])
@pytest.mark.parametrize("stretch", [interpolated, ntk_aware, dynamic_ntk, yarn, llama3])
def test_an_impossible_factor_is_refused(stretch: Any, factor: Any) -> None:
    """A context is not stretched to less than itself, nor without end."""
    rest = {"trained": 2048} if stretch in (yarn, llama3) else {}
    rest = {"trained": 2048, "length": 4096} if stretch is dynamic_ntk else rest
    with pytest.raises(ParameterError, match="factor is"):
        stretch(16, factor=factor, **rest)


@pytest.mark.parametrize(
    ("stretch", "given", "said"),
    [
        (interpolated, {"width": 7, "factor": 2}, "7 slots"),
        (ntk_base, {"width": 2, "factor": 2}, "one pair"),
        (ntk_base, {"width": 16, "factor": 1e300}, "beyond 1e"),
        (dynamic_ntk_base, {"width": 2, "length": 9, **KNOWN}, "one pair"),
        (dynamic_ntk_base, {"width": 8, "length": 0, **KNOWN}, "length is 0"),
        (dynamic_ntk_base, {"width": 8, "length": 9, "factor": 2, "trained": 0}, "trained is 0"),
        (dynamic_ntk_base, {"width": 8, "length": 9, "factor": 2, "trained": float("nan")}, "trained is nan"),
        (yarn, {"width": 8, "base": 1.0, **KNOWN}, "base 1"),
        (yarn, {"width": 8, "beta_fast": 1, "beta_slow": 1, **KNOWN}, "no ramp"),
        (yarn, {"width": 8, "beta_fast": 1, "beta_slow": 0, **KNOWN}, "no ramp"),
        (yarn, {"width": 8, "beta_slow": -1, **KNOWN}, "beta_slow is -1"),
        (yarn, {"width": 8, "ramp": "slots", **KNOWN}, "pairs or turns"),
        (yarn, {"width": 8, "factor": 2, "trained": 0.5}, "trained is 0.5"),
        (llama3, {"width": 8, "high": 1, "low": 4}, "no ramp"),
        (llama3, {"width": 0}, "at least 1"),
    ],
)
def test_impossible_numbers_are_refused(stretch: Any, given: dict[str, Any], said: str) -> None:
    """Each by its name."""
    with pytest.raises(ParameterError, match=said):
        stretch(**given)
