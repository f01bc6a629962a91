"""A quiz as styled lines: the card, what became of the answer, the four intervals, and the summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from petui.core.lab import Lab
from petui.lessons.cardpage import card_back, card_front
from petui.lessons.cells import Line, line_width
from petui.lessons.collection import teaching_step
from petui.lessons.model import Course
from petui.lessons.oneline import question_text
from petui.lessons.prosemodel import Inline, Prose, Text
from petui.lessons.typeset import Values, set_inlines, set_prose
from petui.plain.quizwords import (
    SURE,
    adds_back,
    answered,
    due_tomorrow,
    forgotten,
    not_asked,
    passed_over,
    recorded,
    refutations,
    unsaved,
)
from petui.records import dataclass
from petui.review.grade import RATING_NAMES, Asking
from petui.review.outcome import Reviewed
from petui.review.quiz import Quiz

_MARK_INDENT = 6
# Lines of a missed card's question in the summary.
_MOST_FRONT = 2
_STYLES = {"right": "right", "wrong": "wrong", "shown": "strong"}


@dataclass(frozen=True, slots=True)
class QuizPage:
    """The text of a quiz, and what came last in it.

    Attributes:
        lines: The lines.
        newest: The first line of what came last: the verdict, the card's back, or a hint; 0 where nothing is to be
            brought up.
    """

    lines: tuple[Line, ...]
    newest: int = 0


@dataclass(frozen=True, slots=True)
class PageSetter:
    """Sets the pages of one quiz.

    Attributes:
        quiz: The quiz.
        course: The course of the card that is asked.
        width: Columns.
        ascii: Whether only ASCII characters may stand in it.
    """

    quiz: Quiz
    course: Course
    width: int
    ascii: bool

    def page(self) -> QuizPage:
        """The card that is asked, as far as it has been turned."""
        asking = self.quiz.asking
        assert asking is not None
        start = self._start() if self.quiz.phase == "asked" and not self.quiz.counts.reviews else ()
        hints = [list(self._marked("Hint: ", hint, asking)) for hint in asking.card.given_hints[: self.quiz.hints]]
        front = [*start, *self._front(asking), *(line for hint in hints for line in ((), *hint))]
        if self.quiz.phase == "asked":
            return QuizPage(tuple(front), len(front) - len(hints[-1]) if hints else 0)
        if self.quiz.phase == "revealed" or self.quiz.reviewed is None:
            return QuizPage((*front, (), *self._back(asking)), len(front) + 1)
        return QuizPage((*front, (), *self._told(self.quiz.reviewed)), len(front) + 1)

    def _start(self) -> tuple[Line, ...]:
        """Above the first card: why it is not all cards that are asked."""
        why = self._text(not_asked(self.quiz.left_out), "muted")
        return (*why, ()) if why else ()

    def _front(self, asking: Asking) -> Sequence[Line]:
        titles = self.course.lesson_titles
        return card_front(asking.card, asking.stage, asking.order, self.width, ascii=self.ascii, titles=titles)

    def _back(self, asking: Asking) -> Sequence[Line]:
        titles = self.course.lesson_titles
        return card_back(asking.card, asking.stage, asking.order, self.width, ascii=self.ascii, titles=titles)

    def _marked(self, mark: str, inlines: Iterable[Inline], asking: Asking) -> Iterator[Line]:
        values = self._values(asking)
        for at, line in enumerate(set_inlines(inlines, self.width - _MARK_INDENT, values, ascii=self.ascii)):
            yield ((mark, "strong") if at == 0 else (" " * _MARK_INDENT, ""), *line)

    def _told(self, reviewed: Reviewed) -> Iterator[Line]:
        """The verdict, why, the back, and how it was recorded."""
        asking, judgement = reviewed.asking, reviewed.judgement
        yield from self._text(reviewed.says, _STYLES[judgement.outcome if judgement else "shown"])
        if judgement is not None:
            yield from self._proses(judgement.reasons, asking)
            if reviewed.refuted:
                yield ()
                yield from self._text(SURE, "strong")
                yield from self._proses(refutations(reviewed), asking)
        back = self._back(asking) if adds_back(reviewed) else ()
        if back:
            yield ()
            yield from back
        yield ()
        yield from self._text(self._forgotten(asking), "strong")
        yield from self._text(recorded(reviewed), "muted")

    def _forgotten(self, asking: Asking) -> str:
        lesson = "its lesson (o)" if teaching_step(self.course, asking.filed) else ""
        memory = self.quiz.memories.of(asking.filed.key)
        return forgotten(memory, lesson=lesson, wording="e says where it stands")

    def _proses(self, proses: Iterable[Prose], asking: Asking) -> Iterator[Line]:
        for prose in proses:
            yield from set_prose(prose, self.width, self._values(asking), ascii=self.ascii)

    def _text(self, text: str, style: str) -> tuple[Line, ...]:
        return set_text(text, self.width, style, ascii=self.ascii)

    def _values(self, asking: Asking) -> Values:
        return asking.values(self.course.lesson_titles)


def set_text(text: str, width: int, style: str = "", *, ascii: bool) -> tuple[Line, ...]:
    """Plain text in lines of one style."""
    return set_inlines((Text(text),), width, Values(Lab()), ascii=ascii, style=style)


def interval_lines(quiz: Quiz, width: int, most: int, *, ascii: bool) -> tuple[Line, ...]:
    """The four grades with their intervals, that of the record marked; shorter where there is less room.

    Args:
        quiz: A quiz whose card is turned.
        width: Columns.
        most: The most lines.
        ascii: Whether only ASCII characters are drawn.
    """
    chosen = quiz.reviewed.event.rating if quiz.reviewed is not None and quiz.phase == "judged" else 0
    due = {preview.rating: f" {preview.text}" for preview in quiz.previews}
    long = [f"{rating} {name}{due.get(rating, '')}" for rating, name in RATING_NAMES.items()]
    short = [f"{rating}{due.get(rating, '')}" for rating in RATING_NAMES]
    for texts in (long, short):
        lines = _flowed(_marked_items(texts, chosen), width, " | " if ascii else " · ")
        if len(lines) <= most:
            return lines
    return ((((f"[{long[chosen - 1]}]" if chosen else "Grade it 1-4"), "strong"),),)


def _marked_items(texts: Sequence[str], chosen: int) -> list[tuple[str, str]]:
    """The texts, the chosen one in brackets, so that it shows without colour too."""
    return [(f"[{text}]", "cursor") if at == chosen else (text, "") for at, text in enumerate(texts, 1)]


def _flowed(items: Sequence[tuple[str, str]], width: int, between: str) -> tuple[Line, ...]:
    """Items in as few lines as hold them whole."""
    lines: list[list[tuple[str, str]]] = []
    for item in items:
        if lines and line_width((*lines[-1], (between, ""), item)) <= width:
            lines[-1] += [(between, "muted"), item]
        else:
            lines.append([item])
    return tuple(tuple(line) for line in lines)


def summary_page(quiz: Quiz, taught: Mapping[str, str], offer: str, width: int, *, ascii: bool) -> QuizPage:
    """What a session came to, the cards that were missed, and where to go on.

    Args:
        quiz: A quiz that is over.
        taught: Title of the lesson that teaches each missed card, by the card's key.
        offer: Where to go on.
        width: Columns.
        ascii: Whether only ASCII characters may stand in it.
    """
    summary = quiz.summary()
    lines: list[Line] = [(("Session over", "heading"),), ()]
    told = answered(summary)
    for text in (told[0].upper() + told[1:], not_asked(summary.left_out), due_tomorrow(summary)):
        lines += set_text(text, width, ascii=ascii)
    if summary.unsaved:
        lines += set_text(unsaved(summary), width, "wrong", ascii=ascii)
    for text in passed_over(summary):
        lines += set_text(text, width, "wrong", ascii=ascii)
    if summary.missed:
        lines += [(), (("Missed", "heading"),)]
    for filed in summary.missed:
        front = question_text(filed.card)
        lines += set_text(f"- {front}", width, ascii=ascii)[:_MOST_FRONT]
        if filed.key in taught:
            lines += set_text(f"  taught in: {taught[filed.key]}", width, "muted", ascii=ascii)
    lines += [(), *set_text(offer, width, "strong", ascii=ascii)]
    return QuizPage(tuple(lines))
