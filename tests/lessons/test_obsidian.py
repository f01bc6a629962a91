"""Obsidian notes as cards: sides, siblings, clozes, tags, ids and schedules."""

from __future__ import annotations

import pytest

from petui.lessons.deckfile import parse_deck
from petui.lessons.identity import card_id
from petui.lessons.model import Card, OldSchedule
from petui.lessons.obsidian_cloze import MAX_SIBLINGS
from petui.lessons.parser import parse_lesson
from petui.lessons.prosemodel import Display, Items, Listing, Maths, Paragraph, Prose, Role, Text


def read(text: str) -> tuple[tuple[Card, ...], list[str]]:
    """The cards of a deck, and its faults as `W01 3`."""
    deck, faults = parse_deck(text, "deck.md")
    assert deck is not None
    return deck.cards, [f"{fault.code} {fault.place.line}" for fault in faults if "no cards" not in fault.message]


def pairs(text: str) -> list[tuple[str, str]]:
    """The sides of every card."""
    return [(card.front_source, card.back_source) for card in read(text)[0]]


def shown(prose: Prose) -> str:
    """The text of paragraphs."""
    inlines = [inline for block in prose if isinstance(block, Paragraph) for inline in block.inlines]
    return "".join(inline.text for inline in inlines if isinstance(inline, Text))


# ---- sides ----------------------------------------------------------------------------------------------------------


def test_cards_come_in_the_order_of_the_file() -> None:
    """Notes and blocks together."""
    cards, told = read("a :: b\n\n:::{card} block\nq\n?\nr\n:::\n\nc\n?\nd\n\n==e== f\n")
    assert [card.front_source for card in cards] == ["a", "q", "c", "[…] f"]
    assert [card.place.line for card in cards] == [1, 3, 9, 13]
    assert told == []


def test_signs_of_a_side_have_their_places() -> None:
    """A role in the answer of a one-line card is found where it stands."""
    (card,), _ = read("# T\n\nWhat is $x$? :: it is {val}`omega(1)`\n")
    (front,), (back,) = card.front, card.back
    assert isinstance(front, Paragraph) and isinstance(back, Paragraph)
    (maths,) = (inline for inline in front.inlines if isinstance(inline, Maths))
    (role,) = (inline for inline in back.inlines if isinstance(inline, Role))
    assert (maths.place.line, maths.place.column) == (3, 9)
    assert (role.place.line, role.place.column) == (3, 23)
    assert (role.expressions[0].place.line, role.expressions[0].place.column) == (3, 29)


def test_an_expression_that_cannot_be_read_is_a_fault_in_its_place() -> None:
    """The card could not be shown, so this is no warning."""
    _, told = read("q\n?\nfirst\n{val}`1 +`\n")
    assert told == ["E05 4"]


def test_what_only_looks_otherwise_is_a_warning() -> None:
    """Pictures, rules and formulas in the wrong place leave the card as it is."""
    cards, told = read("a :: b ![x](y.png)\nc :: d $$e$$ f\n")
    assert len(cards) == 2 and told == ["W03 1", "W03 2"]


def test_answers_of_several_lines() -> None:
    """Lists, code with empty lines and display maths are parts of an answer."""
    (card,), told = read("q\n?\n- a\n- b\n\n```py\nx::y\n\nz ==w== v\n```\n")
    assert isinstance(card.back[0], Items) and told == ["W03 6"]
    (card,), told = read("q\n?\n```py\nx::y\n\n?\n```\n$$\na :: b\n$$\nend\n")
    listing, display, end = card.back
    assert isinstance(listing, Listing) and listing.text == "x::y\n\n?"
    assert isinstance(display, Display) and isinstance(end, Paragraph)
    assert end.place.line == 11 and told == ["W01 9"]


@pytest.mark.parametrize("answer", ["-", "5.", "---", ">", "#", "+", "1)", "[a]: b", "* * *"])
def test_an_answer_may_be_a_lone_marker(answer: str) -> None:
    """Of `how many? :: 5.` the learner sees 5, not an empty list."""
    (card,), told = read(f"q :: {answer}\n")
    assert shown(card.back) == answer and told == []


def test_comments_are_not_shown_and_swallow_nothing() -> None:
    """They stay in the source, and a comment over several lines ends at its end."""
    (first, second, third), _ = read("a :: b <!-- c::d --> e\n%%\nx::y\n%%\nf :: g\n<!-- h\n\ni::j\n-->\nk::l\n")
    assert first.back_source == "b <!-- c::d --> e" and " ".join(shown(first.back).split()) == "b e"
    assert (second.front_source, third.back_source) == ("f", "l")


def test_a_side_of_comment_only_is_empty() -> None:
    """The card would ask nothing."""
    assert read("<!-- c --> :: a\n") == ((), ["W02 1"])
    assert read("q :: %% c %%\n") == ((), ["W02 1"])


@pytest.mark.parametrize(
    ("line", "front", "back"),
    [
        ("C++ std::vector :: container", "C++ std::vector", "container"),
        ("P($A::B$) :: c", "P($A::B$)", "c"),
        ("see [x](a::b) :: c", "see [x](a::b)", "c"),
        ("![[a::b]] :: c", "![[a::b]]", "c"),
        ("f [key:: value] g :: h", "f [key:: value] g", "h"),
        ("- Q:: A", "- Q", "A"),
        ("cost \\$5 :: a $b$", "cost \\$5", "a $b$"),
        ("a $ b :: c $ d", "a $ b", "c $ d"),
        ("`` a ` b :: c `` :: d", "`` a ` b :: c ``", "d"),
        ("#tag Q :: A", "#tag Q", "A"),
    ],
)
def test_where_a_line_is_parted(line: str, front: str, back: str) -> None:
    """At the first separator that nothing protects, one with blanks before others."""
    assert pairs(line) == [(front, back)]


@pytest.mark.parametrize(
    "text",
    [
        "- item\n  ```\n  std::vector\n  ```",
        "\t~~~\n\ta::b\n\t~~~",
        "1. a\n   ~~~~\n   x::y\n   ~~~\n   z::w\n   ~~~~",
        "> ```\n> a::b\n\nafter",
        "text\n\n    a::b\n",
        "a | b\n--|--\nx::y | z",
        "if a == b then c == d",
        "a==b and c==d",
        "x === y === z",
        "$$\na :: b\n$$",
        "Title\n=====",
        "==  ==",
        "==;;hint==",
    ],
)
def test_what_is_no_card(text: str) -> None:
    """Code of any indent, tables, maths, comparisons, rules."""
    assert pairs(text) == []


def test_indented_lines_of_a_list_are_no_code() -> None:
    """A card may stand below an item."""
    assert pairs("- a\n\n    b :: c\n") == [("b", "c")]


# ---- what is told ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("q\n?\na\n\nmore of it\n\nand more\n", ["W03 5"]),
        ("q\n?\na\n\n# Next\n\nprose\n", []),
        ("q\n?\na\n\n#flashcards/x\n", []),
        ("q\n?\na\n\n---\n", []),
        ("q :: a\nmore\n", ["W03 2"]),
        ("q :: a\nmore\nr :: b\n", ["W03 2"]),
        ("q :: a\n\nprose\n", []),
        ("q :: a\nr\n?\nb\n", []),
        ("?\na\n", ["W02 1"]),
        ("card-ease-factor:: 2.6\n- created:: today\nω:: x\n", ["W02 1", "W02 2"]),
        ("q :: a\n```\nx\n\nr :: b\n", ["W01 2", "W03 2", "W03 2"]),
        ("q :: a <!-- b\nr :: c\n", ["W03 1"]),
        ("%% a\n\nq :: b\n", ["W03 1"]),
        ("$$ a\n\nq :: b\n", ["W03 1"]),
        ("one 100%% of a\n", []),
        (":::\nq :: a\n  :::   \n", ["W02 1", "W02 3"]),
        ("    :::{card} x\nq :: a\n", ["W01 1", "E03 1"]),
        (":::A\n", ["W02 1"]),
        ("<!-- id -->\nq::a\n", ["W01 1"]),
        ("q ==a==\nr :: b\n", ["W03 1"]),
    ],
)
def test_what_an_author_is_told(text: str, told: list[str]) -> None:
    """Text after a card, separators and fields that make none, what is not closed."""
    assert read(text)[1] == told


def test_an_unclosed_fence_swallows_no_later_card() -> None:
    """Its paragraph is code; then cards are read again."""
    assert pairs("```\nx::y\n\nq :: a\n\nr\n?\nb\n") == [("q", "a"), ("r", "b")]


def test_one_question_is_asked_once() -> None:
    """The second card of one front is left out and told with the line of the first."""
    deck, faults = parse_deck("q :: a\n\nQ :: b\nq ::: a\n", "deck.md")
    assert deck is not None
    assert [card.back_source for card in deck.cards] == ["a", "a", "q"]
    (fault,) = faults
    assert (fault.code, fault.place.line) == ("W02", 3) and "line 1" in fault.message


# ---- siblings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a ::: b", "a\n??\nb"])
def test_both_ways_are_two_siblings(text: str) -> None:
    """The second turns the first around; they share their note."""
    (there, back), _ = read(text)
    assert (there.kind, back.kind, there.id) == ("reversed", "reversed", card_id("reversed", "a"))
    assert (back.id, there.note, back.note, back.family) == (f"{there.id}/back", there.id, there.id, there.id)
    assert (back.front_source, back.back_source) == ("b", "a")
    assert (back.front, back.back) == (there.back, there.front)


def test_a_one_way_card_has_no_siblings() -> None:
    """It is its own family."""
    (card,), _ = read("a :: b")
    assert (card.kind, card.note, card.family, card.id) == ("basic", "", card.id, card_id("basic", "a"))


@pytest.mark.parametrize(
    ("text", "fronts", "accepts"),
    [
        ("x ==a== y", ["x […] y"], ["a"]),
        ("x ==a;;of two== y ==b==", ["x [of two] y b", "x a y […]"], ["a", "b"]),
        ("==2;;b== ==1;;a== ==2;;c;;d==", ["b […] c", "[…] a [d]"], ["a", "b, c"]),
        ("the base is ==10000;;number==", ["the base is [number]"], ["10000"]),
        ("is ==$\\omega_1$== so", ["is […] so"], ["\\omega_1"]),
        ("intro\n- ==a==\n- `==b==` $c==d==e$", ["intro\n- […]\n- `==b==` $c==d==e$"], ["a"]),
        ("日本==東京==です", ["日本[…]です"], ["東京"]),
    ],
)
def test_clozes(text: str, fronts: list[str], accepts: list[str]) -> None:
    """One card for each hidden text or number; the others are shown."""
    cards, _ = read(text)
    assert [card.front_source for card in cards] == fronts
    assert [card.accepts for card in cards] == [(each,) for each in accepts]
    assert len({card.back_source for card in cards}) == 1
    assert "==" not in cards[0].back_source.replace("`==b==`", "").replace("c==d==e", "")
    assert {card.note for card in cards} == {card_id("cloze", cards[0].back_source)}
    assert all(card.id.startswith(f"{card.note}/") and card.kind == "cloze" for card in cards)


def test_numbered_clozes_keep_their_number() -> None:
    """So that one that is taken away does not pass its history on."""
    cards, _ = read("==3;;c== and ==1;;a==")
    assert [card.id.rpartition("/")[2] for card in cards] == ["1", "3"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("It is ==1;;a number== here.", "a number"),
        ("It has ==8;;slots== here.", "slots"),
        ("In ==2;;pairs== and ==1;;how many==.", "how many"),
        ("==1;;Paris== is it.", ""),
        ("==1;;a number;;hint== is it.", ""),
        ("==1;;slots== and ==2;;pairs==", ""),
        ("==1;;numbered lists== and so on", ""),
        ("==10000;;a number==", ""),
    ],
)
def test_a_figure_before_what_looks_like_a_hint_is_told(text: str, asked: str) -> None:
    """Such a figure numbers the cloze, here as in Obsidian; who meant to hide it reads what is asked, and the mend."""
    deck, faults = parse_deck(f"first :: card\n\n{text}\n", "deck.md")
    assert deck is not None and (not asked or (asked,) in [card.accepts for card in deck.cards])
    found = [fault for fault in faults if fault.code == "W03"]
    assert [fault.place.line for fault in found] == ([3] if asked else [])
    figure = text.partition(f";;{asked}")[0][-1]
    says = f"asks for `{asked}`, and {figure} only numbers it; to ask for {figure} write `==1;;{figure};;{asked}==`"
    assert all(says in fault.message for fault in found)


def test_clozes_of_one_note_are_bounded() -> None:
    """And the author is told."""
    cards, told = read(" ".join(f"==w{at}==" for at in range(50)))
    assert len(cards) == MAX_SIBLINGS and told == ["W03 1"]


BLOCK = ":::{card} two\n:kind: KIND\n\nfront ==a== and ==b;;hint==\n?\nback\n:::\n"


def test_card_blocks_have_siblings_too() -> None:
    """Reversed ones two, clozes one for each hidden text, in decks and in lessons."""
    cards, told = read(BLOCK.replace("KIND", "reversed"))
    assert [card.id for card in cards] == ["two", "two/back"] and {card.note for card in cards} == {"two"}
    assert cards[1].front_source == "back" and told == []
    cards, told = read(BLOCK.replace("KIND", "cloze"))
    assert [card.front_source for card in cards] == ["front […] and b", "front a and [hint]"]
    assert [shown(card.front) for card in cards] == ["front […] and b", "front a and [hint]"]
    assert [card.accepts for card in cards] == [("a",), ("b",)]
    assert {card.back_source for card in cards} == {"front a and b\n\nback"} and told == []
    assert cards[0].front[0].place.line == 4
    lesson, _ = parse_lesson(
        "---\nschema: 1\nid: l\ntitle: L\nminutes: 1\n---\n" + BLOCK.replace("KIND", "reversed"), "l.md"
    )
    assert lesson is not None and [card.id for card in lesson.cards] == ["two", "two/back"]


def test_a_cloze_block_hides_something() -> None:
    """Else there is nothing to type."""
    assert read(BLOCK.replace("KIND", "cloze").replace("==", ""))[1] == ["E10 1"]


# ---- tags and ids ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("a :: b", ()),
        ("#flashcards/x\n\na :: b", ("flashcards/x",)),
        ("a :: b\n\n#flashcards/x #flashcards/y", ("flashcards/x", "flashcards/y")),
        ("#flashcards/x\n#flashcards//y/ and #flashcards\n\na :: b", ("flashcards/y", "flashcards")),
        ("#flashcardsX `#flashcards/y` url/#flashcards #Flashcards\n\na :: b", ()),
        ("#flashcards/x\n\n#flashcards/own a :: b", ("flashcards/own",)),
        ("#flashcards/x\n\n#flashcards/own\na\n?\nb", ("flashcards/own",)),
        ("#flashcards/own b :: c\n\na :: b", ()),
        ("---\ntags: [flashcards/z, course]\n---\na :: b", ("flashcards/z", "course")),
        ("---\ntags: [flashcards/z, course]\n---\n#flashcards/x\n\na :: b", ("flashcards/x", "course")),
        ("---\ntags: [flashcards/z]\n---\na :: b\n\n#flashcards/x", ("flashcards/z",)),
    ],
)
def test_which_tags_hold(text: str, tags: tuple[str, ...]) -> None:
    """A card's own tag, else the last line of tags above, else the file's, else the first below."""
    cards, _ = read(text)
    assert cards[-1].tags == tags
    assert cards[-1].front_source in ("a", "a :: b")


def test_tags_hold_for_blocks() -> None:
    """Unless a block has its own."""
    cards, _ = read("#flashcards/x\n\n:::{card} c\nq\n?\na\n:::\n\n:::{card} d\n:tags: y\n\nr\n?\na\n:::\n")
    assert [card.tags for card in cards] == [("flashcards/x",), ("y",)]


@pytest.mark.parametrize(
    ("text", "name", "back", "told"),
    [
        ("q :: a ^Abc-1", "abc-1", "a", []),
        ("q\n?\na\nb ^x1", "x1", "a\nb", []),
        ("q :: a <!--SR:!2023-09-02,4,270--> ^x1", "x1", "a", []),
        ("q :: a ^b_c", card_id("basic", "q"), "a ^b_c", []),
        ("q :: a^b", card_id("basic", "q"), "a^b", []),
        ("q :: `a ^b`", card_id("basic", "q"), "`a ^b`", []),
        ("q :: a ^2", card_id("basic", "q"), "a ^2", ["W01 1"]),
        ("q :: a ^-b", card_id("basic", "q"), "a", ["W02 1"]),
    ],
)
def test_block_ids(text: str, name: str, back: str, told: list[str]) -> None:
    """A legal one names the card; a power is none."""
    (card,), found = read(text)
    assert (card.id, card.back_source, found) == (name, back, told)


def test_block_ids_name_siblings_and_are_used_once() -> None:
    """The second card of one block id goes by its text."""
    cards, told = read("a ::: b ^note\n\nc ==d== e ==f== ^other\n\nq :: a ^note\n")
    names = ["note", "note/back", "other/1", "other/2", card_id("basic", "q")]
    assert [card.id for card in cards] == names and told == ["W02 5"]


def test_mending_the_back_keeps_the_id() -> None:
    """And so does emphasis in the front."""
    ((first,), _), ((second,), _) = read("What is it? :: teh base"), read("**What** is it? :: the base")
    assert first.id == second.id


# ---- schedules ------------------------------------------------------------------------------------------------------

SM2 = OldSchedule("2023-09-02", 4.0, ease=270.0)
FSRS = OldSchedule("2026-09-01", 12.0, stability=11.5, difficulty=5.25, reviews=7, lapses=2)
FSRS_TEXT = "!fsrs,2026-09-01T10:00:00.000Z,12,11.5,5.25,2,7,2,0,2026-08-20T09:00:00.000Z"


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("q :: a\n<!--SR:!2023-09-02,4,270-->", [SM2]),
        ("q :: a <!--SR:!2023-09-02,4.0,270-->", [SM2]),
        ("q :: a\n<!--SR:2023-09-02,4,270-->", [SM2]),
        ("q :: a\n<!--SR:!02-09-2023,4,270-->", [SM2]),
        ("q :: a\n<!--SR:!Sat Sep 02 2023,4,270-->", [SM2]),
        ("q :: a\n<!--SR:!2000-01-01,1,250-->", [None]),
        ("q :: a\n> [!sr|card-metadata]\n> <!--SR:!2023-09-02,4,270-->", [SM2]),
        ("q\n?\na\n<!--SR:!2023-09-02,4,270-->", [SM2]),
        ("q\n?\na\n> [!sr|card-metadata]\n> <!--SR:!2023-09-02,4,270-->", [SM2]),
        ("q\n?\n```\na\n```\n<!--SR:!2023-09-02,4,270-->", [SM2]),
        ("q ::: a\n<!--SR:!2000-01-01,1,250!2023-09-02,4,270-->", [None, SM2]),
        ("q ::: a\n<!--SR:!2023-09-02,4,270-->", [SM2, None]),
        ("q :: a\n<!--SR:!2023-09-02,4,270!2023-09-03,4,270-->", [SM2]),
        (f"q ::: a\n<!--SR:{FSRS_TEXT}!2023-09-02,4,270-->", [FSRS, SM2]),
        ("q :: a\n<!--SR:!fsrs,2026-09-01T10:00:00.000Z,0,0,0,0,0,0,0,--->", [None]),
        ("a ==b== c ==d==\n<!--SR:!2000-01-01,1,250!2023-09-02,4,270-->", [None, SM2]),
        ("`<!--SR:!2023-09-02,4,270-->` q :: a", [None]),
    ],
)
def test_old_schedules(text: str, old: list[OldSchedule | None]) -> None:
    """Every form the plugin has written, by sibling; no trace of them on a card."""
    cards, told = read(text)
    assert [card.old for card in cards] == old
    assert not any("SR:" in card.back_source or "metadata" in card.back_source for card in cards)
    assert not any(each.startswith(("W02", "W03")) for each in told)


@pytest.mark.parametrize(
    "entry", ["2023-13-02,4,270", "2023-09-02,x,270", "2023-09-02,4", "2023-09-02,inf,270", "", "fsrs,1", "x" * 5000]
)
def test_schedules_that_cannot_be_read(entry: str) -> None:
    """The card begins as new, and the author is told."""
    (card,), told = read(f"q :: a\n<!--SR:!{entry}-->")
    assert card.old is None and told == ["W03 1"]


def test_a_schedule_apart_from_its_card_is_told() -> None:
    """It belongs to nothing."""
    (card,), told = read("q :: a\n\n<!--SR:!2023-09-02,4,270-->")
    assert card.old is None and told == ["W03 3"]


# ---- the deck -------------------------------------------------------------------------------------------------------


def test_the_first_heading_is_the_title() -> None:
    """Not a card, nor what only looks like one in code."""
    deck, faults = parse_deck("```\n# no\n```\n# q :: a\n\n## The *base* ##\n\n# Later\n", "deck.md")
    assert deck is not None and deck.title == "The base" and faults == ()


def test_a_file_from_another_system() -> None:
    """A byte order mark, all ends of lines, right-to-left text and emoji."""
    text = "\ufeff---\r\ntags: flashcards\r\n---\r\nسؤال :: جواب\r👩\u200d🔬::scientist\r\nq\r\n?\r\na\r\n"
    cards, told = read(text)
    assert [card.back_source for card in cards] == ["جواب", "scientist", "a"] and told == []
    assert {card.tags for card in cards} == {("flashcards",)}
    assert [card.place.line for card in cards] == [4, 5, 6]
