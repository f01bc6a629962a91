"""What holds of lint whatever is wrong with a course."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from petui.core.errors import ContentError
from petui.lessons import blocks, course, lint, prose
from petui.lessons.course import CourseReading, load_course, read_course
from petui.lessons.faults import FaultList, leaves_out
from petui.lessons.fences import Run
from petui.lessons.lint import lint_course, lint_paths
from petui.lessons.lint_values import ValueLint
from petui.lessons.lock import LOCK_FILE
from petui.lessons.model import Lesson
from petui.lessons.prosemodel import Prose
from petui.lessons.release import release
from tests.lessons.smallcourse import make_course

_FILES = (
    "course.yaml",
    "course.lock",
    "m.md",
    "decks/d.md",
    "retellings/hi-Latn/one.md",
    "lessons/one.md",
    "lessons/two.md",
    "lessons/three.md",
)
_PIECES = (":", "::::", "{", "}", "`", "$", "#", "\n", "\n\n", "---\n", "one", "[x]", "- ", "ω", "\t", '"', "n", ", ")


@st.composite
def broken_courses(draw: st.DrawFn) -> list[tuple[str, int, int, str]]:
    """One to three places of files where some signs are replaced by others."""
    change = st.tuples(
        st.sampled_from(_FILES), st.integers(0, 400), st.integers(0, 30), st.sampled_from(("", *_PIECES))
    )
    return draw(st.lists(change, min_size=1, max_size=3))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small course, locked."""
    root = make_course(tmp_path_factory.mktemp("sound") / "c")
    (root / LOCK_FILE).write_text(release(root).text)
    return root


def break_course(sound: Path, root: Path, changes: list[tuple[str, int, int, str]]) -> None:
    """A copy of the course with the changes made."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(sound, root)
    for file, at, many, piece in changes:
        path = root / file
        text = path.read_text(encoding="utf-8")
        at = min(at, len(text))
        path.write_text(text[:at] + piece + text[at + many :], encoding="utf-8")


@given(changes=broken_courses(), alone=st.sampled_from(_FILES))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_the_laws_of_lint(sound: Path, tmp_path: Path, changes: list[tuple[str, int, int, str]], alone: str) -> None:
    """Faults are in their files; without one nothing is left out; a file by itself has those that it has in all."""
    root = tmp_path / "c"
    break_course(sound, root, changes)
    found = lint_course(root)
    for fault in found:
        path = Path(fault.place.file)
        assert path.is_file() or path == root / "lessons", fault
        lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else [""]
        assert 1 <= fault.place.line <= len(lines), fault
        assert 1 <= fault.place.column <= len(lines[fault.place.line - 1]) + 1, fault
    read, (loaded, faults) = read_course(root), load_course(root)
    assert {fault for fault in faults if leaves_out(fault)} <= set(found)
    if not any(map(leaves_out, found)):
        assert loaded is not None and loaded == read.course
    for file in {alone, changes[0][0]}:
        own = tuple(fault for fault in found if fault.place.file == str(root / file))
        assert lint_paths([root / file]) == own


def test_no_prose_is_read_twice(sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each run of text of each file goes through the Markdown parser once."""
    read: Counter[tuple[str, int]] = Counter()
    plain = prose.read_prose

    def counted(run: Run, faults: FaultList) -> Prose:
        read[run.place.file, run.first] += 1
        return plain(run, faults)

    monkeypatch.setattr(blocks, "read_prose", counted)
    assert lint_course(sound) == ()
    assert len({file for file, _ in read}) == 6
    assert set(read.values()) == {1}


def test_a_course_is_read_once_for_all_its_files(sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a hook names every file that changed."""
    read: list[Path] = []
    plain = course.read_course

    def noted(root: Path) -> CourseReading:
        read.append(root)
        return plain(root)

    monkeypatch.setattr(lint, "read_course", noted)
    assert lint_paths([sound / file for file in _FILES]) == ()
    assert read == [sound]


def test_a_file_that_a_course_has_not_is_an_error(sound: Path) -> None:
    """Not a file without faults."""
    with pytest.raises(ContentError):
        lint_paths([sound / "lessons" / "four.md"])


def test_of_a_single_file_no_other_is_worked_out(sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a big course the other lessons' numbers are left alone."""
    worked: list[str] = []
    plain = ValueLint.lesson

    def noted(self: ValueLint, lesson: Lesson) -> None:
        worked.append(lesson.id)
        plain(self, lesson)

    monkeypatch.setattr(ValueLint, "lesson", noted)
    lint_paths([sound / "lessons" / "two.md"])
    assert worked == ["two"]
    lint_paths([sound / "decks" / "d.md"])
    assert worked == ["two"]
