"""Fronts that give nothing away, and backs that work the answer out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from petui.core.lab import Lab
from petui.lessons.cardpage import card_back, card_front
from petui.lessons.cells import line_width, plain_text
from petui.lessons.collection import FiledCard, cards_of_lesson, collect_cards
from petui.lessons.expression import evaluate, parse_expression
from petui.lessons.model import Card, Choice, Course, CoursePart, Lesson, Option, Param, Setting, Vary
from petui.lessons.place import Place
from petui.lessons.prosemodel import Paragraph, Prose, Role, Text
from petui.lessons.staging import Stage, all_draws, stage
from petui.lessons.verdict import precise
from tests.shipped import shipped_courses

PLACE = Place("decks/one.md", 3, 1)
HERE = Stage(Lab(), {})


@cache
def shipped() -> dict[str, FiledCard]:
    """Every card that petui brings along."""
    return {filed.key: filed for filed in collect_cards(shipped_courses())}


def first_stage(card: Card) -> Stage:
    """The card's stage at its first draw."""
    return stage((), card.settings, next(iter(all_draws(card.vary))))


def shown_order(card: Card) -> tuple[int, ...]:
    """The options turned round."""
    return tuple(reversed(range(len(card.choice.options)))) if card.choice else ()


def prose(text: str) -> Prose:
    """One paragraph."""
    return (Paragraph((Text(text),), PLACE),)


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("width", [40, 60, 76, 100])
def test_shipped_cards_fit(width: int, ascii: bool) -> None:
    """Every front and back has lines, none wider than there is room."""
    for key, filed in shipped().items():
        card, at, order = filed.card, first_stage(filed.card), shown_order(filed.card)
        for side in (card_front, card_back):
            lines = side(card, at, order, width, ascii=ascii, titles={})
            assert lines and lines[-1], key
            assert all(line_width(line) <= width for line in lines), key
            assert not ascii or plain_text(lines).isascii(), key


def test_shipped_fronts_do_not_depend_on_the_answer() -> None:
    """Change all that is the answer, and the front stays as it is."""
    for key, filed in shipped().items():
        card, at, order = filed.card, first_stage(filed.card), shown_order(filed.card)
        choice = card.choice and replace(
            card.choice,
            options=tuple(replace(one, true=not one.true, reason=prose("other")) for one in card.choice.options),
        )
        other = parse_expression("12345", PLACE)
        blank = replace(
            card, back=prose("other"), answer=card.answer and other, accepts=("other",), wrongs=(), choice=choice
        )
        assert card_front(card, at, order, 60) == card_front(blank, at, order, 60), key


def test_shipped_numbers_are_worked_out() -> None:
    """The back of a numeric card ends with its answer, in the style of maths."""
    for key, filed in shipped().items():
        card, at = filed.card, first_stage(filed.card)
        if card.answer is not None:
            *_, last = card_back(card, at, (), 60)
            assert all(style == "math" for _, style in last), key
            assert last[-1][0].split()[-1] == precise(evaluate(card.answer, at.lab, at.draw)), key


def choice_card(back: Prose = ()) -> Card:
    """A choice of three."""
    options = tuple(Option(n == 1, prose(f"option {n}"), prose(f"reason {n}"), PLACE) for n in range(3))
    return Card("c", "choice", prose("Think."), back, PLACE, choice=Choice("o", prose("Which?"), options, PLACE))


def test_front_of_a_choice() -> None:
    """The question, then the options by the numbers that are typed; no reason."""
    card = choice_card(prose("The middle one."))
    assert plain_text(card_front(card, HERE, (2, 1, 0), 60)).split("\n") == [
        "Think.",
        "",
        "Choose",
        "Which?",
        " 1) option 2",
        " 2) option 1",
        " 3) option 0",
    ]
    assert card.choice is not None
    several = replace(card, front=(), choice=replace(card.choice, multiple=True))
    assert plain_text(card_front(several, HERE, (0, 1, 2), 60)).startswith("Choose all that hold\nWhich?")


def test_long_options_hang() -> None:
    """A long option goes on under its own text."""
    card = choice_card()
    assert card.choice is not None
    long = replace(card.choice, options=(replace(card.choice.options[0], text=prose("word " * 12)),))
    lines = plain_text(card_front(replace(card, choice=long), HERE, (0,), 30)).split("\n")[4:]
    assert lines[0].startswith(" 1) word") and len(lines) > 1
    assert all(line.startswith("    word") for line in lines[1:])


def test_backs_without_prose() -> None:
    """Where the author wrote no back, it is what holds, or the accepted text."""
    assert plain_text(card_back(choice_card(), HERE, (2, 1, 0), 60)) == " 2) option 1"
    assert plain_text(card_back(choice_card(prose("Mid.")), HERE, (2, 1, 0), 60)) == "Mid."
    text = Card("t", "cloze", prose("[…]"), (), PLACE, accepts=(r"$\omega_1$", "omega"))
    assert plain_text(card_back(text, HERE, (), 60)) == "ω₁"
    assert plain_text(card_back(text, HERE, (), 60, ascii=True)) == "omega_1"


def test_back_of_a_number() -> None:
    """The author's words, and below them the trace at the drawn numbers."""
    card = Card("n", "numeric", (), prose("So:"), PLACE, answer=parse_expression("pe(pos, 2)", PLACE))
    at = stage((), (), {"pos": 5.0})
    assert plain_text(card_back(card, at, (), 60)).split("\n") == [
        "So:",
        "",
        "ω_1 = 1/10000^(2/8) = 0.1",
        "PE(5, 2) = sin(5·0.1) = sin(0.5) = 0.479426",
    ]
    assert card_back(replace(card, back=()), at, (), 60)[0][0][0].startswith("ω_1")


def test_references_are_titles() -> None:
    """A reference is shown by the lesson's title."""
    card = Card("r", "basic", (Paragraph((Role("ref", "one#two", PLACE),), PLACE),), (), PLACE)
    assert plain_text(card_front(card, HERE, (), 60, titles={"one": "Lesson one"})) == "Lesson one, two"


def test_cards_keep_their_lessons_parameters() -> None:
    """Asked away from its lesson, a card has the lesson's parameters at their defaults, and its own settings on top."""
    answer = parse_expression("d_model * step", PLACE)
    vary = (Vary("n", (1.0,), PLACE),)
    card = Card("n", "numeric", prose("?"), (), PLACE, answer=answer, vary=vary)
    own = replace(card, id="o", settings=(Setting("step", parse_expression("n + 1", PLACE)),))
    params = (Param("d_model", 4, 2, 64, 2, PLACE), Param("step", 0.5, 0, 9, 0.5, PLACE))
    lesson = Lesson("one", "One", 5, (), PLACE, params=params, cards=(card, own))
    course = Course("c", "C", "en", ".", (CoursePart("P", ("one",)),), (lesson,))
    values = []
    for filed in cards_of_lesson(course, lesson):
        at = stage((), filed.card.settings, {"n": 1.0})
        values.append(evaluate(answer, at.lab, at.draw))
    assert values == [2, 8]
