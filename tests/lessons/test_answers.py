"""Learners' numbers: read, and held against the right one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import AnswerError
from petui.lessons.answers import is_right, read_number
from petui.lessons.model import Tolerance

CENT = Tolerance(relative=0.01)

finite = st.floats(allow_nan=False, allow_infinity=False)
tolerances = st.one_of(
    st.builds(Tolerance, relative=st.floats(0, 0.1)),
    st.builds(Tolerance, absolute=st.floats(0, 0.1)),
    st.builds(Tolerance, digits=st.integers(1, 8)),
)


# ---- reading --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.0300", 0.03),
        (".03", 0.03),
        ("5.", 5),
        ("3e-2", 0.03),
        ("3E-2", 0.03),
        ("-0.99", -0.99),
        ("\N{MINUS SIGN}0.99", -0.99),
        ("\N{MINUS SIGN}0,99", -0.99),
        ("- 0.99", -0.99),
        ("1/100", 0.01),
        ("sin(0.03)", math.sin(0.03)),
        ("10^-2", 0.01),
        ("10**-2", 0.01),
        ("10^\N{MINUS SIGN}2", 0.01),
        ("0,03", 0.03),
        ("-0,99", -0.99),
        (",5", 0.5),
        ("1,5e3", 1500),
        ("1,000", 1),
        ("  7\t", 7),
        ("\N{NO-BREAK SPACE}7\N{NARROW NO-BREAK SPACE}", 7),
        ("1 / 4", 0.25),
        ("+0.5", 0.5),
        ("2*pi", 2 * math.pi),
        ("2pi", 2 * math.pi),
        ("2 π", 2 * math.pi),
        ("π/2", math.pi / 2),
        ("(1/2)π", math.pi / 2),
        ("1/10000^(2/4)", 0.01),
        ("sqrt(2)*exp(0) + log(1) + tan(0) + cos(0)", math.sqrt(2) + 1),
        ("007", 7),
    ],
)
def test_accepted_forms(text: str, expected: float) -> None:
    """As people write numbers."""
    assert read_number(text) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("text", ["5.4 deg", "5.4°", "90 degrees", "(1/2) Degree", "5,4 deg."])
def test_degrees_are_told_of_radians(text: str) -> None:
    """An angle in degrees is no slip of typing: the mend says what is asked."""
    with pytest.raises(AnswerError, match="in degrees, and angles here are in radians; give the radians") as caught:
        read_number(text)
    assert repr(text) in str(caught.value)


def test_minus_zero_is_zero() -> None:
    """It is not shown with a sign that means nothing."""
    assert [math.copysign(1, read_number(text)) for text in ("-0", "-0.0", "-0,0", "0*-1")] == [1] * 4


@pytest.mark.parametrize(
    "text",
    [
        "omega(1)",
        "pe(3, 2)",
        "pos",
        "d_model/2",
        "rand()",
        "().__class__",
        "9**9**9",
        "1/0",
        "1e400",
        "sqrt(-1)",
        "(-1)^0.5",
        "log(0)",
        "nan",
        "inf",
        "e",
        "½",
        "٣",
        "３",
        "10⁻²",
        "0x10",
        "1_000",
        "1 000",
        "5//2",
        "5%2",
        "3%",
        "0.03 rad",
        "0.5f",
        "1.2.3",
        "sin",
        "sin()",
        "sin 0.03",
        "pi(2)",
        "abs(1)",
        "'1'",
        "1=1",
        "[1]",
        "\0",
        "\udc80",
        "\x1b[2J",
        "(" * 300 + "1" + ")" * 300,
        "1" * 300,
        "hint",
        "?",
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_anything_else_is_not_a_number(text: str) -> None:
    """Said with what was typed and what is accepted, on one short line."""
    with pytest.raises(AnswerError, match="is not a number") as caught:
        read_number(text)
    told = str(caught.value)
    assert told.isprintable()
    assert told.startswith(repr(text[:40])[:-1])
    assert "give a number such as 0.03" in told
    assert len(told) < 300


@pytest.mark.parametrize("text", ["", "   ", "\t", "\N{NO-BREAK SPACE}"])
def test_nothing_typed(text: str) -> None:
    """Has words of its own."""
    with pytest.raises(AnswerError, match="nothing was typed"):
        read_number(text)


@pytest.mark.parametrize("text", ["1,000,000", "1.000,5", "1,000.5", "sin(0,03)", "1,5/2", "1,", "1, 2"])
def test_an_unclear_comma_is_explained(text: str) -> None:
    """Rather than guessed at."""
    with pytest.raises(AnswerError, match="decimal comma, and only where the whole answer is one number"):
        read_number(text)


@given(finite)
def test_numbers_survive_being_written(number: float) -> None:
    """In the shortest form, with a decimal comma, and with a real minus sign."""
    assert read_number(repr(number)) == number
    assert read_number(repr(number).replace(".", ",")) == number
    assert read_number(repr(number).replace("-", "\N{MINUS SIGN}")) == number


# ---- tolerance ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "right", "tolerance", "verdict"),
    [
        (0.0303, 0.03, CENT, True),
        (0.03031, 0.03, CENT, False),
        (-0.99, -0.98999, CENT, True),
        (0.99, -0.98999, CENT, False),
        (0.035, 0.03, Tolerance(absolute=0.005), True),
        (0.0351, 0.03, Tolerance(absolute=0.005), False),
        (0.1, 0.0, Tolerance(absolute=0.1), True),
        (1e-12, 0.0, CENT, False),
        (0.03, 0.0299955, Tolerance(digits=3), True),
        (0.0299, 0.0299955, Tolerance(digits=3), False),
        (0.0300005, 0.0299955, Tolerance(digits=3), True),
        (1.0, 0.9996, Tolerance(digits=2), True),
        (0.99, 0.9996, Tolerance(digits=2), False),
        # Half a unit of the last digit, across a rounding boundary; and the same digits, further apart than that.
        (0.03006, 0.030049, Tolerance(digits=3), True),
        (0.029951, 0.030049, Tolerance(digits=3), True),
        (2.0, 1.2, Tolerance(digits=0), False),
        (628.3, 628.318, Tolerance(digits=4), True),
        (-628.3, 628.318, Tolerance(digits=4), False),
        (0.0004, 0.0, Tolerance(digits=3), True),
        (0.0005, 0.0, Tolerance(digits=3), False),
        (0.0, 0.0, Tolerance(digits=400), True),
        (1 + 1e-10, 1.0, Tolerance(), True),
        (1 + 1e-8, 1.0, Tolerance(), False),
        (1e-10, 0.0, Tolerance(), True),
        (1e308, -1e308, CENT, False),
    ],
)
def test_within_tolerance(typed: float, right: float, tolerance: Tolerance, verdict: bool) -> None:
    """Relative, absolute, digits and none, around zero and with signs."""
    assert is_right(typed, right, tolerance) is verdict


@given(right=finite, tolerance=tolerances)
def test_the_right_number_is_right(right: float, tolerance: Tolerance) -> None:
    """However narrow the tolerance, and as it is read back from its text."""
    assert is_right(read_number(repr(right)), right, tolerance)


@given(right=finite.filter(lambda x: x == 0 or 1e-300 < abs(x) < 1e300), digits=st.integers(1, 12))
def test_a_number_rounded_to_the_digits_asked_is_right(right: float, digits: int) -> None:
    """Written to n significant digits; and one unit of that digit further off it is wrong."""
    rounded = f"{right:.{digits - 1}e}"
    assert is_right(read_number(rounded), right, Tolerance(digits=digits))
    off = float(rounded) + 1.6 * 10.0 ** (int(rounded.partition("e")[2]) - digits + 1)
    assert right == 0 or not is_right(off, right, Tolerance(digits=digits))
