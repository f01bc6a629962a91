"""What a browser's terminal shows, from the messages of its socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pyte

# A test that waits for longer has failed: it is no measure of anything.
_PATIENCE = 40


class BrowserScreen:
    """A terminal in memory, which grows with what the page says of its size."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()

    def feed(self, data: bytes) -> None:
        self._stream.feed(data)
        self._changed.set()

    def clear(self) -> None:
        """Forget what was shown."""
        self._screen.reset()

    def follow(self, message: str) -> None:
        """Heed what the page sends, where it is a size."""
        match json.loads(message):
            case ["resize", {"width": int(wide), "height": int(high)}]:
                self._screen.resize(high, wide)

    @property
    def size(self) -> tuple[int, int]:
        return self._screen.columns, self._screen.lines

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    async def wait_for(self, what: str | Callable[[str], object]) -> str:
        """Wait until the screen has a text on it, or is as a condition wants it; what it shows then."""
        wanted = (lambda text: what in text) if isinstance(what, str) else what
        try:
            async with asyncio.timeout(_PATIENCE):
                while not wanted(self.text):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"never seen: {what!r}\n{self.text}") from None
        return self.text
