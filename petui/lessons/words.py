"""What is read, as plain words in one line: for search, lists and exports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from petui.lessons.mathtext import MathError, inline_maths
from petui.lessons.model import Display, Grid, Inline, Items, Listing, Maths, Paragraph, Prose, Quote, Role


def prose_text(prose: Prose) -> str:
    """Prose as one line of words."""
    return " ".join(" ".join(_block_texts(prose)).split())


def _block_texts(prose: Prose) -> Iterator[str]:
    for block in prose:
        match block:
            case Paragraph():
                yield inlines_text(block.inlines)
            case Items():
                for item in block.items:
                    yield from _block_texts(item)
            case Quote():
                yield from _block_texts(block.blocks)
            case Listing():
                yield block.text
            case Grid():
                for cells in (block.header, *block.rows):
                    yield from map(inlines_text, cells)
            case Display():
                yield block.alt or _formula_text(block.tex)


def inlines_text(inlines: Iterable[Inline]) -> str:
    """A run of inlines as words: formulas in one line, numbers as their expressions."""
    return "".join(map(_inline_text, inlines))


def _inline_text(inline: Inline) -> str:
    if isinstance(inline, Maths):
        return _formula_text(inline.tex)
    if isinstance(inline, Role) and inline.expressions:
        parts = ", ".join(expression.source for expression in inline.expressions)
        return f"PE({parts})" if inline.name == "cell" else parts
    return inline.text


def _formula_text(tex: str) -> str:
    try:
        return inline_maths(tex)
    except MathError:
        return tex
