"""Notes for Obsidian: what is exported is read back as the same cards."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from petui.lessons.collection import collect_cards
from petui.lessons.course import load_course
from petui.lessons.deckfile import parse_deck
from petui.lessons.finding import builtin_content, find_courses
from petui.lessons.model import Card, Course, Deck
from petui.lessons.oneline import prose_line
from petui.lessons.roles import Values
from petui.review.instances import Instance, instances_of
from petui.review.obsidian import ObsidianText, obsidian_text

# Pieces of cards, protected and not, that come together in every way.
_piece = st.sampled_from(
    [
        "a",
        "Wave",
        "1",
        "`x::y`",
        "$a::b$",
        "**b**",
        "[[N::A]]",
        "==c==",
        "=",
        ":",
        "#t",
        "^p",
        "(d)",
        "é",
        "&",
        "<b>",
        "\\*",
    ]
)
_side = st.lists(_piece, min_size=1, max_size=4).map(" ".join)
_inline = st.builds("{} {} {}".format, _side, st.sampled_from(["::", ":::"]), _side)
_block = st.builds("{}\n{}\n{}".format, _side, st.sampled_from(["?", "??"]), _side)
_list = st.builds("{}\n?\n- {}\n- {}".format, _side, _side, _side)
_cloze = st.builds("{} =={}== {} =={};;{}==.".format, _side, _piece, _side, _piece, _piece)
_ends = st.sampled_from(["", " ^one", " ^two", " ^c-0123456789abcdef"])
_note = st.builds("{}{}".format, st.one_of(_inline, _block, _list, _cloze), _ends)


def course_of(text: str) -> Course:
    """A course of one deck."""
    deck = parse_deck(text, "deck.md")[0] or Deck("deck", "Deck", "deck.md")
    return Course("test", "Test", "en", "", (), (), decks=(deck,))


def instances(course: Course) -> tuple[Instance, ...]:
    """One of each of its cards."""
    found = instances_of(collect_cards([course]), [course], 0)
    assert not found.refused
    return found.cards


def again(written: ObsidianText) -> tuple[Card, ...]:
    """The cards that are read of it."""
    deck, faults = parse_deck(written.text, "again.md")
    assert deck is not None
    assert not [fault for fault in faults if not fault.is_warning]
    return deck.cards


def sources(cards: Iterable[Card]) -> list[tuple[str, ...]]:
    """What makes cards the same."""
    return [(card.id, card.kind, card.front_source, card.back_source, *card.accepts) for card in cards]


@settings(max_examples=200)
@given(st.lists(_note, min_size=1, max_size=4).map("\n\n".join))
def test_cards_of_notes_come_back(text: str) -> None:
    """The same ids, kinds, fronts, backs and answers, letter by letter."""
    course = course_of(text)
    assume(course.decks[0].cards)
    written = obsidian_text(instances(course))
    assert written.otherwise == ()
    assert sources(again(written)) == sources(course.decks[0].cards)


def test_shipped_cards_come_back_with_their_numbers_filled_in() -> None:
    """Every one under its id; those that cannot compute are basic, and the words of all the others are the same."""
    courses = [course for root in find_courses([builtin_content()]) if (course := load_course(root)[0])]
    found = instances_of(collect_cards(courses), courses, 0)
    written = obsidian_text(found.cards)
    back = again(written)
    assert [card.id for card in back] == [one.filed.card.id for one in found.cards]
    for one, card in zip(found.cards, back, strict=True):
        own = one.filed.card
        assert card.kind == (own.kind if own.kind in ("reversed", "cloze") else "basic")
        assert prose_line(card.front, Values(one.values.lab)) == prose_line(one.front, one.values)
        if own.family not in {name.partition("/")[2] for name in written.backless}:
            assert prose_line(card.back, Values(one.values.lab)) == prose_line(one.back, one.values)
    # What an author says on the back of a cloze has no place there.
    assert all(one.filed.card.kind == "cloze" for one in found.cards if one.filed.family in written.backless)
    assert written.otherwise == ()


def test_obsidian_reads_them_as_petui_does() -> None:
    """Wherever a note can be written so that its plugin agrees, it is."""
    course = course_of("What is `a::b`? :: code\n\nkey::value :: said\n\nWhich?\n?\nno std::vector\n")
    written = obsidian_text(instances(course))
    before = len([fault for fault in parse_deck(written.text, "again.md")[1] if fault.code == "W01"])
    assert [card.id for card in again(written)] == [card.id for card in course.decks[0].cards]
    assert before <= 2


def test_tags_hold_for_the_cards_below_them() -> None:
    """Each card has its own again, and one without gets the tag without which Obsidian would not ask it."""
    text = "#flashcards/a #other\n\nQ :: A\n\n#flashcards/b R :: B\n\n#flashcards/a #other\n\nS :: C\n"
    course = course_of(text)
    written = obsidian_text(instances(course))
    assert [card.tags for card in again(written)] == [card.tags for card in course.decks[0].cards]
    bare = obsidian_text(instances(course_of("Q :: A\n")))
    assert bare.text.splitlines()[2] == "#flashcards"


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (":kind: basic\n\nOne.\n\nTwo.\n?\nThree.\n\n- four", ("basic", "One. Two.", "Three. four")),
        (":kind: reversed\n\nfront\n?\nback", ("reversed", "front", "back")),
        (":vary: n in 3\n:answer: n - 5\n:tol: 0.1\n\n{val}`n` - 5?\n?\nBelow 0.", ("basic", "3 - 5?", "-2 Below 0.")),
        (
            ":kind: basic\n\n:: is no separator\n?\n== nor == is this",
            ("basic", ":: is no separator", "== nor == is this"),
        ),
        (":kind: basic\n\n\\# no tag\n?\nends with \\^this", ("basic", "# no tag", "ends with ^this")),
    ],
)
def test_card_blocks_become_notes(block: str, expected: tuple[str, str, str]) -> None:
    """Several paragraphs and drawn numbers too."""
    course = course_of(f":::{{card}} some\n{block}\n:::\n")
    card = again(obsidian_text(instances(course)))[0]
    assert (card.id, card.kind) == ("some", expected[0])
    assert [prose_line(side, Values(instances(course)[0].values.lab)) for side in (card.front, card.back)] == [
        *expected[1:]
    ]


def test_what_a_cloze_says_on_its_back_is_missed_and_told() -> None:
    """The card itself stays a cloze."""
    course = course_of(":::{card} some\n:kind: cloze\n\nThe base is ==10000==.\n?\nSo it was chosen.\n:::\n")
    written = obsidian_text(instances(course))
    assert (written.backless, written.otherwise) == (("test/some",), ())
    assert [(card.id, card.kind, card.accepts) for card in again(written)] == [("some/1", "cloze", ("10000",))]
