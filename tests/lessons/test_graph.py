"""The graph of lessons: its laws hold whatever a course says that it requires."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.graph import Links, graph_of

NAMES = [f"l{number}" for number in range(12)]


@st.composite
def requirements(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Any links: circles, a lesson that requires itself, one that is missing, one twice."""
    present = draw(st.permutations(NAMES[:10]))[: draw(st.integers(0, 10))]
    return {name: tuple(draw(st.lists(st.sampled_from(NAMES), max_size=4))) for name in present}


@st.composite
def sound(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Links without a fault, in an order that respects them."""
    return {
        name: tuple(draw(st.lists(st.sampled_from(NAMES[:at]), max_size=4, unique=True))) if at else ()
        for at, name in enumerate(NAMES)
    }


def reach(links: Links, start: str) -> set[str]:
    """All that can be reached from a lesson along links."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for each in links[waiting.pop()]:
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


@given(requires=requirements())
def test_every_lesson_comes_once_and_after_what_it_needs(requires: dict[str, tuple[str, ...]]) -> None:
    """The order is one of the lessons, and every link leads up."""
    graph = graph_of(requires)
    assert sorted(graph.order) == sorted(requires)
    places = {name: at for at, name in enumerate(graph.order)}
    assert all(places[each] < places[name] for name, needed in graph.needs.items() for each in needed)


@given(requires=requirements())
def test_only_what_is_missing_or_closes_a_circle_is_left_out(requires: dict[str, tuple[str, ...]]) -> None:
    """Of each lesson: what it requires is needed, missing, or rests on the lesson itself."""
    graph = graph_of(requires)
    for name, required in requires.items():
        assert set(graph.needs[name]) <= set(required) and len(set(graph.needs[name])) == len(graph.needs[name])
        assert set(graph.missing[name]) == set(required) - requires.keys()
        for each in set(required) - set(graph.needs[name]) - set(graph.missing[name]):
            assert each == name or name in reach(graph.needs, each)


@given(requires=requirements())
def test_the_reduction_reaches_the_same_by_the_fewest_links(requires: dict[str, tuple[str, ...]]) -> None:
    """Without one of them something could not be reached any more; `after` says the same from below."""
    graph = graph_of(requires)
    for name in requires:
        assert reach(graph.before, name) == reach(graph.needs, name)
        for each in graph.before[name]:
            assert each not in reach({**graph.before, name: _without(graph.before[name], each)}, name)
    assert _pairs(graph.before) == {(name, each) for each, name in _pairs(graph.after)}


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(each for each in names if each != name)


def _pairs(links: Mapping[str, tuple[str, ...]]) -> set[tuple[str, str]]:
    return {(name, each) for name, others in links.items() for each in others}


@given(requires=sound())
def test_a_sound_course_keeps_its_order_and_links(requires: dict[str, tuple[str, ...]]) -> None:
    """Nothing is left out or moved."""
    graph = graph_of(requires)
    assert graph.order == tuple(NAMES)
    assert graph.needs == requires and not any(graph.missing.values())


@given(requires=requirements())
def test_links_stand_in_the_order_of_the_lessons(requires: dict[str, tuple[str, ...]]) -> None:
    """Above and below alike."""
    graph = graph_of(requires)
    places = {name: at for at, name in enumerate(graph.order)}
    for links in (graph.before, graph.after):
        assert all(list(each) == sorted(each, key=places.__getitem__) for each in links.values())


def test_a_very_long_chain() -> None:
    """No depth of Python's stack is needed."""
    requires = {f"l{at}": (f"l{at + 1}",) if at < 4999 else () for at in range(5000)}
    assert graph_of(requires).order == tuple(f"l{at}" for at in reversed(range(5000)))
