"""Prose as one line: the same blocks whether numbers are filled in or named."""

from __future__ import annotations

from petui.core.lab import Lab
from petui.lessons.collection import FiledCard
from petui.lessons.deckfile import parse_deck
from petui.lessons.oneline import prose_line, prose_text, question_text
from petui.lessons.roles import Values
from petui.review.events import ReviewEvent
from petui.review.memories import Memories
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp
from petui.review.statistics import study_statistics

DECK = """:::{card} blocks

What of {val}`pos`?

- one
- two {sym}`pos`

> quoted

| a | b |
|---|---|
| c | d |

```python
x = 1
```
?
An answer.
:::

::::{card} pick

:::{choice} pick-one

Which one is even?

- [ ] three
- [x] four
:::

?
Four.
::::
"""


def deck_cards() -> dict[str, FiledCard]:
    """The deck's cards by id."""
    deck, faults = parse_deck(DECK, "deck.md")
    assert deck is not None and not faults, faults
    return {card.id: FiledCard("c", "deck", card) for card in deck.cards}


def test_both_forms_have_every_block_in_order() -> None:
    """They differ in the number alone."""
    front = deck_cards()["blocks"].card.front
    named = prose_text(front)
    assert named == "What of …? one; two pos quoted a, b c, d x = 1"
    assert prose_line(front, Values(Lab(pos=7))) == named.replace("…", "7")


def test_the_question_of_a_choice_is_told_wherever_cards_are_named() -> None:
    """Its front is empty; in the statistics of hard cards too it is known by what it asks."""
    pick = deck_cards()["pick"]
    assert pick.card.front == () and question_text(pick.card) == "Which one is even?"
    days = ("2026-01-01", "2026-01-02", "2026-03-01")
    reviews = [
        ReviewEvent(card=pick.key, rating=rating, stamp=Stamp(f"id{at}", at * 10**9, 0, day, "here"))
        for at, (day, rating) in enumerate(zip(days, (4, 4, 1), strict=True))
    ]
    memories = Memories.of_events(reviews, Schedule())
    found = study_statistics([pick], memories, reviews, days[-1], at=2 * 10**9)
    assert [hard.front for hard in found.hardest] == ["Which one is even?"]
