"""What the command line asks of the tutor."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class TutorOptions:
    """How to start the tutor.

    Attributes:
        content: Further directories of courses, from `--content`.
        lesson: Id of the lesson to open; None to resume.
        step: Id of its step to open; None for where the learner left off.
        settings: `(name, value)` pairs of `--set`, values as typed.
        restart: Whether to begin the lesson at its first step.
        ascii: Whether only ASCII characters may be drawn.
        no_color: Whether to draw without colour.
    """

    content: tuple[Path, ...] = ()
    lesson: str | None = None
    step: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    restart: bool = False
    ascii: bool = False
    no_color: bool = False
