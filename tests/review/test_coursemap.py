"""The map's facts: states and masteries are those that the other pages show, and what to go on with follows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import ContentError
from petui.lessons.collection import FiledCard, cards_by_lesson, cards_of_lesson
from petui.lessons.model import Card, Course, CoursePart, Deck, Lesson
from petui.lessons.place import Place
from petui.review.coursemap import course_map, mapped_course
from petui.review.events import Event, ReviewEvent, StepEvent
from petui.review.mastery import lesson_mastery, mastery_of
from petui.review.memories import Memories
from petui.review.progress import lesson_state, lesson_states
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp
from tests.shipped import shipped_course

PLACE = Place("x")
DAY = "2026-03-01"
MS_A_DAY = 86_400_000
MARCH = 1_772_323_200_000


def card(name: str, covers: tuple[str, ...] = (), teaches: str = "") -> Card:
    """A card that is graded by the learner."""
    return Card(name, "basic", (), (), PLACE, covers=covers, teaches=teaches)


def lesson(name: str, *requires: str, covers: tuple[str, ...] = (), cards: tuple[Card, ...] = ()) -> Lesson:
    """A lesson without steps."""
    return Lesson(name, name.upper(), 5, (), PLACE, requires=requires, covers=covers, cards=cards)


COURSE = Course(
    "c",
    "A course",
    "en",
    "",
    (CoursePart("First", ("a", "b")), CoursePart("Second", ("d",))),
    (
        lesson("a", covers=("F1",), cards=(card("own"),)),
        lesson("b", "a", covers=("F1", "F2")),
        lesson("d", "b", "a", "gone"),
        lesson("loose"),
    ),
    decks=(Deck("deck", "A deck", "d.md", (card("one", ("F1",)), card("two", ("F2",)), card("to-d", teaches="d#s"))),),
    inventory=(("F1", "first"), ("F2", "second")),
)


def review(name: str, rating: int, number: int) -> ReviewEvent:
    """An answer on the day of the map."""
    stamp = Stamp(f"r{number}", MARCH + number, 0, DAY, "host")
    return ReviewEvent(card=f"c/{name}", rating=rating, stamp=stamp)


def step(where: str, outcome: str, number: int = 0) -> StepEvent:
    """Something done in a lesson."""
    return StepEvent(at_step=where, outcome=outcome, lab={}, stamp=Stamp(f"s{number}", MARCH + number, 0, DAY, "host"))


def memories(*events: Event) -> Memories:
    """What is remembered by events."""
    return Memories.of_events(events, Schedule(0.9))


def test_mastery_of_a_lesson_is_over_the_cards_that_it_teaches() -> None:
    """Its own, those it covers whole, and those that name it; a card may count for two lessons."""
    known = memories(review("one", 4, 1), review("own", 4, 2))
    found = lesson_mastery(COURSE, known, DAY)
    assert [(name, one.cards, one.begun, one.word) for name, one in found.items()] == [
        ("a", 2, 2, "learning"),
        ("b", 2, 1, "learning"),
        ("d", 1, 0, "new"),
        ("loose", 0, 0, "new"),
    ]
    assert found["a"].retrievability == pytest.approx(1.0, abs=1e-3)
    assert found["b"].retrievability == pytest.approx(0.5, abs=1e-3)
    assert found["loose"].retrievability == 0.0


def test_it_is_the_mastery_that_progress_shows() -> None:
    """Over the same cards both say the same, days later too."""
    known = memories(review("own", 3, 1), review("one", 1, 2))
    cards = [FiledCard("c", "a", each) for each in (card("own", ("F1",)), card("one", ("F1",)))]
    (shown,) = mastery_of(cards, known, "2026-03-20", [COURSE])
    mapped = lesson_mastery(COURSE, known, "2026-03-20")["a"]
    assert (mapped.retrievability, mapped.word) == (shown.retrievability, shown.word)
    assert 0 < mapped.retrievability < 1


def test_cards_by_lesson_are_those_of_each_lesson() -> None:
    """In the course that petui brings along."""
    course = shipped_course()
    found = cards_by_lesson(course)
    assert found == {each.id: cards_of_lesson(course, each) for each in course.lessons} and any(found.values())


PLACES = [f"{course}/{name}#s" for course in "cd" for name in ("a", "b", "gone")] + ["broken", "c/a", "#"]


@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["seen", "right", "done"])), max_size=10))
def test_states_at_once_are_the_states_one_by_one(steps: list[tuple[str, str]]) -> None:
    """In any log."""
    events = [step(where, outcome, at) for at, (where, outcome) in enumerate(steps)]
    for course in ("c", "d"):
        states = lesson_states(events, course)
        for name in ("a", "b", "gone"):
            assert states.get(name, "new") == lesson_state(events, course, name)


@given(done=st.sets(st.sampled_from(["a", "b", "d", "loose"])))
def test_next_is_the_first_lesson_that_is_open(done: set[str]) -> None:
    """Not done, while all that it needs is; a missing lesson is no hindrance."""
    of = course_map(COURSE, [step(f"c/{name}#s", "done", at) for at, name in enumerate(done)], memories(), DAY)
    needs = {"a": set(), "b": {"a"}, "d": {"a", "b"}, "loose": set()}
    waiting = [name for name in needs if name not in done and needs[name] <= done]
    assert of.next == (waiting[0] if waiting else None)
    assert of.done == len(done)


def test_parts_and_states() -> None:
    """Each lesson once in the course's order, those in no part last; a begun lesson is started."""
    of = course_map(COURSE, [step("c/b#s", "seen")], memories(), DAY)
    assert [(name, each.part, each.state) for name, each in of.lessons.items()] == [
        ("a", "First", "new"),
        ("b", "First", "started"),
        ("d", "Second", "new"),
        ("loose", "Further lessons", "new"),
    ]


def test_the_course_that_is_drawn() -> None:
    """The one that is wanted, the one left off at, the first with lessons."""
    other = Course("o", "Other", "en", "", (), (lesson("x"),))
    cards_only = Course("k", "Cards", "en", "", (), ())
    shelf = [cards_only, COURSE, other]
    assert mapped_course(shelf, [], None) is COURSE
    assert mapped_course(shelf, [step("o/x#s", "seen")], None) is other
    assert mapped_course(shelf, [step("k/x#s", "seen")], None) is COURSE
    assert mapped_course(shelf, [step("o/x#s", "seen")], "c") is COURSE
    for wanted in ("k", "nothing"):
        with pytest.raises(ContentError, match=f"no course '{wanted}' with lessons"):
            mapped_course(shelf, [], wanted)
    with pytest.raises(ContentError, match="no course with lessons"):
        mapped_course([cards_only], [], None)
