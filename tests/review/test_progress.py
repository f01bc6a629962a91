"""Progress follows from the log, in whatever order the log comes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review.events import Event, SettingEvent, StepEvent, UnknownEvent
from petui.review.progress import ResumePoint, last_answers, lesson_state, resume_point, settings
from petui.review.stamp import Stamp

OUTCOMES = ("seen", "right", "wrong", "hinted", "skipped", "predicted", "done", "unreadable")


def stamp(at: int, name: str = "a") -> Stamp:
    """A stamp of a moment."""
    return Stamp(name, at, 0, "2024-01-01", "host")


def step(at: int, outcome: str, where: str = "c/l#s", question: str = "", **lab: int) -> StepEvent:
    """A step event of a moment."""
    return StepEvent(at_step=where, outcome=outcome, question=question, lab=lab, stamp=stamp(at, f"id{at}"))


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """A log: few moments, so that many events share one, but each id once."""
    events: list[Event] = []
    for number in range(draw(st.integers(0, 12))):
        at = stamp(draw(st.integers(0, 3)), f"{draw(st.integers(0, 3))}-{number}")
        where = draw(st.sampled_from(["c/l#s", "c/l#t", "c/m#s", "d/l#s", "broken", "c/l", "#", "/#"]))
        question = draw(st.sampled_from(["", "q", "r"]))
        outcome = draw(st.sampled_from(OUTCOMES))
        pair = {"name": draw(st.sampled_from("xy")), "value": str(number)}
        made: list[Event] = [
            StepEvent(at_step=where, outcome=outcome, question=question, lab={"pos": number}, stamp=at),
            SettingEvent(**pair, stamp=at),
            UnknownEvent(kind="dream", line="{}", stamp=at),
        ]
        events.append(draw(st.sampled_from(made)))
    return events


QUESTIONS: list[Callable[[list[Event]], object]] = [
    resume_point,
    settings,
    lambda events: lesson_state(events, "c", "l"),
    lambda events: list(last_answers(events, "c", "l").items()),
]


@pytest.mark.parametrize("asked", QUESTIONS, ids=["resume", "settings", "state", "questions"])
@given(events=logs(), seed=st.integers())
def test_replaying_does_not_depend_on_order(
    asked: Callable[[list[Event]], object], events: list[Event], seed: int
) -> None:
    """The same events shuffled, or given twice, say the same."""
    shuffled = [*events, *events]
    random.Random(seed).shuffle(shuffled)
    assert asked(shuffled) == asked(events)


def test_the_learner_resumes_at_the_last_step() -> None:
    """Course, lesson, step and Lab of the last step, whatever came later of other kinds."""
    events: list[Event] = [
        step(5, "seen", "c/l#two", pos=7),
        step(3, "seen", "c/l#one", pos=3),
        SettingEvent(name="theme", value="dark", stamp=stamp(9)),
        step(8, "seen", "no address"),
    ]
    assert resume_point(events) == ResumePoint("c", "l", "two", {"pos": 7})
    assert resume_point([]) is None


def test_within_one_millisecond_the_later_id_is_last() -> None:
    """Ties of the moment are broken by the id."""
    first = StepEvent(at_step="c/l#one", outcome="seen", stamp=stamp(1, "a"))
    second = StepEvent(at_step="c/l#two", outcome="seen", stamp=stamp(1, "b"))
    found = resume_point([second, first])
    assert found is not None
    assert found.step == "two"


def test_a_lesson_goes_from_new_to_started_to_done() -> None:
    """And stays done when it is opened again; its neighbours, and lessons whose id begins alike, are not touched."""
    events: list[Event] = []
    assert lesson_state(events, "c", "l") == "new"
    events.append(step(1, "seen"))
    assert lesson_state(events, "c", "l") == "started"
    events += [step(2, "done"), step(3, "seen")]
    assert lesson_state(events, "c", "l") == "done"
    assert lesson_state(events, "c", "l2") == lesson_state(events, "c", "") == lesson_state(events, "d", "l") == "new"


def test_the_last_outcome_of_a_question_holds() -> None:
    """A hint or an unreadable answer after it changes nothing; another lesson's question of that id neither."""
    events: list[Event] = [
        step(4, "right", question="q"),
        step(2, "wrong", question="q"),
        step(3, "skipped", question="r"),
        step(5, "hinted", question="q"),
        step(6, "unreadable", question="q"),
        step(7, "wrong", where="c/m#s", question="q"),
        step(8, "hinted", question="only-hinted"),
        step(9, "seen"),
    ]
    answers = last_answers(events, "c", "l")
    assert {name: event.outcome for name, event in answers.items()} == {"q": "right", "r": "skipped"}
    assert list(answers) == ["r", "q"]


def test_the_last_value_of_a_setting_holds() -> None:
    """By moment, not by place in the file."""
    events = [SettingEvent(name="theme", value=value, stamp=stamp(at)) for at, value in ((2, "light"), (1, "dark"))]
    assert settings(events) == {"theme": "light"}


def test_events_made_in_one_sitting_are_in_order() -> None:
    """Stamped as they are made, the later one is last, also within one millisecond."""
    events: list[Event] = [StepEvent(at_step=f"c/l#{number}", outcome="seen") for number in range(200)]
    random.Random(1).shuffle(events)
    found = resume_point(events)
    assert found is not None
    assert found.step == "199"
