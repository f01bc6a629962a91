"""petui in a real pseudo-terminal, seen through a terminal in memory."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyte
import pytest

# Far more than a slow machine needs: a wait ends when the text is there.
PATIENCE = 60.0
ROOT = Path(__file__).resolve().parents[2]


class Terminal:
    """One run of petui on a terminal of `columns` by `rows`."""

    def __init__(self, arguments: tuple[str, ...], columns: int, rows: int) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._status: int | None = None
        self.output = b""
        environ = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            # The child: the size is set before petui asks for it.
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.execve(sys.executable, [sys.executable, "-m", "petui", *arguments], environ)
            finally:
                os._exit(127)

    @property
    def lines(self) -> list[str]:
        """The rows of the screen, without what a blank row ends with."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    def backgrounds(self, wanted: str) -> set[str]:
        """The background colours from a text on the screen to the end of its row."""
        row, column = next((row, line.find(wanted)) for row, line in enumerate(self._screen.display) if wanted in line)
        return {self._screen.buffer[row][at].bg for at in range(column, self._screen.columns)}

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self._fd, keys.encode())

    def wait_until(self, holds: Callable[[str], object], what: str) -> str:
        """Feed the output to the screen until its text is as wanted; returns the text."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text):
            left = end - time.monotonic()
            if left <= 0 or not self._feed(left):
                pytest.fail(f"{what} never came; the screen at the end:\n{self.text}")
        return self.text

    def wait_for(self, wanted: str) -> str:
        """Wait until a text is on the screen; returns all of it."""
        return self.wait_until(lambda text: wanted in text, repr(wanted))

    def exit_status(self) -> int:
        """Wait until petui ends; returns its exit status."""
        end = time.monotonic() + PATIENCE
        while self._feed(max(0.0, end - time.monotonic())):
            if time.monotonic() > end:
                pytest.fail(f"petui did not end; the screen:\n{self.text}")
        _, status = os.waitpid(self._pid, 0)
        self._status = os.waitstatus_to_exitcode(status)
        return self._status

    def close(self) -> None:
        """End petui if it still runs."""
        if self._status is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._fd)

    def _feed(self, seconds: float) -> bool:
        """Wait for output; False where there is no more."""
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            # Linux says EIO where the other end is closed.
            return False
        self.output += data
        self._stream.feed(data)
        return bool(data)


@pytest.fixture
def start() -> Iterator[Callable[..., Terminal]]:
    """Start petui: `start("learn", "the-derivation", size=(80, 24))`; all that run are ended afterwards."""
    running: list[Terminal] = []

    def begin(*arguments: str, size: tuple[int, int]) -> Terminal:
        terminal = Terminal(arguments, *size)
        running.append(terminal)
        return terminal

    yield begin
    for terminal in running:
        terminal.close()
