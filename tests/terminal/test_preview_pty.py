"""The preview in a real pseudo-terminal: a file is really saved, and the screen follows it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from petui.plain.newcontent import make_new
from tests.terminal.beginning import Begin
from tests.terminal.ptyrun import PtyRun


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """The file of a new lesson in a course of its own."""
    make_new("lesson", "demo", tmp_path)
    return tmp_path / "lessons" / "demo.md"


def save(path: Path, *changes: tuple[str, str], renaming: bool = False) -> None:
    """Write a file with texts changed, in place or as an editor that renames."""
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    beside = path.with_name("demo.md~") if renaming else path
    beside.write_text(text)
    if renaming:
        os.replace(beside, path)


def at_second_step(terminal: PtyRun) -> None:
    """Go to the second step, answer its prediction and move the position."""
    terminal.wait_for("step 1 of 4")
    terminal.wait_for("F1 help")
    terminal.send(" ")
    terminal.wait_for("Prediction")
    terminal.send("7\r")
    terminal.wait_for("Noted.")
    terminal.send("\x1b")
    terminal.wait_for("p back")
    terminal.send("]]")
    terminal.wait_for("pos 5 ")


@pytest.mark.parametrize("renaming", [False, True])
def test_a_saved_file_is_on_the_screen(renaming: bool, begin: Begin, lesson: Path, data: Path) -> None:
    """At the same step and position; broken, the last good version stays with the fault's place; mended, that goes."""
    terminal = begin("preview", str(lesson))
    at_second_step(terminal)
    save(lesson, ("A question holds the step", "A NEW WORD holds the step"), renaming=renaming)
    text = terminal.wait_for("A NEW WORD")
    assert "step 2 of 4" in text
    assert "pos 5 " in text
    assert "Noted." in text
    row = lesson.read_text().split("\n").index(":tol: 0.1") + 1
    save(lesson, (":tol: 0.1", ":tolx: 0.1"), ("A NEW WORD", "UNSEEN"), renaming=renaming)
    text = terminal.wait_for(f"demo.md:{row}:1: E02")
    assert "A NEW WORD" in text
    assert "last good version" in text
    assert "pos 5 " in text
    save(lesson, (":tolx: 0.1", ":tol: 0.1"), ("UNSEEN", "MENDED"), renaming=renaming)
    text = terminal.wait_until(lambda text: "MENDED" in text and "E02" not in text, "the mended lesson")
    assert "step 2 of 4" in text
    assert "pos 5 " in text
    terminal.send("\x1b")
    terminal.send("q")
    assert terminal.exit_status() == 0
    assert terminal.left_on() == ()
    assert not data.exists()


def test_nothing_is_written_while_nothing_is_saved(begin: Begin, lesson: Path) -> None:
    """The file is looked at several times, and a touch that changes no text changes no cell."""
    terminal = begin("preview", str(lesson), "--answers", size=(120, 40))
    terminal.wait_for("F1 help")
    terminal.wait_quiet()
    came = len(terminal.output)
    terminal.pump(1.5)
    assert len(terminal.output) == came
    before = terminal.text
    os.utime(lesson)
    terminal.pump(1.0)
    assert terminal.text == before


def test_a_file_that_was_never_good_is_followed(begin: Begin, tmp_path: Path) -> None:
    """Its faults alone at first, then the lesson."""
    path = tmp_path / "alone.md"
    path.write_text("# Nothing yet\n")
    terminal = begin("preview", str(path), size=(120, 40))
    terminal.wait_for("the front matter is missing")
    path.write_text(
        "---\nschema: 1\nid: alone\ntitle: All alone\nminutes: 1\n---\n\n::::{step} one\n\nThe text.\n::::\n"
    )
    text = terminal.wait_for("The text.")
    assert "All alone" in text
    assert "E01" not in text
