"""What became of an answer and of a session, in words that every front end has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petui.core.errors import AnswerError, PetuiError
from petui.lessons.model import Choice, Mistake
from petui.lessons.oneline import inlines_line
from petui.lessons.prosemodel import Paragraph, Prose, Text
from petui.plain.faults import counted

if TYPE_CHECKING:
    # Lessons say some of this too, and load no quiz for it.
    from petui.review.memory import Memory
    from petui.review.outcome import Reviewed, Summary, Undone
    from petui.review.queue import LeftOut

# What the keys that every plain session has are said to do.
HINT, SHOW, END, THESE_KEYS = "hint", "show the answer", "end", "these keys"
CONFIDENCE = "End an answer with ' !' if you are sure, ' ?' if you guess."
SURE = "You were sure, so look at this closely."
_IDEA = "The mistaken idea: "
_NOT_ASKED = {
    "resting": ("is not due yet", "are not due yet"),
    "siblings": ("would give one of today's away", "would give some of today's away"),
    "suspended": ("is suspended", "are suspended"),
    "new": ("new one comes on another day", "new ones come on other days"),
    "due": ("due one comes on another day", "due ones come on other days"),
    "limited": ("is beyond the limit you gave", "are beyond the limit you gave"),
}


def number_label(what: str, unit: str) -> str:
    """What is expected where a number is asked for; `what` is Answer or Prediction."""
    return f"{what}, a number in {unit}:" if unit else f"{what}, a number:"


def choice_label(choice: Choice) -> str:
    """What is expected at a choice."""
    count = len(choice.options)
    return f"Answer, numbers from 1 to {count}:" if choice.multiple else f"Answer, a number from 1 to {count}:"


def nothing_typed() -> AnswerError:
    """What an empty line at a question is told."""
    return AnswerError("nothing was typed", mend="type the answer, or s shows it")


def refusal(error: PetuiError) -> str:
    """Why a line cannot be taken, in one line."""
    return f"{error.what}; {error.mend}" if error.mend else error.what


def recorded(reviewed: Reviewed) -> str:
    """How a review was recorded, and when its card comes back."""
    from petui.review.grade import RATING_NAMES

    event = reviewed.event
    name = f"{event.rating} {RATING_NAMES[event.rating]}"
    again = "; it comes back in this session" if reviewed.returns else ""
    if not reviewed.previews:
        return f"Recorded as {name}; no schedule changes{again}."
    tomorrow = " and tomorrow" if event.sure_and_wrong and reviewed.returns else ""
    return f"Recorded as {name}, due in {reviewed.due}{again}{tomorrow}."


def refutations(reviewed: Reviewed) -> tuple[Prose, ...]:
    """What stands below SURE: a refutation for each misconception behind a sure wrong answer; none for others."""
    return tuple(_refutation(mistake, reviewed) for mistake in reviewed.refuted)


def _refutation(mistake: Mistake, reviewed: Reviewed) -> Prose:
    """The mistaken idea, named as that, then the rest of the body but for what the verdict has said."""
    first, *rest = mistake.body or (None,)
    idea = mistake.claims
    if rest and isinstance(first, Paragraph):
        idea = first.inlines
    else:
        rest = list(mistake.body)
    values = reviewed.asking.values()
    told = Paragraph((Text(_IDEA, "strong"), *idea), mistake.place)
    news = [
        block
        for block in rest
        if not isinstance(block, Paragraph) or inlines_line(block.inlines, values) not in reviewed.says
    ]
    return (told, *news)


def adds_back(reviewed: Reviewed) -> bool:
    """Whether the back of a card says anything that its verdict has not: its own text, a trace, or another word."""
    card, judgement = reviewed.asking.card, reviewed.judgement
    if card.back or card.answer is not None or judgement is None:
        return True
    return card.choice is None and judgement.outcome == "right"


def forgotten(memory: Memory, *, lesson: str, wording: str) -> str:
    """What to do about a card that is forgotten again and again; empty for others.

    Args:
        memory: What is known of the card after the review.
        lesson: What to call its lesson; empty where none teaches it.
        wording: How to find out where it stands.
    """
    if not memory.is_leech:
        return ""
    look = f"look at {lesson}, or " if lesson else ""
    return f"Forgotten {memory.lapses} times: {look}mend its wording ({wording})."


def not_asked(found: LeftOut) -> str:
    """Why a session asks fewer cards than there are; empty where it asks all, or no reason is to be told."""
    counts = {name: getattr(found, name) for name in _NOT_ASKED}
    told = [f"{count} {_NOT_ASKED[name][count > 1]}" for name, count in counts.items() if count]
    return f"{found.asked} of {found.of} cards: {', '.join(told)}." if told else ""


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
    return f"{counted(counts.reviews, 'answer')} in {took}: {counts.right} right, {counts.wrong} to learn again."


def unsaved(summary: Summary) -> str:
    """How much is not on the disk, and why."""
    return not_on_disk(summary.unsaved, summary.problem)


def not_on_disk(count: int, problem: str | None) -> str:
    """How many events are not on the disk, and why, unless that is None."""
    return f"Not saved: {count} ({problem})." if problem else f"Not saved: {count}."


def cannot_save(problem: str | None) -> list[str]:
    """That progress is not saved, and why, in one line; none where it is."""
    return [f"Progress is not saved: {problem}."] if problem else []


def cards_are(count: int) -> str:
    """`1 card is`, `2 cards are`."""
    return "1 card is" if count == 1 else f"{count} cards are"


def due_tomorrow(summary: Summary) -> str:
    """How many cards of the learner's are due by the next study day."""
    return f"By tomorrow {cards_are(summary.tomorrow)} due."


def passed_over(summary: Summary) -> tuple[str, ...]:
    """Which cards could not be asked, where they stand, and why; a line for each."""
    return tuple(f"Not asked: {filed.card.id} ({filed.card.place}): {error.what}." for filed, error in summary.refused)
