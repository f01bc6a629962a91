"""YAML decks: every key, every fault at its place, and texts that nobody would write on purpose."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.lessons.course import load_course, read_course
from petui.lessons.deckfile import parse_deck
from petui.lessons.model import Card, Deck
from petui.lessons.place import Fault
from petui.lessons.prosemodel import Maths, Paragraph, Role
from petui.lessons.yamlcards import parse_yaml_deck

DECK = """\
schema: 1
id: drawn
title: Numbers drawn afresh
tags: [flashcards/ai-ml, "#maths"]
cards:
  - id: slot-two
    covers: [F10, W1]
    teaches: reading-a-cell#w1-full
    set: d_model=4
    vary: [pos in 2..9, 'k in 1, 2']
    front: |
      Which number is in slot {val}`2` at position
      {val}`pos`, and what is $\\omega_1$?

      - {val}`k`
    back: The sine of $x$, {val}`pos` times {val}`omega(1) @2`.
    answer: pe(pos, 2)
    tol: 0.5%
    wrong:
      - pe(pos, 3) => swapped
      - pos => angle-for-height
    hint: ['First: the pair', "then {val}`omega(1)`"]
    unit: height
  - id: even
    front: Even slots?
    back: The *sine*.
    accept: [sine, the sine]
    tags: own, other
  - id: which
    front: Which?
    options:
      - {text: 'the first, $a$', right: yes, reason: So it is.}
      - {text: the other, right: no}
    shuffle: no
"""


def read(text: str) -> tuple[Deck, tuple[Fault, ...]]:
    """A deck that can be read, and its faults."""
    deck, found = parse_yaml_deck(text, "decks/drawn.yaml")
    assert deck is not None
    return deck, found


def card(text: str) -> Card:
    """The one card of a list item without faults."""
    deck, found = read(f"schema: 1\ncards:\n{text}")
    assert found == ()
    return deck.cards[0]


def test_every_key_is_read() -> None:
    """One value for each, as in a card block."""
    deck, found = read(DECK)
    assert found == ()
    assert (deck.id, deck.title, deck.file) == ("drawn", "Numbers drawn afresh", "decks/drawn.yaml")
    assert deck.tags == ("flashcards/ai-ml", "maths")
    numeric, basic, choice = deck.cards
    assert (numeric.id, numeric.kind, numeric.covers, numeric.unit) == ("slot-two", "numeric", ("F10", "W1"), "height")
    assert (numeric.teaches, numeric.tags) == ("reading-a-cell#w1-full", deck.tags)
    assert numeric.answer is not None and numeric.answer.source == "pe(pos, 2)"
    assert numeric.tolerance.relative == 0.005
    assert [(one.name, one.values) for one in numeric.vary] == [("pos", tuple(range(2, 10))), ("k", (1, 2))]
    assert [(rule.expression.source, rule.misconception) for rule in numeric.wrongs] == [
        ("pe(pos, 3)", "swapped"),
        ("pos", "angle-for-height"),
    ]
    assert [one.name for one in numeric.settings] == ["d_model"] and len(numeric.hints) == 2
    assert numeric.back_source == "The sine of $x$, {val}`pos` times {val}`omega(1) @2`."
    assert (basic.kind, basic.accepts, basic.tags) == ("basic", ("sine", "the sine"), ("own", "other"))
    assert choice.kind == "choice" and choice.choice is not None and choice.front
    assert [option.true for option in choice.choice.options] == [True, False]
    assert (choice.choice.shuffle, choice.choice.multiple, choice.choice.id) == (False, False, "which-options")
    assert choice.choice.options[0].reason and not choice.choice.options[1].reason


def test_a_card_reads_as_its_block_does() -> None:
    """The same card as a block of a Markdown deck differs in places only."""
    block = """\
---
tags: [flashcards/ai-ml, maths]
---

:::{card} slot-two
:covers: F10, W1
:teaches: reading-a-cell#w1-full
:set: d_model=4
:vary: pos in 2..9
:vary: k in 1, 2
:answer: pe(pos, 2)
:tol: 0.5%
:wrong: pe(pos, 3) => swapped
:wrong: pos => angle-for-height
:hint: First: the pair
:hint: then {val}`omega(1)`
:unit: height

Which number is in slot {val}`2` at position
{val}`pos`, and what is $\\omega_1$?

- {val}`k`
?
The sine of $x$, {val}`pos` times {val}`omega(1) @2`.
:::
"""
    deck, found = parse_deck(block, "drawn.md")
    assert found == () and deck is not None
    assert without_places(deck.cards[0]) == without_places(read(DECK)[0].cards[0])


def without_places(value: object) -> object:
    """A frozen object as nested tuples without its places."""
    if isinstance(value, tuple):
        return tuple(map(without_places, value))
    names = getattr(value, "__dataclass_fields__", None)
    if names is None:
        return value
    return type(value).__name__, *(
        without_places(getattr(value, name)) for name in names if name not in ("place", "places")
    )


def test_places_are_those_of_the_file() -> None:
    """Roles and formulas in block texts, plain and quoted texts, and expressions, to the column."""
    numeric = read(DECK)[0].cards[0]
    lines = DECK.split("\n")
    question = numeric.front[0]
    assert isinstance(question, Paragraph) and isinstance(numeric.back[0], Paragraph)
    inlines = [*question.inlines, *numeric.back[0].inlines, *numeric.hints[1]]
    roles = [inline for inline in inlines if isinstance(inline, Role)]
    assert len(roles) == 5
    for inline in roles:
        assert lines[inline.place.line - 1][inline.place.column - 1 :].startswith(f"{{val}}`{inline.text}`")
        source = inline.expressions[0]
        assert lines[source.place.line - 1][source.place.column - 1 :].startswith(source.source)
    for formula in (inline for inline in inlines if isinstance(inline, Maths)):
        assert lines[formula.place.line - 1][formula.place.column - 1 :].startswith(f"${formula.tex}$")
    assert numeric.answer is not None
    for expression in (numeric.answer, *(rule.expression for rule in numeric.wrongs)):
        at = expression.place
        assert lines[at.line - 1][at.column - 1 :].startswith(expression.source)


@pytest.mark.parametrize(
    ("old", "new", "at", "code", "says"),
    [
        ("schema: 1", "schema: 2", "2", "E18", "schema"),
        ("schema: 1\n", "", "id: drawn", "E10", "`schema` is missing"),
        ("title: Numbers", "titel: Numbers", "titel", "E02", "`title`"),
        ("id: drawn", "id: Drawn", "Drawn", "E04", "`Drawn`"),
        ("covers: [", "cover: [", "cover: [", "E02", "`covers`"),
        ("answer: pe(pos, 2)", "answer: pe(pos, 2", "pe(pos, 2", "E05", "pe(pos, 2"),
        ("answer: pe(pos, 2)", "answer: [pe(pos, 2), 3]", "3]", "E10", "line 17 already"),
        ("tol: 0.5%", "tol: about", "about", "E10", "tolerance"),
        ("tol: 0.5%", "tol:", "tol:", "E10", "no value"),
        ("    tol: 0.5%\n", "", "- id: slot-two", "E07", "`digits`"),
        ("pos in 2..9", "pos of 2..9", "pos of", "E10", "no draw"),
        ("pos in 2..9", "{pos: 2}", "{pos", "E10", "a text or a list"),
        ("pos in 2..9", "k in 2..9", "k in 1", "E10", "twice"),
        ("pe(pos, 3) => swapped", "pe(pos, 3)", "pe(pos, 3)", "E10", "no rule"),
        ("set: d_model=4", "set: width=4", "width", "E05", "d_model"),
        ("reading-a-cell#w1-full", "reading a cell", "reading a cell", "E04", "not legal"),
        ("{val}`pos`, and", "{val}`pos +`, and", "pos +", "E05", "pos +"),
        ("{val}`pos`, and", "{vla}`pos`, and", "{vla}", "E02", "val"),
        ("$\\omega_1$?", "$\\omega_1$?\n\n      ```\n      x", "```", "E03", "not closed"),
        ("$\\omega_1$?", "$\\omega_1$?\n\n      :::{note}\n      x", ":::{note}", "E03", "no blocks"),
        ("front: Even slots?", "front: [Even, slots]", "[Even", "E10", "Markdown"),
        ("    front: Even slots?\n", "", "- id: even", "E10", "`front` is missing"),
        ("    back: The *sine*.\n", "", "- id: even", "E10", "no back"),
        ("id: even", "id: slot-two", "slot-two\n    front: Even", "E04", "line 6"),
        ("id: even", "id: Even", "Even\n", "E04", "not legal"),
        ("- id: even\n    front", "- front", "- front: Even", "E10", "`id` is missing"),
        ("accept: [sine", "multiple: yes\n    accept: [sine", "multiple", "E10", "`options`"),
        ("    shuffle: no", "    accept: first", "accept: first", "E10", "basic cards"),
        ("    shuffle: no", "    unit: m", "unit: m", "E10", "numeric cards"),
        ("    shuffle: no", "    shuffle: never", "never", "E10", "shuffle"),
        ("right: yes", "right: true", "true", "E10", "yes or no"),
        ("right: yes", "right: no", "- {text: 'the", "E08", "no option"),
        ("right: no}", "right: yes}", "- {text: 'the", "E08", "multiple"),
        ("right: no}", "right: no, why: x}", "why", "E02", "reason"),
        ("- {text: the other, right: no}", "- the other", "the other", "E10", "no mapping"),
        ("  - id: which\n", "  - words\n  - id: which\n", "words", "E10", "no mapping"),
        ("tags: own, other", "tags: own tag", "own tag", "E10", "no tag"),
    ],
)
def test_each_fault_is_found_at_its_place(old: str, new: str, at: str, code: str, says: str) -> None:
    """One change, and a fault with its line and column."""
    assert DECK.count(old) == 1
    text = DECK.replace(old, new)
    _, found = parse_yaml_deck(text, "decks/drawn.yaml")
    index = text.index(at)
    line = text.count("\n", 0, index) + 1
    column = index - text.rfind("\n", 0, index)
    here = [fault for fault in found if (fault.place.line, fault.code) == (line, code)]
    assert here, found
    assert any(says in fault.message for fault in here), here
    if at not in ("- id: slot-two", "- id: even", "- front: Even", "tol:", "- {text: 'the"):
        assert column in [fault.place.column for fault in here], here


def test_all_faults_come_at_once() -> None:
    """A fault in one card hides none in the next."""
    text = DECK
    for old, new in (("tol: 0.5%", "tol: x"), ("accept: [sine", "acept: [sine"), ("right: yes", "right: 1")):
        text = text.replace(old, new)
    _, found = read(text)
    assert {fault.code for fault in found} == {"E10", "E02", "E08"} and len(found) == 4


def test_the_guides_example_is_a_good_deck() -> None:
    """The deck in CONTRIBUTING.md."""
    guide = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    example = guide[guide.index("    schema: 1\n    title: Numbers") :].split("\n\n")[0]
    deck, found = read(textwrap.dedent(example) + "\n")
    assert found == () and [card.kind for card in deck.cards] == ["numeric", "choice"]


def test_nothing_is_guessed() -> None:
    """`no`, `12:30` and `.50` are texts."""
    found = card("  - {id: a, front: no, back: 12:30, accept: .50}")
    assert (found.front_source, found.back_source, found.accepts) == ("no", "12:30", (".50",))


def test_a_long_line_may_be_folded() -> None:
    """A field or side written on several lines."""
    found = card("  - id: a\n    front: One\n      two\n    back: >\n      x\n      y\n    hint: |\n      a\n      b\n")
    assert (found.front_source, found.back_source) == ("One two", "x y")
    assert [inline.text for inline in found.hints[0] if not isinstance(inline, Maths)] == ["a b"]


@pytest.mark.parametrize("text", ["", "- a\n", "x", "schema: 1\ncards: []\n", "schema: 1\ncards: {a: b}\n"])
def test_what_is_no_deck(text: str) -> None:
    """Said, not raised."""
    _, found = parse_yaml_deck(text, "a.yaml")
    assert found


def test_the_id_is_the_files_name_unless_given() -> None:
    """As for Markdown decks; a file with an illegal name needs one."""
    text = "schema: 1\ncards: [{id: a, front: b, back: c}]\n"
    deck, found = parse_yaml_deck(text, "decks/some-deck.yaml")
    assert found == () and deck is not None and (deck.id, deck.title) == ("some-deck", "some-deck")
    deck, found = parse_yaml_deck(text, "decks/Some Deck.yaml")
    assert deck is None and [fault.code for fault in found] == ["E04"]


def write_course(root: Path, deck: str, more: str = "") -> None:
    """A course of one YAML deck and one Markdown deck."""
    (root / "decks").mkdir()
    (root / "lessons").mkdir()
    head = "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: []\ndecks: [decks/drawn.yaml, decks/more.md]\n"
    (root / "course.yaml").write_text(head)
    (root / "decks/drawn.yaml").write_text(deck)
    (root / "decks/more.md").write_text(more or ":::{card} more\n\nQ\n?\nA\n:::\n")


def test_a_course_has_yaml_decks(tmp_path: Path) -> None:
    """In the order of course.yaml; one with faults is left out for learners."""
    write_course(tmp_path, DECK)
    course, found = load_course(tmp_path)
    assert found == () and course is not None
    assert [(deck.id, len(deck.cards)) for deck in course.decks] == [("drawn", 3), ("more", 1)]
    (tmp_path / "decks/drawn.yaml").write_text(DECK.replace("tol: 0.5%", "tol: x"))
    course, found = load_course(tmp_path)
    assert course is not None and [deck.id for deck in course.decks] == ["more"]
    assert [(fault.code, fault.place.line) for fault in found] == [("E10", 18)]


def test_ids_are_unique_over_the_course(tmp_path: Path) -> None:
    """A card of one file and one of another."""
    write_course(tmp_path, DECK, ":::{card} even\n\nQ\n?\nA\n:::\n")
    assert [fault.code for fault in read_course(tmp_path).faults] == ["E04"]


def test_other_files_are_no_decks(tmp_path: Path) -> None:
    """Named at their entry in course.yaml."""
    write_course(tmp_path, DECK)
    file = tmp_path / "course.yaml"
    file.write_text(file.read_text().replace("more.md", "more.json"))
    fault, unlisted = read_course(tmp_path).faults
    assert (fault.code, fault.place.line) == ("E12", 6) and "*.yaml" in fault.message
    assert unlisted.code == "E12" and unlisted.place.file.endswith("more.md")


HOSTILE = (
    "schema: 1\ncards: &a [*a]\n",
    "schema: 1\ncards:\n" + "  - {id: a, front: b, back: c}\n" * 4000,
    "schema: 1\ncards: [{id: a, front: '" + "`" * 9000 + "', back: '" + "*_" * 4000 + "'}]",
    "schema: 1\ncards: [{id: a, front: |\n x}]",
    "schema: 1\ncards:\n- id: a\n  front: |2\n     x {val}`y`\n  back: |+\n\n\n",
    "schema: 1\ncards:\n- id: a\n  front: |\n\n\n   {val}`1 +`",
    "schema: 1\ncards: [{? [a] : b}]",
    "schema: 1\ncards: [{id: {a: b}, front: {c: d}, back: [e], options: f, vary: [[g]], wrong: {h: i}}]",
    "schema: 1\ncards: [{id: a, front: x, options: [[], {}, a, {text: {}, right: [], reason: {}}]}]",
    "schema: 1\nid: [a]\ntitle: {}\ntags: {a: b}\ncards: 3",
    "%YAML 9.9\n---\nschema: 1",
    'schema: 1\ncards: [{id: a, front: "\\0\\x1b[2J", back: "\\u202e"}]',
    "[" * 5000,
    "\x00\x1b]0;x\x07",
    "schema: 1\ncards: [{id: a, front: x, back: y, vary: n in 1..1e9 step 1e-9}]",
    "schema: 1\ncards: [{id: a, front: x, back: y, answer: 9**9**9, tol: 1e999}]",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_decks_are_read_to_the_end(text: str) -> None:
    """Faults, no exception, and a bounded report."""
    deck, found = parse_yaml_deck(text, "a.yaml")
    assert len(found) <= 500
    assert found or deck is not None
    assert all(fault.message.isprintable() and fault.place.line >= 1 <= fault.place.column for fault in found)


PIECES = st.sampled_from(
    [*"\n:-[]{}|>'\"#&*!%@` ", "  ", "- id: a\n", "  front: |\n    x", "answer: ", "vary: n in 1..3", "{val}`n`", "$x$"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=3), max_size=30).map("".join))
@example("  - id: a\n    front: |\n")
def test_no_text_crashes_it(text: str) -> None:
    """Whatever stands below `cards:`."""
    parse_yaml_deck(f"schema: 1\ncards:\n{text}", "a.yaml")


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(DECK)), st.integers(0, 12), st.text(max_size=2))
def test_no_damage_crashes_it(at: int, gone: int, put: str) -> None:
    """Signs of a good deck cut out or put in."""
    _, found = parse_yaml_deck(DECK[:at] + put + DECK[at + gone :], "a.yaml")
    assert all(fault.place.file == "a.yaml" for fault in found)
