"""Hostile decks: nothing in a file may crash or hang the reader, or swallow the cards after it in silence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.lessons.course import load_course
from petui.lessons.deckfile import MAX_DECK_SIGNS, parse_deck
from petui.lessons.faults import FaultList, illegal_id
from petui.lessons.fences import Run
from petui.lessons.model import Card, Deck
from petui.lessons.obsidian_cards import MAX_CARDS
from petui.lessons.obsidian_cloze import MAX_SIBLINGS
from petui.lessons.obsidian_sides import Piece, prose_of
from petui.lessons.place import Fault, Place
from petui.lessons.prose import read_prose
from petui.lessons.schema import CODES
from petui.lessons.source import read_source
from petui.lessons.walk import card_inlines

PIECES = (
    *("::", ":::", " :: ", " ::: ", "?", "??", "\n", "\n\n", "\n?\n", "==", "==a==", "==1;;b==", "==10000;;number=="),
    *("`", "``", "```\n", "~~~\n", "$", "$$", "$x$", "\n$$\n", "<!--", "-->", "%%", "[[", "]]", "](", "[", "(", ")"),
    *("<!--SR:!2023-09-02,4,270-->", "<!--SR:", "> [!sr|card-metadata]\n> ", "!fsrs,", "#flashcards/x ", "# ", "> "),
    *(
        "- ",
        "1. ",
        "    ",
        "\t",
        "|",
        "|---|---|\n",
        "---\n",
        "+++",
        "http://x.org/",
        "key:: ",
        " ^id",
        " ^1",
        "\\",
        "*",
    ),
    *("**", "_", "{val}`1`", "{{", "}}", ":::{card} c\n", ":::\n", "::: \n", "\r", "\r\n", "\ufeff", "\u200b", "\0"),
    *("\x1b[31m", "\u202e", "سؤال", "👩\u200d🔬", "日本", "a", "b", "Q", " ", "0", "&amp;", "<b>", "![x](y)", "é"),
)
DECKS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


def check(text: str) -> tuple[Deck | None, tuple[Fault, ...]]:
    """Read a deck and see that what comes back is sound."""
    deck, faults = parse_deck(text, "deck.md")
    assert all(fault.code in CODES and fault.message for fault in faults)
    assert all(1 <= fault.place.line <= len(text) + 1 for fault in faults)
    cards = deck.cards if deck else ()
    broken = any(not fault.is_warning for fault in faults)
    if not broken:
        names = [card.id for card in cards]
        assert len(set(names)) == len(names)
        for card in cards:
            check_card(card)
    return deck, faults


def check_card(card: Card) -> None:
    """A card that a learner may meet asks something, answers something and has a name for the log."""
    assert card.front and card.back
    assert card.front_source.strip() and card.back_source.strip()
    assert illegal_id(card.family) == ""
    assert card.kind != "cloze" or card.accepts[0].strip()
    assert all(inline is not None for inline in card_inlines(card))


@given(DECKS)
@settings(max_examples=600, deadline=None)
@example("==10000;;number==")
@example(":::\n:::{card} c\n::::\n")
def test_random_mixes_of_signs_are_read(text: str) -> None:
    """Whatever the grammar's signs come to, every card is sound and every fault has a place."""
    check(text)


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_random_text_is_read(text: str) -> None:
    """Any characters at all, lone surrogates included."""
    check(text)


@given(DECKS)
@settings(max_examples=300, deadline=None)
def test_a_later_card_is_read_or_spoken_of(text: str) -> None:
    """A card after an empty line comes out, or the file has a fault, as when a block before it is never closed."""
    deck, faults = parse_deck(f"{text}\n\nlast question :: last answer\n", "deck.md")
    cards = deck.cards if deck else ()
    assert any(card.front_source == "last question" for card in cards) or not all(fault.is_warning for fault in faults)


@given(st.text(alphabet="abcdefXYZé .,;:?!()'\"/%=+-0123456789", min_size=1, max_size=60))
@settings(max_examples=400, deadline=None)
def test_plain_lines_are_read_as_markdown_reads_them(line: str) -> None:
    """The shorter way for lines without markup gives the same prose."""
    line = line.strip()
    place = Place("deck.md", 1)
    prose = read_prose(Run((line,), 1, place), FaultList())
    if prose and line[0].isalpha():
        assert prose_of([Piece(0, 0, line, line, line)], "deck.md", 1, FaultList()) == prose


def test_an_absurd_index_makes_no_thousands_of_cards() -> None:
    """The figure is the answer."""
    deck, faults = check("The base is ==10000;;number==.\n\nnext :: card\n")
    assert deck is not None and [card.accepts for card in deck.cards] == [("10000",), ()]
    assert [fault.code for fault in faults] == ["W01"]


@pytest.mark.parametrize("opener", ["```", "~~~~", "<!--", "%%", "$$", "> ```", "- ```", "`", "[[", "==", "$"])
def test_what_is_never_closed_swallows_nothing(opener: str) -> None:
    """The cards of later paragraphs are read."""
    deck, _ = check(f"first :: one\n{opener} x\n\nsecond :: two\n\nq\n?\nthird\n")
    assert deck is not None and [card.back_source for card in deck.cards] == ["one", "two", "third"]


def test_a_fault_is_not_hidden_by_many_warnings() -> None:
    """The deck could not be shown, so it must be said however much is said before."""
    _, faults = parse_deck("w ::\nlost\n" * 6_000 + "\nq :: {val}`1 +`\n", "deck.md")
    assert len(faults) > 10_000 and "E05" in {fault.code for fault in faults}


BIG: dict[str, Callable[[], str]] = {
    "one line": lambda: "a :: b " + "c" * 10_000_000,
    "separators": lambda: ":: " * 300_000,
    "lines of separators": lambda: ":: a :: b ::: c\n" * 50_000,
    "separators in lines": lambda: "?\n" * 50_000,
    "one card many times": lambda: "q :: a\n" * 50_000,
    "cards": lambda: "".join(f"question {at} :: answer\n" for at in range(40_000)),
    "clozes": lambda: "".join(f"q{at} " + "==a== [" * 20 + "\n\n" for at in range(2_000)),
    "long clozes": lambda: "".join(f"q{at} " + "==a== [*" * 400 + "\n\n" for at in range(70)),
    "fences": lambda: "".join(f"```a{at}\n" for at in range(15_000)),
    "comments": lambda: "<!-- " * 50_000,
    "lines of comments": lambda: "q :: <!-- a\n" * 25_000,
    "brackets": lambda: "".join(f"q{at} :: " + "[" * 3_900 + "\n" for at in range(15)),
    "colons": lambda: ":" * 900_000,
    "colon lines": lambda: ":::\n" * 50_000,
    "equals": lambda: "==a " * 200_000,
    "backticks": lambda: "".join("`" * (at % 90 + 1) + " " for at in range(1_200)),
    "addresses": lambda: ("a.b+" * 2_400 + "\n") * 100,
    "quotes": lambda: (">" * 9_000 + " a::b\n") * 6,
    "tags": lambda: "#flashcards/x " * 60_000,
    "schedules": lambda: ("q :: a <!--SR:" * 600 + "\n") * 30,
    "blank lines": lambda: "\n" * 59_000,
    "blanks": lambda: (" " * 9_999 + "\n") * 99,
}


@pytest.mark.parametrize("name", BIG)
def test_big_decks_end(name: str, tmp_path: Path) -> None:
    """Each is read or refused, in a process that would be ended if it hung."""
    path = tmp_path / "deck.md"
    path.write_text(BIG[name](), encoding="utf-8")
    code = (
        "import sys, pathlib\n"
        "from petui.lessons.deckfile import parse_deck\n"
        "deck, faults = parse_deck(pathlib.Path(sys.argv[1]).read_text(encoding='utf-8'), 'deck.md')\n"
        "print(len(deck.cards) if deck else 0, len(faults))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=120, check=True
    )
    cards, faults = map(int, done.stdout.split())
    assert cards <= MAX_CARDS and (cards or faults)


def test_a_big_deck_of_an_author_is_loaded() -> None:
    """Three thousand cards in a line with maths each."""
    text = "".join(
        f"What is $\\omega_{{{at}}}$ of *pair* {at}? :: it is `{at}` times $x_{at}$\n" for at in range(3_000)
    )
    assert sum(map(text.count, "\n[!*_$<>&`{\\|-")) < MAX_DECK_SIGNS
    deck, faults = parse_deck(text, "deck.md")
    assert deck is not None and len(deck.cards) == 3_000 and faults == ()


def test_too_many_cards_are_a_fault() -> None:
    """So that no card is missing in silence."""
    deck, faults = parse_deck("".join(f"question {at} :: answer\n" for at in range(MAX_CARDS + 5)), "deck.md")
    assert deck is not None and len(deck.cards) == MAX_CARDS
    assert [fault.code for fault in faults] == ["E10"]


COURSE = "schema: 1\nid: own\ntitle: Own\nlanguage: en\ndecks: [bad.md, good.md]\n"


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (bytes(range(256)) * 50, False),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00" * 100, False),
        (b"x" * 10_000_000, False),
        ("\ufeffq :: a\r\n```\r\nopen\r\n".encode(), True),
        ("سؤال :: جواب\n\n👩‍🔬 :: ✔️\n".encode(), True),
        (b"q :: \xff\n", False),
        (b"", False),
    ],
)
def test_a_bad_deck_leaves_the_others_alone(data: bytes, kept: bool, tmp_path: Path) -> None:
    """Binary, huge, foreign or empty: it is left out with a fault, or kept with warnings."""
    (tmp_path / "course.yaml").write_text(COURSE)
    (tmp_path / "bad.md").write_bytes(data)
    (tmp_path / "good.md").write_text("question :: answer\n")
    course, faults = load_course(tmp_path)
    assert course is not None
    assert [deck.id for deck in course.decks] == (["bad", "good"] if kept else ["good"])
    assert kept or any(fault.place.file.endswith("bad.md") and not fault.is_warning for fault in faults)
    assert read_source(tmp_path / "good.md").readable


def test_siblings_are_bounded() -> None:
    """However many clozes a paragraph has."""
    deck, _ = check(" ".join(f"==x{at}==" for at in range(900)))
    assert deck is not None and len(deck.cards) == MAX_SIBLINGS
