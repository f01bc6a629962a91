"""A class rolled up from what its learners exported: concepts, misconceptions and lessons, and no learner by name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from statistics import fmean, median

import numpy as np

from petui.lessons.collection import collect_cards
from petui.lessons.model import Course
from petui.records import dataclass
from petui.review.eventlines import from_line
from petui.review.exports import Answers, Line, Unread, read_answers, sources
from petui.review.memories import Memories
from petui.review.renaming import Renaming, renaming_of
from petui.review.schedule import Schedule
from petui.review.stamp import day_after
from petui.review.statistics import mistake_claims

# Reviews of a class beyond which it takes too long to work out what is remembered.
MOST_REPLAYED = 50_000
_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ClassConcept:
    """How well one concept is known in a class.

    Attributes:
        course: Id of the course.
        number: Number of its inventory; for cards without one, the id of their deck or lesson.
        text: What the number stands for.
        learners: How many were asked.
        asked: First answers of a study day to each of its cards, by all learners.
        recalled: How many of them were rated better than Again.
        retrievability: Median over the learners of the mean predicted recall tomorrow of the cards that each began: of
            what was answered just now, rightly or wrongly, 1 would be predicted today. None where not worked out.
    """

    course: str
    number: str
    text: str
    learners: int
    asked: int
    recalled: int
    retrievability: float | None

    @property
    def recall(self) -> float:
        """Share that was recalled."""
        return self.recalled / self.asked

    @property
    def weakness(self) -> float:
        """What concepts are ordered by, (recalled + 1) / (asked + 2): one answer alone makes none the weakest."""
        return (self.recalled + 1) / (self.asked + 2)


@dataclass(frozen=True, slots=True)
class ClassMistake:
    """A misconception in a class: how many learners' answers showed it, and how many answers."""

    course: str
    id: str
    claims: str
    learners: int
    answers: int


@dataclass(frozen=True, slots=True)
class ClassLesson:
    """How many learners began a lesson, and how many of these have done it."""

    course: str
    id: str
    title: str
    begun: int
    done: int


@dataclass(frozen=True, slots=True)
class RollUp:
    """A class.

    Attributes:
        today: The study day that it is about, YYYY-MM-DD.
        learners: How many there are: files, those with answers in common as one.
        files: How many files were read.
        events: How many events they hold, each once.
        joined: The files that count as one learner because they have answers in common.
        concepts: The concepts that were asked, the weakest first.
        mistakes: Misconceptions, those that most learners showed first.
        lessons: The lessons that anybody began, in their courses' order.
        elsewhere: Answers to cards that no course here has.
        strange: Events of kinds or shapes that this version does not know.
        replayed: Whether it was worked out what is remembered.
        unread: What could not be read.
        eventless: Files, or folders of one learner, that could be read and hold no event.
    """

    today: str
    learners: int
    files: int
    events: int
    joined: tuple[tuple[str, ...], ...]
    concepts: tuple[ClassConcept, ...]
    mistakes: tuple[ClassMistake, ...]
    lessons: tuple[ClassLesson, ...]
    elsewhere: int
    strange: int
    replayed: bool
    unread: tuple[Unread, ...]
    eventless: tuple[str, ...] = ()


def roll_up(paths: Sequence[Path], courses: Sequence[Course], today: str) -> RollUp:
    """A class from exported files.

    Args:
        paths: Files, one for each learner, and folders of them; see `petui.review.exports.sources`.
        courses: Where cards, lessons and misconceptions are found.
        today: The study day now, YYYY-MM-DD.
    """
    counting = _Counting(courses)
    unread: list[Unread] = []
    eventless: list[str] = []
    read: list[tuple[tuple[Path, ...], _Learner]] = []
    for files in dict.fromkeys(sources(paths)):
        answers = read_answers(files)
        unread += answers.unread
        if not answers.is_empty:
            read.append((files, counting.learner(answers)))
        elif not answers.unread:
            eventless.append(str(files[0] if len(files) == 1 else files[0].parent))
    groups = _groups([learner.ids for _, learner in read])
    joined = [tuple(path for at in group for path in read[at][0]) for group in groups if len(group) > 1]
    learners = [read[group[0]][1] for group in groups if len(group) == 1]
    # What they have in common counts once, so they are read again as the files of one learner.
    learners += [counting.learner(read_answers(files)) for files in joined]
    found = counting.sum(learners, today, tuple(files for files, _ in read), joined, tuple(unread))
    return replace(found, eventless=tuple(sorted(eventless)))


# ---- who is one learner ----------------------------------------------------------------------------------------------


def _groups(ids: Sequence[np.ndarray]) -> list[list[int]]:
    """Which files have an event in common, directly or by way of others; each file is in one group."""
    parents = list(range(len(ids)))

    def root(at: int) -> int:
        while parents[at] != at:
            parents[at] = parents[parents[at]]
            at = parents[at]
        return at

    if ids:
        names = np.concatenate(ids)
        owners = np.repeat(np.arange(len(ids)), [len(each) for each in ids])
        order = np.argsort(names, kind="stable")
        same = np.flatnonzero(names[order][1:] == names[order][:-1])
        pairs = np.unique(np.stack((owners[order][same], owners[order][same + 1]), axis=1), axis=0)
        for first, second in pairs.tolist():
            parents[root(second)] = root(first)
    found: dict[int, list[int]] = defaultdict(list)
    for at in range(len(ids)):
        found[root(at)].append(at)
    return list(found.values())


# ---- what a learner did ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Learner:
    """What one learner's events come to.

    Attributes:
        ids: A hash of each event's id.
        asked: First answers of a day, by concept.
        recalled: Those of them that were recalled.
        mistakes: Answers that showed each misconception.
        begun: Lessons begun.
        done: Lessons done.
        elsewhere: Answers to cards that no course here has.
        strange: Events that this version does not know.
        reviews: How many reviews there are.
        raw: The lines that schedules follow from.
    """

    ids: np.ndarray
    asked: Counter[_Key] = field(default_factory=Counter)
    recalled: Counter[_Key] = field(default_factory=Counter)
    mistakes: Counter[_Key] = field(default_factory=Counter)
    begun: set[_Key] = field(default_factory=set)
    done: set[_Key] = field(default_factory=set)
    elsewhere: int = 0
    strange: int = 0
    reviews: int = 0
    raw: Sequence[bytes] = ()


class _Counting:
    """Counts learners' events, under the ids that courses have today."""

    def __init__(self, courses: Sequence[Course]) -> None:
        self._courses = courses
        self._renaming: Renaming = renaming_of(courses)
        self._card = cache(self._renaming.card)
        self._concepts: dict[str, _Key] = {
            filed.key: (filed.course, filed.card.covers[0] if filed.card.covers else filed.deck)
            for filed in collect_cards(courses)
        }
        self._kept = 0

    def learner(self, answers: Answers) -> _Learner:
        """What one learner's events come to."""
        lines = answers.lines
        found = _Learner(np.fromiter(map(hash, lines), np.int64, len(lines)), strange=answers.strange)
        undone = {line.undoes for line in lines.values() if line.kind == "undo"}
        reviews = [line for line in lines.values() if line.kind == "review" and line.id not in undone]
        self._take_reviews(reviews, found)
        self._take_steps([line for line in lines.values() if line.kind == "step"], found)
        found.reviews = len(reviews)
        self._kept += len(reviews)
        # Of a class that is too large none are needed.
        found.raw = tuple(answers.raw.values()) if self._kept <= MOST_REPLAYED else ()
        return found

    def _take_reviews(self, reviews: list[Line], found: _Learner) -> None:
        reviews.sort(key=lambda line: (line.at, line.id))
        seen: set[tuple[str, str]] = set()
        for line in reviews:
            key = self._card(line.card)
            self._take_mistakes(line, key.partition("/")[0], found)
            concept = self._concepts.get(key)
            if concept is None:
                found.elsewhere += 1
            elif (key, line.day) not in seen:
                seen.add((key, line.day))
                found.asked[concept] += 1
                found.recalled[concept] += (line.rating or 1) > 1

    def _take_steps(self, steps: Iterable[Line], found: _Learner) -> None:
        for line in steps:
            at_step = self._renaming.step(line.at_step)
            course, _, rest = at_step.partition("/")
            lesson, mark, _ = rest.partition("#")
            if not (course and lesson and mark):
                continue
            found.begun.add((course, lesson))
            if line.outcome == "done":
                found.done.add((course, lesson))
            self._take_mistakes(line, course, found)

    def _take_mistakes(self, line: Line, course: str, found: _Learner) -> None:
        names = self._renaming.mistakes(tuple(line.misconceptions), course)
        found.mistakes.update((course, name) for name in dict.fromkeys(names))

    # ---- the class ---------------------------------------------------------------------------------------------------

    def sum(
        self,
        learners: Sequence[_Learner],
        today: str,
        files: Sequence[tuple[Path, ...]],
        joined: Sequence[tuple[Path, ...]],
        unread: tuple[Unread, ...],
    ) -> RollUp:
        """The class of these learners."""
        replayed = sum(learner.reviews for learner in learners) <= MOST_REPLAYED
        known = self._known(learners, day_after(today)) if replayed else {}
        return RollUp(
            today=today,
            learners=len(learners),
            files=sum(map(len, files)),
            events=sum(len(learner.ids) + learner.strange for learner in learners),
            joined=tuple(tuple(map(str, each)) for each in joined),
            concepts=self._all_concepts(learners, known),
            mistakes=self._all_mistakes(learners),
            lessons=self._all_lessons(learners),
            elsewhere=sum(learner.elsewhere for learner in learners),
            strange=sum(learner.strange for learner in learners),
            replayed=replayed,
            unread=unread,
        )

    def _all_concepts(self, learners: Sequence[_Learner], known: Mapping[_Key, float]) -> tuple[ClassConcept, ...]:
        texts = {
            (course.id, name): text
            for course in self._courses
            for name, text in (*((home.id, home.title) for home in course.homes), *course.inventory)
        }
        asked, recalled = _total(learner.asked for learner in learners), _total(each.recalled for each in learners)
        by = Counter(key for learner in learners for key in learner.asked)
        found = (
            ClassConcept(*key, texts.get(key, ""), by[key], asked[key], recalled[key], known.get(key)) for key in asked
        )
        return tuple(sorted(found, key=lambda each: (each.weakness, each.course, each.number)))

    def _all_mistakes(self, learners: Sequence[_Learner]) -> tuple[ClassMistake, ...]:
        answers = _total(learner.mistakes for learner in learners)
        by = Counter(key for learner in learners for key in learner.mistakes)
        claims = mistake_claims(self._courses, answers)
        found = (ClassMistake(*key, claims[key], by[key], answers[key]) for key in answers)
        return tuple(sorted(found, key=lambda each: (-each.learners, -each.answers, each.course, each.id)))

    def _all_lessons(self, learners: Sequence[_Learner]) -> tuple[ClassLesson, ...]:
        begun = Counter(key for learner in learners for key in learner.begun)
        done = Counter(key for learner in learners for key in learner.done)
        titles = {(course.id, lesson.id): lesson.title for course in self._courses for lesson in course.lessons}
        ordered = [*(key for key in titles if key in begun), *sorted(key for key in begun if key not in titles)]
        return tuple(ClassLesson(*key, titles.get(key, ""), begun[key], done[key]) for key in ordered)

    def _known(self, learners: Sequence[_Learner], day: str) -> dict[_Key, float]:
        """The median over the learners of how well each knows, on a day, the cards of a concept that they began."""
        schedule = Schedule()
        found: dict[_Key, list[float]] = defaultdict(list)
        for learner in learners:
            events = [event for event in map(from_line, learner.raw) if event is not None]
            memories = Memories.of_events(self._renaming.events(events), schedule)
            recalls: dict[_Key, list[float]] = defaultdict(list)
            for key, memory in memories.all.items():
                if key in self._concepts and not memory.is_new:
                    recalls[self._concepts[key]].append(schedule.retrievability(memory, day))
            for concept, own in recalls.items():
                found[concept].append(fmean(own))
        return {concept: median(means) for concept, means in found.items()}


def _total(counts: Iterable[Counter[_Key]]) -> Counter[_Key]:
    total: Counter[_Key] = Counter()
    for each in counts:
        total.update(each)
    return total
