"""The log's lines as they were written, for taking them to another machine and adding those of another one.

Both go by lines, not by events, so that what a newer version wrote into them travels unchanged.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import field
from io import BufferedReader
from pathlib import Path

from petui.core.errors import PetuiError
from petui.locations import LOG
from petui.records import dataclass
from petui.review.compaction import write_whole
from petui.review.eventlines import from_line, is_record, to_line
from petui.review.events import when
from petui.review.log import (
    file_name,
    make_directory,
    problem_in_words,
    without_collecting,
)
from petui.review.logfiles import lines_of, log_files, take_all_files

_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class LogLines:
    """What some files of a log hold, line by line.

    Attributes:
        events: The line of every event, in the order of (at, id).
        records: Further lines that are JSON objects but no events of this version, each once and sorted.
        torn: How many lines were neither.
        unreadable: Files that could not be read.
    """

    events: tuple[bytes, ...] = ()
    records: tuple[bytes, ...] = ()
    torn: int = 0
    unreadable: tuple[Path, ...] = ()

    @property
    def all(self) -> tuple[bytes, ...]:
        """Events, then records."""
        return self.events + self.records


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did.

    Attributes:
        added: How many lines were added to the log.
        known: How many the log had already.
        torn: How many lines of the files are no records, and were left out.
        path: The new file of the log; None if nothing was added.
    """

    added: int
    known: int
    torn: int
    path: Path | None


@dataclass(slots=True)
class _LineUnion:
    """A union of lines on its way; it does not depend on the order in which they come."""

    lines: dict[str, bytes] = field(default_factory=dict)
    order: dict[str, tuple[int, str]] = field(default_factory=dict)
    records: dict[bytes, None] = field(default_factory=dict)
    torn: int = 0
    unreadable: list[Path] = field(default_factory=list)

    def take_log_file(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                self.take_lines(file)
        except FileNotFoundError:
            # Compacted since it was listed: another listing has its events.
            return
        except OSError:
            self.unreadable.append(path)

    def take_lines(self, file: BufferedReader) -> None:
        for line in lines_of(file):
            # An editor may have put its mark before the first line.
            self.take(line.removeprefix(_MARK).strip())

    def take(self, line: bytes) -> bool:
        """Take a line; whether the union is another one with it."""
        event = from_line(line)
        if event is None:
            return self._take_record(line)
        name = event.stamp.id
        other = self.lines.get(name)
        if other is not None and (other == line or _rank(other) < _rank(line)):
            return False
        self.lines[name] = line
        self.order[name] = when(event)
        return True

    def _take_record(self, line: bytes) -> bool:
        if not is_record(line):
            self.torn += 1
            return False
        known = line in self.records
        self.records[line] = None
        return not known

    def done(self) -> LogLines:
        events = tuple(self.lines[name] for name in sorted(self.lines, key=self.order.__getitem__))
        return LogLines(events, tuple(sorted(self.records)), self.torn, tuple(self.unreadable))


def _rank(line: bytes) -> tuple[str, bytes]:
    """Which of two lines of one id holds: the one that a reading of the log takes."""
    event = from_line(line)
    return (to_line(event) if event else "", line)


def log_lines(directory: Path) -> LogLines:
    """Every line of the log in a directory; none where there is no such directory.

    Raises:
        PetuiError: If the directory cannot be listed.
    """
    return _union_of_log(directory).done()


def _union_of_log(directory: Path) -> _LineUnion:
    union = _LineUnion()
    try:
        with without_collecting():
            take_all_files(directory, union.take_log_file)
    except FileNotFoundError:
        pass
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PetuiError(f"the log cannot be read: {reason}", where=str(directory)) from None
    return union


def read_lines(path: Path) -> LogLines:
    """The lines of an exported file, of a file of a log, or of all files of a directory.

    Args:
        path: The file, a log's directory, or a data directory, whose log is in its `log`.

    Raises:
        PetuiError: If it cannot be read, or is no log: it has lines, and none of them is an event.
    """
    union = _LineUnion()
    try:
        for each in _files_of(path) if path.is_dir() else (path,):
            with open_ordinary(each) as file:
                union.take_lines(file)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PetuiError(f"cannot be read: {reason}", where=str(path), mend="check the path") from None
    found = union.done()
    if not found.events and (found.records or found.torn or path.is_dir()):
        mend = "give a file that `petui data export` wrote, or a data folder of petui"
        raise PetuiError("is no log: there is no event in it", where=str(path), mend=mend)
    return found


def _files_of(directory: Path) -> list[Path]:
    own, inner = log_files(directory), directory / LOG
    return log_files(inner) if not own and inner.is_dir() else own


def open_ordinary(path: Path) -> BufferedReader:
    """A file, opened to be read.

    Raises:
        OSError: If that cannot be done.
        ValueError: If it is a pipe, a device or a folder.
    """
    # Without O_NONBLOCK a pipe that nobody writes to would hold the program for ever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    file = os.fdopen(handle, "rb")
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        file.close()
        raise ValueError("it is no ordinary file")
    return file


def merge(directory: Path, files: Sequence[Path], *, host: str | None = None) -> Merged:
    """Add to the log what other files have and it has not, as one new file that is there in full or not at all.

    Merging is idempotent, commutative and associative: which events the log holds afterwards does not depend on how
    often and in which order files are merged. Of two events with one id the same one holds on every machine.

    Args:
        directory: Where the log's files are; it is created when it is needed.
        files: See read_lines.
        host: Name of this machine, asked of the system by default.

    Raises:
        PetuiError: If one of the files cannot be read or is no log, or nothing can be written; nothing has changed.
    """
    given = [read_lines(path) for path in files]
    union = _union_of_log(directory)
    lines = {line: None for found in given for line in found.all}
    taken = {line for line in lines if union.take(line)}
    # Of several new lines with one id only the one that holds is written.
    new = tuple(line for line in union.done().all if line in taken)
    torn = sum(found.torn for found in given)
    return Merged(len(new), len(lines) - len(new), torn, _written(directory, new, host) if new else None)


def _written(directory: Path, lines: Sequence[bytes], host: str | None) -> Path:
    path = directory / file_name(host)
    try:
        make_directory(directory)
        write_whole(path, b"".join(b"\n%b\n" % line for line in lines))
    except OSError as error:
        raise PetuiError(f"nothing was merged: {problem_in_words(error, directory)}", where="merge") from None
    return path
