"""Wrong numbers as a key lists them."""

from __future__ import annotations

from petui.core.lab import Lab
from petui.lessons.answers import grade_number
from petui.lessons.model import Question, Tolerance, WrongRule
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression
from petui.lessons.staging import Stage
from petui.lessons.wrongnumbers import wrong_numbers

PLACE = Place("")
AT = Stage(Lab(), {"n": 1_000_000.0})


def question(answer: str, tolerance: float, **wrongs: str) -> Question:
    """A check with these wrong numbers, by what they show."""
    rules = tuple(WrongRule(Expression(each, PLACE), name, PLACE) for name, each in wrongs.items())
    return Question("check", "q", Expression(answer, PLACE), Tolerance(absolute=tolerance), (), PLACE, wrongs=rules)


def test_a_number_has_digits_enough_to_be_told() -> None:
    """Six are those of the right number, rounded, so there are more."""
    asked = question("n + 0.5", 0.001, off="n + 0.51")
    (wrong,) = wrong_numbers(asked, AT, {})
    assert wrong.number == "1000000.51"
    assert [one.id for one in wrong.shows] == ["off"]


def test_two_that_give_one_number_stand_beside_it() -> None:
    """Once, in the author's order."""
    asked = question("n", 0.1, first="n/2", second="0.5*n", third="2*n")
    found = [(wrong.number, [one.id for one in wrong.shows]) for wrong in wrong_numbers(asked, AT, {})]
    assert found == [("500000", ["first", "second"]), ("2000000", ["third"])]


def test_one_that_counts_as_right_is_none() -> None:
    """Nor is one without a value."""
    assert wrong_numbers(question("n", 0.1, near="n + 0.05", none="n/0"), AT, {}) == ()


def test_what_is_listed_is_recognised() -> None:
    """Also where it is very near to the right number, or to another wrong one."""
    asked = question("1/3", 1e-9, a="1/3 + 1e-7", b="1/3 + 1.01e-7", c="1/3 + 1e-8")
    found = wrong_numbers(asked, AT, {})
    assert {one.id for wrong in found for one in wrong.shows} == {"a", "b", "c"}
    for wrong in found:
        assert grade_number(asked, wrong.number, AT, {})[1].diagnoses == wrong.shows
