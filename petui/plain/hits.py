"""What a search found, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from petui.lessons.search import Hit
from petui.plain.charset import shown
from petui.plain.hanging import hanging


def hits_text(hits: Sequence[Hit], *, ascii: bool, width: int | None = None) -> str:
    """For each hit what to open it by, its title and its place there, then its words; wrapped to a width if any."""
    lines = (line for hit in hits for line in (*hanging(f"{hit.target}  ", hit.heading, width), *_words(hit, width)))
    return shown("".join(f"{line}\n" for line in lines), ascii=ascii)


def _words(hit: Hit, width: int | None) -> list[str]:
    return hanging("    ", hit.snippet, width)


def hits_json(hits: Sequence[Hit]) -> str:
    """The hits as JSON."""
    return json.dumps({"schema": 1, "hits": [asdict(hit) for hit in hits]}, indent=1) + "\n"
