"""Keys that come before what they are meant for is there: they wait for it."""

from __future__ import annotations

from asyncio import TimerHandle, get_running_loop
from collections import deque
from collections.abc import Callable, Collection
from typing import TypeAlias

from textual import events
from textual.message_pump import MessagePump

Typed: TypeAlias = "events.Key | events.Paste"

# Seconds that a key is waited for before the next one is taken.
_PATIENCE = 1.0
# Nobody types more ahead.
_MOST = 1024


class TypeAhead:
    """Gives keys as they come; those behind a key that may lead elsewhere when that has been acted on.

    No others wait, so that what many keys at once lead to is one frame.

    Attributes:
        holding: Whether what was asked for is not there yet, so that no key is given.
    """

    def __init__(
        self,
        app: MessagePump,
        give: Callable[[Typed], object],
        follow: Callable[[Callable[[], object]], object],
        asking: Collection[str],
    ) -> None:
        """Nothing typed yet.

        Args:
            app: The app.
            give: Gives it a key.
            follow: Calls what it is given when the app has acted on the last key.
            asking: The keys that may lead elsewhere.
        """
        self._app, self._give, self._follow, self._asking = app, give, follow, asking
        self._waiting: deque[Typed] = deque()
        self._late: TimerHandle | None = None
        self._then: Callable[[], object] | None = None
        # Counts the keys that were given, so that a late word of an earlier one counts for nothing.
        self._given = 0
        self._acting = self.holding = False

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def behind(self) -> int:
        """How many wait for others, not for what was asked for."""
        return 0 if self.holding else len(self._waiting)

    def take(self, typed: Typed) -> None:
        """Give it, or keep it until its turn comes."""
        if len(self._waiting) < _MOST:
            self._waiting.append(typed)
        self._next()

    def hold(self) -> None:
        """Something was asked for that takes long: give nothing more until `release`."""
        self.holding = True

    def release(self, then: Callable[[], object] | None = None) -> None:
        """What was asked for is there; `then` is called when all that was typed meanwhile has been acted on."""
        self.holding = False
        self._then = then or self._then
        self._next()

    def forget(self) -> None:
        """Nobody waits for it any more, and what was typed was meant for it."""
        self._waiting.clear()
        self.release()

    def _next(self) -> None:
        while self._waiting and not (self._acting or self.holding):
            typed = self._waiting.popleft()
            self._give(typed)
            # What follows all keys follows the last of them.
            if (isinstance(typed, events.Key) and typed.key in self._asking) or (self._then and not self._waiting):
                self._wait()
        if self._then is not None and not (self._acting or self.holding):
            then, self._then = self._then, None
            then()

    def _wait(self) -> None:
        """Give nothing more until the last key has been acted on."""
        self._acting = True
        self._given += 1
        given = self._given
        # What a key leads to may be told by a message of its own, which the second round follows.
        self._app.call_later(self._follow, lambda: self._app.call_later(self._follow, lambda: self._acted(given)))
        self._late = get_running_loop().call_later(_PATIENCE, self._acted, given)

    def _acted(self, given: int) -> None:
        if given == self._given and self._acting:
            self._acting = False
            if self._late is not None:
                self._late.cancel()
            self._next()
