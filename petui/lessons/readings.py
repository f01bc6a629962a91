"""What was read of content files, kept for the next start.

YAML and Markdown take more of a start than all else that petui does itself. What they gave is kept as data beside the
review log, one file for each that was read, and used again as long as neither the content file nor petui has changed.
Who deletes it, or may not write it, only waits a little longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import petui
from petui.lessons.source import Source, read_source, visible
from petui.records import dataclass

_Read = TypeVar("_Read")

_MOST_BYTES = 8_000_000
# Packages whose code decides what is read.
_READERS = ("lessons", "core")


@dataclass(frozen=True, slots=True)
class Readings:
    """Where they are kept; `folder` None keeps nothing."""

    folder: Path | None = None

    def of(self, path: Path, read: Callable[[Source, str], _Read | None]) -> _Read | None:
        """What `read` makes of the file, or made of it before.

        Args:
            path: A content file.
            read: Makes records of the file's source and of how its path is shown; None is not kept.
        """
        source, shown = read_source(path), visible(str(path))
        if self.folder is None or not source.readable or source.faults:
            return read(source, shown)
        kept, key = self.folder / _name(path), _key(source.text)
        found: _Read | None = _kept(kept, key, shown)
        if found is not None:
            return found
        made = read(source, shown)
        if made is not None:
            _keep(kept, key, made, shown)
        return made


def _name(path: Path) -> str:
    return f"{path.stem[:40]}-{blake2b(os.fsencode(os.path.realpath(path)), digest_size=8).hexdigest()}.json"


def _key(text: str) -> str:
    """What the text and the code that reads it come to."""
    stamp = f"{petui.__version__}\0{_state_of_code()}\0"
    return blake2b((stamp + text).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@cache
def _state_of_code() -> str:
    """Changes with every change of the modules that read; in a checkout the version alone would not."""
    package = Path(petui.__file__).parent
    state = blake2b(digest_size=8)
    for folder in _READERS:
        for entry in sorted(os.scandir(package / folder), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                status = entry.stat()
                state.update(f"{entry.name}\0{status.st_mtime_ns}\0{status.st_size}\0".encode())
    return state.hexdigest()


def _kept(kept: Path, key: str, shown: str) -> Any:
    """What was kept under that key; None where nothing was, or not all of it is there."""
    try:
        with open(kept, "rb") as stream:
            data = stream.read(_MOST_BYTES)
        head, _, body = data.partition(b"\n")
        if head != _head(key, body):
            return None
        from petui.lessons.recordtext import of_text

        return of_text(body.decode("utf-8", "surrogatepass"), shown)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _keep(kept: Path, key: str, made: object, shown: str) -> None:
    from petui.lessons.recordtext import to_text

    body = to_text(made, shown).encode("utf-8", "surrogatepass")
    # Another petui that reads meanwhile finds the old file or the new one.
    beside = kept.with_name(f"{kept.name}.{os.getpid()}")
    with suppress(OSError):
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            beside.write_bytes(_head(key, body) + b"\n" + body)
            os.replace(beside, kept)
        except OSError:
            beside.unlink(missing_ok=True)


def _head(key: str, body: bytes) -> bytes:
    return f"{key} {blake2b(body, digest_size=16).hexdigest()}".encode()
