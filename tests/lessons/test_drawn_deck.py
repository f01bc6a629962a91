"""The shipped deck of drawn numbers: what every card of it has, and that it fits the screen."""

from __future__ import annotations

import pytest

from petui.core.formula import SLIPS
from petui.lessons.cells import line_width
from petui.lessons.course import read_course
from petui.lessons.finding import builtin_content
from petui.lessons.model import Card
from petui.lessons.staging import all_draws, stage
from petui.lessons.typeset import Values, set_prose
from petui.lessons.worked import worked_answer

READING = read_course(builtin_content() / "positional-encodings")
COURSE = READING.course
assert COURSE is not None
DECK = next(deck for deck in COURSE.decks if deck.id == "drawn")
KNOWN = {*(slip.id for slip in SLIPS), *(mistake.id for mistake in COURSE.mistakes)}
# A card's front and back together leave room for the answer line, the verdict and the worked trace.
MOST_ROWS = 12


def test_it_is_large_enough_and_spread_over_the_course() -> None:
    """48 cards or more, and every group of the inventory that numbers can be asked of."""
    assert len(DECK.cards) >= 48
    assert len({card.id for card in DECK.cards}) == len(DECK.cards)
    covered = {number for card in DECK.cards for number in card.covers}
    for letter, numbers in (("F", range(1, 11)), ("P", range(3, 8)), ("D", range(2, 9)), ("W", range(1, 9))):
        assert {f"{letter}{number}" for number in numbers} <= covered
    for letter, numbers in (("V", range(1, 8)), ("M", range(3, 17)), ("C", range(2, 8))):
        assert {f"{letter}{number}" for number in numbers} <= covered


@pytest.mark.parametrize("card", [pytest.param(card, id=card.id) for card in DECK.cards])
def test_every_card_is_drawn_graded_explained_and_taught(card: Card) -> None:
    """Numeric, with a draw, a known misconception, a reason, a place in the course, and the deck's tag."""
    assert card.kind == "numeric" and card.vary and card.back and card.covers
    assert "flashcards/ai-ml" in card.tags
    assert card.wrongs and {rule.misconception for rule in card.wrongs} <= KNOWN
    assert "#" in card.teaches


@pytest.mark.parametrize("card", [pytest.param(card, id=card.id) for card in DECK.cards])
def test_every_card_fits(card: Card) -> None:
    """76 columns and 12 rows at the first, middle and last draw, in Unicode and in ASCII; its trace has a value."""
    draws = list(all_draws(card.vary))
    for draw in (draws[0], draws[len(draws) // 2], draws[-1]):
        at = stage((), card.settings, draw)
        values = Values(at.lab, at.draw)
        for ascii_only in (False, True):
            sides = [set_prose(side, 76, values, ascii=ascii_only) for side in (card.front, card.back)]
            assert sum(map(len, sides)) <= MOST_ROWS
            assert all(line_width(line) <= 76 for side in sides for line in side)
        assert card.answer is not None and worked_answer(card.answer, at.lab, at.draw)
