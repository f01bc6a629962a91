"""What became of an answer and of a session, in words that every front end has."""

from __future__ import annotations

from petui.review.grade import RATING_NAMES
from petui.review.outcome import Reviewed, Summary, Undone

CONFIDENCE = "End an answer with ' !' if you are sure, ' ?' if you guess."
SURE = "You were sure, so look at this closely:"


def recorded(reviewed: Reviewed) -> str:
    """How a review was recorded, and when its card comes back."""
    event = reviewed.event
    name = f"{event.rating} {RATING_NAMES[event.rating]}"
    again = "; it comes back in this session" if reviewed.returns else ""
    if not reviewed.previews:
        return f"Recorded as {name}; no schedule changes{again}."
    tomorrow = " and tomorrow" if event.sure_and_wrong and reviewed.returns else ""
    return f"Recorded as {name}, due in {reviewed.due}{again}{tomorrow}."


def taken_back(undone: Undone) -> str:
    """What was undone."""
    name = undone.asking.card.id
    return f"Undone: {name} is not suspended any more" if undone.suspension else f"Undone: the answer to {name}"


def answered(summary: Summary) -> str:
    """How many answers a session had, how long they took, and how many were right."""
    counts = summary.counts
    if not counts.reviews:
        return "nothing was answered."
    minutes, seconds = divmod(summary.seconds, 60)
    took = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    answers = "1 answer" if counts.reviews == 1 else f"{counts.reviews} answers"
    return f"{answers} in {took}: {counts.right} right, {counts.wrong} to learn again."


def unsaved(summary: Summary) -> str:
    """How much is not on the disk, and why."""
    return f"Not saved: {summary.unsaved} ({summary.problem})."


def due_tomorrow(summary: Summary) -> str:
    """How many cards of the learner's are due by the next study day."""
    return f"By tomorrow {'1 card is' if summary.tomorrow == 1 else f'{summary.tomorrow} cards are'} due."


def passed_over(summary: Summary) -> tuple[str, ...]:
    """Which cards could not be asked, where they stand, and why; a line for each."""
    return tuple(f"Not asked: {filed.card.id} ({filed.card.place}): {error.what}." for filed, error in summary.refused)
