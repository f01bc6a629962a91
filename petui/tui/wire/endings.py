"""How petui ends when it is told to from outside: a signal, a lost terminal. The first reason decides, within a second.

A thread reads the signals from a pipe that Python's own handler writes to, so that neither a busy nor a blocked main
thread can keep petui from ending. Answers are on the disk before this: nothing is saved here.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import NoReturn

_ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
# What an ordinary end may take after a signal, in seconds; then the process ends whatever hangs.
_END_PATIENCE = 0.8
SIGNALLED = 128
HUNG_UP = SIGNALLED + signal.SIGHUP


class Endings:
    """Watches for what ends petui.

    Attributes:
        code: The exit code that something outside has decided on; None while nothing has.
    """

    def __init__(self) -> None:
        """Nothing has happened."""
        self.code: int | None = None
        self._leave: Callable[[int], None] | None = None
        self._restore: Callable[[], None] = _nothing
        self._wake, self._woken = os.pipe()

    def watch(self) -> None:
        """Take the signals over; those that are ignored, as nohup does, stay so. For the main thread."""
        os.set_blocking(self._woken, False)
        signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        for number in _ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._decide)
        Thread(target=self._run, name="petui-endings", daemon=True).start()

    def attend(self, leave: Callable[[int], None], restore: Callable[[], None]) -> None:
        """From now on there is an app to be asked.

        Args:
            leave: Asks the app to end with a code; called in another thread.
            restore: Puts the terminal back where the app does not; called in another thread.
        """
        self._leave, self._restore = leave, restore

    def _decide(self, number: int, frame: object) -> None:
        """Keep the first reason; Python has written the number to the pipe, and what follows is the thread's."""
        self.code = self.code or SIGNALLED + number

    def have_begun(self) -> bool:
        """Whether petui is about to end."""
        return self.code is not None

    def hang_up(self) -> None:
        """There is no terminal any more."""
        self._tell(signal.SIGHUP)

    def interrupt(self) -> None:
        """Ctrl-C was typed: what a signal is where the terminal makes one of it."""
        self._tell(signal.SIGINT)

    def _tell(self, number: signal.Signals) -> None:
        with suppress(OSError):
            os.write(self._woken, bytes([number]))

    def _run(self) -> None:
        while True:
            for number in os.read(self._wake, 64):
                if number in _ENDING:
                    self._end(SIGNALLED + number)

    def _end(self, code: int) -> None:
        code = self.code = self.code or code
        if self._leave is not None:
            with suppress(RuntimeError):
                self._leave(code)
            Event().wait(_END_PATIENCE)
            with suppress(Exception):
                self._restore()
        os._exit(code)


def _nothing() -> None:
    """Put nothing back."""


def exit_now(code: int) -> NoReturn:
    """End without taking the interpreter apart, which takes longer than all else at the end."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)
