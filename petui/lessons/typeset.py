"""Prose as styled lines of a given width: what every front end shows of a lesson's text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from petui.lessons.cells import Line, cell_width, clip, line_width, merged, plain_text, split_at
from petui.lessons.figures import format_number
from petui.lessons.mathtext import MathError, line_maths, set_maths
from petui.lessons.prosemodel import Display, Grid, Inline, Items, Listing, Paragraph, Prose, ProseBlock, Quote
from petui.lessons.roles import Values, joined, set_inline
from petui.lessons.source import visible
from petui.lessons.tables import set_table
from petui.lessons.transliterate import to_ascii
from petui.lessons.wrapping import Piece, wrap

__all__ = [
    "Line",
    "Values",
    "cell_width",
    "clip",
    "format_number",
    "line_width",
    "plain_text",
    "set_inlines",
    "set_prose",
]

_FORMULA_INDENT = 4
_LISTING_INDENT = 2
_NEXT_LINE = "  "
# Narrower than this, text is not indented any further.
_NARROWEST = 12


def set_prose(
    prose: Prose, width: int, values: Values, *, ascii: bool = False, linear: bool = False
) -> tuple[Line, ...]:
    """Styled lines of prose, none wider than `width` columns, with a blank line between blocks.

    Args:
        prose: The blocks.
        width: Columns there are.
        values: What roles are filled from.
        ascii: Whether to use 7-bit signs only.
        linear: Whether it is read line by line: tables row by row, display formulas in their spoken form.

    Returns:
        Lines of (text, style) runs. Formulas and values that cannot be set are shown as such, nothing is raised.
    """
    return _Setter(values, ascii, linear).blocks(prose, max(width, 1))


def set_inlines(
    inlines: Iterable[Inline], width: int, values: Values, *, ascii: bool = False, style: str = ""
) -> tuple[Line, ...]:
    """Styled lines of running text, none wider than `width` columns; `style` is added to all of it."""
    return _Setter(values, ascii).paragraph(inlines, max(width, 1), style)


class _Setter:
    """Sets blocks one below another."""

    def __init__(self, values: Values, ascii: bool, linear: bool = False) -> None:
        self._values = values
        self._ascii = ascii
        self._linear = linear

    def blocks(self, blocks: Prose, width: int, tight: bool = False) -> tuple[Line, ...]:
        """Blocks with a blank line between them, or none before a list if `tight`."""
        lines: list[Line] = []
        for block in blocks:
            if lines and not (tight and isinstance(block, Items)):
                lines.append(())
            lines += self._block(block, width)
        return tuple(lines)

    def paragraph(self, inlines: Iterable[Inline], width: int, style: str = "") -> tuple[Line, ...]:
        """Running text, filled."""
        return wrap(self._pieces(inlines, style), width)

    def _pieces(self, inlines: Iterable[Inline], style: str = "") -> list[Piece]:
        pieces = [piece for inline in inlines for piece in set_inline(inline, self._values, ascii=self._ascii)]
        return [Piece(piece.text, joined(style, piece.style), piece.whole) for piece in pieces] if style else pieces

    def _block(self, block: ProseBlock, width: int) -> tuple[Line, ...]:
        match block:
            case Paragraph():
                return self.paragraph(block.inlines, width, "heading" if block.level else "")
            case Items():
                return self._items(block, width)
            case Quote():
                bar = "  " if self._linear else "| " if self._ascii else "│ "
                if width - len(bar) < _NARROWEST:
                    return self.blocks(block.blocks, width)
                return tuple(_hung(self.blocks(block.blocks, width - len(bar)), bar, bar))
            case Listing():
                return self._listing(block.text, width)
            case Grid() if self._linear:
                return self._rows(block, width)
            case Grid():
                header = [self._pieces(cell) for cell in block.header]
                rows = [[self._pieces(cell) for cell in row] for row in block.rows]
                return set_table(header, rows, width, "-" if self._ascii else "─")
            case Display(alt=said) if self._linear and said:
                return self._said(said, width)
            case Display():
                return self._display(block, width)

    def _items(self, items: Items, width: int) -> tuple[Line, ...]:
        tight = all(_is_tight(item) for item in items.items)
        lines: list[Line] = []
        for at, item in enumerate(items.items):
            if items.start is not None:
                mark = f"{items.start + at}. ".ljust(len(f"{items.start + len(items.items) - 1}. "))
            else:
                mark = "- " if self._ascii else "• "
            if lines and not tight:
                lines.append(())
            if width - len(mark) < _NARROWEST:
                lines += (*wrap([Piece(mark, "muted")], width), *self.blocks(item, width, tight))
            else:
                lines += _hung(self.blocks(item, width - len(mark), tight) or ((),), mark, " " * len(mark))
        return tuple(lines)

    def _listing(self, text: str, width: int) -> tuple[Line, ...]:
        """Code as it is; a line that is too long goes on below, behind a mark."""
        margin = " " * (_LISTING_INDENT if width >= _NARROWEST else 0)
        mark = "> " if self._ascii else "↳ "
        mark = mark if width >= _NARROWEST else ""
        lines: list[Line] = []
        for source in text.split("\n"):
            shown = visible(source).expandtabs(4)
            rest = to_ascii(shown) if self._ascii else shown
            head, rest = _cut(rest, width - len(margin))
            lines.append(merged(((margin, ""), (head, "code"))) if head else ())
            while rest:
                head, rest = _cut(rest, width - len(margin) - len(mark))
                lines.append(merged(((margin, ""), (mark, "muted"), (head, "code"))))
        return tuple(lines)

    def _rows(self, table: Grid, width: int) -> tuple[Line, ...]:
        # Only tables with no room for columns are told row by row.
        from petui.lessons.saidtables import said_rows

        header, *rows = ([self._flat(cell) for cell in row] for row in (table.header, *table.rows))
        lines: list[Line] = []
        for row in said_rows(header, rows) if rows else (", ".join(header),):
            first, *others = wrap([Piece(row)], width - len(_NEXT_LINE)) or ((),)
            lines += (first, *_hung(others, _NEXT_LINE, _NEXT_LINE))
        return tuple(lines)

    def _flat(self, cell: Iterable[Inline]) -> str:
        return "".join(piece.text for piece in self._pieces(cell))

    def _said(self, said: str, width: int) -> tuple[Line, ...]:
        margin = " " * (_FORMULA_INDENT if width - _FORMULA_INDENT >= _NARROWEST else 0)
        text = to_ascii(visible(said)) if self._ascii else visible(said)
        return tuple(_hung(wrap([Piece(text, "math")], width - len(margin)), margin, margin))

    def _display(self, display: Display, width: int) -> tuple[Line, ...]:
        """A formula in two dimensions, indented; where it is too wide for that as it is spoken, or else in one line."""
        tex = display.tex
        try:
            if self._linear:
                return self._said(line_maths(tex, ascii=self._ascii), width)
            rows = set_maths(tex, ascii=self._ascii)
            widest = max(map(cell_width, rows), default=0)
            if widest > width and display.alt:
                return self._said(display.alt, width)
            if widest > width:
                flat = line_maths(tex, ascii=self._ascii)
                return self._flat_display(rows if self._ascii else (flat,), width)
        except MathError:
            # Lint names the fault; the learner still sees what the author wrote.
            return wrap([Piece(to_ascii(visible(tex)) if self._ascii else visible(tex), "code")], width)
        margin = " " * min(_FORMULA_INDENT, width - widest)
        return tuple(merged(((margin, ""), (row, "math"))) if row else () for row in rows)

    def _flat_display(self, rows: tuple[str, ...], width: int) -> tuple[Line, ...]:
        margin = "  " if width >= _NARROWEST else ""
        lines: list[Line] = []
        for row in rows:
            first, *others = wrap([Piece(row.strip(), "math")], width - len(margin))
            lines += (first, *_hung(others, margin, margin))
        return tuple(lines)


def _is_tight(item: Prose) -> bool:
    """Whether an item is one paragraph, perhaps with a list right below it."""
    return bool(item) and isinstance(item[0], Paragraph) and all(isinstance(block, Items) for block in item[1:])


def _cut(text: str, room: int) -> tuple[str, str]:
    """Code that fits, and the rest; a wide sign that fits nowhere becomes a question mark."""
    head, rest = split_at(text, room)
    return (head, rest) if head or not rest else ("?", rest[1:])


def _hung(lines: Iterable[Line], first: str, other: str) -> Iterator[Line]:
    """The lines behind a mark, the first one's and that of the others."""
    for at, line in enumerate(lines):
        mark = first if at == 0 else other
        yield merged(((mark, "muted" if mark.strip() else ""), *line)) if line or mark.strip() else ()
