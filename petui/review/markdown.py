"""Prose as Markdown that the lessons' own reader takes back, with numbers filled in or roles as they were written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

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
    Role,
    Text,
)
from petui.lessons.roles import Values, set_inline

_FENCE = re.compile(r"`{3,}")
_TICKS = re.compile(r"`+")
# Signs that mean themselves only behind a backslash: those of emphasis, code, links, maths, HTML and tables; `_` within
# a word is one of them for nobody; and what would part, hide or tag cards.
_SIGNS = re.compile(
    r"[\\`*\[\]$|]"
    r"|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"
    r"|<(?=[A-Za-z/!?])|&(?=[#A-Za-z])|\{(?=[A-Za-z{])|~(?=~)|(?<=~)~"
    r"|:(?=:)|(?<=:):|=(?==)|(?<==)=|%(?=%)|(?<=%)%|(?<![^\s])#(?=\S)|\^(?=[A-Za-z0-9-]+\s*$)|\}(?=\})"
)
# At the beginning of a line: headings, rules, quotations, lists, numbers of lists, indented separators, and the line
# under a table's header.
_OPENERS = re.compile(
    r"(#{1,6}(?=\s|$)|>|[-+](?=[\s+-]|$)|=+\s*$|\?{1,2}\s*$|~|:::|:?-+:?\s*$)|(\d{1,9})([.)])(?=\s|$)"
)


def markdown(prose: Prose, values: Values | None, *, gap: str = "\n\n") -> str:
    """The prose as Markdown.

    Args:
        prose: The blocks.
        values: What roles are filled from; without, they stay roles.
        gap: What stands between two blocks; one line feed where an empty line would end the text.
    """
    return gap.join("\n".join(_block(block, values, gap)) for block in prose)


def _block(block: ProseBlock, values: Values | None, gap: str) -> Iterator[str]:
    match block:
        case Paragraph(inlines, _, level):
            text = running_markdown(inlines, values)
            yield f"{'#' * level} {text}" if level else _opened(text)
        case Items():
            yield from _items(block, values, gap)
        case Quote():
            lines = markdown(block.blocks, values, gap=gap).split("\n")
            yield from (f"> {line}".rstrip() for line in lines)
        case Listing():
            fence = "`" * max(3, *(len(run) + 1 for run in _FENCE.findall(block.text)), 3)
            yield from (f"{fence}{block.language}", *block.text.split("\n"), fence)
        case Grid():
            yield _row(block.header, values)
            yield "|" + "---|" * len(block.header)
            yield from (_row(row, values) for row in block.rows)
        case Display(tex):
            yield from ("$$", tex, "$$")


def _items(items: Items, values: Values | None, gap: str) -> Iterator[str]:
    tight = all(len(item) == 1 for item in items.items) or "\n\n" not in gap
    for at, item in enumerate(items.items):
        mark = "-" if items.start is None else f"{items.start + at}."
        lines = markdown(item, values, gap=gap).split("\n")
        if at and not tight:
            yield ""
        yield f"{mark} {lines[0]}".rstrip()
        yield from (f"{' ' * (len(mark) + 1)}{line}".rstrip() for line in lines[1:])


def _row(cells: Iterable[tuple[Inline, ...]], values: Values | None) -> str:
    # A table takes one backslash before a bar away, whatever the bar stands in.
    return "| " + " | ".join(running_markdown(cell, values).replace("|", "\\|") for cell in cells) + " |"


def running_markdown(inlines: Iterable[Inline], values: Values | None) -> str:
    """Running text as Markdown; `values` as for prose."""
    return "".join(_inline(inline, values) for inline in inlines).strip()


def _inline(inline: Inline, values: Values | None) -> str:
    match inline:
        case Text(text, "code"):
            return _code(text)
        case Text(text, style):
            return _emphasised(text, style)
        case Maths(tex):
            return f"${tex}$"
        case Role(name, text) if values is None:
            return f"{{{name}}}{_code(text)}"
    assert values is not None
    return escaped("".join(piece.text for piece in set_inline(inline, values, ascii=False)))


def _code(text: str) -> str:
    ticks = "`"
    while ticks in _TICKS.findall(text):
        ticks += "`"
    padded = f" {text} " if text.startswith("`") or text.endswith("`") else text
    return f"{ticks}{padded}{ticks}"


def _emphasised(text: str, style: str) -> str:
    mark = {"strong": "**", "em": "*", "strong em": "***", "em strong": "***"}.get(style, "")
    words = text.strip()
    if not mark or not words:
        return escaped(text)
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{mark}{escaped(words)}{mark}{after}"


def escaped(text: str) -> str:
    """Words as Markdown that means these words, one line."""
    return _SIGNS.sub(lambda sign: "\\" + sign.group(), " ".join(text.split("\n")))


def _opened(text: str) -> str:
    """A paragraph's line that begins no other block."""
    found = _OPENERS.match(text)
    if not found:
        return text
    return f"{found[2]}\\{text[len(found[2]) :]}" if found[2] else f"\\{text}"
