r"""Prose as HTML of one line, with formulas for MathJax: `\( … \)` in running text, `\[ … \]` on their own."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from petui.lessons.prosemodel import (
    Display,
    Grid,
    Inline,
    Items,
    Listing,
    Maths,
    Paragraph,
    Prose,
    ProseBlock,
    Quote,
    Text,
)
from petui.lessons.roles import Values, set_inline
from petui.lessons.source import uncontrolled

_TAGS = {"strong": "b", "em": "i", "code": "code"}
# What Anki would act on: sounds, pictures of LaTeX, and its own marks.
_ACTED_ON = re.compile(r"\[(?=(?:sound:|/?latex\]|/?\$|anki:))", re.IGNORECASE)
# A backslash and a bracket in plain words are no formula.
_LOOKS_LIKE_MATHS = re.compile(r"\\(?=[()\[\]])")


def hypertext(prose: Prose, values: Values) -> str:
    """The prose as one line of HTML, without tabs; a single paragraph stands by itself, without a tag around it."""
    if len(prose) == 1 and isinstance(prose[0], Paragraph) and not prose[0].level:
        return _inlines(prose[0].inlines, values)
    return "".join(_block(block, values) for block in prose)


def _block(block: ProseBlock, values: Values) -> str:
    match block:
        case Paragraph(inlines, _, level):
            text = _inlines(inlines, values)
            return f"<p><b>{text}</b></p>" if level else f"<p>{text}</p>"
        case Items():
            return _items(block, values)
        case Quote():
            return f"<blockquote>{hypertext(block.blocks, values)}</blockquote>"
        case Listing():
            return f"<pre><code>{_lines(block.text)}</code></pre>"
        case Grid():
            rows = [_row(block.header, "th", values), *(_row(row, "td", values) for row in block.rows)]
            return f"<table>{''.join(rows)}</table>"
        case Display():
            return rf"<p>\[{_formula(block.tex)}\]</p>"


def _items(items: Items, values: Values) -> str:
    listed = "".join(f"<li>{hypertext(item, values)}</li>" for item in items.items)
    if items.start is None:
        return f"<ul>{listed}</ul>"
    start = "" if items.start == 1 else f' start="{items.start}"'
    return f"<ol{start}>{listed}</ol>"


def _row(cells: Iterable[tuple[Inline, ...]], tag: str, values: Values) -> str:
    return "<tr>" + "".join(f"<{tag}>{_inlines(cell, values)}</{tag}>" for cell in cells) + "</tr>"


def _inlines(inlines: Iterable[Inline], values: Values) -> str:
    return "".join(_inline(inline, values) for inline in inlines).strip()


def _inline(inline: Inline, values: Values) -> str:
    match inline:
        case Text(text, style):
            return _styled(_plain(text), style)
        case Maths(tex):
            return rf"\({_formula(tex)}\)"
    return _plain("".join(piece.text for piece in set_inline(inline, values, ascii=False)))


def _styled(text: str, style: str) -> str:
    for name in reversed(style.split()):
        text = f"<{_TAGS[name]}>{text}</{_TAGS[name]}>" if name in _TAGS else text
    return text


def _plain(text: str) -> str:
    """Text that means itself."""
    escaped = _ACTED_ON.sub("&#91;", html.escape(uncontrolled(text), quote=False))
    return " ".join(_LOOKS_LIKE_MATHS.sub(r"\\<span></span>", escaped).splitlines()).replace("\t", " ")


def _lines(text: str) -> str:
    return "<br>".join(_plain(line) for line in text.expandtabs(4).split("\n"))


def _formula(tex: str) -> str:
    return " ".join(html.escape(uncontrolled(tex), quote=False).split())
