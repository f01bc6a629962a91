"""The parser: the place and code of every fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.lessons.deckfile import parse_deck
from petui.lessons.parser import parse_lesson, parse_mistakes
from petui.lessons.place import Fault

SAMPLE = Path(__file__).parent / "samples" / "whole.md"
WHOLE = SAMPLE.read_text()
BODY = WHOLE[WHOLE.index("::::{step}") :]
HEAD = WHOLE.removesuffix(BODY)


def faults(text: str) -> list[str]:
    """The faults of a lesson as `line:column code`."""
    return [f"{fault.place.line}:{fault.place.column} {fault.code}" for fault in parse_lesson(text, "f.md")[1]]


def step(body: str, keys: str = "") -> str:
    """A lesson with one step; its body begins in line 14, after a `show` key in line 12."""
    return f"{HEAD}::::{{step}} only\n:show: heat\n{keys}\n{body}\n::::\n"


def messages(text: str) -> str:
    """All fault messages of a lesson."""
    return "\n".join(fault.message for fault in parse_lesson(text, "f.md")[1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BODY, "1:1 E01"),
        (HEAD.replace("---\n\n", "") + BODY, "1:1 E01"),
        (WHOLE.replace("title: 'Why: this'", "title: Why: this"), "4:11 E01"),
        (WHOLE.replace("minutes: 6", "minutes: 6\nminutes: 7"), "6:1 E01"),
        (WHOLE.replace("title: 'Why: this'", 'title: "\\theta"'), "4:8 E01"),
        (WHOLE.replace("minutes: 6", "minuets: 6"), "5:1 E02"),
        (WHOLE.replace("minutes: 6", "minutes: soon"), "5:10 E10"),
        (WHOLE.replace("minutes: 6", "minutes: nan"), "5:10 E10"),
        (WHOLE.replace("schema: 1", "schema: 2"), "2:9 E18"),
        (WHOLE.replace("id: one", "id: One"), "3:5 E04"),
        (WHOLE.replace("requires: [zero]", "requires: zero"), "6:11 E10"),
        (WHOLE.replace("default: 8", "default: 800"), "8:29 E10"),
        (step(":::{chek} a\nx\n:::"), "14:5 E02"),
        (step("x", ":shwo: heat\n"), "13:1 E02"),
        (step("x", ":show: heat\n"), "13:1 E10"),
        (step("x", ":set: posn=3\n"), "13:7 E05"),
        (step("x", ":set: pos=().__class__\n"), "13:11 E05"),
        (step("x", ":set: dtype=int8\n"), "13:13 E10"),
        (step("x", ":cell: 3\n"), "13:8 E10"),
        (step("x", ":vary: sin in 1..3\n"), "13:8 E10"),
        (step("x", ":vary: k in 1..1001\n"), "13:13 E10"),
        (step("x", ":vary: k in 3..1\n"), "13:13 E10"),
        (step("x {vall}`1`"), "14:3 E02"),
        (step("x {val} `1`"), "14:3 E02"),
        (step("x {val}`1+`"), "14:9 E05"),
        (step("x {val}`1 @x`"), "14:3 E10"),
        (step("x {cell}`1`"), "14:3 E10"),
        (step("x\n\n***"), "16:1 E02"),
        (step("![a](b)"), "14:1 E02"),
        (step("a $$x$$ b"), "14:4 E11"),
        (step(":::{math}\n\nx\n:::"), "14:1 E10"),
        (step(":::{step} b\nx\n:::"), "14:1 E03"),
        (step("::::{why}\nx\n::::"), "14:1 E03"),
        (step(":::{why}\nx"), "14:1 E03"),
        (step("```\nx"), "14:1 E03"),
        (step("$$\nx\n\ny"), "14:1 E03"),
        (step("::: {why\nx"), "14:1 E03"),
        (step("x\n\n:show: heat"), "16:1 E03"),
        (WHOLE + ":::\n", "94:1 E03"),
        (WHOLE + "loose\n", "94:1 E03"),
        (HEAD, "1:1 E10"),
        (HEAD + "::::{step} a\n::::\n", "11:1 E10"),
        (HEAD + "::::{step}\n\nx\n::::\n", "11:1 E04"),
        (HEAD + "::::{step} A b\n\nx\n::::\n", "11:12 E04"),
    ],
)
def test_each_fault_is_found_at_its_place(text: str, expected: str) -> None:
    """One fault of each kind: its line, column and code."""
    assert expected in faults(text)


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("{predict} guess", "{predict} sweep", "sweep\n:answer", "E04"),
        (":tol: 1%\n", "", ":::{predict}", "E07"),
        (":tol: 1%", ":tol: -1%", "-1%", "E10"),
        (":tol: 1%", ":tol: 1%\n:digits: 3", ":digits: 3\n:unit", "E10"),
        (":answer: - sin(3)\n", "", ":::{predict}", "E10"),
        (":answer: - sin(3)", ":answer:", ":answer:", "E10"),
        (" => inverted-rate", " inverted-rate", "base**(2", "E10"),
        ("=> inverted-rate", "=> Inverted rate", "Inverted", "E04"),
        (":unit: rad", "- not a field", "- not a field", "E03"),
        ("- [x] this", "- [ ] this", ":::{choice}", "E08"),
        ("- [ ] that", "- [x] that", ":::{choice}", "E08"),
        ("- [ ] that", "- that", "- that", "E08"),
        ("- [ ] that", "- [ ] that\n\nmore", "more", "E10"),
        (":shuffle: no", ":shuffle: false", "false", "E10"),
        (":answer: 0,2", ":answer: 0", "0\n\nWhere", "E10"),
        (":fade: last", ":fade: lost", "lost", "E10"),
        (":fade: last\n", "", "::::{worked}", "E10"),
        ("fence\n```\n:::", "fence\n```\nmore\n:::", ":::{code}", "E10"),
    ],
)
def test_each_fault_of_a_block_is_found_at_its_place(old: str, new: str, place: str, code: str) -> None:
    """A change to a good lesson, and where its fault must be reported."""
    assert WHOLE.count(old) == 1
    text = WHOLE.replace(old, new)
    at = text.index(place)
    line = text.count("\n", 0, at) + 1
    assert f"{line}:{at - text.rfind(chr(10), 0, at)} {code}" in faults(text)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (":shown: 1 | 2\n:right: 1 | 3", []),
        (":shown: 1 | x\n:right: 1 | 3", ["15:9 E10"]),
        (":shown: 1 | 2\n:right: 1 | )", ["16:9 E05"]),
        (":shown: 1 | 2\n:right: 1", ["14:1 E10"]),
        (":shown: 1 | 2\n:shown: 1\n:right: 1 | 3\n:right: 1", ["14:1 E10"]),
        (":shown: 1 | 2\n:right: 1 | 3\n:grid: table_swapped(0, 4)", ["14:1 E10"]),
        (":shown: 1 | 2", ["14:1 E10"]),
    ],
)
def test_what_is_wrong_with_quoted_figures_is_said_once(keys: str, expected: list[str]) -> None:
    """A figure that is none is no fault of the table's shape."""
    assert faults(step(f":::{{point}} q\n{keys}\n:answer: 0,1\n\nWhere?\n:::")) == expected


def test_a_forgotten_closer_is_reported_at_its_opener_only() -> None:
    """The next block shows that the one before it was not closed, and no other fault follows from it."""
    cut = WHOLE.replace("Prose.\n:::", "Prose.\n")
    assert faults(cut) == ["60:1 E03"]
    assert faults(WHOLE.replace("\n::::\n\n::::{worked}", "\n\n::::{worked}")) == ["11:1 E03"]


def test_a_forgotten_code_fence_does_not_swallow_the_file() -> None:
    """The code's opener is named although another code block follows."""
    text = step(":::{code}\n```python\nx\n:::\n\n:::{code}\n```python\ny\n```\n:::")
    assert "15:1 E03" in faults(text)
    assert not any(line.startswith("1:") for line in faults(text))


def test_unknown_names_come_with_the_nearest_known_one() -> None:
    """Blocks, keys, roles and settings."""
    assert "did you mean `check`?" in messages(step(":::{chek} a\nx\n:::"))
    assert "did you mean `show`?" in messages(step("x", ":shwo: heat\n"))
    assert "did you mean `val`?" in messages(step("x {vall}`1`"))
    assert "did you mean `pos`?" in messages(step("x", ":set: poss=3\n"))


def test_every_fault_is_reported_at_once() -> None:
    """Front matter, keys, roles and expressions in one go, sorted."""
    text = WHOLE.replace("minutes: 6", "minutes: soon").replace(":show: waves", ":show: wave").replace("@4`", "@x`")
    text = text.replace("omega(1)", "omega(").replace("- [x]", "- [ ]")
    found = parse_lesson(text, "f.md")[1]
    assert [fault.code for fault in found] == ["E10", "E10", "E10", "E05", "E08"]
    assert list(found) == sorted(found)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_mutated_lesson_never_raises(data: st.DataObject) -> None:
    """Lines deleted, swapped, doubled, and characters changed: faults or a lesson, with places inside the file."""
    lines = WHOLE.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["delete", "double", "swap", "flip"])):
            case "delete" if len(lines) > 1:
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                column = data.draw(st.integers(0, len(lines[at])))
                sign = data.draw(st.sampled_from(list(":`{}[]$*_>-|#\\\n\t\0\x1b%=,()@ 9")))
                lines[at] = lines[at][:column] + sign + lines[at][column + 1 :]
    text = "\n".join(lines)
    _check_faults(parse_lesson(text, "f.md")[1], text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_never_raises(text: str) -> None:
    """Whatever the text, each reader ends in faults with places inside it."""
    for read in (parse_lesson, parse_mistakes, parse_deck):
        _check_faults(read(text, "f.md")[1], text)
        _check_faults(read(HEAD + "::::{step} a\n" + text, "f.md")[1], HEAD + "::::{step} a\n" + text)


def _check_faults(found: tuple[Fault, ...], text: str) -> None:
    count = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    for fault in found:
        assert 1 <= fault.place.line <= count
        assert fault.place.column >= 1
        assert fault.message.isprintable()
