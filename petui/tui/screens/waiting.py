"""Screens that lead to others, and wait for what takes long without a moment in which they take no keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from petui.core.errors import PetuiError
from petui.tui.background import Finished
from petui.tui.options import QuizRequest
from petui.tui.screens.oneframe import OneFrameScreen
from petui.tui.session import Session

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
            self.app.typed.hold()

    def give_typed(self) -> None:
        """Let what was typed meanwhile act on what is shown now, once it is drawn."""
        app = self.app

        def give() -> None:
            if self.session.awaited is None:
                app.typed.release()

        if app.typed.holding:
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

    @abstractmethod
    def say(self, text: str) -> None:
        """A sentence in the footer's place until the next key."""

    @abstractmethod
    def refuse(self, error: PetuiError) -> None:
        """What is wrong, and what to do about it."""

    @abstractmethod
    def refresh_bars(self) -> None:
        """The keys, or the notice."""

    # ---- to other screens -------------------------------------------------------------------------------------------

    def go(self, kind: str) -> None:
        """Show another screen, or stay at this one."""
        self.session.awaited = None
        self.session.trail.go(kind)
        self.app.switch_mode(kind)
        self.give_typed()

    def visit(self, kind: str, greeting: str) -> None:
        """Show another screen to come back from; it says the greeting."""
        self.session.trail.visit(kind)
        self.session.greeting = greeting
        self.app.switch_mode(kind)

    def open_lesson(self, name: str, step: str | None = None) -> None:
        """Open a lesson by its id, at a step if it has it."""
        found = self.session.find(name)
        if found is None:
            self.say(self.session.not_opened(name))
            return
        self.session.open(*found, step)
        self.go("learn")

    def go_to_step(self, step: str) -> None:
        """Open the lesson that is played at one of its steps."""
        self.open_lesson(f"{self.session.course.id}/{self.session.player.lesson.id}", step)

    def set_field(self, name: str, value: str) -> None:
        """Set a value of the Lab, on a screen that has one."""
        self.say(f"{name} is set on Learn and Lab; F2 and F3 go there.")

    def set_view(self, name: str) -> None:
        """Show a view, on a screen that has a plot."""
        self.say("Plots are on Learn and Lab; F2 and F3 go there.")

    def command_learn(self) -> None:
        """To the lesson."""
        self.go("learn")

    def command_quiz(self) -> None:
        """To the quiz that is under way, or a new one on what is due."""
        if self.session.quiz is None:
            self.open_quiz(QuizRequest())
        else:
            self.go("quiz")

    def command_lab(self) -> None:
        """To the Lab."""
        self.go("lab")

    def command_map(self) -> None:
        """To the map of the lessons."""
        self.when_read(partial(self.go, "map"))

    def command_progress(self) -> None:
        """To the statistics."""
        self.when_read(partial(self.go, "progress"))

    def command_leave(self) -> None:
        """Back to the screen before; out of petui from the first."""
        before = self.session.trail.back()
        if before is None:
            self.end()
        else:
            self.app.switch_mode(before)

    def command_quit(self) -> None:
        """Back to the screen that this one was visited from; else leave petui."""
        if self.session.trail.visiting:
            self.command_leave()
        else:
            self.end()

    def end(self) -> None:
        """Leave petui."""
        self.app.exit(0)
