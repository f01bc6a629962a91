"""Prose: Markdown text with maths and roles, as the objects of petui.lessons.prosemodel with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar
from mdit_py_plugins.myst_role import myst_role_plugin

from petui.lessons.faults import FaultList
from petui.lessons.fences import Run
from petui.lessons.inlines import InlineReader, SourceCursor
from petui.lessons.place import Place
from petui.lessons.prosemodel import Display, Grid, Inline, Items, Listing, Paragraph, Prose, ProseBlock, Quote, Text

# Markdown drops what is nested deeper than its own limit in silence, so ours is met first.
MAX_PROSE_DEPTH = 12
_MARKDOWN_DEPTH = 40
_TOO_DEEP = f"lists or quotations are nested more than {MAX_PROSE_DEPTH} deep; flatten them"
# Inline rules are slower than linear: bounds what one paragraph can cost.
MAX_PARAGRAPH = 4000
# The signs of the inline rules but the line's end, and the blanks around that, which are not part of the text.
_SIGNS = re.compile(r"[\\`*_\[!<&${]")
_LINE_END = re.compile(r" *\n[ \t]*")
# A bar that parts the cells of a table.
_BAR = re.compile(r"(?<!\\)\|")
_MARKERS = re.compile(r"(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){" + str(MAX_PROSE_DEPTH + 1) + "}")


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    """The dialect: CommonMark without HTML and underlined headings, with tables, `$` maths and roles."""
    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": _MARKDOWN_DEPTH})
    reader.enable("table").disable(["html_block", "html_inline", "lheading"])
    reader.use(dollarmath_plugin, allow_space=False, allow_digits=False, allow_labels=False, double_inline=False)
    reader.inline.ruler.at("math_inline", _inline_maths)
    reader.use(myst_role_plugin)
    reader.core.ruler.at("inline", _inlines)
    return reader


def _inlines(state: StateCore) -> None:
    """The core rule for inlines; two in five texts have no sign of any inline rule, and are what they say."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        if _SIGNS.search(token.content):
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
        elif token.content:
            token.children = [Token("text", "", 0, content=_LINE_END.sub("\n", token.content))]


_plain_inline_maths = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=False)


def _inline_maths(state: StateInline, silent: bool) -> bool:
    """The plugin's rule, which at the beginning of a text takes the text's last sign for the one before the dollar."""
    if state.pos:
        return _plain_inline_maths(state, silent)
    text = state.src
    state.src = f"{text} "
    try:
        return _plain_inline_maths(state, silent)
    finally:
        state.src = text


def read_prose(run: Run, faults: FaultList) -> Prose:
    """The blocks of a run of prose; faults are E02, E03, E05, E10 and E11 with the places of their signs."""
    lines = _bounded(run, faults)
    tokens = _markdown().parse("\n".join(lines))
    reader = _ProseReader(run, lines, faults)
    return reader.blocks(_Stream(tokens))


def read_inlines(text: str, place: Place, faults: FaultList) -> tuple[Inline, ...]:
    """The inlines of a one-line field value."""
    if len(text) > MAX_PARAGRAPH:
        faults.add(place, "E10", f"this text has more than {MAX_PARAGRAPH} characters; shorten it")
        text = text[:MAX_PARAGRAPH]
    if text and not _SIGNS.search(text) and "\n" not in text and "\0" not in text:
        return (Text(text.replace("\t", " ")),)
    tokens = _markdown().parseInline(text)
    cursor = SourceCursor([text], place.file, place.line, place.column)
    children = tokens[0].children or [] if tokens else []
    return InlineReader(cursor, faults).read(children)


def _bounded(run: Run, faults: FaultList) -> list[str]:
    """The run's lines with what would cost too much blanked."""
    lines = list(run.lines)
    size = 0
    for row, line in enumerate(lines):
        size = size + len(line) if line.strip() else 0
        place = Place(run.place.file, run.first + row, run.margin + 1)
        if _MARKERS.match(line):
            faults.add(place, "E03", _TOO_DEEP)
            lines[row] = ""
        elif size > MAX_PARAGRAPH:
            faults.add(place, "E10", f"this paragraph has more than {MAX_PARAGRAPH} characters; split it")
            lines[row] = ""
            size = 0
    return lines


class _Stream:
    """Tokens in order, with one token of foresight."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def until(self, kind: str) -> Iterator[Token]:
        """Tokens up to the next of that kind, which is taken but not given."""
        while (token := self.peek()) is not None:
            self.take()
            if token.type == kind:
                return
            yield token


class _ProseReader:
    """Turns block tokens into prose; nested blocks by recursion, whose depth MAX_PROSE_DEPTH bounds."""

    def __init__(self, run: Run, lines: Sequence[str], faults: FaultList) -> None:
        self._run = run
        self._lines = lines
        self._faults = faults
        self._cursor = SourceCursor(lines, run.place.file, run.first, run.margin + 1)
        self._inlines = InlineReader(self._cursor, faults)

    def blocks(self, stream: _Stream, closer: str = "") -> Prose:
        """The blocks up to the closing token of that kind."""
        found: list[ProseBlock] = []
        while (token := stream.peek()) is not None:
            stream.take()
            if token.type == closer:
                break
            block = self._block(token, stream)
            if block is not None:
                found.append(block)
        return tuple(found)

    def _block(self, token: Token, stream: _Stream) -> ProseBlock | None:
        place = self._place(token)
        if token.level > 2 * MAX_PROSE_DEPTH:
            if token.map:
                self._faults.add(place, "E03", _TOO_DEEP)
            return None
        match token.type:
            case "paragraph_open" | "heading_open":
                level = int(token.tag[1]) if token.type == "heading_open" else 0
                inline = stream.take()
                stream.take()
                self._check_no_table(token, place)
                return Paragraph(self._read(inline), place, level)
            case "bullet_list_open" | "ordered_list_open":
                return self._items(token, stream, place)
            case "blockquote_open":
                return Quote(self.blocks(stream, "blockquote_close"), place)
            case "fence" | "code_block":
                return Listing(token.content.rstrip("\n").expandtabs(4), token.info.strip(), place)
            case "math_block":
                return self._display(token, place)
            case "table_open":
                return self._grid(stream, place)
            case "hr":
                self._faults.add(place, "E02", "a rule is not shown; leave it out")
        return None

    def _display(self, token: Token, place: Place) -> Display | None:
        if not token.content.strip():
            self._faults.add(place, "E11", "there is no formula between the `$$`; write one")
            return None
        return Display(" ".join(token.content.split()), place)

    def _items(self, token: Token, stream: _Stream, place: Place) -> Items:
        closer = token.type.replace("_open", "_close")
        items = []
        while (inner := stream.peek()) is not None:
            stream.take()
            if inner.type == closer:
                break
            if inner.type == "list_item_open":
                items.append(self.blocks(stream, "list_item_close"))
        start = int(token.attrGet("start") or 1) if token.type == "ordered_list_open" else None
        return Items(tuple(items), place, start)

    def _grid(self, stream: _Stream, place: Place) -> Grid:
        rows: list[list[tuple[Inline, ...]]] = []
        for token in stream.until("table_close"):
            if token.type == "tr_open":
                self._check_row(token, len(rows[0]) if rows else 0)
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self._read(token))
        return Grid(tuple(rows[0]), tuple(map(tuple, rows[1:])), place)

    def _check_row(self, token: Token, columns: int) -> None:
        """Note a row of a table that is not as long as its header: Markdown fills it up, or drops what is more."""
        line = self._lines[token.map[0]].strip() if token.map else ""
        cells = len(_BAR.findall(line)) - 1
        if columns and line.startswith("|") and line.endswith("|") and cells != columns:
            message = f"this row has {cells} cells, and the table {columns} columns; make them equal"
            self._faults.add(self._place(token), "W10", message)

    def _check_no_table(self, token: Token, place: Place) -> None:
        """Note what has the bars of a table and no line of dashes that fits its header."""
        first, last = token.map or (0, 0)
        rows = [line.strip() for line in self._lines[first:last]]
        if len(rows) > 1 and all(len(row) > 1 and row[0] == row[-1] == "|" for row in rows):
            message = "this looks like a table and is none; below the header goes a line such as |---|---|"
            self._faults.add(place, "W10", f"{message}, as many cells in both")

    def _read(self, token: Token) -> tuple[Inline, ...]:
        first, last = token.map or (0, len(self._lines))
        self._cursor.enter(first, last)
        return self._inlines.read(token.children or [])

    def _place(self, token: Token) -> Place:
        row = token.map[0] if token.map else 0
        line = self._lines[row] if row < len(self._lines) else ""
        column = self._run.margin + len(line) - len(line.lstrip()) + 1
        return Place(self._run.place.file, self._run.first + row, column)
