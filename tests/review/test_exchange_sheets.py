"""Cards as CSV and as records."""

from __future__ import annotations

import csv
import io

import pytest

from petui.lessons.collection import collect_cards
from petui.lessons.deckfile import parse_deck
from petui.lessons.model import Course
from petui.lessons.oneline import prose_line
from petui.review.instances import instances_of
from petui.review.memory import Memory
from petui.review.records import card_record, card_state
from petui.review.sheets import COLUMNS, csv_text
from tests.shipped import shipped_courses


def course_of(text: str) -> Course:
    """A course of one deck."""
    deck = parse_deck(text, "deck.md")[0]
    assert deck is not None
    return Course("test", "Test", "en", "", (), (), decks=(deck,))


def rows(*courses: Course) -> tuple[str, list[dict[str, str]]]:
    """The CSV of all cards, and its rows as Python reads them."""
    text = csv_text(instances_of(collect_cards(courses), courses, 0).cards)
    return text, list(csv.DictReader(io.StringIO(text, newline="")))


def test_every_shipped_card_has_a_row() -> None:
    """By RFC 4180: a header, fields with commas, quotes and line ends in quotes, lines ended by CR LF."""
    courses = shipped_courses()
    text, found = rows(*courses)
    assert text.startswith(",".join(COLUMNS) + "\r\n") and text.endswith("\r\n")
    cards = collect_cards(courses)
    assert [(row["course"], row["id"], row["kind"]) for row in found] == [
        (filed.course, filed.card.id, filed.card.kind) for filed in cards
    ]
    assert {row["parametric"] for row in found} == {"yes", "no"}
    assert all(row["front"] and row["back"] for row in found)


def test_fields_hold_anything() -> None:
    """Commas, quotes, several lines and other scripts."""
    _, found = rows(course_of('a, "b" :: c;d\n\nQ\n?\none:\n- سؤال\n'))
    assert [(row["front"], row["back"]) for row in found] == [('a, "b"', "c;d"), ("Q", "one:\n\n- سؤال")]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\N{FULLWIDTH EQUALS SIGN}1"])
def test_no_cell_is_a_formula(cell: str) -> None:
    """A spreadsheet shows the text and computes nothing."""
    text, found = rows(course_of(f"{cell} :: {cell}\n"))
    assert [row["back"].lstrip("'\\") for row in found] == [cell.replace("|", "\\|")]
    for line in csv.reader(io.StringIO(text, newline="")):
        assert not any(
            value.startswith(("=", "+", "-", "@", "\t", "\r", "\N{FULLWIDTH EQUALS SIGN}")) for value in line
        )


def test_a_record_has_all_that_a_card_is() -> None:
    """Sources as they were written; draws as an author writes them."""
    fields = ":covers: F1, M2\n:vary: n in 4..64 step 4\n:vary: x in 0.1, 0.2\n:answer: n*x\n:tol: 1%\n"
    fields += ":unit: m\n:hint: h $a$ is *not* {val}`n + 1 @2`\n"
    course = course_of(f":::{{card}} some\n{fields}\n{{val}}`n` *times*\n?\nBack\n:::\n")
    record = card_record(collect_cards([course])[0], "new")
    assert (record.front, record.back, record.covers) == ("{val}`n` *times*", "Back", ("F1", "M2"))
    assert (record.parametric, record.answer, record.unit) == (True, "n*x", "m")
    assert record.hints == ("h $a$ is *not* {val}`n + 1 @2`",)
    assert record.vary == {"n": "4..64 step 4", "x": "0.1, 0.2"}
    assert record.tolerance == {"relative": 0.01, "absolute": 0.0, "digits": None}
    assert (record.file, record.line, record.deck, record.course) == ("deck.md", 1, "deck", "test")


def test_the_record_of_a_choice_has_its_question_and_options() -> None:
    """Which of them holds, and why; roles stay as they were written everywhere."""
    options = "- [x] this {val}`2*3`\n\n  It is {cell}`0, 1`.\n- [ ] $x_1$"
    choice = f":::{{choice}} options\nWhich {{sym}}`pos`?\n\n{options}\n:::"
    course = course_of(f"::::{{card}} pick\n\nFirst.\n\n{choice}\n?\nB\n::::\n")
    record = card_record(collect_cards([course])[0], "new")
    assert record.front == "First.\n\nWhich {sym}`pos`?"
    assert record.options == (
        {"text": "this {val}`2*3`", "right": True, "reason": "It is {cell}`0, 1`."},
        {"text": "$x_1$", "right": False, "reason": ""},
    )


@pytest.mark.parametrize(
    ("memory", "state"),
    [
        (Memory("a/b"), "new"),
        (Memory("a/b", suspended=True), "suspended"),
        (Memory("a/b", stage="review", due_day="2026-03-01"), "due"),
        (Memory("a/b", stage="review", due_day="2026-03-02"), "2026-03-02"),
        (Memory("a/b", stage="learning", due_day="2026-03-01", due_at=900), "due"),
        (Memory("a/b", stage="learning", due_day="2026-03-01", due_at=2000), "2026-03-01"),
        (Memory("a/b", stage="review", due_day="2026-02-01", suspended=True), "suspended"),
    ],
)
def test_states(memory: Memory, state: str) -> None:
    """At the moment 1000 of the study day 2026-03-01."""
    assert card_state(memory, 1000, "2026-03-01") == state


def test_a_card_without_a_value_is_left_out_and_told() -> None:
    """The others are exported all the same."""
    course = course_of(":::{card} bad\n:answer: 1/(pos - pos)\n:tol: 1%\n\nQ\n?\nB\n:::\n\nA :: b\n")
    found = instances_of(collect_cards([course]), [course], 0)
    assert [prose_line(one.front, one.values) for one in found.cards] == ["A"]
    assert [(filed.card.id, "divides by zero" in str(error)) for filed, error in found.refused] == [("bad", True)]
