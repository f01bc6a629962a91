"""What a session asks, and in which order."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random, randrange

from petui.config import QuizSettings
from petui.core.errors import ParameterError
from petui.lessons.collection import FiledCard
from petui.records import dataclass
from petui.review.memories import Memories
from petui.review.memory import is_due
from petui.review.stamp import day_after

# How long a missed card counts as missed lately.
LATELY_DAYS = 14
# Seeds travel in JSON, whose readers may know no larger whole numbers.
SEEDS = 2**53


@dataclass(frozen=True, slots=True)
class QueueOptions:
    """What is asked for.

    Attributes:
        cram: All cards, due or not; no schedule changes.
        mistakes: The cards missed lately; no schedule changes.
        limit: Most cards of this session; None for as many as there are.
        seed: Seed of the order and of all draws.
        new_per_day: Most cards begun on a study day.
        due_per_day: Most cards reviewed on a study day.
    """

    cram: bool = False
    mistakes: bool = False
    limit: int | None = None
    seed: int = 0
    new_per_day: int = 20
    due_per_day: int = 200

    @property
    def mode(self) -> str:
        """What the log calls it: cram, mistakes, or empty for reviews that count."""
        return "mistakes" if self.mistakes else "cram" if self.cram else ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many cards a session asks, and how many others it does not, for which reason.

    Attributes:
        asked: Cards that it asks.
        of: Cards that it chose from.
        resting: Those that are not due yet.
        siblings: Those of which a sibling is asked today, or was.
        suspended: Those that are suspended.
        new: New ones beyond the day's number.
        due: Due ones beyond the day's number.
        limited: Those beyond the session's limit.
    """

    asked: int
    of: int
    resting: int = 0
    siblings: int = 0
    suspended: int = 0
    new: int = 0
    due: int = 0
    limited: int = 0


def queue_options(
    settings: QuizSettings, *, cram: bool = False, mistakes: bool = False, limit: int | None = None, seed: int | None
) -> QueueOptions:
    """The options of a command and the user's configuration; a seed is drawn where none is given.

    Raises:
        ParameterError: If two modes are asked for, or the limit or seed is negative or too large.
    """
    if cram and mistakes:
        raise ParameterError("--all and --mistakes ask for different cards", where="quiz", mend="give one of them")
    if limit is not None and limit < 1:
        raise ParameterError(f"{limit} cards are none", where="--limit", mend="give 1 or more")
    if seed is not None and not 0 <= seed < SEEDS:
        raise ParameterError(f"{seed} is no seed", where="--seed", mend=f"give 0 to {SEEDS - 1}")
    drawn = randrange(1_000_000) if seed is None else seed
    return QueueOptions(cram, mistakes, limit, drawn, settings.new_per_day, settings.due_per_day)


def build_queue(
    cards: Sequence[FiledCard], memories: Memories, options: QueueOptions, *, at: int, day: str
) -> tuple[FiledCard, ...]:
    """The cards of a session in order: due ones, then new ones, no two of one concept in a row where that can be.

    Of siblings one is asked on a study day. What was done today counts against the day's limits.

    Args:
        cards: The cards to choose from, in the order in which new ones are begun.
        memories: What is known of them.
        options: What is asked for.
        at: Now, UTC milliseconds.
        day: The study day now.
    """
    active = [card for card in cards if not memories.of(card.key).suspended]
    random = Random(f"{options.seed}/order")
    if options.mistakes:
        return interleaved(_first(missed_lately(active, memories, day), options.limit))
    if options.cram:
        random.shuffle(active)
        return interleaved(_first(active, options.limit))
    due, new = _to_ask(active, memories, options, random, at=at, day=day)
    due = _first(due, options.limit)
    new = _first(new, None if options.limit is None else options.limit - len(due))
    first = interleaved(due)
    return (*first, *interleaved(new, after=first[-1].concept if first else None))


def left_out(
    cards: Sequence[FiledCard],
    memories: Memories,
    options: QueueOptions,
    queue: Sequence[FiledCard],
    *,
    at: int,
    day: str,
) -> LeftOut:
    """Why the other cards are not in a queue; no reasons where those missed lately were asked for.

    Args:
        cards: The cards that were chosen from.
        memories: What is known of them.
        options: What was asked for.
        queue: What build_queue made of it.
        at: Then, UTC milliseconds.
        day: The study day then.
    """
    found = LeftOut(len(queue), len(cards))
    if options.mistakes:
        return found
    asked = {card.key for card in queue}
    active = [card for card in cards if not memories.of(card.key).suspended]
    taken = {**_families_of_today(active, memories, day), **{card.family: card.key for card in queue}}
    full = options.limit is not None and len(queue) >= options.limit

    def reason(card: FiledCard) -> str:
        memory = memories.of(card.key)
        if memory.suspended:
            return "suspended"
        if options.cram:
            return "limited"
        if not memory.is_new and not is_due(memory, at, day):
            return "resting"
        if taken.get(card.family, card.key) != card.key:
            return "siblings"
        return "limited" if full else "new" if memory.is_new else "due"

    return replace(found, **Counter(reason(card) for card in cards if card.key not in asked))


def missed_lately(cards: Iterable[FiledCard], memories: Memories, day: str) -> list[FiledCard]:
    """The cards that were answered Again within the last fourteen study days, the latest first."""
    since = day_after(day, 1 - LATELY_DAYS)
    missed: dict[str, int] = {}
    for number, review in enumerate(memories.reviews):
        if review.rating == 1 and review.stamp.day >= since:
            missed[review.card] = number
    return sorted((card for card in cards if card.key in missed), key=lambda card: -missed[card.key])


def count_due(cards: Iterable[FiledCard], memories: Memories, *, at: int, day: str) -> int:
    """How many cards wait for a review, siblings once; new ones not counted."""
    return len({card.family for card in cards if is_due(memories.of(card.key), at, day)})


def _first(cards: list[FiledCard], count: int | None) -> list[FiledCard]:
    return cards if count is None else cards[: max(0, count)]


def _to_ask(
    cards: Sequence[FiledCard], memories: Memories, options: QueueOptions, random: Random, *, at: int, day: str
) -> tuple[list[FiledCard], list[FiledCard]]:
    """Due and new cards within the day's limits, one of each family."""
    taken = _families_of_today(cards, memories, day)
    waiting = [card for card in cards if is_due(memories.of(card.key), at, day)]
    # Shuffled first, so that cards of one day come in another order than that of the file.
    random.shuffle(waiting)
    waiting.sort(key=lambda card: memories.of(card.key).due_day or day)
    due = list(_one_of_each(waiting, taken))
    new = list(_one_of_each([card for card in cards if memories.of(card.key).is_new], taken))
    reviewed, begun = _done_today(memories, day)
    return _first(due, options.due_per_day - reviewed), _first(new, options.new_per_day - begun)


def _families_of_today(cards: Iterable[FiledCard], memories: Memories, day: str) -> dict[str, str]:
    """The families of which a card was reviewed today, with that card's key."""
    return {card.family: card.key for card in cards if memories.of(card.key).last_day == day}


def _one_of_each(cards: Iterable[FiledCard], taken: dict[str, str]) -> Iterator[FiledCard]:
    for card in cards:
        if taken.setdefault(card.family, card.key) == card.key:
            yield card


def _done_today(memories: Memories, day: str) -> tuple[int, int]:
    """How many cards were reviewed, and how many begun, on this study day."""
    today = {review.card for review in memories.reviews if review.stamp.day == day and not review.mode}
    begun = sum(memories.of(key).first_day == day for key in today)
    return len(today) - begun, begun


def interleaved(
    cards: Sequence[FiledCard],
    after: str | None = None,
    concept: Callable[[FiledCard], str] = lambda card: card.concept,
) -> tuple[FiledCard, ...]:
    """The cards in their order, as far as no two neighbours have one concept; where that cannot be, as few as can.

    Args:
        cards: The cards, the most wanted first.
        after: Concept of the card before the first one.
        concept: What a card is about.
    """
    groups: dict[str, deque[tuple[int, FiledCard]]] = {}
    for number, card in enumerate(cards):
        groups.setdefault(concept(card), deque()).append((number, card))
    counts = Counter({name: len(group) for name, group in groups.items()})
    # Two heaps with stale entries: by the next card's number, and by how many are left.
    by_number = [(group[0][0], name) for name, group in groups.items()]
    by_count = [(-count, name) for name, count in counts.items()]
    heapq.heapify(by_number)
    heapq.heapify(by_count)
    found: list[FiledCard] = []
    last = after
    while len(found) < len(cards):
        name = _next_concept(len(cards) - len(found), last, groups, counts, by_number, by_count)
        found.append(groups[name].popleft()[1])
        counts[name] -= 1
        if groups[name]:
            heapq.heappush(by_number, (groups[name][0][0], name))
            heapq.heappush(by_count, (-counts[name], name))
        last = name
    return tuple(found)


def _next_concept(
    left: int,
    last: str | None,
    groups: dict[str, deque[tuple[int, FiledCard]]],
    counts: Counter[str],
    by_number: list[tuple[int, str]],
    by_count: list[tuple[int, str]],
) -> str:
    """The concept to ask next: one that would else be left over, or that of the first card that may come."""
    while -by_count[0][0] != counts[by_count[0][1]]:
        heapq.heappop(by_count)
    largest = by_count[0][1]
    if 2 * counts[largest] > left and largest != last:
        return largest
    held: list[tuple[int, str]] = []
    chosen = last
    while by_number:
        number, name = heapq.heappop(by_number)
        if not groups[name] or groups[name][0][0] != number:
            continue
        if name != last:
            chosen = name
            break
        held.append((number, name))
    for entry in held:
        heapq.heappush(by_number, entry)
    assert chosen is not None
    return chosen
