"""The lines that are no answers in a lesson read line by line. A line of this table is all that a further one needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from petui.core.errors import ParameterError
from petui.lessons.asides import nothing_to_open
from petui.lessons.model import Aside, Code
from petui.lessons.play import Shown
from petui.lessons.schema import VIEWS
from petui.lessons.testout import terms_words
from petui.plain.looking import looked_up, said_plot
from petui.plain.quizwords import END, HINT, SHOW, THESE_KEYS
from petui.records import dataclass

if TYPE_CHECKING:
    from petui.plain.lesson import PlainLesson

Answered: TypeAlias = list[str]


@dataclass(frozen=True, slots=True)
class LineKey:
    """What a line that begins with a key does.

    Attributes:
        key: The line, or its first word where it takes more.
        says: What it does, behind the key in the list of keys; empty where a line of its own tells of it.
        run: Does it, given the rest of the line; returns what is to be written.
        fits: Whether it means something now; else the line is taken for an answer, and the list leaves it out.
        takes: Whether more may follow the key.
        repeats: Whether it may be typed several times on a line.
        also: Another line that does the same: the key that the screen has for it.
    """

    key: str
    says: str
    run: Callable[[PlainLesson, str], Answered]
    fits: Callable[[PlainLesson], bool]
    takes: bool = False
    repeats: bool = False
    also: str = ""


def key_of(lesson: PlainLesson, typed: str) -> tuple[LineKey, str] | None:
    """The key that a line means now, and the rest of the line; None for an answer."""
    for key in LINE_KEYS:
        # What is asked about may stand right behind its question mark.
        begins = typed.startswith("?" if key.key == "?" else f"{key.key} ")
        whole = typed in (key.key, key.also or key.key)
        if (whole or (key.takes and begins) or (key.repeats and set(typed) == {key.key})) and key.fits(lesson):
            return key, typed.removeprefix(key.key).strip()
    return None


def keys_line(lesson: PlainLesson) -> str:
    """The keys that mean something now."""
    named = ", ".join(f"{key.key} {key.says}" for key in LINE_KEYS if key.says and key.fits(lesson))
    first = "Type an answer" if lesson.gate is not None else f"Enter {lesson.enter_says}"
    return f"{first}, or {named}."


def all_keys_lines() -> tuple[str, ...]:
    """Every key that the beginning tells of."""
    named = ", ".join(f"{key.key} {key.says}" for key in LINE_KEYS if key.says)
    return (f"Enter sends an answer or goes on; keys: {named}. At a question 0 is an answer.", *_LOOKING)


# ---- what they do ----------------------------------------------------------------------------------------------------


def _hint(lesson: PlainLesson, _: str) -> Answered:
    return lesson.take_hint()


def _skip(lesson: PlainLesson, _: str) -> Answered:
    return lesson.skip()


def _back(lesson: PlainLesson, _: str) -> Answered:
    return lesson.arrive() if lesson.player.back() else ["This is the first step."]


def _anew(lesson: PlainLesson, _: str) -> Answered:
    lesson.player.redraw()
    return ["The step begins anew.", *lesson.arrive()]


def _why(lesson: PlainLesson, _: str) -> Answered:
    found = [shown for shown in lesson.player.shown() if isinstance(shown.part, Aside) and shown.part.kind == "why"]
    return _opened(lesson, found) or [nothing_to_open(lesson.player, "why")]


def _code(lesson: PlainLesson, _: str) -> Answered:
    found = [shown for shown in lesson.player.shown() if isinstance(shown.part, Code)]
    return _opened(lesson, found) or [nothing_to_open(lesson.player, "code")]


def _opened(lesson: PlainLesson, found: list[Shown]) -> Answered:
    """Those that have not been read yet, or all of them again."""
    new = [shown for shown in found if shown.part.place not in lesson.read]
    lesson.read.update(shown.part.place for shown in found)
    return [line for shown in new or found for line in lesson.page.opened(shown)]


def _again(lesson: PlainLesson, _: str) -> Answered:
    return lesson.read_step()


def _moves(name: str, by: int) -> Callable[[PlainLesson, str], Answered]:
    def move(lesson: PlainLesson, rest: str) -> Answered:
        lab = lesson.lab
        for _ in range(1 + len(rest)):
            lab = lab.stepped(name, by)
        return lesson.change(lab, name)

    return move


def _plot(lesson: PlainLesson, wanted: str) -> Answered:
    if wanted and wanted not in VIEWS:
        raise ParameterError(f"there is no view {wanted[:40]!r}", where="v", mend=f"views are {', '.join(VIEWS)}")
    lesson.view = wanted or lesson.view
    return lesson.page.words(said_plot(lesson.view, lesson.lab, ascii=lesson.ascii))


def _ask(lesson: PlainLesson, wanted: str) -> Answered:
    if not wanted:
        return [line for told in (keys_line(lesson), *_LOOKING) for line in lesson.page.words(told)]
    lines = looked_up(wanted, lesson.lab, lesson.width, ascii=lesson.ascii, veiled=lesson.predicts)
    return lesson.page.words(lines[0]) + lines[1:]


def _test_out(lesson: PlainLesson, _: str) -> Answered:
    if lesson.sitting.testing:
        lesson.sitting.leave_test()
        return ["Back in the lesson.", *lesson.begin()]
    lesson.sitting.begin_test()
    terms = terms_words(len(lesson.player.lesson.steps))
    return [*lesson.page.words(f"{terms} t goes back to the lesson."), *lesson.begin()]


def _retell(lesson: PlainLesson, _: str) -> Answered:
    return [lesson.sitting.tell_otherwise(), *lesson.read_step()]


def _end(lesson: PlainLesson, _: str) -> Answered:
    lesson.over = True
    return []


def _always(_: PlainLesson) -> bool:
    return True


def _asked(lesson: PlainLesson) -> bool:
    return lesson.gate is not None


def _between(lesson: PlainLesson) -> bool:
    """Where nothing is asked, as nought is an answer too; in a test-out nothing is asked twice."""
    return lesson.gate is None and not lesson.sitting.testing


def _has_test(lesson: PlainLesson) -> bool:
    return lesson.sitting.testing or lesson.sitting.has_test


def _is_retold(lesson: PlainLesson) -> bool:
    return bool(lesson.sitting.languages) and not lesson.sitting.testing


_LOOKING = (
    "? SYMBOL says what a symbol means, ? POS reads a row of the table, ? POS SLOT works out a cell.",
    "[ and ] move the position, { and } d_model, < and > the offset; NAME=VALUE, such as pos=5, sets one of them.",
    "v VIEW says another plot; . reads the step again.",
)

LINE_KEYS: tuple[LineKey, ...] = (
    LineKey("h", HINT, _hint, _asked),
    LineKey("s", SHOW, _skip, _asked),
    LineKey("w", "why", _why, _always),
    LineKey("c", "code", _code, _always),
    LineKey("v", "the plot in words", _plot, _always, takes=True),
    LineKey("p", "the step before", _back, _always),
    LineKey("0", "the step anew", _anew, _between),
    LineKey("t", "the test-out, or back", _test_out, _has_test, also="T"),
    LineKey("r", "the other language", _retell, _is_retold),
    LineKey("q", END, _end, _always),
    LineKey(".", "", _again, _always),
    LineKey("[", "", _moves("pos", -1), _always, repeats=True),
    LineKey("]", "", _moves("pos", 1), _always, repeats=True),
    LineKey("{", "", _moves("d_model", -1), _always, repeats=True),
    LineKey("}", "", _moves("d_model", 1), _always, repeats=True),
    LineKey("<", "", _moves("offset", -1), _always, repeats=True),
    LineKey(">", "", _moves("offset", 1), _always, repeats=True),
    LineKey("?", THESE_KEYS, _ask, _always, takes=True),
)
