"""The Map screen: the lessons of the course, which needs which, and how well each is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical

from petui.tui.commands import Command
from petui.tui.options import QuizRequest
from petui.tui.screens.base import TutorScreen, make_actions
from petui.tui.session import Session
from petui.tui.widgets.bars import Bar, map_line
from petui.tui.widgets.lines import MARK_WIDTH, LinesPane

if TYPE_CHECKING:
    from petui.plain.mappage import MapPage
    from petui.review.coursemap import CourseMap

# Rows of what is said of the chosen lesson, at most, and the part of the screen that it may take.
_CHOSEN_ROWS = 4
_CHOSEN_PART = 4
_NONE = "No lesson of this course can be read any more; see `petui lint`."


class MapScreen(TutorScreen, inherit_bindings=True):
    """A map to walk through, computed anew each time it is entered.

    Attributes:
        map: What is drawn.
        chosen: Id of the lesson where the learner stands; empty where no lesson can be read.
    """

    KIND = "map"

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """The screen of a session."""
        super().__init__(session, commands, ascii=ascii)
        self._compute()
        self._enter()

    def compose_body(self) -> ComposeResult:
        """The names of the columns, the map, and what is to be said of the chosen lesson."""
        with Vertical(id="page", classes="body"):
            yield Bar(id="columns")
            yield LinesPane(id="text")
            yield LinesPane(id="chosen")

    def begin(self) -> None:
        """The map, at the lesson that is played."""
        self._tell_unread()
        self.call_after_refresh(self._keep_in_view)

    def come_back(self) -> None:
        """What follows when the screen is shown again: other numbers, perhaps another lesson or course."""
        self._compute()
        if self._entered_from != self._played or self.chosen not in self.map.lessons:
            self._enter()
        self._tell_unread()
        self.call_after_refresh(self._keep_in_view)

    def _tell_unread(self) -> None:
        """Say where the lesson that is played is not on the map: its file was changed after it had been opened."""
        if not self.map.lessons:
            self.say(_NONE)
        elif self._played[1] not in self.map.lessons:
            self.say(f"{self.session.player.lesson.title}: its file can be read no more; see `petui lint`.")

    def _compute(self) -> None:
        self.map: CourseMap = self.session.course_map()
        self._played = (self.session.course.id, self.session.player.lesson.id)

    def _enter(self) -> None:
        self._entered_from = self._played
        read = self.map.lessons
        self.chosen = self._played[1] if self._played[1] in read else self.map.next or next(iter(read), "")
        self._came_from = ""
        self._rows: Mapping[str, int] = {}
        self._height = 1

    # ---- showing ----------------------------------------------------------------------------------------------------

    def fit(self, width: int, height: int) -> None:
        """Arrange for a size."""
        super().fit(width, height)
        self.call_after_refresh(self._keep_in_view)

    def refresh_page(self) -> None:
        """Draw the map for the room there is."""
        # The scheduler behind its masteries is of no use before this screen is seen.
        from petui.plain.mappage import chosen_lines

        width = self.reading.content_size.width
        if width < 1:
            return
        said = self.query_one("#chosen", LinesPane)
        rows = self._chosen_rows(self.size.height)
        said.styles.height = rows
        said.show(chosen_lines(self.map, self.chosen, width, rows, ascii=self.ascii) if self.chosen else ())
        page = self._page(width)
        # What the pane will have, once what stands below it has its rows.
        self._height = max(1, self.query_one("#page").size.height - 1 - rows - said.styles.margin.height)
        if len(page.lines) > self._height and width > MARK_WIDTH:
            # The marks for more above and below stand beside the map, not on it.
            page = self._page(width - MARK_WIDTH)
        self._rows = page.rows
        self.query_one("#columns", Bar).say(page.head)
        self.reading.show(page.lines)
        self.refresh_bars()

    def _page(self, width: int) -> MapPage:
        from petui.plain.mappage import map_page

        return map_page(self.map, width, ascii=self.ascii, chosen=self.chosen)

    def _chosen_rows(self, height: int) -> int:
        """Rows for what is said of a lesson: always so many, that the map stands still."""
        return max(1, min(_CHOSEN_ROWS, height // _CHOSEN_PART))

    def _keep_in_view(self) -> None:
        """Draw the map, and scroll as little as shows the chosen lesson with a line above and below it."""
        self.refresh_page()
        if self.chosen in self._rows:
            at, margin = self._rows[self.chosen], 1 if self._height > 2 else 0
            top = max(at + margin + 1 - self._height, min(self.reading.top, at - margin))
            self.reading.show(self.reading.lines, in_view=max(0, top))

    def footer_commands(self) -> list[Command]:
        """The commands that mean something now, those of few screens first."""
        first, *others = super().footer_commands()
        return [first, *sorted(others, key=lambda command: len(command.screens))]

    def refresh_bars(self) -> None:
        """How many lessons are done above, the keys below."""
        done, lessons = self.map.done, len(self.map.lessons)
        top = map_line(done, lessons, self.session.problem, self.bar_width, ascii=self.ascii)
        self.query_one("#top", Bar).say(top)
        super().refresh_bars()

    # ---- walking ----------------------------------------------------------------------------------------------------

    def _choose(self, name: str, came_from: str = "") -> None:
        self.chosen = name
        self._came_from = came_from
        self._keep_in_view()

    def _move(self, by: int) -> None:
        order = self.map.graph.order
        if order:
            self._choose(order[max(0, min(len(order) - 1, order.index(self.chosen) + by))])

    def command_lesson_up(self) -> None:
        """The lesson above."""
        self._move(-1)

    def command_lesson_down(self) -> None:
        """The lesson below."""
        self._move(1)

    def command_needed(self) -> None:
        """Along a line upwards."""
        self._follow(self.map.graph.before.get(self.chosen, ())[::-1], "It needs no other lesson.")

    def command_following(self) -> None:
        """Along a line downwards."""
        self._follow(self.map.graph.after.get(self.chosen, ()), "No lesson needs it.")

    def _follow(self, ways: tuple[str, ...], says: str) -> None:
        if not ways:
            self.say(says)
            return
        self._choose(self._came_from if self._came_from in ways else ways[0], came_from=self.chosen)

    def command_recommended(self) -> None:
        """To the lesson to go on with."""
        if self.map.next is None:
            self.say("Every lesson is done." if self.map.lessons else _NONE)
        else:
            self._choose(self.map.next)

    # ---- from here --------------------------------------------------------------------------------------------------

    def command_open(self) -> None:
        """To the chosen lesson, where the learner left it."""
        if (self.map.course.id, self.chosen) == self._played:
            self.go("learn")
            return
        if not self.chosen:
            self.say(_NONE)
            return
        lesson = self.map.lessons[self.chosen]
        step = self.session.left_at(self.map.course.id, self.chosen) if lesson.state == "started" else None
        self.open_lesson(f"{self.map.course.id}/{self.chosen}", step)

    def command_quiz_lesson(self) -> None:
        """Quiz the chosen lesson."""
        if not self.chosen:
            self.say(_NONE)
            return
        self.open_quiz(QuizRequest(name=f"{self.map.course.id}/{self.chosen}"))


make_actions(MapScreen)
