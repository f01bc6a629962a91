"""The `petui` command in the test's own process: what it prints and how it ends, without the second that a start takes.

What only a process of its own can show (pipes, signals, locales, what is imported) is still shown by one.
"""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from petui.cli import main

Done = subprocess.CompletedProcess[bytes]
_STREAMS = ("stdin", "stdout", "stderr", "__stdout__", "argv")


def petui_here(*arguments: str, lines: bytes = b"") -> Done:
    """Run `petui` with lines to read and no terminal: exit code, standard output and standard error."""
    read, out, err = (_stream(given) for given in (lines, b"", b""))
    with _replaced(read, out, err, out, ["petui", *arguments]):
        try:
            main()
        except SystemExit as end:
            code = end.code
    out.flush()
    err.flush()
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, out.buffer.getvalue(), err.buffer.getvalue())


class _Stream(io.TextIOWrapper):
    """A stream of bytes in memory, as text."""

    buffer: io.BytesIO


def _stream(content: bytes) -> _Stream:
    return _Stream(io.BytesIO(content), "utf-8")


@contextmanager
def _replaced(*values: object) -> Iterator[None]:
    """Put what a process is given in the place of the test's own, and back."""
    before = {name: getattr(sys, name) for name in _STREAMS}
    try:
        for name, value in zip(_STREAMS, values, strict=True):
            setattr(sys, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(sys, name, value)
