"""What became of the ids that a course had before: `aliases` of its course.yaml, chains of renamings followed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from petui.records import dataclass

LESSON, CARD, MISTAKE, WITHIN = "lesson", "card", "misconception", "step or question"
# What may stand before an old id that could be that of two kinds.
KINDS = (LESSON, CARD, MISTAKE)


@dataclass(frozen=True, slots=True)
class Aliases:
    """Which id leads to which, one renaming at a time.

    Attributes:
        lessons: Of lessons.
        within: Of steps and questions, `lesson#id`.
        cards: Of cards, as the log has them behind the course.
        mistakes: Of misconceptions.
    """

    lessons: Mapping[str, str] = field(default_factory=dict)
    within: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    mistakes: Mapping[str, str] = field(default_factory=dict)
    # Of each kind, where names lead that were asked for, or are on the way; "" is in or into a circle.
    _ends: Mapping[str, dict[str, str]] = field(
        default_factory=lambda: {kind: {} for kind in (*KINDS, WITHIN)}, init=False, repr=False, compare=False
    )

    def lesson(self, name: str) -> str:
        """Today's id of a lesson; its own where it was never renamed, or in a circle."""
        return self._end(LESSON, self.lessons.get, name)

    def mistake(self, name: str) -> str:
        """Today's id of a misconception."""
        return self._end(MISTAKE, self.mistakes.get, name)

    def card(self, name: str) -> str:
        """Today's id of a card; what is asked of a note in several ways, `NOTE/back`, goes where the note went."""
        found = self._end(CARD, self.cards.get, name)
        note, slash, way = name.partition("/")
        return f"{self._end(CARD, self.cards.get, note)}/{way}" if slash and found == name else found

    def place(self, lesson: str, name: str) -> tuple[str, str]:
        """Today's lesson and id of a step or question: by an alias of its own, else by its lesson's."""
        address = f"{lesson}#{name}"
        found = self._end(WITHIN, self._next, address)
        if found == address:
            return lesson, name
        lesson, _, name = found.partition("#")
        return lesson, name

    def _end(self, kind: str, following: Callable[[str], str | None], name: str) -> str:
        """Where a name leads; itself where that is a circle."""
        return _followed(following, name, self._ends[kind]) or name

    def _next(self, address: str) -> str | None:
        following = self.within.get(address)
        if following is not None:
            return following
        lesson, _, name = address.partition("#")
        moved = self.lessons.get(lesson)
        return None if moved is None else f"{moved}#{name}"

    def lessons_before(self, lesson: str) -> tuple[str, ...]:
        """The lessons that it, or a step of it, may have been in before; itself first."""
        before: dict[str, list[str]] = {}
        steps = ((old.partition("#")[0], new.partition("#")[0]) for old, new in self.within.items())
        for old, new in (*self.lessons.items(), *steps):
            before.setdefault(new, []).append(old)
        found, waiting = {lesson: None}, [lesson]
        while waiting:
            new_ones = [old for old in before.get(waiting.pop(), ()) if old not in found]
            found |= dict.fromkeys(new_ones)
            waiting += new_ones
        return tuple(found)

    def circles(self) -> tuple[tuple[str, ...], ...]:
        """The circles that the aliases lead in, each once, from its first id back to that."""
        found: dict[frozenset[str], tuple[str, ...]] = {}
        kinds: tuple[tuple[Mapping[str, str], Callable[[str], str | None]], ...] = (
            *((renamed, renamed.get) for renamed in (self.lessons, self.cards, self.mistakes)),
            (self.within, self._next),
        )
        for renamed, following in kinds:
            for circle in _circles(following, tuple(renamed)):
                found.setdefault(frozenset(circle), circle)
        return tuple(found.values())


def aliases_of(pairs: Iterable[tuple[str, str]], lessons: Container[str]) -> Aliases:
    """The aliases of a course.

    `LESSON#OLD` is a step or question. A bare id is a lesson's where the new one is a listed lesson, or leads to one,
    and else that of a card and of a misconception; `lesson OLD`, `card OLD` and `misconception OLD` say it. Where a
    lesson of the old id is listed still, it is no alias.

    Args:
        pairs: Old and new ids, as in CourseFile.aliases.
        lessons: Ids of the course's listed lessons.
    """
    given = dict(pairs)
    ends: dict[str, str] = {}
    found: dict[str, dict[str, str]] = {kind: {} for kind in (*KINDS, WITHIN)}
    for written, new in given.items():
        kinds, old = kinds_of(written, _followed(given.get, new, ends) or new, lessons)
        for kind in kinds:
            if kind != LESSON or old not in lessons:
                found[kind][old] = new
    return Aliases(found[LESSON], found[WITHIN], found[CARD], found[MISTAKE])


def kinds_of(written: str, new: str, lessons: Container[str]) -> tuple[tuple[str, ...], str]:
    """Of what kinds an old id may be, and the id without its kind.

    Args:
        written: The old id, as course.yaml has it.
        new: The id that it leads to.
        lessons: Ids of the course's listed lessons.
    """
    word, blank, old = written.partition(" ")
    if blank and word in KINDS:
        return (word,), old.strip()
    if "#" in written:
        return (WITHIN,), written
    return ((LESSON,) if new in lessons else (CARD, MISTAKE)), written


def _followed(following: Callable[[str], str | None], name: str, ends: dict[str, str]) -> str:
    """Where a name leads, "" where that is a circle; noted in `ends` for every name on the way."""
    path: dict[str, None] = {}
    at: str | None = name
    last = name
    while at is not None and at not in ends and at not in path:
        path[at] = None
        last, at = at, following(at)
    end = last if at is None else ends.get(at, "")
    ends.update(dict.fromkeys(path, end))
    return ends[name]


def _circles(following: Callable[[str], str | None], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The circles that some of these names are in, each from the first of them that is in it, in their order."""
    rank = {name: at for at, name in enumerate(names)}
    done: set[str] = set()
    found: list[list[str]] = []
    for name in names:
        path: dict[str, None] = {}
        at: str | None = name
        while at is not None and at not in done and at not in path:
            path[at] = None
            at = following(at)
        done |= path.keys()
        if at in path:
            circle = list(path)[list(path).index(at) :]
            first = min(circle, key=lambda one: rank.get(one, len(rank)))
            turn = circle.index(first)
            found.append([*circle[turn:], *circle[:turn]])
    known = sorted((circle for circle in found if circle[0] in rank), key=lambda circle: rank[circle[0]])
    return ((*circle, circle[0]) for circle in known)
