"""The tutor's keys as text, JSON or a Markdown table."""

from __future__ import annotations

import json
from collections.abc import Sequence

from petui.config import Config, load_config
from petui.locations import config_path
from petui.plain.charset import shown
from petui.plain.hanging import hanging
from petui.surroundings import THEMES
from petui.tui.commands import COMMANDS, SCREENS, Command, rebound, shown_screens
from petui.tui.keynames import shown_keys


def user_config() -> tuple[Config, tuple[Command, ...]]:
    """The configuration, and the commands with the keys that it gives them.

    Raises:
        ConfigError: If the configuration cannot be used.
    """
    names = {command.id for command in COMMANDS}
    config = load_config(config_path(), command_ids=names, themes=THEMES)
    return config, rebound(config.keys)


def keys_in(form: str, *, ascii: bool, width: int | None = None) -> str:
    """The user's keys in text, json or markdown; text in lines of that width, None for whole ones.

    Raises:
        ConfigError: If the configuration cannot be used.
    """
    _, commands = user_config()
    if form == "markdown":
        return keys_markdown(commands)
    return keys_json(commands) if form == "json" else keys_text(commands, ascii=ascii, width=width)


def keys_markdown(commands: Sequence[Command] = COMMANDS) -> str:
    """The table of the README: keys, title, screens and help, a row per command."""
    rows = ["| Keys | Command | Screen | What it does |", "|---|---|---|---|"]
    for command in commands:
        keys = " ".join(_code(key) for key in shown_keys(command).split(" "))
        rows.append(f"| {keys} | {command.title} | {shown_screens(command)} | {command.help} |")
    return "\n".join(rows) + "\n"


def keys_text(commands: Sequence[Command], *, ascii: bool, width: int | None = None) -> str:
    """A line per command, wrapped to a width: keys, id (by which it can be rebound), screens, help."""
    rows = [
        (shown_keys(command, ascii=ascii), command.id, shown_screens(command), command.help) for command in commands
    ]
    keys, name, where = (max(len(row[column]) for row in rows) for column in range(3))
    lines = (
        line
        for row in rows
        for line in hanging(f"{row[0]:<{keys}}  {row[1]:<{name}}  {row[2]:<{where}}  ", row[3], width)
    )
    return shown("\n".join(lines) + "\n", ascii=ascii)


def keys_json(commands: Sequence[Command]) -> str:
    """The commands as JSON, keys by Textual's names."""
    listed = [
        {
            "id": command.id,
            "keys": list(command.keys),
            "title": command.title,
            "screens": [screen for screen in SCREENS if screen in command.screens],
            "help": command.help,
        }
        for command in commands
    ]
    return json.dumps({"schema": 1, "commands": listed}, indent=1) + "\n"


def _code(key: str) -> str:
    return f"`` {key} ``" if "`" in key else f"`{key}`"
