"""Characters as cells: how wide each is, and how far terminals agree on it."""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

from rich.cells import get_character_cell_size, split_graphemes

# Blocks that every terminal has drawn two columns wide for as long as it knew them.
_SETTLED_WIDE = (
    (0x1100, 0x115F),
    (0x2E80, 0x303E),
    (0x3041, 0xA4CF),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x20000, 0x3FFFD),
)
# Symbols below are drawn one column wide everywhere; later blocks have emoji among them.
_SETTLED_NARROW = 0x2600
# So is braille.
_BRAILLE = range(0x2800, 0x2900)
# From here on two that stand beside each other may become one, as the halves of a flag do.
_PICTURES = 0x1F000
# Where some terminals draw an emoji instead of the sign, two columns wide.
_DOUBTFUL = frozenset(
    "\u203c\u2049\u2139\u231a\u231b\u2328\u23cf\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb\u25fc\u25fd\u25fe"
)
# What may ride on another character; any other character without a width is left out.
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f\u20e3")
# A cell of stacked marks ends somewhere: families of emoji and flags of regions are shorter.
MOST_CODE_POINTS = 16


class Trust(IntEnum):
    """How far the column after a character is known.

    PLAIN: one column in every terminal.
    APART: its width is settled; the cursor is placed anew behind it all the same.
    STRANGE: terminals differ, so that what stands right of it is painted again.
    """

    PLAIN = 0
    APART = 1
    STRANGE = 2


# The most frequent plain characters, as a pattern several times faster than a set: ASCII, Latin and Greek letters,
# lines, blocks, braille, and the signs of tables and plots.
_PLAIN = re.compile(
    "[ -~\xa1-\xac\xae-\xff\u03b1-\u03c9\u2026\u2500-\u259f\u25b2\u25ba\u25bc\u25cb\u25cf\u2800-\u28ff]*"
)
_plain_seen: set[str] = set(map(chr, range(0x20, 0x7F)))
_narrow_seen = set(_plain_seen)


def is_plain(text: str) -> bool:
    """Whether every character of a text without controls takes one column in any terminal."""
    if _PLAIN.fullmatch(text) or _plain_seen.issuperset(text):
        return True
    _plain_seen.update(char for char in set(text) if trust(char) is Trust.PLAIN)
    return _plain_seen.issuperset(text)


def is_narrow(text: str) -> bool:
    """Whether every character of a text without controls is a cell of its own, one column wide as the layout counts."""
    if _narrow_seen.issuperset(text):
        return True
    _narrow_seen.update(char for char in set(text) if _is_narrow(char))
    return _narrow_seen.issuperset(text)


def _is_narrow(char: str) -> bool:
    return ord(char) < _PICTURES and get_character_cell_size(char) == 1 and unicodedata.category(char)[0] not in "MC"


@lru_cache(4096)
def trust(grapheme: str) -> Trust:
    """How far the width of what one cell holds is known."""
    if len(grapheme) != 1:
        return Trust.STRANGE
    code = ord(grapheme)
    width = get_character_cell_size(grapheme)
    if width == 2:
        return Trust.APART if any(first <= code <= last for first, last in _SETTLED_WIDE) else Trust.STRANGE
    if not _is_narrow(grapheme):
        return Trust.STRANGE
    settled = (code < _SETTLED_NARROW or code in _BRAILLE) and grapheme not in _DOUBTFUL
    left_to_right = unicodedata.bidirectional(grapheme) not in ("R", "AL", "AN")
    return Trust.PLAIN if settled and left_to_right else Trust.APART


def graphemes(text: str) -> list[tuple[str, int]]:
    """What a text puts into cells, each with its columns as the layout counted them: 0, 1 or 2.

    Characters without a width that neither combine nor join (bidirectional controls among them) are left out, and half
    of a surrogate pair, which has no bytes, becomes U+FFFD.
    """
    spans, _ = split_graphemes(text)
    found = ((_shown(text[start:end]), width) for start, end, width in spans)
    return [(grapheme, min(width, 2)) for grapheme, width in found if grapheme]


def _shown(grapheme: str) -> str:
    """A grapheme without what must not be sent."""
    kept = [
        "\ufffd" if "\ud800" <= char <= "\udfff" else char
        for char in grapheme
        if get_character_cell_size(char) or char in _JOINERS or unicodedata.category(char)[0] == "M"
    ]
    return "".join(kept[:MOST_CODE_POINTS])
