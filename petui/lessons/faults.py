"""Collecting every fault of a file, so that an author sees them all at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from petui.lessons.place import Fault, Place

# A file with more is not worth reading on; the bound keeps a hostile file's report small.
MAX_FAULTS = 500
MAX_COURSE_FAULTS = 10_000
MAX_MESSAGE = 400
MAX_QUOTE = 60
MAX_ID = 64
# Longer than this a list of what is known helps nobody.
_MOST_LISTED = 24
# Faults between files; a lesson that only has these can be played.
_BETWEEN_FILES = "E12"
# What cannot be read, what is not closed, and what needs a newer petui: others follow from them.
_CAUSES = frozenset(("E01", "E03", "E18"))
# Beside this fault all others of its file mean nothing.
NEEDS_NEWER = "E18"
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class FaultList:
    """The faults found so far, none twice; at most `limit` of them, and as many warnings."""

    def __init__(self, limit: int = MAX_FAULTS) -> None:
        """Begin without faults."""
        self._limit = limit
        self._found: dict[Fault, None] = {}
        self._warnings = 0

    def add(self, place: Place, code: str, message: str) -> None:
        """Note one fault."""
        if not message.isprintable():
            message = "".join(sign if sign.isprintable() else " " for sign in message)
        fault = Fault(place, code, message[:MAX_MESSAGE])
        # Counted apart, so that many warnings cannot hide a fault.
        count = self._warnings if fault.is_warning else len(self._found) - self._warnings
        if count < self._limit and fault not in self._found:
            self._found[fault] = None
            self._warnings += fault.is_warning

    def extend(self, faults: Iterable[Fault]) -> None:
        """Note several faults."""
        for fault in faults:
            self.add(fault.place, fault.code, fault.message)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._found)

    def sorted(self) -> tuple[Fault, ...]:
        """All of them, by file, line, column and code; of a file that needs a newer petui no more than that."""
        newer = {fault.place.file for fault in filter(_is_newer, self._found)}
        return tuple(sorted(fault for fault in self._found if fault.place.file not in newer or _is_newer(fault)))


def _is_newer(fault: Fault) -> bool:
    return fault.code == NEEDS_NEWER


def leaves_out(fault: Fault) -> bool:
    """Whether learners are not shown the file that has this fault."""
    return not fault.is_warning and fault.code != _BETWEEN_FILES


def by_weight(fault: Fault) -> tuple[int, Fault]:
    """A key that sorts faults: what keeps a file from being read first, for others follow from it, warnings last."""
    weight = 3 if fault.is_warning else 2 if fault.code == _BETWEEN_FILES else 0 if fault.code in _CAUSES else 1
    return weight, fault


def quoted(text: str) -> str:
    """What an author wrote, in backticks, cut to a readable length."""
    return f"`{text}`" if len(text) <= MAX_QUOTE else f"`{text[: MAX_QUOTE - 1]}…`"


def nearest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint for an unknown name: the nearest known one; if none is near `otherwise`, or all that are known."""
    names = list(known)
    close = get_close_matches(name[:MAX_QUOTE].lower(), names, n=1, cutoff=0.55)
    if close:
        return f"did you mean `{close[0]}`?"
    if otherwise or len(names) > _MOST_LISTED:
        return otherwise or "mend the name"
    return f"known: {', '.join(names)}" if names else "delete it"


def illegal_id(name: str) -> str:
    """What is wrong with an id, or nothing if it is legal: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters."""
    if not name:
        return "the id is missing; give one of lower-case letters, digits and single hyphens"
    if len(name) > MAX_ID:
        return f"the id {quoted(name)} is {len(name)} characters long; give at most {MAX_ID}"
    if not ID.fullmatch(name):
        return f"the id {quoted(name)} is not legal; use lower-case letters, digits and single hyphens between them"
    return ""
