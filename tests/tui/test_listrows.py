"""The rows of the lists: within their room, and no title cut where columns can be left out instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.cells import cell_width
from petui.lessons.search import Hit
from petui.tui.listrows import LessonRow, found_text, lesson_rows
from petui.tui.screens.panels import list_room
from tests.shipped import shipped_courses

texts = st.text("abc 日ä", min_size=1, max_size=50)
rows = st.builds(LessonRow, texts, st.integers(1, 90), st.sampled_from(["new", "started", "done"]), texts)


@given(st.lists(rows, min_size=1, max_size=9), st.integers(1, 120), st.booleans())
def test_rows_keep_within_their_room(lessons: list[LessonRow], room: int, ascii: bool) -> None:
    """One row per lesson, all as wide as the room at most."""
    found = lesson_rows(lessons, room, ascii=ascii)
    assert len(found) == len(lessons)
    assert all(cell_width(row) <= room for row in found)


def test_columns_go_from_the_right() -> None:
    """The part goes first, then the state, then the minutes; only then titles are cut."""
    lesson = LessonRow("A title of thirty-two letters ok", 8, "started", "Foundations")
    (whole,) = lesson_rows([lesson], 78, ascii=False)
    assert whole.startswith(lesson.title) and whole.endswith("started  Foundations")
    (without,) = lesson_rows([lesson], 60, ascii=False)
    assert lesson.title in without and "started" in without and "Foundations" not in without
    (cut,) = lesson_rows([lesson], 30, ascii=True)
    assert cut.startswith("A title of thirty-...") and "8 min" in cut


@pytest.mark.parametrize("width", [80, 120])
def test_the_shipped_lessons_have_their_parts(width: int) -> None:
    """On the usual screens nothing is left out."""
    for course in shipped_courses():
        lessons = [
            LessonRow(each.title, each.minutes, "started", course.part_title(each.id)) for each in course.lessons
        ]
        for lesson, row in zip(lessons, lesson_rows(lessons, list_room(width), ascii=False), strict=True):
            assert lesson.title in row and row.rstrip().endswith(lesson.part)


def test_what_is_found_hangs_below_its_step() -> None:
    """Title and step, then the words by two columns to the right."""
    hit = Hit("step", "radians#way", "Radians", "the way walked " * 4, "step 2 of 9")
    first, *others = found_text(hit, 40).split("\n")
    assert first == "Radians, step 2 of 9"
    assert len(others) == 2 and all(line.startswith("  ") and len(line) <= 40 for line in others)
