"""Lint of what holds between files: misconceptions without a way to them, lessons out of reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.course import load_course
from petui.lessons.lint import lint_course
from tests.lessons.smallcourse import MISTAKE, change, found_in, lesson, make_course


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The small course."""
    return make_course(tmp_path / "c")


def test_the_small_course_is_clean(root: Path) -> None:
    """No fault and no warning without a reason."""
    assert found_in(root) == []


def test_a_misconception_that_nothing_names_is_told(root: Path) -> None:
    """At its block, in the course's file and in a lesson; a slip or a card's rule is a way to one."""
    (root / "m.md").write_text(MISTAKE + "\n" + MISTAKE.replace("swap", "lonely"))
    own = MISTAKE.replace("swap", "own")
    (root / "lessons" / "two.md").write_text(lesson("two", "one", "\n" + own))
    assert found_in(root) == ["lessons/two.md:29:1 W04", "m.md:8:1 W04"]
    change(root, "m.md", "{mistake} lonely\n", "{mistake} lonely\n:slip: degrees\n")
    card = ":::{card} sum\n:answer: 3\n:tol: 0.1\n:wrong: 5 => own\n\nHow many?\n?\nThree.\n:::\n"
    (root / "decks" / "d.md").write_text((root / "decks" / "d.md").read_text() + "\n" + card)
    assert found_in(root) == []


def test_a_misspelt_name_does_not_make_two_faults(root: Path) -> None:
    """Which misconception was meant is not known, so none is called unused."""
    for name in ("one", "two", "three"):
        change(root, f"lessons/{name}.md", "=> swap", "=> swop")
    assert {each.partition(" ")[2] for each in found_in(root)} == {"E09"}


def test_what_an_unreadable_file_names_is_not_known(root: Path) -> None:
    """The misconception of a lesson that cannot be read is not called unused."""
    for name in ("one", "two", "three"):
        change(root, f"lessons/{name}.md", "=> swap", "=> swap" if name == "one" else "=> degrees")
    change(root, "lessons/one.md", "id: one\n", "id: One\n")
    assert not any(each.endswith("W04") for each in found_in(root))


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        # A file with a fault is left out: who requires it is told, at the entry.
        ("lessons/one.md", "minutes: 5", "minutes: x", ["lessons/one.md:5:10 E10", "lessons/two.md:6:12 W06"]),
        ("lessons/one.md", "id: one", "id: One", ["lessons/one.md:3:5 E04", "lessons/two.md:6:12 W06"]),
        ("course.yaml", "[one, ", "[", ["lessons/one.md:1:1 E12", "lessons/two.md:6:12 W06"]),
        # The circle is E12; only what rests on it is told besides.
        ("lessons/one.md", "requires: []", "requires: [two]", ["lessons/three.md:6:12 W06", "lessons/two.md:6:12 E12"]),
        ("lessons/one.md", "requires: []", "requires: [three]", ["lessons/two.md:6:12 E12"]),
        # A lesson that is not there is E12 in the lesson that requires it, and nothing more.
        ("lessons/two.md", "requires: [one]", "requires: [none]", ["lessons/two.md:6:12 E12"]),
        ("lessons/three.md", "minutes: 5", "minutes: x", ["lessons/three.md:5:10 E10"]),
    ],
)
def test_a_lesson_out_of_reach_is_told(root: Path, file: str, old: str, new: str, told: list[str]) -> None:
    """Once, in the lesson that requires what cannot be had."""
    change(root, file, old, new)
    found = [each for each in found_in(root) if "retellings" not in each]
    assert found == told


def test_who_rests_on_a_lesson_out_of_reach_is_counted(root: Path) -> None:
    """The first lesson names the cause and how many more follow."""
    change(root, "lessons/one.md", "minutes: 5", "minutes: x")
    (told,) = (fault for fault in lint_course(root) if fault.code == "W06")
    assert "`one`, which is left out for its faults (line 5), and 1 more on this one" in told.message


def test_warnings_leave_nothing_out(root: Path) -> None:
    """A course with W04 and W06 is read whole, but for the file with the fault."""
    (root / "m.md").write_text(MISTAKE + "\n" + MISTAKE.replace("swap", "lonely"))
    change(root, "course.yaml", "[one, ", "[")
    course, _ = load_course(root)
    assert course is not None
    assert {each.id for each in course.lessons} == {"one", "two", "three"}
    assert {each.id for each in course.mistakes} == {"swap", "lonely"}
