"""Units behind typed numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ONE_UNIT = (
    ("percent", "per cent", "%"),
    ("radians", "radian", "rad"),
    ("degrees", "degree", "deg", "°"),
)
# A word that goes on to the left is another unit, as grad is for rad.
_START, _END = r"(?<![A-Za-z_])\s*", r"\.?\s*"
_IN_DEGREES = re.compile(r".*[0-9.)]\s*(?:°|deg(?:rees?)?\b)\.?\s*", re.IGNORECASE | re.DOTALL)


def without_unit(text: str, unit: str) -> str:
    """A typed number without the unit behind it, where that is what was asked for; `%` and percent are one."""
    wanted = " ".join(unit.split())
    if not wanted:
        return text
    names = next((names for names in _ONE_UNIT if wanted.casefold() in names), (wanted,))
    tail = re.compile(f"{_START}(?:{'|'.join(_patterns(names))}){_END}", re.IGNORECASE)
    found = next((one for one in tail.finditer(text) if one.end() == len(text)), None)
    return text[: found.start()] if found and text[: found.start()].strip() else text


def _patterns(names: Iterable[str]) -> Iterable[str]:
    return (r"\s*".join(map(re.escape, name.split())) for name in names)


def is_in_degrees(text: str) -> bool:
    """Whether a typed number has degrees behind it."""
    return _IN_DEGREES.fullmatch(text) is not None
