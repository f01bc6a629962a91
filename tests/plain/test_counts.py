"""One of a thing is not called as several of it are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.running import petui_here

# A lesson of a minute with one step and one question, and a deck of one card.
LESSON = """---
schema: 1
id: one
title: One
minutes: 1
---

::::{step} alone
Told.
::::
"""


def test_nothing_counts_1_of_several(tmp_path: Path) -> None:
    """In what commands say of a course that has one of each."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "course.yaml").write_text(
        "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: [{title: All, lessons: [one]}]\ndecks: [d.md]\n"
    )
    (tmp_path / "lessons" / "one.md").write_text(LESSON)
    (tmp_path / "d.md").write_text("a question :: an answer\n")
    content = ("--content", str(tmp_path))
    said = [
        petui_here(*words, *content).stdout.decode()
        for words in (
            ("list",),
            ("list", "--plain"),
            ("learn", "--plain", "one"),
            ("preview", "--plain", str(tmp_path / "lessons" / "one.md")),
            ("worksheet", "d"),
        )
    ]
    assert all(said)
    assert re.findall(r"\b1 (?:cards|minutes|steps|questions)\b", "".join(said)) == []
