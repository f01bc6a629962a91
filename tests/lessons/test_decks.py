"""Decks and misconceptions: cards, their sides and kinds."""

from __future__ import annotations

import pytest

from petui.lessons.deckfile import parse_deck
from petui.lessons.parser import parse_mistakes
from petui.lessons.prosemodel import Listing, Maths, Paragraph


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
        (("?\nYes.", "?\n:::{choice} another\nWhich?\n\n- [x] a\n- [ ] b\n:::\n\nYes."), "E10"),
    ],
)
def test_card_faults(change: tuple[str, str], code: str) -> None:
    """Cards with doubled ids, missing sides, answers that do not fit their kind."""
    assert change[0] in DECK
    _, found = parse_deck(DECK.replace(*change), "first.md")
    assert {fault.code for fault in found} == {code}


KEYS = """\
---
title: Keys
tags: [flashcards/ai-ml, "#maths"]
---

:::{card} numbers
:set: d_model=4 pos=n
:vary: n in 2..5
:answer: pe(pos, 2)
:digits: 3
:unit: radians
:hint: The pair of slot {val}`2`.
:hint: Then its $\\omega$.
:teaches: reading-a-cell # w1-full
:tags: own, #flashcards//of/mine/

Slot 2?
?
A sine.

Two lines.
:::

:::{card} words
:accept: sine
:accept: the sine
:accept: sine

Even slots?
?
The *sine*.
:::
"""


def test_every_key_of_a_card_is_read() -> None:
    """Settings, hints, unit, place that teaches it, tags, texts accepted, and both sides as they were written."""
    deck, found = parse_deck(KEYS, "keys.md")
    assert found == () and deck is not None
    numbers, words = deck.cards
    assert [(one.name, one.expression.source) for one in numbers.settings] == [("d_model", "4"), ("pos", "n")]
    assert (len(numbers.hints), numbers.unit, numbers.teaches) == (2, "radians", "reading-a-cell#w1-full")
    assert numbers.tags == ("own", "flashcards/of/mine")
    assert (numbers.front_source, numbers.back_source) == ("Slot 2?", "A sine.\n\nTwo lines.")
    assert words.accepts == ("sine", "the sine") and words.back_source == "The *sine*."
    assert words.tags == deck.tags == ("flashcards/ai-ml", "maths")


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("# w1-full", "#", "E04", 14),
        ("# w1-full", "#W1", "E04", 14),
        ("reading-a-cell #", "reading a cell#", "E04", 14),
        ("own, #", "own tag, #", "E10", 15),
        ("own, #", ", #", "E10", 15),
        ("pos=n", "row=n", "E05", 7),
        ("own, #flash", "own\n:accept: 3\n:tags: #flash", "E10", 16),
        (":accept: the sine", ":unit: radians", "E10", 26),
        (":accept: the sine", ":kind: reversed", "E10", 25),
        ('"#maths"]', '"# maths"]', "E10", 3),
        ("[flashcards/ai-ml, ", "[{a: b}, ", "E10", 3),
    ],
)
def test_faults_of_these_keys(old: str, new: str, code: str, line: int) -> None:
    """Each at its line."""
    assert KEYS.count(old) == 1
    _, found = parse_deck(KEYS.replace(old, new), "keys.md")
    assert (code, line) in [(fault.code, fault.place.line) for fault in found]
    assert {fault.place.line for fault in found} <= {line, line + 1}


def test_tags_may_be_one_text() -> None:
    """As vaults have them: separated by commas."""
    deck, found = parse_deck(KEYS.replace('[flashcards/ai-ml, "#maths"]', "'#a/b, c'"), "keys.md")
    assert found == () and deck is not None and deck.tags == ("a/b", "c")


def test_an_unknown_way_to_hide_text_is_a_fault() -> None:
    """With the nearest one that is known."""
    _, found = parse_deck("---\nclozes: [blod]\n---\nQ :: A\n", "keys.md")
    assert [(fault.code, fault.place.line) for fault in found] == [("E10", 2)]
    assert "bold" in found[0].message
