"""The tutor's keys as text, JSON or a Markdown table; free of Textual."""

from __future__ import annotations

import json
from collections.abc import Sequence

from petui.tui.commands import COMMANDS, Command, shown_keys


def keys_in(form: str, *, ascii: bool) -> str:
    """The keys in text, json or markdown."""
    if form == "markdown":
        return keys_markdown()
    return keys_json(COMMANDS) if form == "json" else keys_text(COMMANDS, ascii=ascii)


def keys_markdown(commands: Sequence[Command] = COMMANDS) -> str:
    """The table of the README: keys, title and help, a row per command."""
    rows = ["| Keys | Command | What it does |", "|---|---|---|"]
    for command in commands:
        keys = " ".join(_code(key) for key in shown_keys(command).split(" "))
        rows.append(f"| {keys} | {command.title} | {command.help} |")
    return "\n".join(rows) + "\n"


def keys_text(commands: Sequence[Command], *, ascii: bool) -> str:
    """A line per command: keys, id (by which it can be rebound), help."""
    shown = [shown_keys(command, ascii=ascii) for command in commands]
    wide, long = max(map(len, shown)), max(len(command.id) for command in commands)
    lines = (
        f"{keys:<{wide}}  {command.id:<{long}}  {command.help}" for keys, command in zip(shown, commands, strict=True)
    )
    return "\n".join(lines) + "\n"


def keys_json(commands: Sequence[Command]) -> str:
    """The commands as JSON, keys by Textual's names."""
    listed = [
        {"id": command.id, "keys": list(command.keys), "title": command.title, "help": command.help}
        for command in commands
    ]
    return json.dumps({"schema": 1, "commands": listed}, indent=1) + "\n"


def _code(key: str) -> str:
    return f"`` {key} ``" if "`" in key else f"`{key}`"
