"""Where results go: standard output, or a file that is either written whole or left as it was."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import ENXIO
from pathlib import Path
from typing import BinaryIO

from petui.core.errors import PetuiError
from petui.plain.standardstreams import discard

Chunk = str | bytes


def output_file(given: str | None) -> Path | None:
    """The file that -o names; None, for standard output, where it is left out or `-`.

    Raises:
        PetuiError: If it is empty.
    """
    if given == "":
        raise PetuiError("names no file", where="-o", mend="give FILE, or - for standard output")
    return None if given is None or given == "-" else Path(given)


def write_out(chunks: Iterable[Chunk], file: Path | None) -> None:
    """Write chunks as they come, to `file` or to standard output; text is UTF-8.

    Raises:
        PetuiError: If the file cannot be written; it is then as it was.
        BrokenPipeError: If nobody reads standard output any more.
    """
    if file is None:
        _write_stdout(chunks)
        return
    try:
        _write_file(chunks, file)
    except OSError as error:
        raise PetuiError(
            f"cannot be written: {error.strerror or error}", where=str(file), mend="give another file with -o"
        ) from None


def _write_stdout(chunks: Iterable[Chunk]) -> None:
    try:
        sys.stdout.flush()
        for chunk in chunks:
            sys.stdout.buffer.write(_bytes(chunk))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_stdout()
        raise PetuiError(f"standard output cannot be written: {error.strerror or error}") from None


def discard_stdout() -> None:
    """Let what standard output still holds go nowhere, so that the interpreter's last flush cannot fail."""
    discard(sys.stdout)


def _bytes(chunk: Chunk) -> bytes:
    return chunk if isinstance(chunk, bytes) else chunk.encode("utf-8", "backslashreplace")


def _write_file(chunks: Iterable[Chunk], file: Path) -> None:
    if file.is_dir():
        raise PetuiError("is a directory", where=str(file), mend="give a file with -o")
    if file.exists() and not file.is_file():
        # A device or a pipe is written into; renaming over it would replace it.
        with _open_special(file) as stream:
            stream.writelines(_bytes(chunk) for chunk in chunks)
        return
    replace_file(chunks, file)


def replace_file(chunks: Iterable[Chunk], file: Path, *, unless_changed: bytes | None = None) -> None:
    """Write beside a file, and put that in its place when it is whole.

    Args:
        chunks: What it is to hold; text is UTF-8.
        file: The file; a link keeps pointing to the file that it points to.
        unless_changed: What it must hold still; None for anything.

    Raises:
        PetuiError: If it holds something else by now; it is left so.
        OSError: If it cannot be written; it is then as it was.
    """
    with _cleared_on_signals():
        _replace(chunks, file, unless_changed)


def _replace(chunks: Iterable[Chunk], file: Path, before: bytes | None) -> None:
    target = Path(os.path.realpath(file))
    # Numbers of processes come again, and what an ended one may have left must not be in the way.
    beside = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as stream:
            stream.writelines(_bytes(chunk) for chunk in chunks)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        if before is not None and target.read_bytes() != before:
            raise PetuiError("the file has changed meanwhile", where=str(file), mend="try again")
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _open_special(file: Path) -> BinaryIO:
    """Open a device or a pipe without waiting for somebody to read it."""
    try:
        number = os.open(file, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == ENXIO and file.is_fifo():
            raise PetuiError("is a pipe that nobody reads", where=str(file), mend="start its reader first") from None
        raise
    os.set_blocking(number, True)
    return os.fdopen(number, "wb")


class _EndedError(BaseException):
    """A signal that ends the process was received."""


@contextmanager
def _cleared_on_signals() -> Iterator[None]:
    """Let signals that would end the process at once do so after what is open has been put away."""
    received: list[int] = []
    taken: list[int] = []
    writing = True

    def end(number: int, _: object) -> None:
        received.append(number)
        if writing and len(received) == 1:
            raise _EndedError

    try:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # One that is ignored, as after nohup, stays so.
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                # Only the main thread may ask for signals.
                with suppress(ValueError):
                    signal.signal(number, end)
                    taken.append(number)
        yield
        writing = False
    except _EndedError:
        pass
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
        if received:
            os.kill(os.getpid(), received[0])
