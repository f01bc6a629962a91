"""The command line: shapes, exit codes, and one line for every error."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest

import petui
from petui.core import encode
from petui.lessons.finding import builtin_content
from petui.lessons.schema import VIEWS
from petui.locations import log_dir
from petui.plain import library
from petui.review.events import StepEvent
from petui.review.log import ReviewLog
from petui.tui.commands import COMMANDS
from tests.running import Done, petui_here

# Far beyond what any of these takes; only a hang reaches it.
PATIENCE = 120


def run(*arguments: str, **options: Any) -> Done:
    """Run `petui` without a terminal; with options, in a fresh process that has them."""
    if not options:
        return petui_here(*arguments)
    return subprocess.run(
        [sys.executable, "-m", "petui", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        **options,
    )


def out(*arguments: str) -> str:
    """Standard output of a run that must succeed in silence."""
    done = run(*arguments)
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return done.stdout.decode()


def content(*arguments: str) -> Any:
    """The same, as JSON."""
    return json.loads(out(*arguments, "--format", "json"))


# ---- table and explain -------------------------------------------------------------------------------------


def test_table_json() -> None:
    """The stable shape, with the core's numbers."""
    assert content("table", "--pos", "3", "--d-model", "4") == {
        "schema": 1,
        "d_model": 4,
        "base": 10000.0,
        "convention": "paper",
        "dtype": "float64",
        "positions": [3],
        "values": [encode(3, 4).tolist()],
    }


def test_table_is_exact_at_the_last_position() -> None:
    """Every one of 512 slots within 1e-15 of sixty digits of truth."""
    pos = 2**32 - 1
    row = content("table", "--pos", str(pos), "--d-model", "512")["values"][0]
    with mpmath.workdps(60):
        for slot, value in enumerate(row):
            angle = pos * mpmath.mpf(10000) ** (-mpmath.mpf(2 * (slot // 2)) / 512)
            assert abs(value - (mpmath.cos(angle) if slot % 2 else mpmath.sin(angle))) <= 1e-15


def test_table_options_reach_the_table(tmp_path: Path) -> None:
    """Positions, width, base and number format."""
    file = tmp_path / "table.npy"
    arguments = ["--pos", "-2:3", "--d-model", "6", "--base", "100", "--dtype", "float32", "--format", "npy"]
    assert run("table", *arguments, "-o", str(file)).stdout == b""
    assert np.array_equal(np.load(file), encode(range(-2, 3), 6, 100.0, "float32"))
    done = run("table", *arguments)
    assert done.stdout == file.read_bytes()


@pytest.mark.parametrize(
    ("name", "options", "form"),
    [
        ("t.csv", [], "csv"),
        ("t.JSON", [], "json"),
        ("t.npy", [], "npy"),
        ("t.txt", [], "text"),
        ("t", [], "text"),
        ("t.csv", ["--format", "text"], "text"),
        ("t.csv", ["--format", "json"], "json"),
    ],
)
def test_a_table_s_form_is_that_of_its_file(name: str, options: list[str], form: str, tmp_path: Path) -> None:
    """As its name ends, unless told; what was written is said on stderr."""
    file = tmp_path / name
    done = run("table", "-o", str(file), *options)
    assert (done.stdout, done.stderr.decode()) == (b"", f"petui: 8 rows written as {form}\n")
    assert file.read_bytes() == run("table", "--format", form).stdout
    assert run("table", "--pos", "3", "-o", str(file), *options).stderr.startswith(b"petui: 1 row written")


def test_table_text_has_its_digits() -> None:
    """Four decimals unless told."""
    assert out("table", "--pos", "3", "--d-model", "4").split()[-4:] == ["0.1411", "-0.9900", "0.0300", "0.9996"]
    assert out("table", "--pos", "3", "--d-model", "4", "--digits", "2").split()[-4:] == [
        "0.14",
        "-0.99",
        "0.03",
        "1.00",
    ]
    arguments = ("--digits", "30", "--pos", "9223372036854775807", "--d-model", "2")
    assert out("table", *arguments).split()[-2:] == [
        "0.530335266220223799221565698862",
        "0.847788007348018782808156148748",
    ]


def test_explain_a_cell_json() -> None:
    """The stable shape."""
    assert content("explain", "3", "2", "--d-model", "4") == {
        "schema": 1,
        "pos": 3,
        "slot": 2,
        "pair": 1,
        "function": "sin",
        "d_model": 4,
        "base": 10000.0,
        "omega": 0.01,
        "wavelength": 628.3185307179587,
        "angle": 0.03,
        "value": 0.02999550020249566,
    }


@pytest.mark.parametrize("minus", ["-3", "−3"])
def test_explain_takes_negative_positions(minus: str) -> None:
    """They are no options, before or after real ones."""
    assert content("explain", minus, "2")["pos"] == -3
    assert content("explain", "--d-model", "4", minus, "2")["value"] == encode(-3, 4)[2]
    assert content("explain", "-.5", "2")["pos"] == -0.5


def test_explain_a_cell_in_words() -> None:
    """Every intermediate, then the value."""
    words = out("explain", "3", "2", "--d-model", "4")
    for part in ("i = 2 // 2 = 1", "10000^0.5 = 100", "ω = 1/100 = 0.01", "3·0.01 = 0.03", "sin(0.03) = 0.029995500"):
        assert part in words


def test_explain_a_symbol() -> None:
    """By any of its names, in words or as JSON."""
    assert out("explain", "omega").startswith("ω: frequency")
    assert out("explain", "ω", "--ascii").startswith("omega: frequency")
    assert content("explain", "lambda")["symbol"] == "λ"


# ---- lessons -----------------------------------------------------------------------------------------------


def test_list_json() -> None:
    """Every lesson that ships, in course order, with its state."""
    listed = content("list")
    assert listed["schema"] == 1
    shipped = {path.stem for path in builtin_content().glob("*/lessons/*.md")}
    assert {lesson["id"] for lesson in listed["lessons"]} == shipped
    assert {"id", "title", "part", "minutes", "requires", "covers", "state"} <= set(listed["lessons"][0])
    assert {lesson["state"] for lesson in listed["lessons"]} == {"new"}
    for at, lesson in enumerate(listed["lessons"]):
        assert set(lesson["requires"]) <= {before["id"] for before in listed["lessons"][:at]}
    assert all(deck["cards"] > 0 for deck in listed["decks"])


def test_list_says_what_is_begun() -> None:
    """The state comes from the learner's log."""
    first = content("list")["lessons"][0]
    log = ReviewLog(log_dir())
    log.append(StepEvent(at_step=f"{first['course']}/{first['id']}#any-step", outcome="seen", lab={}))
    log.close()
    states = [lesson["state"] for lesson in content("list")["lessons"]]
    assert states[0] == "started"
    assert set(states[1:]) == {"new"}


def test_list_text() -> None:
    """A line per lesson."""
    words = out("list")
    for lesson in content("list")["lessons"]:
        assert f"{lesson['id']} " in words
        assert lesson["title"] in words


def test_a_broken_lesson_is_left_out_and_named(tmp_path: Path) -> None:
    """The others are listed, and stderr says where to look; lint ends with 1."""
    course = tmp_path / "site"
    (course / "lessons").mkdir(parents=True)
    (course / "course.yaml").write_text(
        "schema: 1\nid: site\ntitle: Site\nlanguage: en\nparts:\n  - title: One\n    lessons: [broken]\n"
    )
    (course / "lessons" / "broken.md").write_text("no front matter\n")
    done = run("--content", str(tmp_path), "list", "--format", "json")
    assert done.returncode == 0
    assert "broken" not in [lesson["id"] for lesson in json.loads(done.stdout)["lessons"]]
    assert b"petui lint" in done.stderr
    linted = run("lint", str(course), "--format", "json")
    assert linted.returncode == 1
    fault = json.loads(linted.stdout)["faults"][0]
    assert fault.keys() == {"file", "line", "column", "code", "message"}
    assert fault["file"].endswith("broken.md")
    words = run("lint", str(course))
    assert words.returncode == 1
    assert f"{fault['file']}:{fault['line']}:{fault['column']}: {fault['code']} ".encode() in words.stdout


def test_what_ships_has_no_faults() -> None:
    """Lint ends with 0, and says so on stderr only; a lesson and a card for every number of the inventory."""
    done = run("lint", "--coverage", "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"petui: no faults\n")
    assert json.loads(done.stdout) == {"schema": 1, "faults": []}


def test_coverage_without_an_inventory_is_said_to_compare_nothing(tmp_path: Path) -> None:
    """On stderr, beside the tally; a course that has one is enough."""
    course = tmp_path / "bare"
    (course / "decks").mkdir(parents=True)
    head = "schema: 1\nid: bare\ntitle: Bare\nlanguage: en\ndecks: [decks/d.md]\n"
    (course / "course.yaml").write_text(head)
    (course / "decks" / "d.md").write_text(":::{card} one\n\nFront?\n\n?\n\nBack.\n:::\n")
    said = b"petui: none of this has an inventory, so there was nothing to compare for --coverage\n"
    done = run("lint", "--coverage", str(course))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"petui: no faults\n" + said)
    assert said not in run("lint", str(course)).stderr
    (course / "course.yaml").write_text(head + "inventory:\n  X1: one\n")
    done = run("lint", "--coverage", str(tmp_path))
    assert (done.returncode, said in done.stderr, b"X1" in done.stdout) == (1, False, True)


def test_an_empty_folder_of_own_courses_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who names a folder wants a course in it."""
    (tmp_path / "petui-data" / "courses").mkdir(parents=True)
    ships = tmp_path / "ships" / "tiny"
    ships.mkdir(parents=True)
    (ships / "course.yaml").write_text("schema: 1\nid: tiny\ntitle: Tiny\nlanguage: en\ndecks: [cards.md]\n")
    (ships / "cards.md").write_text("question :: answer\n")
    # What really ships takes five seconds to lint.
    monkeypatch.setattr(library, "builtin_content", lambda: tmp_path / "ships")
    assert run("lint").stderr == b"petui: no faults\n"
    named = run("--content", str(tmp_path / "petui-data" / "courses"), "lint")
    assert (named.returncode, b"there is no course here" in named.stderr) == (2, True)


def test_find() -> None:
    """Symbols, steps and cards; nothing found is 1."""
    hits = content("find", "radians", "position")["hits"]
    assert {"symbol", "step"} <= {hit["kind"] for hit in hits}
    lessons = {lesson["id"] for lesson in content("list")["lessons"]}
    assert all(hit["target"].split("#")[0] in lessons for hit in hits if hit["kind"] == "step")
    assert "ω" in out("find", "frequency").split()
    nothing = run("find", "xylophone")
    assert (nothing.returncode, nothing.stdout) == (1, b"")
    assert nothing.stderr == b"petui: nothing has 'xylophone' in it\n"


# ---- the rest ----------------------------------------------------------------------------------------------


def test_version_and_help() -> None:
    """The version of the package; every command in the help."""
    assert out("--version") == f"petui {petui.__version__}\n"
    words = out("--help")
    for command in ("doctor", "explain", "find", "keys", "learn", "lint", "list", "locate", "plot", "table"):
        assert f"\n  {command} " in words
        assert out(command, "--help").startswith(f"Usage: petui {command} ")


def test_keys() -> None:
    """Every command of the tutor, in three forms."""
    assert [each["id"] for each in content("keys")["commands"]] == [command.id for command in COMMANDS]
    assert len(out("keys").splitlines()) == len(COMMANDS)
    assert len(out("keys", "--format", "markdown").splitlines()) == len(COMMANDS) + 2
    assert out("keys", "--ascii").isascii()


def test_keys_are_the_users(tmp_path: Path) -> None:
    """Those that the configuration gives, and its faults by file."""
    config = tmp_path / "petui-config.toml"
    config.write_text('[keys]\nhint = "X"\n')
    assert [each["keys"] for each in content("keys")["commands"] if each["id"] == "hint"] == [["X"]]
    config.write_text('[keys]\nhnit = "x"\n')
    wrong = run("keys")
    assert wrong.returncode == 2
    assert b"did you mean 'hint'?" in wrong.stderr
    doctor = run("doctor", "--format", "json")
    assert doctor.returncode == 1
    assert any(each["topic"] == "config" and each["mend"] for each in json.loads(doctor.stdout)["findings"])


def test_locate(tmp_path: Path) -> None:
    """Where the environment says, and the built-in courses last; nothing is created."""
    places = content("locate", "--content", str(tmp_path))["places"]
    named = {place["name"]: place for place in places if place["name"] != "content"}
    assert named["data"] == {"name": "data", "path": str(tmp_path / "petui-data"), "state": "missing"}
    assert named["config"]["path"] == str(tmp_path / "petui-config.toml")
    roots = [place["path"] for place in places if place["name"] == "content"]
    assert roots == [str(tmp_path), str(builtin_content())]
    assert not (tmp_path / "petui-data").exists()


def test_doctor_looks_at_everything(tmp_path: Path) -> None:
    """Each topic has a finding, and the log's lines are counted."""
    log = tmp_path / "petui-data" / "log"
    log.mkdir(parents=True)
    (log / "host-x.jsonl").write_text('\n{"torn\n')
    findings = json.loads(run("doctor", "--format", "json").stdout)["findings"]
    topics = {finding["topic"] for finding in findings}
    assert topics == {"python", "dependency", "terminal", "chosen", "content", "data", "log", "config"}
    assert [each["value"] for each in findings if each["topic"] == "log"] == ["1 file, no events, 1 torn line"]
    words = run("doctor").stdout.decode()
    assert all(finding["value"] in words for finding in findings)


def test_doctor_finds_what_to_mend(tmp_path: Path) -> None:
    """A data directory that is a file, a course with a fault, a directory that is not there."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    done = run(
        "doctor", "--format", "json", "--content", "/nowhere", env={**os.environ, "PETUI_DATA_DIR": str(blocked)}
    )
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert not answer["well"]
    mend = {finding["name"]: finding["mend"] for finding in answer["findings"]}
    assert mend[str(blocked)] == "set PETUI_DATA_DIR"
    assert mend["/nowhere"]


@pytest.mark.parametrize("view", VIEWS)
def test_plot_draws_the_size_asked_for(view: str) -> None:
    """No line is wider, and there are as many; without a terminal no colours."""
    lines = out("plot", view, "--width", "60", "--height", "20", "--d-model", "4").split("\n")[:-1]
    assert len(lines) == 20
    assert max(map(len, lines)) <= 60
    assert "\x1b" not in "".join(lines)


def test_plot_in_colour_and_in_ascii() -> None:
    """The same picture, dressed."""
    plain = out("plot", "waves", "--width", "60", "--height", "20")
    colored = out("plot", "waves", "--width", "60", "--height", "20", "--color", "always")
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain
    assert colored.count("\x1b[0m") > 10
    assert out("plot", "heat", "--ascii", "--width", "60", "--height", "20").isascii()


def test_plot_takes_an_offset() -> None:
    """The offset is what similarity marks; -3 is a value, not an option."""
    assert "D(-3) =" in out("plot", "similarity", "--offset", "-3", "--width", "80", "--height", "12")


def test_plot_compares_two_conventions() -> None:
    """Side by side, each below its name; the difference in one picture; what is no convention is refused."""
    heads = out("plot", "heat", "--against", "whisper", "--width", "80", "--height", "12").split("\n")
    assert heads[0].split() == ["paper", "│", "whisper"]
    one = out("plot", "difference", "--convention", "whisper", "--against", "marian", "--width", "80", "--height", "12")
    assert one.startswith("Difference whisper − marian")
    done = run("plot", "heat", "--against", "nope")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"petui: --against: ")


def test_plot_takes_a_length() -> None:
    """0:LENGTH is a length."""
    assert out("plot", "heat", "--pos", "0:5", "--height", "20") == out(
        "plot", "heat", "--pos", "0", "--length", "5", "--height", "20"
    )


def test_global_options_stand_anywhere(tmp_path: Path) -> None:
    """Before the command, after it, or both."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    places = content("--content", str(tmp_path / "a"), "locate", "--content", str(tmp_path / "b"))["places"]
    roots = [place["path"] for place in places if place["name"] == "content"]
    assert roots[:2] == [str(tmp_path / "a"), str(tmp_path / "b")]
    assert out("--ascii", "table").isascii()
    assert out("table", "--ascii") == out("--ascii", "table")


def test_a_locale_without_utf8_gets_ascii() -> None:
    """Without being asked."""
    for command in (["table"], ["explain", "3", "2"], ["list"], ["keys"], ["plot", "waves"]):
        done = run(*command, env={**os.environ, "LANG": "C", "LC_ALL": "C"})
        assert done.returncode == 0
        assert done.stdout.isascii()
