"""What a sitting on screens is made of besides its lesson: the quiz, the way between screens, and settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from petui.config import QuizSettings
from petui.core.lab import Lab
from petui.locations import log_dir
from petui.plain.library import doubles_of, open_shelves
from petui.review.beginning import Beginning
from petui.review.events import ReviewEvent
from petui.review.sitting import Sitting
from petui.review.stamp import stamp_now
from petui.tui.background import Background
from petui.tui.options import QuizRequest, TutorOptions
from petui.tui.trail import Trail

if TYPE_CHECKING:
    from petui.lessons.collection import FiledCard
    from petui.lessons.model import Course
    from petui.lessons.shelf import Shelf
    from petui.review.coursemap import CourseMap
    from petui.review.grade import Asking
    from petui.review.quiz import Quiz
    from petui.review.statistics import Statistics


class Session(Sitting):
    """One sitting of one learner at the screens.

    Attributes:
        trail: The screens that the learner has come through.
        greeting: What the next screen says when it is shown; empty for nothing.
        quiz: The quiz that is under way or over; None before the first.
        request: What that quiz was asked to be.
        background: What is read and counted beside the screens.
        awaited: What the learner asked for last that waits for a reading; None for nothing.
        learn_lab: The Lab as the Learn screen shows it; None before that was shown.
        learn_view: The view that its plot shows; empty before that was shown.
    """

    def __init__(
        self, options: TutorOptions, quiz: QuizSettings | None = None, courses: Sequence[Shelf] | None = None
    ) -> None:
        """Find the courses, read the log, and open the lesson asked for, or the one where the learner left off.

        Args:
            options: What the command line asks.
            quiz: How much a quiz asks; None for the defaults.
            courses: The courses; None to find them.

        Raises:
            ContentError: If there is no course, no such lesson or no such step, or no cards for the quiz asked for.
            ParameterError: If a `--set` value is impossible, or a number of the quiz.
        """
        begin = Beginning(options.lesson, options.step, options.settings, options.restart)
        super().__init__(open_shelves(options.content) if courses is None else courses, log_dir(), begin, quiz)
        self.trail = Trail("quiz" if options.quiz else "learn")
        # Whoever wonders where a course is shall know it once.
        doubled = next(map(str, doubles_of(self._shelves)), "")
        self.left_out = self.left_out or (doubled and f"{doubled[0].upper()}{doubled[1:]}.")
        self.greeting = self.left_out
        self.background = Background()
        self.awaited: object | None = None
        self.learn_lab: Lab | None = None
        self.learn_view = ""
        self.quiz: Quiz | None = None
        self.request = options.quiz or QuizRequest()
        if options.quiz is not None:
            self.begin_quiz(options.quiz)

    @property
    def lab_of_lesson(self) -> Lab:
        """The numbers that the lesson stands at, moved by the learner or not."""
        return self.learn_lab or self.lab

    def not_opened(self, lesson_id: str) -> str:
        """Why there is no such lesson to open."""
        if self.fault_of(lesson_id) is not None:
            return f"{lesson_id} has faults and is left out; see `petui lint`."
        return f"There is no lesson {lesson_id!r}; L lists them."

    # ---- cards ------------------------------------------------------------------------------------------------------

    def open_quiz(self, request: QuizRequest) -> Quiz:
        """A quiz as asked for, its first card drawn; nothing is logged before an answer.

        Raises:
            ContentError: If nothing has that name, or there are no cards.
            ParameterError: If the limit or the seed is impossible.
        """
        # Only who is quizzed needs it.
        from petui.review.opening import open_quiz
        from petui.review.queue import queue_options

        options = queue_options(
            self._quiz_settings,
            cram=request.cram,
            mistakes=request.mistakes,
            limit=request.limit,
            seed=request.seed,
        )
        return open_quiz(self.whole_courses, request.name, self.memories, self.log, options)

    def begin_quiz(self, request: QuizRequest) -> None:
        """Let this quiz be the one that is under way; raises as open_quiz does."""
        self.take_quiz(self.open_quiz(request), request)

    def take_quiz(self, quiz: Quiz, request: QuizRequest) -> None:
        """Let a quiz that was opened be the one that is under way."""
        self.quiz = quiz
        self.request = request

    @property
    def knows_confidence(self) -> bool:
        """Whether the learner has ever said how sure an answer is."""
        return any(isinstance(event, ReviewEvent) and event.confidence for event in self.log.events)

    def statistics(self) -> Statistics:
        """Progress as of now."""
        # Only the Progress screen needs it.
        from petui.lessons.collection import collect_cards
        from petui.review.statistics import study_statistics

        cards = collect_cards(self.whole_courses)
        now, events = stamp_now(), self.log.events
        return study_statistics(cards, self.memories, events, now.day, at=now.at, courses=self.whole_courses)

    def course_map(self) -> CourseMap:
        """The map of the course of the lesson that is played, as of now."""
        # Only the Map screen needs it.
        from petui.review.coursemap import course_map

        return course_map(self.course.whole(), self.log.events, self.memories, stamp_now().day)

    @property
    def is_read(self) -> bool:
        """Whether quizzes, the map, statistics and the search have all that they need."""
        return self._memories is not None and all(shelf.is_read for shelf in self._shelves)

    def read(self) -> None:
        """Read what they need: every course, and what is remembered of cards. For any thread; never read twice."""
        for shelf in self._shelves:
            shelf.whole()
        _ = self.memories

    def course_of(self, filed: FiledCard) -> Course:
        """The course that a card is from."""
        return self._shelf(filed.course).whole()

    def _shelf(self, course_id: str) -> Shelf:
        return next(shelf for shelf in self._shelves if shelf.id == course_id)

    @property
    def quiz_title(self) -> str:
        """What is asked: the deck's or lesson's title, or all that is due."""
        name, request = self.request.name, self.request
        title = name if name is None else self._title_of(name)
        if request.mistakes:
            return f"{title}, missed lately" if title else "missed lately"
        if request.cram:
            return f"{title}, all cards" if title else "all cards"
        return title or "all due"

    def _title_of(self, name: str) -> str:
        course_id, _, own = name.rpartition("/")
        shelves = [course for course in self.whole_courses if course_id in ("", course.id)]
        homes = (home for course in shelves for home in course.homes)
        return next((home.title for home in homes if home.id == own), name)

    def taught_in(self, filed: FiledCard) -> str:
        """Title of the lesson that teaches a card; empty if none does."""
        from petui.lessons.collection import teaching_step

        found = teaching_step(self.course_of(filed), filed)
        return found[0].title if found else ""

    def open_teaching(self, asking: Asking) -> bool:
        """Open the lesson step that teaches a card, the Lab at the card's numbers; False if no lesson does."""
        from petui.lessons.collection import teaching_step
        from petui.lessons.staging import lab_with

        found = teaching_step(self.course_of(asking.filed), asking.filed)
        if found is None:
            return False
        self.open(self._shelf(asking.filed.course), *found)
        if asking.lab_numbers:
            here = asking.stage.lab
            # Its slot may be beyond the width of the step.
            self.lab = lab_with(self.lab, {"d_model": here.d_model, "base": here.base, **asking.lab_numbers})
        return True
