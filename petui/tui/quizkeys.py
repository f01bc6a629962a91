"""Which keys a quiz offers now: in the label before the answer, and in the footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from petui.review.grade import Asking, is_typed
from petui.review.quiz import Quiz
from petui.tui.commands import Command

_HIDDEN = {
    "asked": {"on", "grade"},
    "revealed": {"on", "answer", "show"},
    "judged": {"answer", "show"},
    "over": {"answer", "grade", "show", "suspend", "where"},
}
# What is a command in the answer line too.
_LETTERS = ("h", "s", "u")
_TYPING = ("answer", "hint", "show", "undo", "help")


def quiz_footer(commands: Sequence[Command], quiz: Quiz, *, typing: bool) -> list[Command]:
    """Those of the commands that mean something now, the most needed first.

    Args:
        commands: The commands that have a word in the footer.
        quiz: The quiz.
        typing: Whether the answer line has the focus, which takes all other letters.
    """
    asking = quiz.asking
    hidden = set(_HIDDEN[quiz.phase])
    if quiz.phase == "asked" and asking is not None:
        if asking.card.choice is not None:
            hidden -= {"grade"}
        elif not is_typed(asking.card):
            hidden = {"answer", "grade", "show"}
    if not quiz.hints_left:
        hidden.add("hint")
    if not quiz.can_undo:
        hidden.add("undo")
    shown = [_worded(one, quiz) for one in commands if one.id not in hidden]
    if typing:
        return [one for one in shown if one.id in _TYPING]
    first = [one for one in shown if one.id in ("help", "leave")]
    return [*first, *(one for one in shown if one not in first)]


def _worded(command: Command, quiz: Quiz) -> Command:
    """The command with the word for what it does now."""
    if command.id == "grade" and quiz.phase == "asked":
        return replace(command, footer="pick")
    if command.id == "on" and quiz.phase == "asked":
        return replace(command, footer="turn")
    return command


def answer_labels(asking: Asking, picked: frozenset[int], *, hints: bool) -> tuple[str, ...]:
    """What the answer line says, the longest form first.

    Args:
        asking: What is asked.
        picked: The numbers of the chosen options.
        hints: Whether there is a hint that was not given.
    """
    card = asking.card
    hint = "h hint, " if hints else ""
    keys = f" ({hint}s show, Esc): "
    if card.answer is not None:
        what = f"Number in {card.unit}" if card.unit else "Number"
        return f"{what}{keys}", f"{what}: "
    if card.choice is not None:
        chosen = ",".join(str(number) for number in sorted(picked)) or "none"
        options = f"1-{len(card.choice.options)}"
        if card.choice.multiple:
            return f"Press {options}, chosen: {chosen}; Enter sends: ", f"{options} ({chosen}): "
        return f"Press {options} ({hint}s show, Enter types): ", f"{options}: "
    if card.accepts:
        what = "Text, a key in quotes" if set(_LETTERS) & {text.strip() for text in card.accepts} else "Text"
        return f"{what}{keys}", "Text: "
    return "Think of the answer; Space turns the card.", "Space turns the card.", "Space turns it"
