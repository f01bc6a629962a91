"""Compaction: the same reading before, after, and at every moment in between."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from petui.review.compaction import compact
from petui.review.eventlines import to_line
from petui.review.events import Event, SettingEvent
from petui.review.log import ReviewLog, file_name, read_events

HOST = "lab"
OLD = 2 * 86_400


class Killed(BaseException):
    """The end of the process: nothing catches it."""


def setting(value: str) -> SettingEvent:
    """Some event."""
    return SettingEvent(name="theme", value=value)


def age(directory: Path, seconds: float = OLD) -> None:
    """Make every file of the directory look that old."""
    then = time.time() - seconds
    for path in directory.iterdir():
        os.utime(path, (then, then))


def ended_sessions(directory: Path, count: int = 3) -> list[Event]:
    """Old files of ended sessions, two events each."""
    events: list[Event] = []
    for number in range(count):
        log = ReviewLog(directory, host=HOST)
        for half in "ab":
            events.append(setting(f"{number}{half}"))
            assert log.append(events[-1])
        log.close()
    age(directory)
    return events


def values(directory: Path) -> list[Event]:
    """The events that a reading finds."""
    return list(read_events(directory).events)


def names(directory: Path) -> set[str]:
    """The names in the directory."""
    return {path.name for path in directory.iterdir()}


def test_old_files_become_one(tmp_path: Path) -> None:
    """With the same reading; a second time there is nothing to do."""
    events = ended_sessions(tmp_path)
    assert compact(tmp_path, host=HOST) == 3
    assert values(tmp_path) == events
    assert len(names(tmp_path)) == 1
    before = names(tmp_path)
    age(tmp_path)
    assert compact(tmp_path, host=HOST) == 0
    assert names(tmp_path) == before


def test_young_files_are_left_alone(tmp_path: Path) -> None:
    """A file written to within a day may have a session."""
    ended_sessions(tmp_path)
    age(tmp_path, 86_000)
    before = names(tmp_path)
    assert compact(tmp_path, host=HOST) == 0
    assert names(tmp_path) == before


def test_other_machines_files_wait_for_thirty_days(tmp_path: Path) -> None:
    """Their sessions cannot see at once that a file was moved."""
    events = ended_sessions(tmp_path)
    before = names(tmp_path)
    assert compact(tmp_path, host="la") == compact(tmp_path, host="other") == 0
    assert names(tmp_path) == before
    age(tmp_path, 31 * 86_400)
    assert compact(tmp_path, host="other") == 3
    assert values(tmp_path) == events


def test_large_files_are_left_alone(tmp_path: Path) -> None:
    """Rewriting them gains nothing."""
    events = ended_sessions(tmp_path)
    large = sorted(tmp_path.iterdir())[0]
    with large.open("ab") as file:
        file.write(b"\n" * (8 << 20))
    age(tmp_path)
    assert compact(tmp_path, host=HOST) == 2
    assert large.exists()
    assert values(tmp_path) == events


def test_every_record_is_kept_as_it_is(tmp_path: Path) -> None:
    """Newer kinds, newer fields and spaces too; one copy of each line; only what is no JSON object goes."""
    event = setting("dark")
    plain = to_line(event)
    newer = plain.replace('"kind":"setting"', '"kind": "dream" ,"ü":[1,{"a":null}]')
    richer = plain[:-1] + ', "since":"v9"}'
    odd = '{"no":"stamp"}'
    for number in range(2):
        lines = [plain, newer, richer, odd, "torn {", "[]", f'{{"only":{number}}}']
        (tmp_path / file_name(HOST)).write_text("".join(f"\n{line}\r\n" for line in lines), encoding="utf-8")
    age(tmp_path)
    before = values(tmp_path)
    assert compact(tmp_path, host=HOST) == 2
    assert values(tmp_path) == before
    (path,) = tmp_path.iterdir()
    kept = path.read_text(encoding="utf-8").split("\n")
    assert sorted(filter(None, kept)) == sorted([plain, newer, richer, odd, '{"only":0}', '{"only":1}'])


def test_a_file_of_which_nothing_can_be_read_is_kept(tmp_path: Path) -> None:
    """Somebody may mend it; an empty one goes."""
    events = ended_sessions(tmp_path)
    rubbish = b"\x00\x01 no log at all"
    (tmp_path / file_name(HOST)).write_bytes(rubbish)
    (tmp_path / file_name(HOST)).write_bytes(b"")
    age(tmp_path)
    assert compact(tmp_path, host=HOST) == 4
    assert values(tmp_path) == events
    assert sorted(path.read_bytes() == rubbish for path in tmp_path.iterdir()) == [False, True]


def calls_of(directory: Path, watched_os: Any) -> int:
    """How many calls of the operating system a compaction takes."""
    ended_sessions(directory)
    watched_os.calls.clear()
    assert compact(directory, host=HOST) == 3
    return len(watched_os.calls)


def at_every_call(tmp_path: Path, watched_os: Any, act: Callable[[Path], None]) -> None:
    """Compact once for each call n, and act before the n-th call; then the log must be whole and compact again."""
    count = calls_of(tmp_path / "count", watched_os)
    assert count >= 15
    for number in range(1, count + 1):
        directory = tmp_path / str(number)
        events = ended_sessions(directory)
        left = [number]

        def before(name: str, given: tuple[Any, ...], directory: Path = directory, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                watched_os.before = lambda name, given: None
                act(directory)

        watched_os.before = before
        try:
            compact(directory, host=HOST)
        except Killed:
            pass
        finally:
            watched_os.before = lambda name, given: None
        assert left[0] <= 0
        assert set(events_values(events)) <= set(events_values(values(directory)))
        age(directory)
        compact(directory, host=HOST)
        assert set(events_values(events)) <= set(events_values(values(directory)))
        assert not [name for name in names(directory) if name.endswith(".tmp")]
        assert len([name for name in names(directory) if name.endswith(".jsonl")]) <= 2


def events_values(events: list[Event]) -> list[str]:
    """What tells the events apart."""
    return [event.value for event in events if isinstance(event, SettingEvent)]


def test_a_kill_at_any_call_loses_nothing(tmp_path: Path, watched_os: Any) -> None:
    """And the next compaction clears up."""

    def kill(directory: Path) -> None:
        raise Killed

    at_every_call(tmp_path, watched_os, kill)


def test_a_failure_at_any_call_loses_nothing(tmp_path: Path, watched_os: Any) -> None:
    """A full disk is no exception to the caller either."""

    def fail(directory: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    at_every_call(tmp_path, watched_os, fail)


def test_a_second_compaction_at_any_call_loses_nothing(tmp_path: Path, watched_os: Any) -> None:
    """Two sessions end at once."""
    at_every_call(tmp_path, watched_os, lambda directory: print(compact(directory, host=HOST)))


def test_a_reading_at_any_call_is_whole(tmp_path: Path, watched_os: Any) -> None:
    """Whoever starts meanwhile sees every event."""
    seen: list[int] = []
    at_every_call(tmp_path, watched_os, lambda directory: seen.append(len(values(directory))))
    assert set(seen) == {6}


def test_a_compaction_at_any_call_of_a_reading_is_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were listed and are gone when they are opened are found under their new name."""
    real = Path.open
    for number in range(1, 4):
        directory = tmp_path / str(number)
        events = ended_sessions(directory)
        left = [number]

        def opening(self: Path, *given: Any, directory: Path = directory, left: list[int] = left, **named: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                assert compact(directory, host=HOST) == 3
            return real(self, *given, **named)

        monkeypatch.setattr(Path, "open", opening)
        reading = read_events(directory)
        monkeypatch.setattr(Path, "open", real)
        assert list(reading.events) == events
        assert reading.unreadable == ()


def test_a_session_that_wakes_at_any_call_loses_nothing(tmp_path: Path, watched_os: Any) -> None:
    """Its file looks ended; what it appends meanwhile, and what it appended before, is there afterwards."""
    count = calls_of(tmp_path / "count", watched_os)
    for number in range(1, count + 1):
        directory = tmp_path / str(number)
        sleeper = ReviewLog(directory, host=HOST)
        assert sleeper.append(setting("early"))
        events = ended_sessions(directory, 2)
        left = [number]

        def before(name: str, given: tuple[Any, ...], sleeper: ReviewLog = sleeper, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                watched_os.before = lambda name, given: None
                assert sleeper.append(setting("woken"))

        watched_os.before = before
        compact(directory, host=HOST)
        watched_os.before = lambda name, given: None
        assert sleeper.append(setting("late"))
        sleeper.close()
        assert set(events_values(values(directory))) == {"early", "woken", "late", *events_values(events)}


def test_a_compaction_at_any_call_of_an_append_loses_nothing(tmp_path: Path, watched_os: Any) -> None:
    """The other way round: between any two calls of a waking session its file is compacted away."""
    for number in range(1, 8):
        directory = tmp_path / str(number)
        sleeper = ReviewLog(directory, host=HOST)
        assert sleeper.append(setting("early"))
        ended_sessions(directory, 2)
        left = [number]

        def before(name: str, given: tuple[Any, ...], directory: Path = directory, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                watched_os.before = lambda name, given: None
                age(directory)
                assert compact(directory, host=HOST) == 3

        watched_os.before = before
        assert sleeper.append(setting("woken"))
        watched_os.before = lambda name, given: None
        sleeper.close()
        assert {"early", "woken"} <= set(events_values(values(directory)))


def test_a_half_written_union_is_cleared_up_after_a_day(tmp_path: Path) -> None:
    """Not before: it may be another session's, at work."""
    (tmp_path / ".lab-x.jsonl.tmp").write_bytes(b"{")
    assert compact(tmp_path, host=HOST) == 0
    assert names(tmp_path) == {".lab-x.jsonl.tmp"}
    age(tmp_path)
    assert compact(tmp_path, host=HOST) == 0
    assert names(tmp_path) == set()


def test_without_a_directory_there_is_nothing_to_do(tmp_path: Path) -> None:
    """And nothing is created."""
    assert compact(tmp_path / "none") == 0
    assert not (tmp_path / "none").exists()
