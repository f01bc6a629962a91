"""What `petui doctor` finds: in the log, of the terminal, and where nothing works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from petui.locations import log_dir
from petui.plain.doctor import examine
from petui.review.events import SettingEvent
from petui.review.log import ReviewLog
from petui.review.stamp import IdSource, stamp_now
from tests.running import petui_here


@pytest.mark.parametrize(("year", "named"), [(2000, False), (2099, True)])
def test_events_of_a_time_to_come_are_named(year: int, named: bool) -> None:
    """Reviews under a clock far ahead make their cards rest; who wonders why is told."""
    seconds = (year - 1970) * 365.25 * 86_400
    log = ReviewLog(log_dir())
    log.append(SettingEvent(name="theme", value="dark", stamp=stamp_now(lambda: seconds, ids=IdSource())))
    log.close()
    clocks = [finding for finding in examine((), os.environ) if finding.name == "clock"]
    assert [finding.value for finding in clocks] == (["1 event from a time that has not come yet"] if named else [])
    assert all(finding.mend for finding in clocks)


def found() -> dict[tuple[str, str], dict[str, str]]:
    """What the command finds, by topic and name."""
    done = petui_here("doctor", "--format", "json")
    answer = json.loads(done.stdout)
    assert answer["schema"] == 1 and answer["well"] is (done.returncode == 0)
    return {(each["topic"], each["name"]): each for each in answer["findings"]}


@pytest.mark.parametrize(
    ("variables", "values", "whys"),
    [
        ({}, ("Unicode", "256", "dark"), {"glyphs": "the locale is C.UTF-8", "colors": "TERM=xterm-256color"}),
        ({"TERM": "linux"}, ("ASCII", "16", "ansi-dark"), {"theme": "16 colours cannot show dark"}),
        ({"NO_COLOR": "1", "LC_ALL": "C"}, ("ASCII", "none", "ansi-dark"), {"colors": "NO_COLOR is set"}),
        (
            {"COLORTERM": "truecolor", "ESCDELAY": "40"},
            ("Unicode", "16 million", "dark"),
            {"escape_delay": "ESCDELAY=40"},
        ),
        ({"PETUI_DRIVER": "stock"}, ("Unicode", "256", "dark"), {"driver": "PETUI_DRIVER=stock"}),
    ],
)
def test_it_says_what_was_chosen_and_why(
    variables: dict[str, str], values: tuple[str, ...], whys: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the tutor does, decided by the same code."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    findings = found()
    assert tuple(findings["chosen", name]["value"] for name in ("glyphs", "colors", "theme")) == values
    for name, why in whys.items():
        assert findings["chosen", name]["why"] == why
        assert why in petui_here("doctor").stdout.decode()


def test_the_theme_last_chosen_is_the_one_that_is_shown(tmp_path: Path) -> None:
    """It comes before that of the configuration, as in the tutor."""
    (tmp_path / "petui-config.toml").write_text('theme = "light"\nascii = true\n')
    chosen = found()
    assert (chosen["chosen", "theme"]["value"], chosen["chosen", "glyphs"]["value"]) == ("light", "ASCII")
    log = ReviewLog(log_dir())
    log.append(SettingEvent(name="theme", value="contrast", stamp=stamp_now(ids=IdSource())))
    log.close()
    assert found()["chosen", "theme"]["value"] == "contrast"


@pytest.mark.parametrize(
    ("script", "value", "glyphs"),
    [
        ("echo 1", "tmux: its client shows UTF-8", "Unicode"),
        ("echo 0", "tmux: its client shows ASCII only", "ASCII"),
        ("exit 1", "tmux: gives no answer, as where no client is attached", "Unicode"),
        ("exec sleep 60", "tmux: gives no answer, as where no client is attached", "Unicode"),
    ],
)
def test_tmux_is_asked_for_its_client(
    script: str, value: str, glyphs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it shows of other signs than ASCII; one that does not answer is not waited for."""
    program = tmp_path / "bin" / "tmux"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("TMUX", "/tmp/nowhere,1,0")
    findings = found()
    seen = findings["terminal", "multiplexer"]
    assert (seen["value"], seen["mend"], findings["chosen", "glyphs"]["value"]) == (value, "", glyphs)
    (tmp_path / "petui-config.toml").write_text("ascii = false\n")
    assert bool(found()["terminal", "multiplexer"]["mend"]) is (glyphs == "ASCII")


def test_what_is_not_heeded_and_what_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables meant for other programs, and a driver that there is not."""
    monkeypatch.setenv("TEXTUAL_FPS", "1")
    monkeypatch.setenv("PETUI_DRIVER", "swift")
    monkeypatch.setenv("SSH_TTY", "/dev/pts/7")
    findings = found()
    assert "TEXTUAL_FPS" in findings["terminal", "passed over"]["value"].split(", ")
    assert findings["terminal", "network"]["value"] == "SSH"
    assert "'swift'" in findings["chosen", "driver"]["mend"]


@pytest.mark.parametrize("given", ["abc", "-3", "0"])
def test_an_escape_delay_that_is_none_is_named(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to give; petui goes on with its own."""
    monkeypatch.setenv("ESCDELAY", given)
    delay = found()["chosen", "escape_delay"]
    assert delay["value"] == "100 ms" and delay["mend"].startswith(f"ESCDELAY is '{given}': give milliseconds")
    monkeypatch.setenv("ESCDELAY", "30")
    assert found()["chosen", "escape_delay"]["mend"] == ""


@pytest.mark.parametrize(
    ("term", "terminals", "says"),
    [
        ("xterm", (0, 1, 2), "starts here"),
        ("xterm", (2,), "refused here: stdin, stdout are not a terminal; `petui --plain` works"),
        ("xterm", (0, 2), "refused here: stdout is not a terminal; `petui --plain` works"),
        ("dumb", (0, 1, 2), "refused here: TERM is 'dumb', which cannot position the cursor; `petui --plain` works"),
        ("", (0, 1, 2), "refused here: TERM is not set; `petui --plain` works"),
    ],
)
def test_it_says_whether_the_tutor_starts(
    term: str, terminals: tuple[int, ...], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the tutor decides it; nothing of the installation is to be mended for it."""
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(os, "isatty", terminals.__contains__)
    tutor = found()["terminal", "tutor"]
    assert (tutor["value"], tutor["mend"]) == (says, "")


def test_it_works_where_nothing_does(tmp_path: Path) -> None:
    """No home, no terminal, nothing that can be read, data that is a file: all is told, and nothing heavy is loaded."""
    (tmp_path / "broken").write_text("no = = toml")
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        "PETUI_DATA_DIR": str(tmp_path / "broken"),
        "PETUI_CONFIG": str(tmp_path / "broken"),
        "PETUI_CONTENT_PATH": "/nowhere",
        "TERM": "",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    # What is loaded is told behind the rest.
    code = (
        "import sys; sys.argv = ['petui', 'doctor', '--format', 'json']\n"
        "from petui.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, *sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, env=environ, stdin=subprocess.DEVNULL, timeout=300, check=False)
    exit_code, *modules = done.stderr.decode().split()
    assert exit_code == "1", done.stderr
    mends = {each["topic"] for each in json.loads(done.stdout)["findings"] if each["mend"]}
    assert mends >= {"content", "data", "config"}
    assert not {"textual", "rich", "numpy"} & set(modules)


def test_a_lesson_that_is_missing_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the courses that ship the files are looked for; their texts are not read."""
    course = tmp_path / "content" / "one"
    (course / "lessons").mkdir(parents=True)
    (course / "course.yaml").write_text(
        "schema: 1\nid: one\ntitle: One\nlanguage: en\nparts: [{title: Part, lessons: [here, gone]}]\n"
    )
    (course / "lessons" / "here.md").write_text("not looked at")
    monkeypatch.setattr("petui.plain.doctor.builtin_content", lambda: course.parent)
    seen = found()["content", str(course.parent)]
    assert (seen["value"], seen["mend"]) == ("1 course, 2 lessons, 1 of them missing", "run `petui lint`")
