"""The thread that reads the terminal: whatever comes, the next key works."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from textual.events import Key
from textual.message import Message

from petui.tui.wire.keycodes import KeyCodes
from petui.tui.wire.keystream import KeyStream

_AT_ONCE = 4096
# How often a full app is asked whether it has caught up, in seconds.
_CATCHING_UP = 0.01
# How long the app may take to act on a key before the next one comes all the same, in seconds.
_ACTING = 0.5
_NOTHING_LEFT = select.POLLHUP | select.POLLERR | select.POLLNVAL


class Keyboard(Thread):
    """Reads keys until it is stopped or the terminal is gone."""

    def __init__(
        self,
        descriptor: int,
        escape_delay: float,
        *,
        deliver: Callable[[Message], None],
        settled: Callable[[float], object],
        is_full: Callable[[], bool],
        lost: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """A reader, not yet started.

        Args:
            descriptor: The terminal.
            escape_delay: Seconds after which a lone Esc is the key.
            deliver: Takes what a key means; called in this thread.
            settled: Waits, for so many seconds at most, until the app has acted on the last key.
            is_full: Whether the app has more to do than it should be given; nothing is read meanwhile.
            lost: Called once when there is no terminal any more.
            failed: Told of an error; the keys go on.
        """
        super().__init__(name="petui-keyboard", daemon=True)
        self._descriptor = descriptor
        self._stream = KeyStream(escape_delay)
        self._codes = KeyCodes()
        self._deliver, self._settled, self._is_full = deliver, settled, is_full
        self._lost, self._failed = lost, failed
        self._left = False
        self._wake, self._woken = os.pipe()
        self._stopped = False

    def stop(self, timeout: float) -> None:
        """End the reading; wait so many seconds for it."""
        self._stopped = True
        with suppress(OSError):
            os.write(self._woken, b"\0")
        if self.is_alive():
            self.join(timeout)
        if not self.is_alive():
            for descriptor in (self._wake, self._woken):
                with suppress(OSError):
                    os.close(descriptor)

    def run(self) -> None:
        """Read, cut, translate, deliver."""
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        while not self._stopped:
            ready = dict(poll.poll(self._milliseconds()))
            if self._stopped:
                return
            if self._descriptor not in ready:
                self._take(None)
            elif not self._read():
                self._lost()
                return

    def _milliseconds(self) -> int | None:
        due = self._stream.due
        return None if due is None else max(0, int((due - time.monotonic()) * 1000) + 1)

    def _read(self) -> bool:
        """Read what is there; False if there is no terminal any more."""
        try:
            data = os.read(self._descriptor, _AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False
        if data:
            self._take(data)
        return bool(data)

    def _take(self, data: bytes | None) -> None:
        """Deliver what bytes mean, or what has waited long enough."""
        now = time.monotonic()
        try:
            tokens = self._stream.expire(now) if data is None else self._stream.feed(data, now)
            for token in tokens:
                for message in self._codes.messages(token):
                    self._hand_over(message)
        except Exception as error:
            # Not a key that can be read: the app is told, and goes on with the next.
            self._stream.reset()
            self._failed(error)

    def _hand_over(self, message: Message) -> None:
        self._wait_for_room()
        if self._left:
            # Esc leaves a line, and what follows in the same burst is not for that line any more.
            self._settled(_ACTING)
        self._deliver(message)
        self._left = isinstance(message, Key) and message.key == "escape"

    def _wait_for_room(self) -> None:
        while not self._stopped and self._is_full():
            select.select([self._wake], [], [], _CATCHING_UP)
