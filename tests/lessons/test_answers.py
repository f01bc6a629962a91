"""Learners' numbers: read, graded, and traced to the slip that gives them."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from petui.core.errors import AnswerError, ExpressionError, PetuiError
from petui.core.formula import SLIPS
from petui.core.lab import Lab
from petui.lessons.answers import Diagnosis, Grade, candidates, grade, is_right, read_number
from petui.lessons.expression import evaluate, parse_expression
from petui.lessons.model import Maths, Mistake, Paragraph, Role, Text, Tolerance, WrongRule
from petui.lessons.place import Place

PLACE = Place("lessons/one.md", 7, 11)
CENT = Tolerance(relative=0.01)
FINE = Tolerance(absolute=1e-6)
W1 = Lab(pos=3, d_model=4)

finite = st.floats(allow_nan=False, allow_infinity=False)
tolerances = st.one_of(
    st.builds(Tolerance, relative=st.floats(0, 0.1)),
    st.builds(Tolerance, absolute=st.floats(0, 0.1)),
    st.builds(Tolerance, digits=st.integers(1, 8)),
)


def rule(source: str, misconception: str) -> WrongRule:
    """An authored rule."""
    return WrongRule(parse_expression(source, PLACE), misconception, PLACE)


def found(
    source: str,
    lab: Lab = W1,
    tolerance: Tolerance = FINE,
    *,
    wrongs: tuple[WrongRule, ...] = (),
    mistakes: Mapping[str, Mistake] | None = None,
    **draw: float,
) -> tuple[Diagnosis, ...]:
    """The candidates of an answer."""
    return candidates(parse_expression(source, PLACE), wrongs, tolerance, lab, draw, mistakes or {})


def values(source: str, slip: str, lab: Lab = W1, tolerance: Tolerance = FINE, **draw: float) -> list[float]:
    """The numbers that one slip gives."""
    known = candidates(parse_expression(source, PLACE), (), tolerance, lab, draw, {})
    return [one.value for one in known if one.id == slip]


def graded(
    typed: str,
    source: str,
    lab: Lab = W1,
    tolerance: Tolerance = CENT,
    *,
    wrongs: tuple[WrongRule, ...] = (),
    mistakes: Mapping[str, Mistake] | None = None,
    **draw: float,
) -> Grade:
    """A typed text, graded."""
    answer = parse_expression(source, PLACE)
    return grade(typed, answer=answer, wrongs=wrongs, tolerance=tolerance, lab=lab, draw=draw, mistakes=mistakes or {})


def named(given: Grade) -> list[str]:
    """The ids of what a wrong answer shows."""
    return [one.id for one in given.diagnoses]


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


# ---- what wrong numbers show ----------------------------------------------------------------------------------------


def test_degrees_are_named() -> None:
    """W1: sin(0.03°) for sin(0.03), typed in full and rounded."""
    assert values("pe(3, 2)", "degrees") == [pytest.approx(0.000523599, rel=1e-5)]
    for typed in ("0.000523599", "0.00052360", "0.000524", "5.236e-4", "0.0005"):
        assert named(graded(typed, "pe(pos, 2)")) == ["degrees"]
    assert graded("0.0300", "pe(pos, 2)").right
    assert graded("sin(0.03)", "pe(pos, 2)") == Grade(True, math.sin(0.03), evaluate_at("pe(3, 2)"), ())


def evaluate_at(source: str, lab: Lab = W1) -> float:
    """The right value."""
    return evaluate(parse_expression(source, PLACE), lab)


@pytest.mark.parametrize("source", ["pe(pos, 2)", "sin(pos*omega(1))", "sin(angle(pos, 2))", "sin(pos/divisor(1))"])
def test_however_the_author_writes_it_the_slips_are_the_same(source: str) -> None:
    """The value of a cell, by its name or written out."""
    wide = Lab(pos=3, d_model=8)
    assert values(source, "degrees") == [pytest.approx(math.sin(math.radians(0.03)))]
    assert values(source, "swapped") == [pytest.approx(math.cos(0.03))]
    assert values(source, "doubled-exponent", wide) == [pytest.approx(math.sin(0.03))]
    assert values(source, "off-by-one") == [pytest.approx(math.sin(0.04)), pytest.approx(math.sin(0.02))]
    assert values(source, "base-1000") == [pytest.approx(math.sin(3 * 1000**-0.5))]
    assert values(source, "lost-sign") == [pytest.approx(-math.sin(0.03))]
    assert values(source, "early-rounding") == [0.0]


@pytest.mark.parametrize(
    ("source", "slip", "expected"),
    [
        ("omega(1)", "inverted-omega", 100),
        ("1/omega(1)", "inverted-omega", 0.01),
        ("pe(pos, 2)", "inverted-omega", math.sin(300)),
        ("divisor(1)", "doubled-exponent", 10000),
        ("wavelength(1)", "forgotten-two-pi", 100),
        ("2*pi*divisor(1)", "forgotten-two-pi", 100),
        ("2*pi/omega(1)", "forgotten-two-pi", 100),
        ("pe(pos, 2)", "slot-as-pair", math.sin(0.0003)),
        ("omega(floor(j/2))", "slot-as-pair", 10000**-1.5),
        ("base**(-2/d_model)", "base-1000", 1000**-0.5),
        ("omega(1)", "base-1000", 1000**-0.5),
        ("pe(p, 0)", "off-by-one", math.sin(6)),
        ("cos(omega(1)*20)", "early-rounding", math.cos(0)),
    ],
)
def test_each_slip_s_number(source: str, slip: str, expected: float) -> None:
    """Worked out by hand at position 3 of 4 slots."""
    assert any(value == pytest.approx(expected, rel=1e-9) for value in values(source, slip, j=3, p=5))


def test_a_shift_is_applied_once() -> None:
    """Through the name or through the formula, never by two positions."""
    far = Lab(pos=1000, d_model=4)
    for source in ("pe(pos, 2)", "sin(pos*omega(1))", "angle(pos, 2)", "pos", "pe(pos, 0) + pos"):
        wrong = values(source, "off-by-one", far)
        at = [evaluate(parse_expression(source, PLACE), far, {"pos": 1000.0 + shift}) for shift in (1, -1)]
        assert wrong == pytest.approx(at, rel=1e-12)
    assert values("pe(pos, 0)", "off-by-one", pos=1.5) == pytest.approx([math.sin(2.5), math.sin(0.5)])


@pytest.mark.parametrize("base", [1.0, 100.0, 1000.0])
def test_the_zeros_are_counted_only_where_there_are_more(base: float) -> None:
    """ "The base here is larger" would be untrue."""
    lab = Lab(pos=3, d_model=4, base=base)
    assert values("pe(pos, 2)", "base-1000", lab) == []
    assert values("base + 0*pos", "base-1000", lab) == []
    assert values("base", "base-1000", W1) == [1000]


def test_coinciding_with_the_right_answer_is_dropped() -> None:
    """At pair 0 the exponent is 0: doubled or not, in base 1000 or not, it is the same."""
    ids = {one.id for one in found("pe(pos, 0)")}
    assert ids.isdisjoint({"doubled-exponent", "base-1000", "inverted-omega", "slot-as-pair"})
    assert {"degrees", "swapped", "off-by-one", "lost-sign"} <= ids


def test_coinciding_with_each_other_both_are_named() -> None:
    """At 4 slots slot 2 as i is exponent 1, and so is the doubled exponent."""
    assert named(graded("0.0003", "pe(pos, 2)", tolerance=FINE)) == ["doubled-exponent", "slot-as-pair"]
    assert named(graded("0.0003", "pe(pos, 2)")) == ["doubled-exponent", "slot-as-pair"]


def test_the_author_s_rules_go_first() -> None:
    """With the fix in the misconception's own words, values computed and formulas set."""
    text = (
        Text("A wavelength is ", ""),
        Maths(r"2\pi", PLACE),
        Text(" times\n", ""),
        Role("val", "divisor(1) @1", PLACE, (parse_expression("divisor(1)", PLACE),), 1),
        Text("."),
    )
    body = (Paragraph((Text("First."),), PLACE), Paragraph(text, PLACE))
    mistakes = {
        "period-as-bound": Mistake("period-as-bound", (Text("It is 1."),), "wrong", body, PLACE),
        "bare": Mistake("bare", (Text("It is 7."),), "half", (), PLACE),
    }
    rules = (
        rule("divisor(1)", "period-as-bound"),
        rule("7", "bare"),
        rule("divisor(1) + 0", "inverted-omega"),
        rule("1/(pos - 3)", "bare"),
        rule("wavelength(1)", "bare"),
        rule("8", "unheard-of"),
    )
    first, bare, own, unknown, *others = found("wavelength(1)", wrongs=rules, mistakes=mistakes)
    assert (first.id, first.title, first.value) == ("period-as-bound", "period as bound", 100)
    assert first.says == "A wavelength is 2π times 100.0."
    assert (bare.id, bare.says, bare.value) == ("bare", "It is not so that: It is 7.", 7)
    inverted = next(slip for slip in SLIPS if slip.id == "inverted-omega")
    assert (own.title, own.says) == (inverted.title, inverted.says)
    assert (unknown.title, unknown.says) == ("unheard of", "")
    assert "forgotten-two-pi" in [one.id for one in others]
    assert named(graded("100", "wavelength(1)", wrongs=rules, mistakes=mistakes)) == [
        "period-as-bound",
        "inverted-omega",
        "forgotten-two-pi",
    ]


@pytest.mark.parametrize(
    ("typed", "source", "expected"),
    [
        # A zero is a slip's own number here; elsewhere it holds no digit of one.
        ("0", "pe(pos, 2)", ["early-rounding"]),
        ("0.000", "pe(pos, 2)", ["early-rounding"]),
        ("0", "omega(1)", []),
        ("1", "pe(pos, 2)", ["swapped"]),
        ("0.9996", "pe(pos, 2)", ["swapped"]),
        ("0.5", "pe(pos, 2)", []),
        ("12345", "pe(pos, 2)", []),
        ("-0.03", "pe(pos, 2)", ["lost-sign"]),
        ("0.04", "pe(pos, 2)", ["off-by-one"]),
        ("sin(0.04)", "pe(pos, 2)", ["off-by-one"]),
        ("0,04", "pe(pos, 2)", ["off-by-one"]),
        ("4/100", "pe(pos, 2)", ["off-by-one"]),
        # Two positions give two numbers of one slip: each is nearest to its own.
        ("0.02", "pe(pos, 2)", ["off-by-one"]),
        ("100", "omega(1)", ["inverted-omega"]),
        ("0.0001", "omega(1)", ["doubled-exponent"]),
    ],
)
def test_what_a_typed_number_shows(typed: str, source: str, expected: list[str]) -> None:
    """As exactly as it was typed, and no further."""
    assert named(graded(typed, source)) == expected


@pytest.mark.parametrize(
    ("typed", "wrongs", "expected"),
    [
        # One decimal is too coarse for what lies half-way to the right answer.
        ("1", (rule("0.6", "a"),), []),
        # The same but for the last bit.
        ("0.3", (rule("0.1 + 0.2", "a"), rule("0.3", "b")), ["a", "b"]),
        # Both are within the tolerance, and one is nearer.
        ("0.6", (rule("0.601", "a"), rule("0.6", "b")), ["b"]),
        ("0.601", (rule("0.601", "a"), rule("0.6", "b")), ["a"]),
    ],
)
def test_which_of_several_is_named(typed: str, wrongs: tuple[WrongRule, ...], expected: list[str]) -> None:
    """Those that coincide, and otherwise the nearest."""
    assert named(graded(typed, "omega(1)", wrongs=wrongs)) == expected


def test_a_right_answer_shows_nothing() -> None:
    """Even where a slip's number is as near."""
    given = graded("0.031", "pe(pos, 2)", tolerance=Tolerance(relative=0.5), wrongs=(rule("0.031", "x"),))
    assert given.right
    assert given.diagnoses == ()


def test_an_answer_without_a_value_is_the_author_s_fault() -> None:
    """And what cannot be read is the learner's."""
    with pytest.raises(ExpressionError, match=r"lessons/one\.md:7:11"):
        graded("1", "1/(pos - 3)")
    with pytest.raises(AnswerError):
        graded("pe(3, 2)", "pe(pos, 2)")


# ---- laws -----------------------------------------------------------------------------------------------------------

ANSWERS = (
    "pe(pos, slot)",
    "pe(pos + offset, slot)",
    "omega(floor(slot/2))",
    "1/omega(floor(slot/2))",
    "2*pi*divisor(floor(slot/2))",
    "wavelength(0)",
    "sin(pos*omega(0))",
    "angle(pos, slot)",
    "dot(pos, pos + 1)",
    "distance(0, pos)",
    "base**(-2/d_model)",
    "pos + 7",
    "attended(5, 0, 1, 1)",
)


@st.composite
def labs(draw: st.DrawFn) -> Lab:
    """Labs as lessons have them, and further off."""
    d_model = draw(st.sampled_from([1, 2, 4, 5, 8, 16, 512]))
    base = draw(st.sampled_from([1.0, 100.0, 1000.0, 10000.0, 1e6, 1e300]))
    pos = draw(st.integers(0, 30) | st.integers(0, 2**32 - 1))
    return Lab(pos=pos, slot=draw(st.integers(0, d_model - 1)), d_model=d_model, base=base)


@given(lab=labs(), source=st.sampled_from(ANSWERS), tolerance=tolerances)
def test_candidates_are_wrong_and_each_is_named(lab: Lab, source: str, tolerance: Tolerance) -> None:
    """None is within tolerance of the right answer; typed in full, each is diagnosed with its id."""
    try:
        right = evaluate(parse_expression(source, PLACE), lab)
    except PetuiError:
        assume(False)
    known = found(source, lab, tolerance)
    assert len({(one.id, one.value) for one in known}) == len(known)
    for one in known:
        assert math.isfinite(one.value)
        assert not is_right(one.value, right, tolerance)
        given = graded(repr(one.value), source, lab, tolerance)
        assert not given.right
        assert one.id in named(given)
        assert len(named(given)) == len(set(named(given)))


@given(lab=labs(), source=st.sampled_from(ANSWERS), tolerance=tolerances)
def test_the_computed_answer_is_accepted(lab: Lab, source: str, tolerance: Tolerance) -> None:
    """Typed in full it is right, and shows no slip."""
    try:
        right = evaluate(parse_expression(source, PLACE), lab)
    except PetuiError:
        assume(False)
    assert graded(repr(right), source, lab, tolerance) == Grade(True, right, right, ())


@given(pos=st.integers(1, 9), slot=st.integers(0, 7), typed=st.floats(-2, 2))
def test_no_number_is_both_right_and_diagnosed(pos: int, slot: int, typed: float) -> None:
    """Whatever is typed; and what is diagnosed is near the number that is named."""
    given = graded(f"{typed:.4f}", "pe(pos, slot)", Lab(pos=pos, slot=slot, d_model=8), Tolerance(absolute=0.0005))
    assert given.right == (abs(given.typed - given.answer) <= 0.0005 * (1 + 1e-9))
    assert not (given.right and given.diagnoses)
    assert all(abs(one.value - given.typed) <= 0.00051 for one in given.diagnoses)
