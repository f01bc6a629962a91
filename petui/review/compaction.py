"""Compaction: the files of ended sessions become one.

Three steps, and after each of them every event is in some file that a reading takes: an old file is given a name that
no session writes to; the union is written under a passing name and renamed; the old files are deleted. A session that
wakes up in between sees that its file is not in its place any more and writes its event again elsewhere.
"""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from petui.review.eventlines import is_record
from petui.review.log import file_name, host_part, sync_directory
from petui.review.logfiles import lines_of, log_files

_DAY = 24 * 3600
# Another machine sees a move late, over NFS; its sessions surely end within this time.
_LONG = 30 * _DAY
# A file of this size is not worth rewriting.
_LARGE = 8 << 20
_MOST_BYTES = 32 << 20
_NAME = re.compile(r"(?P<host>.+)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.ended)?\.jsonl")


def compact(directory: Path, *, clock: Callable[[], float] = time.time, host: str | None = None) -> int:
    """Join the files that this machine has not written to for a day, and any of thirty days, into one.

    Args:
        directory: Where the log's files are.
        clock: Gives seconds since 1970, UTC.
        host: Name of this machine, asked of the system by default.

    Returns:
        How many files were joined; 0 where there is nothing to do, or the disk does not let it be done.
    """
    try:
        return join_files(directory, clock=clock, host=host)
    except OSError:
        return 0


def join_files(
    directory: Path, *, clock: Callable[[], float] = time.time, host: str | None = None, at_once: bool = False
) -> int:
    """The same as compact, for somebody who wants to know why it fails.

    Args:
        directory: Where the log's files are.
        clock: Gives seconds since 1970, UTC.
        host: Name of this machine, asked of the system by default.
        at_once: Whether this machine's files need not be a day old; a session that still runs begins a new file.

    Returns:
        How many files were joined.

    Raises:
        OSError: If the disk does not let it be done; every event is still in a file of the log then.
    """
    _delete_leftovers(directory, clock())
    old = _ended_files(directory, clock(), host_part(host), -math.inf if at_once else _DAY)
    return _join(directory, old, host) if len(old) > 1 else 0


def _ended_files(directory: Path, now: float, host: str, own_patience: float) -> list[Path]:
    found: list[Path] = []
    total = 0
    for path in log_files(directory):
        with suppress(OSError):
            stat = path.stat()
            named = _NAME.fullmatch(path.name)
            patience = own_patience if named and named["host"] == host else _LONG
            if now - stat.st_mtime > patience and stat.st_size < _LARGE and total + stat.st_size <= _MOST_BYTES:
                found.append(path)
                total += stat.st_size
    return found


def _join(directory: Path, old: Iterable[Path], host: str | None) -> int:
    lines: dict[bytes, None] = {}
    taken: list[Path] = []
    for path in old:
        with suppress(OSError):
            claimed = _claimed(path, host)
            kept = _records(claimed)
            # A file of which nothing can be read may be of use to somebody.
            if kept or not claimed.stat().st_size:
                lines.update(dict.fromkeys(kept))
                taken.append(claimed)
    if lines:
        write_whole(directory / file_name(host), b"".join(b"\n%b\n" % line for line in lines))
    for path in taken:
        with suppress(FileNotFoundError):
            os.unlink(path)
    return len(taken)


def _claimed(path: Path, host: str | None) -> Path:
    """The file under a name of its own, that its session does not know."""
    if path.name.endswith(".ended.jsonl"):
        return path
    claimed = path.with_name(file_name(host).removesuffix(".jsonl") + ".ended.jsonl")
    os.rename(path, claimed)
    return claimed


def _records(path: Path) -> list[bytes]:
    """Every line that is a JSON object, as it is."""
    with path.open("rb") as file:
        return [line.strip() for line in lines_of(file) if is_record(line)]


def write_whole(path: Path, data: bytes) -> None:
    """A file of the log that is there in full or not at all.

    Raises:
        OSError: If it cannot be written.
    """
    passing = path.with_name(f".{path.name}.tmp")
    try:
        handle = os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        os.rename(passing, path)
        sync_directory(path.parent)
    except OSError:
        with suppress(OSError):
            os.unlink(passing)
        raise


def _delete_leftovers(directory: Path, now: float) -> None:
    """Delete what a compaction that was killed left half written."""
    for path in directory.glob(".*.jsonl.tmp"):
        with suppress(OSError):
            if now - path.stat().st_mtime > _DAY:
                os.unlink(path)
