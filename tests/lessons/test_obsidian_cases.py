"""Inputs with what Obsidian's plugin reads in them: the same cards here, or a difference that is meant and told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from petui.lessons.deckfile import parse_deck
from petui.lessons.obsidian import Dialect
from petui.lessons.obsidian_notes import Form
from petui.lessons.obsidian_plugin import plugin_reading
from petui.lessons.source import clean_source

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "samples" / "card_cases.json").read_text(encoding="utf-8")
)

EMPTY = "a card with an empty side asks or answers nothing"
CODE = "code is protected, by as many backticks as it has"
MATHS = "maths is protected"
LINK = "links and addresses are protected"
TABLE = "a row of a table is no one-line card"
SPACED = "a separator with blanks around it is preferred"
COMMENT = "a comment hides what is in it, and nothing else"
DIGITS = "an id of digits only may be a power"

# Deliberate difference: input -> (code and line of what the author is told, reason).
DIFFERENCES: dict[str, tuple[str, str]] = {
    "::A": ("W02 1", EMPTY),
    "::": ("W02 1", EMPTY),
    ":::": ("W02 1", EMPTY),
    "Q\n?\n\n| a | b |\n|---|---|": ("W02 2", EMPTY),
    "Q\n?\n": ("W02 2", EMPTY),
    "Q ::\nA on next line": ("W02 1", EMPTY),
    "What is `std::vector`? :: a container": ("W01 1", CODE),
    "What is `std::vector`?::`std::list`": ("W01 1", CODE),
    "What does `::` do :: slices": ("W01 1", CODE),
    "x ``a::b`` :: y": ("W01 1", CODE),
    "`a == b == c`": ("W01 1", CODE),
    "```\na::b\n ```\nQ::A": ("W01 1", CODE),
    "> ```\n> a::b\n> ```": ("W01 2", CODE),
    "$a::b$ :: c": ("W01 1", MATHS),
    "$a == b$ and $c == d$": ("W01 1", MATHS),
    "price $1 ==$&== and ==$1==": ("W01 1", MATHS),
    "http://x.org/a::b link": ("W01 1", LINK),
    "https://[::1]/ :: local host url": ("W01 1", LINK),
    "[[Note::Alias]]": ("W01 1", LINK),
    "[[Note|Al::ias]] text": ("W01 1", LINK),
    "| a | b |\n|---|---|\n| x::y | z |": ("W01 3", TABLE),
    "|a::b|": ("W01 1", TABLE),
    "Loopback ::1 is :: local": ("W01 1", SPACED),
    "Slice x[::2] :: every second": ("W01 1", SPACED),
    "<!-- a\nb::c\n-->\nQ::A": ("W01 1", COMMENT),
    "%% a::b %%": ("W01 1", COMMENT),
    "Q::2 ^3": ("W01 1", DIGITS),
    "d_model :: 512 ^1": ("W01 1", DIGITS),
    "key:: value": ("W02 1", "this is a Dataview field"),
    "Q\n?\nuse std::vector here\nmore": ("W01 3", "an answer over several lines goes on to its empty line"),
    "Q::A\n> [!sr|card-metadata] \n> <!--SR:!2021-08-11,4,270-->\nnext::card": (
        "W01 1",
        "the callout of a schedule is no part of the answer",
    ),
    # The mark is taken away when the file is read, so there is nothing to tell.
    "\ufeffQ::A": ("", "a byte order mark is no part of the question"),
}


def dialect(case: dict[str, Any]) -> Dialect:
    """What the plugin was set to."""
    everything = case["cloze_patterns"] == "all"
    return Dialect(case["end_marker"], bold=everything, curly=everything)


def front_matter(case: dict[str, Any]) -> str:
    """The same in a deck's own words; nothing where the plugin was left as it begins."""
    own = dialect(case)
    if own == Dialect():
        return ""
    clozes = "[bold, curly]" if own.bold else "[]"
    return f"---\nclozes: {clozes}\nend: '{own.end_marker}'\n---\n"


def trimmed(text: str) -> str:
    """A side for comparison; the blank of a cloze is written with one sign here."""
    return text.strip().replace("[...]", "[…]")


def test_the_cases_are_all_there() -> None:
    """Every input is tested, and every difference is one of them."""
    assert len(CASES) == 98
    assert set(DIFFERENCES) <= {case["text"] for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case["text"][:40]))
def test_our_cards_are_the_plugins_or_the_difference_is_told(case: dict[str, Any]) -> None:
    """Fronts and backs agree after trimming; a meant difference has its line and reason."""
    head = front_matter(case)
    deck, faults = parse_deck(head + case["text"], "deck.md")
    assert deck is not None
    ours = [(trimmed(card.front_source), trimmed(card.back_source)) for card in deck.cards]
    theirs = [(trimmed(front), trimmed(back)) for note in case["notes"] for front, back in note["cards"]]
    told = [f"{fault.code} {fault.place.line - head.count(chr(10))}" for fault in faults]
    if case["text"] not in DIFFERENCES:
        assert ours == theirs
        assert not any(each.startswith("W01") for each in told)
        return
    wanted, _ = DIFFERENCES[case["text"]]
    assert ours != theirs
    assert not wanted or wanted in told


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case["text"][:40]))
def test_the_plugin_is_followed_exactly(case: dict[str, Any]) -> None:
    """What differences are measured against is what the plugin answered: form, rows, sides and count of every card."""
    text = clean_source(case["text"], "deck.md").text
    lines = text.split("\n")
    if case["text"].removeprefix("\ufeff").startswith("---") and "---" in lines[1:]:
        until = lines.index("---", 1) + 1
        lines[:until] = [""] * until
    found = plugin_reading(lines, dialect(case)).found
    notes = case["notes"]
    assert [[each.first, each.last] for each in found] == [note["lines"] for note in notes]
    for each, note in zip(found, notes, strict=True):
        forms = {"SingleLine": Form.INLINE, "MultiLine": Form.LINES, "Cloze": Form.CLOZE}
        assert each.form is next(form for name, form in forms.items() if note["type"].startswith(name))
        assert each.both == note["type"].endswith("Reversed")
        front, back = (side.strip().removeprefix("\ufeff") for side in note["cards"][0])
        if each.form is Form.CLOZE:
            assert each.count == note["n_cards"]
        else:
            assert (each.front, each.back) == (front, back)
