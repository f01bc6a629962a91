"""Where results go: standard output, or a file that is either written whole or left as it was."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from petui.core.errors import PetuiError

Chunk = str | bytes


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
    if sys.stdout is None:
        raise PetuiError("standard output is closed", mend="give -o FILE, or leave it open")
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
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _bytes(chunk: Chunk) -> bytes:
    return chunk if isinstance(chunk, bytes) else chunk.encode("utf-8", "backslashreplace")


def _write_file(chunks: Iterable[Chunk], file: Path) -> None:
    if file.is_dir():
        raise PetuiError("is a directory", where=str(file), mend="give a file with -o")
    if file.exists() and not file.is_file():
        # A device or a pipe is written into; renaming over it would replace it.
        with file.open("wb") as stream:
            stream.writelines(_bytes(chunk) for chunk in chunks)
        return
    # A link keeps pointing to the file that it points to.
    target = Path(os.path.realpath(file))
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as stream:
            stream.writelines(_bytes(chunk) for chunk in chunks)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
