"""Obsidian lines cannot name what they cover; their tags can."""

from __future__ import annotations

from pathlib import Path

from petui.lessons.course import load_course
from tests.shipped import shipped_course

COURSE = """schema: 1
id: a-course
title: A course
language: en
decks: [decks/notes.md]
inventory: {F1: "positions", F2: "vectors"}
"""
NOTES = """#flashcards/ai-ml/F1 #flashcards/ai-ml/F2

Where does counting start? :: At 0.

#flashcards/ai-ml/F9

What is not in the inventory? :: This number.

:::{card} its-own
:covers: F2

Asked?
?
Yes.
:::
"""


def test_a_tags_last_part_names_the_inventory_number(tmp_path: Path) -> None:
    """Two tags cover two numbers; an unknown one covers none; a card's own `covers` goes before."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "course.yaml").write_text(COURSE)
    (tmp_path / "decks" / "notes.md").write_text(NOTES)
    course, faults = load_course(tmp_path)
    assert course is not None and not faults
    assert [card.covers for card in course.decks[0].cards] == [("F1", "F2"), (), ("F2",)]


def test_every_inventory_number_has_a_card() -> None:
    """But for the map and the decks themselves, which no card can ask."""
    course = shipped_course()
    covered = {number for deck in course.decks for card in deck.cards for number in card.covers}
    assert {number for number, _ in course.inventory} - covered == {"A5", "A6"}


def test_every_misconception_has_two_cards() -> None:
    """M1 to M16."""
    course = shipped_course()
    for number in (f"M{at}" for at in range(1, 17)):
        assert sum(number in card.covers for deck in course.decks for card in deck.cards) >= 2, number
