"""Where courses are: the built-in ones, and those in given directories."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import petui
from petui.core.errors import ContentError
from petui.lessons.coursehead import COURSE_FILE
from petui.lessons.source import visible

# A lesson file sits at COURSE/lessons/ID.md, a deck may sit a folder deeper.
LEVELS_UP = 3


def builtin_content() -> Path:
    """The directory of the courses that ship with petui: package data, or `content/` of a checkout.

    Raises:
        ContentError: If the installation has none.
    """
    package = Path(petui.__file__).resolve().parent
    for candidate in (package / "content", package.parent / "content"):
        if candidate.is_dir():
            return candidate
    raise ContentError("the built-in courses are missing", where=str(package / "content"), mend="install petui again")


def find_courses(roots: Sequence[Path]) -> tuple[Path, ...]:
    """Course directories: each root that has a course.yaml, else those of its directories that have one.

    Raises:
        ContentError: If a root does not exist, is no directory or cannot be read.
    """
    found: dict[str, Path] = {}
    for root in roots:
        for path in _courses_in(root):
            found.setdefault(os.path.realpath(path), path)
    return tuple(found.values())


def course_of(path: Path, levels: int = LEVELS_UP) -> Path | None:
    """The course directory around a file, at most so many folders up; None where there is none."""
    parents = Path(os.path.abspath(path)).parents[:levels]
    return next((parent for parent in parents if os.path.lexists(parent / COURSE_FILE)), None)


def _courses_in(root: Path) -> list[Path]:
    try:
        names = sorted(os.listdir(root))
    except (OSError, ValueError) as error:
        reason = visible(getattr(error, "strerror", None) or str(error))
        mend = "give a directory with a course.yaml, or one of such directories"
        raise ContentError(f"the courses cannot be read: {reason}", where=visible(str(root)), mend=mend) from None
    if COURSE_FILE in names:
        return [root]
    return [root / name for name in names if os.path.lexists(root / name / COURSE_FILE)]
