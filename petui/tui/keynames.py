"""Keys by the names that people know them by."""

from __future__ import annotations

from dataclasses import replace

from petui.tui.commands import Command

_SHOWN_KEYS = {
    "space": "Space",
    "enter": "Enter",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "tab": "Tab",
    "colon": ":",
    "question_mark": "?",
    "slash": "/",
}
_ASCII_KEYS = {"up": "Up", "down": "Down", "left": "Left", "right": "Right"}


def shown_keys(command: Command, *, ascii: bool = False) -> str:
    """The command's keys as people know them, a run of digits as `1-9`."""
    if _is_run(command):
        return first_key(command, ascii=ascii)
    return " ".join(shown_key(key, ascii=ascii) for key in command.keys)


def first_key(command: Command, *, ascii: bool = False) -> str:
    """The key that stands for the command where there is room for one; a run of digits whole."""
    if _is_run(command):
        return f"{command.keys[0]}-{command.keys[-1]}"
    return shown_key(command.keys[0], ascii=ascii)


def _is_run(command: Command) -> bool:
    return len(command.keys) > 2 and all(key.isdigit() for key in command.keys)


def shown_key(key: str, *, ascii: bool = False) -> str:
    """A key as people know it: `left_square_bracket` is `[`, `ctrl+p` is `Ctrl-P`."""
    if ascii and key in _ASCII_KEYS:
        return _ASCII_KEYS[key]
    if key.startswith("ctrl+"):
        return "Ctrl-" + key[5:].upper()
    if key.startswith("f") and key[1:].isdigit():
        return key.upper()
    return _SHOWN_KEYS.get(key, key)


def with_both_keys(command: Command, opposite: Command, *, ascii: bool) -> Command:
    """The command with its key and that of its opposite for one."""
    keys = (first_key(one, ascii=ascii) for one in (command, opposite))
    return replace(command, keys=(" ".join(keys),))
