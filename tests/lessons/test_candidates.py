"""Wrong numbers, traced to the slip that gives them."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from petui.core.errors import AnswerError, ExpressionError, PetuiError
from petui.core.formula import SLIPS
from petui.core.lab import Lab
from petui.lessons.answers import Diagnosis, Grade, candidates, grade, is_right
from petui.lessons.expression import evaluate, parse_expression
from petui.lessons.model import Mistake, Tolerance, WrongRule
from petui.lessons.place import Place
from petui.lessons.prosemodel import Maths, Paragraph, Role, Text

PLACE = Place("lessons/one.md", 7, 11)
CENT = Tolerance(relative=0.01)
FINE = Tolerance(absolute=1e-6)
W1 = Lab(pos=3, d_model=4)

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


# ---- what wrong numbers show ----------------------------------------------------------------------------------------


def test_degrees_are_named() -> None:
    """W1: sin(0.03°) for sin(0.03), typed in full and rounded."""
    assert values("pe(3, 2)", "degrees") == [pytest.approx(0.000523599, rel=1e-5)]
    for typed in ("0.000523599", "0.00052360", "0.000524", "5.236e-4"):
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
    assert (first.id, first.title, first.value) == ("period-as-bound", "“It is 1”", 100)
    assert first.says == "A wavelength is 2π times 100.0."
    assert (bare.title, bare.says, bare.value) == ("“It is 7”", "It is not so.", 7)
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
    ("claims", "title"),
    [
        ("In a text of n words the last is n.", "“In a text of n words the last is n”"),
        ("2 is odd", "“2 is odd”"),
    ],
)
def test_a_misconception_is_called_by_its_claim(claims: str, title: str) -> None:
    """It follows "The slip:", and is quoted, as petui does not say it."""
    mistakes = {"some-name": Mistake("some-name", (Text(claims),), "wrong", (), PLACE)}
    assert found("pos", wrongs=(rule("70", "some-name"),), mistakes=mistakes, pos=3)[0].title == title


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
    ("typed", "right", "slip", "is_named"),
    [
        # Rounded to what was typed, but more than 1 % off.
        ("3", "0.1", "3.2", False),
        ("2", "0.1", "2.4", False),
        ("1", "0.1", "0.989", False),
        ("0.0005", "0.03", "0.000523599", False),
        # Within 1 %, also of what one digit gives.
        ("3.2", "0.1", "3.2", True),
        ("2.4", "0.1", "2.41", True),
        ("1", "0.1", "0.991", True),
        # However near the right number is.
        ("0.0301", "0.03", "0.03014", True),
        ("0.0301", "0.03", "0.03016", False),
    ],
)
def test_what_is_told_is_a_number_that_the_slip_gives(typed: str, right: str, slip: str, is_named: bool) -> None:
    """Not one that only few digits make of it."""
    given = graded(typed, right, wrongs=(rule(slip, "a"),), tolerance=FINE)
    assert named(given) == (["a"] if is_named else [])


@pytest.mark.parametrize(("typed", "expected"), [("101.009", []), ("101.012", ["a"])])
def test_what_is_nearer_to_the_right_number_shows_no_slip(typed: str, expected: list[str]) -> None:
    """Though it is wrong, and as near to the slip's number as the question wants: 1 % of that is more."""
    given = graded(typed, "100", wrongs=(rule("102.02", "a"),), tolerance=CENT)
    assert (given.right, named(given)) == (False, expected)


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


@pytest.mark.parametrize(
    ("typed", "source", "wrongs", "coarse", "expected"),
    [
        # 0.7174 to one digit; the cosine's slot holds 0.6967, which one digit would write so too.
        ("0.7", "0.7174", (rule("0.6967", "a"),), True, []),
        ("-0,9", "-0.9422", (rule("-0.9039", "a"),), True, []),
        ("1", "0.9603", (rule("0.9986", "a"),), True, []),
        # A slip's very number is no rounding.
        ("0.7", "0.7174", (rule("0.7", "a"),), False, ["a"]),
        # 0.70 has a digit in which it differs, and 1 holds no digit of 0.6.
        ("0.70", "0.7174", (rule("0.6967", "a"),), False, ["a"]),
        ("1", "0.6", (rule("1.001", "a"),), False, ["a"]),
        ("20", "19", (rule("20.001", "a"),), False, ["a"]),
        ("0", "0.3", (), False, []),
        ("7/10", "0.7174", (), False, []),
    ],
)
def test_the_right_number_with_too_few_digits_shows_no_slip(
    typed: str, source: str, wrongs: tuple[WrongRule, ...], coarse: bool, expected: list[str]
) -> None:
    """Who rounds the right number has not slipped, though a slip's number would be rounded to the same."""
    given = graded(typed, source, wrongs=wrongs, tolerance=Tolerance(absolute=0.005))
    assert (given.right, given.coarse, named(given)) == (False, coarse, expected)


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


@given(
    slip=st.floats(1e-6, 1e6),
    right=st.floats(1e-6, 1e6),
    digits=st.integers(3, 9),
    is_negative=st.booleans(),
)
def test_a_slip_s_number_with_three_digits_is_told(slip: float, right: float, digits: int, is_negative: bool) -> None:
    """However near to the right number, unless that one is nearer to what was typed or is written with it too."""
    typed = f"{-slip if is_negative else slip:.{digits - 1}e}"
    gap = abs(float(typed) - right)
    assume(
        not is_right(float(typed), right, FINE) and abs(float(typed) - (-slip if is_negative else slip)) < gap * 0.99
    )
    given = graded(typed, repr(right), wrongs=(rule(f"{'-' if is_negative else ''}{slip!r}", "a"),), tolerance=FINE)
    assume(not is_right(slip, right, FINE))
    assert given.coarse or "a" in named(given)
    assert not given.coarse or gap <= 0.5 * 10.0 ** (int(typed.partition("e")[2]) - digits + 1) * 1.001


@given(
    slip=st.floats(1e-3, 1e3),
    right=st.floats(1e-3, 1e3),
    off=st.floats(-0.3, 0.3),
    decimals=st.integers(0, 4),
    tolerance=tolerances,
)
def test_no_other_number_is_told_by_a_slip(
    slip: float, right: float, off: float, decimals: int, tolerance: Tolerance
) -> None:
    """What a slip is told for is within 1 % of its number, and no nearer to the right one."""
    given = graded(
        f"{slip * (1 + off):.{decimals}f}", repr(right), wrongs=(rule(repr(slip), "a"),), tolerance=tolerance
    )
    for one in given.diagnoses:
        gap = abs(given.typed - one.value)
        assert gap <= 0.01 * abs(one.value) * 1.001 + 1e-9
        assert gap <= abs(given.typed - right)


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
