"""Listing one more lesson or deck in a course.yaml: one piece of text put in, all else kept as its author wrote it.

Where the piece goes is told by the places of YAML's own nodes. That only this one entry is new is then checked by
reading the text before and after.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import yaml

from petui.core.errors import ContentError
from petui.lessons.coursehead import COURSE_FILE
from petui.lessons.faults import FaultList
from petui.lessons.place import Fault
from petui.lessons.source import clean_source
from petui.lessons.yamltext import YamlList, YamlMap, YamlNode, YamlText, read_yaml

# A YAML value without places: what it says.
Said: TypeAlias = "str | list[Said] | dict[str, Said]"
# Marks of PyYAML's own scanner count characters, those of libyaml bytes.
_LOADER: Any = yaml.BaseLoader
_NEW_PART = "Lessons"
_BOM = "\ufeff"
_LINE_END = re.compile(r"(\r\n|\r|\n)")


def with_lesson(text: str, lesson: str) -> str:
    """The text of a course.yaml with a lesson at the end of its last part; of a first part where there is none.

    Args:
        text: The file's text, line ends as they are.
        lesson: Id of the lesson, which no part lists yet.

    Raises:
        ContentError: If the text cannot be changed without changing anything else; it says what to write by hand.
    """
    mend = f"add `{lesson}` to the `lessons` of a part of {COURSE_FILE} by hand"
    before = _said(text, mend)
    root = _node(text, mend)
    parts = _value(root, "parts")
    known = before.get("parts")
    if parts is None:
        entry: Said = {"title": _NEW_PART, "lessons": [lesson]}
        after = _with_key(text, f"parts:\n  - title: {_NEW_PART}\n    lessons: [{lesson}]\n")
        return _checked(after, {**before, "parts": [entry]}, mend)
    if _is_empty(parts) or (isinstance(parts, yaml.SequenceNode) and not parts.value):
        entry = {"title": _NEW_PART, "lessons": [lesson]}
        after = _with_item(text, parts, f"{{title: {_NEW_PART}, lessons: [{lesson}]}}")
        return _checked(after, {**before, "parts": [entry]}, mend)
    if not isinstance(parts, yaml.SequenceNode) or not isinstance(known, list):
        raise _refusal("`parts` is no list", mend)
    last = known[-1]
    lessons = _value(parts.value[-1], "lessons")
    listed = _listed(lessons, last.get("lessons")) if isinstance(last, dict) else None
    if not isinstance(last, dict) or listed is None:
        raise _refusal("the last part has no list of `lessons`", mend)
    grown: Said = [*known[:-1], {**last, "lessons": [*listed, lesson]}]
    return _checked(_with_item(text, lessons, lesson), {**before, "parts": grown}, mend)


def with_deck(text: str, deck: str) -> str:
    """The text of a course.yaml with a deck at the end of its `decks`, which are added where there are none.

    Args:
        text: The file's text, line ends as they are.
        deck: The deck's path in the course, which is not listed yet.

    Raises:
        ContentError: As of `with_lesson`.
    """
    mend = f"add `{deck}` to the `decks` of {COURSE_FILE} by hand"
    before = _said(text, mend)
    decks = _value(_node(text, mend), "decks")
    if decks is None:
        return _checked(_with_key(text, f"decks: [{deck}]\n"), {**before, "decks": [deck]}, mend)
    known = _listed(decks, before.get("decks"))
    if known is None:
        raise _refusal("`decks` is no list", mend)
    return _checked(_with_item(text, decks, deck), {**before, "decks": [*known, deck]}, mend)


# ---- reading ----------------------------------------------------------------------------------------------------


def _said(text: str, mend: str) -> dict[str, Said]:
    """What the text says; refused where petui does not read it without a fault."""
    said, faults = _read(text)
    if faults:
        raise _refusal(str(faults[0]), mend)
    if not isinstance(said, dict):
        raise _refusal(f"{COURSE_FILE} is no mapping", mend)
    return said


def _read(text: str) -> tuple[Said | None, tuple[Fault, ...]]:
    """What a text says, and what is wrong with it."""
    faults = FaultList()
    source = clean_source(text, COURSE_FILE)
    faults.extend(source.faults)
    tree = read_yaml(source.text, COURSE_FILE, faults) if source.readable else None
    return None if tree is None else _without_places(tree), faults.sorted()


def _without_places(node: YamlNode) -> Said:
    match node:
        case YamlText():
            return node.text
        case YamlList():
            return [_without_places(item) for item in node.items]
        case YamlMap():
            return {key.text: _without_places(value) for key, value in node.entries}


def _node(text: str, mend: str) -> Any:
    try:
        # libyaml, by which content files are read, takes a tab before a comment; this one takes blanks alone.
        return yaml.compose(_unified(text).replace("\t", " "), Loader=_LOADER)
    except yaml.YAMLError as error:
        raise _refusal(f"{COURSE_FILE} cannot be read ({getattr(error, 'problem', None) or 'YAML'})", mend) from None


def _value(node: Any, key: str) -> Any:
    """A value of a mapping's node; None where it has none."""
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((value for name, value in node.value if name.value == key), None)


def _is_empty(value: Any) -> bool:
    """Whether a value is none at all: a key that ends with its colon."""
    return isinstance(value, yaml.ScalarNode) and value.start_mark.index == value.end_mark.index


def _listed(node: Any, said: Said | None) -> list[Said] | None:
    """What a list has, which may be none yet; None where the value is no list."""
    if _is_empty(node):
        return []
    return said if isinstance(node, yaml.SequenceNode) and isinstance(said, list) else None


def _unified(text: str) -> str:
    """The text as content files are read: no mark before it, lines ended by a line feed only."""
    return clean_source(text, COURSE_FILE).text


# ---- writing ----------------------------------------------------------------------------------------------------


def _with_key(text: str, lines: str) -> str:
    """The text with a key of the whole file at its end."""
    end = _line_end(text)
    gap = "" if text.endswith(("\n", "\r")) else end
    return f"{text}{gap}{end}{lines.replace(chr(10), end)}"


def _with_item(text: str, node: Any, item: str) -> str:
    """The text with one more item at the end of a list, or in the place of no value."""
    rows, ends = _rows(text)
    if _is_empty(node):
        line, column = node.start_mark.line, node.start_mark.column
        rows[line] = f"{rows[line][:column]} [{item}]{rows[line][column:]}"
    elif node.flow_style:
        _put_in_brackets(rows, node, item)
    else:
        last = node.value[-1]
        line = _last_line(last)
        dash = " " * node.start_mark.column + "- "
        rows[line] = f"{rows[line]}\n{dash}{item}"
    return _joined(text, rows, ends)


def _put_in_brackets(rows: list[str], node: Any, item: str) -> None:
    if not node.value:
        line, column = node.start_mark.line, node.start_mark.column + 1
        rows[line] = rows[line][:column] + item + rows[line][column:]
        return
    last = node.value[-1]
    line, column = last.end_mark.line, last.end_mark.column
    begins, closing = rows[last.start_mark.line][: last.start_mark.column], node.end_mark
    own_line = not begins.strip()
    if not own_line or closing.line == line:
        # On one line, or with the closing bracket behind it: right behind the last item.
        gap = f",\n{begins}" if own_line else ", "
        rows[line] = rows[line][:column] + gap + item + rows[line][column:]
        return
    tail = rows[line][column:]
    comma = tail.lstrip().startswith(",")
    if not comma:
        rows[line] = f"{rows[line][:column]},{tail}"
    rows[line] = f"{rows[line]}\n{begins}{item}{',' if comma else ''}"


def _last_line(node: Any) -> int:
    """The line on which a node's text ends; a block's end mark stands where the next token begins."""
    line: int = node.end_mark.line
    return line if node.end_mark.column or line == node.start_mark.line else line - 1


def _rows(text: str) -> tuple[list[str], list[str]]:
    """The text's lines, and how each of them ends."""
    pieces = _LINE_END.split(text.removeprefix(_BOM))
    return pieces[::2], [*pieces[1::2], ""]


def _joined(text: str, rows: list[str], ends: list[str]) -> str:
    end = _line_end(text)
    bom = _BOM if text.startswith(_BOM) else ""
    return bom + "".join(row.replace("\n", end) + after for row, after in zip(rows, ends, strict=True))


def _line_end(text: str) -> str:
    """How the text ends its lines: as it ends the first one."""
    first = _LINE_END.search(text)
    return first.group() if first else "\n"


def _checked(after: str, wanted: dict[str, Said], mend: str) -> str:
    # A fault of the text after would be told at a place that the file does not have.
    if _read(after) != (wanted, ()):
        raise _refusal(f"the way {COURSE_FILE} is written does not let petui add to it", mend)
    return after


def _refusal(what: str, mend: str) -> ContentError:
    return ContentError(what, where=COURSE_FILE, mend=mend)
