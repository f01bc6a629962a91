"""Courses: reading a directory, what must hold between its files, and finding courses."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.core.errors import ContentError
from petui.lessons.course import load_course
from petui.lessons.finding import builtin_content, find_courses

COURSE = """\
schema: 1
id: waves
title: Waves
language: en
parts:
  - title: One
    lessons: [first, second]
  - title: Two
    lessons: [third]
misconceptions: misconceptions.md
decks: [decks/cards.md]
inventory: {F1: "counting: from 0", D1: no}
"""
MISTAKES = ":::{mistake} swap\n:claims: Swapped.\n:verdict: wrong\n\nNo.\n:::\n"
DECK = ":::{card} one\n:covers: F1\n\nFront\n?\nBack\n:::\n"
UNLISTED = ["decks/cards.md:1:1 E12"]


def lesson(name: str, requires: str = "", covers: str = "D1", tail: str = "") -> str:
    """A small lesson file."""
    return (
        f"---\nschema: 1\nid: {name}\ntitle: The {name}\nminutes: 5\n"
        f"requires: [{requires}]\ncovers: [{covers}]\n---\n\n"
        f"::::{{step}} only\n\nProse.\n::::\n{tail}"
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course of three lessons, one deck and one misconception."""
    folder = tmp_path / "waves"
    (folder / "lessons").mkdir(parents=True)
    (folder / "decks").mkdir()
    (folder / "course.yaml").write_text(COURSE)
    (folder / "misconceptions.md").write_text(MISTAKES)
    (folder / "decks" / "cards.md").write_text(DECK)
    for name, requires in (("first", ""), ("second", "first"), ("third", "second")):
        (folder / "lessons" / f"{name}.md").write_text(lesson(name, requires))
    return folder


def faults(root: Path) -> list[str]:
    """The faults of a course as `file:line:column code` with the file's path inside it."""
    found = load_course(root)[1]
    return [f"{Path(f.place.file).relative_to(root)}:{f.place.line}:{f.place.column} {f.code}" for f in found]


def change(path: Path, old: str, new: str) -> None:
    """Replace text in a file, which must be there."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_course_is_read(root: Path) -> None:
    """Parts, lessons in their listed order, misconceptions, decks, inventory as text."""
    course, found = load_course(root)
    assert found == () and course is not None
    assert (course.id, course.title, course.language, course.root) == ("waves", "Waves", "en", str(root))
    assert [(part.title, part.lessons) for part in course.parts] == [("One", ("first", "second")), ("Two", ("third",))]
    assert [lesson.id for lesson in course.lessons] == ["first", "second", "third"]
    assert [mistake.id for mistake in course.mistakes] == ["swap"]
    assert [card.id for deck in course.decks for card in deck.cards] == ["one"]
    assert course.inventory == (("F1", "counting: from 0"), ("D1", "no"))


def test_a_lesson_with_faults_is_left_out_and_the_others_stay(root: Path) -> None:
    """A learner never meets a broken lesson; its id stays in the parts."""
    change(root / "lessons" / "second.md", "::::{step}", ":::{stepp}")
    course, _ = load_course(root)
    assert course is not None
    assert [lesson.id for lesson in course.lessons] == ["first", "third"]
    assert course.parts[0].lessons == ("first", "second")


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("course.yaml", "second]", "secund]", ["course.yaml:7:22 E12", "lessons/second.md:1:1 E12"]),
        ("course.yaml", "[third]", "[third, first]", ["course.yaml:9:22 E04"]),
        ("course.yaml", "[third]", "[third, Up]", ["course.yaml:9:22 E04"]),
        ("course.yaml", "id: waves", "id: waves\nid: sea", ["course.yaml:3:1 E01"]),
        ("course.yaml", "title: Waves", "titel: Waves", ["course.yaml:1:1 E10", "course.yaml:3:1 E02"]),
        ("course.yaml", "schema: 1", "schema: 9", ["course.yaml:1:9 E18"]),
        ("course.yaml", "language: en", "language: e!", ["course.yaml:4:11 E10"]),
        ("course.yaml", "title: One", "titel: One", ["course.yaml:6:5 E02", "course.yaml:6:5 E10"]),
        ("course.yaml", "decks/cards.md", "decks/none.md", ["course.yaml:11:9 E12", *UNLISTED]),
        ("course.yaml", "decks/cards.md", "../cards.md", ["course.yaml:11:9 E12", *UNLISTED]),
        ("course.yaml", "decks/cards.md", "/etc/passwd.md", ["course.yaml:11:9 E12", *UNLISTED]),
        ("course.yaml", "decks/cards.md", "decks/cards.yaml", ["course.yaml:11:9 E12", *UNLISTED]),
        ("course.yaml", "misconceptions: m", "misconceptions: n", ["course.yaml:10:17 E12"]),
        ("course.yaml", "F1:", "F2:", ["decks/cards.md:2:10 E12"]),
        ("lessons/second.md", "id: second", "id: zweite", ["lessons/second.md:3:5 E04"]),
        ("lessons/first.md", "requires: []", "requires: [frist]", ["lessons/first.md:6:12 E12"]),
        ("lessons/first.md", "requires: []", "requires: [third]", ["lessons/second.md:6:12 E12"]),
        ("lessons/first.md", "requires: []", "requires: [first]", ["lessons/first.md:6:12 E12"]),
        ("lessons/first.md", "covers: [D1]", "covers: [D1, D9]", ["lessons/first.md:7:14 E12"]),
        ("lessons/first.md", "Prose.\n::::\n", "Prose.\n::::\n\n" + MISTAKES, ["lessons/first.md:15:1 E04"]),
        ("lessons/first.md", "Prose.\n::::\n", "Prose.\n::::\n\n" + DECK, ["decks/cards.md:1:1 E04"]),
        ("decks/cards.md", ":::{card}", "---\nid: first\n---\n:::{card}", ["decks/cards.md:1:1 E04"]),
    ],
)
def test_what_must_hold_between_files(root: Path, file: str, old: str, new: str, expected: list[str]) -> None:
    """Each broken tie is reported once, at its place."""
    change(root / file, old, new)
    assert faults(root) == expected


def test_a_course_may_be_decks_alone(tmp_path: Path) -> None:
    """Then it needs neither parts nor a folder of lessons; a course of nothing needs them still."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "cards.md").write_text(DECK)
    head = "schema: 1\nid: own\ntitle: Own\nlanguage: en\n"
    (tmp_path / "course.yaml").write_text(head + "decks: [decks/cards.md]\n")
    course, found = load_course(tmp_path)
    assert found == () and course is not None
    assert (course.parts, course.lessons, [deck.id for deck in course.decks]) == ((), (), ["cards"])
    (tmp_path / "course.yaml").write_text(head)
    assert faults(tmp_path) == ["course.yaml:1:1 E10", "course.yaml:1:1 E12", *UNLISTED]


def test_a_question_in_two_decks_is_asked_once(root: Path) -> None:
    """Cards that go by their question are the same card; the first file's is kept, and both decks stay in use."""
    (root / "decks" / "more.md").write_text("# More\n\nOne wave? :: no\n\nA :: b\n\nx ::: y\n\n==p== and ==q==\n")
    (root / "decks" / "same.md").write_text("C :: d\n\nOne  WAVE? :: not\n\nx ::: y\n\n==p== and ==q==\n")
    change(root / "course.yaml", "decks/cards.md", "decks/cards.md, decks/more.md, decks/same.md")
    course, _ = load_course(root)
    assert course is not None
    assert [[card.front_source for card in deck.cards] for deck in course.decks[1:]] == [
        ["One wave?", "A", "x", "y", "[…] and q", "p and […]"],
        ["C"],
    ]
    assert faults(root) == ["decks/same.md:3:1 W02", "decks/same.md:5:1 W02", "decks/same.md:7:1 W02"]


def test_an_unlisted_lesson_is_a_fault(root: Path) -> None:
    """A file that no part lists is not lost in silence."""
    (root / "lessons" / "extra.md").write_text(lesson("extra"))
    assert faults(root) == ["lessons/extra.md:1:1 E12"]


def test_an_unlisted_deck_is_a_fault(root: Path) -> None:
    """Of either kind and in a folder of its own too; other files, and the misconceptions, may lie beside decks."""
    (root / "decks" / "sub").mkdir()
    for name in ("extra.md", "more.yaml", "sub/deep.md", ".hidden.md", "notes.txt"):
        (root / "decks" / name).write_text("nonsense")
    (root / "misconceptions.md").rename(root / "decks" / "claims.md")
    change(root / "course.yaml", "misconceptions: misconceptions.md", "misconceptions: decks/claims.md")
    change(root / "course.yaml", "decks/cards.md", "./decks//cards.md")
    assert faults(root) == ["decks/extra.md:1:1 E12", "decks/more.yaml:1:1 E12", "decks/sub/deep.md:1:1 E12"]
    told = "no `decks` entry of course.yaml lists this deck; list it, or move the file"
    assert {fault.message for fault in load_course(root)[1]} == {told}
    (root / "course.yaml").write_text("a: [")
    assert faults(root) == ["course.yaml:1:1 E01"]


def test_every_file_is_read_whatever_is_wrong_with_another(root: Path) -> None:
    """A course.yaml that cannot be read hides no lesson's faults."""
    (root / "course.yaml").write_text("a: [")
    change(root / "lessons" / "first.md", "minutes: 5", "minutes: x")
    (root / "misconceptions.md").unlink()
    course, _ = load_course(root)
    assert course is None
    assert {line.split(" ")[0].split(":")[0] for line in faults(root)} == {"course.yaml", "lessons/first.md"}


def test_missing_directories_are_faults(tmp_path: Path) -> None:
    """Neither a missing course.yaml nor missing lessons raise."""
    course, found = load_course(tmp_path / "none")
    assert course is None
    assert [fault.code for fault in found] == ["E01"]


def test_a_listed_lesson_without_a_file_is_told_where_it_is_listed(root: Path) -> None:
    """With what to do, whether the folder is empty or is not there."""
    for path in (root / "lessons").iterdir():
        path.unlink()
    for _ in range(2):
        told = [fault for fault in load_course(root)[1] if "no lesson file" in fault.message]
        assert len(told) == 3
        assert {Path(fault.place.file).name for fault in told} == {"course.yaml"}
        assert all(fault.message.endswith("; put it there, or take it off the list") for fault in told)
        assert not [fault for fault in load_course(root)[1] if fault.code == "E01"]
        if (root / "lessons").exists():
            (root / "lessons").rmdir()


def test_courses_are_found(root: Path, tmp_path: Path) -> None:
    """A root may be a course or hold courses; each is found once."""
    assert find_courses([tmp_path]) == (root,)
    assert find_courses([root, tmp_path, tmp_path / "waves" / ".." / "waves"]) == (root,)
    assert find_courses([root / "lessons"]) == ()


@pytest.mark.parametrize("name", ["none", "file", "loop"])
def test_a_root_that_cannot_be_read_is_an_error(tmp_path: Path, name: str) -> None:
    """What, where and how to mend it."""
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(ContentError) as caught:
        find_courses([tmp_path / name])
    assert caught.value.where == str(tmp_path / name)
    assert caught.value.mend


def test_the_built_in_courses_load_without_a_fault() -> None:
    """What ships can be played."""
    roots = find_courses([builtin_content()])
    assert roots
    for path in roots:
        course, found = load_course(path)
        assert found == (), [str(fault) for fault in found]
        assert course is not None
        assert {lesson.id for lesson in course.lessons} == {name for part in course.parts for name in part.lessons}
