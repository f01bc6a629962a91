"""Real processes at once: sessions that append, sessions that compact, a reader, and kills."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from petui.review.compaction import compact
from petui.review.events import Event, SettingEvent
from petui.review.log import ReviewLog, read_events

SOURCE = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from petui.review.events import SettingEvent
from petui.review.log import ReviewLog

log = ReviewLog(Path(sys.argv[1]), host="lab")
for number in range(int(sys.argv[2])):
    event = SettingEvent(name="n", value=str(number))
    assert log.append(event), log.problem
    print(event.stamp.id, flush=True)
log.close()
"""
# For this one every file has ended; so it takes away what the writers write to, all the time.
COMPACTOR = """
import sys, time
from pathlib import Path
from petui.review.compaction import compact

print("begun", flush=True)
while True:
    compact(Path(sys.argv[1]), clock=lambda: time.time() + 2 * 86_400, host="lab")
"""
ONCE = """
import sys, time
from pathlib import Path
from petui.review.compaction import compact

print("begun", flush=True)
print(compact(Path(sys.argv[1]), clock=lambda: time.time() + 2 * 86_400, host="lab"), flush=True)
"""


def started(script: str, *given: str) -> subprocess.Popen[str]:
    """A process that runs a script."""
    return subprocess.Popen([sys.executable, "-c", script, *given], stdout=subprocess.PIPE, text=True, cwd=SOURCE)


def ids_in(directory: Path) -> list[str]:
    """The ids that a reading finds, in its order."""
    return [event.stamp.id for event in read_events(directory).events]


def printed(process: subprocess.Popen[str]) -> list[str]:
    """The lines that a process still prints until its end."""
    with process:
        assert process.stdout is not None
        return [line.strip() for line in process.stdout]


def test_two_writers_at_once_and_a_reader(tmp_path: Path) -> None:
    """A reader never loses what it has seen, and in the end all is there once, in its order."""
    writers = [started(WRITER, str(tmp_path), "150") for _ in range(2)]
    seen: set[str] = set()
    while any(writer.poll() is None for writer in writers):
        now = ids_in(tmp_path)
        assert seen <= set(now)
        seen = set(now)
    each = [printed(writer) for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    reading = read_events(tmp_path)
    found = [event.stamp.id for event in reading.events]
    assert sorted(found) == sorted(each[0] + each[1])
    assert len(found) == 300
    assert [[one for one in found if one in set(ids)] for ids in each] == each
    assert (reading.files, reading.torn) == (2, 0)


def test_a_compaction_that_takes_every_file_away_loses_nothing(tmp_path: Path) -> None:
    """Neither from those who write meanwhile, nor for one who reads meanwhile.

    A writer whose files are taken again and again may say that it could not save; then it has not acknowledged.
    """
    lenient = WRITER.replace("assert log.append(event), log.problem\n    ", "if log.append(event): ")
    compactors = [started(COMPACTOR, str(tmp_path)) for _ in range(2)]
    try:
        for compactor in compactors:
            assert compactor.stdout is not None
            compactor.stdout.readline()
        writers = [started(lenient, str(tmp_path), "80") for _ in range(2)]
        acknowledged: set[str] = set()
        for writer in writers:
            for line in printed(writer):
                acknowledged.add(line)
            assert writer.returncode == 0
        assert acknowledged <= set(ids_in(tmp_path))
    finally:
        for compactor in compactors:
            compactor.kill()
            printed(compactor)
    assert acknowledged
    assert acknowledged <= set(ids_in(tmp_path))
    assert read_events(tmp_path).torn == 0


def sessions(directory: Path, count: int) -> list[Event]:
    """The events of some ended sessions."""
    events: list[Event] = []
    for number in range(count):
        log = ReviewLog(directory, host="lab")
        events.append(SettingEvent(name="n", value=str(number)))
        assert log.append(events[-1])
        log.close()
    return events


def test_a_compaction_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    """Fifteen real kills, and the next one tidies up."""
    chance = random.Random(6)
    events = sessions(tmp_path, 5)
    for _ in range(15):
        events += sessions(tmp_path, 12)
        compactor = started(ONCE, str(tmp_path))
        assert compactor.stdout is not None
        compactor.stdout.readline()
        for _ in range(chance.randrange(60_000)):
            pass
        compactor.kill()
        printed(compactor)
        assert list(read_events(tmp_path).events) == events
    compact(tmp_path, clock=lambda: time.time() + 2 * 86_400, host="lab")
    assert list(read_events(tmp_path).events) == events
    assert len(os.listdir(tmp_path)) == 1


def test_a_copied_log_is_the_same_log(tmp_path: Path) -> None:
    """Every file twice, from a backup or another machine, changes nothing."""
    events = sessions(tmp_path, 3)
    for path in sorted(tmp_path.iterdir()):
        (tmp_path / f"copy-of-{path.name}").write_bytes(path.read_bytes() * 2)
    reading = read_events(tmp_path)
    assert (list(reading.events), reading.files, reading.torn) == (events, 6, 0)
