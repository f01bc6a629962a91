"""Faults at the line and column where something was forgotten, not where reading then fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.deckfile import parse_deck
from petui.lessons.faults import FaultList
from petui.lessons.lint import lint_course, lint_paths
from petui.lessons.parser import parse_lesson
from petui.lessons.yamlcards import parse_yaml_deck
from petui.lessons.yamltext import read_yaml
from tests.lessons.smallcourse import change, found_in, make_course

HEAD = "---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n---\n\n::::{step} first\n\n"
CARD = ":::{{card}} a\n{fields}\n{body}\n:::\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course without faults."""
    return make_course(tmp_path / "c")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: [c, d\ne: f\n", "2:4 `]`"),
        ("b: [c, d\n\n# Words.\nlonger:\n  f: g\n", "1:4 `]`"),
        ("b: {c: d\ne: f\n", "1:4 `}`"),
        ("b: [\n  c,\n  d\ne: f\n", "1:4 `]`"),
        ('a: "b\ncd: e\n', '1:4 `"`'),
        ("a: 'b\ncd: e\n", "1:4 `'`"),
        ('a: "b\ncd: "e"\nf: g\n', "1:4 ends in line 2"),
        ("a: \"b\ncd: '$\\sin$'\n", '1:4 `"`'),
        ("é: 1\nü: [b\nc: d\n", "2:4 `]`"),
        ("a: b\nfront:|\n  x\n  y\n", "2:1 colon"),
        ('a: "b\n  c"\nd: e: f\n', "3:5 cannot be read"),
        ('a: "b\n  c \\q"\n', "2:5 single quotes"),
        ("a: [b,\n  c]\nd: e\n", ""),
    ],
)
def test_what_is_left_open_is_told_where_it_opens(text: str, expected: str) -> None:
    """YAML itself fails at the next entry, or at the end of the file; what is closed lines below is sound."""
    faults = FaultList()
    read_yaml(text, "f.yaml", faults)
    place, _, says = expected.partition(" ")
    assert [f"{fault.place.line}:{fault.place.column}" for fault in faults.sorted()] == [place][: bool(place)]
    assert all(says in fault.message for fault in faults.sorted())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("The sum $x + y is\nlong.", "10:9 W10"),
        ("The sum\n$x$ and y^2$.", "11:12 W10"),
        ("In $\\alpha it", "10:4 W10"),
        ("It costs $5, or $1,000.50.", ""),
        ("It is $10^4 long", "10:7 W10"),
        ("A \\$HOME, a `$x`, {literal}`$y` and $z$.", ""),
        ("A {val`1 + 1` is", "10:8 E02"),
        ("A val}`1 + 1` is", "10:8 E02"),
        ("The interval}`x` is", ""),
        ("| a | b |\n|---|---|\n| c |\n| d | e |", "12:1 W10"),
        ("| a | b |\n|---|---|\n| c | d | e |", "12:1 W10"),
        ("| a | b |\n|---|---|\n| c \\| d | e |\n| f |  |", ""),
        ("| a | b |\n|---|\n| c | d |", "10:1 W10"),
        ("| a | b |\n| c | d |", "10:1 W10"),
        (":::{choice} c\nWhich?\n\n-  ] one\n\n  No.\n- [x] two\n- [ ] three\n:::", "13:1 E08"),
        (":::{choice} c\nWhich of\n\n- these\n- those?\n\nSo:\n\n* [x] two\n* [ ] three\n:::", ""),
        (":::{math}\n:alt: x\n\n\nx \\nope y\n:::", ""),
    ],
)
def test_text_that_is_meant_otherwise(body: str, expected: str) -> None:
    """A lone dollar, a torn role, a table of unequal rows, an option without its mark; at their line, and no more."""
    lesson, faults = parse_lesson(f"{HEAD}{body}\n::::\n", "f.md")
    assert lesson is not None
    assert [f"{fault.place.line}:{fault.place.column} {fault.code}" for fault in faults] == [expected][: bool(expected)]


def test_a_formula_is_where_its_first_line_is(tmp_path: Path) -> None:
    """Not at a blank line above it."""
    path = tmp_path / "f.md"
    path.write_text(f"{HEAD}Words.\n\n:::{{math}}\n:alt: x\n\n\nx \\nope y\n:::\n::::\n")
    assert [(fault.place.line, fault.code) for fault in lint_paths([path])] == [(16, "E11")]


@pytest.mark.parametrize(
    ("fields", "body", "expected"),
    [
        (":kind: cloze\n", "It is\n==so;;s= and ==thus==.", ["5:1 W10"]),
        (":kind: cloze\n", "It is a==b, and 1 == 2 is ==so==.", []),
        (":answer: 3\n:tol: 0.1\n", "How many?\nThree, by counting.", ["1:1 W11"]),
        (":answer: 3\n:tol: 0.1\n", "How many?\n?\nThree.", []),
        ("", "::::{choice} b\n\nWhich?\n\n- [x] c\n- [ ] d\n::::\nIt is c.", ["10:1 W10"]),
        ("", "::::{choice} b\n\nWhich?\n\n- [x] c\n- [ ] d\n::::\n?\nIt is c.", []),
    ],
)
def test_a_card_that_has_lost_a_sign(fields: str, body: str, expected: list[str]) -> None:
    """One of a pair of `==`, or the line `?` before a back that would give the answer away."""
    text = CARD.format(fields=fields, body=body.replace("::::", "::"))
    text = text.replace(":::{card}", "::::{card}").replace("\n:::\n", "\n::::\n").replace("::{choice}", ":::{choice}")
    text = text.replace("\n::\n", "\n:::\n")
    found = [f"{fault.place.line}:{fault.place.column} {fault.code}" for fault in parse_deck(text, "d.md")[1]]
    assert found == expected


def test_references_of_cards_are_at_their_own_place(root: Path) -> None:
    """What a card teaches and covers, and what a misconception covers."""
    change(root, "course.yaml", "parts:", 'inventory: {F1: "a"}\nparts:')
    change(root, "decks/d.md", "{card} front\n", "{card} front\n:covers: F1, F2\n:teaches: one#frist\n")
    change(root, "m.md", ":verdict: wrong\n", ":verdict: wrong\n:covers: F3\n")
    (root / "decks" / "e.yaml").write_text(
        "schema: 1\ncards:\n  - id: e\n    front: E?\n    back: E.\n    teaches: noen\n    covers: [F1, F4]\n"
    )
    change(root, "course.yaml", "decks/d.md", "decks/d.md, decks/e.yaml")
    deck, _ = parse_yaml_deck((root / "decks" / "e.yaml").read_text(), "e.yaml")
    assert deck is not None and deck.cards[0].place_of("covers F9") == deck.cards[0].place
    assert found_in(root) == [
        "decks/d.md:2:14 E12",
        "decks/d.md:3:11 E12",
        "decks/e.yaml:6:14 E12",
        "decks/e.yaml:7:18 E12",
        "m.md:4:10 E12",
    ]


def test_a_number_of_the_inventory_is_a_word(root: Path) -> None:
    """Without the blank behind its colon it becomes part of a longer key."""
    change(root, "course.yaml", "parts:", 'inventory:\n  F1:"a: b"\nparts:')
    assert found_in(root) == ["course.yaml:8:3 E10"]


def test_a_figure_that_is_quoted_hides_no_typed_one(root: Path) -> None:
    """Roles are passed over, and longer numbers; of two alike each has its own place, in a file alone too."""
    typed = "Quoted {literal}`0.25` here,\nand typed 0.25 by hand, not 10.25 as {val}`1/4 @2`\nbut _0.25_ again.\n"
    change(root, "lessons/one.md", "Words.\n", typed)
    there = ["14:11 E14", "14:29 E14", "15:6 E14"]
    assert found_in(root) == [f"lessons/one.md:{each}" for each in there]
    (root.parent / "one.md").write_text((root / "lessons/one.md").read_text())
    found = lint_paths([root.parent / "one.md"])
    assert [f"{each.place.line}:{each.place.column} {each.code}" for each in found if each.code == "E14"] == there


def test_a_typed_figure_is_at_its_own_place(root: Path) -> None:
    """Of a paragraph of several lines, and of a hint; what comes behind the paragraph is none of it."""
    change(root, "lessons/one.md", "Words.\n", "Words and\nmore, as\nin 1.234 or so.\n\nThen 1.234 twice.\n")
    change(root, "lessons/two.md", ":hint: Count.", ":hint: Count.\n:hint: To 2.718.")
    assert found_in(root) == ["lessons/one.md:15:4 E14", "lessons/one.md:17:6 E14", "lessons/two.md:23:11 E14"]
    assert {fault.message.partition(" is ")[0] for fault in lint_course(root)} == {
        "the figure `1.234`",
        "the figure `2.718`",
    }


def test_blanks_at_the_ends_of_lines_are_nobodys(root: Path) -> None:
    """In a YAML card as in a Markdown one."""
    text = "schema: 1\ncards:\n  - id: e\n    front: |\n      What is{}\n      it?\n    back: E.\n"
    read = [parse_yaml_deck(text.format(blanks), "e.yaml")[0] for blanks in ("", "   ")]
    assert read[0] == read[1] is not None
