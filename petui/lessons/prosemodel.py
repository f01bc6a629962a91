"""Running text as frozen objects: what the prose of lessons and cards is made of."""

from __future__ import annotations

from typing import TypeAlias

from petui.lessons.place import Place
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text in one style: "", "strong", "em", "strong em" or "code"."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Maths:
    """An inline formula, LaTeX without its dollars."""

    tex: str
    place: Place


@dataclass(frozen=True, slots=True)
class Expression:
    """An author's expression; `source` has passed the whitelist unless lint reported it."""

    source: str
    place: Place


@dataclass(frozen=True, slots=True)
class Role:
    """A role: `name` is val, literal, sym, cell or ref.

    Attributes:
        name: The role's name.
        text: Its raw text.
        expressions: One expression for val, two for cell (POS and SLOT), none for the others.
        digits: Decimals asked for by `@N`, for val.
        place: Where it stands.
    """

    name: str
    text: str
    place: Place
    expressions: tuple[Expression, ...] = ()
    digits: int | None = None


Inline: TypeAlias = Text | Maths | Role


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `level` is 0, or 1 to 6 for a heading."""

    inlines: tuple[Inline, ...]
    place: Place
    level: int = 0


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `start` is None for bullets, else its first number."""

    items: tuple[tuple[ProseBlock, ...], ...]
    place: Place
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quote."""

    blocks: tuple[ProseBlock, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Listing:
    """A code block, shown as it is."""

    text: str
    language: str
    place: Place


@dataclass(frozen=True, slots=True)
class Grid:
    """A Markdown table: a header row, then rows; each cell is a tuple of inlines."""

    header: tuple[tuple[Inline, ...], ...]
    rows: tuple[tuple[tuple[Inline, ...], ...], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Display:
    """A display formula; `alt` is its spoken form, empty where the author gave none."""

    tex: str
    place: Place
    alt: str = ""


ProseBlock: TypeAlias = Paragraph | Items | Quote | Listing | Grid | Display
Prose: TypeAlias = tuple[ProseBlock, ...]
