"""Where a course has its retellings, and in which languages, without reading them."""

from __future__ import annotations

import os
from pathlib import Path

from petui.lessons.coursehead import LANGUAGE

RETELLINGS = "retellings"


def languages_of(root: Path, lesson_id: str) -> tuple[str, ...]:
    """The languages in which a course tells one of its lessons besides its own, sorted."""
    return tuple(
        language
        for language in _names(root / RETELLINGS)
        if LANGUAGE.fullmatch(language) and os.path.lexists(root / RETELLINGS / language / f"{lesson_id}.md")
    )


def retellings_in(root: Path) -> tuple[tuple[str, str], ...]:
    """Language and lesson id of every retelling of a course, sorted; what cannot be read is left out."""
    found = []
    for language in _names(root / RETELLINGS):
        if LANGUAGE.fullmatch(language):
            found += [(language, name[:-3]) for name in _names(root / RETELLINGS / language) if name.endswith(".md")]
    return tuple(found)


def misplaced_in(root: Path) -> tuple[Path, ...]:
    """What stands among a course's retellings and is no folder named after a language, sorted."""
    return tuple(
        root / RETELLINGS / name
        for name in _names(root / RETELLINGS)
        if not LANGUAGE.fullmatch(name) or not (root / RETELLINGS / name).is_dir()
    )


def _names(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError:
        return []
