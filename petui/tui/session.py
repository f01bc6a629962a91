"""What a sitting is made of besides the screen: the courses, the lesson being played, and the log."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from petui.config import QuizSettings
from petui.core.errors import ContentError, PetuiError
from petui.core.lab import FIELDS, Lab
from petui.lessons.collection import FiledCard, collect_cards, teaching_step
from petui.lessons.model import Choice, Course, Gate, Lesson
from petui.lessons.play import Player, lab_at
from petui.lessons.staging import lab_with
from petui.lessons.verdict import Verdict
from petui.locations import log_dir
from petui.plain.library import read_library
from petui.review.compaction import compact
from petui.review.events import Event, ReviewEvent, SettingEvent, StepEvent
from petui.review.grade import Asking
from petui.review.log import ReviewLog, read_events
from petui.review.memories import Memories
from petui.review.opening import open_quiz
from petui.review.progress import done_questions, lesson_state, resume_point, settings
from petui.review.queue import count_due, queue_options
from petui.review.quiz import Quiz
from petui.review.stamp import stamp_now
from petui.tui.options import QuizRequest, TutorOptions
from petui.tui.trail import Trail

if TYPE_CHECKING:
    from petui.review.statistics import Statistics

_OPEN_TO_READ = ("right", "skipped", "predicted")


class _FollowedLog(ReviewLog):
    """The log of a session that also keeps, in memory, what is written to it."""

    def __init__(self, directory: Path, events: list[Event]) -> None:
        """A log in a directory; events are added to the list too."""
        super().__init__(directory)
        self._kept = events

    def append(self, event: Event) -> bool:
        """Keep and write an event; True once it is on the disk."""
        self._kept.append(event)
        return super().append(event)


class Session:
    """One sitting of one learner.

    Attributes:
        courses: The courses found, in the order of their roots.
        course: The course of the lesson that is played.
        player: The lesson that is played.
        lab: The Lab to begin with.
        log: The review log.
        trail: The screens that the learner has come through.
        greeting: What the next screen says when it is shown; empty for nothing.
        quiz: The quiz that is under way or over; None before the first.
        request: What that quiz was asked to be.
    """

    def __init__(self, options: TutorOptions, quiz: QuizSettings | None = None) -> None:
        """Find the courses, read the log, and open the lesson asked for, or the one where the learner left off.

        Args:
            options: What the command line asks.
            quiz: How much a quiz asks; None for the defaults.

        Raises:
            ContentError: If there is no course, no such lesson or no such step, or no cards for the quiz asked for.
            ParameterError: If a `--set` value is impossible, or a number of the quiz.
        """
        self._all_courses = _all_courses(options)
        self.courses = tuple(course for course in self._all_courses if course.lessons)
        self.trail = Trail("quiz" if options.quiz else "learn")
        self.greeting = ""
        self._quiz_settings = quiz or QuizSettings()
        self._events: list[Event] = list(read_events(log_dir()).events)
        self.log: ReviewLog = _FollowedLog(log_dir(), self._events)
        self.quiz: Quiz | None = None
        self.request = options.quiz or QuizRequest()
        self.settings: Mapping[str, str] = settings(self._events)
        self.course, lesson = self._first_lesson(options.lesson)
        step, kept = self._first_step(options, lesson)
        self.lab = Lab()
        self.player = self.open(self.course, lesson, step, restart=options.restart)
        if kept is not None:
            self.lab = kept
        for name, value in options.settings:
            self.lab = self.lab.changed_by_text(name, value)
        if options.quiz is not None:
            self.begin_quiz(options.quiz)

    # ---- opening ----------------------------------------------------------------------------------------------------

    def open(self, course: Course, lesson: Lesson, step: str | None = None, *, restart: bool = False) -> Player:
        """Play a lesson from a step on; what was answered before is open to read unless it is restarted."""
        answered = {} if restart else done_questions(self._events, course.id, lesson.id)
        closed = [name for name, outcome in answered.items() if outcome in _OPEN_TO_READ]
        self.course = course
        self.player = Player(lesson, course.mistakes_by_id, seed=random.randrange(2**32), step_id=step, closed=closed)
        self.lab = lab_at(self.player, self.lab)
        return self.player

    def find(self, lesson_id: str) -> tuple[Course, Lesson] | None:
        """A lesson by its id, `lesson` or `course/lesson`."""
        course_id, _, name = lesson_id.rpartition("/")
        for course in self.courses:
            lesson = course.lesson(name) if course_id in ("", course.id) else None
            if lesson is not None:
                return course, lesson
        return None

    def state_of(self, course: Course, lesson: Lesson) -> str:
        """new, started or done."""
        return lesson_state(self._events, course.id, lesson.id)

    def next_lesson(self) -> Lesson | None:
        """The lesson that follows in the course's order."""
        order = [name for part in self.course.parts for name in part.lessons]
        at = order.index(self.player.lesson.id) + 1 if self.player.lesson.id in order else len(order)
        return self.course.lesson(order[at]) if at < len(order) else None

    # ---- cards ------------------------------------------------------------------------------------------------------

    @cached_property
    def memories(self) -> Memories:
        """What the learner remembers of each card; grows with the quiz."""
        # Not before the first paint.
        from petui.review.schedule import Schedule

        return Memories.of_events(self._events, Schedule(self._quiz_settings.retention))

    def open_quiz(self, request: QuizRequest) -> Quiz:
        """A quiz as asked for, its first card drawn; nothing is logged before an answer.

        Raises:
            ContentError: If nothing has that name, or there are no cards.
            ParameterError: If the limit or the seed is impossible.
        """
        options = queue_options(
            self._quiz_settings,
            cram=request.cram,
            mistakes=request.mistakes,
            limit=request.limit,
            seed=request.seed,
        )
        return open_quiz(self._all_courses, request.name, self.memories, self.log, options)

    def begin_quiz(self, request: QuizRequest) -> None:
        """Let this quiz be the one that is under way; raises as open_quiz does."""
        self.quiz = self.open_quiz(request)
        self.request = request

    @property
    def knows_confidence(self) -> bool:
        """Whether the learner has ever said how sure an answer is."""
        return any(isinstance(event, ReviewEvent) and event.confidence for event in self._events)

    def count_due(self) -> int:
        """How many cards of all courses are due now."""
        now = stamp_now()
        return count_due(collect_cards(self._all_courses), self.memories, at=now.at, day=now.day)

    def statistics(self) -> Statistics:
        """Progress as of now."""
        # Only the Progress screen needs it.
        from petui.review.statistics import study_statistics

        cards = collect_cards(self._all_courses)
        return study_statistics(cards, self.memories, self._events, stamp_now().day, courses=self._all_courses)

    def course_of(self, filed: FiledCard) -> Course:
        """The course that a card is from."""
        return next(course for course in self._all_courses if course.id == filed.course)

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
        shelves = [course for course in self._all_courses if course_id in ("", course.id)]
        homes = (home for course in shelves for home in course.homes)
        return next((home.title for home in homes if home.id == own), name)

    def taught_in(self, filed: FiledCard) -> str:
        """Title of the lesson that teaches a card; empty if none does."""
        found = teaching_step(self.course_of(filed), filed)
        return found[0].title if found else ""

    def open_teaching(self, asking: Asking) -> bool:
        """Open the lesson step that teaches a card, the Lab at the card's numbers; False if no lesson does."""
        course = self.course_of(asking.filed)
        found = teaching_step(course, asking.filed)
        if found is None:
            return False
        self.open(course, *found)
        if asking.lab_numbers:
            here = asking.stage.lab
            # Its slot may be beyond the width of the step.
            self.lab = lab_with(self.lab, {"d_model": here.d_model, "base": here.base, **asking.lab_numbers})
        return True

    # ---- the log ----------------------------------------------------------------------------------------------------

    @property
    def problem(self) -> str | None:
        """Why progress is not saved, if it is not."""
        return self.log.problem

    def record_step(self, lab: Lab, outcome: str = "seen") -> None:
        """Note that the step was reached, or the lesson done."""
        self._append(StepEvent(at_step=self._at_step, outcome=outcome, lab=asdict(lab)))

    def record_answer(self, lab: Lab, gate: Gate, verdict: Verdict) -> None:
        """Note an answer with its numbers."""
        drawn = {} if isinstance(gate, Choice) else dict(self.player.gate_stage(gate).draw)
        event = StepEvent(
            at_step=self._at_step,
            outcome=verdict.outcome,
            lab=asdict(lab),
            question=gate.id,
            typed=verdict.typed,
            answer=verdict.answer,
            misconceptions=verdict.misconceptions,
            seed=self.player.seed,
            drawn=drawn,
        )
        self._append(event)

    def record_hint(self, lab: Lab, gate: Gate) -> None:
        """Note that a hint was taken."""
        self._append(StepEvent(at_step=self._at_step, outcome="hinted", lab=asdict(lab), question=gate.id))

    def record_setting(self, name: str, value: str) -> None:
        """Note a setting that travels with the learner."""
        self.settings = {**self.settings, name: value}
        self._append(SettingEvent(name=name, value=value))

    def close(self) -> None:
        """Write what waits, and join the files of sessions that ended long ago."""
        self.log.close()
        compact(log_dir())

    @property
    def _at_step(self) -> str:
        return f"{self.course.id}/{self.player.lesson.id}#{self.player.step.id}"

    def _append(self, event: Event) -> None:
        self.log.append(event)

    # ---- where to begin ---------------------------------------------------------------------------------------------

    def _first_lesson(self, wanted: str | None) -> tuple[Course, Lesson]:
        if wanted is not None:
            found = self.find(wanted)
            if found is None:
                raise ContentError(f"there is no lesson {wanted!r}", where="learn", mend="see `petui list`")
            return found
        left = resume_point(self._events)
        found = self.find(f"{left.course}/{left.lesson}") if left else None
        if found is not None:
            return found
        course = self.courses[0]
        first = next((name for part in course.parts for name in part.lessons), course.lessons[0].id)
        return course, course.lesson(first) or course.lessons[0]

    def _first_step(self, options: TutorOptions, lesson: Lesson) -> tuple[str | None, Lab | None]:
        if options.step is not None:
            if all(step.id != options.step for step in lesson.steps):
                raise ContentError(
                    f"lesson {lesson.id} has no step {options.step!r}",
                    where="learn",
                    mend=f"its steps are {', '.join(step.id for step in lesson.steps)}",
                )
            return options.step, None
        if options.restart:
            return None, None
        left = resume_point([event for event in self._events if _is_of(event, self.course.id, lesson.id)])
        return (left.step, _kept_lab(left.lab)) if left else (None, None)


def _is_of(event: Event, course: str, lesson: str) -> bool:
    return isinstance(event, StepEvent) and event.at_step.startswith(f"{course}/{lesson}#")


def _kept_lab(values: Mapping[str, object]) -> Lab | None:
    """The Lab of an event; None where a newer or older petui wrote one that is not possible here."""
    try:
        return replace(Lab(), **{name: value for name, value in values.items() if name in FIELDS})  # type: ignore[arg-type]
    except (PetuiError, TypeError):
        return None


def _all_courses(options: TutorOptions) -> tuple[Course, ...]:
    """The courses found, those of decks alone too."""
    library = read_library(options.content)
    if not any(course.lessons for course in library.courses):
        where = str(library.faults[0]) if library.faults else "--content"
        raise ContentError("no course can be read", where=where, mend="run `petui lint`")
    return library.courses
