"""What became of the ids that a course had before: `aliases` of its course.yaml, chains of renamings followed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
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

    def lesson(self, name: str) -> str:
        """Today's id of a lesson; its own where it was never renamed, or in a circle."""
        return _followed(self.lessons, name)

    def mistake(self, name: str) -> str:
        """Today's id of a misconception."""
        return _followed(self.mistakes, name)

    def card(self, name: str) -> str:
        """Today's id of a card; what is asked of a note in several ways, `NOTE/back`, goes where the note went."""
        found = _followed(self.cards, name)
        note, slash, way = name.partition("/")
        return f"{_followed(self.cards, note)}/{way}" if slash and found == name else found

    def place(self, lesson: str, name: str) -> tuple[str, str]:
        """Today's lesson and id of a step or question: by an alias of its own, else by its lesson's."""
        address = first = f"{lesson}#{name}"
        seen = {address}
        while (following := self._next(address)) is not None:
            if following in seen:
                return lesson, name
            seen.add(following)
            address = following
        if address == first:
            return lesson, name
        lesson, _, name = address.partition("#")
        return lesson, name

    def _next(self, address: str) -> str | None:
        if address in self.within:
            return self.within[address]
        lesson, _, name = address.partition("#")
        return f"{self.lessons[lesson]}#{name}" if lesson in self.lessons else None

    def lessons_before(self, lesson: str) -> tuple[str, ...]:
        """The lessons that it, or a step of it, may have been in before; itself first."""
        found = {lesson: None}
        grew = True
        while grew:
            steps = ((old.partition("#")[0], new.partition("#")[0]) for old, new in self.within.items())
            before = [old for old, new in (*self.lessons.items(), *steps) if new in found and old not in found]
            found |= dict.fromkeys(before)
            grew = bool(before)
        return tuple(found)

    def circles(self) -> tuple[tuple[str, ...], ...]:
        """The circles that the aliases lead in, each once, from its first id back to that."""
        found: dict[frozenset[str], tuple[str, ...]] = {}
        for renamed in (self.lessons, self.cards, self.mistakes):
            for old in renamed:
                circle = _circle(renamed.get, old)
                found.setdefault(frozenset(circle), circle)
        for old in self.within:
            circle = _circle(self._next, old)
            found.setdefault(frozenset(circle), circle)
        found.pop(frozenset(), None)
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
    found: dict[str, dict[str, str]] = {kind: {} for kind in (*KINDS, WITHIN)}
    for written, new in given.items():
        kinds, old = kinds_of(written, _followed(given, new), lessons)
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


def _followed(renamed: Mapping[str, str], name: str) -> str:
    """Where a name leads; itself where that is a circle."""
    seen, at = {name}, name
    while at in renamed:
        at = renamed[at]
        if at in seen:
            return name
        seen.add(at)
    return at


def _circle(following: Callable[[str], str | None], name: str) -> tuple[str, ...]:
    """The names from this one back to itself; none where it leads elsewhere."""
    path, at = [name], following(name)
    while at is not None and at not in path:
        path.append(at)
        at = following(at)
    return (*path, name) if at == name else ()
