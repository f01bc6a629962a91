"""What a sitting is made of besides the screen: the courses, the lesson being played, and the log."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace

from petui.core.errors import ContentError, PetuiError
from petui.core.lab import FIELDS, Lab
from petui.lessons.model import Choice, Course, Gate, Lesson
from petui.lessons.play import Player, lab_at
from petui.lessons.verdict import Verdict
from petui.locations import log_dir
from petui.plain.library import read_library
from petui.review.compaction import compact
from petui.review.events import Event, SettingEvent, StepEvent
from petui.review.log import ReviewLog, read_events
from petui.review.progress import done_questions, lesson_state, resume_point, settings
from petui.tui.options import TutorOptions
from petui.tui.trail import Trail

_OPEN_TO_READ = ("right", "skipped", "predicted")


class Session:
    """One sitting of one learner.

    Attributes:
        courses: The courses found, in the order of their roots.
        course: The course of the lesson that is played.
        player: The lesson that is played.
        lab: The Lab to begin with.
        log: The review log.
        trail: The screens that the learner has come through.
    """

    def __init__(self, options: TutorOptions) -> None:
        """Find the courses, read the log, and open the lesson asked for, or the one where the learner left off.

        Raises:
            ContentError: If there is no course, no such lesson or no such step.
            ParameterError: If a `--set` value is impossible.
        """
        self.courses = _courses(options)
        self.trail = Trail("learn")
        self.log = ReviewLog(log_dir())
        self._events: list[Event] = list(read_events(log_dir()).events)
        self.settings: Mapping[str, str] = settings(self._events)
        self.course, lesson = self._first_lesson(options.lesson)
        step, kept = self._first_step(options, lesson)
        self.lab = Lab()
        self.player = self.open(self.course, lesson, step, restart=options.restart)
        if kept is not None:
            self.lab = kept
        for name, value in options.settings:
            self.lab = self.lab.changed_by_text(name, value)

    # ---- opening ----------------------------------------------------------------------------------------------------

    def open(self, course: Course, lesson: Lesson, step: str | None = None, *, restart: bool = False) -> Player:
        """Play a lesson from a step on; what was answered before is open to read unless it is restarted."""
        answered = {} if restart else done_questions(self._events, course.id, lesson.id)
        closed = [name for name, outcome in answered.items() if outcome in _OPEN_TO_READ]
        mistakes = {mistake.id: mistake for mistake in course.mistakes}
        self.course = course
        self.player = Player(lesson, mistakes, seed=random.randrange(2**32), step_id=step, closed=closed)
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

    @property
    def titles(self) -> dict[str, str]:
        """Titles of the course's lessons by id."""
        return {lesson.id: lesson.title for lesson in self.course.lessons}

    def next_lesson(self) -> Lesson | None:
        """The lesson that follows in the course's order."""
        order = [name for part in self.course.parts for name in part.lessons]
        at = order.index(self.player.lesson.id) + 1 if self.player.lesson.id in order else len(order)
        return self.course.lesson(order[at]) if at < len(order) else None

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
        # Tidying may fail on a read-only or vanished home; the events stay where they are then.
        with suppress(OSError):
            compact(log_dir())

    @property
    def _at_step(self) -> str:
        return f"{self.course.id}/{self.player.lesson.id}#{self.player.step.id}"

    def _append(self, event: Event) -> None:
        self.log.append(event)
        self._events.append(event)

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


def _courses(options: TutorOptions) -> tuple[Course, ...]:
    library = read_library(options.content)
    courses = tuple(course for course in library.courses if course.lessons)
    if not courses:
        where = str(library.faults[0]) if library.faults else "--content"
        raise ContentError("no course can be read", where=where, mend="run `petui lint`")
    return courses
