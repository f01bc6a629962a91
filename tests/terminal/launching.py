"""A command started in a terminal of its own, and petui's command and environment."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import termios
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# What a test sends; a suite that runs behind `nohup` or `&` hands some of them on as ignored.
_SENT = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP)
_STREAMS = ("stdin", "stdout", "stderr")
# Names that describe the terminal in which the tests themselves run; and what has Python compile petui at every start.
_OUTER = {
    *("TERM", "COLORTERM", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM_PROGRAM", "COLORFGBG"),
    *("TMUX", "TMUX_PANE", "STY", "SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION"),
    "PYTHONDONTWRITEBYTECODE",
}


def environment(data: Path, **changes: str | None) -> dict[str, str]:
    """The environment for a run: this process's own without its terminal, 256 colours, and petui's data in `data`.

    Args:
        data: The folder of the learner's data; the configuration is looked for next to it.
        changes: Variables to set; None leaves one out.
    """
    environ = {name: text for name, text in os.environ.items() if name not in _OUTER}
    environ |= {
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "PETUI_DATA_DIR": str(data),
        "PETUI_CONFIG": str(data.with_name(data.name + ".toml")),
    }
    for name, text in changes.items():
        environ.pop(name, None)
        if text is not None:
            environ[name] = text
    return environ


def petui(*arguments: str) -> list[str]:
    """The command that runs petui from this checkout."""
    return [sys.executable, "-m", "petui", *arguments]


def usual_signals() -> None:
    """Let the signals that tests send do what they do by default, in the process that a command is about to run in."""
    for number in _SENT:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def launch(
    command: Sequence[str],
    environ: Mapping[str, str],
    terminal: int,
    ignored: Iterable[signal.Signals],
    streams: Mapping[str, str],
) -> tuple[subprocess.Popen[bytes], dict[str, int]]:
    """Start a command as the leader of a session with a terminal.

    Args:
        command: What to run.
        environ: Its whole environment.
        terminal: The terminal, which hangs up for the command when the other end is closed.
        ignored: Signals that it inherits as ignored.
        streams: `null`, `pipe` or `closed` for those of stdin, stdout and stderr that are not the terminal.

    Returns:
        The process, and our ends of the pipes by the streams' names.
    """
    # Of each pipe its end and ours.
    pairs = {name: os.pipe()[:: 1 if name == "stdin" else -1] for name, kind in streams.items() if kind == "pipe"}
    kinds: dict[str, int] = {"terminal": terminal, "null": subprocess.DEVNULL, "closed": terminal}
    given: dict[str, Any] = {
        name: pairs[name][0] if name in pairs else kinds[streams.get(name, "terminal")] for name in _STREAMS
    }

    def prepare() -> None:
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        usual_signals()
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        for stream, name in enumerate(_STREAMS):
            if streams.get(name) == "closed":
                os.close(stream)

    process = subprocess.Popen(
        list(command), **given, env=dict(environ), cwd=ROOT, start_new_session=True, preexec_fn=prepare
    )
    for its, _ in pairs.values():
        os.close(its)
    return process, {name: ours for name, (_, ours) in pairs.items()}
