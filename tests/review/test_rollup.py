"""A class rolled up: what comes of it is what its learners' own logs say, whatever lies among their files."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.collection import FiledCard, collect_cards
from petui.lessons.model import Card, Course, CoursePart, Deck, Lesson, Mistake
from petui.lessons.place import Place
from petui.lessons.prosemodel import Paragraph, Text
from petui.plain.rolledup import rolled_up_json, rolled_up_text, rolled_up_words
from petui.review import exports, rollup
from petui.review.eventlines import from_line, to_line
from petui.review.events import (
    Event,
    ReviewEvent,
    SettingEvent,
    StartEvent,
    StepEvent,
    SuspendEvent,
    UndoEvent,
    UnknownEvent,
)
from petui.review.exports import read_answers, sources
from petui.review.log import ReviewLog, file_name
from petui.review.memories import Memories
from petui.review.progress import lesson_states
from petui.review.rollup import RollUp, roll_up
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp
from tests.running import petui_here

PLACE = Place("decks/d.md", 1)
TODAY, TOMORROW = "2026-12-01", "2026-12-02"
HOST, TYPED = "secret-host", "what I typed"


def card(name: str, *covers: str) -> Card:
    """A basic card."""
    front = (Paragraph((Text(f"What is {name}?"),), PLACE),)
    return Card(name, "basic", front, front, PLACE, covers)


CARDS = (card("a", "F1"), card("b", "F1", "F2"), card("x", "F2"), card("y"))
LESSONS = tuple(Lesson(name, f"Lesson {name}", 1, (), PLACE) for name in ("l1", "l2"))
COURSE = Course(
    "c", "Course", "en", "/c", (CoursePart("All", ("l1", "l2")),), LESSONS,
    (Mistake("m1", (Text("claim of m1"),), "wrong", (), PLACE),),
    (Deck("d", "The deck", "decks/d.md", CARDS),), (("F1", "first things"), ("F2", "second things")),
)  # fmt: skip


def stamp(name: str, at: int, day: int) -> Stamp:
    """A moment of a day of November."""
    return Stamp(name, 1_790_000_000_000 + at, 60, f"2026-11-{day:02}", HOST)


# Few ids, so that files have events in common, in dispute and undone.
_ids = st.text("ab", min_size=1, max_size=4)
_stamps = st.builds(stamp, _ids, st.integers(0, 99), st.integers(1, 3))
_named = st.lists(st.sampled_from(["m1", "degrees", "gone"]), max_size=2).map(tuple)
_reviews = st.builds(
    ReviewEvent,
    card=st.sampled_from(["c/a", "c/b", "c/x", "c/y", "c/gone", "other/a"]),
    rating=st.integers(1, 4),
    typed=st.just(TYPED),
    misconceptions=_named,
    mode=st.sampled_from(["", "cram"]),
    stamp=_stamps,
)
_steps = st.builds(
    StepEvent,
    at_step=st.sampled_from(["c/l1#s", "c/l2#s", "c/gone#s", "odd"]),
    outcome=st.sampled_from(["seen", "wrong", "done"]),
    typed=st.just(TYPED),
    misconceptions=_named,
    stamp=_stamps,
)
_others = st.one_of(
    st.builds(UndoEvent, undoes=_ids, stamp=_stamps),
    st.builds(SuspendEvent, card=st.just("c/a"), stamp=_stamps),
    st.builds(SettingEvent, name=st.just("theme"), value=st.just("dark"), stamp=_stamps),
    st.builds(
        StartEvent,
        card=st.just("c/x"),
        due=st.just("2026-11-20"),
        last=st.just("2026-11-10"),
        stability=st.just(10.0),
        difficulty=st.just(5.0),
        stamp=_stamps,
    ),
)
_events: st.SearchStrategy[Event] = st.one_of(_reviews, _reviews, _steps, _others)
# Events of one id differ nowhere, as in real logs; where they do, see the test of disputes.
_logs = st.lists(_events, max_size=12, unique_by=lambda event: event.stamp.id)


def write(path: Path, events: Iterable[Event], *more: bytes) -> Path:
    """An exported file, and further lines."""
    lines = [to_line(event).encode() for event in events]
    path.write_bytes(b"".join(line + b"\n" for line in [*lines, *more]))
    return path


def rolled(*paths: Path) -> RollUp:
    """What comes of these."""
    return roll_up(paths, [COURSE], TODAY)


# ---- the numbers -----------------------------------------------------------------------------------------------------


def by_hand(learners: Sequence[Sequence[Event]]) -> dict[str, Any]:
    """The same numbers in the plainest way."""
    concepts = {f"c/{one.id}": one.covers[0] if one.covers else "d" for one in CARDS}
    asked, recalled, mistakes = Counter[str](), Counter[str](), Counter[str]()
    who, showed, begun, done = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for events in learners:
        undone = {event.undoes for event in events if isinstance(event, UndoEvent)}
        kept = [each for each in events if not (isinstance(each, ReviewEvent) and each.stamp.id in undone)]
        first: dict[tuple[str, str], ReviewEvent] = {}
        for event in sorted(kept, key=lambda each: (each.stamp.at, each.stamp.id)):
            if isinstance(event, ReviewEvent) and event.card in concepts:
                first.setdefault((event.card, event.stamp.day), event)
        asked.update(concepts[name] for name, _ in first)
        recalled.update(concepts[name] for (name, _), event in first.items() if event.rating > 1)
        who.update({concepts[name] for name, _ in first})
        told: list[tuple[str, ReviewEvent | StepEvent]]
        told = [(event.card, event) for event in kept if isinstance(event, ReviewEvent)]
        told += [(each.at_step, each) for each in kept if isinstance(each, StepEvent) and each.at_step != "odd"]
        keys = [f"{place.partition('/')[0]}/{name}" for place, event in told for name in set(event.misconceptions)]
        mistakes.update(keys)
        showed.update(set(keys))
        states = lesson_states(events, "c")
        begun.update(states.keys())
        done.update(name for name, state in states.items() if state == "done")
    return {
        "concepts": {name: (who[name], asked[name], recalled[name]) for name in asked},
        "mistakes": {name: (showed[name], mistakes[name]) for name in mistakes},
        "lessons": {name: (begun[name], done[name]) for name in begun},
    }


def numbers(of: RollUp) -> dict[str, Any]:
    """The numbers of a class in the same form."""
    return {
        "concepts": {each.number: (each.learners, each.asked, each.recalled) for each in of.concepts},
        "mistakes": {f"{each.course}/{each.id}": (each.learners, each.answers) for each in of.mistakes},
        "lessons": {each.id: (each.begun, each.done) for each in of.lessons},
    }


@given(st.lists(_logs, min_size=1, max_size=4))
def test_the_class_is_the_sum_of_its_learners(logs: list[list[Event]]) -> None:
    """Of learners with nothing in common; in whatever order the files are given, and with every line twice."""
    apart = [[renamed(event, f"{at}-") for event in log] for at, log in enumerate(logs)]
    with TemporaryDirectory() as place:
        root = Path(place)
        files = [write(root / f"{at}.jsonl", log) for at, log in enumerate(apart)]
        found = rolled(*files)
        assert numbers(found) == by_hand(apart)
        assert found.learners == sum(bool(log) for log in apart)
        assert found.events == sum(map(len, apart))
        assert (found.joined, found.unread) == ((), ())
        twice = [write(root / f"{at}.jsonl", [*log[::-1], *log]) for at, log in enumerate(apart)]
        assert rolled(*twice[::-1]) == found
        assert [each.weakness for each in found.concepts] == sorted(each.weakness for each in found.concepts)


def renamed(event: Event, before: str) -> Event:
    """The event with other ids."""
    if isinstance(event, UndoEvent):
        event = replace(event, undoes=before + event.undoes)
    return replace(event, stamp=replace(event.stamp, id=before + event.stamp.id))


@given(_logs, st.lists(st.integers(0, 7), min_size=2, max_size=4))
def test_files_with_an_event_in_common_are_one_learner(log: list[Event], masks: list[int]) -> None:
    """What they share counts once, also where two of them only share with a third."""
    parts = [[event for at, event in enumerate(log) if mask >> at % 3 & 1] for mask in masks]
    with TemporaryDirectory() as place:
        files = [write(Path(place) / f"{at}.jsonl", part) for at, part in enumerate(parts)]
        found = rolled(*files)
        groups: list[tuple[set[str], list[Event]]] = []
        for part in filter(None, parts):
            ids, events = {event.stamp.id for event in part}, list(part)
            for other in [group for group in groups if group[0] & ids]:
                groups.remove(other)
                ids |= other[0]
                events += other[1]
            groups.append((ids, events))
        learners = [list({event.stamp.id: event for event in events}.values()) for _, events in groups]
        assert numbers(found) == by_hand(learners)
        assert found.learners == len(learners)
        assert sum(map(len, found.joined)) == len([part for part in parts if part]) - len(learners) + len(found.joined)


def test_of_two_events_with_one_id_one_holds(tmp_path: Path) -> None:
    """The same in whatever order they come."""
    first, second = (ReviewEvent(card="c/a", rating=rating, stamp=stamp("a", 1, 1)) for rating in (1, 4))
    found = [
        rolled(write(tmp_path / "a.jsonl", order))
        for order in ([first, second], [second, first], [second, first, second])
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].concepts[0].asked == 1


def test_what_is_remembered_tomorrow_is_the_median_learners(tmp_path: Path) -> None:
    """Of each the mean over the cards that were begun; undone reviews and cram count for nothing."""
    logs = []
    for who, ratings in enumerate([(3, 3), (1, 4), (4, 4)]):
        reviews: list[Event] = [
            ReviewEvent(card=f"c/{name}", rating=rating, stamp=stamp(f"{who}-{name}-{day}", day, day))
            for day in (1, 5)
            for name, rating in zip("ab", ratings, strict=True)
        ]
        cram = ReviewEvent(card="c/x", rating=3, mode="cram", stamp=stamp(f"{who}-x", 9, 9))
        gone = ReviewEvent(card="c/a", rating=1, stamp=stamp(f"{who}-gone", 8, 8))
        undo = UndoEvent(undoes=gone.stamp.id, stamp=stamp(f"{who}-undo", 8, 8))
        logs.append([*reviews, cram, gone, undo])
    found = rolled(*(write(tmp_path / f"{at}.jsonl", log) for at, log in enumerate(logs)))
    schedule = Schedule()
    memories = [Memories.of_events(log, schedule) for log in logs]
    means = [fmean(schedule.retrievability(one.of(key), TOMORROW) for key in ("c/a", "c/b")) for one in memories]
    concepts = {each.number: each for each in found.concepts}
    assert concepts["F1"].retrievability == pytest.approx(median(means))
    assert concepts["F1"].learners == 3
    assert concepts["F2"].retrievability is None
    assert "predicted" in rolled_up_text(found, 80, ascii=False)


def test_a_class_too_large_is_not_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything else is as it was, and the text says so."""
    logs = [
        [ReviewEvent(card="c/a", rating=3, stamp=stamp(f"{who}-{day}", day, day)) for day in (1, 2)] for who in "abc"
    ]
    files = [write(tmp_path / f"{at}.jsonl", log) for at, log in enumerate(logs)]
    whole = rolled(*files)
    assert whole.concepts[0].retrievability is not None
    monkeypatch.setattr(rollup, "MOST_REPLAYED", 5)
    found = rolled(*files)
    assert numbers(found) == numbers(whole)
    assert (found.replayed, found.concepts[0].retrievability) == (False, None)
    assert "not predicted" in rolled_up_text(found, None, ascii=False)
    assert json.loads(rolled_up_json(found))["concepts"][0]["retrievability"] is None


def test_of_a_day_the_first_answer_to_a_card_counts(tmp_path: Path) -> None:
    """What is asked again until it is known says little; of another day, another card or learner it does."""
    days = {"c/a": [1, 1, 1, 2], "c/b": [1]}
    events = [
        ReviewEvent(card=card, rating=1 + at % 2, stamp=stamp(f"{card}{at}", at, day))
        for card, own in days.items()
        for at, day in enumerate(own)
    ]
    found = rolled(write(tmp_path / "a.jsonl", events[::-1]))
    assert numbers(found)["concepts"] == {"F1": (1, 3, 1)}


def test_what_was_just_missed_is_not_told_as_known(tmp_path: Path) -> None:
    """At the moment of an answer, whatever it was, recall is predicted as certain: nothing that a teacher asked."""
    now = stamp("m", 9, 9)
    missed = replace(now, day=TODAY)
    found = rolled(write(tmp_path / "a.jsonl", [ReviewEvent(card="c/a", rating=1, stamp=missed)]))
    known = found.concepts[0].retrievability
    assert known is not None and known < 0.9


def test_answers_under_old_ids_count_for_tomorrows(tmp_path: Path) -> None:
    """Of the course, of a card, a lesson and a misconception."""
    aliases = (("alt", "a"), ("lesson-one", "l1"), ("m0", "m1"))
    course = replace(COURSE, aliases=aliases, formerly=("before",))
    events: list[Event] = [
        ReviewEvent(card="before/alt", rating=3, stamp=stamp("a", 1, 1)),
        ReviewEvent(card="c/alt", rating=1, stamp=stamp("b", 2, 2)),
        ReviewEvent(card="c/a", rating=4, misconceptions=("m0",), stamp=stamp("c", 3, 3)),
        StepEvent(at_step="before/lesson-one#s", outcome="done", misconceptions=("m0",), stamp=stamp("d", 4, 4)),
    ]
    found = roll_up([write(tmp_path / "a.jsonl", events)], [course], TODAY)
    assert numbers(found) == {"concepts": {"F1": (1, 3, 2)}, "mistakes": {"c/m1": (1, 2)}, "lessons": {"l1": (1, 1)}}
    assert found.concepts[0].retrievability
    assert found.elsewhere == 0


# ---- files -----------------------------------------------------------------------------------------------------------


def test_a_folder_has_a_learner_in_each_file(tmp_path: Path) -> None:
    """Whatever the files are called; hidden ones are passed over, and folders that are no data of petui."""
    for name in ("anna.jsonl", "ben", "carl.txt", ".hidden"):
        write(tmp_path / name, [SettingEvent(name="a", value="b", stamp=stamp(name, 1, 1))])
    (tmp_path / "empty").mkdir()
    found = rolled(tmp_path)
    assert (found.learners, found.files, found.unread) == (3, 3, ())


@pytest.mark.parametrize("inner", ["", "log"])
def test_a_data_folder_is_one_learner(tmp_path: Path, inner: str) -> None:
    """Its log has a file for each session; so has the log itself, and data folders within a folder."""
    for who in ("anna", "ben"):
        for session in range(3):
            log = ReviewLog(tmp_path / who / "log", host=HOST)
            log.append(SettingEvent(name="a", value="b", stamp=stamp(f"{who}{session}", 1, 1)))
            log.close()
    assert rolled(tmp_path / "anna" / inner).learners == 1
    assert rolled(tmp_path / "anna" / inner).files == 3
    if not inner:
        assert rolled(tmp_path).learners == 2


def test_a_file_given_twice_is_one_learner(tmp_path: Path) -> None:
    """By the same path it is not even read twice; by a copy it has everything in common."""
    file = write(tmp_path / "a.jsonl", [ReviewEvent(card="c/a", rating=1, stamp=stamp("a", 1, 1))])
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(file.read_bytes())
    assert rolled(file, file) == rolled(file)
    found = rolled(file, copy)
    assert (found.learners, found.files, found.joined) == (1, 2, ((str(file), str(copy)),))
    assert f"{file}, {copy} have answers in common" in rolled_up_text(found, None, ascii=False)


# ---- what is no export -----------------------------------------------------------------------------------------------

GOOD = to_line(ReviewEvent(card="c/a", rating=1, stamp=stamp("a", 1, 1))).encode()
NOT_LOGS = {
    "text": b"Dear learner,\nthis is no log.\n",
    "binary": random.Random(5).randbytes(200_000),
    "zeros": bytes(3_000_000),
    "array": b"[1, 2, 3]\n",
    "other JSON": b'{"name": "x", "id": 4}\n{"events": []}\n' * 900,
    "pretty JSON": json.dumps([{"id": "a", "at": 3}] * 500, indent=1).encode(),
    "deep": b"[" * 500_000,
    "half an event": GOOD[:-5],
    "table": b"id,at,kind\na,3,review\n",
    "UTF-16": GOOD.decode().encode("utf-16"),
}


@pytest.mark.parametrize("name", NOT_LOGS)
def test_what_is_no_export_is_named_and_the_others_go_on(tmp_path: Path, name: str) -> None:
    """With one line for the file, however many lines of it are none."""
    wrong = tmp_path / "wrong"
    wrong.write_bytes(NOT_LOGS[name])
    right = tmp_path / "right.jsonl"
    right.write_bytes(GOOD)
    found = rolled(wrong, right)
    assert (found.learners, found.files) == (1, 1)
    assert [(each.file, each.line) for each in found.unread] == [(str(wrong), 0)]
    assert "is no export" in found.unread[0].what


def test_a_line_without_an_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what stands before it counts."""
    monkeypatch.setattr(exports, "LONGEST", 3 << 20)
    file = tmp_path / "a.jsonl"
    file.write_bytes(GOOD + b"\n" + b"x" * (5 << 20) + b"\n" + GOOD.replace(b'"a"', b'"b"'))
    found = rolled(file)
    assert (found.events, [each.line for each in found.unread]) == (1, [2])


def test_torn_lines_are_named_and_counted(tmp_path: Path) -> None:
    """The first few with their numbers, blank lines counted; a line of an editor's mark and of Windows is whole."""
    file = tmp_path / "a.jsonl"
    other = GOOD.replace(b'"a"', b'"b"')
    file.write_bytes(b"\xef\xbb\xbf" + GOOD + b"\r\n\n\nno line\n{}\n" + b"torn {\n" * 5 + other)
    found = rolled(file)
    assert found.events == 2
    assert [each.line for each in found.unread] == [4, 5, 6, 7, 8, 0]
    assert found.unread[-1].what == "2 more lines are no events"


def test_many_torn_lines_do_not_hide_what_stands_behind_them(tmp_path: Path) -> None:
    """Only a file without any event is given up."""
    file = tmp_path / "a.jsonl"
    file.write_bytes(GOOD + b"\n" + b"torn {\n" * (exports.GIVE_UP + 10) + GOOD.replace(b'"a"', b'"b"'))
    assert rolled(file).events == 2


@pytest.mark.parametrize("day", ["2026-13-01", "2026-1-1", "20261101", "", "today"])
def test_a_day_that_is_none_makes_no_event(tmp_path: Path, day: str) -> None:
    """As the log's own reader has it."""
    line = GOOD.replace(b"2026-11-01", day.encode())
    assert from_line(line) is None
    file = tmp_path / "a.jsonl"
    file.write_bytes(line)
    assert rolled(file).learners == 0


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "dream"},
        {"kind": "review", "card": "c/a", "rating": 9},
        {"kind": "review", "card": 7, "rating": 3},
        {"kind": "review", "card": "", "rating": 3},
        {"kind": "review", "rating": 3},
        {"kind": "review", "card": "c/a", "rating": 3, "drawn": {"a": "b"}},
        {"kind": "review", "card": "c/a", "rating": 3, "mode": "new mode"},
        {"kind": "step", "at_step": ["c/l1#s"], "outcome": "done"},
        {"kind": "undo", "undoes": 3},
        {"v": 99, "kind": "lesson", "nested": {"a": [1, {"b": None}]}},
    ],
)
def test_events_of_a_newer_petui_are_passed_over(tmp_path: Path, change: dict[str, Any]) -> None:
    """They make a learner, but no number; how many there are is said."""
    here = {"v": 1, "id": "n", "at": 5, "tz": 0, "day": "2026-11-01", "host": HOST}
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps(here | change) + "\n")
    found = rolled(file)
    assert (found.learners, found.strange, found.unread) == (1, 1, ())
    assert numbers(found) == {"concepts": {}, "mistakes": {}, "lessons": {}}
    assert "1 event that this version does not know was passed over" in rolled_up_text(found, None, ascii=False)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
_fields = st.sampled_from(
    [
        *("v", "id", "at", "tz", "day", "host", "kind", "card", "rating", "mode", "confidence", "misconceptions"),
        *("ms", "seed", "answer", "drawn", "lab", "typed", "outcome", "at_step", "question", "undoes"),
    ]
)
_COUNTED = {
    ReviewEvent: ("card", "rating", "misconceptions", "mode", "confidence"),
    StepEvent: ("at_step", "outcome", "misconceptions"),
    UndoEvent: ("undoes",),
}


@given(_events, st.dictionaries(_fields, _json, max_size=2), st.lists(_fields, max_size=1))
def test_the_quick_reader_agrees_with_the_logs_own(event: Event, more: dict[str, Any], less: list[str]) -> None:
    """On what is an event, what is none, and what is one of another version, whatever its fields hold."""
    record = json.loads(to_line(event)) | more
    for name in less:
        record.pop(name, None)
    line = json.dumps(record).encode()
    told = from_line(line)
    with TemporaryDirectory() as place:
        path = Path(place) / "a.jsonl"
        path.write_bytes(line + b"\n")
        found = read_answers([path])
    assert bool(found.unread) == (told is None)
    assert found.strange == isinstance(told, UnknownEvent)
    if isinstance(told, ReviewEvent | StepEvent | UndoEvent):
        (kept,) = found.lines.values()
        for name in _COUNTED[type(told)]:
            value = getattr(told, name)
            assert getattr(kept, name) == (list(value) if isinstance(value, tuple) else value)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    """A missing one, and a pipe, which is not waited for."""
    missing, pipe = tmp_path / "missing.jsonl", tmp_path / "pipe"
    os.mkfifo(pipe)
    found = rolled(missing, pipe)
    assert found.learners == 0
    assert [each.file for each in found.unread] == [str(missing), str(pipe)]
    assert sources([tmp_path]) == ()


# ---- what is shown ---------------------------------------------------------------------------------------------------


@given(st.lists(_logs, min_size=1, max_size=3))
def test_nobody_is_named(logs: list[list[Event]]) -> None:
    """No machine, no moment, no day but today's, nothing that was typed."""
    with TemporaryDirectory() as place:
        found = rolled(*(write(Path(place) / f"{at}.jsonl", log) for at, log in enumerate(logs)))
        words = rolled_up_words(found, ascii=True)
        for text in (words, rolled_up_text(found, 80, ascii=True), rolled_up_json(found)):
            assert HOST not in text
            assert TYPED not in text
            assert "2026-11" not in text
            assert "17900000" not in text
        assert rolled_up_text(found, 80, ascii=True).isascii()


def test_text_and_json_say_the_same(tmp_path: Path) -> None:
    """Claims, texts and titles beside the numbers."""
    shown = StepEvent(at_step="c/l1#s", outcome="done", misconceptions=("m1", "degrees"), stamp=stamp("s", 3, 1))
    reviews = [ReviewEvent(card="c/a", rating=rating, stamp=stamp(f"r{rating}", 1, rating)) for rating in (1, 2, 3, 4)]
    found = rolled(write(tmp_path / "a.jsonl", [shown, *reviews]))
    lines = [" ".join(line.split()) for line in rolled_up_text(found, None, ascii=False).splitlines()]
    tomorrow = f"{found.concepts[0].retrievability:.0%}"
    told = ["1 learner, 1 file, 5 events", f"75% {tomorrow} 1 4 F1 first things"]
    told += ["1 1 claim of m1", "1 1 degrees", "1 1 Lesson l1"]
    assert set(told) <= set(lines)
    assert rolled_up_words(found, ascii=False).splitlines() == [
        "1 learner, 1 file, 5 events",
        f"Concept F1 first things: recall 75% in 4 answers of 1 learner, predicted for tomorrow {tomorrow}.",
        "Misconception in 1 answer of 1 learner: degrees",
        "Misconception in 1 answer of 1 learner: claim of m1",
        "Lesson Lesson l1: begun by 1, done by 1.",
    ]
    content = json.loads(rolled_up_json(found))
    assert content["schema"] == 1
    assert set(content) == {
        *("schema", "today", "learners", "files", "events", "elsewhere", "strange", "one_learner"),
        *("concepts", "misconceptions", "lessons", "unread", "eventless"),
    }
    assert content["concepts"][0]["recall"] == 0.75
    assert {each["id"]: each["claims"] for each in content["misconceptions"]} == {
        "m1": "claim of m1",
        "degrees": "degrees",
    }
    assert content["lessons"] == [{"course": "c", "id": "l1", "title": "Lesson l1", "begun": 1, "done": 1}]


def test_answers_of_an_unknown_course_are_counted_and_the_way_to_it_is_named(tmp_path: Path) -> None:
    """On the screen and in words, within the width."""
    events = [ReviewEvent(card=card, rating=3, stamp=stamp(card, 1, 1)) for card in ("c/a", "gone/x", "gone/y")]
    found = rolled(write(tmp_path / "a.jsonl", events))
    assert found.elsewhere == 2
    for text in (rolled_up_text(found, 60, ascii=False), rolled_up_words(found, ascii=False)):
        assert (
            "2 answers to cards that no course here has were passed over; "
            "they count with `--content DIR`, if DIR has their course"
        ) in " ".join(text.split())
    assert max(map(len, rolled_up_text(found, 60, ascii=False).splitlines()[:3])) <= 60


def test_of_several_courses_each_line_says_which(tmp_path: Path) -> None:
    """Their inventories have the same numbers."""
    lessons = [
        StepEvent(at_step=at_step, outcome="seen", stamp=stamp(at_step, 1, 1)) for at_step in ("c/l1#s", "other/x#s")
    ]
    found = rolled(write(tmp_path / "a.jsonl", lessons))
    for text in (rolled_up_text(found, None, ascii=False), rolled_up_words(found, ascii=False)):
        assert "Lesson l1 (c)" in text
        assert "x (other)" in text


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_rolls_up_what_data_export_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a shipped course, by way of two learners' data folders; the own log plays no part."""
    folder = tmp_path / "class"
    folder.mkdir()
    for who, rating in (("anna", 1), ("ben", 3)):
        monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / who))
        log = ReviewLog(tmp_path / who / "log", host=HOST)
        key = "positional-encodings/window-begins"
        log.append(ReviewEvent(card=key, rating=rating, typed=TYPED, stamp=stamp(who, 1, 1)))
        log.close()
        assert petui_here("data", "export", "-o", str(folder / f"{who}.jsonl")).returncode == 0
    done = petui_here("stats", str(folder))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"2 learners, 2 files, 2 events\n")
    assert b"50%" in done.stdout
    assert b"in 2 answers of 2 learners" in petui_here("stats", str(folder), "--plain").stdout
    content = json.loads(petui_here("stats", str(folder), "--format", "json").stdout)
    assert (content["schema"], content["learners"], content["concepts"][0]["recall"]) == (1, 2, 0.5)


def test_what_cannot_be_read_shows_in_the_exit_code(tmp_path: Path) -> None:
    """What could not be read is told on standard error, by file and line."""
    good, torn, wrong = tmp_path / "good.jsonl", tmp_path / "torn.jsonl", tmp_path / "wrong.txt"
    good.write_bytes(GOOD + b"\n")
    torn.write_bytes(GOOD.replace(b'"a"', b'"b"') + b"\ntorn {")
    wrong.write_bytes(b"no log")
    done = petui_here("stats", str(good), str(torn), str(wrong), str(tmp_path / "missing"))
    assert done.returncode == 1
    said = done.stderr.decode()
    assert f"petui: {torn}:2: is no event" in said
    assert f"petui: {wrong}: is no export" in said
    assert f"petui: {tmp_path / 'missing'}: cannot be read" in said
    nothing = petui_here("stats", str(wrong))
    assert (nothing.returncode, nothing.stdout) == (2, b"")
    assert petui_here("stats", str(tmp_path / "missing")).returncode == 2
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    none = petui_here("stats", str(empty))
    assert (none.returncode, none.stdout) == (1, b"")
    assert f"petui: {empty}: holds no event\n" in none.stderr.decode()
    beside = petui_here("stats", str(good), str(empty))
    assert (beside.returncode, beside.stderr.decode()) == (0, f"petui: {empty}: holds no event\n")
    assert beside.stdout.startswith(b"1 learner, 1 file, 1 event\n")
    alone = petui_here("stats", str(good))
    assert (alone.returncode, alone.stderr) == (0, b"")
    assert alone.stdout.startswith(b"1 learner, 1 file, 1 event\n")


def test_the_quizzes_of_one_log_file_name(tmp_path: Path) -> None:
    """A folder of session files is told from one of exported files by their names."""
    for name in (file_name("host"), file_name("host")):
        write(tmp_path / name, [SettingEvent(name="a", value="b", stamp=stamp(name[-9:], 1, 1))])
    assert len(sources([tmp_path])) == 1
    write(tmp_path / "anna.jsonl", [SettingEvent(name="a", value="b", stamp=stamp("anna", 1, 1))])
    assert len(sources([tmp_path])) == 3


def test_the_cards_are_those_of_the_course() -> None:
    """The course of these tests has the concepts that they count."""
    assert [filed.key for filed in collect_cards([COURSE])] == ["c/a", "c/b", "c/x", "c/y"]
    assert all(isinstance(filed, FiledCard) for filed in collect_cards([COURSE]))
