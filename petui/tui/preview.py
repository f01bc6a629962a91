"""`petui preview`: the tutor on a lesson file that is being written; nothing of it is logged."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from petui.config import QuizSettings
from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.lessons.cells import cell_width
from petui.lessons.earlier import NOTHING_EARLIER, Earlier
from petui.lessons.model import Lesson
from petui.lessons.place import Fault
from petui.lessons.play import lab_at
from petui.lessons.previewplay import PreviewPlayer
from petui.lessons.shelf import Shelf
from petui.lessons.source import visible
from petui.lessons.watched import Seen, WatchedLesson
from petui.review.unwritten import UnwrittenLog
from petui.tui.opening import OpeningApp
from petui.tui.options import PreviewRequest, TutorOptions
from petui.tui.screens.base import TutorScreen
from petui.tui.session import Session

# Columns of a path that leaves a title to be read.
_LONG = 30


class PreviewSession(Session):
    """A lesson file, shown as it was when it could last be.

    Attributes:
        watched: The file.
        answers: Whether each question is shown with its answer.
        seen_at: How the files were when they were read last.
        is_blank: Whether the file could not be shown even once so far.
        is_late: Whether an earlier version is shown.
    """

    player: PreviewPlayer

    def __init__(self, watched: WatchedLesson, *, answers: bool, quiz: QuizSettings | None = None) -> None:
        """Read the file as it is now."""
        self.watched, self.answers = watched, answers
        self.seen_at = watched.states()
        seen = watched.glance()
        self.is_blank = self.is_late = seen.lesson is None
        self._own: tuple[Fault, ...] = seen.faults
        self._lent: tuple[Fault, ...] = ()
        lesson = seen.lesson or watched.blank()
        shelf = watched.shelf(lesson)
        super().__init__(TutorOptions(lesson=f"{shelf.id}/{lesson.id}"), quiz, (shelf,))

    def open_log(self, directory: Path) -> UnwrittenLog:
        """A log that leaves no trace."""
        return UnwrittenLog()

    @property
    def title(self) -> str:
        """The file, a long path by its end, and the lesson's title."""
        shown, path = self.watched.shown, self.watched.path
        short = shown if cell_width(shown) <= _LONG else visible(f"{path.parent.name}/{path.name}")
        return f"PREVIEW {short}" + ("" if self.is_blank else f": {super().title}")

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the file as it was read last."""
        return tuple(sorted({*self._own, *self._lent}))

    def take(self, seen: Seen, lab: Lab) -> None:
        """Show what was read, at the same step and the same numbers; the last good version where that cannot be.

        Args:
            seen: The file as it is now.
            lab: The Lab as the learner has moved it.
        """
        self._own = seen.faults
        self.is_late = seen.lesson is None
        if seen.lesson is not None:
            self._show(seen.lesson, lab)
            self.is_blank = False

    def take_faults(self, found: tuple[Fault, ...]) -> None:
        """Take every fault there is for those that were found by a look at the lesson alone."""
        self._lent = tuple(fault for fault in found if fault not in self._own)

    def tell_gone(self, fault: Fault) -> None:
        """There is no file at the moment."""
        self._own, self._lent, self.is_late = (fault,), (), True

    def show_answers(self, shown: bool) -> None:
        """Show answers from now on, and all that stands behind questions; or neither."""
        self.answers = shown
        self.player.holds = not shown

    def _show(self, lesson: Lesson, lab: Lab) -> None:
        before = self.player
        # At the end of this the player is not used any more: to ask where its step begins moves its number format.
        moved = {name: getattr(lab, name) for name in lab.differing(lab_at(before, lab))}
        self._take_shelf(self.watched.shelf(lesson))
        self.player = self._player(lesson)
        self.player.seed = before.seed
        if not self.is_blank:
            self.player.follow(before)
        self.player.chosen_dtype, self.player.given_dtype = before.chosen_dtype, before.given_dtype
        self.lab = _with(lab_at(self.player, lab), {} if self.is_blank else moved)
        self.testing = False
        self._tell(self.language)

    def _take_shelf(self, shelf: Shelf) -> None:
        self._shelves = self.courses = (shelf,)
        self.course = shelf

    def _player(self, lesson: Lesson, step: str | None = None, earlier: Earlier = NOTHING_EARLIER) -> PreviewPlayer:
        seed, mistakes = random.randrange(2**32), self.course.mistakes_by_id
        player = PreviewPlayer(lesson, mistakes, seed=seed, step_id=step, earlier=earlier)
        player.holds = not self.answers
        return player


def _with(lab: Lab, moved: Mapping[str, Any]) -> Lab:
    """The Lab with the numbers that the learner moved, as far as they go with the step's own."""
    for name, value in moved.items():
        with suppress(PetuiError):
            lab = lab.changed(**{name: value})
    return lab


class PreviewApp(OpeningApp, inherit_bindings=True):
    """The tutor, with the preview in the place of its Learn screen."""

    def _screen_of(self, session: Session, kind: str) -> TutorScreen:
        if kind != "learn" or not isinstance(session, PreviewSession):
            return super()._screen_of(session, kind)
        from petui.tui.screens.preview import PreviewScreen

        screen = PreviewScreen(session, self._commands, ascii=self._draws_ascii)
        screen._css_update_count = self._css_update_count
        return screen


def open_preview(request: PreviewRequest, quiz: QuizSettings | None = None) -> PreviewSession:
    """The session that a preview is asked for; raises ContentError where there is no lesson file."""
    return PreviewSession(WatchedLesson(request.path), answers=request.answers, quiz=quiz)
