"""A log that is looked through says what the log says that is read as a whole."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review import journal as journal_module
from petui.review.eventlines import from_line, to_line
from petui.review.events import Event, ReviewEvent, SettingEvent, StartEvent, StepEvent, SuspendEvent
from petui.review.journal import Journal
from petui.review.log import read_events
from petui.review.progress import ResumePoint, last_answers, lesson_states, resume_point, settings
from petui.review.renaming import Renaming
from petui.review.stamp import Stamp

COURSES, LESSONS = ("one", "two"), ("a", "b", "a-b")
_stamps = st.builds(
    lambda number, at: Stamp(f"id-{number:012d}", at, 60, "2026-03-01", "host"),
    st.integers(0, 10**11),
    st.integers(0, 30),
)
_places = st.sampled_from(
    [f"{course}/{lesson}#s" for course in COURSES for lesson in LESSONS] + ["nowhere", "one/a", "/#"]
)
_steps = st.builds(
    StepEvent,
    at_step=_places,
    outcome=st.sampled_from(["seen", "right", "wrong", "done", "hinted"]),
    question=st.sampled_from(["", "q", "r", "testout:q"]),
    typed=st.sampled_from(["", "3", "4", "5", 'a "kind":"review" \\ é', "\\", '"kind":"step"']),
    lab=st.sampled_from([{}, {"pos": 3}, {"at": 7, "pos": 1}]),
    stamp=_stamps,
)
_settings = st.builds(
    SettingEvent, name=st.sampled_from(["theme", "retelling"]), value=st.text(max_size=5), stamp=_stamps
)
_reviews = st.builds(
    ReviewEvent,
    card=st.just("one/c"),
    rating=st.integers(1, 4),
    typed=st.sampled_from(["", '"kind":"step"']),
    ms=st.none(),
    stamp=_stamps,
)
_others = st.one_of(
    st.builds(SuspendEvent, card=st.just("one/c"), stamp=_stamps),
    st.builds(
        StartEvent,
        card=st.just("one/c"),
        due=st.just("2026-03-02"),
        last=st.just("2026-03-01"),
        stability=st.just(2.0),
        difficulty=st.just(5.0),
        stamp=_stamps,
    ),
)
_events = st.lists(
    st.one_of(_steps, _steps, _steps, _settings, _reviews, _others),
    min_size=6,
    max_size=30,
    unique_by=lambda event: event.stamp.id,
)
# What else may stand in a file: other writers' blanks and order, torn and foreign lines.
_manners = st.sampled_from(["own", "own", "compact", "spaced", "sorted"])
_odd = st.sampled_from(
    ["{", '{"v":1,"kind":"review","id":"x"', "", "null", '{"kind":"step","at":5}', '{"kind":"step","at":99999,"x":']
)


def written(event: Event, manner: str) -> str:
    """The line of an event, as this program or another would write it."""
    line = to_line(event)
    if manner == "own":
        return line
    record = json.loads(line)
    separators = (",", ":") if manner == "compact" else None
    return json.dumps(record, sort_keys=manner != "spaced", separators=separators, ensure_ascii=False)


def write(directory: Path, files: Iterable[tuple[list[Event], str, str]]) -> None:
    """Write the log's files."""
    directory.mkdir(parents=True)
    for number, (events, manner, odd) in enumerate(files):
        lines = [odd, *(written(event, manner) for event in events), odd]
        (directory / f"host-{number}.jsonl").write_text("".join(f"\n{line}\n" for line in lines), encoding="utf-8")


def journal_steps(events: list[Event], start: str) -> list[Event]:
    return [event for event in events if isinstance(event, StepEvent) and event.at_step.startswith(start)]


def assert_same(journal: Journal, events: list[Event]) -> None:
    """All that a journal says is what follows from the events."""
    assert journal.settings == settings(events)
    assert journal.resume_point() == resume_point(events)
    for courses in ((), *((course,) for course in COURSES), COURSES):
        assert journal.resume_point(courses) == resume_point(events, courses)
    for course in COURSES:
        assert lesson_states(journal.steps_of(course), course) == lesson_states(events, course)
        for lesson in LESSONS:
            found = journal.steps_of(course, lesson)
            assert last_answers(found, course, lesson) == last_answers(events, course, lesson)
            start = f"{course}/{lesson}#"
            here = [event for event in events if isinstance(event, StepEvent) and event.at_step.startswith(start)]
            assert resume_point(found) == resume_point(here) == journal.left_in(course, lesson)
            asked = journal.steps_of(course, lesson, asked=True)
            assert last_answers(asked, course, lesson) == last_answers(events, course, lesson)
    if any(isinstance(event, ReviewEvent | StartEvent) for event in events):
        assert journal.has_cards


@given(events=_events, cut=st.integers(0, 30), manners=st.tuples(_manners, _manners), odd=_odd)
def test_looking_says_what_reading_says(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], cut: int, manners: tuple[str, str], odd: str
) -> None:
    """Whoever wrote the lines, in whatever order they stand, whatever stands between them."""
    directory = tmp_path_factory.mktemp("log") / "log"
    write(directory, [(events[:cut], manners[0], odd), (events[cut:], manners[1], odd)])
    journal = Journal(directory)
    read = list(read_events(directory).events)
    assert_same(journal, read)
    assert sorted(event.stamp.id for event in journal.events) == sorted(event.stamp.id for event in read)


@given(before=_events, own=st.lists(_steps, max_size=5), when_read=st.integers(0, 5))
def test_what_is_done_now_counts(
    tmp_path_factory: pytest.TempPathFactory, before: list[Event], own: list[StepEvent], when_read: int
) -> None:
    """Every event once, whenever the log is read as a whole."""
    directory = tmp_path_factory.mktemp("log") / "log"
    write(directory, [(before, "own", "")])
    journal = Journal(directory)
    known = {event.stamp.id for event in before}
    own = [event for event in {event.stamp.id: event for event in own}.values() if event.stamp.id not in known]
    for number, event in enumerate(own):
        if number == when_read:
            assert len(journal.events) == len(before) + number
        assert journal.append(event)
    wanted = sorted(event.stamp.id for event in [*before, *own])
    assert sorted(event.stamp.id for event in journal.events) == wanted
    for course in COURSES:
        found = {event.stamp.id for event in journal.steps_of(course)}
        assert found >= {event.stamp.id for event in own if event.at_step.startswith(f"{course}/")}
    journal.close()


def test_without_a_log(tmp_path: Path) -> None:
    """Nothing is known, and nothing is made."""
    journal = Journal(tmp_path / "none")
    assert (journal.settings, journal.resume_point(), journal.events, journal.has_cards) == ({}, None, [], False)
    journal.close()
    assert not (tmp_path / "none").exists()


def test_only_lines_that_are_asked_for_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten thousand reviews and steps, the last step and those of one lesson."""
    draw = random.Random(1)
    events: list[Event] = []
    for number in range(10_000):
        stamp = Stamp(f"id-{number:012d}", number, 60, "2026-03-01", "host")
        if draw.random() < 0.5:
            events.append(ReviewEvent(card="one/c", rating=3, stamp=stamp))
        else:
            events.append(StepEvent(at_step=f"one/l{number % 100}#s", outcome="seen", stamp=stamp))
    write(tmp_path / "log", [(events, "own", "")])
    read = [0]

    def counted(line: bytes) -> Event | None:
        read[0] += 1
        return from_line(line)

    monkeypatch.setattr(journal_module, "from_line", counted)
    journal = Journal(tmp_path / "log")
    assert read == [0]
    assert journal.resume_point() == resume_point(events)
    assert read == [1]
    assert len(journal.steps_of("one", "l7")) == read[0] - 1 < 100
    before = read[0]
    assert journal.left_in("one", "l7") == resume_point(journal_steps(events, "one/l7#")) is not None
    assert journal.steps_of("one", "l7", asked=True) == []
    assert read[0] == before + 1


def test_a_course_that_is_not_there_is_passed_over_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much was done in it since: the last step of those that are there is the one line that is read."""
    places = ["one/a#s", "old/a#s", "two/a#s", *(f"gone/l{number}#s" for number in range(1000))]
    events = [
        StepEvent(at_step=place, outcome="seen", stamp=Stamp(f"id-{at:012d}", at, 60, "2026-03-01", "host"))
        for at, place in enumerate(places)
    ]
    write(tmp_path / "log", [([*events], "own", "")])
    read = [0]

    def counted(line: bytes) -> Event | None:
        read[0] += 1
        return from_line(line)

    monkeypatch.setattr(journal_module, "from_line", counted)
    journal = Journal(tmp_path / "log", Renaming({"old": "one"}))
    assert journal.resume_point({"one"}) == ResumePoint("one", "a", "s", {})
    assert read == [1]
    assert journal.resume_point({"one", "two"}) == ResumePoint("two", "a", "s", {})
    assert read == [2]
    assert journal.resume_point({"three"}) is None
    assert read == [2]
    # By its former id alone.
    assert Journal(tmp_path / "log").resume_point({"old"}) == ResumePoint("old", "a", "s", {})


def test_two_threads_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And both get the one list that grows along."""
    write(tmp_path / "log", [([], "own", "")])
    journal, readings, found = Journal(tmp_path / "log"), [0], list[list[Event]]()

    def counted(directory: Path) -> object:
        readings[0] += 1
        return read_events(directory)

    monkeypatch.setattr(journal_module, "read_events", counted)
    threads = [Thread(target=lambda: found.append(journal.events)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert readings == [1] and all(each is found[0] for each in found)
