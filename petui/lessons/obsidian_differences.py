"""Where petui reads a note otherwise than Obsidian's plugin would (W01)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from petui.lessons.faults import quoted
from petui.lessons.obsidian_notes import Form
from petui.lessons.obsidian_plugin import Found, PluginReading, Swallowed

_NO_CARD = "Obsidian's plugin would find no card here"


def differences(
    ours: Sequence[Found], plugin: PluginReading, told: Container[int], first_line: int
) -> Iterator[tuple[int, str]]:
    """The rows that are read otherwise, each with how the plugin would read it.

    Args:
        ours: Our cards in order.
        plugin: The plugin's.
        told: Rows of cards that an author is told of otherwise.
        first_line: How the first row is counted.
    """
    own = {_key(each): each for each in ours}
    others = {_key(each): each for each in plugin.found}
    marked = []
    for key, other in others.items():
        mine = own.get(key)
        if other.row not in told and (mine is None or not _same(mine, other)):
            marked.append(other.row)
            yield other.row, _reading(other)
    causes: set[int] = set()
    swallowed = iter(plugin.swallowed)
    block = next(swallowed, None)
    at = 0
    for mine in sorted(ours, key=lambda each: each.row):
        while block is not None and block.last < mine.row:
            block = next(swallowed, None)
        while at < len(marked) and marked[at] < mine.first:
            at += 1
        if _key(mine) in others or mine.row in told or (at < len(marked) and marked[at] <= mine.last):
            continue
        if block is None or mine.row < block.first:
            yield mine.row, _NO_CARD
        elif block.cause not in causes:
            causes.add(block.cause)
            yield block.cause, _swallowing(block, mine.row + first_line)


def _key(found: Found) -> tuple[bool, int]:
    return (True, found.last) if found.form is Form.CLOZE else (False, found.row)


def _same(mine: Found, other: Found) -> bool:
    if mine.form is not other.form:
        return False
    if mine.form is Form.CLOZE:
        return mine.count == other.count
    return (mine.both, mine.front, mine.back) == (other.both, other.front, other.back)


def _reading(found: Found) -> str:
    if found.form is Form.CLOZE:
        if not found.count:
            return "Obsidian's plugin would read overlapping clozes here"
        cards = "one card" if found.count == 1 else f"{found.count} cards"
        return f"Obsidian's plugin would make {cards} with clozes here"
    arrow = "⇄" if found.both else "→"
    sides = (quoted(" ".join(side.split())) if side else "nothing" for side in (found.front, found.back))
    return f"Obsidian's plugin would read this as the card {f' {arrow} '.join(sides)}"


def _swallowing(block: Swallowed, line: int) -> str:
    return f"Obsidian's plugin would take line {line} and what follows for part of {block.what}"
