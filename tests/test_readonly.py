"""Where nothing can be written, petui works, and says in one line, once, that progress is not saved."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from petui.review.log import ReviewLog, foreseen_problem
from petui.tui.options import TutorOptions
from petui.tui.session import Session
from tests.running import petui_here

SAID = "Progress is not saved: "
# Not even root can make a folder there.
NOWHERE = "/dev/null/nowhere"


@pytest.fixture(params=["home", "data", "file"])
def unwritable(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the log would be: below a home or a data folder that cannot be made, or below a file."""
    monkeypatch.delenv("PETUI_CONFIG")
    monkeypatch.setenv("HOME", NOWHERE)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if request.param == "home":
        monkeypatch.delenv("PETUI_DATA_DIR")
        return Path(NOWHERE) / ".local" / "share" / "petui" / "log"
    place = tmp_path / "in-the-way" if request.param == "file" else Path(NOWHERE) / "data"
    if request.param == "file":
        place.touch()
    monkeypatch.setenv("PETUI_DATA_DIR", str(place))
    return place / "log"


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("learn the-derivation --plain", b"\n\n1\ns\n\n"),
        ("quiz --plain --seed 1", b"\n1\n1\ns\n"),
        ("quiz --plain --all --limit 2", b""),
    ],
)
def test_a_session_says_once_that_nothing_is_saved(unwritable: Path, command: str, lines: bytes) -> None:
    """In one line with the reason, before the first question; then it goes on to its end."""
    done = petui_here(*command.split(), lines=lines)
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert text.count(SAID) == 1
    (line,) = [line for line in text.splitlines() if line.startswith(SAID)]
    assert line.endswith(".") and str(unwritable) in line
    assert text.index(SAID) < text.index("Answer" if "quiz" not in command else "Question 1")
    assert "Session over" in text


@pytest.mark.parametrize("command", ["learn the-derivation --plain", "quiz --plain --seed 1"])
def test_a_reason_that_turns_out_otherwise_is_not_told_again(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was foreseen is one reason, what the system says at the first event another."""
    monkeypatch.setattr("petui.review.log.foreseen_problem", lambda directory: "it looks so")
    monkeypatch.setenv("PETUI_DATA_DIR", f"{NOWHERE}/data")
    text = petui_here(*command.split(), lines=b"\n1\n1\ns\n").stdout.decode()
    # A lesson's first step is noted before anything is said, a quiz's first answer behind it.
    right = "is not a directory).\n" if "quiz" in command else "is not a directory.\n"
    assert text.count(SAID) == 1 and right in text and text.count("is not a directory") == 1


def test_a_disk_that_fills_up_meanwhile_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not foreseen; said after the first verdict that is not saved."""
    real = os.fsync

    def full(handle: int) -> None:
        if os.fstat(handle).st_size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    text = petui_here("quiz", "--plain", "--seed", "1", lines=b"\n1\n1\ns\n").stdout.decode()
    assert text.count(f"{SAID}the disk is full.\n") == text.count(SAID) == 1
    assert text.index("(not saved)") < text.index(SAID) < text.index("Question 2")


@pytest.mark.parametrize(
    "command", ["table --pos 3", "list", "stats", "map --words", "cards list", "find omega", "lint", "locate", "keys"]
)
def test_other_commands_work_and_say_nothing_of_it(unwritable: Path, command: str, small: Path) -> None:
    """They save nothing."""
    done = petui_here(*command.split(), *([str(small)] if command == "lint" else []))
    assert done.returncode == 0, done.stderr
    assert done.stdout or command == "lint"
    assert b"saved" not in done.stdout + done.stderr


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A lesson file by itself."""
    path = tmp_path / "small.md"
    path.write_text("---\nschema: 1\nid: small\ntitle: S\nminutes: 1\n---\n\n::::{step} only\nAll.\n::::\n")
    return path


def test_the_doctor_names_the_place(unwritable: Path) -> None:
    done = petui_here("doctor")
    said = " ".join(done.stdout.decode().split())
    assert done.returncode == 1
    assert f"{unwritable.parent} cannot be written" in said and "mend: set PETUI_DATA_DIR" in said


def test_the_tutor_s_banner_is_there_from_the_first_screen_on(unwritable: Path) -> None:
    """Before anything was answered; every screen shows the session's problem in its first line."""
    session = Session(TutorOptions())
    assert session.problem is not None and str(unwritable) in session.problem


def test_a_place_that_can_be_written_is_no_problem(tmp_path: Path) -> None:
    """Nothing is made to find that out."""
    assert foreseen_problem(tmp_path / "a" / "b") is None
    assert ReviewLog(tmp_path / "a").problem is None
    assert list(tmp_path.iterdir()) == []


def test_python_s_own_caches_are_no_need(tmp_path: Path) -> None:
    """`python -m petui` where neither a home nor a cache can be written, and nobody has an entry for a home."""
    environ = {"PATH": os.environ["PATH"], "HOME": NOWHERE, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-X", f"pycache_prefix={NOWHERE}", "-m", "petui", "table", "--pos", "3"],
        env=environ,
        cwd=tmp_path,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"0.1411" in done.stdout


@pytest.fixture
def owned(tmp_path: Path) -> Iterator[Path]:
    """A folder that its owner may not write into."""
    place = tmp_path / "owned"
    place.mkdir()
    place.chmod(0o555)
    yield place
    place.chmod(0o755)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_foreseen(owned: Path) -> None:
    assert foreseen_problem(owned / "log") == f"you may not write in {owned / 'log'}"
