"""Wrong use, broken pipes and interrupts: one line or none, never a traceback."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from petui.cli import main
from tests.running import petui_here
from tests.terminal.launching import environment, usual_signals
from tests.terminal.ptyrun import PtyRun

PETUI = (sys.executable, "-m", "petui")
# Far beyond what any of these takes; only a hang reaches it.
PATIENCE = 120


def complaint(*arguments: str) -> str:
    """The one line of a run that must fail."""
    done = petui_here(*arguments)
    words = done.stderr.decode()
    assert done.returncode == 2, words
    assert done.stdout == b""
    assert words.startswith("petui: ")
    assert words.count("\n") == 1
    assert words.endswith("\n")
    assert "Traceback" not in words
    return words


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["table", "--d-model", "0"], "--d-model"),
        (["table", "--d-model", "x"], "--d-model"),
        (["table", "--d-model", "9" * 5000], "--d-model"),
        (["table", "--pos", "5:2"], "--pos: the range 5:2 holds no position"),
        (["table", "--pos", "nan"], "--pos"),
        (["table", "--pos", "9" * 5000], "--pos"),
        (["table", "--base", "-1"], "--base"),
        (["table", "--base", "nan"], "--base"),
        (["table", "--dtype", "int8"], "--dtype"),
        (["table", "--convention", "mine"], "--convention"),
        (["table", "--digits", "1001"], "--digits"),
        (["table", "--digits", "18", "--dtype", "float32"], "--digits"),
        (["table", "--digits", "20", "--pos", "9223372036854775808"], "--pos"),
        (["table", "--pos", "9007199254740993"], "--digits 20"),
        (["table", "--format", "json", "--digits", "3"], "--digits"),
        (["table", "--format", "json", "--digits", "30", "--pos", "9223372036854775807"], "--digits: the json form"),
        (["table", "--pos", "9007199254740993.0"], "--pos: 9007199254740993.0 is beyond 2^53"),
        (["table", "--convention", "nerf", "--pos", "1e308,1,2"], "neighbours apart\n"),
        (["table", "-o", ""], "-o: names no file"),
        (["table", "--format", "xml"], "--format"),
        (["table", "-o", "/"], "/: is a directory"),
        (["table", "-o", "/nowhere/at/all"], "/nowhere/at/all: cannot be written"),
        (["table", "extra"], "extra"),
        (["table", "--pso", "3"], "Did you mean '--pos'?"),
        (["tabel"], "Did you mean 'table'?"),
        (["explain"], "POS SLOT | SYMBOL"),
        (["explain", "3", "8"], "slot is 8"),
        (["explain", "3", "-1"], "slot is -1"),
        (["explain", "3", "1.5"], "slot is '1.5'"),
        (["explain", "x", "1"], "'x' is no position"),
        (["explain", "1", "2", "3"], "give POS SLOT"),
        (["explain", "3"], "give POS SLOT"),
        (["explain", "omga"], "did you mean omega?"),
        (["plot", "waves", "--pos", "2.5"], "--pos"),
        (["plot", "waves", "--pos", "5:9"], "--pos"),
        (["plot", "waves", "--width", "0"], "--width"),
        (["plot", "waves", "--height", "100000"], "--height"),
        (["plot", "heat", "--slot", "8"], "--slot"),
        (["plot", "spiral"], "spiral"),
        (["list", "--content", "/nowhere"], "/nowhere"),
        (["--content", "/etc/passwd", "list"], "/etc/passwd"),
        (["lint", "/nowhere"], "/nowhere"),
        (["find", "x", "--content", "/nowhere"], "/nowhere"),
        (["learn", "#step"], "names no lesson"),
        (["learn", "--set", "pos"], "write NAME=VALUE"),
        (["learn", "nope", "--plain"], "there is no lesson 'nope'; see `petui list`"),
        (["learn", "the-derivaton", "--plain"], "did you mean `the-derivation`?"),
        (["learn", "positional-encodings/raidans#2", "--plain"], "did you mean `radians`?"),
        (["--plain", "learn", "reading-a-cell#nowhere"], "its steps are 1 to "),
        (["--plain", "learn", "reading-a-cell#0"], "has no step '0'"),
        (["--plain", "learn", "reading-a-cell#99"], "has no step '99'"),
        (["learn", "--plain", "--set", "pos=-1"], "give a whole number from 0"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_wrong_use_is_one_line_and_two(arguments: list[str], says: str) -> None:
    """One line on stderr that names the place, nothing on stdout, exit code 2."""
    words = complaint(*arguments)
    assert says in words
    assert len(words) < 500


def test_what_was_typed_cannot_steer_the_terminal() -> None:
    """An escape in an argument is shown, not sent."""
    assert "\x1b" not in complaint("explain", "\x1b[31mred")


def test_a_full_disk_is_said() -> None:
    """Writing to a full device is an error, not a traceback."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PETUI, "table"], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"petui: standard output cannot be written: No space left on device\n"


@pytest.mark.parametrize("form", ["text", "csv", "json", "npy"])
def test_a_broken_pipe_ends_quietly(form: str) -> None:
    """Reading a little of an endless table ends the command, without a word."""
    with subprocess.Popen(
        [*PETUI, "table", "--pos", "0:1000000000", "--format", form],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.read(100)) == 100
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0


def test_an_interrupt_ends_with_130() -> None:
    """Ctrl-C in the middle of a table; no traceback."""
    with subprocess.Popen(
        [*PETUI, "table", "--pos", "0:1000000000", "--format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=usual_signals,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(100)
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert b"Traceback" not in words


INTERRUPTED = """
import importlib, os, signal, sys
from contextlib import contextmanager
moment, sys.argv = sys.argv[1], ["petui", *sys.argv[2:]]

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

class Finding:
    def find_spec(self, name, path=None, target=None):
        if name == moment:
            interrupt()
            interrupt()

class Dying:
    def __del__(self):
        interrupt()

sys.meta_path.insert(0, Finding())
import petui.start
from petui.plain import standardstreams, streams
sound, read = standardstreams.sound_streams, streams.read_line

@contextmanager
def interrupted():
    with sound():
        try:
            yield
        finally:
            interrupt()

def read_line(lines):
    if moment == "callback":
        Dying()
    if moment == "prompt":
        interrupt()
    return read(lines)

standardstreams.sound_streams, streams.read_line = interrupted, read_line
petui.start.main()
"""


@pytest.mark.parametrize("moment", ["click", "petui.cli", "petui.plain.lesson", "prompt", "callback", "end"])
def test_an_interrupt_is_quiet_at_any_moment(moment: str) -> None:
    """While modules load, at a prompt, where Python swallows it, and at the end; that of the end follows them all."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, moment, "learn", "--plain"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        preexec_fn=usual_signals,
        timeout=PATIENCE,
        check=False,
    )
    # Behind ^C a new line begins.
    assert (done.returncode, done.stderr.strip()) == (130, b"")
    assert (b"Session over at step 1" in done.stdout) is (moment in ("prompt", "end"))


def test_an_interrupt_while_the_tutor_loads_is_quiet(tmp_path: Path) -> None:
    """The same without arguments."""
    command = [sys.executable, "-c", INTERRUPTED, "textual.app"]
    with PtyRun(command, size=(80, 24), environ=environment(tmp_path)) as run:
        assert run.exit_status() == 130
        assert run.text.strip() == ""


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["table", "--help"]])
def test_a_full_disk_is_one_line_for_help_too(words: list[str]) -> None:
    """What click itself prints ends like every other output: one line, exit 2."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "petui", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("petui: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("slot", ["\N{MINUS SIGN}\N{MINUS SIGN}3", "-\N{MINUS SIGN}3", "\N{SUPERSCRIPT TWO}"])
def test_a_slot_of_odd_signs_is_one_line(slot: str) -> None:
    """Two signs, or a raised digit, make no whole number and no traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "petui", "explain", "3", slot], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("petui: ") and done.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table to be looked at."""
    file = tmp_path_factory.mktemp("tables") / "paper.npy"
    assert petui_here("table", "-o", str(file)).returncode == 0
    return file


def ends_without_stdout(*arguments: str) -> tuple[int, str]:
    """The exit code and stderr of a command in this process, whose standard output is closed."""
    before, words = (sys.stdout, sys.stderr), io.StringIO()
    sys.stdout, sys.stderr = None, io.TextIOWrapper(io.BytesIO())
    sys.argv, arguments_before = ["petui", *arguments], sys.argv
    try:
        with pytest.raises(SystemExit) as ended:
            main()
        assert sys.stdout is None
        words.write(sys.stderr.buffer.getvalue().decode())
    finally:
        (sys.stdout, sys.stderr), sys.argv = before, arguments_before
    assert isinstance(ended.value.code, int)
    return ended.value.code, words.getvalue()


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "--format", "json"],
        ["plot", "waves"],
        ["table"],
        ["table", "--format", "npy"],
        ["doctor"],
        ["stats"],
        ["map"],
        ["keys"],
        ["learn", "--plain"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_a_closed_standard_output_is_one_line(arguments: list[str], paper: Path) -> None:
    """Whatever the command; none takes it for a terminal."""
    given = [*arguments, str(paper)] if arguments[0] == "check" else arguments
    code, words = ends_without_stdout(*given)
    assert (code, words) == (
        2,
        "petui: standard output is closed; leave it open, or give -o FILE where there is one\n",
    )


@pytest.mark.parametrize("command", ["table", "convert"])
def test_a_file_is_written_without_a_standard_output(command: str, paper: Path, tmp_path: Path) -> None:
    """It is not needed."""
    given = [str(paper), "--from", "paper", "--to", "marian"] if command == "convert" else []
    code, words = ends_without_stdout(command, *given, "-o", str(tmp_path / "b.npy"))
    assert code == 0, words
    assert (tmp_path / "b.npy").is_file()


@pytest.mark.parametrize("kind", ["full", "closed"])
@pytest.mark.parametrize(("arguments", "code"), [(["check", "nofile"], 2), (["table", "-o", "{}"], 0)])
def test_a_stderr_that_fails_changes_no_exit_code(arguments: list[str], code: int, kind: str, tmp_path: Path) -> None:
    """Nor does a complaint go elsewhere."""
    words = [each.format(tmp_path / "a.npy") for each in arguments]
    redirected = "2>/dev/full" if kind == "full" else "2>&-"
    command = ["sh", "-c", f'exec "$@" {redirected}', "sh", *PETUI, *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (code, b"")


@pytest.mark.parametrize(
    ("encoding", "said"),
    [("ascii", "naive omega \\u65e5"), ("latin-1", "na\xefve omega \\u65e5"), ("utf-8", "na\xefve ω 日")],
)
def test_a_stderr_of_few_signs_gets_them_spelled(encoding: str, said: str) -> None:
    """In ASCII what has such a form, by its number what has none."""
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([*PETUI, "explain", "naïve ω 日"], capture_output=True, env=environ, check=False)
    assert done.returncode == 2
    assert f"there is no symbol '{said}'" in done.stderr.decode(encoding)


@pytest.mark.parametrize(
    "words",
    [
        ("preview", "--plain"),
        ("lint",),
        ("new", "lesson", "x", "--to"),
        ("stats",),
        ("data", "merge"),
        ("worksheet", "reading-a-cell", "-o"),
        ("list", "--content"),
        ("check",),
    ],
)
def test_a_file_that_fails_is_named(words: tuple[str, ...]) -> None:
    """Whatever the system has against it; standard output has nothing to do with it."""
    for name in ("n" * 300, f"{'n' * 300}/x.md"):
        done = petui_here(*words, name)
        told = done.stderr.decode()
        assert done.returncode == 2, told
        assert name in told
        assert "standard output" not in told
        assert told.count("\n") == 1


def test_a_file_behind_a_closed_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preview of it is refused for what it is."""
    path = tmp_path / "a.md"
    for name in ("stat", "lstat"):
        real = getattr(os, name)

        def refused(given: Any, *, real: Any = real, **options: Any) -> Any:
            if given == path:
                raise PermissionError(13, "Permission denied", str(given))
            return real(given, **options)

        monkeypatch.setattr(os, name, refused)
    told = petui_here("preview", "--plain", str(path)).stderr.decode()
    assert told == f"petui: {path}: the file cannot be read: Permission denied; check its path and permissions\n"


@pytest.mark.parametrize(
    ("words", "where"),
    [
        (("lint",), "PATH"),
        (("lint", "--lock"), "PATH"),
        (("preview", "--plain"), "PATH"),
        (("new", "lesson", "x", "--to"), "--to"),
        (("stats",), "FILE"),
        (("data", "merge"), "FILE"),
        (("cards", "import"), "FILE"),
        (("cards", "import", "notes.md", "--to"), "--to"),
        (("list", "--content"), "--content"),
        (("serve", "--data"), "--data"),
    ],
)
def test_an_empty_path_is_not_the_current_folder(words: tuple[str, ...], where: str) -> None:
    """As a variable without a value gives it."""
    assert complaint(*words, "") == (f"petui: {where}: an empty text names nothing; give a path; this folder is `.`\n")
