"""The append-only log: one file per session, one writer, fsync before anything is shown as done."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from petui.review.events import Event, from_record, stamp_now, to_line

_MAX_LINE = 1 << 20


class ReviewLog:
    """The log of one session.

    Each event is written as newline, JSON, newline, so that a torn line never swallows the next one. The file is
    created at the first event. What cannot be written is kept and tried again with the next event.

    Attributes:
        problem: Why the last write failed, in words; None while all is saved.
    """

    def __init__(self, directory: Path, *, clock: Callable[[], float] = time.time) -> None:
        """A log in a directory, which is created when it is needed."""
        self.problem: str | None = None
        self._directory = directory
        self._clock = clock
        self._waiting: deque[Event] = deque()
        self._file: int | None = None

    def append(self, event: Event) -> bool:
        """Stamp an event and write it safely; True once it is on the disk."""
        self._waiting.append(replace(event, stamp=event.stamp or stamp_now(self._clock)))
        return self.flush()

    def flush(self) -> bool:
        """Write what waits; False, with `problem` set, where that fails."""
        try:
            while self._waiting:
                self._write(self._waiting[0])
                self._waiting.popleft()
        except OSError as error:
            self._close_file()
            self.problem = error.strerror or type(error).__name__
            return False
        self.problem = None
        return True

    def close(self) -> None:
        """Write what waits, and close."""
        self.flush()
        self._close_file()

    def _write(self, event: Event) -> None:
        handle = self._opened()
        data = f"\n{to_line(event)}\n".encode()
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)

    def _opened(self) -> int:
        # A file that compaction or a clean-up has unlinked takes writes and keeps nothing.
        if self._file is not None and os.fstat(self._file).st_nlink == 0:
            self._close_file()
        if self._file is None:
            self._directory.mkdir(parents=True, exist_ok=True)
            name = f"{_file_safe(stamp_now(self._clock).host)}-{uuid.uuid4()}.jsonl"
            self._file = os.open(self._directory / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
            _sync_directory(self._directory)
        return self._file

    def _close_file(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                os.close(self._file)
            self._file = None


def _file_safe(name: str) -> str:
    return "".join(character if character.isalnum() else "-" for character in name)[:60] or "host"


def _sync_directory(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass(frozen=True, slots=True)
class LogReading:
    """All that the log's files hold.

    Attributes:
        events: The union by id, in the order of (at, id).
        files: How many files were read.
        torn: How many lines were no events.
        unreadable: Files that could not be read.
    """

    events: tuple[Event, ...]
    files: int
    torn: int
    unreadable: tuple[Path, ...]


def read_events(directory: Path) -> LogReading:
    """Read every file of the log; nothing in them can make this fail."""
    events: dict[str, Event] = {}
    torn, files = 0, 0
    unreadable: list[Path] = []
    for path in _files(directory):
        try:
            data = path.read_bytes()
        except OSError:
            unreadable.append(path)
            continue
        files += 1
        for event in _events_in(data):
            if event is None or event.stamp is None:
                torn += 1
            else:
                events.setdefault(event.stamp.id, event)
    ordered = sorted(events.values(), key=_when)
    return LogReading(tuple(ordered), files, torn, tuple(unreadable))


def _files(directory: Path) -> list[Path]:
    try:
        return sorted(path for path in directory.glob("*.jsonl") if path.is_file())
    except OSError:
        return []


def _events_in(data: bytes) -> Iterator[Event | None]:
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        if len(line) > _MAX_LINE:
            yield None
            continue
        try:
            yield from_record(json.loads(line))
        except (ValueError, RecursionError):
            yield None


def _when(event: Event) -> tuple[int, str]:
    assert event.stamp is not None
    return event.stamp.at, event.stamp.id
