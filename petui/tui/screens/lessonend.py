"""The ends of a lesson: to the one that follows, into its test-out and out of it."""

from __future__ import annotations

from abc import abstractmethod

from petui.lessons.cells import cell_width
from petui.lessons.testout import standing_words, terms_words
from petui.tui.commands import Command
from petui.tui.screens.base import make_actions
from petui.tui.screens.reading import ReadingScreen
from petui.tui.session import Session


class LessonEndScreen(ReadingScreen, inherit_bindings=True):
    """A lesson that can be left by its end or by its test-out.

    Attributes:
        passed: Whether the test-out has just been passed, so that Space goes on though the last step asks something.
    """

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """The screen of a session."""
        super().__init__(session, commands, ascii=ascii)
        self.passed = False
        self._offered = ""

    @abstractmethod
    def after_change(self, *, newest: bool = False) -> None:
        """Show what the player is at now."""

    def offer_next_lesson(self) -> None:
        """Name the lesson that follows; the second time open it."""
        following = self.session.next_lesson()
        if following is None or self._offered == following.id:
            self.open_next_lesson()
        else:
            self._offered = following.id
            self.say(f"End of the lesson. Space again opens: {following.title}")

    def open_next_lesson(self) -> None:
        """Open the lesson that follows, where there is one."""
        self._offered = ""
        following = self.session.next_lesson()
        if following is None:
            self.say("That was the last lesson. L lists them all.")
        else:
            self.open_lesson(f"{self.session.course.id}/{following.id}")

    def command_test_out(self) -> None:
        """Ask some questions instead of the lesson, or go back to the lesson from there."""
        if self.session.testing:
            self.session.leave_test()
            self.begin()
            self.say("Back in the lesson.")
        elif self.session.begin_test():
            self.begin()
            terms = terms_words(len(self.session.player.lesson.steps))
            self.say(f"{terms} {self.key_now('test-out')}: back.")
        else:
            self.say("This lesson has no test-out.")

    def end_test(self) -> None:
        """Say how the test-out went, back in the lesson."""
        standing = self.session.end_test()
        self.begin()
        if standing.missed:
            self.say(standing_words(standing))
            return
        self.passed = True
        self.after_change()
        self.say(self._way_on(standing_words(standing)))

    def _way_on(self, passed: str) -> str:
        """What is said behind a test-out that was passed; the title of what follows must be readable."""
        following = self.session.next_lesson()
        if following is None:
            return passed
        whole = f"{passed} Space opens: {following.title}"
        return whole if cell_width(whole) <= self.bar_width else f"All right: done. Space opens: {following.title}"


make_actions(LessonEndScreen)
