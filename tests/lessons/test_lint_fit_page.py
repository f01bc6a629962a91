"""Lint counts the rows that the page shows: headings of questions and continued tables too."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.lint import lint_course

_COURSE = "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: [{title: A, lessons: [x]}]\n"
_HEAD = "---\nschema: 1\nid: x\ntitle: X\nminutes: 3\n---\n\n::::{step} a\n:set: d_model=%d\n\n"
_CHECK = ":::{check} q\n:answer: omega(1)\n:tol: 1%\n:hint: H.\n\nWhat is it?\n:::\n::::\n"
_POINT = ":::{point} q\n:grid: table_swapped(0, %d)\n:answer: 0,0\n:hint: H.\n\nWhere?\n:::\n::::\n"


def _codes(directory: Path, lesson: str) -> list[str]:
    (directory / "lessons").mkdir()
    (directory / "course.yaml").write_text(_COURSE)
    (directory / "lessons" / "x.md").write_text(lesson)
    return [fault.code for fault in lint_course(directory)]


@pytest.mark.parametrize(("items", "codes"), [(15, []), (16, ["E13"])])
def test_the_heading_of_a_question_counts(tmp_path: Path, items: int, codes: list[str]) -> None:
    """Fifteen rows, a blank one, "Check" and its question are eighteen; one more is too many."""
    prose = "".join(f"- item {number}\n" for number in range(items)) + "\n"
    assert _codes(tmp_path, _HEAD % 8 + prose + _CHECK) == codes


@pytest.mark.parametrize(("rows", "codes"), [(6, []), (7, ["E13"])])
def test_a_table_that_goes_on_below_counts_whole(tmp_path: Path, rows: int, codes: list[str]) -> None:
    """Sixteen slots are set in two blocks: heading, question, blank row, then 2 times the columns' row and the rows."""
    # 3 + 2 * (1 + 6) is 17 rows, 3 + 2 * (1 + 7) is 19.
    assert _codes(tmp_path, _HEAD % 16 + _POINT % rows) == codes
