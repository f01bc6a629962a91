"""Ids of cards that have none of their own, from what they ask."""

from __future__ import annotations

import hashlib
import re
import unicodedata

DERIVED = re.compile(r"c-[0-9a-f]{16}")
_MARKUP = str.maketrans("", "", "*_`")


def card_id(kind: str, front_source: str) -> str:
    """`c-` and 16 hexadecimal digits of SHA-256 over the kind and the normalised front.

    The back has no part in it, so that mending it keeps the card's history; nor have case, emphasis and spacing of the
    front.

    Args:
        kind: Kind of the note, as in Card.kind.
        front_source: Its front as Markdown.
    """
    text = f"{kind}\0{normalised(front_source)}"
    return f"c-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def normalised(text: str) -> str:
    """The text in NFC and folded case, without signs of emphasis, each run of blanks as one space."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return " ".join(folded.translate(_MARKUP).split())


def is_derived(name: str) -> bool:
    """Whether an id, or that of the note it begins with, was made by card_id."""
    return DERIVED.fullmatch(name.partition("/")[0]) is not None
