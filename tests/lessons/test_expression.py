"""Authors' expressions: what they are worth, which names they use, and tables."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core import encode
from petui.core.errors import ExpressionError
from petui.core.formula import SLIPS, Formula, slipped
from petui.core.lab import Lab
from petui.lessons.expression import (
    evaluate,
    known_names,
    parse_expression,
    unknown_names,
    used_names,
)
from petui.lessons.grids import evaluate_grid
from petui.lessons.place import Place

PLACE = Place("lessons/one.md", 7, 11)
LAB = Lab(pos=3, slot=2, d_model=4, offset=5, length=9)
SLIP = {slip.id: slip for slip in SLIPS}


def value(source: str, lab: Lab = LAB, **draw: float) -> float:
    """The value of a source text."""
    return evaluate(parse_expression(source, PLACE), lab, draw)


def refusal(source: str, lab: Lab = LAB, **draw: float) -> str:
    """What is said when a source text is refused."""
    with pytest.raises(ExpressionError) as caught:
        value(source, lab, **draw)
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("2 + 3*4", 14),
        ("2^3^2", 512),
        ("-2**2", -4),
        ("7 // 2 + 7 % 2", 4),
        ("1 \N{MINUS SIGN} 4", -3),
        (" +.5e1 ", 5),
        ("03", 3),
        ("sin(1)^2 + cos(1)^2", 1),
        ("tan(0.5)", math.tan(0.5)),
        ("exp(log(7)) + sqrt(16) + abs(-1)", 12),
        ("floor(7/2)", 3),
        ("floor(-0.5)", -1),
        ("min(3, 1, 2) + max(3, 1, 2)", 4),
        ("round(2.345, 1) + round(2.6)", 5.3),
        ("pos + slot + d_model + base + offset + length", 10023),
        ("pe(pos, slot)", math.sin(0.03)),
        ("pe(3, 1)", math.cos(3)),
        ("omega(1)", 0.01),
        ("divisor(1)", 100),
        ("exponent(1)", 0.5),
        ("wavelength(0)", 2 * math.pi),
        ("angle(3, 3)", 0.03),
        ("omega(floor(slot/2))", 0.01),
        ("dot(2, 2)", 2),
        ("distance(2, 2)", 0),
        ("norm(9)", math.sqrt(2)),
        ("attended(0, 1, 2, 0) - attended(5, 1, 2, 0)", 0),
        ("embedding(2, 0)", 0.7),
        ("2*pi", 2 * math.pi),
    ],
)
def test_values(source: str, expected: float) -> None:
    """Arithmetic, names and functions at a Lab."""
    assert value(source) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_draw_goes_before_the_lab() -> None:
    """Also for a fractional position, which no Lab holds; numbers that are whole are floats all the same."""
    assert value("pos*n", n=2, pos=1.5) == 3
    assert value("pe(pos, 0)", pos=1.5) == pytest.approx(math.sin(1.5))
    assert "no finite value" in refusal("n**m", n=9, m=10**9)


@given(pos=st.integers(0, 2**32 - 1), d_model=st.integers(1, 64), data=st.data())
def test_pe_is_the_core_s_number(pos: int, d_model: int, data: st.DataObject) -> None:
    """To the last bit, however the numbers come in."""
    slot = data.draw(st.integers(0, d_model - 1))
    expected = float(encode(pos, d_model)[slot])
    assert value("pe(p, s)", Lab(d_model=d_model), p=float(pos), s=float(slot)) == expected
    assert value("pe(pos, slot)", Lab(pos=pos, slot=slot, d_model=d_model)) == expected


@given(st.floats(allow_nan=False, allow_infinity=False).map(repr))
def test_a_number_is_itself(text: str) -> None:
    """Any float64 in its shortest form."""
    assert value(text) == float(text)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.id)
def test_a_slipped_formula_gives_the_slip_s_number(slip: object) -> None:
    """The same expression, evaluated as the misconception has it."""
    lab = Lab(d_model=6)
    for variant in SLIP[slip.id].variants:  # type: ignore[attr-defined]
        wrong = slipped(Formula(lab), variant)
        got = [evaluate(parse_expression(f"pe(7, {slot})", PLACE), lab, formula=wrong) for slot in range(6)]
        np.testing.assert_allclose(got, [wrong.pe(7, slot) for slot in range(6)], rtol=1e-12)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.id)
@pytest.mark.parametrize("d_model", [1, 5, 8])
def test_slipped_rows_are_made_of_slipped_cells(slip: object, d_model: int) -> None:
    """Computed at once or cell by cell, in every way of making the slip."""
    lab = Lab(d_model=d_model)
    for variant in SLIP[slip.id].variants:  # type: ignore[attr-defined]
        wrong = slipped(Formula(lab), variant)
        cells = math.sqrt(sum(wrong.pe(7, slot) ** 2 for slot in range(d_model)))
        assert evaluate(parse_expression("norm(7)", PLACE), lab, formula=wrong) == pytest.approx(cells, abs=1e-12)
        np.testing.assert_allclose(wrong.row(7), [wrong.pe(7, slot) for slot in range(d_model)], atol=1e-12)


def test_an_inverted_row_may_have_no_value() -> None:
    """A rate of base^exponent that overflows is refused, as it is for one cell."""
    lab = Lab(d_model=64, base=1e300)
    wrong = slipped(slipped(Formula(lab), SLIP["inverted-omega"].variants[0]), SLIP["doubled-exponent"].variants[0])
    for source in ("norm(1)", "pe(1, 62)"):
        with pytest.raises(ExpressionError, match="too large a number"):
            evaluate(parse_expression(source, PLACE), lab, formula=wrong)


def slip_value(source: str, slip: str, lab: Lab, which: int = 0, **draw: float) -> float:
    """The value of a source text through one variant of a slip."""
    wrong = slipped(Formula(lab), SLIP[slip].variants[which])
    return evaluate(parse_expression(source, PLACE), wrong.lab, draw, wrong)


def test_slips_reach_what_is_written_out() -> None:
    """A sine in the expression itself, a pair computed from a slot, a name for the base."""
    lab = Lab(pos=3, d_model=8)
    assert slip_value("sin(pos)", "degrees", lab) == pytest.approx(math.sin(math.radians(3)))
    assert slip_value("sin(0.26)", "early-rounding", lab, which=3) == pytest.approx(math.sin(0.3))
    assert slip_value("omega(floor(j/2))", "slot-as-pair", lab, j=5) == pytest.approx(10000 ** (-10 / 8))
    assert slip_value("floor(j/2) + floor(7.5)", "slot-as-pair", lab, j=5) == 9
    assert slip_value("floor(j/4)", "slot-as-pair", lab, j=6) == 1
    assert slip_value("base**(-2/d_model)", "base-1000", lab) == pytest.approx(1000**-0.25)


# ---- names and tables -----------------------------------------------------------------------------------------------


def test_names() -> None:
    """Functions are no names; each name is told once, in order."""
    expression = parse_expression("sin(b)*pos + a*b + pi", PLACE)
    assert used_names(expression.source) == ("b", "pos", "a", "pi")
    assert unknown_names(expression, ["b"]) == ("a",)
    assert unknown_names(expression, ["a", "b"]) == ()
    assert known_names(["a"]) == {"pos", "slot", "d_model", "base", "offset", "length", "pi", "a"}


def test_the_grid_of_the_known_slip() -> None:
    """W6: the published row at position 2 of 8 slots, and the right one."""
    grid = evaluate_grid(parse_expression("table_doubled_exponent(pos, 1)", PLACE), Lab(pos=2, d_model=8))
    np.testing.assert_allclose(grid.right[0], [0.9093, -0.4161, 0.1987, 0.9801, 0.0200, 0.9998, 0.0020, 1], atol=5e-5)
    np.testing.assert_allclose(grid.shown[0][:4], [0.9093, -0.4161, 0.0200, 0.9998], atol=5e-5)
    assert grid.shown.shape == (1, 8)


@pytest.mark.parametrize("slip", [None, *SLIPS], ids=lambda slip: slip.id if slip else "right")
def test_there_is_a_table_for_each_slip(slip: object) -> None:
    """Its rows are the slipped formula's."""
    lab, name = Lab(d_model=6), "right" if slip is None else slip.id.replace("-", "_")  # type: ignore[attr-defined]
    grid = evaluate_grid(parse_expression(f"table_{name}(n, 2 + 1)", PLACE), lab, {"n": 4.0})
    right = Formula(lab)
    wrong = right if slip is None else slipped(right, slip.variants[0])  # type: ignore[attr-defined]
    np.testing.assert_array_equal(grid.right, encode([4, 5, 6], 6))
    np.testing.assert_allclose(grid.shown, [[wrong.pe(p, s) for s in range(6)] for p in (4, 5, 6)], atol=1e-12)


@pytest.mark.parametrize(
    "source",
    [
        "pe(1, 2)",
        "1",
        "table_right(0, 2) + 1",
        "-table_right(0, 2)",
        "table_right(table_right(0, 1), 1)",
        "table_right(0, 0)",
        "table_right(0, 33)",
        "table_right(0.5, 2)",
        "table_right(0, 1/0)",
        "table_right(nope, 2)",
        "table_right(1e300, 2)",
        "table_nope(0, 2)",
        "table_right(0)",
    ],
)
def test_what_gives_no_table(source: str) -> None:
    """Numbers, impossible sizes and unknown tables are refused with the place."""
    with pytest.raises(ExpressionError, match=r"lessons/one\.md:7:11"):
        evaluate_grid(parse_expression(source, PLACE), LAB)


def test_a_table_is_no_wider_than_a_page() -> None:
    """64 slots."""
    expression = parse_expression("table_right(0, 2)", PLACE)
    assert evaluate_grid(expression, Lab(d_model=64)).shown.shape == (2, 64)
    with pytest.raises(ExpressionError, match="at most 64 slots, and d_model is 65"):
        evaluate_grid(expression, Lab(d_model=65))


@pytest.mark.parametrize("source", ["random_product(-1e308, 8, 8)", "head_weight(9, 2, 1, 11, 1e308)"])
def test_numbers_too_large_are_refused_in_silence(source: str) -> None:
    """A warning of NumPy would be written over the screen."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "it has no finite value" in refusal(source)


@pytest.mark.parametrize("call", ["head_weight(1, 2, 3, 512, 4)", "nearest_offset(1024)"])
def test_many_wide_rows_are_refused(call: str) -> None:
    """Before they are computed."""
    assert 0 <= value(call, Lab(d_model=256)) <= 1024
    assert "make d_model smaller" in refusal(call, Lab(d_model=1024))
