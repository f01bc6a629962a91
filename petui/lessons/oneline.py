"""Prose as one line of plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from petui.lessons.mathtext import MathError, inline_maths, line_maths
from petui.lessons.model import Display, Grid, Inline, Items, Listing, Paragraph, Prose, Quote
from petui.lessons.roles import Values, set_inline
from petui.lessons.source import visible
from petui.lessons.transliterate import to_ascii

_FORMULA = re.compile(r"\$([^$]+)\$")
_EMPHASIS = re.compile(r"(?<![\w*=~])(\*{1,3}|_{1,3}|==|~~)(?=\S)(.+?)(?<=\S)\1(?![\w*=~])")
_TEX = re.compile(r"\\[A-Za-z]|[\^_]\{")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_WORDS = re.compile(r"[A-Za-z]{2}\s|\s[A-Za-z]{2}")


def unmarked(text: str, *, ascii: bool = False) -> str:
    r"""A short Markdown text without its markup: formulas in one line, no emphasis, no backticks.

    Formulas stand between dollars; a text that is TeX and has no words between blanks is one as a whole. With `ascii`
    the formulas are in ASCII; the rest stays as it is.
    """
    if "$" not in text and _TEX.search(text) and not _WORDS.search(_COMMAND.sub("", text)):
        return _maths(text, ascii)
    return _EMPHASIS.sub(r"\2", _FORMULA.sub(lambda found: _maths(found[1], ascii), text)).replace("`", "")


def _maths(tex: str, ascii: bool) -> str:
    try:
        return inline_maths(tex, ascii=ascii)
    except MathError:
        return tex


def inlines_line(inlines: Iterable[Inline], values: Values, *, ascii: bool = False) -> str:
    """Running text without its styles, white space as single blanks."""
    pieces = (piece for inline in inlines for piece in set_inline(inline, values, ascii=ascii))
    return " ".join("".join(piece.text for piece in pieces).split())


def prose_line(prose: Prose, values: Values, *, ascii: bool = False) -> str:
    """All that stands in the prose, one block after the other; display formulas in their one-line form."""
    return " ".join(" ".join(_texts(prose, values, ascii)).split())


def _texts(prose: Prose, values: Values, ascii: bool) -> Iterator[str]:
    for block in prose:
        match block:
            case Paragraph():
                yield inlines_line(block.inlines, values, ascii=ascii)
            case Items():
                yield "; ".join(" ".join(_texts(item, values, ascii)) for item in block.items)
            case Quote():
                yield from _texts(block.blocks, values, ascii)
            case Listing():
                yield _shown(block.text, ascii)
            case Grid():
                for cells in (block.header, *block.rows):
                    yield ", ".join(inlines_line(cell, values, ascii=ascii) for cell in cells)
            case Display():
                yield _formula(block, ascii)


def _formula(block: Display, ascii: bool) -> str:
    try:
        return line_maths(block.tex, ascii=ascii)
    except MathError:
        # Lint names the fault; the learner still sees what the author wrote.
        return _shown(block.tex, ascii)


def _shown(text: str, ascii: bool) -> str:
    return to_ascii(visible(text)) if ascii else visible(text)
