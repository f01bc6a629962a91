"""The quiz line by line: for pipes, screen readers and terminals that cannot position the cursor.

One line is read, one exchange is written. A verdict is written only after its review is in the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import field
from typing import IO

from petui.core.errors import AnswerError, PetuiError
from petui.lessons.cardpage import card_back, card_front
from petui.lessons.cells import Line
from petui.lessons.collection import teaching_step
from petui.lessons.model import Course
from petui.lessons.oneline import question_text
from petui.lessons.prosemodel import Prose
from petui.lessons.typeset import set_inlines, set_prose
from petui.plain.faults import counted
from petui.plain.quizwords import (
    CONFIDENCE,
    END,
    HINT,
    SHOW,
    SURE,
    THESE_KEYS,
    adds_back,
    answered,
    cannot_save,
    choice_label,
    due_tomorrow,
    forgotten,
    not_asked,
    not_on_disk,
    nothing_typed,
    number_label,
    passed_over,
    recorded,
    refusal,
    refutations,
    taken_back,
)
from petui.plain.streams import INDENT, folded, indented, read_line, write_lines
from petui.records import dataclass
from petui.review.grade import GRADES, ONE_GRADE, RATING_NAMES, Asking, is_typed
from petui.review.outcome import Reviewed, Summary
from petui.review.quiz import Quiz

_GRADE = re.compile(r"g\s*([1-4])")
_COMMANDS = frozenset(("h", "s", "u", "x", "e", "q", "?", "help"))
_KEYS = f"h {HINT}, s {SHOW}, u undo, x suspend, e where the card stands, g N grade anew, q {END}, ? {THESE_KEYS}"


@dataclass(frozen=True, slots=True)
class PlainQuiz:
    """A quiz on two streams.

    Attributes:
        quiz: The session.
        courses: The courses, for titles and for what teaches a card.
        width: Columns of the text.
        ascii: Whether only ASCII is written.
        options: What the commands that it names end in, so that they find the same courses.
    """

    quiz: Quiz
    courses: Sequence[Course]
    width: int
    ascii: bool
    options: str = ""
    # Why nothing could be saved, as it was said.
    _said: list[str] = field(default_factory=list, init=False)

    def run(self, lines: IO[bytes]) -> Summary:
        """Ask until the queue, or the input, is at its end; returns what it came to."""
        try:
            with closing(self.quiz.log):
                self._write(self._opening())
                self._converse(lines)
        except KeyboardInterrupt:
            # Nobody may read on, and the interrupt is what ends it then.
            with suppress(PetuiError, OSError):
                self._write_end()
            raise
        return self._write_end()

    def _converse(self, lines: IO[bytes]) -> None:
        quiz = self.quiz
        told: Asking | None = None
        while quiz.asking is not None:
            self._write(self._asked(quiz.asking, again=told is quiz.asking))
            told = quiz.asking
            typed = read_line(lines)
            if typed is None or not self._exchange(typed):
                return

    def _write_end(self) -> Summary:
        summary = self.quiz.summary()
        self._write(["", *summary_lines(summary, self.width, reason=summary.problem not in self._said)])
        return summary

    # ---- one exchange -----------------------------------------------------------------------------------------------

    def _exchange(self, typed: str) -> bool:
        """What one line brings; False to end."""
        if typed == "q":
            return False
        known = self.quiz.log.problem
        try:
            self._write(self._done(typed))
            self._write([] if known else self._cannot_save())
        except AnswerError as error:
            self._write([refusal(error)])
        return True

    def _done(self, typed: str) -> list[str]:
        quiz = self.quiz
        grade = _GRADE.fullmatch(typed)
        if grade or (quiz.phase == "revealed" and typed in ("1", "2", "3", "4")):
            return self._grade(int(grade[1] if grade else typed))
        match typed:
            case "h":
                return self._hint()
            case "u":
                return self._undo()
            case "x":
                filed = quiz.suspend()
                return [f"Suspended: {filed.card.id}.{self._unsaved()}"] if filed else ["Nothing is asked now."]
            case "e":
                return [self._where()]
            case "?" | "help":
                return self._own(f"Type an answer, or {_KEYS}.")
        if quiz.phase == "revealed":
            raise AnswerError(f"{typed[:40]!r} is no grade", mend=f"give {ONE_GRADE}")
        asking = quiz.asking
        assert asking is not None
        if not is_typed(asking.card):
            quiz.reveal()
            return indented(self._back(asking))
        if not typed:
            raise nothing_typed()
        reviewed = quiz.reveal() if typed == "s" else quiz.answer(typed)
        assert reviewed is not None
        return self._told(reviewed)

    def _grade(self, rating: int) -> list[str]:
        quiz = self.quiz
        if quiz.phase == "revealed":
            return self._told(quiz.rate(rating))
        last = quiz.last
        regraded = quiz.regrade(rating)
        assert last is not None
        grades = f"{RATING_NAMES[rating]} instead of {RATING_NAMES[last.event.rating]}"
        noted = f"Noted: {grades} for {last.asking.card.id}.{self._unsaved()}"
        return [*self._own(noted), *self._recorded(regraded)]

    def _told(self, reviewed: Reviewed) -> list[str]:
        """The verdict, why, and when the card comes back; the next card is asked then."""
        asking, judgement = reviewed.asking, reviewed.judgement
        lines = self._own(reviewed.says)
        if judgement is not None:
            lines += self._proses(judgement.reasons, asking)
            if reviewed.refuted:
                lines += ["", SURE, *self._proses(refutations(reviewed), asking)]
            back = indented(self._back(asking)) if adds_back(reviewed) else []
            lines += ["", *back] if back else []
            if judgement.outcome != "right":
                lines += self._where_taught(asking)
        lines += ["", *self._forgotten(asking), *self._recorded(reviewed)]
        self.quiz.go_on()
        return lines

    def _forgotten(self, asking: Asking) -> list[str]:
        lesson = "its lesson" if teaching_step(self._course_of(asking), asking.filed) else ""
        place = asking.card.place
        memory = self.quiz.memories.of(asking.filed.key)
        told = forgotten(memory, lesson=lesson, wording=f"{place.file}:{place.line}")
        return [told] if told else []

    def _recorded(self, reviewed: Reviewed) -> list[str]:
        """How it was recorded, and what each grade would have led to."""
        if not reviewed.previews:
            return self._own(recorded(reviewed))
        intervals = ", ".join(f"{one.rating} {RATING_NAMES[one.rating]} {one.text}" for one in reviewed.previews)
        return self._own(f"{recorded(reviewed)} Grades: {intervals}.")

    def _hint(self) -> list[str]:
        hint = self.quiz.hint()
        if isinstance(hint, str):
            return [hint]
        asking = self.quiz.asking
        assert asking is not None
        values = asking.values(self._titles(asking))
        return ["Hint:", *indented(set_inlines(hint, self._room, values, ascii=self.ascii))]

    def _undo(self) -> list[str]:
        undone = self.quiz.undo()
        return [f"{taken_back(undone)}.{self._unsaved()}"] if undone else ["There is nothing to undo."]

    def _where(self) -> str:
        asking = self.quiz.asking
        assert asking is not None
        place = asking.card.place
        return f"{asking.filed.deck} {asking.card.id}: {place.file}:{place.line}"

    def _where_taught(self, asking: Asking) -> list[str]:
        found = teaching_step(self._course_of(asking), asking.filed)
        if found is None:
            return []
        lesson, step = found
        settings = "".join(f" --set {name}={value:g}" for name, value in asking.lab_numbers.items())
        place = f"{lesson.id}{f'#{step}' if step else ''}"
        return ["", f"Taught in: petui learn --plain {place}{settings}{self.options}"]

    # ---- what is written --------------------------------------------------------------------------------------------

    def _opening(self) -> list[str]:
        counts, mode = self.quiz.counts, self.quiz.options.mode
        what = {"": "", "cram": "all cards, no schedule changes; ", "mistakes": "missed lately, no schedule changes; "}
        if not counts.left:
            return [f"Nothing to ask now ({what[mode]}seed {self.quiz.options.seed})."]
        why = not_asked(self.quiz.left_out)
        lines = [
            f"Quiz: {what[mode]}{counted(counts.left, 'card')}; seed {self.quiz.options.seed}.",
            *(self._own(why) if why else []),
            *self._cannot_save(),
        ]
        return [*lines, *self._own(f"Type an answer, or {_KEYS}.", CONFIDENCE)]

    def _cannot_save(self) -> list[str]:
        """That progress is not saved, where that is so."""
        problem = self.quiz.log.problem
        self._said.extend([problem] if problem else [])
        return cannot_save(problem)

    def _asked(self, asking: Asking, *, again: bool) -> list[str]:
        """The question and what is expected; the question is not repeated after a hint or the like."""
        quiz = self.quiz
        label = answer_label(asking)
        if quiz.phase == "revealed":
            label = f"Grade your recall, {GRADES}:"
        if again:
            return [label]
        counts = quiz.counts
        head = f"Question {counts.reviews + 1}, {counts.done} of {counts.done + counts.left} cards done:"
        titles = self._titles(asking)
        front = card_front(asking.card, asking.stage, asking.order, self._room, ascii=self.ascii, titles=titles)
        return ["", head, *indented(front), label]

    def _back(self, asking: Asking) -> Sequence[Line]:
        titles = self._titles(asking)
        return card_back(asking.card, asking.stage, asking.order, self._room, ascii=self.ascii, titles=titles)

    def _proses(self, proses: Iterable[Prose], asking: Asking) -> Iterator[str]:
        values = asking.values(self._titles(asking))
        for prose in proses:
            yield from indented(set_prose(prose, self._room, values, ascii=self.ascii))

    @property
    def _room(self) -> int:
        return self.width - len(INDENT)

    def _course_of(self, asking: Asking) -> Course:
        return next(course for course in self.courses if course.id == asking.filed.course)

    def _titles(self, asking: Asking) -> Mapping[str, str]:
        return self._course_of(asking).lesson_titles

    def _unsaved(self) -> str:
        return " (not saved)" if self.quiz.log.waiting else ""

    def _write(self, lines: Iterable[str]) -> None:
        write_lines(lines, ascii=self.ascii)

    def _own(self, *lines: str) -> list[str]:
        """Sentences of petui's own; places and commands, which may be copied, are not among them."""
        return folded(lines, self.width)


def answer_label(asking: Asking) -> str:
    """What is expected, in words."""
    card = asking.card
    if card.answer is not None:
        return number_label("Answer", card.unit)
    if card.choice is not None:
        return choice_label(card.choice)
    if any(text.strip() in _COMMANDS or _GRADE.fullmatch(text.strip()) for text in card.accepts):
        return "Answer, in words, and in quotes where it is one of the keys:"
    return "Answer, in words:" if card.accepts else "Think of the answer, then Enter shows it:"


def summary_lines(summary: Summary, width: int, *, reason: bool = True) -> list[str]:
    """What a session came to, in words; sentences wrapped to the width, places left whole.

    Args:
        summary: The session.
        width: Columns.
        reason: Whether to say why something is not saved, which may have been said.
    """
    lines = folded([f"Session over: {answered(summary)}"], width)
    why = not_asked(summary.left_out)
    if why:
        lines += folded([why], width)
    if summary.counts.left:
        lines.append(f"Left for another time: {summary.counts.left}.")
    if summary.missed:
        missed = [f"{INDENT}{question_text(filed.card)}" for filed in summary.missed]
        lines += ["Missed:", *folded(missed, width)]
    lines.append(f"{due_tomorrow(summary)} Seed {summary.seed}.")
    lines += passed_over(summary)
    left = [not_on_disk(summary.unsaved, summary.problem if reason else None)] if summary.unsaved else []
    return [*lines, *left]
