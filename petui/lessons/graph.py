"""Which lesson of a course needs which: an order, and the links that do not follow from others."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from petui.lessons.model import Course
from petui.records import dataclass

Links = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LessonGraph:
    """The lessons of a course as a graph without circles.

    Attributes:
        order: Every lesson once, each after all that it needs, otherwise as the course has them.
        needs: Of each lesson those that it names in `requires`, but for missing ones and links that close a circle.
        before: Of these only what does not follow from the others (the transitive reduction), in that order.
        after: Of each lesson those that have it in `before`, in that order.
        missing: Of each lesson the required ones that the course has not.
    """

    order: tuple[str, ...]
    needs: Links
    before: Links
    after: Links
    missing: Links


def lesson_graph(course: Course) -> LessonGraph:
    """The graph of a course, whatever its `requires` say."""
    return graph_of({lesson.id: lesson.requires for lesson in course.lessons})


def graph_of(requires: Links) -> LessonGraph:
    """The graph of requirements.

    Args:
        requires: What each lesson requires, lessons in the order of the course.
    """
    present = {name: tuple(each for each in dict.fromkeys(of) if each in requires) for name, of in requires.items()}
    needs = _without_circles(present)
    order = _ordered(needs)
    before = _reduced(needs, order)
    after: dict[str, list[str]] = {name: [] for name in requires}
    for name in order:
        for each in before[name]:
            after[each].append(name)
    missing = {name: tuple(each for each in dict.fromkeys(of) if each not in requires) for name, of in requires.items()}
    return LessonGraph(order, needs, before, {name: tuple(of) for name, of in after.items()}, missing)


def _without_circles(requires: Links) -> dict[str, tuple[str, ...]]:
    """The links without those that lead back to where a walk along them came from."""
    kept: dict[str, list[str]] = {}
    done: set[str] = set()
    for start in requires:
        if start in kept:
            continue
        kept[start] = []
        walk = [(start, iter(requires[start]))]
        while walk:
            name, rest = walk[-1]
            each = next(rest, None)
            if each is None:
                done.add(name)
                walk.pop()
            elif each in done:
                kept[name].append(each)
            elif each not in kept:
                kept[name].append(each)
                kept[each] = []
                walk.append((each, iter(requires[each])))
    return {name: tuple(kept[name]) for name in requires}


def _ordered(needs: Links) -> tuple[str, ...]:
    """The lessons, each after what it needs; of several that could follow the first one in the course."""
    names = list(needs)
    places = {name: at for at, name in enumerate(names)}
    waits_for = {name: len(of) for name, of in needs.items()}
    followers: dict[str, list[str]] = {name: [] for name in needs}
    for name, of in needs.items():
        for each in of:
            followers[each].append(name)
    ready = [places[name] for name in names if not waits_for[name]]
    order: list[str] = []
    while ready:
        name = names[heapq.heappop(ready)]
        order.append(name)
        for follower in followers[name]:
            waits_for[follower] -= 1
            if not waits_for[follower]:
                heapq.heappush(ready, places[follower])
    return tuple(order)


def _reduced(needs: Links, order: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The links without those between lessons that others join already."""
    places = {name: at for at, name in enumerate(order)}
    # All that a lesson rests on, as the bits of their places.
    under: dict[str, int] = {}
    before: dict[str, tuple[str, ...]] = {}
    for name in order:
        nearest_first = sorted(needs[name], key=places.__getitem__, reverse=True)
        reached, kept = 0, []
        for each in nearest_first:
            if not reached >> places[each] & 1:
                kept.append(each)
                reached |= under[each] | 1 << places[each]
        under[name] = reached
        before[name] = tuple(reversed(kept))
    return before
