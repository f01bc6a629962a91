"""What a learner's log comes to: what is due, what was done, what is recalled, what is not understood yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from petui.core.formula import SLIPS
from petui.lessons.collection import FiledCard
from petui.lessons.model import Course
from petui.lessons.oneline import inlines_text, question_text
from petui.records import dataclass
from petui.review.events import Event, ReviewEvent, StepEvent
from petui.review.mastery import Mastery, mastery_of
from petui.review.memories import Memories
from petui.review.memory import Memory, is_due
from petui.review.recall import Retention, retention_of
from petui.review.streaks import Streak, streak_of

FORECAST_DAYS = 30
WEEKS = 26
# Who walks away from an open card is not studying.
MOST_MS = 120_000
_HARDEST = 5


@dataclass(frozen=True, slots=True)
class SeenMistake:
    """A misconception that wrong answers showed.

    Attributes:
        course: Id of the course.
        id: Its id.
        claims: What it claims, in words, or the title of a built-in slip; empty if the course has it no more.
        count: How many answers showed it, in reviews and lessons.
        last: The last study day on which one did.
    """

    course: str
    id: str
    claims: str
    count: int
    last: str


@dataclass(frozen=True, slots=True)
class HardCard:
    """A card that is forgotten again and again.

    Attributes:
        key: `course/card`.
        front: Its question in words.
        place: `file:line` where it stands.
        reviews: How often it was reviewed.
        lapses: How often it was forgotten.
        difficulty: FSRS's difficulty, 1 to 10.
        suspended: Whether it is not asked.
    """

    key: str
    front: str
    place: str
    reviews: int
    lapses: int
    difficulty: float
    suspended: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """All that is shown of progress.

    Attributes:
        today: The study day that it is about, YYYY-MM-DD.
        cards: How many cards there are.
        due_now: Cards begun, not suspended and due by now, as a quiz asks them.
        due_today: These, and those that come later today.
        new_waiting: Cards never reviewed and not suspended.
        suspended: Suspended cards, new ones too.
        forecast: Due cards of the next 30 study days, as of now: each card once, overdue ones today, no new ones.
        due_later: Cards due after those days.
        reviews: Reviews that count for the schedule.
        cram_reviews: Reviews of `--all` and `--mistakes`, which do not.
        reviews_today: Reviews of both sorts today.
        reviews_by_day: Reviews of both sorts by stored study day, of 26 weeks that end with this one.
        streak: Runs of study days.
        retention: Recalled against predicted.
        mastery: Per concept.
        mistakes: Misconceptions shown, the commonest first.
        leeches: Cards forgotten 8 times or more, the worst first.
        hardest: Of the other cards those forgotten most often, then by difficulty.
        ms: Time spent on reviews of both sorts, at most 2 minutes each.
        ms_today: The same of today.
        untimed: Reviews of which no time is known.
    """

    today: str
    cards: int
    due_now: int
    due_today: int
    new_waiting: int
    suspended: int
    forecast: tuple[tuple[str, int], ...]
    due_later: int
    reviews: int
    cram_reviews: int
    reviews_today: int
    reviews_by_day: tuple[tuple[str, int], ...]
    streak: Streak
    retention: Retention
    mastery: tuple[Mastery, ...]
    mistakes: tuple[SeenMistake, ...]
    leeches: tuple[HardCard, ...]
    hardest: tuple[HardCard, ...]
    ms: int
    ms_today: int
    untimed: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever reviewed; questions of lessons may have been answered."""
        return not (self.reviews or self.cram_reviews)


def study_statistics(
    cards: Sequence[FiledCard],
    memories: Memories,
    events: Iterable[Event],
    today: str,
    *,
    at: int,
    courses: Sequence[Course] = (),
) -> Statistics:
    """All that is shown of progress.

    Args:
        cards: The cards that there are; what the log has of others counts as reviews, but is not due nor listed.
        memories: What follows from `events`.
        events: The log's.
        today: The study day now, YYYY-MM-DD.
        at: Now, UTC milliseconds.
        courses: Where the texts of inventory numbers and misconceptions are found.
    """
    events = tuple(events)
    known = {filed.key: memories.of(filed.key) for filed in cards}
    waiting = [memory for memory in known.values() if not memory.suspended]
    due = Counter(max(memory.due_day, today) for memory in waiting if memory.due_day is not None)
    forecast = tuple((day, due[day]) for day in _days(today, FORECAST_DAYS))
    reviews = memories.reviews
    studied: tuple[Event, ...] = (*reviews, *(event for event in events if isinstance(event, StepEvent)))
    lapsed = _lapsed(cards, known)
    spent = _times(reviews)
    return Statistics(
        today=today,
        cards=len(known),
        due_now=sum(is_due(memory, at, today) for memory in waiting),
        due_today=due[today],
        new_waiting=sum(memory.is_new for memory in waiting),
        suspended=len(known) - len(waiting),
        forecast=forecast,
        due_later=sum(due.values()) - sum(count for _, count in forecast),
        reviews=sum(not review.mode for review in reviews),
        cram_reviews=sum(bool(review.mode) for review in reviews),
        reviews_today=sum(review.stamp.day == today for review in reviews),
        reviews_by_day=_by_day(reviews, today),
        streak=streak_of(studied, today),
        retention=retention_of(events, memories.schedule),
        mastery=mastery_of(cards, memories, today, courses),
        mistakes=_mistakes(studied, courses),
        leeches=tuple(_hard(filed, memory) for filed, memory in lapsed if memory.is_leech),
        hardest=tuple(_hard(filed, memory) for filed, memory in lapsed if not memory.is_leech)[:_HARDEST],
        ms=sum(spent.values()),
        ms_today=spent[today],
        untimed=sum(review.ms is None for review in reviews),
    )


def _days(first: str, count: int) -> list[str]:
    start = date.fromisoformat(first)
    return [(start + timedelta(at)).isoformat() for at in range(count)]


def _by_day(reviews: Iterable[ReviewEvent], today: str) -> tuple[tuple[str, int], ...]:
    counts = Counter(review.stamp.day for review in reviews)
    end = date.fromisoformat(today)
    monday = end - timedelta(end.weekday() + 7 * (WEEKS - 1))
    return tuple((day, counts[day]) for day in _days(monday.isoformat(), (end - monday).days + 1))


def _times(reviews: Iterable[ReviewEvent]) -> Counter[str]:
    """Milliseconds per study day."""
    spent: Counter[str] = Counter()
    for review in reviews:
        spent[review.stamp.day] += min(max(review.ms or 0, 0), MOST_MS)
    return spent


def _mistakes(studied: Iterable[Event], courses: Sequence[Course]) -> tuple[SeenMistake, ...]:
    counts: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], str] = {}
    for event in studied:
        place = event.card if isinstance(event, ReviewEvent) else event.at_step if isinstance(event, StepEvent) else ""
        named = event.misconceptions if isinstance(event, ReviewEvent | StepEvent) else ()
        for name in dict.fromkeys(named):
            key = place.partition("/")[0], name
            counts[key] += 1
            last[key] = max(event.stamp.day, last.get(key, ""))
    claims = mistake_claims(courses, counts)
    found = (SeenMistake(*key, claims[key], count, last[key]) for key, count in counts.items())
    by_name = sorted(found, key=lambda seen: (seen.course, seen.id))
    return tuple(sorted(by_name, key=lambda seen: (seen.count, seen.last), reverse=True))


def mistake_claims(courses: Iterable[Course], wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """What misconceptions claim in words, by course and id; of a built-in slip its title, of an unknown one nothing."""
    known = {
        (course.id, mistake.id): mistake.claims
        for course in courses
        for mistake in (*(each for lesson in course.lessons for each in lesson.mistakes), *course.mistakes)
    }
    slips = {slip.id: slip.title for slip in SLIPS}
    return {key: inlines_text(known[key]) if key in known else slips.get(key[1], "") for key in wanted}


def _lapsed(cards: Iterable[FiledCard], known: Mapping[str, Memory]) -> list[tuple[FiledCard, Memory]]:
    """The cards that were ever forgotten, the worst first."""
    found = ((filed, known[filed.key]) for filed in cards if known[filed.key].lapses)
    return sorted(found, key=lambda item: (-item[1].lapses, -(item[1].difficulty or 0.0), item[0].key))


def _hard(filed: FiledCard, memory: Memory) -> HardCard:
    place = filed.card.place
    return HardCard(
        key=filed.key,
        front=question_text(filed.card),
        place=f"{place.file}:{place.line}",
        reviews=memory.reviews,
        lapses=memory.lapses,
        difficulty=memory.difficulty or 0.0,
        suspended=memory.suspended,
    )
