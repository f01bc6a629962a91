"""The log: what is appended is read, whatever else lies in the directory."""

from __future__ import annotations

import os
import random
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review.eventlines import to_line
from petui.review.events import Event, SettingEvent, StepEvent
from petui.review.log import ReviewLog, read_events
from petui.review.stamp import Stamp

EVENTS = st.lists(
    st.builds(
        StepEvent,
        at_step=st.text(max_size=8),
        outcome=st.sampled_from(["seen", "right", "wrong"]),
        typed=st.text(st.characters(), max_size=8),
    )
    | st.builds(SettingEvent, name=st.text(max_size=4), value=st.text(max_size=4)),
    max_size=8,
)


def block(event: Event) -> bytes:
    """An event as it lies in a file."""
    return f"\n{to_line(event)}\n".encode()


def setting(value: str) -> SettingEvent:
    """Some event."""
    return SettingEvent(name="theme", value=value)


def test_a_session_that_only_looks_leaves_nothing(tmp_path: Path) -> None:
    """No file and no directory before the first event."""
    log = ReviewLog(tmp_path / "data" / "log")
    assert read_events(tmp_path / "data" / "log").files == 0
    assert log.flush()
    log.close()
    assert log.path is None
    assert not (tmp_path / "data").exists()


@given(events=EVENTS)
def test_what_is_appended_is_read(events: list[Event]) -> None:
    """Every event comes back, in order, and nothing besides."""
    with tempfile.TemporaryDirectory() as name:
        log = ReviewLog(Path(name) / "log")
        assert all(log.append(event) for event in events)
        assert log.problem is None
        log.close()
        reading = read_events(Path(name) / "log")
    assert list(reading.events) == events
    assert (reading.files, reading.torn, reading.unreadable) == (int(bool(events)), 0, ())


def test_the_file_is_the_session_s_own(tmp_path: Path) -> None:
    """Named after host and session, readable by its owner only, with host names made harmless."""
    log = ReviewLog(tmp_path / "log", host="../lab 17.é")
    log.append(setting("dark"))
    assert log.path is not None
    assert log.path.parent == tmp_path / "log"
    assert re.fullmatch(r"---lab-17---[0-9a-f-]{36}\.jsonl", log.path.name)
    assert log.path.stat().st_mode & 0o777 == 0o600
    assert log.path.parent.stat().st_mode & 0o777 == 0o700
    log.close()


def test_an_event_is_one_write_and_on_the_disk_before_append_returns(tmp_path: Path, watched_os: Any) -> None:
    """One os.write of newline, JSON, newline; then fsync."""
    written: list[bytes] = []
    watched_os.after = lambda name, given: written.append(given[1]) if name == "write" else None
    log = ReviewLog(tmp_path)
    for value in ("dark", "light"):
        watched_os.calls.clear()
        event = setting(value)
        assert log.append(event)
        assert written.pop() == block(event)
        assert not written
        assert [name for name in watched_os.calls if name in ("write", "fsync")][-2:] == ["write", "fsync"]
    log.close()


def test_a_torn_line_never_takes_its_neighbour_along(tmp_path: Path) -> None:
    """Cut at any byte, the middle event is whole or lost, and the others are there."""
    first, middle, last = setting("a"), setting("b"), setting("c")
    path = tmp_path / "host-1.jsonl"
    whole = block(middle)
    for cut in range(len(whole) + 1):
        path.write_bytes(block(first) + whole[:cut] + block(last))
        reading = read_events(tmp_path)
        found = [event for event in reading.events if event != middle]
        assert found == [first, last]
        assert reading.torn == (1 if 1 < cut < len(whole) - 1 else 0)
        assert (middle in reading.events) == (cut >= len(whole) - 1)


@given(events=EVENTS, seed=st.integers())
def test_the_union_does_not_depend_on_files(events: list[Event], seed: int) -> None:
    """The events dealt to any files, in any order, some twice, give the same union."""
    chance = random.Random(seed)
    dealt = [*events, *(event for event in events if chance.random() < 0.5)]
    chance.shuffle(dealt)
    with tempfile.TemporaryDirectory() as name:
        for event in dealt:
            with (Path(name) / f"h-{chance.randrange(3)}.jsonl").open("ab") as file:
                file.write(block(event))
        assert list(read_events(Path(name)).events) == events


def test_of_two_events_with_one_id_the_same_one_wins(tmp_path: Path) -> None:
    """Whichever file comes first."""
    stamp = Stamp("same", 1, 0, "2024-01-01", "host")
    pair = [SettingEvent(name="theme", value=value, stamp=stamp) for value in ("dark", "light")]
    winners = []
    for one, other in (pair, pair[::-1]):
        (tmp_path / "a.jsonl").write_bytes(block(one))
        (tmp_path / "b.jsonl").write_bytes(block(other))
        winners.append(read_events(tmp_path).events)
    assert winners[0] == winners[1]
    assert len(winners[0]) == 1


@given(st.lists(st.binary(max_size=60), max_size=5))
def test_rubbish_around_events_is_counted(rubbish: list[bytes]) -> None:
    """Any bytes between events: the events are read, the rest is counted or blank."""
    events = [setting(str(number)) for number in range(len(rubbish) + 1)]
    blocks = [block(events[0])] + [junk + block(event) for junk, event in zip(rubbish, events[1:], strict=True)]
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "h.jsonl").write_bytes(b"".join(blocks))
        reading = read_events(Path(name))
    assert list(reading.events) == events
    assert reading.torn == sum(bool(line.strip()) for junk in rubbish for line in junk.split(b"\n"))


def test_an_endless_line_is_one_torn_line(tmp_path: Path) -> None:
    """It is not kept in memory, and the events after it are read."""
    event = setting("a")
    (tmp_path / "h.jsonl").write_bytes(b"\x00" * (3 << 20) + block(event) + b'{"v":' + b"[" * (1 << 21))
    reading = read_events(tmp_path)
    assert reading.events == (event,)
    assert reading.torn == 2


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    """A directory, a pipe and a dangling link that end in .jsonl; other names."""
    event = setting("a")
    (tmp_path / "h.jsonl").write_bytes(block(event))
    (tmp_path / "d.jsonl").mkdir()
    os.mkfifo(tmp_path / "p.jsonl")
    (tmp_path / "l.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_bytes(block(setting("b")))
    reading = read_events(tmp_path)
    assert (reading.events, reading.files, reading.unreadable) == ((event,), 1, ())


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are read all the same."""
    event = setting("a")
    for name in ("good.jsonl", "locked.jsonl"):
        (tmp_path / name).write_bytes(block(event))
    real = Path.open

    def refusing(self: Path, *given: Any, **named: Any) -> Any:
        if self.name == "locked.jsonl":
            raise PermissionError(13, "Permission denied")
        return real(self, *given, **named)

    monkeypatch.setattr(Path, "open", refusing)
    reading = read_events(tmp_path)
    assert (reading.events, reading.files, reading.unreadable) == ((event,), 1, (tmp_path / "locked.jsonl",))


def test_no_directory_is_an_empty_log(tmp_path: Path) -> None:
    """And a file in its place is a fault that is named."""
    assert read_events(tmp_path / "none").events == ()
    assert read_events(tmp_path / "none").unreadable == ()
    (tmp_path / "file").write_text("")
    assert read_events(tmp_path / "file").unreadable == (tmp_path / "file",)


def test_two_sessions_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each has its file; the union has both, in the order of time."""
    logs = ReviewLog(tmp_path, host="lab"), ReviewLog(tmp_path, host="lab")
    events = [setting(str(number)) for number in range(20)]
    for number, event in enumerate(events):
        assert logs[number % 2].append(event)
    assert logs[0].path != logs[1].path
    assert list(read_events(tmp_path).events) == events
    for log in logs:
        log.close()
    assert read_events(tmp_path).files == 2


def test_a_closed_log_may_be_appended_to(tmp_path: Path) -> None:
    """In a new file, since a session's file has one writer and one life."""
    log = ReviewLog(tmp_path)
    events = [setting("a"), setting("b")]
    for event in events:
        assert log.append(event)
        log.close()
    reading = read_events(tmp_path)
    assert (list(reading.events), reading.files) == (events, 2)
