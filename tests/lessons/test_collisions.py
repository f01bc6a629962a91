"""Courses from anywhere: ids that two have, links that lead out, what is newer than this petui, and hostile folders."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from petui.lessons.course import load_course
from petui.lessons.coursehead import MAX_LESSONS
from petui.lessons.finding import find_courses
from petui.lessons.lint import lint_paths
from petui.lessons.retelling import read_retelling
from petui.lessons.retellingfiles import languages_of
from petui.lessons.shelf import open_shelf
from petui.tui.options import TutorOptions
from petui.tui.session import Session
from tests.running import petui_here

LESSON = "---\nschema: 1\nid: {id}\ntitle: {id}\nminutes: 1\n---\n\n::::{{step}} only\nAll of {id}.\n::::\n"
DECK = "---\nid: cards\n---\n\n:::{card} asked\nWhat?\n?\nThat.\n:::\n"
MISTAKES = ":::{mistake} slip\n:claims: it is so\n:verdict: wrong\n\nSo.\n\nSo it looks.\n\nNo.\n\nNot so.\n:::\n"
RETOLD = "---\nschema: 1\nlesson: one\nlanguage: de\ntitle: Eins\n---\n\n::::{step} only\nAlles.\n::::\n"


def write_course(root: Path, name: str = "small") -> Path:
    """A course of two lessons, one of them retold, with a deck and a misconception."""
    files = {
        "course.yaml": f"schema: 1\nid: {name}\ntitle: Small\nlanguage: en\n"
        "parts: [{title: All, lessons: [one, two]}]\ndecks: [decks/cards.md]\nmisconceptions: misconceptions.md\n",
        "lessons/one.md": LESSON.format(id="one"),
        "lessons/two.md": LESSON.format(id="two"),
        "decks/cards.md": DECK,
        "misconceptions.md": MISTAKES,
        "retellings/de/one.md": RETOLD,
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The course, in a folder of its own."""
    return write_course(tmp_path / "course")


def faults_of(root: Path) -> list[str]:
    """The faults of a course that are no warnings, places without their folder."""
    found = lint_paths([root])
    return [str(fault).replace(f"{root}/", "") for fault in found if not fault.is_warning]


# ---- two courses of one id -------------------------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two courses with one id: the learner's site has the first, the learner the second."""
    first, second = write_course(tmp_path / "site" / "a"), write_course(tmp_path / "data" / "courses" / "b")
    (second / "lessons" / "one.md").write_text(LESSON.format(id="one").replace("All of one", "Never shown"))
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(first.parent))
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "data"))
    return first, second


@pytest.mark.parametrize("command", ["list", "quiz small --plain", "stats", "map small", "cards list", "learn --plain"])
def test_the_remark_names_both_places_in_one_line(two: tuple[Path, Path], command: str) -> None:
    done = petui_here(*command.split())
    remarks = [line for line in done.stderr.decode().splitlines() if "left out" in line]
    assert remarks == [f"petui: the course small in {two[1]} is left out, as the one in {two[0]} has the same id"]
    assert "Never shown" not in done.stdout.decode()


def test_lint_names_the_second_at_its_id(two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every course that petui finds is checked; here none ships with it."""
    (two[0].parents[1] / "none").mkdir()
    monkeypatch.setattr("petui.plain.library.builtin_content", lambda: two[0].parents[1] / "none")
    done = petui_here("lint")
    assert done.returncode == 1
    (line,) = [line for line in done.stdout.decode().splitlines() if " E04 " in line]
    assert line.startswith(
        f"{two[1]}/course.yaml:2:5: E04 the id `small` is that of the course in {two[0]}/course.yaml"
    )


@pytest.mark.parametrize(
    "asked", ["lint {}", "lint {}/course.yaml", "lint --lock {}", "lint --content {}", "lint {0} --content {0}"]
)
def test_an_id_that_an_installed_course_has_is_the_new_ones_fault(root: Path, asked: str) -> None:
    """Never that of the file that nobody here may change."""
    text = (root / "course.yaml").read_text()
    (root / "course.yaml").write_text(text.replace("id: small", "id: positional-encodings"))
    done = petui_here(*asked.format(root).split())
    (line,) = [line for line in done.stdout.decode().splitlines() if " E04 " in line]
    assert line.startswith(f"{root}/course.yaml:2:5: E04 the id `positional-encodings` is that of the course in ")
    assert done.returncode == 1 and not (root / "course.lock").exists()


def test_an_id_is_the_fault_of_a_users_course_and_not_of_a_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = write_course(tmp_path / "data" / "courses" / "b", "positional-encodings")
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(tmp_path / "missing"))
    for asked in ([str(own)], [str(own / "lessons" / "one.md")]):
        found = [line for line in petui_here("lint", *asked).stdout.decode().splitlines() if " E04 " in line]
        assert [line.startswith(f"{own}/course.yaml:2:5:") for line in found] == [True] * (asked == [str(own)])


def test_a_course_that_is_worked_on_may_be_installed(two: tuple[Path, Path], root: Path) -> None:
    """The next release of a course has the id and title of the one before."""
    assert petui_here("lint", str(root)).returncode == 0
    text = (root / "course.yaml").read_text()
    (root / "course.yaml").write_text(text.replace("title: Small", "title: Another"))
    (line,) = [line for line in petui_here("lint", str(root)).stdout.decode().splitlines() if " E04 " in line]
    assert line.startswith(f"{root}/course.yaml:2:5: E04 the id `small` is that of the course in {two[0]}/course.yaml")


def test_an_id_that_a_course_had_before_is_no_other_courses_now(root: Path) -> None:
    with (root / "course.yaml").open("a") as file:
        file.write("formerly: [smaller, positional-encodings]\n")
    (line,) = [line for line in petui_here("lint", str(root)).stdout.decode().splitlines() if " E04 " in line]
    assert line.startswith(f"{root}/course.yaml:8:21: E04 the id `positional-encodings` is that of the course in ")
    assert line.endswith("delete it")


OLD = {
    **dict.fromkeys(("older", "lesson older", "card older", "card older/back", "older/2", "misconception older"), True),
    **dict.fromkeys(("small/older", "positional-encodings/older", "card small/older", "Older", "older lesson"), False),
    **dict.fromkeys(("lesson older/back", "older//back", "older-", "question older", ""), False),
}


@pytest.mark.parametrize("old", OLD)
def test_what_was_no_id_of_the_course_is_no_old_one(root: Path, old: str) -> None:
    new = {"lesson": "two", "misconception": "slip"}.get(old.partition(" ")[0], "asked")
    with (root / "course.yaml").open("a") as file:
        file.write(f"aliases:\n  '{old}': {new}\n")
    found = faults_of(root)
    if OLD[old]:
        assert found == []
    else:
        assert [
            fault.startswith(f"course.yaml:9:3: E04 `{old}` was never an id of this course") for fault in found
        ] == [True]


@pytest.mark.parametrize(
    "old", ["one#older", "one#", "#older", "small/one#older", "one#older#old", "one#Older", "card one#older"]
)
def test_what_was_within_no_lesson_is_no_old_step(root: Path, old: str) -> None:
    with (root / "course.yaml").open("a") as file:
        file.write(f"aliases:\n  '{old}': one#only\n")
    assert ["E04" in fault for fault in faults_of(root)] == [True] * (old != "one#older")


def test_the_doctor_names_both(two: tuple[Path, Path]) -> None:
    done = petui_here("doctor")
    said = " ".join(done.stdout.decode().split())
    assert done.returncode == 1
    assert f"the course small in {two[1]} is left out, as the one in {two[0]} has the same id" in said


def test_the_tutor_says_so_once(two: tuple[Path, Path]) -> None:
    session = Session(TutorOptions(lesson="small/one"))
    assert session.greeting == f"The course small in {two[1]} is left out, as the one in {two[0]} has the same id."


def test_one_course_by_two_paths_is_no_collision(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link to a course's folder is that course."""
    (root.parent / "linked").symlink_to(root, target_is_directory=True)
    monkeypatch.setenv("PETUI_CONTENT_PATH", os.pathsep.join([str(root), str(root.parent)]))
    assert petui_here("list").stderr == b""
    assert find_courses([root.parent / "linked", root]) == (root.parent / "linked",)


# ---- links -----------------------------------------------------------------------------------------------------------


def moved(path: Path, away: Path) -> None:
    """Move a file or folder elsewhere, and leave a link to it."""
    shutil.move(path, away)
    path.symlink_to(away)


ASTRAY = {
    "course.yaml": "course.yaml:1:1: E12 `course.yaml` leads out of the course",
    "course.lock": "course.lock:1:1: E12 `course.lock` leads out of the course",
    "lessons": "lessons/one.md:1:1: E12 `lessons/one.md` leads out of the course",
    "lessons/one.md": "lessons/one.md:1:1: E12 `lessons/one.md` leads out of the course",
    "decks": "course.yaml:6:9: E12 `decks/cards.md` leads out of the course",
    "decks/cards.md": "course.yaml:6:9: E12 `decks/cards.md` leads out of the course",
    "misconceptions.md": "course.yaml:7:17: E12 `misconceptions.md` leads out of the course",
    "retellings": "retellings/de/one.md:1:1: E12 `retellings/de/one.md` leads out of the course",
    "retellings/de": "retellings/de/one.md:1:1: E12 `retellings/de/one.md` leads out of the course",
    "retellings/de/one.md": "retellings/de/one.md:1:1: E12 `retellings/de/one.md` leads out of the course",
}


@pytest.mark.parametrize("name", ASTRAY)
def test_no_link_leads_out_of_the_course(root: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a fault that names the file and where it leads, and none of it is read, as a whole or file by file."""
    if name == "course.lock":
        assert petui_here("lint", "--lock", str(root)).returncode == 0
    assert faults_of(root) == []
    moved(root / name, root.parent / "elsewhere")
    found = faults_of(root)
    assert any(fault.startswith(ASTRAY[name]) and str(root.parent / "elsewhere") in fault for fault in found)
    opened: list[str] = []
    monkeypatch.setattr(os, "open", _noting(opened, os.open))
    course, shelf = load_course(root)[0], open_shelf(root)
    assert (course is None) == (shelf is None) == (name == "course.yaml")
    if course is not None and shelf is not None:
        for lesson in ("one", "two"):
            assert shelf.lesson(lesson) == course.lesson(lesson)
            assert (shelf.front(lesson) is None) == (course.lesson(lesson) is None)
        assert dict(shelf.mistakes_by_id) == course.mistakes_by_id
        own = course.lesson("one")
        if own is not None and name.startswith("retellings"):
            assert languages_of(root, "one") == ()
    assert not [path for path in opened if os.path.realpath(path).startswith(str(root.parent / "elsewhere"))]


def _noting(opened: list[str], really: Callable[..., int]) -> Callable[..., int]:
    def noted(path: str, *given: int, **named: int) -> int:
        opened.append(os.fspath(path))
        return really(path, *given, **named)

    return noted


def test_links_within_the_course_are_followed(root: Path) -> None:
    """And the folder itself may be one."""
    for name in ("lessons", "decks/cards.md", "misconceptions.md", "retellings/de"):
        moved(root / name, root / f"kept-{Path(name).name}")
    linked = root.parent / "linked"
    linked.symlink_to(root, target_is_directory=True)
    # The retelling's language is the name of its folder as petui finds it.
    assert faults_of(linked) == []
    course, shelf = load_course(linked)[0], open_shelf(linked)
    assert course is not None and shelf is not None
    assert [lesson.id for lesson in course.lessons] == ["one", "two"]
    assert shelf.lesson("one") == course.lesson("one")
    assert read_retelling(linked, course.lessons[0], "de").faults == ()


@pytest.mark.parametrize("key", ["decks: [{}]", "misconceptions: {}", "parts: [{{title: A, lessons: [{}]}}]"])
@pytest.mark.parametrize("path", ["../secret.md", "/etc/hostname.md", "a/../../secret.md", "..\\secret.md"])
def test_no_path_leads_out_of_the_course(root: Path, key: str, path: str) -> None:
    (root.parent / "secret.md").write_text("secret words\n")
    text = (root / "course.yaml").read_text()
    name = key.split(":")[0]
    lines = [line for line in text.splitlines() if not line.startswith(name)]
    (root / "course.yaml").write_text("\n".join([*lines, key.format(f"'{path}'")]) + "\n")
    found = faults_of(root)
    assert any("leads out of the course" in fault or "is not legal" in fault for fault in found)
    assert "secret words" not in "".join(found)


# ---- newer -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["course.yaml", "lessons/one.md", "retellings/de/one.md", "decks/cards.md"])
def test_what_needs_a_newer_petui_says_so(root: Path, name: str) -> None:
    """In one fault, whatever else it holds that this petui does not know; the rest works."""
    text = (root / name).read_text()
    text = text.replace("schema: 1\n", "") if "schema" in text else text
    later = "schema: 2\nhologram: yes\n"
    text = text.replace("---\n", f"---\n{later}", 1) if text.startswith("---") else later + text
    (root / name).write_text(text + "\n::::{hologram} x\n:::\n" * name.endswith(".md"))
    (fault,) = faults_of(root)
    line = 1 if name == "course.yaml" else 2
    assert fault == (
        f"{name}:{line}:9: E18 this needs a newer petui (its schema is 2, this one reads 1); "
        "upgrade petui, or ask for an older file"
    )
    course, shelf = load_course(root)[0], open_shelf(root)
    assert (course is None) == (shelf is None) == (name == "course.yaml")
    if course is not None and shelf is not None:
        assert (course.lesson("one") is None) == (shelf.lesson("one") is None) == (name == "lessons/one.md")
        assert bool(course.decks) == (name != "decks/cards.md")
    done = petui_here("list", "--content", str(root))
    assert done.returncode == 0 and b"positional-encodings" in done.stdout


@pytest.mark.parametrize("schema", ["2", "007", "9999999999", "9" * 30, "9" * 100_000])
def test_any_larger_version_is_a_newer_one(root: Path, schema: str) -> None:
    text = (root / "course.yaml").read_text()
    (root / "course.yaml").write_text(text.replace("schema: 1", f"schema: {schema}"))
    (fault,) = faults_of(root)
    shown = schema if len(schema) <= 12 else f"{'9' * 12}..."
    assert "E18 this needs a newer petui" in fault and f"its schema is {shown}," in fault


@pytest.mark.parametrize(
    "nested", ["[" * 100_000, "{a: " * 40_000, "[" * 80_000 + "]" * 80_000, "[" * 13 + "]" * 13, "- " * 80_000]
)
def test_what_is_nested_too_deeply_is_told_so(root: Path, nested: str) -> None:
    (root / "course.yaml").write_text(f"schema: 1\nid: small\nparts:\n  {nested}\n")
    assert any("nested more than 12 deep; flatten it" in fault for fault in faults_of(root))


@pytest.mark.parametrize("schema", ["0", "one", "-2", "1.0", "9" * 30 + "x", "[2]", "²"])
def test_what_is_no_version_is_no_newer_one(root: Path, schema: str) -> None:
    text = (root / "course.yaml").read_text()
    (root / "course.yaml").write_text(text.replace("schema: 1", f"schema: {schema}"))
    assert faults_of(root) == [
        "course.yaml:1:9: E10 the value of `schema` does not fit; give 1, the one this petui reads"
    ]


# ---- hostile folders -------------------------------------------------------------------------------------------------


def test_what_is_no_file_costs_only_itself(root: Path) -> None:
    """A FIFO, a socket's or device's like, a folder named as a lesson, a file that may not be read."""
    os.mkfifo(root / "lessons" / "pipe.md")
    (root / "lessons" / "folder.md").mkdir()
    (root / "lessons" / "loop.md").symlink_to("loop.md")
    (root / "lessons" / "zero.md").symlink_to("/dev/zero")
    names = ["one", "two", "pipe", "folder", "loop", "zero"]
    text = (root / "course.yaml").read_text()
    (root / "course.yaml").write_text(text.replace("one, two", ", ".join(names)))
    found = faults_of(root)
    assert sorted(fault.partition(":")[0] for fault in found) == [f"lessons/{name}.md" for name in sorted(names[2:])]
    course, shelf = load_course(root)[0], open_shelf(root)
    assert course is not None and shelf is not None
    assert [lesson.id for lesson in course.lessons] == ["one", "two"]
    assert [name for name in shelf.lesson_ids if shelf.lesson(name)] == ["one", "two"]


def test_a_folder_of_very_many_files_is_read_to_a_bound(tmp_path: Path) -> None:
    """Who is given such a course still starts, and is told."""
    root = write_course(tmp_path / "many")
    for at in range(MAX_LESSONS + 500):
        (root / "lessons" / f"x{at}.md").touch()
    shelf = open_shelf(root)
    assert shelf is not None and len(shelf.lesson_ids) == MAX_LESSONS
    _, faults = load_course(root)
    (said,) = [fault for fault in faults if "split it" in fault.message]
    assert said.message.startswith(f"the course has {MAX_LESSONS + 502} lessons, of which {MAX_LESSONS} are read")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_costs_only_itself(root: Path) -> None:
    (root / "lessons" / "two.md").chmod(0)
    (fault,) = faults_of(root)
    assert fault.startswith("lessons/two.md:1:1: E01 the file cannot be read: Permission denied")
