"""What Linux says of a process: its processor time, its memory, and whether it has come to rest."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

_KIB = 1024


def cpu_seconds(pid: int) -> float:
    """Processor time of all threads so far, those that have ended too; 0 where the process is gone."""
    try:
        # Linux names the clock of a process so; /proc tells it in hundredths of a second only.
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def at_rest(pid: int) -> bool:
    """Whether no thread runs or waits for a processor."""
    return all(text.rpartition(")")[2].split()[0] not in "RD" for text in _of_threads(pid, "stat"))


def threads(pid: int) -> int:
    """How many threads there are."""
    return sum(1 for _ in _of_threads(pid, "stat"))


def resident(pid: int) -> int:
    """Bytes in memory now."""
    return _kib(Path(f"/proc/{pid}/status"), "VmRSS:") * _KIB


def most_resident(pid: int) -> int:
    """The most bytes that were in memory at a time."""
    return _kib(Path(f"/proc/{pid}/status"), "VmHWM:") * _KIB


def unique(pid: int) -> int:
    """Bytes in memory that no other process shares."""
    rollup = Path(f"/proc/{pid}/smaps_rollup")
    return sum(_kib(rollup, name) for name in ("Private_Clean:", "Private_Dirty:")) * _KIB


def _of_threads(pid: int, name: str) -> Iterator[str]:
    try:
        folders = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return
    for folder in folders:
        try:
            yield (folder / name).read_text()
        except OSError:
            # A thread that has just ended.
            continue


def _kib(path: Path, name: str) -> int:
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
