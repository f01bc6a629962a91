"""Lint of the signs in a file: those that the fonts of many terminals lack."""

from __future__ import annotations

import re
import unicodedata

from petui.lessons.faults import FaultList, quoted
from petui.lessons.place import Place
from petui.lessons.source import Source

# Beyond the basic plane, for private use, and no characters; emoji and ideographs are wide, and those are shown.
_RARE = re.compile("[\ue000-\uf8ff\U00010000-\U0010ffff]")
_WIDE = ("W", "F")


def lint_signs(source: Source, file: str, faults: FaultList) -> None:
    """Note each sign that many terminals lack once, where it first stands (W09)."""
    if source.text.isascii():
        return
    seen: set[str] = set()
    for found in _RARE.finditer(source.text):
        sign = found[0]
        if sign in seen or unicodedata.east_asian_width(sign) in _WIDE:
            continue
        seen.add(sign)
        line = source.text.count("\n", 0, found.start()) + 1
        column = found.start() - source.text.rfind("\n", 0, found.start())
        message = f"many terminals lack {quoted(sign)} (U+{ord(sign):04X}); {_instead(sign)}"
        faults.add(Place(file, line, column), "W09", message)


def _instead(sign: str) -> str:
    plain = unicodedata.normalize("NFKC", sign)
    return f"write {quoted(plain)}" if plain != sign and not _RARE.search(plain) else "use another one"
