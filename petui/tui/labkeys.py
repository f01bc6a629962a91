"""Which keys the Lab's footer names, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

from petui.tui.commands import Command
from petui.tui.keynames import with_both_keys

# The most needed first; a pair of opposites by its first.
_ORDER = (
    "help", "leave", "pos-less", "d-model-less", "view", "mode", "pin", "copy", "base-more", "format", "convention",
    "pane", "lab-reset", "line",
)  # fmt: skip
_OPPOSITES = {"pos-less": "pos-more", "d-model-less": "d-model-more"}


def lab_footer(commands: Sequence[Command], *, single: bool, ascii: bool) -> list[Command]:
    """The commands of the Lab's footer; the one for the next pane is needed most where only one is shown."""
    by_id = {command.id: command for command in commands}
    shown: list[Command] = []
    for name in dict.fromkeys((*_ORDER[:2], "pane", *_ORDER) if single else _ORDER):
        command, opposite = by_id[name], by_id.get(_OPPOSITES.get(name, ""))
        shown.append(with_both_keys(command, opposite, ascii=ascii) if opposite else command)
    named = set(_ORDER)
    return [*shown, *(command for command in commands if command.footer and command.id not in named)]
