"""Where a course has its retellings, and in which languages, without reading them."""

from __future__ import annotations

import os
from pathlib import Path

from petui.lessons.coursehead import LANGUAGE
from petui.lessons.inside import led_out
from petui.lessons.place import Fault

RETELLINGS = "retellings"


def languages_of(root: Path, lesson_id: str) -> tuple[str, ...]:
    """The languages in which a course tells one of its lessons besides its own, sorted."""
    return tuple(
        language
        for language in _names(root / RETELLINGS)
        if LANGUAGE.fullmatch(language) and _is_there(root, root / RETELLINGS / language / f"{lesson_id}.md")
    )


def _is_there(root: Path, path: Path) -> bool:
    return os.path.lexists(path) and led_out(root, path) is None


def retellings_in(root: Path) -> tuple[tuple[str, str], ...]:
    """Language and lesson id of every retelling of a course, sorted; what cannot be read is left out."""
    return tuple((path.parent.name, path.stem) for path in _files(root) if led_out(root, path) is None)


def astray_in(root: Path) -> tuple[Fault, ...]:
    """The retellings of a course that links lead out of it, sorted."""
    return tuple(filter(None, (led_out(root, path) for path in _files(root))))


def _files(root: Path) -> list[Path]:
    folders = [root / RETELLINGS / name for name in _names(root / RETELLINGS) if LANGUAGE.fullmatch(name)]
    return [folder / name for folder in folders for name in _names(folder) if name.endswith(".md")]


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
