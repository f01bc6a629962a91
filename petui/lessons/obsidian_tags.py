"""Deck tags and block ids of Obsidian notes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from petui.lessons.obsidian_spans import Shielded

DECK_TAG = "flashcards"
_TAG = re.compile(r"(?<!\S)#([\w/-]+)")
_BLOCK_ID = re.compile(r"(?:^|[ \t])\^([A-Za-z0-9-]+)[ \t]*$")


def path_of(tag: str) -> str:
    """A tag without `#` and without empty parts: `#a//b/` is a/b."""
    return "/".join(part for part in tag.removeprefix("#").split("/") if part)


def is_deck_tag(tag: str) -> bool:
    """Whether a tag, without `#`, is `flashcards` or lies below it; case counts."""
    return tag == DECK_TAG or tag.startswith(f"{DECK_TAG}/")


def tags_in(bare: str) -> tuple[str, ...]:
    """The deck tags of a line whose protected signs are hidden."""
    if "#" not in bare:
        return ()
    tags = (path_of(match.group(1)) for match in _TAG.finditer(bare))
    return tuple(dict.fromkeys(tag for tag in tags if is_deck_tag(tag)))


def is_tag_line(text: Shielded, row: int) -> bool:
    """Whether a row holds nothing but tags, one of them of a deck."""
    bare = text.bare[row]
    return bool(tags_in(bare)) and not _TAG.sub("", bare).strip()


def leading_tag(line: str) -> tuple[str, int]:
    """The deck tag that a card's text begins with, and how many columns it takes with the blanks after it."""
    match = _TAG.match(line)
    tag = path_of(match.group(1)) if match else ""
    if match is None or not is_deck_tag(tag):
        return "", 0
    end = match.end()
    return tag, end + len(line[end:]) - len(line[end:].lstrip())


def trailing_block_id(line: str, bare: str) -> tuple[str, int]:
    """The block id at the end of a line, and the column where it begins with the blank before it; empty for none."""
    match = _BLOCK_ID.search(bare, max(0, len(bare.rstrip()) - 80))
    return (match.group(1), match.start()) if match else ("", len(line))


class TagLines:
    """The tag lines of a file: each holds for the cards below it, down to the next."""

    def __init__(self, whole: Sequence[str] = ()) -> None:
        """Begin with the tags of the front matter."""
        self._whole = tuple(whole)
        self._others = tuple(tag for tag in self._whole if not is_deck_tag(tag))
        self._lines: list[int] = []
        self._tags: list[tuple[str, ...]] = []

    def add(self, line: int, tags: tuple[str, ...]) -> None:
        """Note a tag line; lines come in order."""
        self._lines.append(line)
        self._tags.append(tags)

    def at(self, line: int, own: str = "") -> tuple[str, ...]:
        """The tags of a card in that line that has a tag of its own, or none.

        Its own tag comes first, then the last tag line above it, then the front matter, then the first tag of all.
        """
        if own:
            return (own, *self._others)
        above = bisect_right(self._lines, line)
        if above:
            return (*self._tags[above - 1], *self._others)
        if self._whole or not self._tags:
            return self._whole
        return self._tags[0]
