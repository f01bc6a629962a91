"""Merging logs: in whatever order and however often, the same log comes of it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import PetuiError
from petui.review.compaction import join_files
from petui.review.eventlines import to_line
from petui.review.events import Event, SettingEvent
from petui.review.log import ReviewLog, file_name, read_events
from petui.review.merging import Merged, log_lines, merge, read_lines

HOST = "lab"


def record(name: str, at: int, kind: str, value: object, **more: object) -> str:
    """A line with a stamp; small ids, so that logs have events in common and in dispute."""
    stamp = {"v": 1, "id": name, "at": at, "tz": 60, "day": "2026-03-01", "host": "h", "kind": kind}
    return json.dumps(stamp | {"name": "theme", "value": value} | more)


_events = st.builds(
    record,
    st.sampled_from("abcde"),
    st.integers(0, 3),
    st.sampled_from(["setting", "dream"]),
    st.sampled_from(["dark", "light", 3]),
)
# The same event with another field, or with other spaces, is another line.
_richer = st.builds(
    record, st.sampled_from("abc"), st.just(1), st.just("setting"), st.just("dark"), since=st.integers()
)
_spaced = _events.map(lambda line: line.replace(":", " : "))
_odd = st.sampled_from(['{"no": "stamp"}', '{"id": "a"}', "{}", "torn {", "[]", "null", '"a"', "\x00", "ü"])
_lines = st.one_of(_events, _richer, _spaced, _odd)
# What can be merged has an event.
_files = st.builds(lambda event, lines: [*lines, event], _events, st.lists(_lines, max_size=6))


def written(path: Path, lines: list[str], *, ends: str = "\n") -> Path:
    """A file of these lines."""
    path.write_bytes("".join(line + ends for line in lines).encode())
    return path


def _when(line: bytes) -> tuple[int, str]:
    stamp = json.loads(line)
    return stamp["at"], stamp["id"]


def state(directory: Path) -> tuple[Any, ...]:
    """Everything that can be seen of a log."""
    lines = log_lines(directory)
    return read_events(directory).events, lines.events, lines.records


@given(st.lists(_files, min_size=3, max_size=3), _files)
def test_merging_is_idempotent_commutative_and_associative(files: list[list[str]], own: list[str]) -> None:
    """Measured on real files: one by one, backwards, all at once, twice, and by way of a third machine."""
    with TemporaryDirectory() as place:
        root = Path(place)
        a, b, c = (written(root / f"{name}.jsonl", lines) for name, lines in zip("abc", files, strict=True))
        ways: dict[str, list[list[Path]]] = {
            "one by one": [[a], [b], [c]],
            "backwards": [[c], [b], [a]],
            "at once": [[a, b, c]],
            "twice": [[b, a, b], [a, c], [c], [a, b, c]],
        }
        third = root / "third"
        merge(third, [b, c], host=HOST)
        export = root / "third.jsonl"
        export.write_bytes(b"".join(line + b"\n" for line in log_lines(third).all))
        ways["by a third"] = [[a], [export]]
        ways["by a folder"] = [[a, third]]
        found = {}
        for way, steps in ways.items():
            directory = root / way
            directory.mkdir()
            written(directory / file_name(HOST), own)
            for step in steps:
                merge(directory, step, host=HOST)
            before = state(directory)
            assert merge(directory, [a, b, c], host=HOST).added == 0
            assert state(directory) == before
            found[way] = before
        first = found.pop("one by one")
        assert all(other == first for other in found.values())


@given(st.lists(_files, min_size=1, max_size=3))
def test_nothing_of_a_merged_file_is_lost(files: list[list[str]]) -> None:
    """Every id and every record is there afterwards, each line as it was in one of the files."""
    with TemporaryDirectory() as place:
        root = Path(place)
        paths = [written(root / f"{number}.jsonl", lines) for number, lines in enumerate(files)]
        merge(root / "log", paths, host=HOST)
        lines = {line.strip().encode() for one in files for line in one}
        found = log_lines(root / "log")
        assert set(found.all) <= lines
        ids = {json.loads(line)["id"] for line in lines if b'"kind"' in line}
        assert {json.loads(line)["id"] for line in found.events} == ids
        objects = {line for line in lines if line.startswith(b"{") and b'"kind"' not in line}
        assert set(found.records) == objects


def some_events(directory: Path, values: str) -> list[Event]:
    """A session with an event for each letter."""
    log = ReviewLog(directory, host=HOST)
    events: list[Event] = [SettingEvent(name="theme", value=value) for value in values]
    assert all([log.append(event) for event in events])
    log.close()
    return events


def test_two_machines_become_one(tmp_path: Path) -> None:
    """What was reviewed here and there is in the log, in the order of time."""
    here, there = tmp_path / "here", tmp_path / "there"
    events = some_events(here, "ab") + some_events(there, "cde")
    done = merge(here, [there], host=HOST)
    assert (done.added, done.known, done.torn) == (3, 0, 0)
    assert list(read_events(here).events) == events
    again = merge(here, [there], host=HOST)
    assert again == Merged(0, 3, 0, None)
    assert done.path is not None and done.path.stat().st_mode & 0o777 == 0o600


def test_a_newer_versions_line_travels_as_it_is(tmp_path: Path) -> None:
    """Fields and kinds that this version does not know are not lost on the way."""
    lines = [record("a", 2, "dream", "dark", wings=[1, {"ü": None}]), record("b", 1, "setting", "dark", since="v9")]
    written(tmp_path / "new.jsonl", [line.replace(":", ": ") for line in lines])
    merge(tmp_path / "log", [tmp_path / "new.jsonl"], host=HOST)
    assert [line.decode() for line in log_lines(tmp_path / "log").events] == [
        line.replace(":", ": ") for line in reversed(lines)
    ]


def test_windows_ends_and_an_editors_mark_do_no_harm(tmp_path: Path) -> None:
    """The first event is read behind a byte order mark, and a carriage return ends no event."""
    lines = [record("a", 1, "setting", "dark"), record("b", 2, "setting", "light")]
    path = written(tmp_path / "edited.jsonl", lines, ends="\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    done = merge(tmp_path / "log", [path], host=HOST)
    assert (done.added, done.torn) == (2, 0)
    assert [line.decode() for line in log_lines(tmp_path / "log").all] == lines


def test_torn_lines_are_counted_and_left_out(tmp_path: Path) -> None:
    """An export that was cut by a full disk still gives what is whole."""
    line = record("a", 1, "setting", "dark")
    path = written(tmp_path / "cut.jsonl", [line, line[: len(line) // 2], "[1]", ""])
    done = merge(tmp_path / "log", [path], host=HOST)
    assert (done.added, done.known, done.torn) == (1, 0, 2)
    assert read_events(tmp_path / "log").torn == 0


@pytest.mark.parametrize(
    "content",
    [b"# A deck\n\nQ::A\n", b'{"schema": 1, "cards": []}\n', b"\x00\xff" * 900, b"{" * 100_000],
    ids=["markdown", "json", "binary", "deep"],
)
def test_what_is_no_log_is_refused_and_nothing_changes(tmp_path: Path, content: bytes) -> None:
    """Even beside a file that is one."""
    log, good, bad = tmp_path / "log", tmp_path / "good.jsonl", tmp_path / "bad"
    some_events(log, "a")
    written(good, [record("b", 1, "setting", "dark")])
    bad.write_bytes(content)
    before = {path.name: path.read_bytes() for path in log.iterdir()}
    with pytest.raises(PetuiError, match="is no log") as refused:
        merge(log, [good, bad], host=HOST)
    assert (refused.value.exit_code, refused.value.where) == (2, str(bad))
    assert {path.name: path.read_bytes() for path in log.iterdir()} == before


def test_a_missing_file_a_pipe_and_an_empty_folder_are_refused(tmp_path: Path) -> None:
    """A pipe that nobody writes to holds nobody up."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").mkdir()
    for name, why in (("none", "No such file"), ("pipe", "no ordinary file"), ("empty", "is no log")):
        with pytest.raises(PetuiError, match=why):
            merge(tmp_path / "log", [tmp_path / name], host=HOST)
    assert not (tmp_path / "log").exists()


def test_an_empty_export_adds_nothing(tmp_path: Path) -> None:
    """It comes from a machine on which nothing has happened yet."""
    path = written(tmp_path / "empty.jsonl", [])
    assert merge(tmp_path / "log", [path], host=HOST) == Merged(0, 0, 0, None)
    assert not (tmp_path / "log").exists()


def test_a_merge_that_fails_or_is_killed_leaves_the_log_as_it_was(tmp_path: Path, watched_os: Any) -> None:
    """At every call of the operating system: before the renaming nothing is seen, after it everything."""

    class Killed(BaseException):
        """The end of the process."""

    log, other = tmp_path / "log", tmp_path / "other"
    some_events(log, "ab")
    some_events(other, "cd")
    whole = {*log_lines(log).events, *log_lines(other).events}
    before = log_lines(log).all
    calls = 0
    while True:
        watched_os.calls.clear()

        def end(name: str, given: tuple[Any, ...], last: int = calls) -> None:
            if len(watched_os.calls) > last:
                raise Killed

        watched_os.before = end
        try:
            merge(log, [other], host=HOST)
        except Killed:
            watched_os.before = lambda name, given: None
            assert log_lines(log).all in (before, tuple(sorted(whole, key=_when)))
            calls += 1
            continue
        break
    assert calls > 5
    assert set(log_lines(log).all) == whole


def test_a_place_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    """A file stands where the log should be."""
    (tmp_path / "log").write_text("no directory")
    path = written(tmp_path / "a.jsonl", [record("a", 1, "setting", "dark")])
    with pytest.raises(PetuiError, match="Not a directory"):
        merge(tmp_path / "log", [path], host=HOST)


def test_an_export_has_one_line_per_event_in_order(tmp_path: Path) -> None:
    """And what it gives is what a reading of the log gives."""
    some_events(tmp_path, "abc")
    some_events(tmp_path, "de")
    assert [line.decode() for line in log_lines(tmp_path).all] == [to_line(e) for e in read_events(tmp_path).events]


def test_reading_a_log_without_a_directory_gives_nothing(tmp_path: Path) -> None:
    """Nothing has happened yet."""
    assert log_lines(tmp_path / "none").all == ()


def test_young_files_are_joined_at_once_when_asked(tmp_path: Path) -> None:
    """Those of other machines still wait, since their sessions see late that a file has moved."""
    events = some_events(tmp_path, "ab") + some_events(tmp_path, "c") + some_events(tmp_path, "d")
    theirs = tmp_path / file_name("other")
    theirs.write_bytes(b"")
    assert join_files(tmp_path, host=HOST) == 0
    assert join_files(tmp_path, host=HOST, at_once=True) == 3
    assert list(read_events(tmp_path).events) == events
    assert theirs.exists() and len(list(tmp_path.iterdir())) == 2


def test_a_running_session_outlives_a_joining_at_once(tmp_path: Path) -> None:
    """Its next event goes into a new file."""
    some_events(tmp_path, "a")
    log = ReviewLog(tmp_path, host=HOST)
    assert log.append(SettingEvent(name="theme", value="b"))
    assert join_files(tmp_path, host=HOST, at_once=True) == 2
    assert log.append(SettingEvent(name="theme", value="c"))
    log.close()
    assert [event.value for event in read_events(tmp_path).events if isinstance(event, SettingEvent)] == list("abc")


def test_a_folder_of_a_log_can_be_merged(tmp_path: Path) -> None:
    """As it is copied from another machine, other files beside."""
    some_events(tmp_path / "old", "ab")
    (tmp_path / "old" / "notes.txt").write_text("mine")
    assert len(read_lines(tmp_path / "old").events) == 2


def test_a_data_directory_stands_for_its_log(tmp_path: Path) -> None:
    """It is the folder that people copy; a folder that is a log itself is read as one."""
    some_events(tmp_path / "data" / "log", "ab")
    assert len(read_lines(tmp_path / "data").events) == 2
    some_events(tmp_path / "data", "c")
    assert len(read_lines(tmp_path / "data").events) == 1
    (tmp_path / "empty" / "log").mkdir(parents=True)
    with pytest.raises(PetuiError, match="is no log"):
        read_lines(tmp_path / "empty")
