"""What Ctrl-C does to the whole process: it ends it once, quietly and with 130, at whatever moment it comes.

Nothing is imported here that a start would not load anyway: until this is in force, Python answers with a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
import time

INTERRUPTED = 130
# Within so many seconds a further interrupt is the same wish, and must not break the ending that it has begun.
_ONE_WISH = 1.0


def end_at_once() -> None:
    """From now on an interrupt ends the process where it stands: nothing is open yet that must be put away."""
    _answer(_leave)


def end_in_order() -> None:
    """From now on an interrupt is a KeyboardInterrupt, and what follows within a second is passed over."""
    _answer(_Interrupting().raise_once)
    # In a callback of the interpreter it would be printed, and nothing would end.
    sys.unraisablehook = _end_if_interrupted


def end_no_more() -> None:
    """From now on an interrupt does nothing: the process is about to end by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def leave_interrupted() -> None:
    """End the process now; what standard output still holds is not waited for, as nobody may read it."""
    os._exit(INTERRUPTED)


class _Interrupting:
    """Raises at the first interrupt, and anew where that led to nothing."""

    def __init__(self) -> None:
        self._last = -_ONE_WISH

    def raise_once(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if now - self._last >= _ONE_WISH:
            self._last = now
            raise KeyboardInterrupt


def _answer(handler: signal._HANDLER) -> None:
    # One that is ignored, as behind nohup and in a script's background, stays so.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handler)


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)


def _end_if_interrupted(fault: sys.UnraisableHookArgs) -> None:
    if isinstance(fault.exc_value, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(fault)
