"""Events as lines: what is written is read, and nothing that is read can do harm."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from petui.review.eventlines import from_line, is_record, to_line
from petui.review.events import (
    Event,
    ReviewEvent,
    SettingEvent,
    StartEvent,
    StepEvent,
    SuspendEvent,
    UndoEvent,
    UnknownEvent,
    UnsuspendEvent,
)
from petui.review.stamp import Stamp, stamp_now, study_day

# Every character, lone surrogates too: a terminal in disorder sends them.
TEXT = st.text(st.characters(), max_size=12)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | FINITE | TEXT
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4))
STAMPS = st.builds(
    lambda at, tz, host, tail: Stamp(f"0190-{tail:04x}", at, tz, study_day(at, tz), host),
    st.integers(0, 2**42),
    st.integers(-720, 840),
    TEXT,
    st.integers(0, 2**16),
)
STEPS = st.builds(
    StepEvent,
    at_step=TEXT,
    outcome=TEXT,
    lab=st.dictionaries(TEXT, SCALARS, max_size=4),
    question=TEXT,
    typed=TEXT,
    answer=st.none() | FINITE,
    misconceptions=st.lists(TEXT, max_size=3).map(tuple),
    seed=st.none() | st.integers(0, 2**64),
    drawn=st.dictionaries(TEXT, FINITE, max_size=3),
    stamp=STAMPS,
)
SETTINGS = st.builds(SettingEvent, name=TEXT, value=TEXT, stamp=STAMPS)
NAMES = TEXT.filter(bool)
DAYS = st.dates().map(lambda day: day.isoformat())
COUNTS = st.integers(0, 2**40)
REVIEWS = st.builds(
    ReviewEvent,
    card=NAMES,
    rating=st.integers(1, 4),
    typed=TEXT,
    answer=st.none() | FINITE,
    seed=st.none() | st.integers(-(2**70), 2**70),
    drawn=st.dictionaries(TEXT, FINITE, max_size=3),
    ms=st.none() | COUNTS,
    confidence=st.sampled_from(["", "sure", "unsure"]),
    misconceptions=st.lists(TEXT, max_size=3).map(tuple),
    mode=st.sampled_from(["", "cram", "mistakes"]),
    stamp=STAMPS,
)
STARTS = st.builds(
    StartEvent,
    card=NAMES,
    due=DAYS,
    last=DAYS,
    stability=st.floats(0, allow_infinity=False, exclude_min=True),
    difficulty=st.floats(1, 10),
    reviews=COUNTS,
    lapses=COUNTS,
    stamp=STAMPS,
)
SMALL = (
    st.builds(UndoEvent, undoes=NAMES, stamp=STAMPS)
    | st.builds(SuspendEvent, card=NAMES, stamp=STAMPS)
    | st.builds(UnsuspendEvent, card=NAMES, stamp=STAMPS)
)


@given(STEPS | SETTINGS | REVIEWS | STARTS | SMALL)
def test_what_is_written_is_read(event: Event) -> None:
    """A line of ASCII without an end of line, that gives the event back."""
    line = to_line(event)
    assert line.isascii()
    assert "\n" not in line
    assert from_line(line.encode()) == event


@given(st.binary(max_size=200))
def test_any_bytes_are_an_event_or_none(line: bytes) -> None:
    """Reading never fails."""
    event = from_line(line)
    assert event is None or to_line(event)


@given(st.dictionaries(st.sampled_from(["lab", "drawn", "typed", "answer", "seed", "outcome", "misconceptions"]), JSON))
@example({"misconceptions": None})
@example({"misconceptions": "ab"})
@example({"lab": None})
def test_a_step_of_another_shape_is_kept_or_fits(changes: dict[str, Any]) -> None:
    """What this version cannot use is an UnknownEvent with the very line; what it takes has its types."""
    record = json.loads(to_line(StepEvent(at_step="c/l#s", outcome="seen"))) | changes
    line = json.dumps(record)
    event = from_line(line.encode())
    if isinstance(event, UnknownEvent):
        assert event.line == line
        assert from_line(to_line(event).encode()) == event
    else:
        assert isinstance(event, StepEvent)
        assert from_line(to_line(event).encode()) == event
        assert all(type(value) in (int, float) for value in event.drawn.values())


REVIEW = ReviewEvent(card="c/k", rating=3, typed="0.1", answer=0.1, seed=7, drawn={"pos": 3.0}, ms=900)
START = StartEvent(card="c/k", due="2024-02-29", last="2024-02-20", stability=9.5, difficulty=5.0, reviews=3, lapses=1)
SAMPLES: list[Event] = [
    REVIEW,
    START,
    UndoEvent(undoes="0190-0001"),
    SuspendEvent(card="c/k"),
    UnsuspendEvent(card="c/k"),
    SettingEvent(name="theme", value="dark"),
    StepEvent(at_step="c/l#s", outcome="right"),
]
FIELDS = ["card", "rating", "typed", "answer", "seed", "drawn", "ms", "confidence", "misconceptions", "mode", "undoes"]
FIELDS += ["due", "last", "stability", "difficulty", "reviews", "lapses", "name", "value"]


@given(st.sampled_from(SAMPLES), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=3))
def test_an_event_of_another_shape_is_kept_or_fits(event: Event, changes: dict[str, Any]) -> None:
    """Whatever stands in its fields, a line is read as it is or kept as it is."""
    line = json.dumps(json.loads(to_line(event)) | changes)
    read = from_line(line.encode())
    assert read is not None
    assert type(read) is type(event) or (isinstance(read, UnknownEvent) and read.line == line)
    assert from_line(to_line(read).encode()) == read


HUGE = 10**400
WRONG: list[tuple[Event, str, tuple[Any, ...]]] = [
    (REVIEW, "card", ("", None, 3, ["c/k"])),
    (REVIEW, "rating", (0, 5, -1, 3.0, "3", True, None, HUGE)),
    (REVIEW, "typed", (None, 3)),
    (REVIEW, "answer", ("0.1", True, HUGE)),
    (REVIEW, "seed", ("7", 7.0, True)),
    (REVIEW, "drawn", (None, [], "a", {"a": "3"}, {"a": True}, {"a": None}, {"a": []}, {"a": HUGE})),
    (REVIEW, "ms", (-1, 0.5, "9", True, HUGE)),
    (REVIEW, "confidence", (None, "Sure", 1, [])),
    (REVIEW, "misconceptions", (None, "M1", ["M1", 2], {"M1": 1})),
    (REVIEW, "mode", (None, "exam", 0, {})),
    (UndoEvent(undoes="a"), "undoes", ("", None, 3, "x" * 65)),
    (SuspendEvent(card="a"), "card", ("", None, 3)),
    (UnsuspendEvent(card="a"), "card", ("", None, 3)),
    (START, "card", ("", None, 3)),
    (START, "due", ("", None, "tomorrow", "2023-02-29", "20240229")),
    (START, "last", ("", None, "tomorrow", "2023-02-29", "20240229")),
    (START, "stability", (0, -1.0, "3", None, True, HUGE)),
    (START, "difficulty", (0.9, 10.1, "3", None, True, HUGE)),
    (START, "reviews", (-1, 0.5, "3", None, True)),
    (START, "lapses", (-1, 0.5, "3", None, True)),
]


@pytest.mark.parametrize(
    ("event", "changes"), [(event, {name: one}) for event, name, values in WRONG for one in values]
)
def test_a_wrong_field_makes_an_event_unknown(event: Event, changes: dict[str, Any]) -> None:
    """It is kept, and nothing is derived from it."""
    sound = to_line(event)
    assert from_line(sound.encode()) == event
    line = json.dumps(json.loads(sound) | changes)
    read = from_line(line.encode())
    assert isinstance(read, UnknownEvent)
    assert to_line(read) == line


@pytest.mark.parametrize("name", ["stability", "difficulty", "answer"])
@pytest.mark.parametrize("number", ["1e400", "-1e400"])
def test_an_infinite_number_makes_an_event_unknown(name: str, number: str) -> None:
    """JSON can write infinity as 1e400."""
    event = REVIEW if name == "answer" else START
    written = json.loads(to_line(event))[name]
    line = to_line(event).replace(f'"{name}":{written}', f'"{name}":{number}')
    assert isinstance(from_line(line.encode()), UnknownEvent)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": 3},
        {"id": ""},
        {"id": "x" * 65},
        {"at": "1"},
        {"at": -1},
        {"at": 1e300},
        {"at": True},
        {"at": 2**60},
        {"tz": 9000},
        {"tz": None},
        {"day": "today"},
        {"day": "20240101"},
        {"day": "2024-02-30"},
        {"host": []},
        {"kind": None},
    ],
)
def test_a_line_without_a_sound_stamp_is_no_event(changes: dict[str, Any]) -> None:
    """But it remains a record, which compaction keeps."""
    line = json.dumps(json.loads(to_line(SettingEvent(name="a", value="b"))) | changes).encode()
    assert from_line(line) is None
    assert is_record(line)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"null",
        b'"text"',
        b"{",
        b"\x00" * 64,
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"at":' + b"9" * 10_000 + b"}",
        b'{"v":NaN}',
        '{"v":1}'.encode("utf-16"),
        b'{"v":1} {"v":2}',
        b'{"v":1},',
        b'\x0c{"v":1}',
        b"\xef\xbb\xbf{}",
    ],
    ids=range(16),
)
def test_hostile_lines_are_no_records(line: bytes) -> None:
    """Torn, binary, deep and endless lines are refused without an exception."""
    assert from_line(line) is None
    assert not is_record(line)


def test_numbers_that_are_not_finite_do_not_enter() -> None:
    """An infinite answer, as 1e400 gives, makes a line unknown."""
    line = to_line(StepEvent(at_step="c/l#s", outcome="right", answer=0.5))
    for field in ('"answer":1e400', '"answer":0.5,"lab":{"pos":1e400}', '"answer":0.5,"drawn":{"pos":"3"}'):
        assert isinstance(from_line(line.replace('"answer":0.5', field).encode()), UnknownEvent)
    huge = line.replace('"answer":0.5', '"answer":' + "9" * 400)
    assert isinstance(from_line(huge.encode()), UnknownEvent)


def test_writing_never_fails() -> None:
    """NumPy's numbers become Python's, what is not finite null, and the rest its text."""
    lab = {"pos": np.int64(3), "base": np.float32(0.5), "bad": float("nan"), "odd": [1]}
    event = StepEvent(at_step="c/l#s", outcome="right", lab=lab, answer=float("inf"), drawn={"pos": np.float64(2)})
    read = from_line(to_line(event).encode())
    assert isinstance(read, StepEvent)
    assert read.lab == {"pos": 3, "base": 0.5, "bad": None, "odd": "[1]"}
    assert read.answer is None
    assert read.drawn == {"pos": 2.0}


def test_a_newer_kind_survives_as_it_is() -> None:
    """Its line is not touched, down to its spaces and escapes."""
    stamp = stamp_now()
    line = (
        f'{{"kind": "dream", "id":"{stamp.id}","at":{stamp.at} ,"tz":0,"day":"{stamp.day}","host":"h","é":"\\u00e9"}}'
    )
    event = from_line(f"  {line}\r\n".encode())
    assert isinstance(event, UnknownEvent)
    assert to_line(event) == line
    assert event.stamp.id == stamp.id


def test_every_event_carries_what_the_log_promises() -> None:
    """v, id, at, tz, day, host and kind stand in each line."""
    for event in SAMPLES:
        assert {"v", "id", "at", "tz", "day", "host", "kind"} <= set(json.loads(to_line(event)))
