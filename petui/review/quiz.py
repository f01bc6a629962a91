"""A quiz session without a screen: what is asked, what becomes of it, and what of that is saved.

Every front end drives this. Each review is in the log before anybody is told about it.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from petui.core.errors import AnswerError, PetuiError
from petui.lessons.collection import FiledCard
from petui.lessons.model import Mistake
from petui.lessons.prosemodel import Inline
from petui.records import dataclass
from petui.review.events import Event, ReviewEvent, SuspendEvent, UndoEvent, UnsuspendEvent
from petui.review.grade import AGAIN, EASY, ONE_GRADE, RATING_NAMES, Asking, Judgement, ask, give_up, is_typed, judge
from petui.review.log import ReviewLog
from petui.review.memories import Memories
from petui.review.memory import Preview
from petui.review.outcome import Counts, Reviewed, Summary, Undone
from petui.review.queue import QueueOptions, build_queue, left_out
from petui.review.stamp import Stamp, day_after, stamp_now

# A missed card comes back after so many others, where there are as many.
GAP = 4

Phase: TypeAlias = Literal["asked", "revealed", "judged", "over"]


@dataclass(frozen=True, slots=True)
class _Step:
    """A review, and what undoing it goes back to."""

    reviewed: Reviewed
    waiting: tuple[FiledCard, ...]


@dataclass(frozen=True, slots=True)
class _Suspension:
    """A suspension, and what undoing it goes back to."""

    asking: Asking
    phase: Phase
    hints: int


class Quiz:
    """One session of one learner.

    Attributes:
        options: What was asked for.
        phase: asked; revealed (the learner grades the recall next); judged; over.
        asking: What is asked; None when it is over.
        reviewed: The last review, while it is judged.
        hints: Hints given for what is asked.
        left_out: Why no more cards are asked, as of its beginning.
    """

    def __init__(
        self,
        cards: Sequence[FiledCard],
        memories: Memories,
        log: ReviewLog,
        options: QueueOptions,
        *,
        mistakes: Mapping[str, Mapping[str, Mistake]],
        stamps: Callable[[], Stamp] = stamp_now,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Build the queue and ask its first card.

        Args:
            cards: The cards to choose from.
            memories: What is known of them; it grows along.
            log: Where events go.
            options: What is asked for.
            mistakes: Misconceptions by course, then by id.
            stamps: Says when and where an event happens.
            clock: Gives seconds, for the time that an answer takes.
        """
        self.options = options
        self.memories = memories
        self.log = log
        self.hints = 0
        self.reviewed: Reviewed | None = None
        self.asking: Asking | None = None
        self._mistakes = mistakes
        self._stamps = stamps
        self._clock = clock
        now = stamps()
        queue = build_queue(cards, memories, options, at=now.at, day=now.day)
        self.left_out = left_out(cards, memories, options, queue, at=now.at, day=now.day)
        self._queue = deque(queue)
        self._acts: list[_Step | _Suspension] = []
        self._taken_back = False
        self._turns: Counter[str] = Counter()
        self._suspended: set[str] = set()
        self._refused: dict[str, tuple[FiledCard, PetuiError]] = {}
        self.phase: Phase = "over"
        self.go_on()

    # ---- where we are -----------------------------------------------------------------------------------------------

    @property
    def counts(self) -> Counts:
        """How far it is."""
        left = {card.key for card in self._queue}
        if self.asking is not None and self.phase != "judged":
            left.add(self.asking.filed.key)
        steps = self._steps
        seen = {step.reviewed.asking.filed.key for step in steps}
        missed = {step.reviewed.asking.filed.key for step in steps if _is_miss(step)}
        wrong = sum(map(_is_miss, steps))
        return Counts(len(seen - left), len(left), len(left & missed), len(steps), len(steps) - wrong, wrong)

    @property
    def _steps(self) -> list[_Step]:
        """The reviews of this session that are not undone."""
        return [act for act in self._acts if isinstance(act, _Step)]

    @property
    def missed(self) -> tuple[FiledCard, ...]:
        """The cards rated Again in this session, each once."""
        found = {step.reviewed.asking.filed.key: step.reviewed.asking.filed for step in self._steps if _is_miss(step)}
        return tuple(found.values())

    @property
    def last(self) -> Reviewed | None:
        """The last review of this session that is not undone."""
        steps = self._steps
        return steps[-1].reviewed if steps else None

    @property
    def previews(self) -> tuple[Preview, ...]:
        """What each rating would lead to now; none where no schedule changes."""
        if self.asking is None or self.options.mode:
            return ()
        if self.reviewed is not None and self.phase == "judged":
            return self.reviewed.previews
        now = self._stamps()
        return self.memories.schedule.previews(self.memories.of(self.asking.filed.key), now.at, now.day)

    def mistakes_of(self, filed: FiledCard) -> Mapping[str, Mistake]:
        """The misconceptions of a card's course by id."""
        return self._mistakes.get(filed.course, {})

    def summary(self) -> Summary:
        """What it came to."""
        now = self._stamps()
        following = day_after(now.day)
        known = self.memories.all.values()
        tomorrow = sum(not memory.suspended and (memory.due_day or "~") <= following for memory in known)
        spent = sum(step.reviewed.event.ms or 0 for step in self._steps) // 1000
        log, seed, refused = self.log, self.options.seed, tuple(self._refused.values())
        return Summary(
            self.counts, spent, self.missed, tomorrow, log.waiting, log.problem, seed, self.left_out, refused
        )

    # ---- answers ----------------------------------------------------------------------------------------------------

    @property
    def hints_left(self) -> bool:
        """Whether what is asked has a hint that was not given."""
        return self.asking is not None and self.phase == "asked" and self.hints < len(self.asking.card.given_hints)

    def hint(self) -> tuple[Inline, ...] | str:
        """The next hint; or a sentence that says why there is none."""
        if self.asking is None or self.phase != "asked":
            return "Nothing is asked now."
        hints = self.asking.card.given_hints
        if not self.hints_left:
            return f"{'That was the last hint' if hints else 'There is no hint here'}; s shows the answer."
        self.hints += 1
        return hints[self.hints - 1]

    def answer(self, typed: str, ms: int | None = None) -> Reviewed:
        """Give a typed answer; it is judged and logged.

        Args:
            typed: The answer; ` !` or ` ?` at its end says how sure it is.
            ms: Milliseconds that it took; counted here by default.

        Raises:
            AnswerError: If it cannot be read, or nothing is asked that is typed; nothing is counted then.
        """
        asking = self._asked()
        took = self._took() if ms is None else ms
        mistakes = self.mistakes_of(asking.filed)
        judgement = judge(asking, typed, mistakes=mistakes, ms=took, hints=self.hints)
        return self._review(asking, judgement, judgement.rating, took)

    def reveal(self) -> Reviewed | None:
        """Show the answer: of a typed card it counts as Again; the recall of another is graded next (None)."""
        asking = self._asked()
        if not is_typed(asking.card):
            self._shown_after = self._took()
            self.phase = "revealed"
            return None
        return self._review(asking, give_up(asking), AGAIN, self._took())

    def rate(self, rating: int) -> Reviewed:
        """Grade the recall, or grade the last answer otherwise than suggested.

        Raises:
            AnswerError: If the rating is none of 1 to 4, or nothing is there to be graded.
        """
        if rating not in RATING_NAMES:
            raise AnswerError(f"{rating} is no grade", mend=f"give {ONE_GRADE}")
        if self.phase == "revealed" and self.asking is not None:
            return self._review(self.asking, None, rating, self._shown_after)
        if self.phase == "judged":
            return self.regrade(rating)
        raise AnswerError("there is nothing to grade yet", mend="answer first, or have the answer shown")

    def regrade(self, rating: int) -> Reviewed:
        """Grade the last answer otherwise: its review is undone and logged anew. What is asked now stays asked.

        Raises:
            AnswerError: If the rating is none of 1 to 4, or nothing was answered yet, or the answer was taken back.
        """
        steps = self._steps
        if rating not in RATING_NAMES or not steps or self._taken_back:
            raise AnswerError("there is nothing to grade yet", mend="answer first, then give 1, 2, 3 or 4")
        asked, phase, hints = self.asking, self.phase, self.hints
        step = steps[-1]
        place = self._acts.index(step)
        del self._acts[place]
        self._append(UndoEvent(undoes=step.reviewed.event.stamp.id, stamp=self._stamps()))
        self._queue = deque(card for card in step.waiting if card.key not in self._suspended)
        event = replace(step.reviewed.event, rating=rating, stamp=self._stamps())
        reviewed = self._record(step.reviewed.asking, step.reviewed.judgement, event, step.waiting, place)
        if phase != "judged":
            self._ask_again(asked, phase, hints)
        return reviewed

    def go_on(self) -> Asking | None:
        """Ask the next card; None when it is over. What is asked and not answered goes to the end."""
        if self.phase in ("asked", "revealed") and self.asking is not None:
            self._queue.append(self.asking.filed)
        return self._ask_next()

    @property
    def can_undo(self) -> bool:
        """Whether anything of this session can be taken back."""
        return bool(self._acts)

    def undo(self) -> Undone | None:
        """Take back what was done last in this session, a review or a suspension; None if nothing was.

        Its card is asked again with the same numbers; one that was suspended after its verdict shows that again.
        """
        if not self._acts:
            return None
        act = self._acts.pop()
        if isinstance(act, _Suspension):
            self._unsuspend(act)
            return Undone(act.asking, suspension=True)
        self._taken_back = True
        self._append(UndoEvent(undoes=act.reviewed.event.stamp.id, stamp=self._stamps()))
        self._queue = deque(card for card in act.waiting if card.key not in self._suspended)
        asking = act.reviewed.asking
        self._turns[asking.filed.key] = asking.turn + 1
        self._show(asking)
        return Undone(asking, suspension=False)

    def suspend(self) -> FiledCard | None:
        """Never ask the current card again, until it is unsuspended; asks the next one. None if there is none."""
        if self.asking is None:
            return None
        filed = self.asking.filed
        self._acts.append(_Suspension(self.asking, self.phase, self.hints))
        self._append(SuspendEvent(card=filed.key, stamp=self._stamps()))
        self._suspended.add(filed.key)
        self._queue = deque(card for card in self._queue if card.key != filed.key)
        self._ask_next()
        return filed

    # ---- inside -----------------------------------------------------------------------------------------------------

    def _unsuspend(self, act: _Suspension) -> None:
        filed = act.asking.filed
        self._append(UnsuspendEvent(card=filed.key, stamp=self._stamps()))
        self._suspended.discard(filed.key)
        asked = self.asking
        if asked is not None:
            # It is asked next, with its numbers.
            self._turns[asked.filed.key] = asked.turn
            self._queue.appendleft(asked.filed)
        self._turns[filed.key] = act.asking.turn + 1
        self._show(act.asking)
        self.phase, self.hints = act.phase, act.hints
        step = self._acts[-1] if self._acts else None
        if act.phase == "judged" and isinstance(step, _Step):
            # It was its review before; that may have been graded anew meanwhile.
            self.reviewed = replace(step.reviewed, returns=self._put_back(filed, step.reviewed.event))
            self._acts[-1] = replace(step, reviewed=self.reviewed)

    def _asked(self) -> Asking:
        if self.asking is None or self.phase != "asked":
            raise AnswerError("nothing is asked now", mend="go on to the next card")
        return self.asking

    def _took(self) -> int:
        return max(0, round((self._clock() - self._asked_at) * 1000))

    def _ask_next(self) -> Asking | None:
        while self._queue:
            filed = self._queue.popleft()
            turn = self._turns[filed.key]
            self._turns[filed.key] += 1
            try:
                asking = ask(filed, seed=self.options.seed, turn=turn, mistakes=self.mistakes_of(filed))
            except PetuiError as error:
                # An author's mistake in one card costs nobody the others.
                self._refused[filed.key] = (filed, error)
                continue
            self._show(asking)
            return asking
        self.asking, self.reviewed, self.phase = None, None, "over"
        return None

    def _show(self, asking: Asking) -> None:
        self.asking, self.reviewed, self.phase, self.hints = asking, None, "asked", 0
        self._asked_at = self._clock()
        self._shown_after = 0

    def _review(self, asking: Asking, judgement: Judgement | None, rating: int, ms: int) -> Reviewed:
        event = ReviewEvent(
            card=asking.filed.key,
            rating=rating,
            typed=judgement.typed if judgement else "",
            answer=judgement.answer if judgement else None,
            seed=asking.seed,
            drawn=asking.drawn,
            ms=ms,
            confidence=judgement.confidence if judgement else "",
            misconceptions=judgement.misconceptions if judgement else (),
            mode=self.options.mode,
            stamp=self._stamps(),
        )
        return self._record(asking, judgement, event, tuple(self._queue))

    def _ask_again(self, asked: Asking | None, phase: Phase, hints: int) -> None:
        """Go on with what was asked, if it is still to be asked."""
        waiting = next((card for card in self._queue if asked and card.key == asked.filed.key), None)
        if asked is None or waiting is None:
            self._ask_next()
            return
        self._queue.remove(waiting)
        self._show(asked)
        self.phase, self.hints = phase, hints

    def _record(
        self,
        asking: Asking,
        judgement: Judgement | None,
        event: ReviewEvent,
        waiting: tuple[FiledCard, ...],
        place: int | None = None,
    ) -> Reviewed:
        """Log a review and keep it, at a place among what was done, or as the last."""
        before = self.memories.of(asking.filed.key)
        previews: tuple[Preview, ...] = ()
        if not event.mode:
            # Of a misconception that was shown no grade takes anything back.
            misled = replace(event, rating=EASY).sure_and_wrong
            previews = self.memories.schedule.previews(before, event.stamp.at, event.stamp.day, sure_and_wrong=misled)
        saved = self._append(event)
        returns = self._put_back(asking.filed, event)
        self.reviewed = Reviewed(asking, judgement, event, saved, previews, returns)
        self.asking, self.phase = asking, "judged"
        self._acts.insert(len(self._acts) if place is None else place, _Step(self.reviewed, waiting))
        self._taken_back = False
        return self.reviewed

    def _put_back(self, filed: FiledCard, event: ReviewEvent) -> bool:
        """Whether the card comes back in this session; a missed one soon, one that is still being learnt at its end."""
        if filed.key in self._suspended:
            return False
        memory = self.memories.of(filed.key)
        if event.rating == AGAIN:
            self._queue.insert(min(GAP, len(self._queue)), filed)
            return True
        if not event.mode and memory.due_at is not None and memory.due_day == event.stamp.day:
            self._queue.append(filed)
            return True
        return False

    def _append(self, event: Event) -> bool:
        saved = self.log.append(event)
        self.memories.take(event)
        return saved


def _is_miss(step: _Step) -> bool:
    return step.reviewed.event.rating == AGAIN
