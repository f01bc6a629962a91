"""`petui lint`: its forms, and locking a course."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from errno import EACCES
from pathlib import Path

import pytest

from tests.lessons.smallcourse import change, make_course
from tests.running import petui_here


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code and what was printed."""
    done = petui_here("lint", *arguments)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The small course."""
    return make_course(tmp_path / "c")


def test_locking_writes_the_lock_and_renaming_is_then_a_fault(root: Path) -> None:
    """From the first lock on."""
    code, out, err = run("--lock", str(root))
    assert (code, out) == (0, "")
    assert err == f"petui: wrote {root / 'course.lock'}\npetui: no faults\n"
    kept = (root / "course.lock").read_bytes()
    assert run("--lock", str(root))[0] == 0
    assert (root / "course.lock").read_bytes() == kept
    assert [path.name for path in root.iterdir() if path.name.startswith(".")] == []
    change(root, "lessons/three.md", "{check} three-ask", "{check} asked")
    code, out, _ = run(str(root))
    assert code == 1 and " E17 " in out


def test_a_course_with_faults_is_not_locked(root: Path) -> None:
    """The lock stays as it was."""
    run("--lock", str(root))
    kept = (root / "course.lock").read_bytes()
    change(root, "lessons/three.md", "n + 1", "m + 1")
    code, out, err = run("--lock", str(root))
    assert code == 1 and " E05 " in out and "stays as it was" in err
    assert (root / "course.lock").read_bytes() == kept


def test_every_course_of_a_directory_is_locked(tmp_path: Path) -> None:
    """Each its own; of a directory without any, and without one named, it is wrong use."""
    for name in ("a", "b"):
        make_course(tmp_path / name)
    assert run("--lock", str(tmp_path))[0] == 0
    assert (tmp_path / "a" / "course.lock").exists() and (tmp_path / "b" / "course.lock").exists()
    (tmp_path / "empty").mkdir()
    assert run("--lock", str(tmp_path / "empty"))[0] == 2
    assert run("--lock")[0] == 2


def test_a_lock_that_cannot_be_written_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a line, with the file, and what can be done."""

    def refuse(*_: object) -> None:
        raise PermissionError(EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    code, out, err = run("--lock", str(root))
    lock = root / "course.lock"
    assert (code, out) == (2, "")
    assert err == f"petui: {lock}: cannot be written: Permission denied; check the course's folder\n"
    assert not lock.exists()


@pytest.mark.parametrize(
    ("make", "why"), [(os.mkdir, "Is a directory"), (os.mkfifo, "this is not an ordinary file")], ids=["folder", "pipe"]
)
def test_what_is_no_file_is_no_lock(root: Path, make: Callable[[Path], None], why: str) -> None:
    """It is neither waited for nor replaced."""
    make(root / "course.lock")
    code, out, err = run("--lock", str(root))
    assert (code, "stays as it was" in err) == (1, True)
    assert out.startswith(f"{root}/course.lock:1:1: E01 the file cannot be read: {why}; restore")
    assert not (root / "course.lock").is_file()


@pytest.mark.parametrize("form", ["line", "github"])
def test_forms_for_programs_have_nothing_beside_them(root: Path, form: str) -> None:
    """One line a fault, warnings named as such, no tally."""
    change(root, "lessons/three.md", "n + 1", "m + 1")
    change(root, "lessons/two.md", "=> swap", "=> degrees")
    code, out, err = run("--format", form, str(root))
    assert (code, err) == (1, "")
    assert len(out.splitlines()) == 1 and "error" in out and "E05" in out


def test_the_line_is_shown_where_asked(root: Path) -> None:
    """Not in a pipe by itself; the first line stays what it is."""
    change(root, "lessons/three.md", "n + 1", "m + 1")
    plain = run(str(root))[1]
    told = run("--explain", str(root))[1].splitlines()
    assert told[0] == plain.rstrip("\n") and len(plain.splitlines()) == 1
    assert told[1].endswith("| :answer: m + 1") and told[2].index("^") == told[1].index("m + 1")
    assert json.loads(run("--explain", "--format", "json", str(root))[1])["schema"] == 1


def test_a_folder_within_a_course_is_checked_in_it(root: Path, tmp_path: Path) -> None:
    """Its files, with what the course knows, and no others; a folder with nothing to check is refused."""
    whole = run(str(root))[1]
    assert run(str(root / "lessons")) == (0, "", "petui: no faults\n") and whole == ""
    lesson, deck = root / "lessons" / "one.md", next((root / "decks").iterdir())
    lesson.write_text(lesson.read_text().replace("id: one", "id: eins"))
    deck.write_text(deck.read_text() + "\n:::{card} open\n")
    for folder, file, other in ((lesson.parent, lesson, deck), (deck.parent, deck, lesson)):
        code, out, _ = run(str(folder))
        assert code == 1
        assert f"{file}:" in out
        assert f"{other}:" not in out
    (root / "empty").mkdir()
    (root / "empty" / "notes.txt").touch()
    code, out, err = run(str(root / "empty"))
    assert (code, out) == (2, "")
    assert "there is no course here" in err
