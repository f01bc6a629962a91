"""What a question needs and does not say."""

from __future__ import annotations

import pytest

from petui.core.lab import Lab
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression, Paragraph, Prose, Role, Text
from petui.lessons.staging import Stage
from petui.lessons.unsaid import unsaid

PLACE = Place("")
AT = Stage(Lab(d_model=8, pos=3), {"j": 5.0, "i": 2.0})


def told(text: str, *shown: str) -> Prose:
    """A text with the values of these expressions in it."""
    roles = tuple(Role("val", each, PLACE, (Expression(each, PLACE),)) for each in shown)
    return (Paragraph((Text(text), *roles), PLACE),)


@pytest.mark.parametrize(
    ("answer", "text", "given"),
    [
        ("j/2", told("Half of it?"), {"j": 5.0}),
        ("j/2", told("Half of", "j"), {}),
        ("j/2", told("It is a multiple of", "2*j"), {}),
        ("2*pi*i", told("A turn."), {"i": 2.0}),
        ("pe(pos, 4)", told("In slot 4?"), {"pos": 3.0, "d_model": 8.0, "base": 10000.0}),
        ("pe(pos, 4)", told("In slot 4 of 8 slots, base 10000?", "pos"), {}),
        ("pe(pos, 4)", told("In slot 4 of 18 slots, base 100000?", "pos"), {"d_model": 8.0, "base": 10000.0}),
        ("exponent(i)", told("Of pair", "i"), {"d_model": 8.0}),
        # The first pair turns by one radian whatever the width and the base.
        ("pe(pos, 0)", told("In slot 0?", "pos"), {}),
        ("omega(1)*j", told("A dot turns by", "omega(1)", "j"), {}),
        ("table_right(0, 2)", told("A table."), {"d_model": 8.0, "base": 10000.0}),
        ("d_model/2", told("How many?"), {"d_model": 8.0}),
        ("sin(j)", told("Of", "j"), {}),
    ],
)
def test_what_is_needed_and_not_said(answer: str, text: Prose, given: dict[str, float]) -> None:
    """Names by their numbers, the table's parameters where they change anything; nothing that is shown already."""
    assert unsaid(Expression(answer, PLACE), AT, text) == given
