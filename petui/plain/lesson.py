"""A lesson line by line: for pipes, screen readers and terminals that cannot position the cursor.

One line is read, one exchange is written. A verdict is written only after its answer is in the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import closing, suppress
from typing import IO

from petui.core.errors import PetuiError
from petui.core.lab import Lab
from petui.lessons.model import Choice, Gate, Lesson, Question
from petui.lessons.place import Place
from petui.lessons.play import Player, lab_at, predicts
from petui.lessons.testout import standing_words
from petui.lessons.verdict import Verdict
from petui.plain.faults import counted, minutes_of
from petui.plain.lessonkeys import all_keys_lines, key_of, keys_line
from petui.plain.lessonpage import PlainPage
from petui.plain.lessonwords import Tries, due_line
from petui.plain.looking import said_lab, said_plot
from petui.plain.quizwords import cannot_save, choice_label, not_on_disk, nothing_typed, number_label, refusal
from petui.plain.streams import INDENT, read_line, write_lines
from petui.review.sitting import Sitting

# `pos=5`, or `:pos 5` as on the command line of the screen.
_SETTING = re.compile(r"(?::\s*(?P<spoken>[a-z_]+)\s|(?P<name>[a-z_]+)\s*=)\s*(?P<value>\S.*)")


class PlainLesson:
    """A lesson on two streams; the keys of petui.plain.lessonkeys work on it.

    Attributes:
        sitting: The courses, the lesson and the log.
        width: Columns of the text.
        ascii: Whether only ASCII is written.
        lab: What the learner is looking at.
        view: The plot that the lesson has shown last.
        over: Whether the session ends.
        read: Where the asides and listings stand that have been read in this step.
        tries: What became of each question of this lesson in this sitting.
        passed: Whether its test-out has just been passed, so that its last step is not asked.
    """

    def __init__(self, sitting: Sitting, width: int, *, ascii: bool, options: str = "") -> None:
        """A lesson that has not begun.

        Args:
            sitting: At the step to begin with.
            width: Columns of the text.
            ascii: Whether to keep to ASCII.
            options: What the commands that it names end in, so that they find the same courses.
        """
        self.sitting = sitting
        self.width = width
        self.ascii = ascii
        self._options = options
        self.lab: Lab = sitting.lab
        self.view = "waves"
        self.over = False
        self.read: set[Place] = set()
        self.tries = Tries()
        self.passed = False
        self._told = 0
        self._plot_waits = False
        self._plots: list[str] = []
        self._here = ""
        self._said_problem: str | None = None

    def run(self, lines: IO[bytes], *, due: int = 0) -> None:
        """Read the lesson until it, or the input, is at its end.

        Args:
            lines: Where lines come from.
            due: How many cards to say are due.
        """
        try:
            with closing(self.sitting):
                self._write([*due_line(due, self._options), *self.begin(keys=True)])
                self._converse(lines)
        except KeyboardInterrupt:
            # Nobody may read on, and the interrupt is what ends it then.
            with suppress(PetuiError, OSError):
                self._write_end()
            raise
        self._write_end()

    # ---- what keys and front ends ask -------------------------------------------------------------------------------

    @property
    def player(self) -> Player:
        """The lesson as it is played."""
        return self.sitting.player

    @property
    def gate(self) -> Gate | None:
        """The question that waits."""
        return None if self.passed else self.player.gate

    @property
    def predicts(self) -> bool:
        """Whether it is a prediction that waits."""
        return predicts(self.gate)

    @property
    def page(self) -> PlainPage:
        """What sets the parts of the step as they are now."""
        return PlainPage(self.player, self.lab, self.width, self.ascii, self.sitting.course.lesson_titles)

    @property
    def enter_says(self) -> str:
        """What Enter does where nothing is asked."""
        if not (self.player.finished or self.passed):
            return "goes on"
        if self.sitting.testing:
            return "ends the test-out"
        following = self.sitting.next_lesson()
        return f"opens the next lesson, {following.title}" if following else "ends"

    def begin(self, *, keys: bool = False) -> list[str]:
        """The lesson that the sitting has opened, from its title on; with the keys at the very beginning."""
        sitting, lesson = self.sitting, self.player.lesson
        self.tries = Tries()
        self.lab = sitting.lab
        size = counted(len(lesson.steps), "question" if sitting.testing else "step")
        title = f"{sitting.title}. {size}" + ("." if sitting.testing else f", about {minutes_of(lesson.minutes)}.")
        told = [title, *(all_keys_lines() if keys else ())]
        if sitting.has_test and sitting.is_new and not sitting.testing:
            told.append("If you know this already: t asks the lesson's test-out instead.")
        return ["", *(line for one in told for line in self.page.words(one)), *self.arrive(keep_lab=True)]

    def arrive(self, *, keep_lab: bool = False) -> list[str]:
        """The step that the player is at, read from its beginning; it is noted in the log."""
        if not keep_lab:
            self.lab = lab_at(self.player, self.lab)
        self.view = self.player.step.show or self.view
        self.sitting.record_step(self.lab)
        return self.read_step()

    def read_step(self) -> list[str]:
        """The step as it is now, from its beginning."""
        self._told = 0
        self.passed = False
        self.read.clear()
        lines = ["", f"{self._place}.", *self._notice(), *self._changed_lab()]
        self._plot_waits = bool(self.player.step.show)
        return [*lines, *self._new_plot(), *self._go_on()]

    def change(self, lab: Lab, name: str) -> list[str]:
        """Another Lab, of which a parameter was changed: where the learner is now, and the plot there."""
        self.lab = lab
        self._here = said_lab(lab)
        self._plots.append(said_plot(self.view, lab, ascii=self.ascii))
        return [*self.page.words(said_lab(lab, name)), *self.page.words(self._plots[-1])]

    def take_hint(self) -> list[str]:
        """A hint, or why there is none."""
        gate = self.gate
        hint = self.player.hint()
        if isinstance(hint, str) or gate is None:
            return [hint] if isinstance(hint, str) else []
        self.sitting.record_hint(self.lab, gate)
        return [*self.page.hint(gate, hint), *self._newly_missed()]

    def skip(self) -> list[str]:
        """The answer of the question that waits; the lesson goes on behind it."""
        gate = self.gate
        verdict = self.player.skip()
        return self._settled(gate, verdict) if gate is not None and verdict is not None else []

    # ---- one exchange -----------------------------------------------------------------------------------------------

    def _converse(self, lines: IO[bytes]) -> None:
        while not self.over:
            self._write(self._prompt())
            typed = read_line(lines)
            if typed is None:
                return
            self._write(self._exchange(typed))

    def _exchange(self, typed: str) -> list[str]:
        """What one line brings."""
        try:
            key = key_of(self, typed)
            if key is not None:
                return key[0].run(self, key[1])
            if setting := _SETTING.fullmatch(typed):
                name = setting["name"] or setting["spoken"]
                return self.change(self.lab.changed_by_text(name, setting["value"]), name)
            gate = self.gate
            return self._answered(gate, typed) if gate is not None else self._enter(typed)
        except PetuiError as error:
            return [refusal(error)]

    def _answered(self, gate: Gate, typed: str) -> list[str]:
        if not typed:
            raise nothing_typed()
        return self._settled(gate, self.player.answer(typed))

    def _newly_missed(self) -> list[str]:
        """That the test-out can be passed no more, once."""
        return self.page.words(self.sitting.missed_words())

    def _settled(self, gate: Gate, verdict: Verdict) -> list[str]:
        """The verdict, once it is in the log, and what of the step was behind the question."""
        self.tries.note(gate, verdict, self.page.question(gate))
        self.lab = self.player.lab_after(gate, self.lab)
        saved = self.sitting.record_answer(self.lab, gate, verdict)
        lines = [*self.page.verdict(gate, verdict, saved=saved), *self._newly_missed()]
        if not verdict.closes:
            return lines
        self.sitting.record_end(self.lab)
        plot = self._new_plot()
        return [*lines, *(["", *plot] if plot else []), *self._go_on()]

    def _enter(self, typed: str) -> list[str]:
        """On to the next step, or the next lesson."""
        if typed:
            return ["Nothing is asked here.", *self.page.words(keys_line(self))]
        if not self.passed and self.player.forward():
            lines = self.arrive()
            self.sitting.record_end(self.lab)
            return lines
        if self.sitting.testing:
            return self._end_test()
        if not self.passed:
            self.sitting.record_end(self.lab)
        following = self.sitting.next_lesson()
        if following is None:
            self.over = True
            return []
        self.sitting.open(self.sitting.course, following)
        return self.begin()

    def _end_test(self) -> list[str]:
        standing = self.sitting.end_test()
        told = ["", *self.page.words(standing_words(standing))]
        if standing.missed:
            return [*told, *self.begin()]
        self.tries, self.lab, self.passed = Tries(), self.sitting.lab, True
        return told

    # ---- what is written --------------------------------------------------------------------------------------------

    def _go_on(self) -> list[str]:
        """The parts that have not been read, up to the question that waits."""
        parts = self.player.shown()
        lines = [line for part in parts[self._told :] for line in ("", *self.page.part(part))]
        self._told = len(parts)
        if self.player.finished:
            ended = "the test-out" if self.sitting.testing else "this lesson"
            lines += ["", f"That is the end of {ended}.", *self._tried()]
        return lines

    def _new_plot(self) -> list[str]:
        """The step's plot in words, as soon as they cannot give a prediction away."""
        if not self._plot_waits or self.predicts:
            return []
        self._plot_waits = False
        says = said_plot(self.view, self.lab, ascii=self.ascii)
        if says in self._plots:
            # A plot in words is long; nobody wants to hear it twice unasked.
            return [] if says == self._plots[-1] else ["Plot: one that was said before; v says it again."]
        self._plots.append(says)
        return self.page.words(says)

    def _changed_lab(self) -> list[str]:
        here = said_lab(self.lab)
        changed, self._here = here != self._here, here
        return [here] if changed else []

    def _notice(self) -> list[str]:
        """That progress is not saved, when that begins."""
        if self._said_problem is not None:
            return []
        self._said_problem = self.sitting.problem
        return cannot_save(self._said_problem)

    def _prompt(self) -> list[str]:
        gate = self.gate
        match gate:
            case None:
                return self.page.words(f"Enter {self.enter_says}.")
            case Question():
                return [number_label("Prediction" if self.predicts else "Answer", gate.unit)]
            case Choice():
                return [choice_label(gate)]
        return ["Answer, row,column:"]

    def _tried(self) -> list[str]:
        return [line for each in self.tries.lines() for line in self.page.words(each)]

    @property
    def _place(self) -> str:
        """Where in the lesson or the test-out the learner is."""
        what = "Question" if self.sitting.testing else "Step"
        return f"{what} {self.player.index + 1} of {len(self.player.lesson.steps)}"

    def _left(self) -> list[str]:
        """Where the session ends, and how to go on."""
        following = self.sitting.next_lesson()
        if self.sitting.testing or not (self.player.finished or self.passed):
            place = self._place[0].lower() + self._place[1:]
            there = "in the lesson" if self.sitting.testing else "there"
            return [*self._command(f"Session over at {place}; ", "petui --plain", f"goes on {there}"), *self._tried()]
        if following is None:
            return self.page.words("Session over.")
        command = f"petui learn --plain {self._name(following)}"
        return self._command(f"Session over. Next lesson: {following.title}; ", command, "opens it")

    def _name(self, lesson: Lesson) -> str:
        """What finds a lesson of this course: its id, unless another course has a lesson of that id."""
        found = self.sitting.find(lesson.id)
        here = self.sitting.course.id
        return lesson.id if found is not None and found[0].id == here else f"{here}/{lesson.id}"

    def _command(self, says: str, command: str, does: str) -> list[str]:
        """A sentence that names a command; with options it stands alone on its line, to be copied as a whole."""
        if not self._options:
            return self.page.words(f"{says}`{command}` {does}.")
        return [*self.page.words(f"{says}this {does}:"), f"{INDENT}{command}{self._options}"]

    def _write_end(self) -> None:
        self._write(["", *self._left(), *self._unsaved()])

    def _unsaved(self) -> list[str]:
        log = self.sitting.log
        # Unless the system gave another one, the reason was said when it began.
        reason = None if log.problem == self._said_problem else log.problem
        return [not_on_disk(log.waiting, reason)] if log.waiting else []

    def _write(self, lines: Iterable[str]) -> None:
        write_lines(lines, ascii=self.ascii)
