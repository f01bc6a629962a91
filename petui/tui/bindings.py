"""What Textual is told of the keys."""

from __future__ import annotations

from textual.binding import Binding

from petui.tui.commands import Command


def bindings_of(commands: tuple[Command, ...]) -> list[Binding]:
    """One binding per command; where its keys count, one per key with its number."""
    bindings: list[Binding] = []
    for command in commands:
        if command.counts:
            bindings += [
                Binding(key, f"{command.action}({number})", command.title, show=False)
                for number, key in enumerate(command.keys, 1)
            ]
        else:
            bindings.append(Binding(",".join(command.keys), command.action, command.title, show=False, id=command.id))
    return bindings
