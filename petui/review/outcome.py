"""What a quiz tells: what became of an answer, how far it is, and what it came to."""

from __future__ import annotations

from petui.core.errors import PetuiError
from petui.lessons.collection import FiledCard
from petui.lessons.model import Mistake
from petui.records import dataclass
from petui.review.events import ReviewEvent
from petui.review.grade import RATING_NAMES, Asking, Judgement
from petui.review.memory import Preview
from petui.review.queue import LeftOut


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review that has been logged.

    Attributes:
        asking: What was asked.
        judgement: What became of the answer; None where the learner graded the recall.
        event: The review in the log.
        saved: Whether it is on the disk.
        previews: The four ratings' intervals, as they were before this review; none where no schedule changes.
        returns: Whether the card comes back in this session.
    """

    asking: Asking
    judgement: Judgement | None
    event: ReviewEvent
    saved: bool
    previews: tuple[Preview, ...]
    returns: bool

    @property
    def says(self) -> str:
        """The verdict: begins with Right, Wrong or Noted, and says so where it is not saved."""
        words = self._words()
        return words if self.saved else f"{words} (not saved)"

    def _words(self) -> str:
        if self.judgement is None:
            return f"Noted: {RATING_NAMES[self.event.rating]}."
        if self.judgement.outcome == "shown":
            return f"Noted: not known. {self.judgement.says}"
        return self.judgement.says

    @property
    def refuted(self) -> tuple[Mistake, ...]:
        """The misconceptions behind an answer that was sure and wrong; empty for others."""
        judgement = self.judgement
        return judgement.refutes if judgement is not None and judgement.confidence == "sure" else ()

    @property
    def due(self) -> str:
        """When the card comes back: `10 min`, `3 d`; empty where no schedule changes."""
        return next((preview.text for preview in self.previews if preview.rating == self.event.rating), "")


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back.

    Attributes:
        asking: What was asked, and is again.
        suspension: Whether a suspension was taken back; else a review.
    """

    asking: Asking
    suspension: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """How far a session is.

    Attributes:
        done: Cards that are done with.
        left: Cards that are still to be asked, the current one too.
        again: How many of those left were missed in this session.
        reviews: Answers so far.
        right: Answers that were right, or rated Hard to Easy.
        wrong: The others.
    """

    done: int
    left: int
    again: int
    reviews: int
    right: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session came to.

    Attributes:
        counts: The figures.
        seconds: Time spent on answers.
        missed: Cards that were missed at least once, in order.
        tomorrow: How many cards of the learner's are due on the next study day.
        unsaved: How many events are not on the disk.
        problem: Why not, in words; None where all is saved.
        seed: The session's seed.
        left_out: Why no more cards were asked, as of its beginning.
        refused: Cards that have no value to ask for, and why; lint finds them.
    """

    counts: Counts
    seconds: int
    missed: tuple[FiledCard, ...]
    tomorrow: int
    unsaved: int
    problem: str | None
    seed: int
    left_out: LeftOut
    refused: tuple[tuple[FiledCard, PetuiError], ...] = ()
