"""Which keys a lesson offers now: in the label before the answer, and in the footer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

from petui.lessons.asides import opens
from petui.lessons.model import Choice, Gate, Question
from petui.lessons.play import Player, predicts
from petui.tui.commands import Command
from petui.tui.keynames import with_both_keys
from petui.tui.session import Session

# Commands whose keys stand together in the footer.
_OPPOSITES = {"pos-less": "pos-more", "d-model-less": "d-model-more"}
# Commands that the Lab's footer has room for.
_LAB_ONLY = ("mode", "pin", "copy")
# What the answer line leaves to the screen, or takes for a command itself.
_TYPING = ("answer", "hint", "skip", "help")


def can_open(player: Player, kind: Literal["why", "code"]) -> bool:
    """Whether the step shows a reason, or code, that can be opened."""
    return any(opens(shown.part, kind) for shown in player.shown())


def learn_footer(
    commands: Sequence[Command],
    footer: Collection[str],
    session: Session,
    *,
    typing: bool,
    passed: bool,
    single: bool,
    ascii: bool,
) -> list[Command]:
    """The commands that mean something now, the most needed first.

    Args:
        commands: The commands of the screen.
        footer: Ids of those that may stand in the footer.
        session: The lesson and how it is played.
        typing: Whether the answer line has the focus, which takes all other letters.
        passed: Whether the test-out has just been passed, so that what the step asks need not be answered.
        single: Whether the other panes are to be reached only by the key for the next one.
        ascii: Whether only ASCII characters are drawn.
    """
    most_needed = ("help", "quit", *(("pane",) if single else ()))
    hidden = {*_meaningless(session, passed=passed), *_LAB_ONLY}
    if typing:
        typed = {*_TYPING, *(("pane",) if single else ())} - hidden
        return [command for command in commands if command.id in typed]
    by_id = {command.id: command for command in commands}
    shown: list[Command] = []
    for command in commands:
        if command.id in footer and command.id not in hidden:
            opposite = by_id.get(_OPPOSITES.get(command.id, ""))
            worded = _worded(command, session, passed=passed)
            shown.append(with_both_keys(command, opposite, ascii=ascii) if opposite else worded)
    first = sorted((one for one in shown if one.id in most_needed), key=lambda one: most_needed.index(one.id))
    return [*first, *(command for command in shown if command not in first)]


def _meaningless(session: Session, *, passed: bool) -> set[str]:
    """The commands that do nothing now."""
    gate = session.player.gate
    if gate is None:
        hidden = {"answer", "pick", "skip"}
    else:
        hidden = {"answer" if isinstance(gate, Choice) else "pick"} | (set() if passed else {"next"})
    if not (session.testing or (session.has_test and session.player.index == 0)):
        hidden.add("test-out")
    if session.testing:
        hidden |= {"reset", "retelling"}
    if not session.languages:
        hidden.add("retelling")
    if not session.player.hints_left:
        hidden.add("hint")
    if not can_open(session.player, "why"):
        hidden.add("why")
    if not can_open(session.player, "code"):
        hidden.add("code")
    return hidden


def _worded(command: Command, session: Session, *, passed: bool) -> Command:
    """The command with the word for what it does now."""
    if command.id == "quit" and session.trail.visiting:
        return replace(command, footer="quiz")
    if command.id == "test-out" and session.testing:
        return replace(command, footer="back to the lesson")
    if command.id == "next" and passed:
        return replace(command, footer="next lesson")
    return command


def answer_label(gate: Gate, picked: Collection[int], *, hints: bool) -> tuple[str, ...]:
    """What the answer line says is asked for, the longest form first.

    Args:
        gate: What is asked.
        picked: The numbers of the options that are chosen so far, where several may be.
        hints: Whether there is a hint that was not given.
    """
    keys = "h hint, s skip" if hints else "s skip"
    if isinstance(gate, Choice):
        chosen = ",".join(map(str, sorted(picked))) or "none"
        how = f"chosen: {chosen}; Enter sends" if gate.multiple else keys
        options = f"Press 1-{len(gate.options)}"
        return f"{options} ({how})", f"{options} ({chosen})" if gate.multiple else options
    unit = f" in {gate.unit}" if isinstance(gate, Question) and gate.unit else ""
    what = "Prediction" if predicts(gate) else "Answer"
    return f"{what}{unit} ({keys}, Esc): ", f"{what}{unit}: ", f"{what}: "
