"""Answers worked out line by line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from petui.core.errors import ExpressionError
from petui.core.lab import Lab
from petui.lessons.cells import cell_width
from petui.lessons.collection import collect_cards
from petui.lessons.expression import evaluate, parse_expression
from petui.lessons.place import Place
from petui.lessons.staging import all_draws, stage
from petui.lessons.verdict import precise
from petui.lessons.worked import worked_answer
from tests.shipped import shipped_courses

PLACE = Place("decks/one.md", 3, 1)
HERE = Lab()


def worked(source: str, lab: Lab = HERE, *, ascii: bool = False, width: int = 76) -> list[str]:
    """The lines of an expression."""
    return list(worked_answer(parse_expression(source, PLACE), lab, {}, ascii=ascii, width=width))


def one_line(source: str, draw: dict[str, float]) -> str:
    """The only line of an expression that uses none of the encoding's functions."""
    (line,) = worked_answer(parse_expression(source, PLACE), HERE, draw, width=100_000)
    return line


def put(*options: st.SearchStrategy[str], form: str) -> st.SearchStrategy[str]:
    """Texts put into a form."""
    return st.tuples(*options).map(lambda texts: form.format(*texts))


numbers = st.sampled_from(["0", "1", "2", "3", "7", "0.5", "1.25", "10", "100"])
arithmetic = st.recursive(
    st.one_of(numbers, st.sampled_from(["pos", "a", "b", "pi", "d_model", "base"])),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), inner).map(
            lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
        ),
        put(inner, form="-({})"),
        put(inner, form="+({})"),
        *(put(inner, form=f"{name}({{}})") for name in ("sin", "cos", "sqrt", "abs", "floor")),
        put(inner, inner, form="max({}, {})"),
    ),
    max_leaves=6,
)
of_formula = st.recursive(
    arithmetic,
    lambda inner: st.one_of(
        *(put(inner, form=f"{name}({{}})") for name in ("omega", "divisor", "exponent", "wavelength", "norm")),
        *(put(inner, inner, form=f"{name}({{}}, {{}})") for name in ("pe", "angle", "dot", "distance")),
        put(numbers, numbers, form="embedding({}, {})"),
        put(numbers, numbers, numbers, numbers, form="attended({}, {}, {}, {})"),
        put(inner, inner, form="({}) - ({})"),
    ),
    max_leaves=5,
)
labs = st.builds(
    Lab,
    pos=st.integers(0, 100_000),
    d_model=st.sampled_from([1, 2, 3, 4, 8, 9, 64, 512]),
    base=st.sampled_from([10000.0, 100.0, 2.5]),
)
drawn = st.fixed_dictionaries({"a": st.integers(-9, 9).map(float), "b": st.sampled_from([0.25, -3.5, 1e-7, 6e6])})


def value_of(source: str, lab: Lab, draw: dict[str, float]) -> float:
    """The value of an expression that has one."""
    try:
        return evaluate(parse_expression(source, PLACE), lab, draw)
    except ExpressionError:
        assume(False)
        raise


@given(of_formula, labs, drawn, st.booleans(), st.integers(24, 100))
def test_any_value_is_worked_out(source: str, lab: Lab, draw: dict[str, float], ascii: bool, width: int) -> None:
    """Whatever has a value is worked out within the width, and the last number is that value."""
    value = value_of(source, lab, draw)
    lines = worked_answer(parse_expression(source, PLACE), lab, draw, ascii=ascii, width=width)
    assert lines and all(0 < cell_width(line) <= width for line in lines)
    assert lines[-1].split()[-1].removeprefix("=") == precise(value)
    assert not ascii or "".join(lines).isascii()


@given(arithmetic, drawn)
@settings(max_examples=200)
def test_brackets_keep_the_value(source: str, draw: dict[str, float]) -> None:
    """The line with names as numbers, read as an expression again, has the same value."""
    value = value_of(source, Lab(), draw)
    line = one_line(source, draw)
    shown = line.split(" = ")[0]
    assume(shown not in draw and shown not in ("pos", "d_model", "base", "π") and len(shown) <= 200)
    again = shown.replace("·", "*").replace("√", "sqrt").replace(" mod ", "%").replace("π", "pi")
    try:
        back = evaluate(parse_expression(again, PLACE), Lab())
    except ExpressionError as error:
        # Brackets that are shown count towards the depth that may be read.
        assert "nested" in error.what or " = " not in line
        return
    if " = " in line:
        assert math.isclose(back, value, rel_tol=1e-9, abs_tol=1e-9)


@given(arithmetic, drawn)
def test_every_step_is_an_equation(source: str, draw: dict[str, float]) -> None:
    """Nothing is said twice in a chain."""
    value_of(source, Lab(), draw)
    terms = one_line(source, draw).split(" = ")
    assert all(one != other for one, other in pairwise(terms))


@given(st.integers(0, 100_000), st.integers(0, 63), st.sampled_from([8, 64, 512]))
def test_the_shown_angle_gives_the_shown_value(pos: int, slot: int, d_model: int) -> None:
    """Who takes the sine of the angle on the page gets the value on the page, to six decimals."""
    assume(slot < d_model)
    lab = Lab(pos=pos, d_model=d_model)
    terms = worked(f"pe(pos, {slot})", lab, width=1000)[-1].split(" = ")
    wave = math.cos if slot % 2 else math.sin
    angle = terms[-2].removeprefix("sin(").removeprefix("cos(").rstrip(")")
    assert wave(float(angle)) == pytest.approx(float(terms[-1]), abs=2e-6)
    first, second = terms[1].removeprefix("sin(").removeprefix("cos(").rstrip(")").split("·")
    assert float(first) * float(second) == pytest.approx(float(angle), abs=2e-6)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("pe(pos, 2)", ["ω_1 = 1/10000^(2/8) = 0.1", "PE(3, 2) = sin(3·0.1) = sin(0.3) = 0.29552"]),
        ("pe(pos, 7)", ["ω_3 = 1/10000^(6/8) = 0.001", "PE(3, 7) = cos(3·0.001) = cos(0.003) = 0.999996"]),
        ("omega(1)", ["ω_1 = 1/10000^(2/8) = 0.1"]),
        ("divisor(2)", ["1/ω_2 = 10000^(4/8) = 100"]),
        ("exponent(3)", ["2i/d = 2·3/8 = 0.75"]),
        ("wavelength(1)", ["λ_1 = 2π·10000^(2/8) = 62.8319"]),
        ("angle(-3, 2)", ["ω_1 = 1/10000^(2/8) = 0.1", "(-3)·ω_1 = (-3)·0.1 = -0.3"]),
        ("norm(pos)", ["|PE(3)| = √(8/2) = 2"]),
        ("dot(3, 5)", ["PE(3)·PE(5) = cos(2·1) + cos(2·0.1) + cos(2·0.01) + cos(2·0.001) = 2.56372"]),
        ("pos*omega(1)", ["ω_1 = 1/10000^(2/8) = 0.1", "3·0.1 = 0.3"]),
        ("sin(pos*omega(1))", ["ω_1 = 1/10000^(2/8) = 0.1", "sin(3·0.1) = sin(0.3) = 0.29552"]),
        ("omega(1) + omega(1)", ["ω_1 = 1/10000^(2/8) = 0.1", "0.1 + 0.1 = 0.2"]),
        ("d_model/2 - 1", ["8/2 - 1 = 3"]),
        ("2*pi/0.5", ["2·π/0.5 = 12.5664"]),
        ("2 - (3 - 4)", ["2 - (3 - 4) = 3"]),
        ("2/(3/4)", ["2/(3/4) = 2.66667"]),
        ("(-2)**2", ["(-2)^2 = 4"]),
        ("-2**2", ["-2^2 = -4"]),
        ("(2**3)**2", ["(2^3)^2 = 64"]),
        ("2**3**2", ["2^3^2 = 512"]),
        ("floor(7/2)", ["floor(7/2) = floor(3.5) = 3"]),
        ("sqrt(d_model/2)", ["√(8/2) = √(4) = 2"]),
        ("omega(norm(0) - 2)", ["|PE(0)| = √(8/2) = 2", "ω_0 = 1/10000^(0/8) = 1"]),
        ("pos", ["pos = 3"]),
        ("3", ["3"]),
        ("-pos", ["-3"]),
        ("0*(-1)", ["0·(-1) = 0"]),
    ],
)
def test_examples(source: str, lines: Sequence[str]) -> None:
    """What is shown for common answers, at position 3 of 8 slots."""
    assert worked(source) == lines


def test_sums_over_pairs_are_true() -> None:
    """The terms that a dot product and a distance are shown with add up to their values."""
    for source, head, factor in (("dot(3, 7)", "PE(3)·PE(7)", 1), ("distance(3, 7)", "|PE(3) - PE(7)|", 2)):
        terms = worked(source, width=1000)[0].split(" = ")
        assert terms[0] == head
        shown = terms[1].replace("·", "*").replace("√", "sqrt")
        assert evaluate(parse_expression(shown, PLACE), Lab()) == pytest.approx(float(terms[2]), abs=1e-5)
        assert factor == 1 or shown.startswith("2*sqrt(")


def test_ascii_form() -> None:
    """Greek letters and signs are spelt out."""
    assert worked("wavelength(1)*2", ascii=True) == ["lambda_1 = 2pi*10000^(2/8) = 62.8319", "62.8319*2 = 125.664"]


def test_long_chains_go_on_below() -> None:
    """A chain is broken before a term, and a term behind a sign; what follows is indented."""
    assert worked("pe(pos, 2)", width=36) == [
        "ω_1 = 1/10000^(2/8) = 0.1",
        "PE(3, 2) = sin(3·0.1) = sin(0.3)",
        "  = 0.29552",
    ]
    lines = worked("*".join(["2.5"] * 40))
    assert len(lines) == 3 and all(line.startswith("    2.5·") for line in lines[1:])


def test_no_value() -> None:
    """An expression without a value is refused as when it is evaluated."""
    for source in ("1/0", "unknown", "table_right(0, 2)", "pe(0, 99)"):
        with pytest.raises(ExpressionError):
            worked(source)


def test_shipped_answers() -> None:
    """Every shipped answer is worked out at some of its draws, in lines that fit."""
    for course in shipped_courses():
        for filed in collect_cards([course]):
            answer = filed.card.answer
            draws = list(all_draws(filed.card.vary))
            for draw in draws[:: -(-len(draws) // 5)] if answer else ():
                at = stage((), filed.card.settings, draw)
                assert answer is not None
                lines = worked_answer(answer, at.lab, at.draw)
                assert all(cell_width(line) <= 76 for line in lines)
                assert lines[-1].split()[-1] == precise(evaluate(answer, at.lab, at.draw)), filed.key
