"""What people call the languages in which lessons are told."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_NAMES: Mapping[str, str] = MappingProxyType({"en": "English", "hi": "Hindi", "hi-Latn": "Hinglish"})


def language_name(tag: str) -> str:
    """The name that people know a language tag by; the tag itself where none is known here."""
    return _NAMES.get(tag, tag)
