"""Locking a course for a release: what course.lock is to hold, unless the course has faults."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from petui.lessons.course import read_course
from petui.lessons.faults import FaultList
from petui.lessons.lint import lint_paths
from petui.lessons.lock import lock_of, lock_text, read_lock
from petui.lessons.place import Fault
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Release:
    """A course that is to be released.

    Attributes:
        faults: All that lint finds, sorted.
        text: What its course.lock is to hold; empty where a fault stands against it.
    """

    faults: tuple[Fault, ...]
    text: str = ""


def release(root: Path, *, coverage: bool = False, installed: Sequence[Path] = ()) -> Release:
    """The lock of a course directory; warnings do not stand against it. The rest is as in `lint_paths`."""
    faults = lint_paths([root], coverage=coverage, installed=installed)
    if any(not fault.is_warning for fault in faults):
        return Release(faults)
    before = read_lock(root, FaultList())
    return Release(faults, lock_text(lock_of(root, read_course(root), before)))
