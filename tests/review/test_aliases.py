"""A course whose ids were renamed keeps what its learners did: what follows from the log is the same under new ids."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.lessons.aliases import aliases_of
from petui.lessons.coursefile import course_file_of
from petui.lessons.faults import FaultList
from petui.lessons.model import Course, CoursePart
from petui.lessons.source import Source
from petui.records import dataclass
from petui.review.events import Event, ReviewEvent, StartEvent, StepEvent, SuspendEvent, UndoEvent, UnsuspendEvent
from petui.review.journal import Journal
from petui.review.log import ReviewLog, read_events
from petui.review.memories import Memories
from petui.review.memory import Memory
from petui.review.progress import TESTOUT, ResumePoint, last_answers, lesson_states, resume_point
from petui.review.renaming import NOTHING_RENAMED, renaming_of
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp
from tests.running import petui_here

LESSONS, STEPS, QUESTIONS, CARDS, MISTAKES = (("lesson", 3), ("step", 2), ("question", 2), ("card", 3), ("slip", 2))
_DAY = 86_400_000


@dataclass(frozen=True, slots=True)
class Release:
    """The ids of one release: how often each thing was renamed by then, by its first id."""

    turns: Mapping[str, int]

    def name(self, first: str) -> str:
        """The id that a thing has in this release."""
        turn = self.turns.get(first, 0)
        return f"{first}-{turn}" if turn else first


def things() -> list[str]:
    """The first id of everything in the course, and of the course."""
    within = [
        f"l{at}-{kind}{one}" for at in range(LESSONS[1]) for kind, count in (STEPS, QUESTIONS) for one in range(count)
    ]
    return ["course", *(f"{kind}{at}" for kind, count in (LESSONS, CARDS, MISTAKES) for at in range(count)), *within]


@st.composite
def releases(draw: Any) -> list[Release]:
    """Two or three releases, each of which renames some things of the one before."""
    found = [Release({})]
    for _ in range(draw(st.integers(1, 2))):
        renamed = draw(st.sets(st.sampled_from(things())))
        turns = dict(found[-1].turns)
        found.append(Release(turns | {name: turns.get(name, 0) + 1 for name in renamed}))
    return found


def course_of(found: list[Release], *, by_old_lesson: bool, says_kind: bool) -> Course:
    """The last release, with an alias for every renaming of each."""
    last, pairs, formerly = found[-1], dict[str, str](), list[str]()
    for old, new in pairwise(found):
        if old.name("course") != new.name("course"):
            formerly.append(old.name("course"))
        for first in things()[1:]:
            before, after = old.name(first), new.name(first)
            if before == after:
                continue
            if first.startswith("l") and not first.startswith("lesson"):
                lesson = f"lesson{first[1]}"
                # Authors may write the lesson as it was called with the old id, or as it is called now.
                home = (old if by_old_lesson else new).name(lesson)
                pairs[f"{home}#{before}"] = f"{new.name(lesson)}#{after}"
            else:
                kinds = {"l": "lesson ", "c": "card ", "s": "misconception "}
                pairs[f"{kinds[first[0]] if says_kind else ''}{before}"] = after
    lessons = tuple(last.name(f"lesson{at}") for at in range(LESSONS[1]))
    part = CoursePart("All", lessons)
    return Course(
        last.name("course"), "C", "en", "", (part,), (), aliases=tuple(pairs.items()), formerly=tuple(formerly)
    )


_EVENTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("step"),
            st.integers(0, 2),
            st.integers(0, 1),
            st.sampled_from(["", "0", "1", "t0", "t1"]),
            st.sampled_from(["seen", "right", "wrong", "predicted", "skipped", "done"]),
            st.sets(st.integers(0, 1)),
        ),
        st.tuples(st.just("review"), st.integers(0, 2), st.integers(1, 4), st.sets(st.integers(0, 1))),
        st.tuples(st.sampled_from(["suspend", "unsuspend", "start"]), st.integers(0, 2)),
        st.tuples(st.just("undo"), st.integers(0, 8)),
    ),
    max_size=12,
)


def event_of(act: tuple[Any, ...], at: int, names: Release) -> Event:
    """What a learner did on the study day of that number, under the ids of a release."""
    day = f"2026-03-{1 + at:02}"
    stamp = Stamp(f"{at:032x}", 1_772_000_000_000 + at * _DAY, 0, day, "here")
    course = names.name("course")
    if act[0] == "step":
        _, lesson, step, question, outcome, slips = act
        asked = (
            f"{TESTOUT if question[0] == 't' else ''}{names.name(f'l{lesson}-question{question[-1]}')}"
            if question
            else ""
        )
        place = f"{course}/{names.name(f'lesson{lesson}')}#{names.name(f'l{lesson}-step{step}')}"
        shown = tuple(names.name(f"slip{one}") for one in sorted(slips))
        return StepEvent(at_step=place, outcome=outcome, question=asked, misconceptions=shown, stamp=stamp)
    if act[0] == "undo":
        return UndoEvent(undoes=f"{act[1]:032x}", stamp=stamp)
    key = f"{course}/{names.name(f'card{act[1]}')}"
    if act[0] == "review":
        shown = tuple(names.name(f"slip{one}") for one in sorted(act[3]))
        return ReviewEvent(card=key, rating=act[2], misconceptions=shown, stamp=stamp)
    if act[0] == "start":
        return StartEvent(card=key, due=day, last="2026-02-20", stability=9.0, difficulty=5.0, stamp=stamp)
    return (SuspendEvent if act[0] == "suspend" else UnsuspendEvent)(card=key, stamp=stamp)


def follows(events: list[Event], names: Release) -> dict[str, Any]:
    """All that follows from events under the ids of a release."""
    course = names.name("course")
    lessons = [names.name(f"lesson{at}") for at in range(LESSONS[1])]
    memories = Memories.of_events(events, Schedule(fuzz=False))
    return {
        "resume": resume_point(events),
        "states": lesson_states(events, course),
        "done": [{name: one.outcome for name, one in last_answers(events, course, each).items()} for each in lessons],
        "memories": dict(memories.all),
        "reviews": [(review.card, review.rating, review.misconceptions) for review in memories.reviews],
        "slips": [event.misconceptions for event in events if isinstance(event, StepEvent)],
    }


def relabelled(value: Any, names: Mapping[str, str]) -> Any:
    """The same with every id renamed."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, ResumePoint):
        return replace(
            value, **{name: relabelled(getattr(value, name), names) for name in ("course", "lesson", "step")}
        )
    if isinstance(value, Memory):
        return replace(value, card=relabelled(value.card, names))
    if isinstance(value, dict):
        return {relabelled(key, names): relabelled(each, names) for key, each in value.items()}
    return type(value)(relabelled(each, names) for each in value) if isinstance(value, tuple | list) else value


def labels(first: Release, last: Release) -> dict[str, str]:
    """Every id and key of the first release, and what it is in the last."""
    found = {first.name(name): last.name(name) for name in things()}
    found |= {TESTOUT + old: TESTOUT + new for old, new in found.items()}
    keys = {
        f"{first.name('course')}/{first.name(f'card{at}')}": f"{last.name('course')}/{last.name(f'card{at}')}"
        for at in range(CARDS[1])
    }
    return found | keys


@given(releases(), _EVENTS, st.data(), st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_was_done_counts_under_new_ids(
    found: list[Release], acts: list[tuple[Any, ...]], data: st.DataObject, by_old_lesson: bool, says_kind: bool
) -> None:
    """Whenever in the history of the releases it was done; each event is under the ids of its own time."""
    eras = sorted(data.draw(st.lists(st.integers(0, len(found) - 1), min_size=len(acts), max_size=len(acts))))
    course = course_of(found, by_old_lesson=by_old_lesson, says_kind=says_kind)
    truth = [event_of(act, at, found[0]) for at, act in enumerate(acts)]
    logged = [event_of(act, at, found[era]) for at, (act, era) in enumerate(zip(acts, eras, strict=True))]
    seen = list(renaming_of([course]).events(logged))
    names = labels(found[0], found[-1])
    assert follows(seen, found[-1]) == relabelled(follows(truth, found[0]), names)


def test_a_renaming_moves_no_due_day() -> None:
    """A learner was told when a card comes back; the fuzz in that day goes by the id of then."""
    names = {f"card{at}": f"renamed{at}" for at in range(20)}
    logged = [
        ReviewEvent(card=f"old/{card}", rating=3, stamp=Stamp(f"{card}-{day}", day * _DAY, 0, day_of(day), "here"))
        for card in names
        for day in (1, 2, 6, 30)
    ]
    renaming = renaming_of([small("new", aliases=tuple(names.items()), formerly=("old",))])
    before = Memories.of_events(logged, Schedule()).all
    after = Memories.of_events(renaming.events(logged), Schedule()).all
    assert len({memory.due_day for memory in before.values()}) > 5
    assert dict(after) == relabelled(dict(before), {f"old/{old}": f"new/{new}" for old, new in names.items()})


def day_of(number: int) -> str:
    """The study day of a number of days since 1970."""
    return (date(1970, 1, 1) + timedelta(number)).isoformat()


@given(releases(), _EVENTS, st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_journal_finds_what_was_done_under_old_ids(
    found: list[Release], acts: list[tuple[Any, ...]], by_old_lesson: bool
) -> None:
    """It looks at the log's bytes, and at none of them is anything changed."""
    course = course_of(found, by_old_lesson=by_old_lesson, says_kind=False)
    renaming = renaming_of([course])
    with tempfile.TemporaryDirectory() as place:
        log = ReviewLog(Path(place))
        for at, act in enumerate(acts):
            log.append(event_of(act, at, found[0]))
        log.close()
        before = {path.name: path.read_bytes() for path in Path(place).iterdir()}
        events = renaming.events(read_events(Path(place)).events)
        journal = Journal(Path(place), renaming)
        assert journal.resume_point() == resume_point(events)
        assert journal.resume_point({course.id}) == resume_point(events, {course.id})
        for at in range(LESSONS[1]):
            lesson = found[-1].name(f"lesson{at}")
            start = f"{course.id}/{lesson}#"
            here = [event for event in events if isinstance(event, StepEvent) and event.at_step.startswith(start)]
            assert sorted(journal.steps_of(course.id, lesson), key=repr) == sorted(here, key=repr)
        assert lesson_states(journal.steps_of(course.id), course.id) == lesson_states(events, course.id)
        assert journal.events == list(events)
        assert {path.name: path.read_bytes() for path in Path(place).iterdir()} == before


# ---- what an alias means ---------------------------------------------------------------------------------------------


def small(course: str = "new", *, aliases: tuple[tuple[str, str], ...] = (), formerly: tuple[str, ...] = ()) -> Course:
    """A course of two lessons."""
    return Course(course, "C", "en", "", (CoursePart("P", ("one", "two")),), (), aliases=aliases, formerly=formerly)


def step(at_step: str, **more: Any) -> StepEvent:
    return StepEvent(at_step=at_step, outcome="seen", **more)


def test_without_aliases_events_are_as_they_were() -> None:
    assert renaming_of([small(), small("other")]) is NOTHING_RENAMED
    event = step("new/one#a")
    assert renaming_of([small(aliases=(("uno", "one"),))]).of(event) is event


def test_a_step_may_have_gone_to_another_lesson() -> None:
    """With its questions; those that did not go along are asked in their lesson still."""
    renaming = renaming_of([small(aliases=(("one#a", "two#b"), ("one#ask", "two#asked")))])
    moved = renaming.of(step("new/one#a", question="ask"))
    assert (moved.at_step, moved.question) == ("new/two#b", "asked")
    stayed = renaming.of(step("new/one#other", question="ask"))
    assert (stayed.at_step, stayed.question) == ("new/one#other", "ask")


def test_both_sides_of_a_card_go_where_its_note_went() -> None:
    renaming = renaming_of([small(aliases=(("note", "remark"), ("note/2", "remark/3")))])
    assert [renaming.card(f"new/note{way}") for way in ("", "/back", "/2")] == [
        "new/remark",
        "new/remark/back",
        "new/remark/3",
    ]
    assert renaming.card("other/note") == "other/note"


def test_a_course_that_is_still_there_keeps_its_own() -> None:
    """No course can take what another one's learners did."""
    thief = small("new", formerly=("own", "gone"))
    renaming = renaming_of([thief, small("own"), small("late", formerly=("gone",))])
    assert renaming.of(step("own/one#a")).at_step == "own/one#a"
    assert renaming.of(step("gone/one#a")).at_step == "new/one#a"


def test_a_lesson_that_is_still_there_keeps_its_own() -> None:
    renaming = renaming_of([small(aliases=(("one", "two"),))])
    assert renaming.of(step("new/one#a")).at_step == "new/one#a"


def test_an_id_of_two_kinds_is_told_apart() -> None:
    """A bare id is a lesson's if it leads to one."""
    aliases = aliases_of([("old", "one"), ("card old", "first"), ("misconception old", "slip")], ["one", "two"])
    assert (aliases.lesson("old"), aliases.card("old"), aliases.mistake("old")) == ("one", "first", "slip")


@pytest.mark.parametrize(
    ("pairs", "circle"),
    [
        ([("a", "b"), ("b", "a")], "a → b → a"),
        ([("one#a", "one#b"), ("one#b", "two#a"), ("two#a", "one#a")], "one#a → one#b → two#a → one#a"),
        ([("gone", "one"), ("one#a", "gone#a")], "one#a → gone#a → one#a"),
    ],
)
def test_a_circle_is_refused(pairs: list[tuple[str, str]], circle: str) -> None:
    """It is named once, with its place, and what stands in it stays as it is."""
    lines = "".join(f"  {old}: {new}\n" for old, new in pairs)
    text = (
        "schema: 1\nid: new\ntitle: C\nlanguage: en\nparts: [{title: P, lessons: [one, two]}]\n"
        f"aliases:\n{lines}  x: y\nformerly: [old, new]\n"
    )
    faults = FaultList()
    head = course_file_of(Source(text), "course.yaml", faults)
    found = [str(fault) for fault in faults.sorted()]
    assert len(found) == 2
    assert f"E12 these aliases lead in a circle: {circle}; break it" in found[0]
    assert "course.yaml:7:" in found[0] or "course.yaml:8:" in found[0]
    assert "E10 `new` is the course's id now" in found[1]
    renaming = renaming_of([replace(small(), aliases=head.aliases)])
    for old, _ in pairs:
        lesson, _, name = old.partition("#")
        assert renaming.of(step(f"new/{lesson}#{name or 'x'}")).at_step.startswith(
            f"new/{'one' if lesson == 'gone' else lesson}#"
        )
    assert renaming.card("new/x") == "new/y"


# ---- a course on the disk --------------------------------------------------------------------------------------------

_COURSE = """schema: 1
id: {course}
title: Small
language: en
parts:
  - title: All
    lessons: [{lesson}, last]
decks: [decks/{deck}.md]
misconceptions: misconceptions.md
"""
_LESSON = """---
schema: 1
id: {lesson}
title: First
minutes: 1
---

::::{{step}} start
It begins.
::::

::::{{step}} {step}
:::{{check}} {check}
:answer: 3
:tol: 0.1
:hint: count
:wrong: 4 => {slip}

How many?
:::
::::

::::{{step}} end
It ends.
::::
"""
_LAST = "---\nschema: 1\nid: last\ntitle: Last\nminutes: 1\n---\n\n::::{step} only\nAll.\n::::\n"
_DECK = """---
schema: 1
id: {deck}
title: Cards
---

:::{{card}} {card}
:kind: numeric
:answer: 3
:tol: 0.1
:wrong: 4 => {slip}

How many?
?
Three.
:::
"""
_MISTAKES = ":::{{mistake}} {slip}\n:claims: it is four\n:verdict: wrong\n\nFour.\n\nLooks so.\n\nNo.\n\nThree.\n:::\n"
_OLD = {
    "course": "old",
    "lesson": "first",
    "step": "ask",
    "check": "count",
    "deck": "cards",
    "card": "three",
    "slip": "four",
}
_NEW = {name: f"{value}-now" for name, value in _OLD.items()}
_ALIASES = """aliases:
  first: first-now
  first#ask: first-now#ask-now
  first-now#count: first-now#count-now
  three: three-now
  four: four-now
formerly: [old]
"""


def write_course(root: Path, names: Mapping[str, str], more: str = "") -> None:
    files = {
        "course.yaml": _COURSE + more,
        f"lessons/{names['lesson']}.md": _LESSON,
        "lessons/last.md": _LAST.replace("{", "{{").replace("}", "}}"),
        f"decks/{names['deck']}.md": _DECK,
        "misconceptions.md": _MISTAKES,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text.format(**names))


def said(*arguments: str, lines: bytes = b"") -> str:
    """What a command that goes well prints."""
    done = petui_here(*arguments, lines=lines)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_a_renamed_course_goes_on_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lesson, its question, the card and the slip: under new names in every command, and no log is rewritten."""
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "there"))
    write_course(tmp_path / "before", _OLD)
    old, new = ("--content", str(tmp_path / "before")), ("--content", str(tmp_path / "after"))
    said("learn", "old/first", "--plain", *old, lines=b"\n4\n3\nq\n")
    said("quiz", "cards", "--plain", *old, lines=b"4\n")
    said("cards", "suspend", "old/three", *old)
    said("data", "export", "-o", str(tmp_path / "export"))
    write_course(tmp_path / "after", _NEW, _ALIASES)
    assert said("lint", str(tmp_path / "after")) == ""
    # On another machine, which only has what was exported.
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "here"))
    said("data", "merge", str(tmp_path / "export"))
    logs = {path.name: path.read_bytes() for path in (tmp_path / "here" / "log").iterdir()}
    lessons = json.loads(said("list", "--format", "json", *new))["lessons"]
    states = {(lesson["course"], lesson["id"]): lesson["state"] for lesson in lessons}
    assert (states["old-now", "first-now"], states["old-now", "last"]) == ("started", "new")
    stats = json.loads(said("stats", "--format", "json", *new))
    slips = [(slip["course"], slip["id"], slip["claims"], slip["count"]) for slip in stats["misconceptions"]]
    assert slips == [("old-now", "four-now", "it is four", 2)]
    assert stats["suspended"] == 1
    assert (
        "old-now/three-now will be asked again" in petui_here("cards", "unsuspend", "old/three", *new).stderr.decode()
    )
    listed = said("cards", "list", "cards-now", *new)
    assert "three-now" in listed and " new " not in listed
    assert said("map", "--format", "json", *new).count('"old-now"') == 1
    resumed = said("learn", "--plain", *new, lines=b"q\n")
    assert "Step 2 of 3." in resumed and "Answered earlier. It is 3." in resumed
    assert "It ends" in said("learn", "--plain", *new, lines=b"\nq\n")
    here = {path.name: path.read_bytes() for path in (tmp_path / "here" / "log").iterdir()}
    assert logs.items() <= here.items()
