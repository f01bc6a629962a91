"""The JSON Schemas: they accept what petui accepts however an editor sees it, and say what its tables say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from petui.lessons.coursefile import course_file_of
from petui.lessons.documents import DOCUMENTS
from petui.lessons.faults import FaultList, illegal_id
from petui.lessons.header import lesson_header, split_header
from petui.lessons.jsonschema import NAMES, block_schema, document_schema, schema_text
from petui.lessons.parser import parse_lesson
from petui.lessons.place import Fault, Place
from petui.lessons.retelling import read_retelling
from petui.lessons.schema import BLOCKS, Key, KeyKind
from petui.lessons.source import Source
from petui.lessons.yamlcards import parse_yaml_deck
from tests.running import petui_here

_CONTENT = Path(__file__).parents[2] / "content"
_BODY = "\n::::{step} first\n\nText.\n::::\n"

COURSE = """\
schema: 1
id: trigonometry
title: Trigonometry
language: en-GB
parts:
  - title: Angles
    lessons: [radians, 2017]
decks: [decks/angles.yaml]
misconceptions: misconceptions.md
inventory: {F1: positions count from 0, F2: 17}
aliases: {old: radians, radians#a: radians#b}
formerly: [trig]
"""
LESSON = """\
schema: 1
id: radians
title: No
minutes: 6
requires: [angles]
covers: [F1, 17]
params: {pos: {default: 3, range: [0, 99]}, theta: {default: .5, range: [0, 3], step: 0.25}}
testout: [one, two, three]
"""
RETELLING = """\
schema: 1
lesson: radians
language: hi-Latn
title: Radian kya hai
"""
DECK = """\
schema: 1
id: numbers
title: Numbers drawn afresh
tags: [flashcards/ai-ml, '#übung']
cards:
  - id: slot-two
    covers: [F10, 1]
    teaches: reading-a-cell#w1-full
    set: d_model=4
    vary: [pos in 3..48 step 5, 'k in 1, 2']
    front: What is slot 2 at position {val}`pos`?
    answer: pe(pos, 2)
    tol: 1%
    hint: [It is a sine., 4]
    wrong: pe(pos, 3) => swapped
    back: |
      The sine of {val}`angle(pos, 2) @2`.
  - id: even-slots
    tags: flashcards/ai-ml, other
    front: Even slots?
    options:
      - {text: the sine, right: yes, reason: Odd slots have the cosine.}
      - {text: the cosine, right: no}
    multiple: no
  - id: digits
    answer: 3
    digits: 3
    unit: 5
    front: What is 3?
    back: null
    set: base=100
  - {id: short, kind: basic, front: 12:30, back: no, accept: no}
"""
EXAMPLES = {"course": COURSE, "lesson": LESSON, "retelling": RETELLING, "deck": DECK}


class _Old(yaml.SafeLoader):
    """YAML 1.1, which takes `no` for a boolean."""


class _New(yaml.SafeLoader):
    """YAML 1.2 with its core schema, as most editors read it."""


def _resolvers(kept: dict[str, tuple[str, str]]) -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for tag, (pattern, signs) in kept.items():
        for sign in signs:
            found.setdefault(sign, []).append((f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$")))
    return found


_Old.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in pairs if not tag.endswith("timestamp")]
    for sign, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_New.yaml_implicit_resolvers = _resolvers(
    {
        "bool": ("true|True|TRUE|false|False|FALSE", "tTfF"),
        "int": (r"[-+]?[0-9]+|0x[0-9a-fA-F]+", "-+0123456789"),
        "float": (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
        "null": ("~|null|Null|NULL|", "~nN"),
    }
)
_New.yaml_implicit_resolvers[""] = [("tag:yaml.org,2002:null", re.compile("^$"))]


def seen(text: str) -> list[Any]:
    """What a YAML text is to those who check it: in YAML 1.1, in 1.2, and where every scalar is text."""
    documents = [yaml.load(text, Loader=loader) for loader in (_Old, _New, yaml.BaseLoader)]
    return [json.loads(json.dumps(document)) for document in documents]


@cache
def validator(name: str) -> Draft202012Validator:
    schema = document_schema(DOCUMENTS[name])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def refused(name: str, text: str) -> list[str]:
    """What the schema has against a document, in any of the ways it is seen."""
    return [error.message for document in seen(text) for error in validator(name).iter_errors(document)]


def faults_of(name: str, text: str) -> tuple[Fault, ...]:
    """What petui has against it."""
    if name == "deck":
        return parse_yaml_deck(text, "deck.yaml")[1]
    faults = FaultList()
    if name == "course":
        course_file_of(Source(text), "course.yaml", faults)
    else:
        node, _ = split_header(f"---\n{text}---".split("\n"), "lesson.md", faults)
        if node is not None:
            header = lesson_header(node, faults)
            for named in filter(illegal_id, (*header.requires, *header.testout)):
                # Nothing can be called so, which is found with the other files.
                faults.add(Place("lesson.md"), "E12", named)
    return faults.sorted()


def shipped() -> Iterator[tuple[str, Path]]:
    for course in sorted(_CONTENT.iterdir()):
        yield "course", course / "course.yaml"
        yield from (("lesson", path) for path in sorted(course.glob("lessons/*.md")))
        yield from (("retelling", path) for path in sorted(course.glob("retellings/*/*.md")))
        yield from (("deck", path) for path in sorted(course.glob("decks/*.yaml")))


def test_every_shipped_file_is_accepted() -> None:
    found = list(shipped())
    assert {name for name, _ in found} == set(NAMES)
    for name, path in found:
        text = path.read_text(encoding="utf-8")
        yaml_part = text if path.suffix == ".yaml" else text.split("---\n")[1]
        assert refused(name, yaml_part) == [], path


@pytest.mark.parametrize("name", NAMES)
def test_an_example_of_everything_is_accepted_by_both(name: str) -> None:
    if name != "retelling":
        assert faults_of(name, EXAMPLES[name]) == ()
    assert refused(name, EXAMPLES[name]) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("course", "language:", "langauge:"),
        ("course", "title: Trigonometry\n", ""),
        ("course", "schema: 1", "schema: 2"),
        ("course", "id: trigonometry", "id: Trigonometry"),
        ("course", "id: trigonometry", "id: [trigonometry]"),
        ("course", "language: en-GB", "language: British English"),
        ("course", "lessons: [radians, 2017]", "lessons: radians"),
        ("course", "lessons: [radians, 2017]", "lessons: [Radians!]"),
        ("course", "    lessons: [radians, 2017]", "    lesson: [radians]"),
        ("course", "decks: [decks/angles.yaml]", "decks: decks/angles.yaml"),
        ("course", "inventory: {F1: positions count from 0, F2: 17}", "inventory: [F1]"),
        ("course", "aliases: {old: radians, radians#a: radians#b}", "aliases: {old: [radians]}"),
        ("course", "formerly: [trig]", "formerly: trig"),
        ("lesson", "minutes: 6", "minutes: six"),
        ("lesson", "minutes: 6", "minutes: 6000"),
        ("lesson", "minutes: 6\n", ""),
        ("lesson", "requires: [angles]", "requires: angles"),
        ("lesson", "requires:", "require:"),
        ("lesson", "range: [0, 99]", "range: [0, 50, 99]"),
        ("lesson", "range: [0, 99]", "range: 0..99"),
        ("lesson", "step: 0.25", "step: 0"),
        ("lesson", "{pos: {default: 3,", "{pos: {defualt: 3,"),
        ("lesson", "{pos:", "{2-pos:"),
        ("deck", "    front: Even slots?\n", ""),
        ("deck", "front: Even slots?", "fornt: Even slots?"),
        ("deck", "right: yes", "right: perhaps"),
        ("deck", "vary: [pos in 3..48 step 5,", "vary: [pos from 3..48 step 5,"),
        ("deck", "vary: [pos in 3..48 step 5,", "vary: [pos in 3..much,"),
        ("deck", "set: d_model=4", "set: d_model 4"),
        ("deck", "set: d_model=4", "set: dmodel=4"),
        ("deck", "tol: 1%", "tol: one percent"),
        ("deck", "digits: 3", "digits: 30"),
        ("deck", "kind: basic", "kind: simple"),
        ("deck", "covers: [F10, 1]", "covers: F10 and F11"),
        ("deck", "teaches: reading-a-cell#w1-full", "teaches: Reading a cell"),
        ("deck", "wrong: pe(pos, 3) => swapped", "wrong: pe(pos, 3)"),
        ("deck", "wrong: pe(pos, 3) => swapped", "wrong: pe(pos, 3) => The Swap"),
        ("deck", "tags: flashcards/ai-ml, other", "tags: flash cards!"),
        ("deck", "answer: pe(pos, 2)", "answer: {pos: 2}"),
        ("deck", DECK[DECK.index("cards:") :], "cards: []\n"),
    ],
)
def test_what_is_wrong_in_shape_is_refused_by_both(name: str, old: str, new: str) -> None:
    """As YAML is seen; a number that is seen as text may be too large."""
    text = EXAMPLES[name]
    assert text.count(old) == 1
    wrong = text.replace(old, new)
    assert {fault.code for fault in faults_of(name, wrong)} & {"E02", "E04", "E05", "E10", "E18"}
    assert all(list(validator(name).iter_errors(document)) for document in seen(wrong)[:2])


_JUNK: list[Any] = [
    *("", "no", "yes", "true", "null", "word", "two words", "1", "-1", ".5", "1e3", "1_000", "2026-11-30", "12:30"),
    *("pos in 1..9", "n in .1...9 step .1", "n in 1, 2", "d_model=4", "pos=3 slot=2", "1%", "100 %", "x => y", "f#g"),
    *("a,b", "#tag/übung", "en-GB", "0x1F", "+3", "Ünïcode", "pe(pos, 2)", "basic", "table"),
    *([], ["word"], ["1", "2"], ["no", "yes"], {}, {"F1": "text"}, {"pos": {"default": "1", "range": ["0", "9"]}}),
]


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, str]:
    """A document of which one value is another one, or one key gone or misspelt."""
    name = draw(st.sampled_from(["course", "lesson", "deck"]))
    document = yaml.load(EXAMPLES[name], Loader=yaml.BaseLoader)
    at: Any = document
    while True:
        key = draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
        if isinstance(at[key], dict | list) and at[key] and draw(st.booleans()):
            at = at[key]
            continue
        match draw(st.sampled_from(["other", "other", "other", "gone", "misspelt"])):
            case "other":
                at[key] = draw(st.sampled_from(_JUNK))
            case "gone":
                del at[key]
            case _ if isinstance(at, dict):
                at[f"{key}s"] = at.pop(key)
        return name, written(document)


def written(document: Any) -> str:
    """YAML with plain scalars where they can be, so that they are seen in every way."""
    text = yaml.dump(document, Dumper=_Plain, allow_unicode=True, width=1000)
    assert yaml.load(text, Loader=yaml.BaseLoader) == document
    return text


class _Plain(yaml.Dumper):
    """Writes `no` and `1` without quotes."""


_Plain.yaml_implicit_resolvers = {}


@settings(max_examples=120)
@given(changed())
def test_what_petui_reads_without_a_fault_is_accepted(drawn: tuple[str, str]) -> None:
    """But for the word `null`, which an editor cannot tell from nothing."""
    name, text = drawn
    if not faults_of(name, text) and "null" not in text.replace("back: null", ""):
        assert refused(name, text) == []


# ---- the schema and the tables -------------------------------------------------------------------------------------


def names_in(keys: tuple[Key, ...]) -> dict[str, Any]:
    return {key.name: names_in(key.entries) for key in keys}


def names_of(schema: dict[str, Any]) -> dict[str, Any]:
    """The properties of an object, of an array's objects, or of the objects that a mapping's names lead to."""
    inner = schema.get("items", schema.get("additionalProperties"))
    if isinstance(inner, dict):
        return names_of(inner)
    return {name: names_of(value) for name, value in schema.get("properties", {}).items()}


@pytest.mark.parametrize("name", NAMES)
def test_it_has_the_keys_that_the_tables_have(name: str) -> None:
    """All, and no other, at every depth; with what they are for."""
    schema = document_schema(DOCUMENTS[name])
    assert names_of(schema) == names_in(DOCUMENTS[name].keys)
    for key in DOCUMENTS[name].keys:
        assert key.says[1:] in schema["properties"][key.name]["description"]
        assert (key.name in schema["required"]) == (key.required and not key.unless)


def test_a_lessons_blocks_are_defined() -> None:
    """Each with its keys."""
    schema = document_schema(DOCUMENTS["lesson"])
    assert set(schema["$defs"]) == {f"{name}-block" for name in BLOCKS}
    for name, block in BLOCKS.items():
        defined = schema["$defs"][f"{name}-block"]
        Draft202012Validator.check_schema(defined)
        assert set(defined["properties"]) == {key.name for key in block.keys}


@pytest.mark.parametrize(
    ("block", "good", "bad"),
    [
        ("step", {"set": "pos=3", "show": "waves", "cell": "pos, 2", "below": "table"}, {"show": "wave"}),
        ("worked", {"fade": "last"}, {"fade": "first"}),
        ("mistake", {"claims": "It is.", "verdict": "half", "slip": "degrees"}, {"claims": "It is.", "verdict": "no"}),
        ("point", {"answer": "0,3", "shown": ["1 | 2.5", "3 | -4"]}, {"answer": "0,3", "shown": "one | 2"}),
        ("code", {"run": "encode"}, {"run": "rm"}),
        ("math", {"alt": "x"}, {}),
    ],
)
def test_a_blocks_values_are_known_too(block: str, good: dict[str, Any], bad: dict[str, Any]) -> None:
    """Views, verdicts, fades, slips and listings are those that there are."""
    check = Draft202012Validator(block_schema(block))
    assert check.is_valid(good)
    assert not check.is_valid(bad)


def test_every_kind_of_key_has_a_shape() -> None:
    """So that a new kind is not accepted as anything."""
    used = {key.kind for block in BLOCKS.values() for key in block.keys}
    todo = [*(key for document in DOCUMENTS.values() for key in document.keys)]
    while todo:
        key = todo.pop()
        used.add(key.kind)
        todo += key.entries
    assert used == set(KeyKind)


# ---- documents made from it ----------------------------------------------------------------------------------------

_ASCII = st.characters(codec="ascii", exclude_categories=["Cc"])


def made(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A value with nothing but what the schema requires."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"]).map(str)
    if "anyOf" in schema:
        return made(schema["anyOf"][0])
    if schema["type"] == "object":
        required = {name: made(schema["properties"][name]) for name in schema["required"]}
        for either in schema.get("allOf", ()):
            name = either["anyOf"][0]["required"][0]
            required[name] = made(schema["properties"][name])
        if "back" in schema["properties"]:
            # A card that asks for no number and gives no options has one.
            required["back"] = made(schema["properties"]["back"])
        return st.fixed_dictionaries(required)
    if schema["type"] == "array":
        least = schema.get("minItems", 0)
        return st.lists(made(schema["items"]), min_size=least, max_size=least + 2, unique_by=str)
    if "minimum" in schema:
        return st.integers(int(schema["minimum"]) + 1, int(schema["maximum"])).map(str)
    if schema.get("pattern", r"\S") == r"\S":
        return st.from_regex("[A-Za-z][A-Za-z ,.]{0,20}[a-z]", fullmatch=True)
    return st.from_regex(schema["pattern"], alphabet=_ASCII).map(str.strip)


@settings(max_examples=30)
@given(
    st.sampled_from([name for name in NAMES if name != "retelling"]).flatmap(
        lambda name: st.tuples(st.just(name), made(document_schema(DOCUMENTS[name])))
    )
)
def test_what_is_made_of_the_required_parts_has_no_fault_of_shape(drawn: tuple[str, dict[str, Any]]) -> None:
    """No key unknown, none missing, and every value fits its key."""
    name, document = drawn
    text = yaml.dump(document, default_style="'", sort_keys=False)
    faults = parse_lesson(f"---\n{text}---\n{_BODY}", "lesson.md")[1] if name == "lesson" else faults_of(name, text)
    assert not [fault for fault in faults if fault.code in ("E01", "E02", "E10")]


@settings(max_examples=10)
@given(document=made(document_schema(DOCUMENTS["retelling"])))
def test_so_it_is_with_a_retelling(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Read beside its lesson; that its lesson and its folder are called otherwise is no fault of shape."""
    root = tmp_path_factory.mktemp("course")
    source = f"---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n---\n{_BODY}"
    lesson = parse_lesson(source, "one.md")[0]
    assert lesson is not None
    for folder, text in (("lessons", source), ("retellings/hi-Latn", f"---\n{yaml.dump(document)}---\n{_BODY}")):
        (root / folder).mkdir(parents=True)
        (root / folder / "one.md").write_text(text, encoding="utf-8")
    faults = read_retelling(root, lesson, "hi-Latn").faults
    assert not [fault for fault in faults if fault.code in ("E01", "E02", "E10")]


@pytest.mark.parametrize("name", NAMES)
def test_the_command_prints_it(name: str) -> None:
    """As JSON, and nothing else."""
    done = petui_here("schema", name)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == schema_text(name)
    assert json.loads(done.stdout) == document_schema(DOCUMENTS[name])
