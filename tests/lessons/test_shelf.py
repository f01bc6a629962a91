"""A course read file by file gives what the course read as a whole gives, and reads no other file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons import course as course_module
from petui.lessons.course import load_course
from petui.lessons.finding import builtin_content
from petui.lessons.model import Course
from petui.lessons.shelf import Shelf, open_shelf
from tests.shipped import shipped_course

SHIPPED = builtin_content() / "positional-encodings"
LESSON = """---
schema: 1
id: {id}
title: "{title}"
minutes: 5
---

::::{{step}} one
It says {text}.

:::{{check}} how-many
:answer: 3
:tol: 0.1
:wrong: 4 => {slip}

How many?
:::
::::

:::{{mistake}} slip-of-{name}
:claims: it is four
:verdict: wrong

It is three.
:::
"""
# What becomes of a lesson's file, and whether learners are shown it.
WAYS = {
    "good": True,
    "missing": False,
    "no-title": False,
    "other-id": False,
    "no-steps": False,
    "bad-answer": False,
    "bad-bytes": False,
    "unclosed": False,
    "directory": False,
    "unknown-requirement": True,
}


def open_it(root: Path) -> Shelf:
    """The shelf of a course that has a course.yaml."""
    shelf = open_shelf(root)
    assert shelf is not None
    return shelf


def lesson_text(name: str, way: str, slip: str) -> bytes:
    """A lesson's file that has something wrong with it."""
    text = LESSON.format(id=name, name=name, title=f"Lesson {name}", text="nothing", slip=slip)
    changed = {
        "no-title": text.replace("title:", "titel:"),
        "other-id": text.replace(f"id: {name}", "id: somebody-else"),
        "no-steps": text[: text.index("::::{step}")],
        "bad-answer": text.replace(":answer: 3", ":answer: 3 +"),
        "unclosed": text.replace("minutes: 5\n---", "minutes: 5"),
        "unknown-requirement": text.replace("minutes: 5", "minutes: 5\nrequires: [nobody]"),
    }.get(way, text)
    return changed.encode() + (b"\xff" if way == "bad-bytes" else b"")


@st.composite
def made(draw: st.DrawFn) -> tuple[list[str], list[str], list[str], str]:
    """What becomes of each lesson, which are listed in which order, what is asked for in which order, and the slips."""
    ways = draw(st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=5))
    names = [f"l{number}" for number in range(len(ways))]
    listed = draw(st.permutations(names))[: draw(st.integers(1, len(names)))]
    asked = draw(st.lists(st.sampled_from([*names, "nobody", "../l0", ""]), max_size=8))
    return ways, list(listed), asked, draw(st.sampled_from(["slip-of-l0", "slip-of-l1", "general", "unknown"]))


def write(root: Path, ways: list[str], listed: list[str], slip: str, *, mistakes: str = "") -> None:
    """Write a course."""
    (root / "lessons").mkdir(parents=True)
    head = ["schema: 1", "id: small", "title: Small", "language: en", "misconceptions: wrong.md"]
    (root / "course.yaml").write_text(
        "\n".join([*head, "parts:", f"  - title: All\n    lessons: [{', '.join(listed)}]"]) + "\n"
    )
    general = ":::{mistake} general\n:claims: all is one\n:verdict: half\n\nNot all.\n:::\n"
    (root / "wrong.md").write_text(mistakes or general)
    for number, way in enumerate(ways):
        path = root / "lessons" / f"l{number}.md"
        if way == "directory":
            path.mkdir()
        elif way != "missing":
            path.write_bytes(lesson_text(f"l{number}", way, slip))


def assert_same(shelf: Shelf, whole: Course, names: list[str], asked: list[str]) -> None:
    """All that a shelf gives is what the course has."""
    for name in asked:
        assert shelf.lesson(name) == whole.lesson(name)
    for name in names:
        lesson = whole.lesson(name)
        assert shelf.lesson(name) == lesson
        missing = lesson is None and not os.path.lexists(shelf.root / "lessons" / f"{name}.md")
        assert (shelf.fault_of(name) is None) == (lesson is not None or missing)
        assert shelf.lesson_titles.get(name) == (lesson.title if lesson else None)
    for name in ("general", "unknown", "", *(f"slip-of-{each}" for each in names)):
        assert shelf.mistakes_by_id.get(name) == whole.mistakes_by_id.get(name)
    assert shelf.first_lesson() == next(iter(whole.lessons), None)
    assert [name for name in shelf.lesson_ids if shelf.lesson(name)] == [lesson.id for lesson in whole.lessons]


@given(course=made(), late=st.booleans())
def test_it_gives_what_the_whole_course_has(
    tmp_path_factory: pytest.TempPathFactory, course: tuple[list[str], list[str], list[str], str], late: bool
) -> None:
    """Whatever is wrong with its files, whatever is asked for first, before the whole has been read and after."""
    ways, listed, asked, slip = course
    root = tmp_path_factory.mktemp("course") / "small"
    write(root, ways, listed, slip)
    whole, _ = load_course(root)
    assert whole is not None
    names = [f"l{number}" for number in range(len(ways))]
    assert [whole.lesson(name) is not None for name in names] == [WAYS[way] for way in ways]
    shelf = open_it(root)
    assert shelf.has_lessons == any(listed)
    if late:
        assert shelf.whole() == whole
    assert_same(shelf, whole, names, asked)
    assert shelf.whole() == whole
    assert_same(shelf, whole, names, asked)


@pytest.mark.parametrize("backwards", [False, True])
def test_the_shipped_course_is_the_same(backwards: bool) -> None:
    """Lesson by lesson, and every misconception."""
    whole, shelf = shipped_course(), open_it(SHIPPED)
    names = [lesson.id for lesson in whole.lessons]
    assert_same(shelf, whole, names, names[::-1] if backwards else names)
    assert [shelf.mistake(name) for name in whole.mistakes_by_id] == list(whole.mistakes)
    assert (shelf.id, shelf.language, shelf.parts, str(shelf.root)) == (
        whole.id,
        whole.language,
        whole.parts,
        whole.root,
    )


def test_titles_come_before_lessons() -> None:
    """A front matter says what the lesson says, and reading it reads no lesson."""
    shelf = open_it(SHIPPED)
    for lesson in shipped_course().lessons:
        front = shelf.front(lesson.id)
        assert front is not None
        assert (front.id, front.title, front.minutes) == (lesson.id, lesson.title, lesson.minutes)
    assert not shelf._lessons


def test_faulty_misconceptions_are_left_out(tmp_path: Path) -> None:
    """The whole file, as ever."""
    faulty = ":::{mistake} general\n:claims: all is one\n:verdict: half\n\nNot all.\n:::\n\n:::{mistake} Bad Id\n:::\n"
    write(tmp_path / "small", ["good"], ["l0"], "general", mistakes=faulty)
    whole, _ = load_course(tmp_path / "small")
    assert whole is not None
    assert "general" not in whole.mistakes_by_id
    assert_same(open_it(tmp_path / "small"), whole, ["l0"], [])


def test_a_directory_without_a_course(tmp_path: Path) -> None:
    """Nothing is there, or nothing to go by."""
    assert open_shelf(tmp_path) is None
    (tmp_path / "course.yaml").write_text("title: No id\n")
    assert open_shelf(tmp_path) is None


def test_two_threads_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second gets what the first one reads."""
    write(tmp_path / "small", ["good"], ["l0"], "general")
    shelf, readings, found = open_it(tmp_path / "small"), [0], list[Course]()

    def counted(root: Path) -> object:
        readings[0] += 1
        return load_course(root)

    monkeypatch.setattr(course_module, "load_course", counted)
    threads = [Thread(target=lambda: found.append(shelf.whole())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert readings == [1] and len(found) == 8 and len({id(each) for each in found}) == 1


# ---- what is read ---------------------------------------------------------------------------------------------------

OPENED = """
import json, sys
touched = []

def note(event, given):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(given[0], str):
        touched.append(given[0])

sys.addaudithook(note)
from petui.tui.options import TutorOptions
from petui.tui.session import Session
session = Session(TutorOptions())
print(json.dumps([session.player.lesson.id, touched, sorted(sys.modules)]))
"""
LATE = [
    "answers",
    "candidates",
    "clozecards",
    "collection",
    "connections",
    "course",
    "deckfile",
    "graph",
    "lint",
    "obsidian",
    "obsidian_cards",
    "obsidian_cloze",
    "obsidian_notes",
    "search",
    "yamlcards",
]


def start(*roots: Path) -> tuple[str, list[str], list[str]]:
    """The lesson that a fresh tutor opens, the files and folders that it opens, and the modules that it has then."""
    environment = {**os.environ, "PETUI_CONTENT_PATH": os.pathsep.join(map(str, roots))}
    done = subprocess.run(
        [sys.executable, "-c", OPENED], capture_output=True, text=True, timeout=120, check=True, env=environment
    )
    lesson, touched, modules = json.loads(done.stdout)
    return lesson, touched, modules


@contextmanager
def many(root: Path) -> Iterator[Path]:
    """A course of many lessons and decks, in which nothing but the first lesson could be read."""
    write(root, ["good"] + ["bad-bytes"] * 300, [f"l{number}" for number in range(301)], "general")
    with (root / "course.yaml").open("a") as head:
        head.write("decks:\n" + "".join(f"  - decks/d{number}.md\n" for number in range(100)))
    yield root


def test_the_tutor_opens_one_lesson(tmp_path: Path) -> None:
    """Of every course its course.yaml, of one of them a lesson; no module that only others need is loaded."""
    with many(tmp_path / "small") as root:
        lesson, touched, modules = start(root)
    within = [name.removeprefix(f"{root}{os.sep}") for name in touched if name.startswith(str(root))]
    shipped = [name.removeprefix(f"{SHIPPED}{os.sep}") for name in touched if name.startswith(str(SHIPPED))]
    assert lesson == "l0"
    assert sorted(within) == sorted([str(root), "course.yaml", "lessons/l0.md", "retellings"])
    assert shipped == ["course.yaml"]
    late = {f"petui.lessons.{name}" for name in LATE} | {"fsrs", "texicode"}
    late |= {f"petui.review.{name}" for name in ("quiz", "queue", "grade", "memories", "statistics", "compaction")}
    assert late.isdisjoint(modules)
