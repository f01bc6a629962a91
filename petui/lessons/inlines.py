"""Inline prose: text, formulas and roles, and where in the source each of them stands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token

from petui.lessons.faults import FaultList, nearest, quoted
from petui.lessons.fieldvalues import read_expression, split_pair
from petui.lessons.place import Place
from petui.lessons.prosemodel import Inline, Maths, Role, Text
from petui.lessons.schema import ROLES

MAX_DIGITS = 15
_DIGITS = re.compile(r"(.*?)\s@(.*)", re.DOTALL)
_MISPLACED = "display maths begins and ends on lines of its own; move the `$$`"
_LONE = "this `$` has no other, so nothing here is set as maths; close the formula, or write `\\$` for a dollar"
# A price needs no backslash.
_DOLLAR = re.compile(r"\$(?!\d+(?:[.,]\d+)*(?![\w^\\{]))")
_TORN_ROLE = re.compile(r"(?:\{(" + "|".join(ROLES) + r")|(?<![\w{])(" + "|".join(ROLES) + r")\})\Z")
_LOST_ROLE = re.compile(r"\{(" + "|".join(ROLES) + r")\}")


class SourceCursor:
    """A place in source lines that moves on as the raw form of each inline is found."""

    def __init__(self, lines: Sequence[str], file: str, first_line: int, first_column: int = 1) -> None:
        """Begin at the first line; column 1 of every line is `first_column` of the file."""
        self._text = "\n".join(lines)
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._file = file
        self._first_line = first_line
        self._first_column = first_column
        self._at = 0
        self._row = 0
        self._end = len(self._text)

    def enter(self, first: int, last: int) -> None:
        """Go on to row `first` unless already beyond it, and look no further than row `last` (excluded)."""
        self._at = max(self._at, self._starts[min(first, len(self._starts) - 1)])
        self._end = self._starts[min(last, len(self._starts) - 1)]

    def find(self, raw: str) -> Place:
        """Where `raw` stands next; the cursor's own place where the source writes it otherwise."""
        found = self._text.find(raw, self._at, self._end)
        if found >= 0:
            self._at = found + len(raw)
        return self.place(found if found >= 0 else self._at)

    @property
    def beside(self) -> tuple[str, str]:
        """The signs before and after the one sign that was found last, empty at an end of the text."""
        return self._text[max(0, self._at - 2) : self._at - 1], self._text[self._at : self._at + 1]

    def skip(self, raw: str) -> None:
        """Move past `raw` if it comes next."""
        found = self._text.find(raw, self._at, min(self._end, self._at + len(raw) + 2))
        if found >= 0:
            self._at = found + len(raw)

    def place(self, offset: int) -> Place:
        """The place of an offset into the source; offsets never go back by much."""
        while self._row + 1 < len(self._starts) and self._starts[self._row + 1] <= offset:
            self._row += 1
        while self._row and self._starts[self._row] > offset:
            self._row -= 1
        column = offset - self._starts[self._row] + self._first_column
        return Place(self._file, self._first_line + self._row, column)


class InlineReader:
    """Turns inline tokens into Text, Maths and Role."""

    def __init__(self, cursor: SourceCursor, faults: FaultList) -> None:
        """Read from where `cursor` stands."""
        self._cursor = cursor
        self._faults = faults

    def read(self, tokens: Sequence[Token]) -> tuple[Inline, ...]:
        """The inlines of one paragraph, heading or table cell."""
        found: list[Inline] = []
        strong = em = 0
        links: list[str] = []
        for token in tokens:
            style = " ".join(word for word, depth in (("strong", strong), ("em", em)) if depth)
            match token.type:
                case "text":
                    self._check_text(token.content)
                    _append(found, token.content, style)
                case "softbreak" | "hardbreak":
                    _append(found, " ", style)
                case "code_inline":
                    self._check_torn(found, self._cursor.find(token.content))
                    _append(found, token.content, "code")
                case "math_inline":
                    found.append(self._maths(token, found))
                case "myst_role":
                    found.append(self._role(token))
                case "strong_open" | "strong_close":
                    strong += token.nesting
                case "em_open" | "em_close":
                    em += token.nesting
                case "link_open":
                    links.append(str(token.attrGet("href") or ""))
                case "link_close":
                    _append_address(found, links.pop(), style)
                case "image":
                    place = self._cursor.find("![")
                    self._faults.add(place, "E02", "a picture cannot be shown here; say in words what it shows")
        return tuple(found)

    def _check_text(self, text: str) -> None:
        lost = _LOST_ROLE.search(text)
        if lost:
            place = self._cursor.find(lost.group())
            message = f"the role {{{lost.group(1)}}} has no text; write {{{lost.group(1)}}}`…` without a space"
            self._faults.add(place, "E02", message)
        if "$$" in text:
            self._faults.add(self._cursor.find("$$"), "E11", _MISPLACED)
        elif "$" in text:
            self._check_dollars(text)

    def _check_dollars(self, text: str) -> None:
        """Note a formula that has lost one of its dollars: what is left of it is read as text."""
        alone = {match.start() for match in _DOLLAR.finditer(text)}
        for at, sign in enumerate(text):
            if sign == "$":
                place, beside = self._cursor.find("$"), self._cursor.beside
                if at in alone and beside[0] != "\\" and "$" not in beside:
                    self._faults.add(place, "W10", _LONE)

    def _check_torn(self, before: Sequence[Inline], place: Place) -> None:
        last = before[-1] if before else None
        torn = _TORN_ROLE.search(last.text) if isinstance(last, Text) else None
        if torn:
            name = torn[1] or torn[2]
            message = f"the role {{{name}}} has lost a brace; write {{{name}}}`…`"
            self._faults.add(place, "E02", message)

    def _maths(self, token: Token, before: Sequence[Inline]) -> Maths:
        place = self._cursor.find(f"${token.content}$")
        if before and isinstance(before[-1], Text) and before[-1].text.endswith("$"):
            self._faults.add(place, "E11", _MISPLACED)
        return Maths(" ".join(token.content.split()), place)

    def _role(self, token: Token) -> Inline:
        name, text = str(token.meta["name"]), token.content
        place = self._cursor.find(f"{{{name}}}`")
        inside = Place(place.file, place.line, place.column + len(name) + 3)
        self._cursor.skip(text)
        if name not in ROLES:
            message = f"there is no role {quoted('{' + name + '}')}; {nearest(name, ROLES)}"
            self._faults.add(place, "E02", message)
            return Text(text, "code")
        text = text.strip()
        if not text:
            self._faults.add(place, "E10", f"the role {{{name}}} is empty; it takes {ROLES[name]}")
        elif name == "val":
            return self._value(text, place, inside)
        elif name == "cell":
            return self._cell(text, place, inside)
        return Role(name, text, place)

    def _value(self, text: str, place: Place, inside: Place) -> Role:
        match = _DIGITS.fullmatch(text)
        source, digits = text, None
        if match:
            source = match.group(1).strip()
            asked = match.group(2).strip()
            digits = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else MAX_DIGITS + 1
            if digits > MAX_DIGITS:
                self._faults.add(
                    place, "E10", f"{quoted('@' + asked)} is no number of decimals; give 0 to {MAX_DIGITS}"
                )
                digits = None
        return Role("val", text, place, (read_expression(source, inside, self._faults),), digits)

    def _cell(self, text: str, place: Place, inside: Place) -> Role:
        pair = split_pair(text, inside)
        if pair is None:
            self._faults.add(place, "E10", f"{quoted(text)} is no cell; write {{cell}}`POS,SLOT`")
            return Role("cell", text, place)
        return Role("cell", text, place, tuple(read_expression(source, at, self._faults) for source, at in pair))


def _append(found: list[Inline], text: str, style: str) -> None:
    """Add text, joined to a run of the same style before it."""
    text = text.replace("\t", " ").replace("\n", " ")
    if not text:
        return
    last = found[-1] if found else None
    if isinstance(last, Text) and last.style == style:
        found[-1] = Text(last.text + text, style)
    else:
        found.append(Text(text, style))


def _append_address(found: list[Inline], address: str, style: str) -> None:
    """A terminal's text cannot be followed, so a link's address is written out unless it is its own label."""
    last = found[-1] if found else None
    label = last.text if isinstance(last, Text) else ""
    if address and not label.endswith(address.removeprefix("mailto:")):
        _append(found, f" ({address})", style)
