"""Lint of cards: numbers over the whole draw, wrong answers that can be told apart, places and texts."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

from petui.lessons.expression import evaluate
from petui.lessons.lint import lint_course, lint_paths
from petui.lessons.model import Card
from petui.lessons.place import Fault
from petui.lessons.staging import all_draws, stage
from petui.lessons.tolerance import is_right
from tests.shipped import shipped_courses

LESSON = "---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n---\n\n::::{step} first\n\nText.\n::::\n"
DECK = """\
schema: 1
cards:
  - id: sum
    teaches: one#first
    set: d_model=2*n
    vary: n in 2..9
    front: '{val}`d_model` and {val}`omega(n - 1) @3`'
    back: '{val}`n`, see {ref}`one#first`'
    hint: '{val}`pe(n, 2*n - 1)`'
    answer: n + pe(0, 2*n - 1)
    tol: 1%
    wrong: [n => lost, n + 2 => other, 3*n - 10 => lost]
  - id: word
    front: Which?
    back: One.
    accept: [one, '1', '+']
"""
MISTAKES = "".join(
    f":::{{mistake}} {name}\n:claims: It is so.\n:verdict: wrong\n\nIt is not.\n:::\n\n" for name in ("lost", "other")
)


def lint(root: Path, deck: str) -> list[Fault]:
    """The faults of a course with this deck."""
    for name in ("lessons", "decks"):
        (root / name).mkdir(exist_ok=True)
    (root / "course.yaml").write_text(
        "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: [{title: P, lessons: [one]}]\n"
        "misconceptions: mistakes.md\ndecks: [decks/d.yaml]\n"
    )
    (root / "lessons" / "one.md").write_text(LESSON)
    (root / "mistakes.md").write_text(MISTAKES)
    (root / "decks" / "d.yaml").write_text(deck)
    return list(lint_course(root))


def test_a_good_deck_is_clean(tmp_path: Path) -> None:
    """Settings are computed from the draw; two rules meet at one draw only; one misconception may have two numbers."""
    assert lint(tmp_path, DECK) == []


@pytest.mark.parametrize(
    ("old", "new", "at", "code", "says"),
    [
        ("d_model=2*n", "d_model=2*m", "2*m", "E05", "`m`"),
        ("d_model=2*n", "d_model=n/2", "- id: sum", "E06", "whole"),
        ("n - 1) @3", "n) @3", "omega(n)", "E06", "pair"),
        ("pe(n, 2*n - 1)", "log(n - 3)", "log", "E06", "n = 2"),
        ("n + pe(0, 2*n - 1)", "n + 1 + 0/(n - 9)", "n + 1 +", "E06", "n = 9"),
        ("n + 2 => other", "n + 1 + 8*(9 - n) => other", "n + 1 + 8", "E09", "n = 9"),
        ("n + 2 => other", "n + 2 => others", "n + 2", "E09", "`other`"),
        ("n + 2 => other", "n + 0 => other", "n + 0", "E09", "every draw that of `lost`"),
        ("one#first\n", "one#last\n", "teaches:", "E12", "`last`"),
        ("one#first\n", "two\n", "teaches:", "E12", "`teaches`"),
        ("{ref}`one#first`", "{ref}`two`", "{ref}", "E12", "`two`"),
        ("'+'", "'?'", "- id: word", "E10", "`?`"),
        ("'+'", "'**'", "- id: word", "E10", "`**`"),
        ("Which?", "$\\undefined$", "$\\undefined", "E11", "cannot be set"),
    ],
)
def test_each_fault_is_found(tmp_path: Path, old: str, new: str, at: str, code: str, says: str) -> None:
    """One change, one fault, in its line."""
    assert DECK.count(old) == 1
    text = DECK.replace(old, new)
    found = lint(tmp_path, text)
    line = text.count("\n", 0, text.index(at)) + 1
    assert [(fault.place.line, fault.code) for fault in found if says in fault.message] == [(line, code)], found
    assert {fault.code for fault in found} == {code}


def test_a_deck_by_itself_is_linted(tmp_path: Path) -> None:
    """Its numbers are checked; what only a course knows is not."""
    path = tmp_path / "d.yaml"
    path.write_text(DECK)
    assert lint_paths([path]) == ()
    path.write_text(DECK.replace("n + 2 => other", "n + 1 => other"))
    assert [fault.code for fault in lint_paths([path])] == ["E09"]


def test_a_decks_draws_are_all_looked_at(tmp_path: Path) -> None:
    """Fifty cards of two hundred draws: one draw of the last card is found wanting."""
    card = "  - {{id: c{n}, front: f, back: b, tol: 0.1, vary: n in 1..200, answer: {answer}, wrong: n + 2 => lost}}\n"
    other = "  - {id: other, front: f, back: b, tol: 0.1, answer: 1, wrong: 2 => other}\n"
    cards = [other, *(card.format(n=n, answer="n") for n in range(49))]
    assert lint(tmp_path, "schema: 1\ncards:\n" + "".join([*cards, card.format(n=49, answer="n")])) == []
    (fault,) = lint(tmp_path, "schema: 1\ncards:\n" + "".join([*cards, card.format(n=49, answer="n + 0/(198 - n)")]))
    assert "n = 198" in fault.message and fault.code == "E06"


def test_a_huge_deck_is_given_up_with_a_fault(tmp_path: Path) -> None:
    """What lint computes is bounded."""
    card = "  - {{id: c{n}, front: f, back: b, tol: 0.1, vary: n in 1..1000, answer: n, wrong: n + 2 => lost}}\n"
    found = lint(tmp_path, "schema: 1\ncards:\n" + "".join(card.format(n=n) for n in range(900)))
    assert len([fault for fault in found if not fault.is_warning]) <= 2


def shipped() -> list[Card]:
    """Every numeric card of the built-in courses."""
    cards: list[Card] = []
    for course in shipped_courses():
        decks = [card for deck in course.decks for card in deck.cards]
        cards += [card for card in decks if card.answer is not None and card.vary]
    return cards


@pytest.mark.parametrize("card", [pytest.param(card, id=card.id) for card in shipped()])
def test_shipped_cards_are_unambiguous_at_every_draw(card: Card) -> None:
    """Each answer is finite and none of the foreseen wrong ones is within its tolerance, computed without lint."""
    assert card.answer is not None
    draws = list(all_draws(card.vary))
    assert len(draws) == prod(len(one.values) for one in card.vary)
    for draw in draws:
        at = stage((), card.settings, draw)
        right = evaluate(card.answer, at.lab, at.draw)
        assert is_right(right, right, card.tolerance)
        for rule in card.wrongs:
            assert not is_right(evaluate(rule.expression, at.lab, at.draw), right, card.tolerance), (draw, rule)
