"""The files of the log, and their lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path

# Bytes; what is longer is no event.
MAX_LINE = 1 << 20
_LISTINGS = 10


def take_all_files(directory: Path, take_file: Callable[[Path], None]) -> None:
    """Take every file of the log once: those listed, then those that appeared meanwhile.

    One listing can miss a file that compaction renames; a later one then shows it.

    Raises:
        OSError: If the directory cannot be listed, or as `take_file` does.
    """
    done: set[Path] = set()
    for listing in range(_LISTINGS):
        new = [path for path in log_files(directory) if path not in done]
        if listing and not new:
            return
        for path in new:
            take_file(path)
        done.update(new)


def log_files(directory: Path) -> list[Path]:
    """The log's files, by name.

    Raises:
        OSError: If the directory cannot be listed.
    """
    with os.scandir(directory) as entries:
        return sorted(directory / entry.name for entry in entries if entry.name.endswith(".jsonl") and _is_file(entry))


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def lines_of(file: BufferedReader) -> Iterator[bytes]:
    """The lines that are not blank; of one that is far too long for an event, its beginning."""
    while line := file.readline(MAX_LINE):
        if not line.isspace():
            yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE)
