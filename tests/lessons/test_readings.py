"""What is kept of a content file gives what reading the file gives; whatever happens to it, the file is what counts."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from petui.lessons import readings as kept_readings
from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE, CourseFile
from petui.lessons.faults import FaultList
from petui.lessons.finding import builtin_content, find_courses
from petui.lessons.lessonfile import read_lesson_at
from petui.lessons.model import Lesson
from petui.lessons.place import Place
from petui.lessons.readings import Readings
from petui.lessons.recordtext import of_text, to_text
from petui.lessons.shelf import open_shelf

_COURSES = find_courses([builtin_content()])
_LESSONS = [path for course in _COURSES for path in sorted((course / "lessons").glob("*.md"))]
_TEXT = """---
schema: 1
id: one
title: {}
minutes: 3
---

::::{{step}} first
Some *words* and {{val}}`1 + 1`.
::::
"""


@pytest.mark.parametrize("path", _LESSONS, ids=lambda path: path.stem)
def test_a_lesson_comes_back_as_it_was(path: Path) -> None:
    lesson = read_lesson_at(path).lesson
    assert lesson is not None
    # Elsewhere it is the same, with its places there.
    assert of_text(to_text(lesson, str(path)), str(path)) == lesson
    assert of_text(to_text(lesson, str(path)), "elsewhere.md").place.file == "elsewhere.md"


@pytest.mark.parametrize("course", _COURSES, ids=lambda path: path.name)
def test_a_course_file_comes_back_as_it_was(course: Path) -> None:
    head = read_course_file(course / COURSE_FILE, FaultList())
    assert of_text(to_text(head, str(course / COURSE_FILE)), str(course / COURSE_FILE)) == head


_PLAIN: Any = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters())
_VALUES: Any = st.recursive(
    _PLAIN,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=9,
)


@given(_VALUES)
def test_plain_values_come_back(value: object) -> None:
    assert of_text(to_text(value, "here.md"), "here.md") == value


def test_a_place_in_another_file_stays_there() -> None:
    assert of_text(to_text(Place("other.md", 1, 2), "here.md"), "x.md") == Place("other.md", 1, 2)


def test_what_is_no_record_is_not_kept() -> None:
    with pytest.raises(TypeError, match="a bytes is not kept"):
        to_text((b"x",), "here.md")


@pytest.fixture
def lesson_file(tmp_path: Path) -> Path:
    """A course of one lesson; its file."""
    root = tmp_path / "course"
    (root / "lessons").mkdir(parents=True)
    parts = "parts:\n- title: All\n  lessons: [one]\n"
    (root / COURSE_FILE).write_text(f"schema: 1\nid: small\ntitle: Small\nlanguage: en\n{parts}")
    (root / "lessons" / "one.md").write_text(_TEXT.format("First"))
    return root / "lessons" / "one.md"


def opened(lesson_file: Path, folder: Path | None) -> tuple[CourseFile, Lesson]:
    """Course and lesson as a new start opens them."""
    shelf = open_shelf(lesson_file.parents[1], Readings(folder))
    assert shelf is not None
    lesson = shelf.lesson("one")
    assert lesson is not None
    return shelf._head, lesson


def forbid_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no content file is parsed."""

    def refuse(*_: object) -> None:
        raise AssertionError("the file was read again")

    monkeypatch.setattr("petui.lessons.lessonfile.lesson_of", refuse)
    monkeypatch.setattr("petui.lessons.coursefile.course_file_of", refuse)


def test_the_second_start_reads_no_markdown(lesson_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened(lesson_file, tmp_path / "kept")
    assert before == opened(lesson_file, None)
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o700
    files = list((tmp_path / "kept").iterdir())
    assert sorted(path.suffix for path in files) == [".json", ".json"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    forbid_reading(monkeypatch)
    assert opened(lesson_file, tmp_path / "kept") == before
    # Where the course lies elsewhere it is read again: what is kept goes by the file's place.
    os.rename(lesson_file.parents[1], tmp_path / "moved")
    with pytest.raises(AssertionError, match="read again"):
        opened(tmp_path / "moved" / "lessons" / "one.md", tmp_path / "kept")


def test_a_file_that_has_changed_is_read(lesson_file: Path, tmp_path: Path) -> None:
    opened(lesson_file, tmp_path / "kept")
    before = lesson_file.stat()
    # Of the same length and age.
    lesson_file.write_text(_TEXT.format("Other"))
    os.utime(lesson_file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert lesson_file.stat().st_size == before.st_size and opened(lesson_file, tmp_path / "kept")[1].title == "Other"
    assert len(list((tmp_path / "kept").iterdir())) == 2, "one for each file, however often it changes"


def test_other_code_reads_anew(lesson_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(lesson_file, tmp_path / "kept")
    monkeypatch.setattr(kept_readings, "_state_of_code", lambda: "other")
    forbid_reading(monkeypatch)
    with pytest.raises(AssertionError, match="read again"):
        opened(lesson_file, tmp_path / "kept")


def test_the_state_of_the_code_is_that_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("lessons", "core"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.py").write_text("x = 1\n")
    monkeypatch.setattr("petui.__file__", str(tmp_path / "__init__.py"))
    states = set()
    # Another time, then another length at that time.
    for text, time in (("x = 1\n", 1), ("x = 2\n", 2), ("x = 12\n", 2)):
        (tmp_path / "core" / "one.py").write_text(text)
        os.utime(tmp_path / "core" / "one.py", ns=(time, time))
        states.add(kept_readings._state_of_code.__wrapped__())
    # In an archive they have neither.
    monkeypatch.setattr("petui.__file__", str(tmp_path / "archive.zip" / "petui" / "__init__.py"))
    assert len(states | {kept_readings._state_of_code.__wrapped__()}) == 4


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_there_instead_the_lesson_is_read(data: st.DataObject, lesson_file: Path, tmp_path: Path) -> None:
    right = opened(lesson_file, tmp_path / "kept")
    for path in (tmp_path / "kept").iterdir():
        whole = path.read_bytes()
        at = data.draw(st.integers(0, len(whole)))
        instead = data.draw(st.sampled_from((b"", b"\0", b"[[[", b'{"Place":[]}', b"\xff", whole[:at])))
        path.write_bytes(whole[:at] + instead + whole[at + len(instead) :])
    assert opened(lesson_file, tmp_path / "kept") == right


_NO_READINGS = (
    '{"Place": []}',
    '{"Unknown": [1]}',
    '{"a": 1, "b": 2}',
    '{"Text": ["x"]}',
    '{"Lesson": "abcde"}',
    '{"Lesson": ["one", "T", 3.0]}',
    '{"CourseFile": [1, 2, 3, 4, 5, 6, 7]}',
    "[" * 100_000,
    "7",
    "{}",
    "[]",
)


@pytest.mark.parametrize("body", _NO_READINGS)
def test_what_is_whole_but_no_reading_is_read_anew(lesson_file: Path, tmp_path: Path, body: str) -> None:
    right = opened(lesson_file, tmp_path / "kept")
    for path in (tmp_path / "kept").iterdir():
        source = lesson_file if path.name.startswith("one") else lesson_file.parents[1] / COURSE_FILE
        head = kept_readings._head(source.read_bytes())
        path.write_bytes(head + kept_readings._sum(body.encode()) + body.encode())
    assert opened(lesson_file, tmp_path / "kept") == right


def test_where_nothing_can_be_kept_nothing_is_said(lesson_file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    right = opened(lesson_file, None)
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/none"), tmp_path / ("x" * 300)):
        assert opened(lesson_file, folder) == right
    assert not list(tmp_path.glob("*.json*"))


def test_what_cannot_be_put_in_its_place_is_taken_away(
    lesson_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = opened(lesson_file, tmp_path / "kept")
    names = sorted(os.listdir(tmp_path / "kept"))
    lesson_file.write_text(_TEXT.format("Other"))

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    assert opened(lesson_file, tmp_path / "kept") != right
    assert sorted(os.listdir(tmp_path / "kept")) == names


@pytest.mark.parametrize("left", ["half", "link", "fifo"])
def test_what_a_killed_petui_left_is_cleared(lesson_file: Path, tmp_path: Path, left: str) -> None:
    (tmp_path / "precious").write_text("precious")
    right = opened(lesson_file, tmp_path / "kept")
    for path in list((tmp_path / "kept").iterdir()):
        part = path.with_name(f"{path.name}.part")
        path.unlink()
        if left == "half":
            part.write_bytes(b"petui")
        elif left == "link":
            part.symlink_to(tmp_path / "precious")
        else:
            os.mkfifo(part)
    assert opened(lesson_file, tmp_path / "kept") == right and not list((tmp_path / "kept").iterdir())
    opened(lesson_file, tmp_path / "kept")
    assert len(list((tmp_path / "kept").glob("*.json"))) == 2 and (tmp_path / "precious").read_text() == "precious"


def test_a_fifo_in_its_place_holds_nobody_up(lesson_file: Path, tmp_path: Path) -> None:
    right = opened(lesson_file, tmp_path / "kept")
    for path in (tmp_path / "kept").iterdir():
        path.unlink()
        os.mkfifo(path)
    assert opened(lesson_file, tmp_path / "kept") == right


def test_a_link_to_a_lesson_is_another_file(tmp_path: Path, lesson_file: Path) -> None:
    """Names are compared whole: a lesson whose id is not its file's name is none."""
    one, other = ("a" * 50 + end for end in "12")
    path = lesson_file.with_name(f"{one}.md")
    path.write_text(_TEXT.format("First").replace("id: one", f"id: {one}"))
    path.with_name(f"{other}.md").symlink_to(path)
    shelf = open_shelf(lesson_file.parents[1], Readings(tmp_path / "kept"))
    assert shelf is not None and shelf.lesson(one) is not None and shelf.lesson(other) is None


def test_a_control_character_is_a_fault_though_its_sign_is_none(lesson_file: Path, tmp_path: Path) -> None:
    lesson_file.write_text(_TEXT.format("\u241b"))
    opened(lesson_file, tmp_path / "kept")
    lesson_file.write_text(_TEXT.format("\x1b"))
    shelf = open_shelf(lesson_file.parents[1], Readings(tmp_path / "kept"))
    assert shelf is not None and shelf.lesson("one") is None


def test_a_faulty_file_is_not_kept(lesson_file: Path, tmp_path: Path) -> None:
    lesson_file.write_text(_TEXT.format("First").replace("1 + 1", "1 +"))
    shelf = open_shelf(lesson_file.parents[1], Readings(tmp_path / "kept"))
    assert shelf is not None and shelf.lesson("one") is None and shelf.fault_of("one") is not None
    assert [path.name.rpartition("-")[0] for path in (tmp_path / "kept").iterdir()] == ["course"]
