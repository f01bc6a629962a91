"""What was read of content files, kept for the next start.

YAML and Markdown take more of a start than all else that petui does itself. What they gave is kept as data beside the
review log, one file for each that was read, and used again as long as neither the content file nor petui has changed.
Nothing of it is ever deleted by petui; who deletes it, or may not write it, only waits a little longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import petui
from petui.core.errors import ContentError
from petui.lessons.recordtext import of_text, to_text
from petui.lessons.source import Source, read_bytes, read_source, source_of, visible
from petui.records import dataclass

_Read = TypeVar("_Read")

_MOST_BYTES = 8_000_000
# Whose code decides what is read: petui's own packages, and the libraries under them.
_READERS = ("lessons", "core")
_LIBRARIES = ("yaml", "markdown_it", "mdit_py_plugins")


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
        shown = visible(str(path))
        try:
            data = read_bytes(path)
        except (ContentError, OSError, ValueError):
            data = None
        if self.folder is None or data is None:
            return read(read_source(path), shown)
        kept, head = self.folder / _name(path), _head(data)
        found = _kept(kept, head, shown)
        if isinstance(found, kind):
            return found
        source = source_of(data, shown)
        made = read(source, shown)
        if made is not None and not source.faults:
            _keep(kept, head, made, shown)
        return made


NOTHING_KEPT = Readings()


def _name(path: Path) -> str:
    # A reading depends on the text and on the file's name, which are both compared; a like sum does no harm.
    return f"{path.stem}-{crc32(os.fsencode(os.path.realpath(path))):08x}.json"


def _head(data: bytes) -> bytes:
    """The code that reads, and all that was read: sums can be alike where texts are not."""
    return b"petui %s %s\n%s\n" % (petui.__version__.encode(), _state_of_code().encode(), data)


@cache
def _state_of_code() -> str:
    """Changes with every change of what reads; in a checkout the version alone would not."""
    return f"{crc32(repr(sorted(_states_of_code())).encode()):08x}"


def _states_of_code() -> Iterator[tuple[str, int, int]]:
    package = Path(petui.__file__).parent
    # Some installers give every file one time, but each version a place of its own.
    yield str(package), 0, 0
    for folder in _READERS:
        # Where modules are no files in a folder, petui's version says it all.
        with suppress(OSError), os.scandir(package / folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    yield _state(f"{folder}/{entry.name}", entry.stat())
    for name in _LIBRARIES:
        spec = find_spec(name)
        with suppress(OSError):
            yield _state(name, os.stat((spec and spec.origin) or ""))


def _state(name: str, status: os.stat_result) -> tuple[str, int, int]:
    return name, status.st_mtime_ns, status.st_size


def _kept(kept: Path, head: bytes, shown: str) -> object:
    """What was kept behind that head; None where nothing was, or not all of it is there."""
    try:
        with open(kept, "rb", opener=_without_waiting) as stream:
            data = stream.read(_MOST_BYTES)
        body = data[len(head) + len(_sum(b"")) :]
        return of_text(body.decode(), shown) if data == head + _sum(body) + body else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _without_waiting(path: str, flags: int) -> int:
    # A FIFO that nobody writes to would hold the start for ever.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _keep(kept: Path, head: bytes, made: object, shown: str) -> None:
    body = to_text(made, shown).encode()
    beside = kept.with_name(f"{kept.name}.part")
    with suppress(OSError):
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with open(beside, "xb", opener=_for_its_owner) as stream:
                stream.write(head + _sum(body) + body)
            # Another petui that reads meanwhile finds the old file or the new one.
            os.replace(beside, kept)
        except OSError:
            # Also what a killed petui left, or another one is writing: who comes next writes it.
            beside.unlink(missing_ok=True)


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _sum(body: bytes) -> bytes:
    return b"%08x\n" % crc32(body)
