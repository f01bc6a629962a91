"""The append-only log: one file per session, one writer, on the disk before anything is shown as done."""

from __future__ import annotations

import errno
import gc
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from uuid import uuid4

from petui.records import dataclass
from petui.review.eventlines import from_line, to_line
from petui.review.events import Event, when
from petui.review.logfiles import lines_of, take_all_files

# A file may be moved away by compaction between any two appends, but not again and again.
_ATTEMPTS = 3
_FULL = frozenset((errno.ENOSPC, errno.EDQUOT))
_UNSUPPORTED = frozenset((errno.EINVAL, errno.ENOTSUP, errno.ENOSYS))
_WORDS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EROFS: "{place} is on a read-only disk",
    errno.EACCES: "you may not write in {place}",
    errno.EPERM: "you may not write in {place}",
    errno.ENOTDIR: "{place} is not a directory",
    errno.EEXIST: "{place} is not a directory",
    errno.EFBIG: "the log's file may not grow",
    errno.EIO: "the disk under {place} fails",
}


# ---- writing ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _File:
    """A session's file: its path, its open handle, and how many bytes of it are known to be on the disk."""

    path: Path
    handle: int
    saved: int = 0

    def is_in_place(self) -> bool:
        """Whether the path still leads to this file; False once it was moved or deleted."""
        try:
            there, here = os.stat(self.path), os.fstat(self.handle)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)

    def write(self, data: bytes) -> None:
        """Put data at the end and on the disk; after a failure nothing of it is left, where that can be had."""
        size = len(data)
        try:
            while data:
                written = os.write(self.handle, data)
                if written == 0:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                data = data[written:]
            os.fsync(self.handle)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self.handle, self.saved)
            raise
        self.saved += size

    def close(self) -> None:
        """Close it, and delete it if it holds nothing."""
        with suppress(OSError):
            os.close(self.handle)
        if not self.saved:
            with suppress(OSError):
                os.unlink(self.path)


class ReviewLog:
    """The log of one session; for one thread.

    Each event is written as newline, JSON, newline, so that a torn line never swallows its neighbour. The file is
    created at the first event. What cannot be written is kept, in order, and tried again with the next event.

    Attributes:
        problem: Why events wait to be saved, or will, in words; None while all are on the disk.
    """

    def __init__(self, directory: Path, *, host: str | None = None) -> None:
        """A log in a directory, which is created when it is needed.

        Args:
            directory: Where the log's files are.
            host: Name of this machine, asked of the system by default.
        """
        self.problem = foreseen_problem(directory)
        self._directory = directory
        self._host = host
        self._waiting: list[Event] = []
        self._file: _File | None = None

    @property
    def waiting(self) -> int:
        """How many events are not saved yet."""
        return len(self._waiting)

    @property
    def path(self) -> Path | None:
        """The session's file; None before the first event."""
        return self._file.path if self._file else None

    def append(self, event: Event) -> bool:
        """Write an event, after those that wait; True once all are on the disk."""
        self._waiting.append(event)
        return self.flush()

    def flush(self) -> bool:
        """Write what waits; False, with `problem` set, where that fails."""
        try:
            self._write_waiting()
        except OSError as error:
            self.problem = problem_in_words(error, self._directory)
            return False
        self.problem = None
        return True

    def close(self) -> None:
        """Write what waits, and close."""
        self.flush()
        self._leave_file()

    def _write_waiting(self) -> None:
        for _ in range(_ATTEMPTS):
            if not self._waiting:
                return
            file = self._opened()
            data = "".join(f"\n{to_line(event)}\n" for event in self._waiting).encode("utf-8", "backslashreplace")
            try:
                file.write(data)
            except OSError as error:
                again = file.saved > 0 and error.errno not in _FULL
                if error.errno not in _FULL:
                    self._leave_file()
                if not again:
                    raise
                continue
            # Only a file that is still in its place after the write will be read, or compacted, with this event.
            if file.is_in_place():
                self._waiting.clear()
                return
            self._leave_file()
        raise OSError(errno.ESTALE, "the log's files vanish as soon as they are written")

    def _opened(self) -> _File:
        if self._file is not None and not self._file.is_in_place():
            self._leave_file()
        if self._file is None:
            make_directory(self._directory)
            path = self._directory / file_name(self._host)
            self._file = _File(path, os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600))
            try:
                sync_directory(self._directory)
            except OSError:
                self._leave_file()
                raise
        return self._file

    def _leave_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def foreseen_problem(directory: Path) -> str | None:
    """Why nothing will be saved in a directory, as far as that is known before; None where nothing speaks against it.

    Nothing is made or written for it.
    """
    place = next((path for path in (directory, *directory.parents) if os.path.lexists(path)), directory)
    if os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK):
        return None
    code = errno.EACCES if os.path.isdir(place) else errno.ENOTDIR
    with suppress(OSError):
        code = errno.EROFS if os.statvfs(place).f_flag & os.ST_RDONLY else code
    return problem_in_words(OSError(code, os.strerror(code)), directory)


def problem_in_words(error: OSError, place: Path) -> str:
    """Why nothing can be written in a place, for people."""
    words = _WORDS.get(error.errno or 0)
    if words is None:
        words = f"{{place}}: {(error.strerror or type(error).__name__).lower()}"
    return words.replace("{place}", str(place))


def file_name(host: str | None) -> str:
    """A new name for a file of the log: `<host>-<uuid>.jsonl`."""
    return f"{host_part(host)}-{uuid4()}.jsonl"


def host_part(host: str | None) -> str:
    """A machine's name as it stands in file names; this machine's by default."""
    name = socket.gethostname() if host is None else host
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in name)[:60] or "host"


def make_directory(directory: Path) -> None:
    """Create a directory, for its owner only, so that it outlives a loss of power."""
    missing = [path for path in (directory, *directory.parents) if not path.exists()]
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in missing:
        sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Put a directory's names on the disk, where the file system can."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(handle)


# ---- reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LogReading:
    """All that the log's files hold.

    Attributes:
        events: The union by id, in the order of (at, id).
        files: How many files were read.
        torn: How many lines were no events.
        unreadable: Files, or the directory, that could not be read.
    """

    events: tuple[Event, ...] = ()
    files: int = 0
    torn: int = 0
    unreadable: tuple[Path, ...] = ()


@dataclass(slots=True)
class _Union:
    """A reading on its way."""

    events: dict[str, Event] = field(default_factory=dict)
    files: int = 0
    torn: int = 0
    unreadable: list[Path] = field(default_factory=list)

    def take_file(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                for line in lines_of(file):
                    self._take(from_line(line))
        except FileNotFoundError:
            # Compacted since it was listed: the next listing has its events.
            return
        except OSError:
            self.unreadable.append(path)
            return
        self.files += 1

    def _take(self, event: Event | None) -> None:
        if event is None:
            self.torn += 1
            return
        name = event.stamp.id
        other = self.events.setdefault(name, event)
        # Of two different events with one id the same one must win in whatever order the files come.
        if other is not event and other != event:
            self.events[name] = min(other, event, key=to_line)


def read_events(directory: Path) -> LogReading:
    """Read every file of the log; nothing that they hold can make this fail."""
    union = _Union()
    with without_collecting():
        try:
            take_all_files(directory, union.take_file)
        except FileNotFoundError:
            pass
        except OSError:
            union.unreadable.append(directory)
        ordered = sorted(union.events.values(), key=when)
        return LogReading(tuple(ordered), union.files, union.torn, tuple(union.unreadable))


@contextmanager
def without_collecting() -> Iterator[None]:
    """Without looking for garbage: many lasting objects and no cycles would cost a third of the time."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()
