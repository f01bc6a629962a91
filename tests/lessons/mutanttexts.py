"""Texts of the shipped courses with what a mutator needs to know of their lines, read by rules of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

OPENER = re.compile(r"^(:{3,})\{(\w+)\} ?(.*)$")
CLOSER = re.compile(r"^:{3,}$")
FIELD = re.compile(r"^:(\w+): ?(.*)$")
YAML_KEY = re.compile(r"^(\s*(?:- )?)([\w-]+):( .*)?$")
MARKDOWN = ("lesson", "deck", "misconceptions", "retelling")
ROLES = (*MARKDOWN, "cards", "course")


@dataclass
class Text:
    """A file's lines; numbers of lines are from 1.

    Attributes:
        file: Its path in the course.
        role: What it is, one of ROLES.
        lines: Its lines.
        sorts: What each line is: front, opener, closer, field, prose, blank, listing; in YAML key, words, comment.
        around: The openers of the blocks around each line, outermost first, an opener's own among them.
        closers: The closer of each opener.
    """

    file: str
    role: str
    lines: list[str]
    sorts: list[str] = field(default_factory=list)
    around: list[tuple[int, ...]] = field(default_factory=list)
    closers: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sort the lines."""
        if self.role in MARKDOWN:
            self._sort_markdown()
        else:
            self._sort_yaml()

    def line(self, number: int) -> str:
        """The line of that number."""
        return self.lines[number - 1]

    def sort(self, number: int) -> str:
        """What the line of that number is; nothing beyond the file."""
        return self.sorts[number - 1] if 0 < number <= len(self.sorts) else ""

    def inner(self, number: int) -> int:
        """The opener of the block that the line stands in; 1 where it stands in none."""
        return next(reversed(self.around[number - 1]), 1) if 0 < number <= len(self.around) else 1

    def outer(self, number: int) -> int:
        """The opener of the block around the one that this line opens or stands in; else the same as `inner`."""
        found = self.around[number - 1]
        return found[-2] if len(found) > 1 else self.inner(number)

    def block(self, number: int) -> str:
        """The name of the block that the line stands in."""
        found = OPENER.match(self.line(self.inner(number)))
        return found[2] if found else ""

    def argument(self, number: int) -> str:
        """What stands behind the name in an opener."""
        found = OPENER.match(self.line(number))
        return found[3] if found else ""

    def those(self, *sorts: str, like: str = "", where: Callable[[int], bool] = lambda number: True) -> list[int]:
        """The numbers of lines of these sorts that have something like that in them."""
        pattern = re.compile(like)
        numbers = range(1, len(self.lines) + 1)
        return [
            n for n in numbers if (not sorts or self.sort(n) in sorts) and pattern.search(self.line(n)) and where(n)
        ]

    def within(self, opener: int, *, like: str) -> list[int]:
        """The lines of a block, not those of blocks in it, that have something like that in them."""
        return self.those(like=like, where=lambda n: self.inner(n) == opener)

    def _sort_markdown(self) -> None:
        stack: list[int] = []
        in_front, in_listing, may_be_field = False, False, False
        for number, line in enumerate(self.lines, 1):
            opener = OPENER.match(line)
            sort = "prose" if line.strip() else "blank"
            if line == "---" and (number == 1 or in_front):
                in_front, sort = number == 1, "front"
            elif in_front:
                sort = "front"
            elif line.startswith("```"):
                in_listing, sort = not in_listing, "listing"
            elif in_listing:
                sort = "listing"
            elif opener:
                stack.append(number)
                sort = "opener"
            elif CLOSER.match(line):
                sort = "closer"
            elif may_be_field and FIELD.match(line):
                sort = "field"
            may_be_field = sort in ("opener", "field")
            self.sorts.append(sort)
            self.around.append(tuple(stack))
            if sort == "closer" and stack:
                self.closers[stack.pop()] = number

    def _sort_yaml(self) -> None:
        entry, key, margin = 1, 1, -1
        for number, line in enumerate(self.lines, 1):
            indent = len(line) - len(line.lstrip())
            if margin >= 0 and line.strip() and indent <= margin:
                margin = -1
            found = YAML_KEY.match(line)
            if not line.strip():
                sort = "blank"
            elif margin >= 0:
                sort = "words"
            elif line.lstrip().startswith("#"):
                sort = "comment"
            elif found:
                sort, key = "key", number
                entry = number if found[1].endswith("- ") or not indent else entry
                margin = len(found[1]) - 1 if (found[3] or "").strip() in ("|", ">") else -1
            else:
                sort = "entry"
            self.sorts.append(sort)
            self.around.append((entry, key) if entry != key else (entry,))


@dataclass
class CourseTexts:
    """A shipped course: its name, where it is, and its files as bytes by their paths in it."""

    name: str
    root: Path
    files: dict[str, bytes]

    def texts(self, role: str) -> list[Text]:
        """The files of that role."""
        if role not in self._texts:
            names = [name for name in self.files if role_of(name) == role]
            self._texts[role] = [Text(name, role, self.files[name].decode().split("\n")) for name in names]
        return self._texts[role]

    def text(self, file: str) -> Text:
        """One of the files."""
        return next(text for text in self.texts(role_of(file)) if text.file == file)

    def __post_init__(self) -> None:
        """Begin without texts."""
        self._texts: dict[str, list[Text]] = {}

    def lines_with(self, role: str, like: str) -> Iterator[tuple[str, int]]:
        """Lines of files of that role in which something like that stands."""
        for text in self.texts(role):
            yield from ((text.file, number) for number in text.those(like=like))


def role_of(file: str) -> str:
    """What a file of a course is."""
    folder, _, name = file.rpartition("/")
    if folder == "decks":
        return "cards" if name.endswith(".yaml") else "deck"
    if folder.startswith("retellings"):
        return "retelling"
    return {"lessons/": "lesson", "/course.yaml": "course", "/misconceptions.md": "misconceptions"}.get(
        f"{folder}/{'' if folder else name}", ""
    )


def read_courses(content: Path) -> list[CourseTexts]:
    """The courses in a folder."""
    found = []
    for head in sorted(content.glob("*/course.yaml")):
        root = head.parent
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        files = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
        found.append(CourseTexts(root.name, root, files))
    return found
