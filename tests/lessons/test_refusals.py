"""Authors' expressions: what is refused, in which words, and how soon."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import ExpressionError
from petui.core.lab import Lab
from petui.lessons.expression import (
    evaluate,
    parse_expression,
    typed_value,
)
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression
from petui.lessons.whitelist import MAX_LENGTH

PLACE = Place("lessons/one.md", 7, 11)
LAB = Lab(pos=3, slot=2, d_model=4, offset=5, length=9)


def value(source: str, lab: Lab = LAB, **draw: float) -> float:
    """The value of a source text."""
    return evaluate(parse_expression(source, PLACE), lab, draw)


def refusal(source: str, lab: Lab = LAB, **draw: float) -> str:
    """What is said when a source text is refused."""
    with pytest.raises(ExpressionError) as caught:
        value(source, lab, **draw)
    return str(caught.value)


# ---- refusals -------------------------------------------------------------------------------------------------------

HOSTILE = (
    "9**9**9",
    "1/9**9**9",
    "1e400",
    "1/1e400",
    "1/0",
    "0**-1",
    "1e300*1e300",
    "1/(1e300*1e300)",
    "(-1)**0.5",
    "sqrt(-1)",
    "log(0)",
    "exp(1e9)",
    "nan",
    "inf",
    "().__class__",
    "pos.real",
    "pos[0]",
    "rand()",
    "randint(5)",
    "__import__(1)",
    "'a'",
    "f''",
    "a = 1",
    "(a := 1)",
    "sin(x=1)",
    "sin(*pos)",
    "sin(**pos)",
    "lambda: 0",
    "1 if 1 else 2",
    "1 and 2",
    "not 1",
    "True",
    "None",
    "1 < 2",
    "~1",
    "1 << 9",
    "1 @ 2",
    "1j",
    "0x10",
    "1_000",
    "1, 2",
    "(1, 2)",
    "[1]",
    "{1}",
    "1; 2",
    "1\n+2",
    "1 # two",
    "",
    "   ",
    "\0",
    "\udc80",
    "\x1b[31m",
    "\N{RIGHT-TO-LEFT OVERRIDE}1",
    "½",
    "٣",
    "ｐｅ(3, 0)",
    "2(3)",
    "sin(1)(2)",
    "pos(3)",
    "sin",
    "pe",
    "sin()",
    "sin(1, 2)",
    "pe(1)",
    "min(1)",
    "round(1, 2, 3)",
    "round(1, 0.5)",
    "pe(3, 4)",
    "pe(3, -1)",
    "pe(3, 0.5)",
    "pe(1e300, 0)",
    "omega(2)",
    "omega(0.5)",
    "wavelength(-1)",
    "embedding(3, 0)",
    "attended(6, 0, 0, 0)",
    "table_right(0, 2)",
    "(" * 300 + "1" + ")" * 300,
    "(" * 90 + "1" + ")" * 90,
    "(" * 199,
    "-" * 150 + "1",
    "abs(" * 40 + "1" + ")" * 40,
    "2**" * 60 + "1",
    "1" * 1_000_000,
)


@pytest.mark.parametrize("source", HOSTILE, ids=lambda source: ascii(source[:24]))
def test_what_is_no_plain_arithmetic_is_refused_by_name_and_place(source: str) -> None:
    """With the place, a bit of the expression, and no sign that a terminal would act on."""
    told = refusal(source)
    assert told.startswith("lessons/one.md:7:11: ")
    assert told.isprintable()
    start = ascii(source.strip())[1:-1][:8].replace("\\\\", "\\")
    assert not source.strip() or start in ascii(told)[1:-1].replace("\\\\", "\\")
    assert len(told) < 500


def test_hostile_expressions_end_at_once() -> None:
    """A fresh interpreter refuses all of them long before the time it is given."""
    script = (
        "import sys\n"
        "from petui.core.errors import PetuiError\n"
        "from petui.core.lab import Lab\n"
        "from petui.lessons.answers import read_number\n"
        "from petui.lessons.expression import evaluate, parse_expression\n"
        "from petui.lessons.place import Place\n"
        "for source in eval(sys.stdin.read()):\n"
        "    for lab in (Lab(), Lab(d_model=16384)):\n"
        "        try:\n"
        "            evaluate(parse_expression(source, Place('f')), lab)\n"
        "        except PetuiError:\n"
        "            pass\n"
        "    try:\n"
        "        read_number(source)\n"
        "    except PetuiError:\n"
        "        pass\n"
        "print('done')\n"
    )
    costly = ["+".join(["dot(1,2)"] * 22), "norm(" * 20 + "1" + ")" * 20, "*".join(["9"] * 100)]
    run = subprocess.run(
        [sys.executable, "-c", script],
        input=ascii([*HOSTILE, *costly]),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("done\n", "")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("omga(1)", "did you mean omega?"),
        ("lenght + 1", "there is no name lenght; did you mean length?"),
        ("sin + 1", "sin is a function: write sin(…)"),
        ("pos(3)", "pos is a number, no function"),
        ("2(3)", "write * between factors"),
        ("omega(1, 2)", "omega takes 1 number, not 2"),
        ("round(1, 2, 3)", "round takes 1 or 2 numbers, not 3"),
        ("min(1)", "min takes 2 or more numbers, not 1"),
        ("1/(pos - 3)", "it divides by zero"),
        ("9**9**9", "no finite value"),
        ("(-1)**0.5", "no finite value"),
        ("pe(3, 9)", "slot is 9, but d_model 4 has slots 0 to 3"),
        ("omega(2)", "pair is 2, but d_model 4 has pairs 0 to 1"),
        ("x.y", "an attribute"),
        ("table_right(0, 2)", "it is a table, not a number"),
        ("(" * 21 + "1" + ")" * 21, "nested deeper than 20"),
        ("1 and 2", "the word and"),
    ],
)
def test_refusals_say_what_is_the_matter(source: str, words: str) -> None:
    """In the words of the one who wrote it."""
    assert words in refusal(source)


def test_limits_are_where_they_are_said_to_be() -> None:
    """Just inside is fine: 200 characters, 20 parentheses, a sum of any length that fits."""
    assert value("(" * 20 + "1" + ")" * 20) == 1
    assert value("+".join(["1"] * 100)) == 100
    assert value("1" + " " * (MAX_LENGTH - 2) + "\t") == 1
    assert value("1" + "+1" * 99 + "0" * 1) == 109
    assert "longer than 200" in refusal("1" + "+1" * 100)


def test_wide_rows_are_rationed() -> None:
    """One at the greatest width is fine, dozens are not."""
    wide = Lab(d_model=16384)
    assert value("norm(5)", wide) == pytest.approx(math.sqrt(8192))
    assert "make d_model smaller" in refusal("+".join(["dot(1,2)"] * 20), wide)
    assert value("+".join(["dot(1,1)"] * 20)) == pytest.approx(40)


def test_a_raw_expression_is_refused_with_its_place_too() -> None:
    """One that lint reported may still reach the player."""
    for source in ("sin(", "sin(1, 2)", "nope(1)"):
        with pytest.raises(ExpressionError, match=r"lessons/one\.md:7:11"):
            evaluate(Expression(source, PLACE), LAB)


@given(st.text(max_size=40) | st.text("0123456789.e+-*/%^(), pisncoxlgqrt_", max_size=40))
def test_any_text_is_a_finite_number_or_refused(text: str) -> None:
    """No other way out, for authors and for learners."""
    for evaluated in (value, typed_value):
        try:
            assert math.isfinite(evaluated(text))
        except ExpressionError as error:
            assert str(error).isprintable()
