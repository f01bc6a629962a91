"""Searching lessons, misconceptions, cards and symbols for words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from petui.lessons.model import Card, Choice, Course, Deck, Lesson, Mistake, Part, Step
from petui.lessons.oneline import inlines_text, prose_text, question_text
from petui.lessons.prosemodel import Display, Prose
from petui.lessons.symbols import SYMBOLS, Symbol, names_of
from petui.lessons.walk import part_proses
from petui.records import dataclass

_SNIPPET = 68


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found.

    Attributes:
        kind: "step", "mistake", "card" or "symbol".
        target: What to open it by: `lesson#step`, a misconception's id, `deck#card` or a symbol.
        title: Title of the lesson, the deck or the symbol.
        snippet: Its words around the first one found.
        place: Which step of the lesson it is, as "step 3 of 8"; empty for what is no step.
    """

    kind: str
    target: str
    title: str
    snippet: str
    place: str = ""

    @property
    def heading(self) -> str:
        """Title and place."""
        return f"{self.title}, {self.place}" if self.place else self.title


def search(courses: Sequence[Course], words: str) -> tuple[Hit, ...]:
    """Everything that has all the words, in the order of the courses; upper and lower case are one.

    Args:
        courses: Where to search.
        words: Words separated by blanks; parts of words count.
    """
    wanted = words.casefold().split()
    if not wanted:
        return ()
    entries = [*map(_symbol_entry, SYMBOLS), *(entry for course in courses for entry in _entries(course))]
    hits = (_hit(entry, wanted) for entry in entries)
    return tuple(hit for hit in hits if hit is not None)


@dataclass(frozen=True, slots=True)
class _Entry:
    kind: str
    target: str
    title: str
    names: str
    text: str
    place: str = ""


def _hit(entry: _Entry, wanted: Sequence[str]) -> Hit | None:
    everything = f"{entry.title} {entry.names} {entry.text}".casefold()
    if not all(word in everything for word in wanted):
        return None
    return Hit(entry.kind, entry.target, entry.title, _snippet(entry.text, wanted), entry.place)


def _snippet(text: str, wanted: Sequence[str]) -> str:
    """A piece of the text that begins a few words before the first word found."""
    places = [place for word in wanted if (place := text.casefold().find(word)) >= 0]
    place = min(places, default=0)
    start = 0 if place < _SNIPPET // 2 else text.rfind(" ", 0, place - _SNIPPET // 4) + 1
    piece = text[start : start + _SNIPPET]
    if start + _SNIPPET < len(text):
        piece = piece.rpartition(" ")[0] + " …" if " " in piece else piece + "…"
    return ("… " if start and not piece.startswith("…") else "") + piece


def _entries(course: Course) -> Iterator[_Entry]:
    for lesson in course.lessons:
        for at, step in enumerate(lesson.steps, 1):
            names, place = f"{lesson.id} {step.id} {_spoken(step)}", f"step {at} of {len(lesson.steps)}"
            yield _Entry("step", f"{lesson.id}#{step.id}", lesson.title, names, _step_text(step), place)
        yield from (_card_entry(card, lesson) for card in lesson.cards)
    yield from map(_mistake_entry, course.mistakes)
    for deck in course.decks:
        yield from (_card_entry(card, deck) for card in deck.cards)


def _step_text(step: Step) -> str:
    """What a learner reads in a step; not the hints and reasons, which would give answers away."""
    return " ".join(prose_text(prose, spoken=False) for part in step.parts for prose in _shown_proses(part))


def _spoken(step: Step) -> str:
    """How the formulas on lines of their own are said: to be found by, not to be shown."""
    blocks = (block for part in step.parts for prose in _shown_proses(part) for block in prose)
    return " ".join(block.alt for block in blocks if isinstance(block, Display))


def _shown_proses(part: Part) -> Iterable[Prose]:
    if isinstance(part, Choice):
        return [part.body, *(option.text for option in part.options)]
    return part_proses(part)


def _mistake_entry(mistake: Mistake) -> _Entry:
    text = f"{inlines_text(mistake.claims)} {prose_text(mistake.body, spoken=False)}"
    return _Entry("mistake", mistake.id, "misconception", mistake.id, text)


def _card_entry(card: Card, home: Lesson | Deck) -> _Entry:
    text = f"{question_text(card, spoken=False)} {prose_text(card.back, spoken=False)}"
    return _Entry("card", f"{home.id}#{card.id}", home.title, card.id, text)


def _symbol_entry(symbol: Symbol) -> _Entry:
    return _Entry("symbol", symbol.symbol, symbol.title, " ".join([*names_of(symbol), symbol.unit]), symbol.meaning)
