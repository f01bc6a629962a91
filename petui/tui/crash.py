"""A crash: what happened goes to a file, and one line says so."""

from __future__ import annotations

import os
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

import textual

import petui
from petui.locations import data_dir
from petui.tui.wire.endings import HUNG_UP, Endings

# The exit code of a fault in petui itself, as sysexits.h numbers it.
CRASHED = 70
_FOLDER = "crash"
# Older ones are deleted.
_KEPT = 20
_LONGEST_WORDS = 200


def crash_dir() -> Path:
    """Where crashes are written down."""
    return data_dir() / _FOLDER


def write_crash(error: BaseException) -> Path:
    """Write down what happened; the oldest files go.

    Returns:
        The file.

    Raises:
        OSError: If it cannot be written.
    """
    folder = crash_dir()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}.log"
    trace = "".join(traceback.format_exception(error))
    with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"{_found_in()}\n{trace}\n")
    for old in sorted(folder.glob("*.log"))[:-_KEPT]:
        with suppress(OSError):
            old.unlink()
    return path


def _found_in() -> str:
    # Needed by nobody else.
    import platform

    names = ("TERM", "COLORTERM", "LANG", "LC_ALL", "TMUX", "SSH_TTY", "PETUI_DRIVER")
    facts = {
        "petui": petui.__version__,
        "textual": textual.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        **{name: os.environ[name] for name in names if name in os.environ},
    }
    return "\n".join(f"{name}: {value}" for name, value in facts.items())


def tell_crash(error: BaseException) -> str:
    """Write down what happened, and say so.

    Returns:
        One line for stderr: what happened, where it is written, what to do.
    """
    try:
        where = f"the details are in {write_crash(error)}; please report it with that file"
    except OSError as problem:
        where = f"the details could not be written to {crash_dir()} ({problem.strerror}); please report it"
    words = " ".join(f"{type(error).__name__}: {error}".split())
    words = words if len(words) <= _LONGEST_WORDS else words[:_LONGEST_WORDS] + "..."
    line = f"petui: a fault in petui ended it ({words}); {where}, and start petui again to go on"
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in line)


def note_fault(error: BaseException) -> None:
    """Write down an error that ends nothing."""
    with suppress(OSError):
        write_crash(error)


def report_crash(error: BaseException, endings: Endings) -> None:
    """Write down an error that ended the app, and say so where there is a terminal still."""
    line = tell_crash(error)
    if endings.code != HUNG_UP:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)
