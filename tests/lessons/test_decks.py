"""Decks and misconceptions: cards, their sides and kinds."""

from __future__ import annotations

import pytest

from petui.lessons.model import Listing, Maths, Paragraph
from petui.lessons.parser import parse_deck, parse_mistakes


def test_misconceptions_are_read() -> None:
    """Claims with maths, a verdict, and headings between."""
    text = (
        "# Mistakes\n\n:::{mistake} swap\n:claims: $\\sin$ first\n:verdict: half\n"
        ":shows: pe(2, 0)\n:covers: M1, M2\n\nProse.\n:::\n"
    )
    (mistake,), found = parse_mistakes(text, "m.md")
    assert found == ()
    assert (mistake.id, mistake.verdict, mistake.covers) == ("swap", "half", ("M1", "M2"))
    assert isinstance(mistake.claims[0], Maths)
    assert mistake.shows is not None and mistake.shows.source == "pe(2, 0)"
    _, found = parse_mistakes(text.replace("half", "no").replace(":::{mistake} swap", ":::{step} swap"), "m.md")
    assert [fault.code for fault in found] == ["E03"]


DECK = """\
---
title: First
---

:::{card} numbers
:vary: n in 2..5
:answer: n - 1
:tol: 0.1
:wrong: n => off-by-one
:covers: F1

Less one of {val}`n`?
?
One less.
:::

::::{card} choice-card

:::{choice} choice-of-it
Which?

- [x] yes
- [ ] no
:::
?
Yes.
::::

:::{card} plain
```
?
```
?
Back.
:::
"""


def test_a_deck_is_read() -> None:
    """Fronts and backs are split at `?` outside code; kinds are inferred."""
    deck, found = parse_deck(DECK, "decks/first.md")
    assert found == () and deck is not None
    assert (deck.id, deck.title, deck.file) == ("first", "First", "decks/first.md")
    numbers, choice, plain = deck.cards
    assert (numbers.kind, choice.kind, plain.kind) == ("numeric", "choice", "basic")
    assert numbers.answer is not None and numbers.tolerance.absolute == 0.1 and numbers.covers == ("F1",)
    assert choice.choice is not None and len(choice.choice.options) == 2 and choice.back
    assert isinstance(plain.front[0], Listing) and plain.front[0].text == "?"
    assert isinstance(plain.back[0], Paragraph) and plain.back[0].place.line == 34


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("{card} plain", "{card} numbers"), "E04"),
        (("\n?\nBack.", "\nBack."), "E10"),
        (("\n?\nBack.", "\n?\n?\nBack."), "E10"),
        ((":answer: n - 1\n", ""), "E10"),
        ((":tol: 0.1\n", ""), "E07"),
        (("{card} choice-card", "{card} choice-card\n:kind: basic"), "E10"),
        ((":vary: n in 2..5", ":kind: odd"), "E10"),
        (("- [x] yes", "- [ ] yes"), "E08"),
    ],
)
def test_card_faults(change: tuple[str, str], code: str) -> None:
    """Cards with doubled ids, missing sides, answers that do not fit their kind."""
    assert change[0] in DECK
    _, found = parse_deck(DECK.replace(*change), "first.md")
    assert {fault.code for fault in found} == {code}
