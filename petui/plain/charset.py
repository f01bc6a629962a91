"""Text for terminals that may show ASCII only."""

from __future__ import annotations

from petui.lessons.transliterate import to_ascii


def shown(text: str, *, ascii: bool) -> str:
    """The text as it is, or in ASCII where only that can be shown."""
    return to_ascii(text) if ascii else text
