"""Where petui keeps and looks for files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from petui.lessons.course import builtin_content
from petui.locations import config_path, content_roots, data_dir, log_dir


def found_places(extra: Sequence[Path]) -> dict[str, list[str]]:
    """Every kind of place and its paths; the data and log directories need not exist yet."""
    return {
        "data": [str(data_dir())],
        "log": [str(log_dir())],
        "config": [str(config_path())],
        "content": [str(root) for root in (*content_roots(extra), builtin_content())],
    }


def places_text(places: dict[str, list[str]]) -> str:
    """A line per path: its kind, then the path."""
    return "".join(f"{kind:<8} {path}\n" for kind, paths in places.items() for path in paths)


def places_json(places: dict[str, list[str]]) -> str:
    """The places as JSON: one path for data, log and config, a list for content."""
    content = {kind: paths if kind == "content" else paths[0] for kind, paths in places.items()}
    return json.dumps({"schema": 1, **content}, indent=1) + "\n"
