"""The thread that reads the terminal: whatever comes, the next key works."""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from textual.events import Key
from textual.message import Message

from petui.tui.wire.keycodes import KeyCodes
from petui.tui.wire.keystream import KeyStream

_AT_ONCE = 4096
# How often a full app is asked whether it has caught up, in seconds.
_CATCHING_UP = 0.01
# Messages that wait here while the app is full; of what comes beyond them only Ctrl-C is heeded.
_MOST_WAITING = 4096
_INTERRUPT = "ctrl+c"
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
        follow: Callable[[Callable[[], object]], object],
        is_full: Callable[[], bool],
        interrupted: Callable[[], None],
        lost: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """A reader, not yet started.

        Args:
            descriptor: The terminal.
            escape_delay: Seconds after which a lone Esc is the key.
            deliver: Takes what a key means; called in this thread.
            follow: Calls what it is given, from any thread, when the app has acted on the last key.
            is_full: Whether the app has more to do than it should be given; what is read meanwhile waits.
            interrupted: Called for Ctrl-C, which waits for nothing; what was typed before it is dropped.
            lost: Called once when there is no terminal any more.
            failed: Told of an error; the keys go on.
        """
        super().__init__(name="petui-keyboard", daemon=True)
        self._descriptor = descriptor
        self._stream = KeyStream(escape_delay)
        self._codes = KeyCodes()
        self._deliver, self._follow, self._is_full = deliver, follow, is_full
        self._interrupted, self._lost, self._failed = interrupted, lost, failed
        self._waiting: deque[Message] = deque()
        self._left = False
        self._acted = Event()
        self._wake, self._woken = os.pipe()
        self._stopped = False

    def stop(self, timeout: float) -> None:
        """End the reading; wait so many seconds for it."""
        self._stopped = True
        # Whoever ends it may be what the app is waited for.
        self._acted.set()
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
            self._give()

    def _milliseconds(self) -> int | None:
        due = self._stream.due
        if self._waiting:
            return int(_CATCHING_UP * 1000) if self._is_full() else 0
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
        """Keep what bytes mean, or what has waited long enough, until its turn comes."""
        now = time.monotonic()
        try:
            tokens = self._stream.expire(now) if data is None else self._stream.feed(data, now)
            for token in tokens:
                for message in self._codes.messages(token):
                    self._keep(message)
        except Exception as error:
            # Not a key that can be read: the app is told, and goes on with the next.
            self._stream.reset()
            self._failed(error)

    def _keep(self, message: Message) -> None:
        if isinstance(message, Key) and message.key == _INTERRUPT:
            self._waiting.clear()
            self._interrupted()
        elif len(self._waiting) < _MOST_WAITING:
            self._waiting.append(message)

    def _give(self) -> None:
        """Deliver what there is room for; once an Esc was waited for, it is looked first whether more has come."""
        waited = False
        while self._waiting and not (waited or self._stopped or self._is_full()):
            message = self._waiting.popleft()
            if self._left:
                # Esc leaves a line, and what follows in the same burst is not for that line any more.
                waited = True
                self._await_app()
                if self._stopped:
                    return
            self._deliver(message)
            self._left = isinstance(message, Key) and message.key == "escape"

    def _await_app(self) -> None:
        """Wait a while until the app has acted on the last key, or the reading ends."""
        acted = self._acted = Event()
        if not self._stopped:
            self._follow(acted.set)
            acted.wait(_ACTING)
