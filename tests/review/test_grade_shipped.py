"""Every shipped card, asked and answered: by its own answer, by each foreseen slip, and given up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from petui.lessons.collection import FiledCard, collect_cards
from petui.lessons.expression import evaluate
from petui.lessons.model import Mistake
from petui.lessons.staging import Stage, all_draws, stage
from petui.review.grade import Asking, ask, give_up, is_typed, judge, right_answer
from tests.shipped import shipped_courses

MOST_DRAWS = 60


@cache
def mistakes() -> dict[str, dict[str, Mistake]]:
    """The misconceptions of each course."""
    return {course.id: {one.id: one for one in course.mistakes} for course in shipped_courses()}


CARDS = {filed.key: filed for filed in collect_cards(shipped_courses())}
NUMERIC = [key for key, filed in CARDS.items() if filed.card.answer is not None]
TEXTS = [key for key, filed in CARDS.items() if filed.card.accepts]
CHOICES = [key for key, filed in CARDS.items() if filed.card.choice is not None]


def stages(filed: FiledCard) -> Iterator[Stage]:
    """The card's stage at every draw, or at MOST_DRAWS of them evenly spread."""
    draws = list(all_draws(filed.card.vary))
    for draw in draws[:: -(-len(draws) // MOST_DRAWS)]:
        yield stage((), filed.card.settings, draw)


def asked(filed: FiledCard, at: Stage | None = None, *, turn: int = 0) -> Asking:
    """The card asked at a stage, or as it is drawn."""
    if at is not None:
        return Asking(filed, 0, 0, at)
    return ask(filed, seed=7, turn=turn, mistakes=mistakes()[filed.course])


def test_there_are_cards_of_each_kind() -> None:
    """The laws below are about something."""
    assert NUMERIC and CHOICES and len(CARDS) > len(NUMERIC) + len(CHOICES)


@pytest.mark.parametrize("key", NUMERIC)
def test_right_and_foreseen_numbers(key: str) -> None:
    """At every draw the printed answer is right, and each foreseen slip is wrong and named."""
    filed = CARDS[key]
    card, known = filed.card, mistakes()[filed.course]
    for at in stages(filed):
        asking = asked(filed, at)
        assert judge(asking, right_answer(asking), mistakes=known).outcome == "right", at
        for rule in card.wrongs:
            got = judge(asking, repr(evaluate(rule.expression, at.lab, at.draw)), mistakes=known)
            assert got.outcome == "wrong" and rule.misconception in got.misconceptions, (rule, at)
            shown = {one.id for one in known.values() if {one.id, one.slip} & set(got.misconceptions)}
            assert {one.id for one in got.refutes} == shown
            assert shown or rule.misconception not in known


@pytest.mark.parametrize("key", CARDS)
def test_asking_is_repeatable(key: str) -> None:
    """The same seed and turn ask the same; drawn values are the author's; giving up tells one line."""
    filed = CARDS[key]
    for turn in range(3):
        asking = asked(filed, turn=turn)
        assert asking == asked(filed, turn=turn)
        assert all(asking.drawn[one.name] in one.values for one in filed.card.vary)
        assert sorted(asking.order) == list(range(len(filed.card.choice.options) if filed.card.choice else 0))
        said = give_up(asking)
        assert said.rating == 1 and "\n" not in said.says and len(said.says) > len("The answer: ")


@pytest.mark.parametrize("key", [key for key in NUMERIC if len(list(all_draws(CARDS[key].card.vary))) >= 2])
def test_numbers_are_drawn_afresh(key: str) -> None:
    """No parametric card asks the same numbers every time."""
    assert len({tuple(asked(CARDS[key], turn=turn).drawn.values()) for turn in range(40)}) > 1


@pytest.mark.parametrize("key", TEXTS)
def test_accepted_texts(key: str) -> None:
    """Every accepted text is right, as written and as shown, and a text of another kind is wrong."""
    filed = CARDS[key]
    asking, known = asked(filed), mistakes()[filed.course]
    for text in (*filed.card.accepts, right_answer(asking)):
        got = judge(asking, text, mistakes=known)
        assert (got.outcome, got.says) == ("right", "Right."), text
    assert judge(asking, "xyzzy 4711", mistakes=known).outcome == "wrong"


@pytest.mark.parametrize("key", CHOICES)
def test_choices(key: str) -> None:
    """The options that hold are right together; every other single one is wrong, with its reason."""
    filed = CARDS[key]
    choice, known = filed.card.choice, mistakes()[filed.course]
    assert choice is not None and is_typed(filed.card)
    asking = asked(filed)
    true = [str(place) for place, index in enumerate(asking.order, 1) if choice.options[index].true]
    assert judge(asking, ",".join(true), mistakes=known).outcome == "right"
    for place, index in enumerate(asking.order, 1):
        option = choice.options[index]
        got = judge(asking, str(place), mistakes=known)
        if not option.true:
            assert got.outcome == "wrong" and (not option.reason or option.reason in got.reasons)
            assert all(f"{number}) " in got.says for number in true)
