"""course.lock: what a release had is held against what the course has now."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from petui.lessons.faults import FaultList
from petui.lessons.finding import builtin_content
from petui.lessons.lint import lint_course, lint_paths
from petui.lessons.lock import LOCK_FILE, read_lock
from petui.lessons.release import release
from tests.lessons.smallcourse import MISTAKE, TOLD, change, found_in, make_course


def lock(root: Path) -> None:
    """Lock a course, as `petui lint --lock` does."""
    made = release(root)
    assert made.text, made.faults
    (root / LOCK_FILE).write_text(made.text)


def line_of(path: Path, text: str) -> int:
    """The line of a file in which a text stands, once."""
    before, found, _ = path.read_text().partition(text)
    assert found
    return before.count("\n") + 1


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The small course, with a misconception and a card in a lesson, locked."""
    folder = make_course(tmp_path / "c")
    path = folder / "lessons" / "three.md"
    own = MISTAKE.replace("swap", "own").replace(":claims", ":slip: degrees\n:claims")
    path.write_text(f"{path.read_text()}\n{own}\n:::{{card}} held\n\nHeld?\n?\nYes.\n:::\n")
    lock(folder)
    return folder


def test_a_lock_is_the_same_whenever_it_is_made(root: Path) -> None:
    """Sorted, with its schema, and of a locked course again what it was."""
    text = (root / LOCK_FILE).read_text()
    assert release(root).text == text
    assert found_in(root) == []
    kept = json.loads(text)
    assert (kept["schema"], kept["course"]) == (1, "c")
    assert text == json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    assert kept["lessons"]["three"] == {
        "cards": ["held"],
        "misconceptions": ["own"],
        "questions": ["three-ask"],
        "steps": ["first", "last"],
    }
    assert (kept["decks"], kept["misconceptions"]) == ({"decks/d.md": ["front", "other"]}, ["swap"])
    assert list(kept["retellings"]) == ["hi-Latn/one#first"]


RENAMED = [
    ("lessons/one.md", "{step} last", "{step} lasting", "one#last"),
    ("lessons/one.md", "{check} one-ask", "{check} asked-one", "one#one-ask"),
    ("lessons/three.md", "{card} held", "{card} hold", "held"),
    ("lessons/three.md", "{mistake} own", "{mistake} mine", "own"),
    ("decks/d.md", "{card} front", "{card} fronts", "front"),
]


@pytest.mark.parametrize(("file", "old", "new", "gone"), RENAMED)
def test_a_renamed_id_is_told_where_the_new_one_stands(root: Path, file: str, old: str, new: str, gone: str) -> None:
    """One fault, with the alias that mends it; with that alias there is none."""
    change(root, file, old, new)
    (fault,) = (each for each in lint_course(root) if each.code != "E12")
    assert (Path(fault.place.file), fault.place.line, fault.code) == (root / file, line_of(root / file, new), "E17")
    now = gone.partition("#")[0] + "#" + new.partition(" ")[2] if "#" in gone else new.partition(" ")[2]
    assert f"`{gone}: {now}`" in fault.message
    assert lint_paths([root / file]) == (fault,)
    (root / "course.yaml").write_text((root / "course.yaml").read_text() + f"aliases: {{{gone}: {now}}}\n")
    assert [each for each in found_in(root) if "retellings" not in each] == []


def test_a_renamed_misconception_of_the_course_is_told(root: Path) -> None:
    """In its own file."""
    change(root, "m.md", "swap", "swapped")
    for name in ("one", "two", "three"):
        change(root, f"lessons/{name}.md", "=> swap", "=> swapped")
    assert found_in(root) == ["m.md:1:1 E17"]


def test_a_renamed_lesson_is_told_at_its_id(root: Path) -> None:
    """Once, not for each of its steps; its alias brings them all along."""
    (root / "lessons" / "three.md").rename(root / "lessons" / "drei.md")
    change(root, "lessons/drei.md", "id: three", "id: drei")
    change(root, "course.yaml", "three", "drei")
    assert found_in(root) == ["lessons/drei.md:3:5 E17"]
    head = (root / "course.yaml").read_text()
    (root / "course.yaml").write_text(head + "aliases: {three: drei}\n")
    assert found_in(root) == []
    change(root, "lessons/drei.md", "{step} first", "{step} begin")
    assert found_in(root) == ["lessons/drei.md:9:1 E17"]
    (root / "course.yaml").write_text(head + "aliases: {three: drei, three#first: drei#begin}\n")
    assert found_in(root) == []


def test_a_lesson_that_is_gone_is_told_once(root: Path) -> None:
    """In course.yaml, as nothing is left of it elsewhere; deleted from the lock, it is forgotten."""
    (root / "lessons" / "three.md").unlink()
    change(root, "course.yaml", ", three", "")
    assert found_in(root) == ["course.yaml:1:1 E17"]
    kept = json.loads((root / LOCK_FILE).read_text())
    del kept["lessons"]["three"]
    (root / LOCK_FILE).write_text(json.dumps(kept))
    assert found_in(root) == []


def test_what_moves_is_not_gone(root: Path) -> None:
    """A card in another file keeps its id, and so its history; a deck may have another name."""
    (root / "decks" / "d.md").rename(root / "decks" / "e.md")
    change(root, "course.yaml", "decks/d.md", "decks/e.md")
    text = (root / "lessons" / "three.md").read_text()
    card = text[text.index(":::{card}") :]
    (root / "lessons" / "three.md").write_text(text.removesuffix(card))
    (root / "decks" / "e.md").write_text((root / "decks" / "e.md").read_text() + "\n" + card)
    assert found_in(root) == []


@pytest.mark.parametrize(("old", "new"), [("Words.\n::::\n", "Words.\n"), ("{step} first", "{stepp} first")])
def test_what_a_fault_has_hidden_is_not_called_gone(root: Path, old: str, new: str) -> None:
    """A fence or a name may hide a step; that is one fault, not several."""
    change(root, "lessons/two.md", old, new)
    codes = {each.partition(" ")[2] for each in found_in(root)}
    assert codes & {"E02", "E03"} and "E17" not in codes


def test_a_lesson_whose_file_is_missing_is_told_once(root: Path) -> None:
    """Where it is listed."""
    (root / "lessons" / "three.md").unlink()
    assert [each.partition(" ")[2] for each in found_in(root)] == ["E12"]


@pytest.mark.parametrize("file", ["decks/d.md", "m.md"])
def test_what_a_missing_file_had_is_not_told_card_by_card(root: Path, file: str) -> None:
    """Its entry in course.yaml is at fault, and says so once."""
    (root / file).unlink()
    assert {each.partition(" ")[2] for each in found_in(root)} <= {"E12", "E09"}
    assert sum(" E12" in each for each in found_in(root)) == 1


def test_a_card_of_a_note_goes_by_its_question(root: Path) -> None:
    """A mended question is a new card; the one that is gone is told at its place, with the alias."""
    (root / "decks" / "d.md").write_text((root / "decks" / "d.md").read_text() + "\nfirst one :: 1\n\nsecond :: 2\n")
    lock(root)
    change(root, "decks/d.md", "second :: 2", "second :: 3")
    assert found_in(root) == []
    change(root, "decks/d.md", "first one ::", "first of all ::")
    (fault,) = lint_course(root)
    assert (fault.code, fault.place.line) == ("E17", line_of(root / "decks" / "d.md", "first of all"))
    pair = fault.message.partition("write `")[2].partition("`")[0]
    (root / "course.yaml").write_text((root / "course.yaml").read_text() + f"aliases: {{{pair}}}\n")
    assert found_in(root) == []


def test_another_course_id_is_told_unless_it_says_what_it_was(root: Path) -> None:
    """Every event of the log begins with it."""
    change(root, "course.yaml", "id: c\n", "id: d\n")
    assert found_in(root) == ["course.yaml:2:5 E17"]
    (root / "course.yaml").write_text((root / "course.yaml").read_text() + "formerly: [c]\n")
    assert found_in(root) == []


@pytest.mark.parametrize(
    ("alias", "code", "at"),
    [
        ("one: two", "E04", 11),
        ("one#first: one#last", "E04", 11),
        ("front: other", "E04", 11),
        ("old: nothing", "E12", 11),
        ("one#old: one#nothing", "E12", 11),
        ("one#old: nowhere#first", "E12", 11),
        ("old: other", "", 0),
        ("old: one", "", 0),
        ("one#old: one#one-ask", "", 0),
        ("zero#old: one#first", "", 0),
    ],
)
def test_aliases_lead_from_what_is_gone_to_what_is_there(root: Path, alias: str, code: str, at: int) -> None:
    """Whether there is a lock or not."""
    (root / "course.yaml").write_text((root / "course.yaml").read_text() + f"aliases:\n  {alias}\n")
    wanted = [f"course.yaml:{at}:3 {code}"] if code else []
    assert found_in(root) == wanted
    (root / LOCK_FILE).unlink()
    assert found_in(root) == wanted


def test_a_retelling_that_fell_behind_is_told(root: Path) -> None:
    """Where its original says something else and it does not; breaking lines anew says nothing else."""
    change(root, "lessons/one.md", "Words.", "Words\n")
    change(root, "lessons/one.md", "Words\n", "Other words")
    assert found_in(root) == ["retellings/hi-Latn/one.md:8:1 W05"]
    before = release(root)
    assert [fault.code for fault in before.faults] == ["W05"]
    (root / LOCK_FILE).write_text(before.text)
    # To lock anew does not make it new.
    assert found_in(root) == ["retellings/hi-Latn/one.md:8:1 W05"]
    change(root, "retellings/hi-Latn/one.md", "Pehle.", "Dusre.")
    assert found_in(root) == []
    lock(root)
    assert found_in(root) == []


def test_other_lines_and_settings_make_no_retelling_old(root: Path) -> None:
    """What is computed stays the lesson's own."""
    change(root, "lessons/one.md", "Words.", "\n  Words.  \n")
    change(root, "lessons/one.md", "pos=3", "pos=2")
    change(root, "lessons/one.md", ":cell: 3,2\n", "")
    assert found_in(root) == []


def test_a_renamed_question_makes_no_retelling_new(root: Path) -> None:
    """Its id is nothing that is said."""
    told = TOLD.replace("} first", "} last").replace("Pehle.", ":::{check} one-ask\n\nKya?\n:::")
    (root / "retellings" / "hi-Latn" / "one.md").write_text(told)
    lock(root)
    change(root, "lessons/one.md", "After {val}", "What follows {val}")
    assert found_in(root) == ["retellings/hi-Latn/one.md:8:1 W05"]
    for file in ("lessons/one.md", "retellings/hi-Latn/one.md"):
        change(root, file, "{check} one-ask", "{check} asked")
    (root / "course.yaml").write_text((root / "course.yaml").read_text() + "aliases: {one#one-ask: one#asked}\n")
    assert found_in(root) == ["retellings/hi-Latn/one.md:8:1 W05"]


def test_a_retelling_whose_entry_was_deleted_is_locked_as_it_is(root: Path) -> None:
    """So an author says that it still says the same."""
    change(root, "lessons/one.md", "Words.", "Word.")
    kept = json.loads((root / LOCK_FILE).read_text())
    del kept["retellings"]["hi-Latn/one#first"]
    (root / LOCK_FILE).write_text(json.dumps(kept))
    lock(root)
    assert "hi-Latn/one#first" in (root / LOCK_FILE).read_text()
    assert found_in(root) == []


def test_no_lock_is_made_of_a_course_with_faults(root: Path) -> None:
    """What is locked can be used."""
    change(root, "lessons/one.md", "n + 1", "m + 1")
    made = release(root)
    assert made.text == "" and [fault.code for fault in made.faults] == ["E05"]


BROKEN: Mapping[str, tuple[str, str]] = {
    "{": ("E01", "1:2"),
    '{"schema": 1,\n "a" 2}': ("E01", "2:6"),
    "[]": ("E01", "1:1"),
    '{"schema": 2}': ("E10", "1:1"),
    '{"schema": 1}': ("E01", "1:1"),
    "[" * 100_000: ("E01", "1:1"),
    '{"schema": 1, "course": "c", "lessons": {"one": 3}, "decks": {}, "misconceptions": [], "retellings": {}}': (
        "E01",
        "1:1",
    ),
    '{"schema": 1, "course": "c", "lessons": {}, "decks": {"d": [3]}, "misconceptions": [], "retellings": {}}': (
        "E01",
        "1:1",
    ),
    '{"schema": 1, "course": "c", "lessons": {}, "decks": {}, "misconceptions": [], "retellings": {"a": {}}}': (
        "E01",
        "1:1",
    ),
}


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_lock_that_cannot_be_read_is_a_fault(root: Path, text: str) -> None:
    """Of that file, never a traceback."""
    (root / LOCK_FILE).write_text(text)
    code, place = BROKEN[text]
    assert found_in(root) == [f"course.lock:{place} {code}"]
    assert [fault.code for fault in lint_paths([root / LOCK_FILE])] == [code]


def test_a_lock_that_is_no_text_is_a_fault(root: Path) -> None:
    """Bytes that are no UTF-8, and a directory."""
    (root / LOCK_FILE).write_bytes(b"\xff\xfe")
    assert found_in(root) == ["course.lock:1:1 E01"]
    (root / LOCK_FILE).unlink()
    (root / LOCK_FILE).mkdir()
    assert found_in(root) == ["course.lock:1:1 E01"]


def test_a_lock_that_becomes_a_pipe_is_not_waited_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even between looking at it and reading it."""
    (root / LOCK_FILE).unlink()
    os.mkfifo(root / LOCK_FILE)
    was = os.stat(root / "course.yaml")
    monkeypatch.setattr(Path, "stat", lambda path: was)
    faults = FaultList()
    assert read_lock(root, faults) is None
    assert ["not an ordinary file" in fault.message for fault in faults.sorted()] == [True]


def test_the_shipped_lock_is_that_of_the_shipped_course() -> None:
    """So that no id of it is lost without a word; whoever adds one locks anew."""
    root = builtin_content() / "positional-encodings"
    faults = FaultList()
    kept = read_lock(root, faults)
    assert kept is not None and not faults.sorted()
    assert kept.course == "positional-encodings" and len(kept.lessons) >= 45


@pytest.mark.parametrize(("schema", "told"), [(1, []), (2, ["E10"]), (True, ["E10"]), (1.0, ["E10"]), ("1", ["E10"])])
def test_a_lock_of_another_schema_is_not_read(root: Path, schema: object, told: list[str]) -> None:
    """And only the number 1 is 1."""
    kept = json.loads((root / LOCK_FILE).read_text())
    (root / LOCK_FILE).write_text(json.dumps({**kept, "schema": schema}))
    assert [each.partition(" ")[2] for each in found_in(root)] == told
