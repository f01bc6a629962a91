"""A setting by itself: what must be known before anything is drawn, read without the events' classes."""

from __future__ import annotations

import json
import os
from pathlib import Path

# In every line that has a setting, however its JSON is spaced.
_MARK = b'"setting"'


def chosen_setting(directory: Path, name: str) -> str | None:
    """The last value of a setting, as `petui.review.progress.settings` has it; None where there is none.

    Args:
        directory: The review log's directory.
        name: The setting.
    """
    last: tuple[int, str, str] | None = None
    try:
        names = sorted(each for each in os.listdir(directory) if each.endswith(".jsonl"))
    except OSError:
        return None
    for each in names:
        for found in _settings_of(directory / each, name):
            last = max(last, found) if last else found
    return last[2] if last else None


def _settings_of(path: Path, name: str) -> list[tuple[int, str, str]]:
    """Moment, id and value of each time that the setting was chosen; none where the file cannot be read."""
    try:
        with path.open("rb") as file:
            lines = [line for line in file if _MARK in line]
    except OSError:
        return []
    return [found for found in (_setting(line, name) for line in lines) if found]


def _setting(line: bytes, name: str) -> tuple[int, str, str] | None:
    try:
        record = json.loads(line)
        at, own, value = record["at"], record["id"], record["value"]
        is_it = record["kind"] == "setting" and record["name"] == name
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    sound = isinstance(at, int) and isinstance(own, str) and isinstance(value, str)
    return (at, own, value) if is_it and sound else None
