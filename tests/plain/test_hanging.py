"""Text in columns: whole lines without a width, hanging ones with it, in lists, hits and keys."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.model import Course, CoursePart, Lesson
from petui.lessons.place import Place
from petui.lessons.search import Hit
from petui.plain.hanging import hanging
from petui.plain.hits import hits_text
from petui.plain.listing import list_text, listed_lessons
from petui.plain.streams import folded
from petui.tui.commands import COMMANDS
from petui.tui.keytable import keys_text

words = st.lists(st.text("abcdefgh", min_size=1, max_size=12), min_size=1, max_size=30).map(" ".join)


@given(words, st.integers(0, 50), st.integers(20, 120))
def test_no_word_is_lost_or_cut(text: str, before: int, width: int) -> None:
    """All lines keep within the width where their words do, and begin where the text began, or below it."""
    head = ("x" * before)[:-2] + "  " if before > 2 else " " * before
    lines = hanging(head, text, width)
    assert " ".join(lines).split() == [*head.split(), *text.split()]
    assert all(len(line) <= max(width, len(head)) for line in lines)
    assert len({len(line) - len(line.lstrip()) for line in lines[1:]}) <= 1
    assert hanging(head, text, None) == [head + text]


@given(words, st.integers(20, 60))
def test_no_command_is_broken(text: str, width: int) -> None:
    """One in backticks stands on a line of its own where it does not fit beside others."""
    command = "`petui table --d-m 8`"
    assert sum(command in line for line in hanging("", f"{text} {command} {text}", max(width, len(command)))) == 1


@given(words, st.integers(0, 4), st.integers(20, 120))
def test_folded_lines_go_on_indented(text: str, indent: int, width: int) -> None:
    """By two columns more than the line."""
    first, *others = folded([" " * indent + text], width)
    assert " ".join([first, *others]).split() == text.split()
    assert len(first) <= width
    assert all(re.fullmatch(f" {{{indent + 2}}}[^ ].*", line) and len(line) <= width for line in others)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_keys_keep_within_the_terminal(width: int) -> None:
    """No line is longer, none breaks in a word, and every help begins in one column."""
    text, whole = keys_text(COMMANDS, ascii=False, width=width), keys_text(COMMANDS, ascii=False)
    assert all(len(line) <= width for line in text.splitlines())
    assert text.split() == whole.split()
    assert len(whole.splitlines()) == len(COMMANDS)


@pytest.mark.parametrize("width", [None, 80, 60])
def test_what_a_lesson_comes_after_stands_below_its_title(width: int | None) -> None:
    """In the same column, on every line of it."""
    lessons = tuple(
        Lesson(name, f"Title of {name} and what else there is to it", 5, (), Place("x"), requires=requires)
        for name, requires in (("first-one", ()), ("second", ("first-one",)), ("third", ("first-one", "second")))
    )
    course = Course("c", "C", "en", "", (CoursePart("Part", tuple(each.id for each in lessons)),), lessons)
    text = list_text([course], listed_lessons([course], lambda *_: "new"), (), ascii=False, width=width)
    rows = text.splitlines()[2:]
    column = rows[0].index("Title")
    assert all(row[column] != " " and row[column - 1] == " " for row in rows)
    assert sum(row[column:].startswith("after ") for row in rows) == 2
    assert width is None or all(len(row) <= width for row in rows)


def test_a_hit_says_its_step() -> None:
    """What opens it, title and step; then its words, indented on every line."""
    hit = Hit("step", "radians#way", "Radians", "the way walked " * 4, "step 2 of 9")
    assert hits_text([hit], ascii=False).splitlines()[0] == "radians#way  Radians, step 2 of 9"
    first, *others = hits_text([hit], ascii=False, width=40).splitlines()
    assert first == "radians#way  Radians, step 2 of 9"
    assert len(others) == 2 and all(line.startswith("    the") or line.startswith("    way") for line in others)
