"""Screens that wait for what takes long, without a moment in which they take no keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petui.core.errors import PetuiError
from petui.tui.background import Finished
from petui.tui.options import QuizRequest
from petui.tui.screens.oneframe import OneFrameScreen
from petui.tui.session import Session
from petui.tui.typeahead import TypeAhead

if TYPE_CHECKING:
    from petui.review.quiz import Quiz

_READING = "The courses are being read; what you asked for comes then."


class WaitingScreen(OneFrameScreen, inherit_bindings=False):
    """A screen of a session; its footer says that something is being read as long as it is.

    Attributes:
        session: The courses, what is played and asked, and the log.
    """

    session: Session

    def when_done(self, work: Callable[[], object], then: Callable[[], None]) -> None:
        """Do work beside the screen, then what follows, unless the learner goes elsewhere or asks for more."""
        awaited = self.session.awaited = object()

        def go_on() -> None:
            if self.session.awaited is awaited:
                self.session.awaited = None
                self.refresh_bars()
                then()
                self.give_typed()

        if not self.session.background.run(work, go_on, self):
            self.refresh_bars()
            if self._typed is not None:
                self._typed.hold()

    @property
    def _typed(self) -> TypeAhead | None:
        return getattr(self.app, "typed", None)

    def give_typed(self) -> None:
        """Let what was typed meanwhile act on what is shown now, once it is drawn."""
        app, typed = self.app, self._typed

        def give() -> None:
            if typed is not None and self.session.awaited is None:
                typed.release()

        if typed is not None and typed.holding:
            app.call_later(lambda: app.screen.call_after_refresh(give))

    def when_read(self, then: Callable[[], None]) -> None:
        """Do what needs every course, and what is remembered of the cards."""
        if self.session.is_read:
            self.session.awaited = None
            then()
        else:
            self.when_done(self.session.read, then)

    @property
    def awaits(self) -> str:
        """What the footer says of what is being read; empty where nothing is waited for."""
        return _READING if self.session.awaited else ""

    def on_finished(self, message: Finished) -> None:
        """What took long is done."""
        message.go_on()

    def open_quiz(self, request: QuizRequest) -> None:
        """Begin a quiz."""
        opened: list[Quiz | PetuiError] = []

        def work() -> None:
            try:
                opened.append(self.session.open_quiz(request))
            except PetuiError as error:
                opened.append(error)

        def show() -> None:
            if isinstance(opened[0], PetuiError):
                self.refuse(opened[0])
            else:
                self.session.take_quiz(opened[0], request)
                self.show_quiz()

        self.when_done(work, show)

    def show_quiz(self) -> None:
        """Show the quiz that has been begun."""
        self.go("quiz")

    def go(self, kind: str) -> None:
        """Show another screen, or stay at this one."""

    def refuse(self, error: PetuiError) -> None:
        """What is wrong, and what to do about it."""

    def refresh_bars(self) -> None:
        """The keys, or the notice."""
