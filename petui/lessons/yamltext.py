"""YAML as text with places: nothing is guessed, aliases and tags are refused, sizes and nesting are bounded.

PyYAML's events are read one by one instead of its trees, so an alias bomb or ten thousand brackets cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import Any, TypeAlias

import yaml

from petui.lessons.faults import FaultList, quoted
from petui.lessons.place import Place
from petui.lessons.source import visible
from petui.records import dataclass

MAX_YAML = 200_000
MAX_DEPTH = 12
MAX_NODES = 20_000
_TOO_DEEP = f"this YAML is nested more than {MAX_DEPTH} deep; flatten it"
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_QUOTE_SINGLY = "a backslash in double quotes is a YAML escape; use single quotes"
# What a reader of YAML may be in the middle of, and the sign that would have ended it.
_CLOSERS: dict[str, str] = {"flow sequence": "]", "flow mapping": "}", "quoted scalar": ""}
# What follows behind it is the next entry.
_KEY_LINE = re.compile(r"\n *(?:- +)?[\w-]+:|\n-{3}|\n *\Z")
# Escapes of YAML that leave no control behind, and are LaTeX's too.
_UNSEEN_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\[_ /]")


@dataclass(frozen=True, slots=True)
class YamlText:
    """A scalar, as it was written; `style` is its quote, `|` or `>`, or nothing."""

    text: str
    place: Place
    style: str = ""


@dataclass(frozen=True, slots=True)
class YamlList:
    """A sequence."""

    items: tuple[YamlNode, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class YamlMap:
    """A mapping; keys are text, each once, in order."""

    entries: tuple[tuple[YamlText, YamlNode], ...]
    place: Place


YamlNode: TypeAlias = YamlText | YamlList | YamlMap


@dataclass(slots=True)
class _Open:
    """A collection whose end has not been read yet."""

    place: Place
    is_map: bool
    items: list[YamlNode] = field(default_factory=list)
    entries: dict[str, tuple[YamlText, YamlNode]] = field(default_factory=dict)
    key: YamlText | None = None


class _Stop(Exception):
    """Reading on is pointless; the fault has been noted."""


def read_yaml(text: str, file: str, faults: FaultList, first_line: int = 1) -> YamlNode | None:
    """The one document of a YAML text.

    Args:
        text: The YAML.
        file: How its file is shown.
        faults: Where E01 faults go: what cannot be read, duplicate keys, aliases, tags, too much of anything.
        first_line: Line of the file that the text begins at.

    Returns:
        Its root, or None where there is none or nothing can be read.
    """
    if len(text) > MAX_YAML:
        faults.add(Place(file, first_line), "E01", f"this YAML has more than {MAX_YAML} characters; split it")
        return None
    reader = _Reader(text, file, faults, first_line)
    try:
        for event in _events(text, reader):
            reader.take(event)
    except _Stop:
        return None
    return reader.root


def _events(text: str, reader: _Reader) -> Iterator[Any]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        reader.refuse_unclosed(error)
        mark = _mark_in(text, getattr(error, "problem_mark", None), getattr(error, "context_mark", None))
        problem = visible(str(getattr(error, "problem", None) or getattr(error, "reason", None) or "it is malformed"))
        if "nesting" in problem:
            reader.refuse(mark, _TOO_DEEP)
        escaped = "escape" in problem or "hex" in problem
        mend = _QUOTE_SINGLY if escaped else "quote text that has `: ` or ` #` in it, or begins with a sign"
        reader.refuse(mark, f"the YAML cannot be read: {problem}; {mend}")


def _mark_in(text: str, problem: Any, context: Any) -> Any:
    """Where a problem is; what is only missed at the text's end is told where it began."""
    last = text.count("\n", 0, len(text.rstrip()))
    return next((mark for mark in (problem, context) if mark is not None and mark.line <= last), None)


class _Reader:
    """Builds the tree from events, with a stack of its own instead of recursion."""

    def __init__(self, text: str, file: str, faults: FaultList, first_line: int) -> None:
        self.root: YamlNode | None = None
        self._text = text
        self._file = file
        self._faults = faults
        self._first_line = first_line
        self._stack: list[_Open] = []
        self._nodes = 0
        self._documents = 0
        self._quote: Any = None

    def refuse(self, mark: Any, message: str) -> None:
        """Note a fault after which nothing more can be read."""
        self._faults.add(self._place(mark), "E01", message)
        raise _Stop

    def refuse_unclosed(self, error: yaml.YAMLError) -> None:
        """Note a bracket or quote that is open where reading has failed lines below it; what fails there is sound."""
        context = getattr(error, "context", None) or ""
        begun, met = getattr(error, "context_mark", None), getattr(error, "problem_mark", None)
        if met is None:
            return
        opened = next((what for what in _CLOSERS if what in context), "")
        end = self._text.find("\n", met.index)
        until = end if end >= 0 else len(self._text)
        if opened and begun and begun.line < met.line and _KEY_LINE.search(self._text, begun.index, until):
            sign = _CLOSERS[opened] or self._text[begun.index : begun.index + 1]
            self.refuse(begun, f"what opens here is not closed; end it with `{sign}`")
        if begun is not None and "simple key" in context:
            self.refuse(begun, "a colon is missing here, or the blank behind it; write `key: value`")
        if self._quote is not None and self._quote.end_mark.line == met.line > self._quote.start_mark.line:
            line = self._first_line + met.line
            message = f"the quote that opens here ends in line {line}, amid other text; close it where it should end"
            self.refuse(self._quote.start_mark, message)

    def take(self, event: Any) -> None:
        """Take in the next event."""
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self.refuse(event.start_mark, "a second YAML document begins here; one is read")
        elif isinstance(event, yaml.AliasEvent):
            self.refuse(event.start_mark, f"the alias *{visible(str(event.anchor))} is not read; write the value out")
        elif isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent)):
            self._begin(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()

    def _begin(self, event: Any) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            self.refuse(event.start_mark, f"this YAML has more than {MAX_NODES} values; split it")
        if event.tag not in (None, "!"):
            self._faults.add(
                self._place(event.start_mark), "E01", f"the tag {visible(event.tag)} is not read; leave it out"
            )
        if isinstance(event, yaml.ScalarEvent):
            self._put(self._scalar(event))
            return
        if self._stack and self._stack[-1].is_map and self._stack[-1].key is None:
            self.refuse(event.start_mark, "a key is a list or a mapping; keys are words")
        if len(self._stack) == MAX_DEPTH:
            self.refuse(event.start_mark, _TOO_DEEP)
        self._stack.append(_Open(self._place(event.start_mark), isinstance(event, yaml.MappingStartEvent)))

    def _end(self) -> None:
        done = self._stack.pop()
        if done.is_map:
            self._put(YamlMap(tuple(done.entries.values()), done.place))
        else:
            self._put(YamlList(tuple(done.items), done.place))

    def _scalar(self, event: Any) -> YamlText:
        place = self._place(event.start_mark)
        shown = visible(event.value)
        if event.style in ('"', "'"):
            self._quote = event
        # "\theta" in double quotes is a tab and "heta": YAML reads it without a word.
        if event.style == '"' and (shown != event.value or "\t" in shown or "\n" in shown or self._is_eaten(event)):
            self._faults.add(place, "E01", _QUOTE_SINGLY)
        return YamlText(shown, place, event.style or "")

    def _is_eaten(self, event: Any) -> bool:
        """Whether YAML took a backslash away that LaTeX would have needed, as before a blank or `_`."""
        raw = self._text[event.start_mark.index : event.end_mark.index]
        return "\\" in raw and bool(_UNSEEN_ESCAPE.search(raw))

    def _put(self, node: YamlNode) -> None:
        if not self._stack:
            self.root = node
            return
        parent = self._stack[-1]
        if not parent.is_map:
            parent.items.append(node)
        elif parent.key is None and isinstance(node, YamlText):
            parent.key = node
        elif parent.key is not None:
            self._put_value(parent, parent.key, node)
            parent.key = None

    def _put_value(self, parent: _Open, key: YamlText, node: YamlNode) -> None:
        first = parent.entries.get(key.text)
        if first is None:
            parent.entries[key.text] = (key, node)
            return
        message = f"the key {quoted(key.text)} was given in line {first[0].place.line} already; keep one"
        self._faults.add(key.place, "E01", message)

    def _place(self, mark: Any) -> Place:
        if mark is None:
            return Place(self._file, self._first_line)
        return Place(self._file, self._first_line + mark.line, mark.column + 1)
