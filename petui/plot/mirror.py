"""Drawn cells in the mirror, down to the marks of a braille cell: what is symmetric is drawn by half."""

from __future__ import annotations

from petui.plot.canvas import Cells

_BRAILLE = 0x2800
# Dots of a braille cell that change places: left with right, and upper with lower.
_ACROSS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_DOWN = ((0x01, 0x40), (0x02, 0x04), (0x08, 0x80), (0x10, 0x20))


def left_from_right(cells: Cells) -> Cells:
    """The right half and its mirror image at its left; a middle column has the marks of both ways."""
    made = []
    for text in cells:
        half = len(text) // 2
        right = text[len(text) - half :]
        left = "".join(_turned(mark, _ACROSS) for mark in reversed(right))
        middle = "".join(_both(mark, _ACROSS) for mark in text[half : len(text) - half])
        made.append(left + middle + right)
    return tuple(made)


def lower_from_upper(cells: Cells) -> Cells:
    """The upper half and its mirror image below it; a middle row has the marks of both ways."""
    half = len(cells) // 2
    upper = cells[:half]
    middle = ["".join(_both(mark, _DOWN) for mark in text) for text in cells[half : len(cells) - half]]
    lower = ["".join(_turned(mark, _DOWN) for mark in text) for text in reversed(upper)]
    return (*upper, *middle, *lower)


def _turned(mark: str, places: tuple[tuple[int, int], ...]) -> str:
    """A braille cell in the mirror; another character as it is."""
    code = ord(mark) - _BRAILLE
    if not 0 <= code < 0x100:
        return mark
    return chr(_BRAILLE + sum((a if code & b else 0) | (b if code & a else 0) for a, b in places))


def _both(mark: str, places: tuple[tuple[int, int], ...]) -> str:
    other = _turned(mark, places)
    return chr(ord(mark) | ord(other)) if other != mark else mark
