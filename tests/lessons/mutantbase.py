"""What a mutation is, and how its kinds are declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.lessons.mutanttexts import CourseTexts, Text

SAME = "the course reads the same"


@dataclass(frozen=True)
class Mutation:
    """A change of a course.

    Attributes:
        kind: Its kind.
        course: The course's name.
        file: The file that it is about.
        line: The line that was changed, as it is numbered now.
        edits: Files with their new bytes; None where one is gone.
        right: The places, file and line, at which a report is right.
        silence: Why no report is right too; empty where one is due.
        what: The line as it is now.
    """

    kind: str
    course: str
    file: str
    line: int
    edits: Mapping[str, bytes | None]
    right: frozenset[tuple[str, int]]
    silence: str = ""
    what: str = ""

    def __str__(self) -> str:
        """Kind, place and the changed line."""
        return f"{self.kind}, {self.course}/{self.file}:{self.line}: {self.what[:90]!r}"


@dataclass(frozen=True)
class Change:
    """A change of one text: its new lines, the line it is about, and what is right to say."""

    lines: Sequence[str] | bytes
    line: int
    right: Iterable[int]
    silence: str = ""
    others: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True)
class Kind:
    """A kind of mutation."""

    name: str
    draw: Callable[[Random, CourseTexts], Mutation | None]


KINDS: list[Kind] = []
_Changer = Callable[[Random, Text, CourseTexts], Change | None]
_Drawer = Callable[[Random, CourseTexts], Mutation | None]


def kind(name: str, *roles: str) -> Callable[[_Changer], _Changer]:
    """Declare a kind that changes one text of these roles."""

    def declare(change: _Changer) -> _Changer:
        def draw(rng: Random, course: CourseTexts) -> Mutation | None:
            texts = course.texts(rng.choice(roles))
            text = rng.choice(texts) if texts else None
            changed = change(rng, text, course) if text else None
            if text is None or changed is None:
                return None
            data = changed.lines if isinstance(changed.lines, bytes) else "\n".join(changed.lines).encode()
            if data == course.files[text.file]:
                return None
            right = {(text.file, number) for number in changed.right} | changed.others
            shown = data.decode("utf-8", "replace").split("\n")
            what = shown[changed.line - 1] if 0 < changed.line <= len(shown) else ""
            return Mutation(
                name, course.name, text.file, changed.line, {text.file: data}, frozenset(right), changed.silence, what
            )

        KINDS.append(Kind(name, draw))
        return change

    return declare


def kind_of_course(name: str) -> Callable[[_Drawer], _Drawer]:
    """Declare a kind that changes files of a course; the mutation's kind is set."""

    def declare(draw: _Drawer) -> _Drawer:
        KINDS.append(Kind(name, draw))
        return draw

    return declare


def replaced(text: Text, number: int, line: str) -> list[str]:
    """The lines with another in the place of that number."""
    return [*text.lines[: number - 1], line, *text.lines[number:]]


def without(text: Text, number: int, last: int = 0) -> list[str]:
    """The lines without those from that number to the last."""
    return [*text.lines[: number - 1], *text.lines[max(number, last) :]]


def swapped(text: Text, first: int, second: int) -> list[str]:
    """The lines with two of them in each other's place."""
    lines = list(text.lines)
    lines[first - 1], lines[second - 1] = lines[second - 1], lines[first - 1]
    return lines


def misspelt(rng: Random, word: str) -> str:
    """The word with two letters exchanged, one doubled or one left out."""
    places = [at for at in range(len(word) - 1) if word[at] != word[at + 1] and word[at : at + 2].isalnum()]
    if not places:
        return word + "x"
    at = rng.choice(places)
    return rng.choice(
        (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[: at + 1] + word[at] + word[at + 1 :],
            word[:at] + word[at + 1 :] if len(word) > 3 else word + word[-1],
        )
    )
