"""Which lines of a file are code or display maths, so that fences and fields are not looked for in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_CODE = re.compile(r"[ \t]*(`{3,20}(?!`)|~{3,20}(?!~))([^`]*)$")
_COLONS = re.compile(r" {0,3}:{3,}(?:[ \t]*\{|[ \t]*$)")
_MATHS = re.compile(r" {0,3}\$\$(.*)$")
_MATHS_END = re.compile(r"\$\$(?:[ \t]*\([^()]*\))?$")


def verbatim_lines(lines: Sequence[str], unclosed: Callable[[int, str], None]) -> list[bool]:
    """For each line, whether it belongs to a code fence or a block of display maths.

    Args:
        lines: Source lines.
        unclosed: Called with the row and the kind of one that is never closed; its lines are then not verbatim.
    """
    flags = [False] * len(lines)
    # A fence that found no end makes as long ones after it hopeless too, so that the search stays linear.
    hopeless: dict[str, tuple[int, int]] = {}
    row = 0
    while row < len(lines):
        end = _code_end(lines, row, hopeless, unclosed)
        if end is None:
            end = _maths_end(lines, row, unclosed)
        if end is None:
            row += 1
            continue
        flags[row : end + 1] = [True] * (end + 1 - row)
        row = end + 1
    return flags


def _code_end(
    lines: Sequence[str], row: int, hopeless: dict[str, tuple[int, int]], unclosed: Callable[[int, str], None]
) -> int | None:
    opener = _CODE.match(lines[row])
    if not opener:
        return None
    sign, length = opener.group(1)[0], len(opener.group(1))
    known_length, until = hopeless.get(sign, (0, 0))
    if length < known_length or row >= until:
        end, until = _find_code_end(lines, row, sign, length)
        if end is not None:
            return end
        hopeless[sign] = (length, until)
    unclosed(row, f"the code that begins here with {opener.group(1)}")
    return None


def _find_code_end(lines: Sequence[str], row: int, sign: str, length: int) -> tuple[int | None, int]:
    """The row of the closing fence; where there is none, the row up to which the same search fails too."""
    block_ends = 0
    for later in range(row + 1, len(lines)):
        match = _CODE.match(lines[later])
        if match and match.group(1)[0] == sign and len(match.group(1)) >= length:
            if not match.group(2).strip():
                return later, later
            if block_ends:
                # Another code block begins after the end of this one's block: this one was never closed.
                return None, block_ends
        if not block_ends and _COLONS.match(lines[later]):
            block_ends = later
    return None, len(lines)


def _maths_end(lines: Sequence[str], row: int, unclosed: Callable[[int, str], None]) -> int | None:
    opener = _MATHS.match(lines[row])
    if not opener:
        return None
    if opener.group(1).strip() and "$$" in opener.group(1):
        return row
    for later in range(row + 1, len(lines)):
        line = lines[later].rstrip()
        if _MATHS_END.search(line):
            return later
        if not line or "$$" in line or _COLONS.match(line):
            break
    unclosed(row, "the display maths that begins here with $$")
    return None
