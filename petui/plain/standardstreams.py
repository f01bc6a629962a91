"""The process's own streams: a closed standard output fails only when it is written to, and a stderr in silence.

Nothing else could say that stderr failed, and what was done is done.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TextIO

from petui.core.errors import PetuiError

_SPELLED = "petui.spelled"


@contextmanager
def sound_streams() -> Iterator[None]:
    """Put streams that every command can use in the place of standard output, where that is closed, and of stderr."""
    before = sys.stdout, sys.stderr
    if sys.stdout is None:
        sys.stdout = _text(_Closed())
    sys.stderr = _text(_Unfailing(sys.stderr), sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _text(raw: io.RawIOBase, like: TextIO | None = None) -> io.TextIOWrapper:
    # Nothing is kept back, so that nothing is left to fail at the interpreter's end.
    encoding = "utf-8" if like is None else like.encoding
    return io.TextIOWrapper(raw, encoding, _SPELLED, newline="", write_through=True)  # type: ignore[arg-type]


def _spelled(error: UnicodeError) -> tuple[str | bytes, int]:
    """What a stream that has few signs writes for others: their ASCII form, and the number of those that have none."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from petui.lessons.transliterate import to_ascii

    signs = error.object[error.start : error.end]
    spelled = (plain if (plain := to_ascii(sign)) != "?" else ascii(sign)[1:-1] for sign in signs)
    return "".join(spelled), error.end


codecs.register_error(_SPELLED, _spelled)


class _Closed(io.RawIOBase):
    """Standard output that is closed: it is no terminal, and flushed as often as one likes, but not written to."""

    def writable(self) -> bool:
        """Whether it can be written to, which its text needs to know before it is tried."""
        return True

    def write(self, data: object, /) -> int:
        """Refuse with a PetuiError."""
        raise PetuiError("standard output is closed", mend="leave it open, or give -o FILE where there is one")


class _Unfailing(io.RawIOBase):
    """Bytes for another stream, or for none; they go nowhere from when it cannot be written to."""

    def __init__(self, other: IO[str] | None) -> None:
        self._other = other

    def writable(self) -> bool:
        """Whether it can be written to."""
        return True

    def isatty(self) -> bool:
        """Whether the other is a terminal."""
        return self._other is not None and self._other.isatty()

    def fileno(self) -> int:
        """The other's number; raises OSError where there is none."""
        return super().fileno() if self._other is None else self._other.fileno()

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        """Write all, or nothing."""
        if self._other is not None:
            try:
                self._other.flush()
                self._other.buffer.write(data)  # type: ignore[attr-defined]
                self._other.flush()
            except (OSError, ValueError):
                discard(self._other)
                self._other = None
        return len(data)


def discard(stream: IO[str]) -> None:
    """Let what a stream still holds go nowhere, so that the interpreter's last flush cannot fail."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
