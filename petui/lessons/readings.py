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
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import petui
from petui.lessons.source import Source, read_source, visible
from petui.records import dataclass

_Read = TypeVar("_Read")

_MOST_BYTES = 8_000_000
_SUM = 9
# Packages whose code decides what is read.
_READERS = ("lessons", "core")


@dataclass(frozen=True, slots=True)
class Readings:
    """Where they are kept; `folder` None keeps nothing."""

    folder: Path | None = None

    def of(self, path: Path, kind: type[_Read], read: Callable[[Source, str], _Read | None]) -> _Read | None:
        """What `read` makes of the file, or made of it before.

        Args:
            path: A content file.
            kind: The record that it is.
            read: Makes one of the file's source and of how its path is shown; None is not kept.
        """
        source, shown = read_source(path), visible(str(path))
        if self.folder is None or not source.readable or source.faults:
            return read(source, shown)
        kept, head = self.folder / _name(path), _head(source.text)
        found = _kept(kept, head, shown)
        if isinstance(found, kind):
            return found
        made = read(source, shown)
        if made is not None:
            _keep(kept, head, made, shown)
        return made


def _name(path: Path) -> str:
    # Two files of one name do no harm: what is kept is for a text, wherever that lies.
    return f"{path.stem[:40]}-{crc32(os.fsencode(os.path.realpath(path))):08x}.json"


def _head(text: str) -> bytes:
    """The code that reads, and the whole text that was read: sums can be alike where texts are not."""
    return f"petui {petui.__version__} {_state_of_code()}\n{text}\n".encode("utf-8", "surrogatepass")


@cache
def _state_of_code() -> str:
    """Changes with every change of the modules that read; in a checkout the version alone would not."""
    package, state = Path(petui.__file__).parent, []
    for folder in _READERS:
        with os.scandir(package / folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    state.append((entry.name, status.st_mtime_ns, status.st_size))
    return f"{crc32(repr(sorted(state)).encode()):08x}"


def _kept(kept: Path, head: bytes, shown: str) -> object:
    """What was kept behind that head; None where nothing was, or not all of it is there."""
    try:
        with open(kept, "rb") as stream:
            data = stream.read(_MOST_BYTES)
        body = data[len(head) + _SUM :]
        if not data.startswith(head) or data[len(head) : len(head) + _SUM] != _sum(body):
            return None
        from petui.lessons.recordtext import of_text

        return of_text(body.decode("utf-8", "surrogatepass"), shown)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _keep(kept: Path, head: bytes, made: object, shown: str) -> None:
    from petui.lessons.recordtext import to_text

    body = to_text(made, shown).encode("utf-8", "surrogatepass")
    # Another petui that reads meanwhile finds the old file or the new one.
    beside = kept.with_name(f"{kept.name}.{os.getpid()}")
    with suppress(OSError):
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            beside.write_bytes(head + _sum(body) + body)
            os.replace(beside, kept)
        except OSError:
            beside.unlink(missing_ok=True)


def _sum(body: bytes) -> bytes:
    return b"%08x\n" % crc32(body)
