"""What is read, as one line of words: with its numbers filled in, or left open, for search and lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from petui.lessons.mathtext import MathError, inline_maths, line_maths
from petui.lessons.model import Card
from petui.lessons.prosemodel import Display, Grid, Inline, Items, Listing, Maths, Paragraph, Prose, Quote, Role
from petui.lessons.roles import Values, set_inline
from petui.lessons.source import visible
from petui.lessons.transliterate import to_ascii

_FORMULA = re.compile(r"\$([^$]+)\$")
_EMPHASIS = re.compile(r"(?<![\w*=~])(\*{1,3}|_{1,3}|==|~~)(?=\S)(.+?)(?<=\S)\1(?![\w*=~])")
_TEX = re.compile(r"\\[A-Za-z]|[\^_]\{")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_OPEN = "…"
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

    def inlines(run: Iterable[Inline]) -> str:
        return inlines_line(run, values, ascii=ascii)

    line = _joined(_texts(prose, inlines, lambda block: _formula(block, ascii)))
    return to_ascii(line) if ascii else line


def inlines_text(inlines: Iterable[Inline]) -> str:
    """Running text as words: formulas in one line, `…` for numbers that are computed."""
    return "".join(map(_inline_text, inlines))


def prose_text(prose: Prose, *, spoken: bool = True) -> str:
    """The same of prose; display formulas in their spoken form where they have one, or else in one line of signs."""

    def display(block: Display) -> str:
        return block.alt if spoken and block.alt else _formula(block, False)

    return _joined(_texts(prose, inlines_text, display))


def question_text(card: Card, *, spoken: bool = True) -> str:
    """The question of a card as words, that of its choice included; `…` for its computed numbers."""
    proses = (card.front, card.choice.body if card.choice else ())
    return _joined(prose_text(prose, spoken=spoken) for prose in proses)


def _inline_text(inline: Inline) -> str:
    if isinstance(inline, Maths):
        return _maths(inline.tex, False)
    if isinstance(inline, Role) and inline.expressions:
        return f"PE({_OPEN})" if inline.name == "cell" else _OPEN
    return inline.text


def _joined(texts: Iterable[str]) -> str:
    return " ".join(" ".join(texts).split())


def _texts(
    prose: Prose, inlines: Callable[[Iterable[Inline]], str], display: Callable[[Display], str]
) -> Iterator[str]:
    for block in prose:
        match block:
            case Paragraph():
                yield inlines(block.inlines)
            case Items():
                yield "; ".join(" ".join(_texts(item, inlines, display)) for item in block.items)
            case Quote():
                yield from _texts(block.blocks, inlines, display)
            case Listing():
                yield visible(block.text)
            case Grid():
                for cells in (block.header, *block.rows):
                    yield ", ".join(map(inlines, cells))
            case Display():
                yield display(block)


def _formula(block: Display, ascii: bool) -> str:
    try:
        return line_maths(block.tex, ascii=ascii)
    except MathError:
        # Lint names the fault; the learner still sees what the author wrote.
        return _shown(block.tex, ascii)


def _shown(text: str, ascii: bool) -> str:
    return to_ascii(visible(text)) if ascii else visible(text)
