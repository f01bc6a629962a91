"""Whatever fails, nothing is raised, what was acknowledged is there, and what waits is written later, in order."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from petui.review.eventlines import to_line
from petui.review.events import Event, SettingEvent, StepEvent
from petui.review.log import ReviewLog, read_events

SOURCE = Path(__file__).parents[2]


def events_of(count: int) -> list[Event]:
    """Some events."""
    return [StepEvent(at_step=f"c/l#{number}", outcome="seen") for number in range(count)]


def test_a_full_disk_costs_nothing(tmp_path: Path, watched_os: Any) -> None:
    """With any number of bytes left: those acknowledged are whole on it, the others follow when there is room."""
    whole = sum(len(f"\n{to_line(event)}\n") for event in events_of(5))
    for room in range(0, whole, 23):
        directory = tmp_path / str(room)
        free = [room]

        def some(size: int, free: list[int] = free) -> int:
            size = min(size, free[0])
            if size == 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            free[0] -= size
            return size

        watched_os.write_some = some
        log = ReviewLog(directory)
        events = events_of(5)
        saved = [event for event in events if log.append(event)]
        assert list(read_events(directory).events) == saved == events[: len(saved)]
        assert log.waiting == len(events) - len(saved)
        assert log.problem == "the disk is full"
        free[0] = 1 << 20
        assert log.flush()
        assert log.problem is None
        reading = read_events(directory)
        assert (list(reading.events), reading.torn, reading.files) == (events, 0, 1)
        log.close()


def test_torn_writes_that_cannot_be_taken_back_swallow_nothing(tmp_path: Path, watched_os: Any) -> None:
    """A disk that takes half a line and then fails, again and again, and no ftruncate either."""
    free = [100]

    def some(size: int) -> int:
        size = min(size, free[0])
        if size == 0:
            free[0] = 30
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        free[0] -= size
        return size

    def refuse(name: str, given: tuple[Any, ...]) -> None:
        if name == "ftruncate":
            raise OSError(errno.EIO, "Input/output error")

    watched_os.write_some, watched_os.before = some, refuse
    log = ReviewLog(tmp_path)
    events = events_of(4)
    assert not any(log.append(event) for event in events)
    watched_os.write_some = lambda size: size
    assert log.flush()
    log.close()
    reading = read_events(tmp_path)
    assert list(reading.events) == events
    assert reading.torn == 4


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ESTALE, errno.EINTR])
def test_any_call_may_fail_once(tmp_path: Path, watched_os: Any, code: int) -> None:
    """Let the n-th call of the operating system fail, for every n: the law holds, and the log recovers by itself."""
    count = 0
    for failing in range(60):
        directory = tmp_path / str(failing)
        watched_os.calls.clear()

        def fail(name: str, given: tuple[Any, ...], failing: int = failing) -> None:
            if len(watched_os.calls) == failing + 1:
                raise OSError(code, os.strerror(code))

        watched_os.before = fail
        log = ReviewLog(directory)
        events = events_of(3)
        saved: list[Event] = []
        for event in events:
            if log.append(event):
                saved = events[: events.index(event) + 1]
            assert (log.problem is None) == (log.waiting == 0)
            # Reading is done in peace.
            watched_os.before = lambda name, given: None
            assert set(map(str, saved)) <= set(map(str, read_events(directory).events))
            del watched_os.calls[[*watched_os.calls, "scandir"].index("scandir") :]
            watched_os.before = fail
        count = max(count, len(watched_os.calls))
        watched_os.before = lambda name, given: None
        assert log.flush()
        log.close()
        assert list(read_events(directory).events) == events
    assert count < 60, "every call has had its turn"


def test_a_write_byte_by_byte_is_whole(tmp_path: Path, watched_os: Any) -> None:
    """Short writes are carried on."""
    watched_os.write_some = lambda size: 1
    log = ReviewLog(tmp_path)
    events = events_of(2)
    assert all(log.append(event) for event in events)
    assert list(read_events(tmp_path).events) == events
    log.close()


def test_a_write_of_nothing_does_not_hang(tmp_path: Path, watched_os: Any) -> None:
    """A disk that takes no byte and says no error counts as full."""
    watched_os.write_some = lambda size: 0
    log = ReviewLog(tmp_path)
    assert not log.append(events_of(1)[0])
    assert log.problem == "the disk is full"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.EROFS, "is on a read-only disk"),
        (errno.EACCES, "you may not write in"),
        (errno.EDQUOT, "your disk quota is used up"),
        (errno.EMFILE, "too many open files"),
    ],
)
def test_a_problem_is_said_in_words(tmp_path: Path, watched_os: Any, code: int, words: str) -> None:
    """And it is gone as soon as all is saved."""

    def refuse(name: str, given: tuple[Any, ...]) -> None:
        if name == "open":
            raise OSError(code, os.strerror(code))

    watched_os.before = refuse
    log = ReviewLog(tmp_path)
    events = events_of(2)
    assert not log.append(events[0])
    assert log.problem is not None
    assert words in log.problem
    watched_os.before = lambda name, given: None
    assert log.append(events[1])
    assert log.problem is None
    assert list(read_events(tmp_path).events) == events


def test_a_file_where_the_directory_should_be(tmp_path: Path) -> None:
    """It is named; once it is away, all is written."""
    directory = tmp_path / "log"
    directory.write_text("")
    log = ReviewLog(directory)
    events = events_of(2)
    assert not any(log.append(event) for event in events)
    assert log.problem == f"{directory} is not a directory"
    directory.unlink()
    assert log.flush()
    assert list(read_events(directory).events) == events


def test_a_directory_removed_while_running(tmp_path: Path) -> None:
    """The next event makes it anew, in a new file; in between a file in its place is only a problem."""
    directory = tmp_path / "data" / "log"
    log = ReviewLog(directory)
    events = events_of(4)
    assert log.append(events[0])
    first = log.path
    shutil.rmtree(tmp_path / "data")
    assert log.append(events[1])
    assert log.path != first
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "data").write_text("")
    assert not log.append(events[2])
    (tmp_path / "data").unlink()
    assert log.append(events[3])
    assert list(read_events(directory).events) == events[2:]


@pytest.mark.parametrize("moment", ["open", "write", "fsync"])
def test_a_file_moved_away_gets_no_acknowledged_event(tmp_path: Path, watched_os: Any, moment: str) -> None:
    """Moved right after the write or its fsync, the event is in the new file as well."""
    log = ReviewLog(tmp_path / "log")
    events = events_of(2)
    assert log.append(events[0])
    old = log.path
    assert old is not None

    def move(name: str, given: tuple[Any, ...]) -> None:
        if name == moment and old.exists():
            old.rename(tmp_path / "elsewhere")

    watched_os.after = move
    if moment == "open":
        move("open", ())
    assert log.append(events[1])
    assert log.path != old
    assert read_events(tmp_path / "log").events == (events[1],)


def test_files_that_vanish_at_once_are_a_problem(tmp_path: Path, watched_os: Any) -> None:
    """No endless loop against somebody who deletes as fast as we write."""

    def delete(name: str, given: tuple[Any, ...]) -> None:
        if name == "fsync":
            for path in tmp_path.glob("*.jsonl"):
                path.unlink()

    watched_os.after = delete
    log = ReviewLog(tmp_path)
    assert not log.append(events_of(1)[0])
    assert log.problem is not None
    assert "vanish" in log.problem
    watched_os.after = lambda name, given: None
    assert log.flush()
    assert len(read_events(tmp_path).events) == 1


def test_a_session_that_could_save_nothing_leaves_no_file(tmp_path: Path, watched_os: Any) -> None:
    """The file that was created before the disk proved full goes again."""

    def refuse(name: str, given: tuple[Any, ...]) -> None:
        if name == "write":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    watched_os.before = refuse
    log = ReviewLog(tmp_path)
    for event in events_of(3):
        assert not log.append(event)
    assert len(list(tmp_path.iterdir())) == 1
    log.close()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_cannot_sync_directories_is_written_to(tmp_path: Path, watched_os: Any) -> None:
    """Some network disks refuse that one call; it is no reason to save nothing."""

    def refuse(name: str, given: tuple[Any, ...]) -> None:
        if name == "fsync" and os.path.isdir(f"/proc/self/fd/{given[0]}"):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    watched_os.before = refuse
    log = ReviewLog(tmp_path / "log")
    assert log.append(events_of(1)[0])


LIMITED = """
import resource, sys
from pathlib import Path
from petui.review.events import SettingEvent
from petui.review.log import ReviewLog

resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
log = ReviewLog(Path(sys.argv[1]))
for number in range(40):
    event = SettingEvent(name="n", value=str(number))
    if log.append(event):
        print(event.value)
print(log.problem, file=sys.stderr)
"""


def test_a_real_limit_on_the_size_of_files(tmp_path: Path) -> None:
    """When the kernel lets the file grow no more, the log goes on in another."""
    command = [sys.executable, "-c", LIMITED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=SOURCE, check=True)
    assert done.stdout.split() == [str(number) for number in range(40)]
    assert done.stderr.strip() == "None"
    reading = read_events(tmp_path)
    values = [event.value for event in reading.events if isinstance(event, SettingEvent)]
    assert values == done.stdout.split()
    assert reading.files > 1
