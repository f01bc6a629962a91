"""Where petui keeps and looks for files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from petui.locations import config_path, data_dir, log_dir, state_of
from petui.plain.library import course_roots
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """One place.

    Attributes:
        name: data, log, config or content.
        path: Where it is.
        state: writable, read-only, missing or unreadable.
    """

    name: str
    path: str
    state: str


def found_places(extra: Sequence[Path]) -> tuple[FoundPlace, ...]:
    """Every place; data, log and configuration need not exist yet."""
    named = [("data", data_dir()), ("log", log_dir()), ("config", config_path())]
    named += [("content", root) for root in course_roots(extra)]
    return tuple(FoundPlace(name, str(path), state_of(path)) for name, path in named)


def places_text(places: Sequence[FoundPlace]) -> str:
    """A line per place: its name, state and path."""
    return "".join(f"{place.name:<8} {place.state:<10} {place.path}\n" for place in places)


def places_json(places: Sequence[FoundPlace]) -> str:
    """The places as JSON."""
    return json.dumps({"schema": 1, "places": [asdict(place) for place in places]}, indent=1) + "\n"
