"""Warnings on the command line: told, and no reason to fail."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from petui.lessons.schema import CODES
from tests.running import petui_here

COURSE = "schema: 1\nid: own\ntitle: Own\nlanguage: en\ndecks: [cards.md]\n"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `petui` without a terminal."""
    done = petui_here(*arguments)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course whose deck has a card, and a line that looks like one."""
    (tmp_path / "course.yaml").write_text(COURSE)
    (tmp_path / "cards.md").write_text("question :: answer\n\nkey:: value\n")
    return tmp_path


def test_warnings_alone_are_no_failure(course: Path) -> None:
    """`lint` prints them with their code and place and exits 0; with a fault beside them it exits 1."""
    done = run("lint", str(course))
    assert (done.returncode, done.stderr) == (0, "petui: no faults, 1 warning\n")
    assert f"{course / 'cards.md'}:3:1: W02 " in done.stdout
    (course / "cards.md").write_text("q :: {val}`1 +`\n\nkey:: value\n")
    done = run("lint", "--format", "json", str(course))
    assert (done.returncode, done.stderr) == (1, "petui: 1 fault, 1 warning\n")
    assert [fault["code"] for fault in json.loads(done.stdout)["faults"]] == ["E05", "W02"]


@pytest.mark.parametrize("command", [("find", "radians"), ("worksheet", "radians", "--seed", "1"), ("list",), ("map",)])
def test_whatever_speaks_of_courses_says_what_was_left_out(course: Path, command: tuple[str, ...]) -> None:
    """In one line, with the first reason."""
    (course / "cards.md").write_text("q :: {val}`1 +`\n")
    done = run(*command, "--content", str(course))
    assert done.returncode == 0 and done.stdout
    told = [line for line in done.stderr.splitlines() if "left out" in line and "faults" in line]
    assert len(told) == 1 and f"{course / 'cards.md'}:1:" in told[0]


def test_a_deck_with_warnings_is_there(course: Path) -> None:
    """It is listed, nothing is said to be left out, and the doctor finds no fault in it."""
    done = run("list", "--format", "json", "--content", str(course))
    assert "cards" in [deck["id"] for deck in json.loads(done.stdout)["decks"]] and done.stderr == ""
    findings = json.loads(run("doctor", "--format", "json", "--content", str(course)).stdout)["findings"]
    (found,) = (finding for finding in findings if finding["name"] == str(course))
    assert (found["value"], found["mend"]) == ("1 course, no faults", "")


def test_the_guide_names_every_code() -> None:
    """What CONTRIBUTING.md says of a code is what the table of codes says."""
    guide = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert all(f"- {code}: {says}\n" in guide for code, says in CODES.items())
