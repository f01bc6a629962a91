"""One sitting of one learner, whatever shows it: the courses, the lesson that is played, and the log."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from petui.config import QuizSettings
from petui.core.errors import ContentError, PetuiError
from petui.core.lab import FIELDS, Lab
from petui.lessons.earlier import NOTHING_EARLIER, Earlier
from petui.lessons.languages import language_name
from petui.lessons.model import Gate, Lesson
from petui.lessons.place import Fault
from petui.lessons.play import Player, lab_at
from petui.lessons.retellingfiles import languages_of
from petui.lessons.shelf import Shelf
from petui.lessons.testout import MISSED, Standing, exam_of, is_missed, standing_of
from petui.lessons.verdict import Verdict
from petui.lessons.walk import named_step
from petui.review.beginning import Beginning, fault_of_lesson, find_lesson, first_lesson
from petui.review.events import SettingEvent, StepEvent
from petui.review.journal import Journal
from petui.review.progress import TESTOUT, LessonState, last_answers, lesson_states
from petui.review.renaming import renaming_of
from petui.review.stamp import stamp_now

if TYPE_CHECKING:
    from petui.lessons.model import Course
    from petui.lessons.retelling import Retelling
    from petui.review.memories import Memories

_RETELLING = "retelling"
_ANSWERED = ("right", "predicted")


class Sitting:
    """A lesson that is played, with its log.

    Attributes:
        courses: The courses that list lessons, in the order of their roots.
        course: The course of the lesson that is played.
        left_out: Why the lesson where the learner left off is not opened, if it is not; else empty.
        player: The lesson that is played.
        lab: The Lab to begin with.
        log: The review log.
        testing: Whether the questions of the lesson's test-out are played.
        languages: The languages in which the lesson is told besides its own.
    """

    player: Player

    def __init__(
        self, courses: Sequence[Shelf], directory: Path, begin: Beginning, quiz: QuizSettings | None = None
    ) -> None:
        """Look through the log, and open the lesson asked for, or the one where the learner left off.

        Args:
            courses: The courses found.
            directory: Where the log's files are.
            begin: Where to begin.
            quiz: How much a quiz asks; None for the defaults.

        Raises:
            ContentError: If there is no such lesson or no such step, or no lesson can be read.
            ParameterError: If a value for the Lab is impossible.
        """
        self._shelves = tuple(courses)
        self.courses = tuple(course for course in self._shelves if course.has_lessons)
        self._directory = directory
        self._quiz_settings = quiz or QuizSettings()
        self.log = self.open_log(directory)
        self._memories: Memories | None = None
        self._remembering = Lock()
        self.testing = False
        self._told_missed = False
        self.course, lesson, self.left_out = first_lesson(self.courses, self.log, begin.lesson)
        step, kept = self._first_step(begin, lesson)
        self.open(self.course, lesson, step, restart=begin.restart)
        if kept is not None:
            self.lab = self.player.lab_here(kept)
        for name, value in begin.settings:
            self.lab = self.lab.changed_by_text(name, value)
        if self.lab.dtype != self.player.given_dtype:
            self.player.chosen_dtype = self.lab.dtype

    # ---- opening ----------------------------------------------------------------------------------------------------

    def open_log(self, directory: Path) -> Journal:
        """The log of this sitting."""
        return Journal(directory, renaming_of(self._shelves))

    def open(self, course: Shelf, lesson: Lesson, step: str | None = None, *, restart: bool = False) -> Player:
        """Play a lesson from a step on, by its id or number.

        What was answered is open, at the numbers at which it was asked, unless the lesson is restarted.
        """
        earlier = NOTHING_EARLIER if restart else self._earlier(course, lesson)
        self.course = course
        self.testing = False
        self._play(self._player(lesson, named_step(lesson, step) if step else None, earlier))
        self._tell(self.language)
        return self.player

    def _play(self, player: Player) -> None:
        """Play this from now on; of the Lab it takes over the number format that the learner chose."""
        kept = Lab(dtype=self.player.chosen_dtype if hasattr(self, "player") else Lab().dtype)
        self.player = player
        self.lab = lab_at(player, kept)

    def _player(self, lesson: Lesson, step: str | None = None, earlier: Earlier = NOTHING_EARLIER) -> Player:
        seed, mistakes = random.randrange(2**32), self.course.mistakes_by_id
        return Player(lesson, mistakes, seed=seed, step_id=step, earlier=earlier)

    def find(self, lesson_id: str) -> tuple[Shelf, Lesson] | None:
        """A lesson by its id, `lesson` or `course/lesson`."""
        return find_lesson(self.courses, lesson_id)

    def fault_of(self, lesson_id: str) -> Fault | None:
        """Why a lesson that `find` did not find was left out; None where there is no such lesson."""
        return fault_of_lesson(self.courses, lesson_id)

    def _answers(self, course: Shelf, lesson: Lesson) -> dict[str, StepEvent]:
        return last_answers(self.log.steps_of(course.id, lesson.id, asked=True), course.id, lesson.id)

    def _earlier(self, course: Shelf, lesson: Lesson) -> Earlier:
        answers = self._answers(course, lesson)
        return Earlier(
            closed=[name for name, event in answers.items() if event.outcome in _ANSWERED],
            skipped=[name for name, event in answers.items() if event.outcome == "skipped"],
            drawn={name: event.drawn for name, event in answers.items()},
        )

    def states_of(self, course: str) -> dict[str, LessonState]:
        """How far each lesson of a course is that was begun, by ids."""
        return lesson_states(self.log.steps_of(course), course)

    def left_at(self, course: str, lesson: str) -> str | None:
        """Id of the step where the learner left a lesson, by ids; None if it was not begun."""
        left = self.log.left_in(course, lesson)
        return left.step if left else None

    def next_lesson(self) -> Lesson | None:
        """The lesson that follows in the course's order."""
        order = [name for part in self.course.parts for name in part.lessons]
        at = order.index(self.player.lesson.id) + 1 if self.player.lesson.id in order else len(order)
        return self.course.lesson(order[at]) if at < len(order) else None

    @property
    def _own_lesson(self) -> Lesson:
        """The lesson that is played as its course tells it, whatever of it is asked and however it is told."""
        return self.course.lesson(self.player.lesson.id) or self.player.lesson

    # ---- other tellings ---------------------------------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The language in which lessons are told where there is one; empty for their own."""
        return self.settings.get(_RETELLING, "")

    @property
    def settings(self) -> Mapping[str, str]:
        """What the learner has set, by name."""
        return self.log.settings

    @property
    def title(self) -> str:
        """The lesson's title, with what is special about how it is played."""
        told = f" ({language_name(self._told_in)})" if self._told_in else ""
        return ("Test-out: " if self.testing else "") + self.player.lesson.title + told

    def tell_otherwise(self) -> str:
        """Tell this lesson, and those after it, in the next language that can be read; the choice is remembered.

        Returns:
            What a learner is told about it.
        """
        if not self.languages:
            return "This lesson is told in one way only."
        if self.testing:
            return "The test-out is told in the lesson's own language."
        ways = ("", *self.languages)
        at = ways.index(self._told_in)
        refused = ""
        for wanted in (*ways[at + 1 :], *ways[:at]):
            refused = self._tell(wanted)
            if not refused:
                self.record_setting(_RETELLING, wanted)
                return f"Told in {language_name(wanted or self.course.language)} from here on; r changes it."
        return refused

    def _tell(self, language: str) -> str:
        """Let the lesson be told in a language, or in its own where that cannot be; gives the reason then."""
        own = self._own_lesson
        self.languages = languages_of(self.course.root, own.id)
        told = self._retold(own, language) if language in self.languages else None
        telling = (told and told.lesson) or own
        self._told_in = "" if telling is own else language
        if telling is not self.player.lesson:
            self.player.tell(telling)
        if told and told.faults:
            return f"That retelling has faults; see `petui lint` ({told.faults[0]})"
        return "That retelling can be read no more." if language and telling is own else ""

    def _retold(self, own: Lesson, language: str) -> Retelling:
        # Only who has it told otherwise needs Markdown for it.
        from petui.lessons.retelling import read_retelling

        return read_retelling(self.course.root, own, language)

    def record_setting(self, name: str, value: str) -> None:
        """Note a setting that travels with the learner."""
        self.log.settings = {**self.settings, name: value}
        self.log.append(SettingEvent(name=name, value=value))

    # ---- the test-out -----------------------------------------------------------------------------------------------

    @property
    def has_test(self) -> bool:
        """Whether the lesson has a test-out."""
        return bool(self.player.lesson.testout)

    @property
    def is_new(self) -> bool:
        """Whether nothing of the lesson has been answered, and its first step is shown."""
        return self.player.index == 0 and not self._answers(self.course, self.player.lesson)

    def begin_test(self) -> bool:
        """Ask the questions of this lesson's test-out, at numbers drawn afresh; False where it has none."""
        test = exam_of(self._own_lesson)
        if test is None:
            return False
        self._play(self._player(test))
        self._told_in = ""
        self.testing = True
        self._told_missed = False
        return True

    def missed_words(self) -> str:
        """That the test-out can be passed no more, the first time that it is so; else nothing."""
        if self._told_missed or not self.testing or not is_missed(self.player):
            return ""
        self._told_missed = True
        return MISSED

    def leave_test(self) -> None:
        """Go back to the lesson, where the learner left it."""
        self.open(self.course, self._own_lesson, self.left_at(self.course.id, self._own_lesson.id))

    def end_test(self) -> Standing:
        """Go back to the lesson: to its end where all was right, which counts as done; else to what was missed."""
        result = standing_of(self.player)
        lesson = self._own_lesson
        self.open(self.course, lesson, result.missed or lesson.steps[-1].id)
        if not result.missed:
            self.record_step(self.lab, "done")
        return result

    # ---- cards ------------------------------------------------------------------------------------------------------

    @property
    def memories(self) -> Memories:
        """What the learner remembers of each card; grows with the quiz. For any thread."""
        with self._remembering:
            if self._memories is None:
                # Not before the first step is shown.
                from petui.review.memories import Memories
                from petui.review.schedule import Schedule

                self._memories = Memories.of_events(self.log.events, Schedule(self._quiz_settings.retention))
        return self._memories

    @property
    def whole_courses(self) -> tuple[Course, ...]:
        """All courses, those of decks alone too, read as a whole. For any thread."""
        return tuple(shelf.whole() for shelf in self._shelves)

    def count_due(self) -> int:
        """How many cards of all courses are due now. For any thread; reads no course where nothing can be due."""
        if not self.log.has_cards:
            return 0
        # What counts them is of no use before.
        from petui.lessons.collection import collect_cards
        from petui.review.memory import is_due
        from petui.review.queue import count_due

        now = stamp_now()
        if not any(is_due(memory, now.at, now.day) for memory in list(self.memories.all.values())):
            return 0
        return count_due(collect_cards(self.whole_courses), self.memories, at=now.at, day=now.day)

    # ---- the log ----------------------------------------------------------------------------------------------------

    @property
    def problem(self) -> str | None:
        """Why progress is not saved, if it is not."""
        return self.log.problem

    def record_end(self, lab: Lab) -> None:
        """Note that the lesson is done, if its end is reached and nothing waits there; a test-out's end is not that."""
        if self.player.finished and not self.testing:
            self.record_step(lab, "done")

    def record_step(self, lab: Lab, outcome: str = "seen") -> bool:
        """Note that the step was reached, or the lesson done; True once it is on the disk, or where nothing is noted.

        A test-out has no steps to go on with: who leaves one half way is then where the lesson was left.
        """
        return self.testing or self.log.append(StepEvent(at_step=self._at_step, outcome=outcome, lab=asdict(lab)))

    def record_answer(self, lab: Lab, gate: Gate, verdict: Verdict) -> bool:
        """Note an answer with its numbers; True once it is on the disk."""
        event = StepEvent(
            at_step=self._at_step,
            outcome=verdict.outcome,
            lab=asdict(lab),
            question=self._asked_as(gate),
            typed=verdict.typed,
            answer=verdict.answer,
            misconceptions=verdict.misconceptions,
            seed=self.player.seed,
            drawn=dict(self.player.gate_stage(gate).draw),
        )
        return self.log.append(event)

    def record_hint(self, lab: Lab, gate: Gate) -> bool:
        """Note that a hint was taken; True once it is on the disk."""
        return self.log.append(
            StepEvent(at_step=self._at_step, outcome="hinted", lab=asdict(lab), question=self._asked_as(gate))
        )

    def _asked_as(self, gate: Gate) -> str:
        """A question's id in the log; one of a test-out does not close the lesson's own."""
        return f"{TESTOUT}{gate.id}" if self.testing else gate.id

    def close(self) -> None:
        """Write what waits, and join the files of sessions that ended long ago."""
        # Only at the end.
        from petui.review.compaction import compact

        self.log.close()
        compact(self._directory)

    @property
    def _at_step(self) -> str:
        return f"{self.course.id}/{self.player.lesson.id}#{self.player.step.id}"

    # ---- where to begin ---------------------------------------------------------------------------------------------

    def _first_step(self, begin: Beginning, lesson: Lesson) -> tuple[str | None, Lab | None]:
        if begin.step is not None:
            step = named_step(lesson, begin.step)
            if step is None:
                raise ContentError(
                    f"lesson {lesson.id} has no step {begin.step!r}",
                    where="learn",
                    mend=f"its steps are 1 to {len(lesson.steps)}, or {', '.join(one.id for one in lesson.steps)}",
                )
            return step, None
        if begin.restart:
            return None, None
        left = self.log.left_in(self.course.id, lesson.id)
        return (left.step, _kept_lab(left.lab)) if left else (None, None)


def _kept_lab(values: Mapping[str, object]) -> Lab | None:
    """The Lab of an event; None where a newer or older petui wrote one that is not possible here."""
    try:
        return replace(Lab(), **{name: value for name, value in values.items() if name in FIELDS})  # type: ignore[arg-type]
    except (PetuiError, TypeError):
        return None
