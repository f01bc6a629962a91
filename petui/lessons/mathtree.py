"""Formulas as trees, and the names of the environments that they may have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from petui.core.errors import PetuiError
from petui.lessons.mathsigns import DOUBLE_STRUCK, Atom
from petui.records import dataclass


class MathError(PetuiError):
    """A formula cannot be set: what in it is unknown or unbalanced."""


@dataclass(frozen=True, slots=True)
class Words:
    """Plain text in a formula."""

    text: str


@dataclass(frozen=True, slots=True)
class Space:
    """Room that the author asked for, in cells."""

    cells: int


@dataclass(frozen=True, slots=True)
class Blank:
    """White space in the source, which only tells names apart."""


@dataclass(frozen=True, slots=True)
class Row:
    """Nodes side by side."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A base with what is raised or lowered at it; `primes` counts its dashes."""

    base: Node
    sub: Row | None = None
    sup: Row | None = None
    primes: int = 0


@dataclass(frozen=True, slots=True)
class Fraction:
    """`top` over `bottom`; without its line it is a binomial."""

    top: Row
    bottom: Row
    line: bool = True


@dataclass(frozen=True, slots=True)
class Root:
    """The root of `body`."""

    body: Row
    degree: Row | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """Delimiters with what stands between; `left` or `right` is None where LaTeX has a `.`."""

    left: Atom | None
    body: Row
    right: Atom | None


@dataclass(frozen=True, slots=True)
class Accent:
    """A combining mark over or under `body`, and its name."""

    mark: str
    said: str
    body: Row


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: `kind` is the environment's name without a star."""

    kind: str
    rows: tuple[tuple[Row, ...], ...]


Node: TypeAlias = Atom | Words | Space | Blank | Row | Script | Fraction | Root | Fence | Accent | Grid

LINED_UP = ("aligned", "align", "split", "gathered", "gather")
MATRICES = ("matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "array")
ENVIRONMENTS = (*LINED_UP, *MATRICES, "cases")


def struck(row: Row) -> Iterator[Node]:
    """The row's nodes with its letters double-struck where terminals' fonts have them."""
    for item in row.items:
        if isinstance(item, Atom) and item.kind == "letter":
            shown = "".join(DOUBLE_STRUCK.get(sign, sign) for sign in item.shown)
            yield Atom(shown, item.plain, item.said, "letter")
        else:
            yield item
