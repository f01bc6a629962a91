"""What the command line asks of the tutor."""

from __future__ import annotations

from pathlib import Path

from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class QuizRequest:
    """Which cards to ask.

    Attributes:
        name: A course, deck, lesson or tag; None for all cards.
        cram: Whether to ask them all, due or not, without changing when they are due.
        mistakes: Whether to ask only those missed lately, without changing when they are due.
        limit: Most cards to ask; None for as many as there are.
        seed: Where the drawn numbers come from; None for ones of their own.
    """

    name: str | None = None
    cram: bool = False
    mistakes: bool = False
    limit: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """A lesson file to show while it is written.

    Attributes:
        path: The file.
        answers: Whether each question is shown with its answer.
    """

    path: Path
    answers: bool = False


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
        quiz: The quiz to start with; None to start with a lesson.
        preview: The lesson file to show; None for what learners are shown.
    """

    content: tuple[Path, ...] = ()
    lesson: str | None = None
    step: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    restart: bool = False
    ascii: bool = False
    no_color: bool = False
    quiz: QuizRequest | None = None
    preview: PreviewRequest | None = None
