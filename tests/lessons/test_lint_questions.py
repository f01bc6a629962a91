"""Lint of questions without help, of those that the screen answers, and of signs that terminals lack."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.lint import lint_course, lint_paths
from tests.lessons.smallcourse import TOLD, change, found_in, make_course

HEAD = "---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n---\n\n"
CHECK = ":::{check} ask\n:answer: %s\n:tol: 1%%\n:hint: H.\n\nHow much?\n:::\n"
STEP = "::::{step} s\n:set: d_model=4 pos=3 slot=2\n:cell: %s\n\n"


def lint(tmp_path: Path, text: str) -> list[str]:
    """The faults of a lesson by itself as `LINE:COL CODE`."""
    path = tmp_path / "one.md"
    path.write_text(text, encoding="utf-8")
    return [f"{fault.place.line}:{fault.place.column} {fault.code}" for fault in lint_paths([path])]


HELP = {
    "check": ":::{check} ask\n:answer: 5\n:tol: 1%\n\nHow much?\n:::\n",
    "predict": ":::{predict} ask\n:answer: 5\n:tol: 1%\n\nHow much?\n:::\n",
    "choice": ":::{choice} ask\n\nWhich?\n\n- [x] a\n- [ ] b\n:::\n",
    "point": ":::{point} ask\n:grid: table_swapped(0, 1)\n:answer: 0,0\n\nWhere?\n:::\n",
}


@pytest.mark.parametrize("kind", HELP)
def test_a_question_without_help_is_told(tmp_path: Path, kind: str) -> None:
    """At its block; a hint is help."""
    step = "::::{step} s\n\n"
    assert lint(tmp_path, f"{HEAD}{step}{HELP[kind]}::::\n") == ["10:1 W07"]
    helped = HELP[kind].replace(" ask\n", " ask\n:hint: Look.\n")
    assert lint(tmp_path, f"{HEAD}{step}{helped}::::\n") == []


def test_a_foreseen_wrong_answer_is_help(tmp_path: Path) -> None:
    """It tells the learner what was thought."""
    helped = HELP["check"].replace(":tol: 1%\n", ":tol: 1%\n:wrong: 6 => off-by-one\n")
    assert lint(tmp_path, f"{HEAD}::::{{step}} s\n\n{helped}::::\n") == []


@pytest.mark.parametrize(("fade", "told"), [("none", []), ("last", ["18:1 W07"]), ("all", ["11:1 W07", "18:1 W07"])])
def test_what_is_filled_in_needs_no_help(tmp_path: Path, fade: str, told: list[str]) -> None:
    """Only the blanks of a worked example are asked."""
    checks = HELP["check"].replace("ask", "a") + "\n" + HELP["check"].replace("ask", "b")
    assert lint(tmp_path, f"{HEAD}::::{{worked}} w\n:fade: {fade}\n\n{checks}::::\n") == told


def test_a_retelling_is_not_told_what_the_lesson_lacks(tmp_path: Path) -> None:
    """The question is the lesson's own."""
    root = make_course(tmp_path / "c")
    change(root, "lessons/one.md", ":hint: Count.\n:wrong: n => swap\n", "")
    told = TOLD.replace("} first", "} last").replace("Pehle.", ":::{check} one-ask\n\nKya?\n:::")
    (root / "retellings" / "hi-Latn" / "one.md").write_text(told)
    assert found_in(root) == ["lessons/one.md:18:1 W07"]


@pytest.mark.parametrize(
    ("cell", "answer", "told"),
    [
        ("3,2", "pe(3, 2)", True),
        ("pos,slot", "pe(pos, slot)", True),
        ("3,2", "sin(3/100)", True),
        ("3,2", "angle(pos, 2)", True),
        ("3,3", "pe(3, 2)", False),
        ("3,2", "omega(1)", False),
        ("2,0", "pe(3, 2)", False),
        # By chance: 0 and 1 are in many a cell.
        ("0,0", "3 - 3*1 + 0*pos", False),
        ("0,1", "slot/2", False),
        ("0,1", "pe(0, 1)", True),
    ],
)
def test_a_cell_that_shows_the_answer_is_told(tmp_path: Path, cell: str, answer: str, told: bool) -> None:
    """At the answer, if the cell's value or angle is the number that is asked for."""
    text = f"{HEAD}{STEP % cell}{CHECK % answer}::::\n".replace(":tol: 1%", ":tol: 0.000001")
    assert lint(tmp_path, text) == (["13:10 W08"] if told else [])


def test_a_cell_that_shows_the_answer_of_some_draws_alone_is_not_told(tmp_path: Path) -> None:
    """Only where every draw is answered; where the draw moves the cursor's position, it is."""
    drawn = CHECK.replace(":answer", ":vary: p in 2..4\n:answer") % "pe(p, 2)"
    assert lint(tmp_path, f"{HEAD}{STEP % '3,2'}{drawn}::::\n") == []
    moving = f"{STEP % 'pos,2'}".replace(" pos=3", "").replace(":cell", ":vary: pos in 2..4\n:cell")
    assert lint(tmp_path, f"{HEAD}{moving}{CHECK % 'pe(pos, 2)'}::::\n") == ["14:10 W08"]


@pytest.mark.parametrize(
    ("text", "column", "mend"),
    [
        ("an \U0001d714 here", 4, "write `ω`"),
        ("\ue001", 1, "another"),
        ("\U0001d11e clef", 1, "another"),
    ],
)
def test_a_sign_that_terminals_lack_is_told(tmp_path: Path, text: str, column: int, mend: str) -> None:
    """Once for each sign, where it first stands, with a plain sign where there is one."""
    path = tmp_path / "one.md"
    path.write_text(f"{HEAD}::::{{step}} s\n\n{text}\n\n{text}\n::::\n", encoding="utf-8")
    (fault,) = lint_paths([path])
    assert (fault.place.line, fault.place.column, fault.code) == (10, column, "W09")
    assert mend in fault.message


def test_signs_that_terminals_have_are_not_told(tmp_path: Path) -> None:
    """Greek, Devanagari, arrows, blocks, emoji and ideographs."""
    text = "ω₁ → ½ नमस्ते █ ⣿ 😀 漢字 𠀀"
    assert lint(tmp_path, f"{HEAD}::::{{step}} s\n\n{text}\n::::\n") == []


@pytest.mark.parametrize("file", ["course.yaml", "m.md", "decks/d.md", "retellings/hi-Latn/one.md", "lessons/two.md"])
def test_every_file_of_a_course_is_looked_through_for_signs(tmp_path: Path, file: str) -> None:
    """Also those that hold no steps."""
    root = make_course(tmp_path / "c")
    path = root / file
    text = path.read_text() + ("# \U0001d714\n" if file.endswith("yaml") else "")
    old = {"m.md": "No.", "decks/d.md": "Front?", "lessons/two.md": "Words.", "retellings/hi-Latn/one.md": "Pehle."}
    path.write_text(text.replace(old.get(file, "\0"), "Sign \U0001d714."), encoding="utf-8")
    found = [fault for fault in lint_course(root) if fault.code == "W09"]
    assert [Path(fault.place.file) for fault in found] == [path]
    assert lint_paths([path]) == tuple(found)
