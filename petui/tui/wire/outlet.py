"""The way out: bytes to the terminal, never more than it takes, and never a wait for those who draw."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread

from petui.tui.wire.shadow import Shadow

# Seconds between looks at a terminal that takes nothing.
_LOOK = 0.25
# Where a terminal is said to be ready and yet takes nothing.
_BREATH = 0.005


class Outlet(Thread):
    """Writes frames and controls to a terminal in their order.

    Frames are pulled: the difference to what the terminal shows is made when all before it has been taken, so that
    frames which come meanwhile are one. Whoever draws never waits for the terminal.

    Attributes:
        piece: Bytes that are written at once where a write may have to wait: a terminal that takes them is not far
            behind.
    """

    piece = 512

    def __init__(self, fd: int, shadow: Shadow, *, on_lost: Callable[[], object] | None = None) -> None:
        """For a terminal; nothing is written before `start`.

        Args:
            fd: The terminal, open for writing; it is neither changed nor closed.
            shadow: What the terminal shows; from now on only the outlet uses it.
            on_lost: Called once when the terminal is gone, from whichever thread finds out.
        """
        super().__init__(name="outlet", daemon=True)
        self._shadow = shadow
        self._on_lost = on_lost
        self._changed = Condition()
        self._own, self._waits = _unblocked(fd)
        self._fd = fd if self._own is None else self._own
        self._buffer = b""
        self._drawn = False
        self._closing = False
        self._lost = False
        # Bytes so far.
        self._taken = 0

    # ---- what comes in ----------------------------------------------------------------------------------------------

    def frame(self, text: str) -> None:
        """Draw a frame, or a part of it: cells, colours and the cursor; anything else in it is left out."""
        with self._changed:
            self._shadow.take(text)
            self._drawn = not self._over
            self._go_on()

    def control(self, text: str) -> None:
        """Write a sequence as it is, behind all that was drawn before."""
        with self._changed:
            if self._over:
                return
            self._pull()
            self._append(text)
            self._go_on()

    def resize(self, columns: int, rows: int) -> None:
        """Follow the terminal's size: the next frame clears it and paints all."""
        with self._changed:
            self._shadow.resize(columns, rows)

    def begin_anew(self) -> None:
        """Clear the terminal and paint all with the next frame."""
        with self._changed:
            self._shadow.invalidate()

    def redraw(self) -> None:
        """Clear the terminal and paint all, whatever other programs wrote on it."""
        with self._changed:
            self._shadow.invalidate()
            self._drawn = not self._over
            self._go_on()

    # ---- how it stands ----------------------------------------------------------------------------------------------

    @property
    def pending(self) -> bool:
        """Whether the terminal has not yet taken everything."""
        return bool(self._buffer) or self._drawn

    @property
    def _over(self) -> bool:
        """Whether nothing more will be written."""
        return self._closing or self._lost

    def flush(self, timeout: float) -> bool:
        """Wait until the terminal has taken everything.

        Args:
            timeout: Seconds after which the wait is given up.

        Returns:
            Whether it took everything.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._lost or not self.pending, timeout)
            return not self.pending

    def close(self, timeout: float) -> bool:
        """Write what is left as long as the terminal takes it; nothing more is written afterwards.

        Args:
            timeout: Seconds after which the rest is given up.

        Returns:
            Whether the terminal took everything.
        """
        done = self.flush(timeout) if self.is_alive() else not self.pending
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self.is_alive():
            # A write that waits for a terminal of the shell's own cannot be ended: it is left behind.
            self.join(_LOOK if done else 0.0)
        return done

    # ---- writing ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Write whatever could not be written at once."""
        while self._await_work():
            if not self._ready():
                continue
            before = self._taken
            if self._waits:
                self._push_piece()
            else:
                with self._changed:
                    self._pull_next()
                    self._push()
            if self._taken == before:
                time.sleep(_BREATH)
        if self._own is not None:
            os.close(self._own)

    def _await_work(self) -> bool:
        """Wait until there is something to write; False where it is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self.pending)
            return not self._over

    def _ready(self) -> bool:
        """Wait a moment until the terminal takes something; False where it did not."""
        poll = select.poll()
        try:
            poll.register(self._fd, select.POLLOUT)
            events = poll.poll(_LOOK * 1000)
        except (OSError, ValueError):
            self._lose()
            return False
        if events and events[0][1] & (select.POLLNVAL | select.POLLERR | select.POLLHUP):
            self._lose()
            return False
        return bool(events)

    def _go_on(self) -> None:
        """Write at once what the terminal takes, and leave the rest to the thread; under the lock."""
        if self._over or not self.is_alive():
            return
        if not self._waits:
            self._pull_next()
            self._push()
        if self.pending:
            self._changed.notify_all()

    def _pull_next(self) -> None:
        """Take the next difference where everything before it has been taken."""
        if not self._buffer:
            self._pull()

    def _pull(self) -> None:
        """Put the difference between what is drawn and what was sent behind what is waiting."""
        if self._drawn:
            self._drawn = False
            self._append(self._shadow.emit())

    def _append(self, text: str) -> None:
        self._buffer += text.encode("utf-8", "replace")

    def _push(self) -> None:
        """Write what the terminal takes now; under the lock, where no write waits."""
        while self._buffer and not self._lost:
            count = self._written(self._buffer)
            if not count:
                return
            self._took(count)

    def _push_piece(self) -> None:
        """Write a piece, in the thread and not under the lock, as the write may wait."""
        with self._changed:
            self._pull_next()
            piece = self._buffer[: self.piece]
        if piece and (count := self._written(piece)):
            self._took(count)

    def _written(self, data: bytes) -> int:
        """How many bytes of some the terminal took."""
        try:
            return os.write(self._fd, data)
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError:
            self._lose()
            return 0

    def _took(self, count: int) -> None:
        with self._changed:
            self._buffer = self._buffer[count:]
            self._taken += count
            if not self.pending:
                self._changed.notify_all()

    def _lose(self) -> None:
        """The terminal is gone: be quiet from now on."""
        with self._changed:
            if self._lost:
                return
            self._lost = True
            self._buffer = b""
            self._drawn = False
            self._changed.notify_all()
        if self._on_lost is not None:
            self._on_lost()


def _unblocked(fd: int) -> tuple[int | None, bool]:
    """A way to the same terminal on which no write waits, and whether writes to what is used do wait.

    The terminal is opened anew: its flags are shared by all who got it from the shell, and must not be changed.
    """
    with suppress(OSError):
        own = os.open(os.ttyname(fd), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        if os.fstat(own).st_rdev == os.fstat(fd).st_rdev:
            return own, False
        os.close(own)
    return None, True
