"""Lessons as frozen objects: what the parser makes, and the player, lint and every front end read."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from petui.lessons.place import Fault, Place
from petui.lessons.prosemodel import Expression, Inline, Prose
from petui.records import dataclass

# ---- questions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a typed number may be off.

    Attributes:
        relative: Part of the right value's size (0.01 is one percent).
        absolute: Plain distance.
        digits: Significant digits that must be right; overrides the other two when given.
    """

    relative: float = 0.0
    absolute: float = 0.0
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class WrongRule:
    """A wrong number that the author foresaw, and the misconception it shows."""

    expression: Expression
    misconception: str
    place: Place


@dataclass(frozen=True, slots=True)
class Vary:
    """A name drawn afresh from `values` each time; none of them where the draw could not be read."""

    name: str
    values: tuple[float, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Question:
    """A predict or check block."""

    kind: Literal["predict", "check"]
    id: str
    answer: Expression
    tolerance: Tolerance
    body: Prose
    place: Place
    unit: str = ""
    hints: tuple[tuple[Inline, ...], ...] = ()
    wrongs: tuple[WrongRule, ...] = ()
    vary: tuple[Vary, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice."""

    true: bool
    text: Prose
    reason: Prose
    place: Place


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice block."""

    id: str
    body: Prose
    options: tuple[Option, ...]
    place: Place
    hints: tuple[tuple[Inline, ...], ...] = ()
    multiple: bool = False
    shuffle: bool = True


@dataclass(frozen=True, slots=True)
class Point:
    """A point block: find the first wrong cell of a table.

    Attributes:
        id: Unique in its lesson.
        grid: One call that gives the table; its source is empty where figures are quoted.
        answer: Row and column of the first wrong cell, from 0.
        body: The question.
        place: Where it stands.
        hints: Given one at a time.
        quoted: Rows of figures as they were published.
        rights: What each of them should be, the same shape.
        columns: What the quoted columns are called; empty to number them.
        rows: What the quoted rows are called; empty to number them.
    """

    id: str
    grid: Expression
    answer: tuple[Expression, Expression]
    body: Prose
    place: Place
    hints: tuple[tuple[Inline, ...], ...] = ()
    quoted: tuple[tuple[str, ...], ...] = ()
    rights: tuple[tuple[Expression, ...], ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


# ---- steps and lessons ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of prose in a step."""

    blocks: Prose
    place: Place


@dataclass(frozen=True, slots=True)
class Aside:
    """A why block (opened by a key) or a note (always shown)."""

    kind: Literal["why", "note"]
    title: str
    body: Prose
    place: Place


@dataclass(frozen=True, slots=True)
class Code:
    """A code block of a step, shown by a key; `run` names one of the core's own listings."""

    text: str
    place: Place
    run: str = ""


Part: TypeAlias = Passage | Aside | Code | Question | Choice | Point
Gate: TypeAlias = Question | Choice | Point


@dataclass(frozen=True, slots=True)
class Setting:
    """One `name=expression` of a set line."""

    name: str
    expression: Expression


@dataclass(frozen=True, slots=True)
class Step:
    """A step or a worked example.

    Attributes:
        id: Unique in its lesson.
        kind: "step" or "worked".
        parts: Its prose and blocks in order.
        place: Where it opens.
        settings: The Lab's values in this step; text values (dtype) are expressions' sources.
        show: View of the plot pane, empty to leave it.
        below: What stands below the text where only one has room, "table" or "plot"; empty to leave it.
        cell: Position and slot for the cursor.
        fade: Which checks of a worked example are left blank: "none", "last" or "all".
        vary: Values drawn afresh; one that is named like a Lab field sets that field.
    """

    id: str
    kind: Literal["step", "worked"]
    parts: tuple[Part, ...]
    place: Place
    settings: tuple[Setting, ...] = ()
    show: str = ""
    below: str = ""
    cell: tuple[Expression, Expression] | None = None
    fade: Literal["none", "last", "all"] = "all"
    vary: tuple[Vary, ...] = ()


@dataclass(frozen=True, slots=True)
class Param:
    """A declared parameter of a lesson: `default`, and the `low` to `high` range in steps of `step`."""

    name: str
    default: float
    low: float
    high: float
    step: float
    place: Place


@dataclass(frozen=True, slots=True)
class Mistake:
    """A misconception with its refutation.

    `slip` is the built-in slip that comes of it, empty for none; `places` are as those of a card.
    """

    id: str
    claims: tuple[Inline, ...]
    verdict: Literal["wrong", "half"]
    body: Prose
    place: Place
    shows: Expression | None = None
    covers: tuple[str, ...] = ()
    slip: str = ""
    places: tuple[tuple[str, Place], ...] = ()

    def place_of(self, entry: str) -> Place:
        """Where `covers NUMBER` stands; its own place where that is not known."""
        return dict(self.places).get(entry, self.place)


@dataclass(frozen=True, slots=True)
class OldSchedule:
    """What another program had scheduled for a card, from its `<!--SR:…-->` comment.

    Attributes:
        due: Day it is due, YYYY-MM-DD.
        interval: Days between the last review and `due`.
        ease: SM-2's ease in percent (250 to begin with); None where it was scheduled by FSRS.
        stability: FSRS's stability in days; None where it was scheduled by SM-2.
        difficulty: FSRS's difficulty, 1 to 10; None where it was scheduled by SM-2.
        reviews: How often it was reviewed, where that is known.
        lapses: How often it was forgotten, where that is known.
    """

    due: str
    interval: float
    ease: float | None = None
    stability: float | None = None
    difficulty: float | None = None
    reviews: int = 0
    lapses: int = 0


CardKind: TypeAlias = Literal["basic", "reversed", "cloze", "numeric", "choice"]


@dataclass(frozen=True, slots=True)
class Card:
    """One card to be asked, from whatever source.

    Attributes:
        id: Explicit, or made from kind and front; of siblings `NOTE/back` or `NOTE/1`.
        kind: What it is and how it is answered.
        front: The question.
        back: The answer and why.
        place: Where it stands.
        covers: Inventory numbers; the first one is its concept.
        answer: The right number of a numeric card.
        tolerance: How far off a typed number may be.
        wrongs: Foreseen wrong numbers.
        vary: Values drawn afresh each time.
        choice: The question and options of a choice card.
        accepts: Short texts that are right when typed; empty where the learner grades the recall.
        note: What it shares with its siblings, which are not asked on one day; empty where it has none.
        settings: The Lab's values for its numbers.
        hints: Given one at a time.
        unit: Shown after the answer line.
        teaches: The place that teaches it, `LESSON` or `LESSON#STEP`; empty to go by `covers`.
        tags: Deck tags without `#`, as in flashcards/ai-ml.
        front_source: The front as Markdown, for search and export.
        back_source: The back as Markdown.
        note_source: Of a cloze, its note as Markdown with the marks.
        old: What another program had scheduled.
        places: Where `teaches` and each `covers NUMBER` stand, as far as that is known.
    """

    id: str
    kind: CardKind
    front: Prose
    back: Prose
    place: Place
    covers: tuple[str, ...] = ()
    answer: Expression | None = None
    tolerance: Tolerance = field(default_factory=Tolerance)
    wrongs: tuple[WrongRule, ...] = ()
    vary: tuple[Vary, ...] = ()
    choice: Choice | None = None
    accepts: tuple[str, ...] = ()
    note: str = ""
    settings: tuple[Setting, ...] = ()
    hints: tuple[tuple[Inline, ...], ...] = ()
    unit: str = ""
    teaches: str = ""
    tags: tuple[str, ...] = ()
    front_source: str = ""
    back_source: str = ""
    note_source: str = ""
    old: OldSchedule | None = None
    places: tuple[tuple[str, Place], ...] = ()

    def place_of(self, entry: str) -> Place:
        """Where `teaches` or `covers NUMBER` stands; its own place where that is not known."""
        return dict(self.places).get(entry, self.place)

    @property
    def family(self) -> str:
        """What it and its siblings have in common; its own id where it has none."""
        return self.note or self.id

    @property
    def given_hints(self) -> tuple[tuple[Inline, ...], ...]:
        """The hints that a learner is given: its own, or else those of its choice."""
        return self.hints or (self.choice.hints if self.choice else ())


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson file; `testout` names the questions that one who knows it already may answer instead."""

    id: str
    title: str
    minutes: float
    steps: tuple[Step, ...]
    place: Place
    requires: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    params: tuple[Param, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    cards: tuple[Card, ...] = ()
    testout: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CoursePart:
    """One part of a course: a title and the ids of its lessons in order."""

    title: str
    lessons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck file.

    Attributes:
        id: That of the front matter, or the file's name.
        title: That of the front matter, or the first heading.
        file: How the file is shown in places.
        cards: Its cards, siblings one by one.
        tags: Tags of the whole file, without `#`.
    """

    id: str
    title: str
    file: str
    cards: tuple[Card, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A course directory, read; `unusable` has ids of lessons and decks that are left out, and the fault for it."""

    id: str
    title: str
    language: str
    root: str
    parts: tuple[CoursePart, ...]
    lessons: tuple[Lesson, ...]
    mistakes: tuple[Mistake, ...] = ()
    decks: tuple[Deck, ...] = ()
    inventory: tuple[tuple[str, str], ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    formerly: tuple[str, ...] = ()
    unusable: tuple[tuple[str, Fault], ...] = ()

    def lesson(self, lesson_id: str) -> Lesson | None:
        """The lesson of that id, if the course has it."""
        return next((lesson for lesson in self.lessons if lesson.id == lesson_id), None)

    def part_title(self, lesson_id: str) -> str:
        """Title of the part that a lesson belongs to; `Further lessons` if it is in none."""
        return next((part.title for part in self.parts if lesson_id in part.lessons), "Further lessons")

    @property
    def homes(self) -> tuple[Lesson | Deck, ...]:
        """What has cards: its lessons, then its decks."""
        return (*self.lessons, *self.decks)

    @property
    def lesson_titles(self) -> dict[str, str]:
        """Titles of its lessons by id."""
        return {lesson.id: lesson.title for lesson in self.lessons}

    @property
    def mistakes_by_id(self) -> dict[str, Mistake]:
        """Its misconceptions by id."""
        return {mistake.id: mistake for mistake in self.mistakes}
