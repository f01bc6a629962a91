"""Drawing a card's numbers: the same again, and such that misconceptions can be told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import PetuiError
from petui.lessons.collection import FiledCard
from petui.lessons.expression import parse_expression
from petui.lessons.model import Card, Tolerance, Vary, WrongRule
from petui.lessons.place import Place
from petui.review.grade import Asking, ask

PLACE = Place("decks/one.md", 3, 1)


def filed(
    answer: str, vary: dict[str, tuple[float, ...]], wrongs: dict[str, str] | None = None, *, tol: float = 0.1
) -> FiledCard:
    """A numeric card with drawn values; `wrongs` are misconceptions by their expressions."""
    card = Card(
        "n",
        "numeric",
        (),
        (),
        PLACE,
        answer=parse_expression(answer, PLACE),
        tolerance=Tolerance(absolute=tol),
        wrongs=tuple(WrongRule(parse_expression(one, PLACE), name, PLACE) for one, name in (wrongs or {}).items()),
        vary=tuple(Vary(name, values, PLACE) for name, values in vary.items()),
    )
    return FiledCard("course", "deck", card)


def drawn(card: FiledCard, seeds: int = 60) -> set[tuple[float, ...]]:
    """What is drawn over many seeds."""
    return {tuple(asked(card, seed).drawn.values()) for seed in range(seeds)}


def asked(card: FiledCard, seed: int, turn: int = 0) -> Asking:
    """The card, asked."""
    return ask(card, seed=seed, turn=turn, mistakes={})


@given(st.integers(), st.integers(0, 50))
def test_same_seed_card_and_turn_draw_the_same(seed: int, turn: int) -> None:
    """A draw depends on nothing else."""
    card = filed("a + b", {"a": (1, 2, 3, 4), "b": (10, 20, 30)})
    one = asked(card, seed, turn)
    assert one == asked(card, seed, turn)
    assert one.drawn["a"] in (1, 2, 3, 4) and one.drawn["b"] in (10, 20, 30)
    assert one.stage.draw == one.drawn


def test_turns_and_seeds_draw_afresh() -> None:
    """Neither another turn nor another seed repeats the numbers for ever."""
    card = filed("a", {"a": tuple(range(10, 40))})
    assert len({asked(card, 1, turn).drawn["a"] for turn in range(30)}) > 8
    assert len(drawn(card)) > 12


def test_coinciding_misconceptions_are_avoided() -> None:
    """Where two slips give one number at some draws only, those are not drawn: n + 2 = 2n at 2."""
    card = filed("n**2 + 7", {"n": (2, 3, 5, 8)}, {"n + 2": "added", "2*n": "doubled"})
    assert drawn(card) == {(3,), (5,), (8,)}


def test_slips_that_count_as_right_are_avoided() -> None:
    """Where a slip gives the right number at some draws only, those are not drawn: 2n = n^2 at 2."""
    card = filed("n**2", {"n": (2, 3, 5, 8)}, {"2*n": "doubled"})
    assert drawn(card) == {(3,), (5,), (8,)}
    # Every slip of a sine is the right number at position 0, and a neighbouring position is not.
    assert (0,) not in drawn(filed("pe(pos, 2)", {"pos": (0, 2, 3, 4)}, tol=1e-4))


def test_what_cannot_be_helped_keeps_all_draws() -> None:
    """Slips that coincide at every draw, or have a number at some only, forbid none."""
    always = filed("3*n", {"n": (2, 3, 5)}, {"n": "once", "n + 0": "same"})
    assert drawn(always) == {(2,), (3,), (5,)}
    sometimes = filed("3*n", {"n": (2, 3, 5, 8)}, {"n": "once", "n + 0/((n - 2)*(n - 3))": "same where it has a value"})
    assert drawn(sometimes) == {(2,), (3,), (5,), (8,)}
    # 1000 is a wrong base only where the base is larger.
    assert drawn(filed("base**2", {"base": (10, 100, 10000)})) == {(10,), (100,), (10000,)}


def test_least_confusion_but_never_one_draw_only() -> None:
    """Of draws that confuse something those with least are taken, and the second best beside a single best one."""
    wrongs = {"n + 2": "a", "2*n": "b", "3*n - 2": "c", "n + 6": "d", "5*n": "e", "9*n - 7": "f"}
    # At 2, a = b = c: three pairs. At 6, b = d: one. At 9 none.
    assert drawn(filed("100*n", {"n": (2, 6, 9)}, wrongs)) == {(6,), (9,)}
    assert drawn(filed("100*n", {"n": (2, 9, 10)}, wrongs)) == {(9,), (10,)}


def test_draws_without_a_value_are_passed_over() -> None:
    """A number at which the answer has no value is not asked; a card that never has one is an error."""
    assert drawn(filed("1/n", {"n": (0, 1, 2)})) == {(1,), (2,)}
    with pytest.raises(PetuiError):
        asked(filed("1/(n - n)", {"n": (1, 2)}), 1)
    with pytest.raises(PetuiError):
        asked(filed("1/0", {}), 1)
