"""Pages of plain text from headings, paragraphs, rows of names with what they are, and lines that stay as they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from petui.lessons.cells import cell_width
from petui.plain.charset import shown
from petui.plain.hanging import hanging, wrapped
from petui.records import dataclass

# Longer lines are hard to read; narrower, words no longer fit.
_WIDEST = 100
_NARROWEST = 30
_INDENT = 2
_WIDEST_NAME = 16


@dataclass(frozen=True, slots=True)
class Heading:
    """What the parts below it are about."""

    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Rows:
    """Names, and what each is."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines that are never wrapped: what is to be copied."""

    text: str


Part: TypeAlias = Heading | Prose | Rows | Verbatim


def page_width() -> int:
    """Columns of a page: the terminal's or those that COLUMNS says, 80 in a pipe; from 30 to 100."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns))


def page_text(parts: Iterable[Part], *, width: int, ascii: bool) -> str:
    """The parts as lines of at most `width` columns, but for those that stay as they are; a blank one between them."""
    blocks: list[list[str]] = []
    for part in parts:
        lines = [f"{' ' * _INDENT}{line}".rstrip() for line in _lines(part, width - _INDENT)]
        if isinstance(part, Heading):
            lines = wrapped(part.text.upper(), width)
        blocks.append(lines)
    return shown("\n\n".join("\n".join(block) for block in blocks) + "\n", ascii=ascii)


def _lines(part: Part, width: int) -> Sequence[str]:
    if isinstance(part, Verbatim):
        return [f"  {line}" for line in part.text.rstrip("\n").split("\n")]
    if isinstance(part, Rows):
        widest = min(_WIDEST_NAME, max((cell_width(name) for name, _ in part.rows), default=0))
        return [line for name, says in part.rows for line in _row(name, says, widest, width)]
    return wrapped(part.text, width)


def _row(name: str, says: str, widest: int, width: int) -> list[str]:
    if cell_width(name) <= widest:
        return hanging(f"{name}{' ' * (widest - cell_width(name))}  ", says, width)
    return [*wrapped(name, width), *(f"{' ' * (widest + 2)}{line}" for line in wrapped(says, width - widest - 2))]
