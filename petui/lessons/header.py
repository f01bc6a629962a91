"""The front matter of a lesson or deck file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from petui.lessons.documents import LESSON, NOTES, PARAM
from petui.lessons.faults import FaultList, nearest, quoted
from petui.lessons.fieldvalues import NAME, read_tag, taken_name
from petui.lessons.model import Param
from petui.lessons.place import Place
from petui.lessons.schema import MAX_MINUTES, MIN_MINUTES, WORDS, KeyKind
from petui.lessons.yamltext import YamlList, YamlMap, YamlNode, YamlText, read_yaml
from petui.lessons.yamlvalues import Table, as_number
from petui.records import dataclass

_FENCE = "---"


@dataclass(frozen=True, slots=True)
class Header:
    """A front matter, read.

    Attributes:
        id: Legal, or empty.
        title: Empty if missing.
        minutes: 0 if missing.
        requires: Lesson ids.
        covers: Inventory numbers.
        params: Declared parameters.
        tags: Deck tags, without `#`.
        clozes: What hides text in a deck's notes besides `==…==`: bold, curly.
        end: The line that ends a card of several lines; empty where an empty line does.
        testout: Questions that one who knows the lesson may answer instead.
        places: Where `id` and the entries, `requires ID`, `covers ID` and `testout ID`, stand.
    """

    id: str = ""
    title: str = ""
    minutes: float = 0.0
    requires: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    params: tuple[Param, ...] = ()
    tags: tuple[str, ...] = ()
    clozes: tuple[str, ...] = ()
    end: str = ""
    testout: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)


def split_header(lines: Sequence[str], file: str, faults: FaultList) -> tuple[YamlMap | None, int]:
    """The front matter's YAML, and how many lines it takes with its fences (0 where there is none)."""
    if not lines or lines[0].rstrip() != _FENCE:
        return None, 0
    for row in range(1, len(lines)):
        if lines[row].rstrip() == _FENCE:
            node = read_yaml("\n".join(lines[1:row]) + "\n", file, faults, first_line=2)
            if node is None or isinstance(node, YamlMap):
                return node, row + 1
            faults.add(node.place, "E01", "the front matter is no mapping; write `key: value` lines")
            return None, row + 1
    faults.add(Place(file), "E01", "the front matter is not closed; end it with a line `---`")
    return None, 0


def lesson_header(node: YamlMap, faults: FaultList) -> Header:
    """The front matter of a lesson; keys that are missing or do not fit are faults."""
    table = Table(node, faults)
    table.check_keys(LESSON.keys)
    table.check_schema()
    lists = {key: table.texts(key) for key in ("requires", "covers", "testout")}
    places = {f"{key} {name}": place for key, texts in lists.items() for name, place in texts}
    requires, covers, testout = (tuple(name for name, _ in texts) for texts in lists.values())
    places["id"] = table.place_of("id")
    return Header(
        table.identifier(),
        table.text("title"),
        table.number("minutes", MIN_MINUTES, MAX_MINUTES, 0.0),
        requires,
        covers,
        _params(table, faults),
        testout=testout,
        places=places,
    )


def deck_header(node: YamlMap, faults: FaultList) -> Header:
    """The front matter of a deck or misconceptions file; every key may be missing."""
    table = Table(node, faults)
    table.check_keys(NOTES.keys)
    table.check_schema()
    return Header(
        table.identifier(),
        table.text("title"),
        tags=read_tags(table, faults),
        clozes=read_clozes(table, faults),
        end=table.text("end"),
        places={"id": table.place_of("id")},
    )


def read_clozes(table: Table, faults: FaultList) -> tuple[str, ...]:
    """The `clozes` of a mapping: a list of what hides text besides `==…==`."""
    texts, known = table.texts("clozes"), WORDS[KeyKind.CLOZES]
    for text, place in texts:
        if text not in known:
            faults.add(place, "E10", f"{quoted(text)} hides no text; {nearest(text, known)}")
    return tuple(text for text, _ in texts if text in known)


def read_tags(table: Table, faults: FaultList) -> tuple[str, ...]:
    """The `tags` of a mapping: a list, or one text with commas; each tag once."""
    node = table.node("tags")
    if isinstance(node, YamlText) and node.text.strip():
        texts = tuple((part, node.place) for part in node.text.split(","))
    else:
        texts = table.texts("tags")
    tags = (read_tag(text, place, faults) for text, place in texts)
    return tuple(dict.fromkeys(tag for tag in tags if tag))


def _params(table: Table, faults: FaultList) -> tuple[Param, ...]:
    node = table.node("params")
    if node is None:
        return ()
    if not isinstance(node, YamlMap):
        table.wrong("params", "a mapping, as in {pos: {default: 3, range: [0, 99]}}")
        return ()
    params = (_param(key, value, faults) for key, value in node.entries)
    return tuple(param for param in params if param)


def _param(key: YamlText, node: YamlNode, faults: FaultList) -> Param | None:
    if not NAME.fullmatch(key.text):
        faults.add(key.place, "E10", f"{quoted(key.text)} is no parameter name; use letters, digits and _")
        return None
    taken = taken_name(key.text)
    if taken:
        faults.add(key.place, "E10", taken)
        return None
    if not isinstance(node, YamlMap):
        faults.add(node.place, "E10", f"write {key.text}: {{default: 3, range: [0, 99]}}")
        return None
    table = Table(node, faults)
    table.check_keys(PARAM)
    ends = table.node("range")
    pair = [as_number(end) for end in ends.items] if isinstance(ends, YamlList) else []
    if len(pair) != 2 or pair[0] is None or pair[1] is None or pair[0] > pair[1]:
        if ends is not None:
            table.wrong("range", "[LOW, HIGH], the lower end first")
        return None
    low, high = pair[0], pair[1]
    default = table.number("default", low, high, low)
    step = table.number("step", 0.0, high - low or 1.0, 1.0)
    if step == 0.0:
        table.wrong("step", "a number above 0")
        step = 1.0
    return Param(key.text, default, low, high, step, key.place)
