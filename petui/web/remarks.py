"""What the libraries that serve have to say of errors: a line each, and not the same line again and again."""

from __future__ import annotations

import logging
from collections.abc import Callable

from aiohttp.http_exceptions import HttpProcessingError

from petui.lessons.source import visible

# The same is not said again within, in seconds.
_SILENCE = 60.0
_SPEAKERS = ("aiohttp", "asyncio")
_LONGEST = 300


class Remarks(logging.Handler):
    """Says the first line of a record, without tracebacks; of what is no request of HTTP nothing, as all send it."""

    def __init__(self, say: Callable[[str], object]) -> None:
        """Of warnings and worse; `say` is told a line."""
        super().__init__(logging.WARNING)
        self._say = say
        self._said: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Say a record, unless it was said a moment ago."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError):
            return
        kind = f"{type(error).__name__}: " if error else ""
        line = (record.getMessage().splitlines() or [""])[0]
        before = self._said.get(f"{kind}{record.msg}"[:_LONGEST])
        if before is None or record.created - before >= _SILENCE:
            self._said = {what: at for what, at in self._said.items() if record.created - at < _SILENCE}
            self._said[f"{kind}{record.msg}"[:_LONGEST]] = record.created
            self._say(visible(f"{kind}{line}")[:_LONGEST])


def hear_libraries(say: Callable[[str], object]) -> None:
    """Let what they log be said by `Remarks`, and by nothing else."""
    remarks = Remarks(say)
    for name in _SPEAKERS:
        logger = logging.getLogger(name)
        logger.handlers = [remarks]
        logger.propagate = False
