"""What a search found, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from petui.lessons.search import Hit
from petui.plain.charset import shown


def hits_text(hits: Sequence[Hit], *, ascii: bool) -> str:
    """Two lines per hit: what to open it by and its title, then its words."""
    return shown("".join(f"{hit.target}  {hit.title}\n    {hit.snippet}\n" for hit in hits), ascii=ascii)


def hits_json(hits: Sequence[Hit]) -> str:
    """The hits as JSON."""
    return json.dumps({"schema": 1, "hits": [asdict(hit) for hit in hits]}, indent=1) + "\n"
