"""Reading the part of LaTeX that lessons' formulas are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NoReturn

from petui.lessons.mathsigns import (
    ACCENTS,
    FONTS,
    IGNORED,
    NAMES,
    PAIRS,
    SIGNS,
    SPACES,
    TEXTS,
    Atom,
    foreign_atom,
    printable,
)
from petui.lessons.mathtree import (
    ENVIRONMENTS,
    Accent,
    Blank,
    Fence,
    Fraction,
    Grid,
    MathError,
    Node,
    Root,
    Row,
    Script,
    Space,
    Words,
    struck,
)

MAX_LENGTH = 2000
MAX_DEPTH = 30
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]+|[^\\]", re.DOTALL)
_WHITE = re.compile(r"\s+")
_BRACED = re.compile(r"\s*\{([^{}\\$]*)\}")
_ENDS = ("", "}", "&", "\\\\", "\\end", "\\right")
_DELIMITERS = {
    "\\{": "{",
    "\\}": "}",
    "\\|": "||",
    "\\lbrace": "lbrace",
    "\\rbrace": "rbrace",
    "<": "langle",
    ">": "rangle",
}


@lru_cache(maxsize=512)
def read_formula(tex: str) -> Row:
    """The tree of a formula in LaTeX, without its dollars.

    Raises:
        MathError: If it is empty, longer than MAX_LENGTH, nested deeper than MAX_DEPTH, unbalanced, or uses a command,
            environment or character that is not known here.
    """
    if len(tex) > MAX_LENGTH:
        raise MathError(f"the formula has {len(tex)} characters, more than {MAX_LENGTH}", mend="split it")
    reader = _Reader(tex)
    items = reader.row()
    reader.finish()
    if not any(not isinstance(item, (Blank, Space)) for item in items):
        raise MathError("the formula is empty", mend="write one or leave the dollars out")
    return Row(items)


class _Reader:
    """A recursive-descent reader; its depth is bounded by MAX_DEPTH groups."""

    def __init__(self, tex: str) -> None:
        self._tex = tex
        self._at = 0
        self._depth = 0

    # ---- tokens -----------------------------------------------------------------------------------------------------

    def _peek(self) -> str:
        match = _TOKEN.match(self._tex, self._at)
        if match is None and self._at < len(self._tex):
            self._fail("a backslash ends the formula", "name a command after it")
        return match.group() if match else ""

    def _take(self) -> str:
        token = self._peek()
        self._at += len(token)
        if len(token) > 1 and token[0] == "\\" and token[1].isalpha():
            self._skip()
        return token

    def _skip(self) -> bool:
        match = _WHITE.match(self._tex, self._at)
        if match:
            self._at = match.end()
        return match is not None

    def _fail(self, what: str, mend: str) -> NoReturn:
        raise MathError(what, mend=mend)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fail(f"the formula is nested more than {MAX_DEPTH} deep", "split it")

    def finish(self) -> None:
        """Refuse what is left over after the last row."""
        token = self._peek()
        match token:
            case "":
                return
            case "}":
                self._fail("a } has no { before it", "delete it, or write \\}")
            case "\\right":
                self._fail("\\right has no \\left before it", "add the \\left")
            case "\\end":
                self._fail("\\end has no \\begin before it", "delete it")
            case _:
                self._fail(f"{token} stands outside an environment", "put the rows into aligned or a matrix")

    # ---- rows -------------------------------------------------------------------------------------------------------

    def row(self, closer: str = "") -> tuple[Node, ...]:
        """Nodes up to what ends the row; inside plain brackets any closing bracket does, and so does `closer`."""
        items: list[Node] = []
        self._skip()
        while (token := self._peek()) not in _ENDS and not (closer and (token == closer or self._closes(token))):
            items.extend(self._scripted(items))
            if self._skip() and items:
                items.append(Blank())
        while items and isinstance(items[-1], Blank):
            items.pop()
        return tuple(items)

    def _closes(self, token: str) -> bool:
        atom = self._delimiter_atom(token)
        return atom is not None and atom.kind == "close"

    def _scripted(self, before: list[Node]) -> tuple[Node, ...]:
        """The next nodes, the last of them with its scripts."""
        if self._peek() in ("^", "_", "'"):
            return (self._scripts(Row(())),)
        nodes = self._nodes()
        if not nodes:
            return ()
        blank = self._skip()
        if self._peek() in ("^", "_", "'"):
            return (*nodes[:-1], self._scripts(nodes[-1]))
        return (*nodes, Blank()) if blank else nodes

    def _scripts(self, base: Node) -> Script:
        sub: Row | None = None
        sup: Row | None = None
        primes = 0
        while (token := self._peek()) in ("^", "_", "'"):
            self._take()
            if token == "'":
                primes += 1
            elif token == "_":
                if sub is not None:
                    self._fail("there are two subscripts at one place", "put the first part into braces")
                sub = self._argument("_")
            else:
                if sup is not None:
                    self._fail("there are two superscripts at one place", "put the first part into braces")
                sup = self._argument("^")
            mark = self._at
            if self._skip() and self._peek() not in ("^", "_"):
                self._at = mark
        return Script(base, sub, sup, primes)

    def _argument(self, owner: str) -> Row:
        """What a script or a command applies to: a group, or the next single sign."""
        self._skip()
        token = self._peek()
        if token in _ENDS or token in ("^", "_"):
            self._fail(f"{owner} has nothing to apply to", "put what it applies to into braces")
        if token == "{":
            return self._group()
        if token[0].isalnum() and len(token) > 1:
            self._at += 1
            kind = "number" if token[0].isdigit() else "letter"
            return Row((Atom(token[0], token[0], token[0], kind),))
        self._deeper()
        nodes = self._nodes(alone=True)
        self._depth -= 1
        return Row(nodes)

    def _group(self) -> Row:
        self._take()
        self._deeper()
        items = self.row()
        self._depth -= 1
        if self._peek() != "}":
            self._fail("a { has no } after it", "close it, or write \\{")
        self._take()
        return Row(items)

    # ---- nodes ------------------------------------------------------------------------------------------------------

    def _nodes(self, alone: bool = False) -> tuple[Node, ...]:
        """The next node; several where a plain bracket is not closed, none where the token leaves no mark."""
        token = self._peek()
        if token == "{":
            group = self._group()
            return group.items if len(group.items) == 1 else (group,)
        if not alone and (opener := self._delimiter_atom(token)) is not None and opener.kind in ("open", "bar"):
            return self._plain_fence(opener)
        self._take()
        if token.startswith("\\"):
            return self._command(token[1:])
        return (self._character(token),)

    def _character(self, token: str) -> Node:
        if token[0].isascii() and token[0].isalpha():
            return Atom(token, token, token, "letter")
        if token[0].isascii() and token[0].isdigit():
            return Atom(token, token, token, "number")
        if token == "~":
            return Space(1)
        if token in "%#$&^_":
            self._fail(f"{token} has a meaning of its own in LaTeX", f"write \\{token}")
        atom = SIGNS.get(token) if token.isascii() else foreign_atom(token)
        if atom is None:
            self._fail(f"the sign {token!r} is not known in formulas", "write it as a command or inside \\text{}")
        return atom

    def _delimiter_atom(self, token: str) -> Atom | None:
        if token in ("(", ")", "[", "]", "|"):
            return SIGNS[token]
        if token in ("\\{", "\\}", "\\|"):
            return SIGNS[_DELIMITERS[token]]
        atom = SIGNS.get(token[1:]) if token.startswith("\\") and token[1:] in NAMES else None
        return atom if atom is not None and atom.kind in ("open", "close", "bar") else None

    def _plain_fence(self, left: Atom) -> tuple[Node, ...]:
        opening = self._take()
        self._deeper()
        body = self.row(opening if left.kind == "bar" else ")")
        self._depth -= 1
        right = self._delimiter_atom(self._peek())
        if right is not None and right.kind in ("close", "bar") and PAIRS[left.shown] == right.shown:
            self._take()
            return (Fence(left, Row(body), right),)
        return (left, *body)

    def _command(self, name: str) -> tuple[Node, ...]:
        if name in SPACES:
            return (Space(SPACES[name]),)
        if name in IGNORED:
            return ()
        if name in NAMES or (len(name) == 1 and name in "%#$&_"):
            return (SIGNS[name],)
        if name in "{}|":
            return (SIGNS[_DELIMITERS["\\" + name]],)
        if name in TEXTS:
            return (Words(self._text(name)),)
        if name == "not":
            return (self._negated(),)
        if name == "left":
            return (self._fence(),)
        if name == "begin":
            return (self._environment(),)
        return self._built(name)

    def _built(self, name: str) -> tuple[Node, ...]:
        if name in ("frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom"):
            return (Fraction(self._argument("\\" + name), self._argument("\\" + name), name.endswith("frac")),)
        if name == "sqrt":
            return (self._root(),)
        if name in ACCENTS:
            return (Accent(*ACCENTS[name], self._argument("\\" + name)),)
        if name in FONTS:
            body = self._argument("\\" + name)
            return tuple(struck(body)) if name == "mathbb" else (body.items if len(body.items) == 1 else (body,))
        if name == "operatorname":
            if self._peek() == "*":
                self._take()
            word = self._text(name)
            return (Atom(word, word, word, "function"),)
        self._fail(f"the command \\{name} is not known", "use another, or write it in words")

    def _negated(self) -> Atom:
        following = self._take().lstrip("\\")
        if following in ("=", "in"):
            return SIGNS["ne" if following == "=" else "notin"]
        self._fail("\\not is known before = and \\in only", "say it in words")

    def _text(self, name: str) -> str:
        """The raw text in braces after a command."""
        self._skip()
        if self._peek() != "{":
            self._fail(f"\\{name} has no text in braces", "put its text into braces")
        text: list[str] = []
        depth = 0
        at = self._at
        while at < len(self._tex):
            sign = self._tex[at]
            if sign == "\\" and self._tex[at + 1 : at + 2] in (*"{}%#$&_ ",):
                text.append(self._tex[at + 1])
                at += 1
            elif sign in "\\$":
                self._fail(f"the text of \\{name} has a {sign} in it", "end the text before the maths begins")
            elif sign == "{":
                depth += 1
            elif sign == "}":
                depth -= 1
                if depth == 0:
                    self._at = at + 1
                    return printable("".join(text))
            else:
                text.append(sign)
            at += 1
        self._fail("a { has no } after it", "close it, or write \\{")

    def _root(self) -> Root:
        degree: Row | None = None
        if self._peek() == "[":
            self._take()
            self._deeper()
            degree = Row(self.row("]"))
            self._depth -= 1
            if self._take() != "]":
                self._fail("the degree of a root has no ] after it", "close it")
        return Root(self._argument("\\sqrt"), degree)

    def _fence(self) -> Fence:
        left = self._delimiter("\\left")
        self._deeper()
        body = Row(self.row())
        self._depth -= 1
        if self._peek() != "\\right":
            self._fail("\\left has no \\right after it", "add the \\right, `\\right.` for none")
        self._take()
        return Fence(left, body, self._delimiter("\\right"))

    def _delimiter(self, owner: str) -> Atom | None:
        self._skip()
        token = self._take()
        if token == ".":
            return None
        if token == "/":
            return SIGNS["/"]
        atom = SIGNS[_DELIMITERS[token]] if token in ("<", ">") else self._delimiter_atom(token)
        if atom is None:
            self._fail(f"{owner} needs a bracket, and {token or 'nothing'} follows", "use ( ) [ ] \\{ \\} | \\| or .")
        return atom

    def _environment(self) -> Grid:
        name = self._braced("\\begin")
        kind = name.removesuffix("*")
        if kind not in ENVIRONMENTS:
            self._fail(f"the environment {name or '{}'} is not known", f"use one of {', '.join(ENVIRONMENTS)}")
        if kind == "array":
            self._braced("\\begin{array}")
        self._deeper()
        rows = list(self._grid_rows())
        self._depth -= 1
        closing = self._braced("\\end")
        if closing != name:
            self._fail(f"\\begin{{{name}}} is closed by \\end{{{closing}}}", "make the two names the same")
        if len(rows) > 1 and not any(cell.items for cell in rows[-1]):
            rows.pop()
        return Grid(kind, tuple(rows))

    def _grid_rows(self) -> Iterator[tuple[Row, ...]]:
        cells: list[Row] = []
        while True:
            cells.append(Row(self.row()))
            match self._take():
                case "&":
                    continue
                case "\\\\":
                    yield tuple(cells)
                    cells = []
                case "\\end":
                    yield tuple(cells)
                    return
                case "":
                    self._fail("a \\begin has no \\end after it", "add the \\end")
                case token:
                    self._fail(f"{token} stands between \\begin and \\end without its partner", "balance it")

    def _braced(self, owner: str) -> str:
        match = _BRACED.match(self._tex, self._at)
        if match is None:
            self._fail(f"{owner} has no name in braces", "add it")
        self._at = match.end()
        return match.group(1).strip()
