"""However petui ends, answers are on the disk, the terminal is as it was, and the process is gone."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from tests.terminal.beginning import Begin, ready
from tests.terminal.ptyrun import PtyRun


def events(data: Path) -> list[dict[str, object]]:
    """What the log holds."""
    lines = [line for file in (data / "log").glob("*.jsonl") for line in file.read_text().splitlines()]
    return [json.loads(line) for line in lines if line]


def crashes(data: Path) -> list[Path]:
    return list((data / "crash").glob("*.log"))


def last_words(run: PtyRun) -> str:
    """What came after the modes were put back."""
    return run.output.rpartition(b"\x1b[?25h")[2].decode()


def stall(run: PtyRun) -> None:
    """Have the terminal read nothing more, and petui paint until the line takes nothing more."""
    run.throttle(0)
    while not run.is_full():
        run.send("R")
        run.pump(0.02)


ENDING = {signal.SIGHUP: 129, signal.SIGINT: 130, signal.SIGQUIT: 131, signal.SIGTERM: 143}


@pytest.mark.parametrize(("number", "status"), ENDING.items(), ids=lambda value: str(value))
def test_a_signal_ends_it_while_a_line_is_open(begin: Begin, data: Path, number: signal.Signals, status: int) -> None:
    run = ready(begin())
    run.send("12")
    run.wait_for(": 12")
    assert "alternate screen" in run.left_on()
    run.signal(number)
    assert run.exit_status() == status
    assert run.left_on() == ()
    assert last_words(run) == ""
    assert crashes(data) == []


@pytest.mark.parametrize("ignored", [(), (signal.SIGHUP,)], ids=["", "nohup"])
def test_a_lost_terminal_ends_it(begin: Begin, data: Path, ignored: tuple[signal.Signals, ...]) -> None:
    run = begin(ignored=ignored)
    run.wait_for("Esc):")
    run.hang_up()
    assert run.exit_status() == 129
    assert crashes(data) == []


def test_a_stalled_line_that_hangs_up_ends_it(begin: Begin, data: Path) -> None:
    run = ready(begin(), line=False)
    stall(run)
    run.hang_up()
    assert run.exit_status() == 129
    assert crashes(data) == []


def test_a_stalled_line_shows_a_whole_terminal_later(begin: Begin) -> None:
    run = ready(begin(), line=False)
    stall(run)
    run.signal(signal.SIGTERM)
    assert run.exit_status() == 143
    count = len(run.output)
    run.throttle(None)
    while run.read():
        pass
    late = run.output[count:]
    assert late.endswith(b"\x1b[?25h") and b"\x1b[?1049l" in late and b"\x1b[?1000l" in late
    assert run.settings() == run.began_with


# A second terminal as its input, which is closed by SIGUSR1.
INPUT_ENDS = """
import os, signal
ours, its = os.openpty()
os.dup2(its, 0); os.close(its)
signal.signal(signal.SIGUSR1, lambda *_: os.close(ours))
"""


def test_the_end_of_its_input_ends_it(begin: Begin, data: Path) -> None:
    run = begin(before=INPUT_ENDS)
    run.wait_for("Esc):")
    run.signal(signal.SIGUSR1)
    assert run.exit_status() == 129
    assert run.left_on() == ("terminal settings",) or run.left_on() == ()
    assert crashes(data) == []


def test_a_graded_card_is_on_the_disk_before_a_signal(begin: Begin, data: Path) -> None:
    run = begin("quiz", "drawn", "--all", "--seed", "1")
    run.wait_for("Esc):")
    run.send("s\r")
    run.wait_for("Recorded")
    run.signal(signal.SIGTERM)
    assert run.exit_status() == 143
    assert [event["kind"] for event in events(data)].count("review") == 1


# ---- hanging -------------------------------------------------------------------------------------------------------

HANGS = {
    "blocked": "time.sleep(900)",
    "busy": "while True: pass",
}


@pytest.mark.parametrize("hang", HANGS.values(), ids=HANGS)
def test_a_hanging_app_is_ended_by_a_signal(begin: Begin, hang: str) -> None:
    before = (
        f"import os, petui.tui.screens.base as b\ndef act(self):\n    os.write(1, b'\\x1b[Hhangs')\n    {hang}\n"
        "b.TutorScreen.action_command_theme = act"
    )
    run = ready(begin(before=before), line=False)
    run.send("t")
    run.wait_for("hangs")
    run.signal(signal.SIGTERM)
    run.signal(signal.SIGTERM)
    assert run.exit_status() == 143
    assert run.left_on() == ()


def test_a_hanging_app_is_ended_by_ctrl_c_behind_a_flood_of_keys(begin: Begin) -> None:
    before = (
        "import os, petui.tui.screens.base as b\n"
        "def act(self):\n    os.write(1, b'\\x1b[Hhangs')\n    time.sleep(900)\n"
        "b.TutorScreen.action_command_theme = act"
    )
    run = ready(begin(before=before), line=False)
    run.send("t")
    run.wait_for("hangs")
    run.send("\x1b[B" * 10_000 + "\x03")
    assert run.exit_status() == 130
    assert run.left_on() == ()


def test_a_hanging_end_is_ended_by_a_signal(begin: Begin) -> None:
    run = begin(before="import petui.review.sitting as s\ns.Sitting.close = lambda self: time.sleep(900)")
    run.wait_for("Esc):")
    run.send("\x1bq")
    run.wait_until(lambda _: not run.left_on(), "its modes")
    run.signal(signal.SIGHUP)
    assert run.exit_status() == 129
    assert run.left_on() == ()


def test_a_signal_while_it_starts_ends_it(begin: Begin, data: Path) -> None:
    run = begin(before="import petui.tui.app\nprint('loaded')")
    run.wait_for("loaded")
    run.signal(signal.SIGTERM)
    assert run.exit_status() in (143, -signal.SIGTERM)
    assert run.left_on() == ()
    assert crashes(data) == []


@pytest.mark.parametrize("key", ["", "\x03"], ids=["signal", "key"])
def test_what_ends_it_while_a_session_is_opened(begin: Begin, key: str) -> None:
    run = begin(before="import petui.tui.session as s\ns.Session.__init__ = lambda *_: time.sleep(900)")
    run.wait_until(lambda _: "alternate screen" in run.left_on(), "its modes")
    if key:
        run.send(key)
    else:
        run.signal(signal.SIGTERM)
    assert run.exit_status() == (130 if key else 143)
    assert run.left_on() == ()
    assert last_words(run) == ""


# ---- job control ---------------------------------------------------------------------------------------------------


def test_stopped_from_outside_it_paints_all_again(begin: Begin) -> None:
    run = ready(begin())
    run.signal(signal.SIGSTOP)
    count = len(run.output)
    run.signal(signal.SIGCONT)
    run.wait_until(lambda _: b"step 1 of" in run.output[count:], "the screen")
    run.send("12")
    run.wait_for(": 12")
    run.signal(signal.SIGTERM)
    assert run.exit_status() == 143
    assert run.left_on() == ()


def test_where_no_shell_is_ctrl_z_changes_nothing(begin: Begin) -> None:
    run = ready(begin())
    run.send("\x1a")
    run.wait_until(lambda _: run.output.count(b"\x1b[?1049h") == 2, "the screen")
    run.send("12")
    run.wait_for(": 12")


def ready_in_a_shell(begin: Begin) -> PtyRun:
    """petui as a job of an interactive shell."""
    run = begin(command=["/bin/sh", "-i"])
    run.send(f"PS1='ready> '; set -m\n{sys.executable} -m petui\n")
    return ready(run)


def test_ctrl_z_and_fg(begin: Begin) -> None:
    run = ready_in_a_shell(begin)
    run.send("1\x1a")
    # The shell says so.
    run.wait_for("topped")
    assert [each for each in run.left_on() if "paste" not in each and "settings" not in each] == []
    count = len(run.output)
    run.send("fg\n")
    run.wait_until(lambda _: b"step 1 of" in run.output[count:], "the screen")
    run.send("2")
    run.wait_for(": 12")
    count = len(run.output)
    run.send("\x03")
    # What is typed before the shell asks for it is thrown away with what the terminal may have sent.
    run.wait_until(lambda _: b"ready>" in run.output[count:], "the shell")
    run.send("echo code $?\n")
    run.wait_for("code 130")
    run.send("exit\n")
    run.exit_status()
    assert run.left_on() == ()


def test_a_stopped_job_can_be_ended(begin: Begin) -> None:
    run = ready_in_a_shell(begin)
    run.send("\x1a")
    run.wait_for("topped")
    # As some shells do by themselves.
    run.send("kill %1; kill -CONT %1; until wait %1; [ $? = 143 ]; do :; done; echo co''de 143\n")
    run.wait_for("code 143")
    run.send("exit\n")
    run.exit_status()
    assert run.left_on() == ()


# ---- crashes -------------------------------------------------------------------------------------------------------

RAISES = "def boom(*_, **__):\n    raise LookupError('a \\x1b[31m fault')\n"
CRASHES = {
    "handler": "import petui.tui.screens.base as b\nb.TutorScreen.action_command_theme = boom",
    "render": "import petui.tui.screens.base as b, petui.tui.widgets.rows as w\n"
    "def spoil(self):\n    w.RowsPane.render_line = w.RowsPane.render_lines = boom; self.app.refresh(layout=True)\n"
    "b.TutorScreen.action_command_theme = spoil",
    "thread worker": "import petui.tui.screens.base as b\n"
    "b.TutorScreen.action_command_theme = lambda self: self.run_worker(boom, thread=True) and None",
    "thread": "import petui.tui.screens.base as b, threading\n"
    "b.TutorScreen.action_command_theme = lambda self: threading.Thread(target=boom).start()",
    "callback": "import petui.tui.screens.base as b, asyncio\n"
    "b.TutorScreen.action_command_theme = lambda self: asyncio.get_running_loop().call_soon(boom) and None",
    "shadow": "import petui.tui.screens.base as b, petui.tui.wire.shadow as s\n"
    "def spoil(self):\n    s.Shadow.emit = boom; self.app.refresh(layout=True)\n"
    "b.TutorScreen.action_command_theme = spoil",
    "end": "import petui.tui.app as a\na.TutorApp.on_unmount = boom\n"
    "import petui.tui.screens.base as b\nb.TutorScreen.action_command_theme = boom",
}
EARLY_CRASHES = {
    "session": "import petui.tui.session as s\ns.Session.__init__ = boom",
    "first screen": "import petui.tui.opening as o\no.OpeningApp.compose = boom",
    "style sheet": "import petui.tui.app as a\na.TutorApp.CSS_PATH = 'missing.tcss'",
    "start": "import petui.tui.app as a\na.load_config = boom",
    "driver": "import petui.tui.terminal as t\nt.Keyboard = boom",
}


def assert_crashed(run: PtyRun, data: Path) -> None:
    assert run.exit_status() == 70
    assert run.left_on() == ()
    [log] = crashes(data)
    words = " ".join(last_words(run).split())
    assert words.startswith("petui: a fault in petui ended it (")
    assert str(log).replace(" ", "") in words.replace(" ", "")
    assert "Traceback" not in words and "\x1b" not in words
    assert "Traceback" in log.read_text()


@pytest.mark.parametrize("before", CRASHES.values(), ids=CRASHES)
def test_a_crash_is_one_line_and_a_file(begin: Begin, data: Path, before: str) -> None:
    run = ready(begin(before=RAISES + before), line=False)
    run.send("t")
    assert_crashed(run, data)


@pytest.mark.parametrize("before", EARLY_CRASHES.values(), ids=EARLY_CRASHES)
def test_a_crash_at_the_start_is_too(begin: Begin, data: Path, before: str) -> None:
    assert_crashed(begin(before=RAISES + before), data)


def test_an_error_in_reading_keys_ends_nothing(begin: Begin, data: Path) -> None:
    run = begin(
        before="import os, petui.tui.wire.keycodes as k\nthen = k.KeyCodes.messages\n"
        "def read(self, token):\n"
        "    if token.text == '7': os.write(1, b'\\x1b7\\x1b[Hfails\\x1b8'); raise LookupError\n"
        "    return then(self, token)\n"
        "k.KeyCodes.messages = read"
    )
    run.wait_for("Esc):")
    run.send("7")
    run.wait_for("fails")
    run.send("12")
    run.wait_for(": 12")
    assert len(crashes(data)) == 1


def test_a_crash_that_cannot_be_written_down_says_so(begin: Begin, data: Path) -> None:
    data.mkdir()
    (data / "crash").write_text("in the way")
    run = begin(before=RAISES + EARLY_CRASHES["session"])
    assert run.exit_status() == 70
    assert "could not be written" in " ".join(last_words(run).split())
    assert run.left_on() == ()


def test_only_the_last_crashes_are_kept(begin: Begin, data: Path) -> None:
    (data / "crash").mkdir(parents=True)
    for number in range(30):
        (data / "crash" / f"20200101T000000-{number:02}.log").write_text("old")
    run = begin(before=RAISES + EARLY_CRASHES["start"])
    run.exit_status()
    assert len(crashes(data)) == 20
    assert len([log for log in crashes(data) if "Traceback" in log.read_text()]) == 1


NO_SIZE = "import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSWINSZ, bytes(8))"


def test_a_terminal_without_a_size_has_the_usual_one(begin: Begin) -> None:
    run = ready(begin(before=NO_SIZE))
    assert len(run.lines[0]) > 70 and run.lines[23]


def test_an_unknown_driver_is_refused(begin: Begin) -> None:
    run = begin(before="import os\nos.environ['PETUI_DRIVER'] = 'fast'")
    assert run.exit_status() == 2
    assert "PETUI_DRIVER: 'fast' is no driver; set it to `shadow` or `stock`" in " ".join(run.text.split())


# ---- line by line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_line_by_line_a_signal_ends_it_quietly(begin: Begin, data: Path, number: signal.Signals) -> None:
    run = begin("quiz", "drawn", "--plain", "--all", "--seed", "1")
    run.wait_for("Answer,")
    run.send("s\n")
    run.wait_for("Recorded")
    run.signal(number)
    assert run.exit_status() in (-number, 128 + number)
    assert "Traceback" not in run.text
    assert [event["kind"] for event in events(data)] == ["review"]
