"""Certified digits: what is printed is the true value, rounded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import pi

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core import digits as module
from petui.core.conventions import convention
from petui.core.digits import (
    MAX_EXACT_POSITION,
    Exact,
    ExactSweep,
    certified_frequency,
    certified_row,
    checked_exact_position,
    decimal_text,
    exact_sweep,
    half_pi,
)
from petui.core.errors import ParameterError
from petui.core.sweep import Columns, columns_of

PAPER = ExactSweep(Decimal(10000), Fraction(2))


def columns(d_model: int) -> Columns:
    """The paper's layout."""
    return columns_of("interleaved", (d_model + 1) // 2, d_model // 2)


def sweep(d_model: int, base: Decimal | int = 10000) -> ExactSweep:
    """The paper's frequencies."""
    return ExactSweep(Decimal(base), Fraction(d_model, 2))


def real(number: Exact) -> mpmath.mpf:
    """A number in mpmath's precision."""
    ratio = Fraction(number)
    return mpmath.mpf(ratio.numerator) / ratio.denominator


def expected(position: Exact, frequencies: ExactSweep, pair: int, cosine: bool, digits: int, root: int = 1) -> str:
    """A cell by mpmath, with digits enough for any near tie that a test makes."""
    with mpmath.workdps(5 * digits + 130):
        angle = real(position) * real(frequencies.base) ** -real(pair / frequencies.pairs_per_base)
        value = (mpmath.cos if cosine else mpmath.sin)(angle) / mpmath.sqrt(root)
        return decimal_text(int(mpmath.nint(value * mpmath.mpf(10) ** digits)), digits)


WHOLE = st.integers(-MAX_EXACT_POSITION, MAX_EXACT_POSITION)
PLACES = st.one_of(WHOLE, st.decimals(-(10**6), 10**6, places=6), st.fractions(-1000, 1000))
BASES = st.one_of(st.just(Decimal(10000)), st.decimals(1, 10**12, places=5), st.integers(1, 10**300).map(Decimal))


@settings(max_examples=150)
@given(position=PLACES, d_model=st.integers(1, 1024), base=BASES, digits=st.integers(0, 60), data=st.data())
def test_every_digit_is_right(position: Exact, d_model: int, base: Decimal, digits: int, data: st.DataObject) -> None:
    """As by mpmath, at any position, width and base, with any number of decimals."""
    pair, cosine = data.draw(st.integers(0, (d_model - 1) // 2)), data.draw(st.booleans())
    frequencies = sweep(d_model, base)
    one = Columns(np.array([pair]), np.array([cosine]))
    (cell,) = certified_row(position, frequencies, one, digits)
    assert cell == expected(position, frequencies, pair, cosine, digits)


@settings(max_examples=25)
@given(position=WHOLE, d_model=st.integers(3, 600), data=st.data())
def test_every_convention(position: int, d_model: int, data: st.DataObject) -> None:
    """Every layout, divisor and scale."""
    point = convention(
        data.draw(st.sampled_from(["paper", "fairseq", "whisper", "stable-diffusion", "x-transformers-scaled"]))
    )
    d_model += d_model % 2
    slots, frequencies = point.columns(d_model), exact_sweep(point, d_model)
    slot = data.draw(st.integers(0, d_model - 1))
    root = d_model if point.scale == "d^-1/2" else 1
    (cell,) = certified_row(position, frequencies, slots.window(slot, slot + 1), 25, root=root)
    assert cell == expected(position, frequencies, int(slots.pair[slot]), bool(slots.cosine[slot]), 25, root)


@given(position=WHOLE, d_model=st.integers(1, 16))
def test_digits_are_nested(position: int, d_model: int) -> None:
    """More decimals begin with the fewer ones, but for the rounding of the last."""
    few = certified_row(position, sweep(d_model), columns(d_model), 12)
    more = certified_row(position, sweep(d_model), columns(d_model), 40)
    for short, long in zip(few, more, strict=True):
        assert abs(Decimal(short) - Decimal(long)) <= Decimal("0.5e-12")


@given(position=WHOLE, base=BASES)
def test_squares_add_to_one(position: int, base: Decimal) -> None:
    """In every pair, to the last decimal."""
    row = [Fraction(cell) for cell in certified_row(position, sweep(8, base), columns(8), 50)]
    for sine, cosine in zip(row[::2], row[1::2], strict=True):
        assert abs(sine**2 + cosine**2 - 1) <= Fraction(3, 10**50)


@pytest.mark.parametrize("power", [1, 4, 12, 40, 300])
@pytest.mark.parametrize("sign", [1, -1])
def test_near_ties_fall_on_the_right_side(power: int, sign: int) -> None:
    """A sine just below a tie and a cosine just above one, nearer than the first bits can tell."""
    # 5·10^-k: its sine is that less x³/6, a tie at k - 1 decimals but for it.
    place = sign * Decimal(5).scaleb(-power)
    sine, _ = certified_row(place, PAPER, columns(2), power - 1)
    assert Decimal(sine) == 0 and not sine.startswith("-")
    three = sign * Decimal(15).scaleb(-power)
    assert Decimal(certified_row(three, PAPER, columns(2), power - 1)[0]) == sign * Decimal(1).scaleb(1 - power)
    # cos x = 1 - x²/2 + …: 1 - 5·10^-2k·10^-1 and a little more, at 2k decimals.
    close = sign * Decimal(1).scaleb(-power)
    assert certified_row(close, PAPER, columns(2), 2 * power)[1] == "1." + "0" * (2 * power)


@pytest.mark.parametrize(("units", "direction"), [(0, -1), (0, 1), (1234567, -1), (1234567, 1), (-7, 1)])
def test_a_tie_made_from_its_arcsine(units: int, direction: int) -> None:
    """Angles whose sine is 10^-60 beside a tie at 7 decimals."""
    with mpmath.workdps(150):
        tie = (mpmath.mpf(units) + mpmath.mpf("0.5")) / 10**7
        place = Decimal(mpmath.nstr(mpmath.asin(tie + direction * mpmath.mpf(10) ** -60), 120))
    cell = certified_row(place, PAPER, columns(1), 7)[0]
    assert cell == decimal_text(units + (direction > 0), 7)


def test_more_bits_are_taken_where_the_first_do_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing to spare the answer is the same, or none."""
    tried: list[int] = []
    attempts = module._attempts

    def noted(digits: int) -> Iterator[int]:
        for bits in attempts(digits):
            tried.append(bits)
            yield bits

    monkeypatch.setattr(module, "_attempts", noted)
    certified_row(Decimal("5e-200"), PAPER, columns(1), 199)
    assert len(tried) == 3
    monkeypatch.setattr(module, "_ATTEMPTS", 1)
    with pytest.raises(ParameterError, match="too near to a tie"):
        certified_row(Decimal("5e-200"), PAPER, columns(1), 199)


@pytest.mark.parametrize("spare", [8, 40])
def test_a_doubt_never_prints_a_wrong_digit(spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bits are far too few for the position, the intervals are wide, and more are taken."""
    monkeypatch.setattr(module, "_SPARE_BITS", spare)
    for position in (3, 12345, MAX_EXACT_POSITION, MAX_EXACT_POSITION - 10**18):
        for digits in (1, 5, 20):
            row = certified_row(position, sweep(6), columns(6), digits)
            assert row == [expected(position, sweep(6), slot // 2, bool(slot % 2), digits) for slot in range(6)]


@given(digits=st.integers(0, 40), d_model=st.integers(1, 9))
def test_position_zero_is_exact(digits: int, d_model: int) -> None:
    """Sines are 0 and cosines 1."""
    zero, one = decimal_text(0, digits), decimal_text(10**digits, digits)
    assert certified_row(0, sweep(d_model), columns(d_model), digits) == [
        one if slot % 2 else zero for slot in range(d_model)
    ]


@pytest.mark.parametrize(
    ("root", "digits", "text"),
    [(64, 2, "0.12"), (64, 3, "0.125"), (4, 0, "0"), (400, 1, "0.0"), (9, 3, "0.333"), (3, 6, "0.577350")],
)
def test_exact_ties_go_to_the_even_digit(root: int, digits: int, text: str) -> None:
    """cos 0 / √d is a tie by itself at some widths."""
    assert certified_row(0, PAPER, columns(2), digits, root=root)[1] == text


def test_an_empty_slot_is_zero() -> None:
    """A slot without a pair."""
    assert certified_row(3, PAPER, Columns(np.array([-1]), np.array([False])), 3) == ["0.000"]


def test_what_rounds_to_zero_has_no_sign() -> None:
    """No -0.00."""
    assert certified_row(-1, sweep(8), columns(8), 2)[6] == "0.00"


@pytest.mark.parametrize(
    ("base", "per_base", "pair", "digits", "text"),
    [
        (10000, 2, 1, 30, "0.01"),
        (64, 2, 1, 2, "0.12"),
        (64, 2, 1, 3, "0.125"),
        (8, 3, 3, 2, "0.12"),
        (2, 3, 1, 20, "0.79370052598409973738"),
        (10000, 3, 1, 25, "0.04641588833612778892410076"),
        ("1e300", 1, 1, 5, "1e-300"),
        (10000, 2, 0, 5, "1"),
        (1, 2, 1, 5, "1"),
        ("2.25", 2, 1, 8, "0.66666667"),
        (10000, 2, 1, 0, "0.01"),
    ],
)
def test_frequencies(base: int | str, per_base: int, pair: int, digits: int, text: str) -> None:
    """To so many significant digits; those that are ratios are exact, ties among them to even."""
    assert certified_frequency(ExactSweep(Decimal(base), Fraction(per_base)), pair, digits) == text


@settings(max_examples=60)
@given(base=st.decimals(1, 10**12, places=3), d_model=st.integers(1, 300), digits=st.integers(1, 50), data=st.data())
def test_every_digit_of_a_frequency_is_right(base: Decimal, d_model: int, digits: int, data: st.DataObject) -> None:
    """As by mpmath."""
    pair = data.draw(st.integers(0, (d_model - 1) // 2))
    with mpmath.workdps(150):
        true = real(base) ** -(mpmath.mpf(2 * pair) / d_model)
        shown = Decimal(certified_frequency(sweep(d_model, base), pair, digits))
        assert abs(real(shown) - true) <= mpmath.mpf(10) ** (shown.adjusted() + 1 - digits) / 2


@pytest.mark.parametrize("bits", [1, 8, 64, 200, 3500, 14000])
def test_half_pi_is_within_its_interval(bits: int) -> None:
    """And the interval is narrow."""
    held = half_pi(bits)
    with mpmath.workprec(bits + 100):
        true = mpmath.pi / 2 * mpmath.mpf(2) ** bits
        assert held.low <= true <= held.high
    assert held.high - held.low < 40 * bits + 200


@given(st.integers(1, 10**30), st.integers(1, 12))
def test_whole_roots(number: int, degree: int) -> None:
    """Of powers, and of no neighbour of a power."""
    assert module._whole_root(number**degree, degree) == number
    if degree > 1 and number > 1:
        assert module._whole_root(number**degree + 1, degree) is None
        assert module._whole_root(number**degree - 1, degree) is None


def test_a_thousand_digits() -> None:
    """The most that is given, at the largest position."""
    assert certified_row(MAX_EXACT_POSITION, sweep(4), columns(4), 1000)[3] == expected(
        MAX_EXACT_POSITION, sweep(4), 1, True, 1000
    )


@pytest.mark.parametrize(
    "position", [2**63, -(2**63), Decimal("nan"), Decimal("1e99999999"), Decimal("1e-99999999"), 2.5, True, "3"]
)
def test_what_is_no_exact_position_is_refused(position: Exact) -> None:
    """At once, however long it would be when written out."""
    with pytest.raises(ParameterError) as caught:
        checked_exact_position(position)
    assert caught.value.mend


@pytest.mark.parametrize("digits", [-1, 1001, 2.0, True])
def test_impossible_digits_are_refused(digits: int) -> None:
    """Beyond the limits, or no whole number."""
    with pytest.raises(ParameterError):
        certified_row(3, PAPER, columns(2), digits)


def test_a_convention_that_begins_elsewhere_is_refused() -> None:
    """A first frequency in float64 may stand for π."""
    with pytest.raises(ParameterError, match="begin at 3"):
        exact_sweep(replace(convention("paper"), factor=pi), 8)
